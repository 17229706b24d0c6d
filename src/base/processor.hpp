// Which processors this was compiled for.
#pragma once

#include <string_view>

namespace nazo {

/// "native", or a level such as "x86-64-v3": that of the shared library where there are several and the loader chose.
[[nodiscard]] std::string_view compiled_for();

}  // namespace nazo
