// Reading JSON into a Value.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "base/value.hpp"

namespace nazo {

/// Parses one JSON text. An error carries the column (byte) where it stopped making sense.
[[nodiscard]] Result<Value> read_json(std::string_view text);

}  // namespace nazo
