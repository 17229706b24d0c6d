// As much of JSON Schema as openapi.json uses, to hold responses against it.
#pragma once

#include <string>

#include "base/value.hpp"

namespace nazo::serve {

/// What does not fit, with its place ("$.puzzles[0].key: expected a string"), or an empty text.
[[nodiscard]] std::string misfit(const Value& document, const Value& schema, const Value& value,
                                 const std::string& place = "$");

/// The schema of a JSON response in an OpenAPI document; nullptr if the document has no such path, method or status.
[[nodiscard]] const Value* response_of(const Value& document, const std::string& pattern, const std::string& method,
                                       int status);

}  // namespace nazo::serve
