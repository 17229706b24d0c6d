#include "genres/tsume/text/encoding.hpp"

#include "base/text.hpp"
#include "genres/tsume/text/jis_rows.hpp"

namespace nazo::tsume {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";

/// The character in that row and cell (both from 1).
std::string_view jis_character(std::size_t row, std::size_t cell) {
  if (row < 1 || row > jis_rows.size()) return replacement;
  std::string_view rest = jis_rows[row - 1];
  for (std::size_t i = 1; !rest.empty(); ++i) {
    const std::size_t length = utf8_length(rest);
    if (length == 0) break;
    if (i == cell) return rest[0] == ' ' ? replacement : rest.substr(0, length);
    rest.remove_prefix(length);
  }
  return replacement;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string from_shift_jis(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80) {
      out += text[i];
    } else if (lead >= 0xa1 && lead <= 0xdf) {  // half-width katakana: U+FF61 …
      const unsigned code = 0xff61u + (lead - 0xa1u);
      out += static_cast<char>(0xe0 | (code >> 12));
      out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
      out += static_cast<char>(0x80 | (code & 0x3f));
    } else {
      const auto trail = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0u;
      const bool pair = ((lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xef)) && trail >= 0x40 &&
                        trail <= 0xfc && trail != 0x7f;
      if (!pair) {
        out += replacement;
        continue;
      }
      ++i;
      const std::size_t high = lead <= 0x9f ? lead - 0x81u : lead - 0xc1u;
      const std::size_t low = trail - 0x40u - (trail > 0x7f ? 1u : 0u);
      out += jis_character(2 * high + 1 + low / 94, low % 94 + 1);
    }
  }
  return out;
}

std::string as_utf8(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return is_utf8(text) ? std::string(text) : from_shift_jis(text);
}

}  // namespace nazo::tsume
