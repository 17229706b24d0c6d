// Shift-JIS to UTF-8, for game records from older Japanese programs.
#pragma once

#include <string>
#include <string_view>

namespace nazo::tsume {

[[nodiscard]] bool is_utf8(std::string_view text);
/// Bytes that are no Shift-JIS become U+FFFD.
[[nodiscard]] std::string from_shift_jis(std::string_view text);
/// The text as UTF-8 without a byte order mark: as it is if it is valid UTF-8, else read as Shift-JIS.
[[nodiscard]] std::string as_utf8(std::string_view text);

}  // namespace nazo::tsume
