// The description of the api that is served at /openapi.json.
#pragma once

#include <string_view>

namespace nazo::serve {

[[nodiscard]] std::string_view openapi_text();

}  // namespace nazo::serve
