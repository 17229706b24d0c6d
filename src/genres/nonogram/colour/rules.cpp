#include "genres/nonogram/colour/rules.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace nazo::nonogram::colour {

int colour_of(char letter, int last) {
  if (letter == '.' || letter == '-' || letter == '0') return 0;
  const std::size_t at = letters.find(letter);
  return at == std::string_view::npos || static_cast<int>(at) >= last ? -1 : static_cast<int>(at) + 1;
}

int room(const BlockList& blocks) {
  int cells = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    cells += blocks[i].size;
    if (i > 0 && blocks[i].colour == blocks[i - 1].colour) ++cells;
  }
  return cells;
}

std::string words_of(const BlockList& blocks, char separator) {
  if (blocks.empty()) return "0";
  std::string out;
  for (const Block& block : blocks) {
    if (!out.empty()) out += separator;
    out += cat(static_cast<int>(block.size), letter(block.colour));
  }
  return out;
}

std::string Picture::text() const {
  std::string out;
  for (int row = 0; row < height_; ++row) {
    if (row != 0) out += '\n';
    for (int column = 0; column < width_; ++column) out += letter(at(row, column));
  }
  return out;
}

namespace {

/// The runs of one colour along a line.
template <class At>
BlockList runs(int length, At&& at) {
  BlockList out;
  ColourId before = 0;
  for (int i = 0; i < length; ++i) {
    const ColourId colour = at(i);
    if (colour != 0 && colour != before) out.push_back({0, colour});
    if (colour != 0) ++out.back().size;
    before = colour;
  }
  return out;
}

}  // namespace

Clues clues_of(const Picture& picture, std::vector<Colour> palette) {
  Clues clues{std::move(palette), {}, {}};
  for (int row = 0; row < picture.height(); ++row)
    clues.rows.push_back(runs(picture.width(), [&](int i) { return picture.at(row, i); }));
  for (int column = 0; column < picture.width(); ++column)
    clues.columns.push_back(runs(picture.height(), [&](int i) { return picture.at(i, column); }));
  return clues;
}

Result<Picture> picture_of(std::string_view text, const Clues& clues) {
  Picture picture(clues.width(), clues.height());
  int row = 0, column = 0;
  std::size_t line = 1, place = 0;
  for (const char c : text) {
    ++place;
    const bool between = c == '\n' || c == '\r' || c == '/' || c == ' ' || c == '\t';
    if (between) {
      if (column != 0 && column != clues.width())
        return fail_at(line, place,
                       cat("row ", row + 1, " of the picture has ", column, " cells, not ", clues.width()));
      if (column != 0) ++row;
      column = 0;
    } else {
      const int colour = colour_of(c, clues.colours());
      if (colour < 0)
        return fail_at(line, place,
                       cat("a picture is rows of the letters of its colours and ., here stands ", in_quotes({&c, 1})));
      if (row >= clues.height() || column >= clues.width())
        return fail_at(line, place, cat("the picture is larger than ", clues.width(), "×", clues.height(), " cells"));
      picture.set(row, column++, static_cast<ColourId>(colour));
    }
    if (c == '\n') {
      ++line;
      place = 0;
    }
  }
  if (column == clues.width()) {
    ++row;
    column = 0;
  }
  if (column != 0 || row != clues.height())
    return fail(cat("the picture has fewer than ", clues.width(), "×", clues.height(), " cells"));
  return picture;
}

Clues transformed(const Clues& clues, unsigned symmetry) {
  Clues out = clues;
  const auto mirror_lines = [](std::vector<BlockList>& along, std::vector<BlockList>& across) {
    for (BlockList& blocks : along) std::ranges::reverse(blocks);
    std::ranges::reverse(across);
  };
  if (symmetry & 1u) mirror_lines(out.rows, out.columns);
  if (symmetry & 2u) mirror_lines(out.columns, out.rows);
  if (symmetry & 4u) std::swap(out.rows, out.columns);
  return out;
}

std::vector<std::string> broken_clues(const Clues& clues, const Picture& picture) {
  if (picture.width() != clues.width() || picture.height() != clues.height())
    return {cat("the picture has ", picture.width(), "×", picture.height(), " cells, but the puzzle ", clues.width(),
                "×", clues.height())};
  const Clues shown = clues_of(picture, clues.palette);
  std::vector<std::string> broken;
  for (int line = 0; line < clues.lines(); ++line) {
    if (shown.line(line) == clues.line(line)) continue;
    const bool is_row = line < clues.height();
    broken.push_back(cat(is_row ? "row " : "column ", is_row ? line + 1 : line - clues.height() + 1, " has ",
                         words_of(shown.line(line)), ", but its clue is ", words_of(clues.line(line))));
  }
  return broken;
}

}  // namespace nazo::nonogram::colour
