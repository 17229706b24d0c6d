#include "cli/output.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace nazo::cli {

std::string Paint::operator()(std::string_view text, int style) const {
  constexpr const char* codes[] = {"", "31", "1", "2", "32", "33", "34"};
  const std::string safe = printable(text);
  if (!colour_ || style <= 0 || style >= static_cast<int>(std::size(codes))) return safe;
  return cat("\033[", codes[style], "m", safe, "\033[0m");
}

std::string Paint::reversed(std::string_view text) const {
  const std::string safe = printable(text);
  return colour_ ? cat("\033[7m", safe, "\033[0m") : safe;
}

std::string table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows,
                  const Paint& paint) {
  std::string out;
  bool heading = true;
  for (const std::string& line : table_lines(head, rows)) {
    out += (heading ? paint.strong(line) : line) + "\n";
    heading = false;
  }
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
  if (!picture.caption.empty()) out += printable(picture.caption) + "\n";
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
  if (const auto* items = value.items()) {
    const bool short_list = items->size() <= 8 && std::ranges::none_of(*items, [](const Value& item) {
                              return item.items() != nullptr || item.fields() != nullptr;
                            });
    if (!short_list) return cat("[", items->size(), " values]");
    std::string list;
    for (const Value& item : *items) list += cat(list.empty() ? "" : ", ", shown(item));
    return list;
  }
  if (value.fields()) return value.json();
  const double d = value.number();
  if (std::abs(d) >= 1000) return text_of(d, 1);
  return text_of(d, std::abs(d) >= 1 ? 3 : 6);
}

}  // namespace nazo::cli
