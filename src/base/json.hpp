// Reading JSON (RFC 8259) into a Value; the other direction is Value::json().
//
//   NAZO_TRY(value, parse_json(R"({"status":"solved","length":12})"));
//   value.find("length")->integer()
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "base/value.hpp"

namespace nazo {

/// The whole text as one JSON value. Errors carry line and column (in bytes). Numbers without point and exponent that
/// fit 64 bits are integers, all others reals. Strings are valid UTF-8. Of two fields of the same name `find` sees the
/// first. Values nested deeper than 200 are refused, so that hostile input cannot exhaust the stack.
[[nodiscard]] Result<Value> parse_json(std::string_view text);

}  // namespace nazo
