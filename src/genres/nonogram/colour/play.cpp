#include "genres/nonogram/colour/play.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace nazo::nonogram::colour {

namespace {

char mark_letter(const std::optional<ColourId>& mark) {
  if (!mark) return '?';
  return *mark == 0 ? 'x' : letter(*mark);
}

/// "3,4", row and column from 1.
Result<std::pair<int, int>> read_cell(std::string_view text, const Clues& clues) {
  const auto parts = split(text, ',');
  const auto row = parts.size() == 2 ? number_of<int>(parts[0]) : std::nullopt;
  const auto column = parts.size() == 2 ? number_of<int>(parts[1]) : std::nullopt;
  if (!row || !column) return fail(cat("expected a cell such as 3,4, found ", in_quotes(text)));
  if (*row < 1 || *row > clues.height() || *column < 1 || *column > clues.width())
    return fail(cat("the board has no cell ", *row, ",", *column, ": it has ", clues.height(), " rows and ",
                    clues.width(), " columns"));
  return std::pair{*row - 1, *column - 1};
}

}  // namespace

Position start_of(Sheet sheet) {
  sheet.goal.reset();
  const auto cells = static_cast<std::size_t>(sheet.clues.width() * sheet.clues.height());
  return {std::move(sheet), Shown(cells)};
}

Result<Position> read_position(std::string_view text) {
  const std::size_t at = text.find("\nmarks\n");
  NAZO_TRY(sheet, read_sheet(text.substr(0, at)));
  Position position = start_of(std::move(sheet));
  if (at == std::string_view::npos) return position;
  const Clues& clues = position.sheet.clues;
  std::vector<Line> lines = lines_of(text.substr(at + 7));
  while (!lines.empty() && trim(lines.back().text).empty()) lines.pop_back();
  if (lines.size() != static_cast<std::size_t>(clues.height()))
    return fail(cat("expected ", clues.height(), " rows of marks, found ", lines.size()));
  std::size_t cell = 0;
  for (const Line& line : lines) {
    if (line.text.size() != static_cast<std::size_t>(clues.width()))
      return fail(cat("a row has ", line.text.size(), " marks, but the puzzle ", clues.width(), " columns"));
    for (const char c : line.text) {
      const int colour = c == 'x' ? 0 : colour_of(c, clues.colours());
      const bool known = c == '?' || c == 'x' || colour > 0;
      if (!known) return fail(cat("a mark is a colour's letter, x or ?, not ", in_quotes({&c, 1})));
      if (c != '?') position.marks[cell] = static_cast<ColourId>(colour);
      ++cell;
    }
  }
  return position;
}

std::string write_position(const Position& position) {
  std::string out = write_sheet(position.sheet) + "\nmarks\n";
  for (int row = 0; row < position.sheet.clues.height(); ++row) {
    for (int column = 0; column < position.sheet.clues.width(); ++column) out += mark_letter(position.at(row, column));
    out += '\n';
  }
  return out;
}

Result<Position> played(Position position, std::string_view move, const Meter& clock) {
  const Shown before = position.marks;
  const Clues& clues = position.sheet.clues;
  for (const std::string_view action : split(move, ';')) {
    const auto words = Line{action, 1}.words();
    if (words.empty()) return fail("expected fill, cross or clear and a cell, found nothing");
    const std::string_view verb = words.front().text;
    if (verb != "fill" && verb != "cross" && verb != "clear")
      return fail(cat("expected fill, cross or clear, found ", in_quotes(verb)));
    std::optional<ColourId> mark;
    std::size_t first = 1;
    if (verb == "cross") mark = ColourId{0};
    if (verb == "fill") {
      const std::string_view word = words.size() > 1 ? words[1].text : "";
      const int colour = word.size() == 1 ? colour_of(word[0], clues.colours()) : -1;
      if (colour < 1) return fail(cat("expected the letter of a colour after fill, found ", in_quotes(word)));
      mark = static_cast<ColourId>(colour);
      first = 2;
    }
    if (words.size() <= first) return fail(cat("expected a cell after ", verb));
    for (std::size_t i = first; i < words.size(); ++i) {
      if (const Limit limit = clock.overdue(); limit != Limit::none) return fail_limit(limit);
      const auto ends = split(words[i].text, '-');
      if (ends.size() > 2)
        return fail(cat("expected a cell or two with - between them, found ", in_quotes(words[i].text)));
      NAZO_TRY(from, read_cell(ends.front(), clues));
      NAZO_TRY(to, read_cell(ends.back(), clues));
      for (int row = std::min(from.first, to.first); row <= std::max(from.first, to.first); ++row)
        for (int column = std::min(from.second, to.second); column <= std::max(from.second, to.second); ++column)
          position.marks[static_cast<std::size_t>(row * clues.width() + column)] = mark;
    }
  }
  if (position.marks == before) return fail("the move changes nothing");
  return position;
}

std::vector<Move> moves_of(const Position& position) {
  const Clues& clues = position.sheet.clues;
  std::vector<Move> out;
  const auto add = [&](const std::string& verb, int row, int column) {
    const Cell cell{row + 1, column + 1};
    const std::string text = cat(verb, " ", cell.row, ",", cell.column);
    out.push_back({.text = text, .label = text, .to = cell});
  };
  for (int row = 0; row < clues.height(); ++row)
    for (int column = 0; column < clues.width(); ++column) {
      const auto& mark = position.at(row, column);
      for (int colour = 1; colour <= clues.colours(); ++colour)
        if (mark != static_cast<ColourId>(colour))
          add(cat("fill ", letter(static_cast<ColourId>(colour))), row, column);
      if (mark != ColourId{0}) add("cross", row, column);
      if (mark) add("clear", row, column);
    }
  return out;
}

