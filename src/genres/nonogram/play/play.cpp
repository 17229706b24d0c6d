#include "genres/nonogram/play/play.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "genres/nonogram/solve/check.hpp"

namespace nazo::nonogram {

namespace {

constexpr std::string_view mark_letters = "#x?";

Mark mark_of(char letter) {
  if (letter == '#') return Mark::black;
  return letter == 'x' ? Mark::white : Mark::unknown;
}

Mark mark_of_verb(std::string_view verb) {
  if (verb == "fill") return Mark::black;
  return verb == "cross" ? Mark::white : Mark::unknown;
}

}  // namespace

char letter_of(Mark mark) {
  if (mark == Mark::black) return '#';
  return mark == Mark::white ? 'x' : '?';
}

Result<Position> read_position(std::string_view text) {
  const std::size_t at = text.starts_with("marks\n") ? 0 : text.find("\nmarks\n");
  const std::string_view puzzle = at == std::string_view::npos ? text : text.substr(0, at);
  NAZO_TRY(sheets, read_non(puzzle));
  if (sheets.size() != 1) return fail("a position is one puzzle and its marks");
  Position position{std::move(sheets.front()), {}};
  const int width = position.sheet.clues.width(), height = position.sheet.clues.height();
  position.marks = Marks(width, height);
  if (at == std::string_view::npos) return position;
  std::vector<Line> lines = lines_of(text.substr(at + 7));
  while (!lines.empty() && trim(lines.back().text).empty()) lines.pop_back();
  if (lines.size() != static_cast<std::size_t>(height))
    return fail(cat("expected ", height, " rows of marks, found ", lines.size()));
  for (int row = 0; row < height; ++row) {
    const std::string_view marks = lines[static_cast<std::size_t>(row)].text;
    if (marks.size() != static_cast<std::size_t>(width))
      return fail(cat("row ", row + 1, " has ", marks.size(), " marks, but the puzzle ", width, " columns"));
    for (int column = 0; column < width; ++column) {
      const char c = marks[static_cast<std::size_t>(column)];
      if (mark_letters.find(c) == std::string_view::npos)
        return fail(cat("a mark is #, x or ?, not ", in_quotes({&c, 1})));
      position.marks.set(row, column, mark_of(c));
    }
  }
  return position;
}

std::string write_position(const Position& position) {
  std::string out = write_non(position.sheet) + "\nmarks\n";
  for (int row = 0; row < position.marks.height; ++row) {
    for (int column = 0; column < position.marks.width; ++column) {
      out += letter_of(position.marks.at(row, column));
    }
    out += '\n';
  }
  return out;
}

namespace {

/// "3,4", row and column from 1.
Result<std::pair<int, int>> cell_of(std::string_view text, const Marks& marks) {
  const auto parts = split(text, ',');
  const auto row = parts.size() == 2 ? number_of<int>(parts[0]) : std::nullopt;
  const auto column = parts.size() == 2 ? number_of<int>(parts[1]) : std::nullopt;
  if (!row || !column) return fail(cat("expected a cell such as 3,4, found ", in_quotes(text)));
  if (*row < 1 || *row > marks.height || *column < 1 || *column > marks.width)
    return fail(cat("the board has no cell ", *row, ",", *column, ": it has ", marks.height, " rows and ", marks.width,
                    " columns"));
  return std::pair{*row - 1, *column - 1};
}

}  // namespace

Result<Position> played(Position position, std::string_view move, const Meter& clock) {
  const Marks before = position.marks;
  for (const std::string_view action : split(move, ';')) {
    const auto words = Line{action, 1}.words();
    if (words.empty()) return fail("expected fill, cross or clear and a cell, found nothing");
    const std::string_view verb = words.front().text;
    if (verb != "fill" && verb != "cross" && verb != "clear")
      return fail(cat("expected fill, cross or clear, found ", in_quotes(verb)));
    const Mark mark = mark_of_verb(verb);
    if (words.size() == 1) return fail(cat("expected a cell after ", verb, ", such as ", verb, " 3,4"));
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (const Limit limit = clock.overdue(); limit != Limit::none) return fail_limit(limit);
      const auto ends = split(words[i].text, '-');
      if (ends.size() > 2)
        return fail(cat("expected a cell or two with - between them, found ", in_quotes(words[i].text)));
      NAZO_TRY(from, cell_of(ends.front(), before));
      NAZO_TRY(to, cell_of(ends.back(), before));
      for (int row = std::min(from.first, to.first); row <= std::max(from.first, to.first); ++row)
        for (int column = std::min(from.second, to.second); column <= std::max(from.second, to.second); ++column)
          position.marks.set(row, column, mark);
    }
  }
  if (position.marks == before) return fail("the move changes nothing");
  return position;
}

bool won(const Position& position) {
  const auto met = lines_met(position);
  return std::ranges::all_of(met, [](bool line) { return line; });
}

