#include "cli/output.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace nazo::cli {

std::string Paint::operator()(std::string_view text, int style) const {
  constexpr const char* codes[] = {"", "31", "1", "2", "32", "33", "34"};
  if (!colour_ || style <= 0 || style >= static_cast<int>(std::size(codes))) return std::string(text);
  return cat("\033[", codes[style], "m", text, "\033[0m");
}

std::string Paint::reversed(std::string_view text) const { return colour_ ? cat("\033[7m", text, "\033[0m") : std::string(text); }

namespace {

struct Scalar {
  char32_t code;
  std::size_t length;
};

Scalar scalar_at(std::string_view text) {
  const std::size_t length = std::max<std::size_t>(1, utf8_length(text));
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  switch (length) {
    case 2: return {static_cast<char32_t>((byte(0) & 0x1F) << 6 | (byte(1) & 0x3F)), 2};
    case 3: return {static_cast<char32_t>((byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F)), 3};
    case 4: return {static_cast<char32_t>((byte(0) & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F)), 4};
    default: return {byte(0), 1};
  }
}

/// The blocks whose characters take two columns, as far as puzzles need them.
bool wide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0x303E) || (c >= 0x3041 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) || (c >= 0xFFE0 && c <= 0xFFE6) ||
         (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
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

std::string table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows, const Paint& paint) {
  const std::size_t columns = head.size();
  std::vector<std::size_t> widths(columns);
  std::vector<bool> numeric(columns, true);
  for (std::size_t c = 0; c < columns; ++c) {
    widths[c] = display_width(head[c]);
    for (const auto& row : rows) {
      widths[c] = std::max(widths[c], display_width(row[c]));
      const bool number = row[c].empty() || row[c] == "–" || row[c].find_first_not_of("0123456789.,+-±% ×…e") == std::string::npos;
      numeric[c] = numeric[c] && number;
    }
    if (rows.empty()) numeric[c] = false;
  }
  const auto line = [&](const std::vector<std::string>& cells, bool heading) {
    std::string out;
    for (std::size_t c = 0; c < columns; ++c) {
      std::string cell = c + 1 == columns && !numeric[c] ? cells[c] : padded(cells[c], widths[c], numeric[c]);
      out += heading ? paint.strong(cell) : cell;
      if (c + 1 < columns) out += "  ";
    }
    while (out.ends_with(' ')) out.pop_back();
    return out + "\n";
  };
  std::string out = line(head, true);
  for (const auto& row : rows) out += line(row, false);
  return out;
}

std::string board(const TextPicture& picture, const Paint& paint, const Cursor& cursor) {
  std::string out;
  for (std::size_t r = 0; r < picture.rows.size(); ++r) {
    std::string line;
    for (std::size_t c = 0; c < picture.rows[r].size(); ++c) {
      const TextCell& cell = picture.rows[r][c];
      const Cell place{static_cast<int>(r) + 2 - picture.origin.row, static_cast<int>(c) + 2 - picture.origin.column};
      const std::string text = padded(cell.text, static_cast<std::size_t>(picture.cell_width), true);
      const bool reversed = place == cursor.at || std::ranges::count(cursor.marked, place) != 0;
      line += reversed ? paint.reversed(text) : paint(text, cell.style);
      line += std::string(static_cast<std::size_t>(picture.gap), ' ');
    }
    while (line.ends_with(' ')) line.pop_back();
    out += line + "\n";
  }
  if (!picture.caption.empty()) out += picture.caption + "\n";
  return out;
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view indent) {
  std::string out, line(indent);
  bool empty = true;
  for (const Line& paragraph : lines_of(text))
    for (const Word& word : paragraph.words()) {
      if (!empty && display_width(line) + 1 + display_width(word.text) > width) {
        out += line + "\n";
        line = indent;
        empty = true;
      }
      if (!empty) line += ' ';
      line += word.text;
      empty = false;
    }
  return empty ? out : out + line + "\n";
}

std::string shown(const Value& value) {
  if (value.is_null()) return "–";
  if (const auto* b = value.boolean()) return *b ? "yes" : "no";
  if (const auto* n = value.integer()) return *n < 0 ? std::to_string(*n) : grouped(static_cast<std::uint64_t>(*n));
  if (const auto* s = value.string()) return *s;
  if (const auto* items = value.items()) return cat("[", items->size(), " values]");
  if (value.fields()) return value.json();
  const double d = value.number();
  return std::abs(d) >= 1000 ? text_of(d, 1) : std::abs(d) >= 1 ? text_of(d, 3) : text_of(d, 6);
}

}  // namespace nazo::cli
