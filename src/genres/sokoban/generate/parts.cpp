#include "genres/sokoban/generate/parts.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace nazo::sokoban {

const PartSet& parts_a() {
  static const PartSet set{
      .parts = {{{"...", "..#", "..."}}, {{"..#.", "....", "..#."}}, {{"#...", "...."}}},
  };
  return set;
}

const PartSet& parts_b() {
  static const PartSet set{
      .parts = {{{"...", "..#", "..."}}, {{"..#.", "....", "..#."}}, {{".#.", "...", ".#."}}},
  };
  return set;
}

namespace {

std::unexpected<Error> fail_at(std::size_t line, std::string message) {
  return std::unexpected(Error{.message = std::move(message), .line = line});
}

bool is_drawing(std::string_view line) {
  return std::ranges::all_of(line, [](char c) { return c == '#' || c == '.' || c == '-' || c == '_' || c == ' '; });
}

/// Makes all rows as long as the longest; blanks at the ends of rows leave what is there.
void square_up(PartDrawing& drawing) {
  std::size_t width = 0;
  for (const std::string& row : drawing.rows) width = std::max(width, row.size());
  for (std::string& row : drawing.rows) row.resize(width, ' ');
}

}  // namespace

Result<PartSet> read_parts(std::string_view text) {
  PartSet set;
  std::vector<PartDrawing>* drawings = nullptr;  // to which the drawing under way belongs
  for (const Line& line : lines_of(text)) {
    const std::string_view word = trim(line.text);
    if (word.starts_with(';')) continue;
    if (word == "part" || word == "prototype") {
      drawings = word == "part" ? &set.parts : &set.prototypes;
      drawings->emplace_back();
    } else if (word.starts_with("laid ")) {
      const auto laid = number_of<int>(trim(word.substr(5)));
      if (!laid || *laid < 1 || *laid > most_laid_parts)
        return fail_at(line.number, cat("laid takes a number from 1 to ", most_laid_parts));
      set.laid = *laid;
      drawings = nullptr;
    } else if (word.empty()) {
      // A row of blanks alone would change nothing: it ends a drawing.
      if (drawings != nullptr && !drawings->back().rows.empty()) drawings = nullptr;
    } else if (!is_drawing(line.text)) {
      return fail_at(line.number, cat("a drawing is made of # . and blanks, not ", in_quotes(line.text)));
    } else if (drawings == nullptr) {
      return fail_at(line.number, "a drawing begins with a line part or prototype");
    } else {
      std::string row(line.text);
      std::ranges::replace_if(row, [](char c) { return c == '-' || c == '_'; }, '.');
      while (row.back() == ' ') row.pop_back();
      drawings->back().rows.push_back(std::move(row));
      if (drawings->back().rows.size() > largest_part || drawings->back().rows.back().size() > largest_part)
        return fail_at(line.number, cat("a drawing has at most ", largest_part, "x", largest_part, " squares"));
    }
  }
  if (set.parts.empty()) return fail("there is no part in the file");
  for (std::vector<PartDrawing>* list : {&set.parts, &set.prototypes})
    for (PartDrawing& drawing : *list) {
      if (drawing.rows.empty()) return fail("a part or prototype is empty");
      square_up(drawing);
    }
  return set;
}

Result<void> parts_fit(const PartSet& set, int width, int height) {
  const int side = std::min(width, height);
  for (const PartDrawing& part : set.parts)
    if (std::max(part.width(), part.height()) > side)
      return fail(cat("a part of ", part.width(), "x", part.height(), " has no room on a board of ", width + 2, "x",
                      height + 2, " with the walls"));
  for (const PartDrawing& prototype : set.prototypes)
    if (prototype.width() > width || prototype.height() > height)
      return fail(cat("a prototype of ", prototype.width(), "x", prototype.height(), " has no room on a board of ",
                      width + 2, "x", height + 2, " with the walls"));
  return {};
}

}  // namespace nazo::sokoban
