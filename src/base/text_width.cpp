#include "base/text_width.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace nazo {

namespace {

struct Scalar {
  char32_t code;
  std::size_t length;
};

Scalar scalar_at(std::string_view text) {
  const std::size_t length = std::max<std::size_t>(1, utf8_length(text));
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  switch (length) {
    case 2:
      return {static_cast<char32_t>((byte(0) & 0x1F) << 6 | (byte(1) & 0x3F)), 2};
    case 3:
      return {static_cast<char32_t>((byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F)), 3};
    case 4:
      return {static_cast<char32_t>((byte(0) & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 |
                                    (byte(3) & 0x3F)),
              4};
    default:
      return {byte(0), 1};
  }
}

/// The blocks whose characters take two columns, as far as puzzles need them.
bool wide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0x303E) || (c >= 0x3041 && c <= 0xA4CF) ||
         (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) ||
         (c >= 0xFF00 && c <= 0xFF60) || (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) ||
         (c >= 0x20000 && c <= 0x3FFFD);
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    if (text.starts_with("\033[")) {
      const std::size_t end = text.find('m');
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      continue;
    }
    const Scalar scalar = scalar_at(text);
    width += wide(scalar.code) ? 2 : 1;
    text.remove_prefix(scalar.length);
  }
  return width;
}

std::string padded(std::string_view text, std::size_t width, bool right) {
  const std::size_t own = display_width(text);
  const std::string blanks(own < width ? width - own : 0, ' ');
  return right ? cat(blanks, text) : cat(text, blanks);
}

std::vector<std::string> broken_lines(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  std::string line, word;
  std::size_t line_width = 0, word_width = 0;
  const auto end_line = [&] {
    while (line.ends_with(' ')) line.pop_back();
    if (!line.empty()) lines.push_back(line);
    line.clear();
    line_width = 0;
  };
  const auto take_word = [&] {
    if (line_width + word_width > columns) end_line();
    line += word;
    line_width += word_width;
    word.clear();
    word_width = 0;
  };
  while (!text.empty()) {
    const Scalar scalar = scalar_at(text);
    const std::string_view letter = text.substr(0, scalar.length);
    text.remove_prefix(scalar.length);
    const bool blank = letter == " " || letter == "\n";
    // A full stop or a closing bracket stays with what it follows.
    const bool closing = scalar.code == U'、' || scalar.code == U'。' || scalar.code == U'）' || scalar.code == U'」';
    if (blank || (wide(scalar.code) && !closing)) take_word();
    if (letter == "\n") {
      end_line();
    } else if (blank) {
      if (line_width > 0) line += ' ';
      line_width += line_width > 0 ? 1 : 0;
    } else {
      word += letter;
      word_width += wide(scalar.code) ? 2 : 1;
    }
  }
  take_word();
  end_line();
  return lines;
}

}  // namespace nazo