std::vector<bool> lines_met(const Position& position) {
  const Clues& clues = position.sheet.clues;
  Picture picture(clues.width(), clues.height());
  for (int row = 0; row < clues.height(); ++row)
    for (int column = 0; column < clues.width(); ++column)
      picture.set(row, column, position.at(row, column).value_or(0));
  const Clues shown = clues_of(picture, clues.palette);
  std::vector<bool> met;
  for (int line = 0; line < clues.lines(); ++line) met.push_back(shown.line(line) == clues.line(line));
  return met;
}

bool won(const Position& position) {
  return std::ranges::all_of(lines_met(position), [](bool line) { return line; });
}

Domains domains_of(const Position& position) {
  Domains out(position.sheet.clues);
  for (std::size_t i = 0; i < out.cells.size(); ++i)
    if (position.marks[i]) out.cells[i] = std::uint32_t{1} << *position.marks[i];
  return out;
}

TextPicture drawn(const Position& position) {
  constexpr int plain = 0, strong = 2, dim = 3;
  const Clues& clues = position.sheet.clues;
  const auto met = lines_met(position);
  std::size_t left = 1, above = 1;
  for (const BlockList& blocks : clues.rows) left = std::max(left, blocks.size());
  for (const BlockList& blocks : clues.columns) above = std::max(above, blocks.size());
  const auto width = static_cast<std::size_t>(clues.width()), height = static_cast<std::size_t>(clues.height());
  TextPicture out;
  out.rows.assign(above + height, std::vector<TextCell>(left + width));
  out.origin = {static_cast<int>(above) + 1, static_cast<int>(left) + 1};
  out.cell_width = 3;
  const auto number = [](const BlockList& blocks, std::size_t i) {
    if (blocks.empty()) return std::string("0");
    return cat(static_cast<int>(blocks[i].size), letter(blocks[i].colour));
  };
  for (std::size_t row = 0; row < height; ++row) {
    const BlockList& blocks = clues.rows[row];
    const std::size_t shown = std::max<std::size_t>(1, blocks.size());
    for (std::size_t i = 0; i < shown; ++i)
      out.rows[above + row][left - shown + i] = {number(blocks, i), met[row] ? dim : plain};
    for (std::size_t column = 0; column < width; ++column) {
      const auto& mark = position.at(static_cast<int>(row), static_cast<int>(column));
      TextCell& cell = out.rows[above + row][left + column];
      cell = {"·", dim};
      if (mark && *mark == 0) cell = {"×", dim};
      if (mark && *mark != 0) cell = {std::string(2, letter(*mark)), strong};
    }
  }
  for (std::size_t column = 0; column < width; ++column) {
    const BlockList& blocks = clues.columns[column];
    const std::size_t shown = std::max<std::size_t>(1, blocks.size());
    for (std::size_t i = 0; i < shown; ++i)
      out.rows[above - shown + i][left + column] = {number(blocks, i), met[height + column] ? dim : plain};
  }
  out.caption = position.sheet.about.title;
  return out;
}

Value view_of(const Position& position) {
  const Clues& clues = position.sheet.clues;
  const auto met = lines_met(position);
  const auto each = [](const std::vector<BlockList>& lines, auto&& part) {
    Value out = Value::array();
    for (const BlockList& blocks : lines) {
      Value line = Value::array();
      for (const Block& block : blocks) line.push(part(block));
      out.push(std::move(line));
    }
    return out;
  };
  const auto size = [](const Block& block) { return static_cast<int>(block.size); };
  const auto hue = [](const Block& block) { return std::string(1, letter(block.colour)); };
  Value palette = Value::array();
  for (std::size_t i = 0; i < clues.palette.size(); ++i) {
    Value colour = Value::object();
    colour.set("letter", std::string(1, letter(static_cast<ColourId>(i))));
    colour.set("name", clues.palette[i].name).set("rgb", "#" + hex_of(clues.palette[i].rgb));
    palette.push(std::move(colour));
  }
  Value cells = Value::array();
  for (int row = 0; row < clues.height(); ++row) {
    std::string text;
    for (int column = 0; column < clues.width(); ++column) text += mark_letter(position.at(row, column));
    cells.push(std::move(text));
  }
  Value rows_met = Value::array(), columns_met = Value::array();
  for (int line = 0; line < clues.lines(); ++line)
    (line < clues.height() ? rows_met : columns_met).push(static_cast<bool>(met[static_cast<std::size_t>(line)]));
  Value out = Value::object();
  out.set("title", position.sheet.about.title).set("width", clues.width()).set("height", clues.height());
  out.set("rows", each(clues.rows, size)).set("columns", each(clues.columns, size)).set("cells", std::move(cells));
  out.set("row_colours", each(clues.rows, hue)).set("column_colours", each(clues.columns, hue));
  out.set("palette", std::move(palette));
  out.set("rows_met", std::move(rows_met)).set("columns_met", std::move(columns_met)).set("won", won(position));
  return out;
}

}  // namespace nazo::nonogram::colour