std::vector<bool> lines_met(const Position& position) {
  const Marks& marks = position.marks;
  const Clues& clues = position.sheet.clues;
  Picture picture(marks.width, marks.height);
  for (int row = 0; row < marks.height; ++row)
    for (int column = 0; column < marks.width; ++column) picture.set(row, column, marks.at(row, column) == Mark::black);
  const Clues shown = clues_of(picture);
  std::vector<bool> met;
  for (int line = 0; line < clues.lines(); ++line) met.push_back(shown.line(line) == clues.line(line));
  return met;
}

namespace {

/// How many numbers of a clue are done, read from the first cell on.
std::size_t done_from_the_edge(const std::vector<Mark>& cells, const Clue& clue) {
  std::size_t done = 0, run = 0;
  for (std::size_t i = 0; i <= cells.size(); ++i) {
    const Mark mark = i < cells.size() ? cells[i] : Mark::white;
    if (mark == Mark::unknown) break;
    if (mark == Mark::black) {
      ++run;
    } else if (run > 0) {
      if (done >= clue.size() || clue[done] != run) break;
      ++done;
      run = 0;
    }
  }
  return done;
}

std::vector<Mark> cells_of_line(const Marks& marks, int line) {
  std::vector<Mark> cells;
  const bool is_row = line < marks.height;
  for (int i = 0; i < (is_row ? marks.width : marks.height); ++i)
    cells.push_back(is_row ? marks.at(line, i) : marks.at(i, line - marks.height));
  return cells;
}

}  // namespace

std::vector<std::vector<bool>> numbers_done(const Position& position) {
  const auto met = lines_met(position);
  std::vector<std::vector<bool>> out;
  for (int line = 0; line < position.sheet.clues.lines(); ++line) {
    Clue clue = position.sheet.clues.line(line);
    const std::size_t count = clue.size();
    std::vector<bool> done(count, met[static_cast<std::size_t>(line)]);
    std::vector<Mark> cells = cells_of_line(position.marks, line);
    const std::size_t first = done_from_the_edge(cells, clue);
    std::ranges::reverse(cells);
    std::ranges::reverse(clue);
    const std::size_t last = done_from_the_edge(cells, clue);
    for (std::size_t i = 0; i < count; ++i)
      if (i < first || count - i <= last) done[i] = true;
    out.push_back(std::move(done));
  }
  return out;
}

TextPicture drawn(const Position& position) {
  constexpr int plain = 0, strong = 2, dim = 3;
  const Clues& clues = position.sheet.clues;
  const auto met = lines_met(position);
  std::size_t left = 1, above = 1;
  for (const Clue& clue : clues.rows) left = std::max(left, clue.size());
  for (const Clue& clue : clues.columns) above = std::max(above, clue.size());
  const auto width = static_cast<std::size_t>(clues.width()), height = static_cast<std::size_t>(clues.height());
  TextPicture out;
  out.rows.assign(above + height, std::vector<TextCell>(left + width));
  out.origin = {static_cast<int>(above) + 1, static_cast<int>(left) + 1};
  const auto number = [](const Clue& clue, std::size_t i) { return std::to_string(clue.empty() ? 0 : clue[i]); };
  for (std::size_t row = 0; row < height; ++row) {
    const Clue& clue = clues.rows[row];
    const std::size_t shown = std::max<std::size_t>(1, clue.size());
    for (std::size_t i = 0; i < shown; ++i)
      out.rows[above + row][left - shown + i] = {number(clue, i), met[row] ? dim : plain};
    for (std::size_t column = 0; column < width; ++column) {
      const Mark mark = position.marks.at(static_cast<int>(row), static_cast<int>(column));
      TextCell& cell = out.rows[above + row][left + column];
      cell = {"·", dim};
      if (mark == Mark::black) cell = {"██", strong};
      if (mark == Mark::white) cell = {"×", dim};
    }
  }
  for (std::size_t column = 0; column < width; ++column) {
    const Clue& clue = clues.columns[column];
    const std::size_t shown = std::max<std::size_t>(1, clue.size());
    for (std::size_t i = 0; i < shown; ++i)
      out.rows[above - shown + i][left + column] = {number(clue, i), met[height + column] ? dim : plain};
  }
  out.caption = position.sheet.title;
  return out;
}

std::string move_for(const Marks& wanted) {
  std::string out;
  for (const auto& [mark, verb] : {std::pair{Mark::black, "fill"}, std::pair{Mark::white, "cross"}}) {
    std::string cells;
    for (int row = 0; row < wanted.height; ++row)
      for (int column = 0; column < wanted.width; ++column) {
        if (wanted.at(row, column) != mark) continue;
        const int first = column;
        while (column + 1 < wanted.width && wanted.at(row, column + 1) == mark) ++column;
        cells += cat(" ", row + 1, ",", first + 1);
        if (column > first) cells += cat("-", row + 1, ",", column + 1);
      }
    if (!cells.empty()) out += cat(out.empty() ? "" : "; ", verb, cells);
  }
  return out;
}

}  // namespace nazo::nonogram
