#include "genres/nonogram/text/text.hpp"

#include <algorithm>
#include <memory>
#include <tuple>

#include "base/text.hpp"
#include "genres/nonogram/text/quoting.hpp"

namespace nazo::nonogram {

Result<Clue> read_clue(std::string_view text, std::string_view separators, int side, std::size_t line,
                       std::size_t column) {
  Clue clue;
  bool zero = false;
  int needed = -1;
  for (std::size_t i = 0; i < text.size();) {
    if (separators.find(text[i]) != std::string_view::npos) {
      ++i;
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(separators, i), text.size());
    const std::string_view word = text.substr(i, end - i);
    const auto number = number_of<std::int64_t>(word);
    if (!number) return fail_at(line, column + i, cat("expected the length of a block, found ", in_quotes(word)));
    if (*number < 0) return fail_at(line, column + i, cat("a block cannot have ", *number, " cells"));
    if (*number > side)
      return fail_at(line, column + i, cat("a block of ", *number, " does not fit in a line of ", side, " cells"));
    if (zero || (*number == 0 && !clue.empty()))
      return fail_at(line, column + i, "a 0 stands alone: it means that the line has no black cell");
    zero = *number == 0;
    if (!zero) needed += static_cast<int>(*number) + 1;
    if (needed > side)
      return fail_at(line, column + i, cat("the clue needs ", needed, " cells or more, but the line has ", side));
    if (!zero) clue.push_back(static_cast<std::uint8_t>(*number));
    i = end;
  }
  return clue;
}

Result<void> check_sums(const Clues& clues, std::size_t line) {
  int in_rows = 0, in_columns = 0;
  for (const Clue& clue : clues.rows) in_rows += blacks(clue);
  for (const Clue& clue : clues.columns) in_columns += blacks(clue);
  if (in_rows == in_columns) return {};
  return fail_at(line, 0, cat("the rows ask for ", in_rows, " black cells, but the columns for ", in_columns));
}

Result<int> read_side(std::string_view text, std::string_view what, std::size_t line, std::size_t column) {
  const auto number = number_of<std::int64_t>(text);
  if (!number) return fail_at(line, column, cat("expected the ", what, ", found ", in_quotes(text)));
  if (*number < 1 || *number > longest_side)
    return fail_at(line, column, cat("the ", what, " must be 1 to ", longest_side, ", not ", *number));
  return static_cast<int>(*number);
}

namespace {

bool only_blanks(std::string_view text) { return trim(text).empty(); }

/// The lines that hold `count` clues. Files write an empty clue as 0 or as a blank line, and may part clues by blank
/// lines.
Result<std::vector<Line>> clue_lines(std::vector<Line> all, int count, std::string_view what, std::size_t line) {
  const auto wanted = static_cast<std::size_t>(count);
  std::vector<Line> full = all;
  std::erase_if(full, [](const Line& l) { return only_blanks(l.text); });
  if (full.size() == wanted) return full;
  const auto last = std::ranges::find_if(all.rbegin(), all.rend(), [](const Line& l) { return !only_blanks(l.text); });
  if (static_cast<std::size_t>(all.rend() - last) > wanted || all.size() < wanted)
    return fail_at(line, 0, cat("expected ", count, " ", what, ", found ", full.size()));
  all.resize(wanted);
  return all;
}

// ── .non ───────────────────────────────────────────────────────────────────────────────────────────────────────────

Result<Picture> goal_of(std::string_view text, int width, int height, std::size_t line) {
  Picture picture(width, height);
  int cell = 0;
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '"') continue;
    if (cell == width * height) return fail_at(line, 0, cat("the goal has more than ", width * height, " cells"));
    const bool white = c == '0' || c == '.' || c == '-';
    if (!white && c != '1' && c != '#' && c != 'X')
      return fail_at(line, 0, cat("the goal is written with 0 and 1, not ", in_quotes({&c, 1})));
    picture.set(cell / width, cell % width, !white);
    ++cell;
  }
  if (cell != width * height) return fail_at(line, 0, cat("the goal has ", cell, " cells, not ", width * height));
  return picture;
}

/// Reads one .non puzzle line by line.
class NonReader {
 public:
  /// True if a keyword on this line belongs to the next puzzle: this one is complete, or has that key already.
  [[nodiscard]] bool begins_another(std::string_view key) const {
    if (key == "goal") return has_goal_;
    const bool complete = has_rows_ && has_columns_ && !collecting_;
    return complete || (collecting_ && has_rows_ && has_columns_) || (key == "width" && width_ > 0) ||
           (key == "height" && height_ > 0);
  }

  [[nodiscard]] bool empty() const { return !touched_; }

  Result<void> take(const Line& line) {
    const std::string_view text = trim(line.text);
    const std::size_t space = std::min(text.find_first_of(" \t"), text.size());
    const std::string key = lower(text.substr(0, space));
    const std::string_view rest = trim(text.substr(space));
    const bool is_word = !text.empty() && ((key[0] >= 'a' && key[0] <= 'z'));
    if (!is_word) {
      if (collecting_) {
        collecting_->push_back(line);
        return {};
      }
      if (text.empty()) return {};
      return fail_at(line.number, 1,
                     cat("expected a keyword such as width, height, rows or columns, found ", in_quotes(text)));
    }
    touched_ = true;
    collecting_ = nullptr;
    const std::size_t column = static_cast<std::size_t>((rest.empty() ? text : rest).data() - line.text.data()) + 1;
    if (key == "width" || (key == "columns" && !rest.empty())) {
      NAZO_TRY(side, read_side(rest, "width", line.number, column));
      width_ = side;
    } else if (key == "height" || (key == "rows" && !rest.empty())) {
      NAZO_TRY(side, read_side(rest, "height", line.number, column));
      height_ = side;
    } else if (key == "rows" || key == "columns") {
      const auto [has, lines, at] =
          key == "rows" ? std::tie(has_rows_, rows_, rows_at_) : std::tie(has_columns_, columns_, columns_at_);
      if (has) return fail_at(line.number, column, cat("the ", key, " are given twice"));
      has = true;
      at = line.number;
      collecting_ = &lines;
    } else if (key == "goal") {
      has_goal_ = true;
      goal_ = rest;
      goal_at_ = line.number;
    } else if (key == "catalogue" || key == "catalog") {
      sheet_.catalogue = unquoted(rest);
    } else if (key == "title") {
      sheet_.title = unquoted(rest);
    } else if (key == "by") {
      sheet_.author = unquoted(rest);
    } else if (key == "copyright") {
      sheet_.copyright = unquoted(rest);
    } else if (key == "license") {
      sheet_.license = unquoted(rest);
    } else if (key == "description") {
      sheet_.description = unquoted(rest);
    } else if (key == "color" || key == "colour") {
      return fail_at(line.number, column, "a puzzle in colours: here only black and white is understood");
    }
    return {};  // a line with another first word is somebody's own property
  }

  Result<Sheet> finish(std::size_t last_line) && {
    if (width_ == 0) return fail_at(last_line, 0, "expected a line 'width N', but there is none");
    if (height_ == 0) return fail_at(last_line, 0, "expected a line 'height N', but there is none");
    if (!has_rows_) return fail_at(last_line, 0, "expected a line 'rows' and a clue for every row, but there is none");
    if (!has_columns_)
      return fail_at(last_line, 0, "expected a line 'columns' and a clue for every column, but there is none");
    NAZO_TRY(row_lines, clue_lines(std::move(rows_), height_, "row clues", rows_at_));
    for (const Line& line : row_lines) {
      NAZO_TRY(clue, read_clue(line.text, ", \t", width_, line.number, 1));
      sheet_.clues.rows.push_back(std::move(clue));
    }
    NAZO_TRY(column_lines, clue_lines(std::move(columns_), width_, "column clues", columns_at_));
    for (const Line& line : column_lines) {
      NAZO_TRY(clue, read_clue(line.text, ", \t", height_, line.number, 1));
      sheet_.clues.columns.push_back(std::move(clue));
    }
    NAZO_CHECK(check_sums(sheet_.clues, columns_at_));
    if (has_goal_) {
      NAZO_TRY(goal, goal_of(goal_, width_, height_, goal_at_));
      sheet_.goal = std::move(goal);
    }
    return std::move(sheet_);
  }

 private:
  Sheet sheet_;
  bool touched_ = false, has_rows_ = false, has_columns_ = false, has_goal_ = false;
  int width_ = 0, height_ = 0;
  std::vector<Line> rows_, columns_;
  std::vector<Line>* collecting_ = nullptr;  ///< the list of clues that is being read
  std::size_t rows_at_ = 0, columns_at_ = 0, goal_at_ = 0;
  std::string_view goal_;
};

}  // namespace

Result<std::vector<Sheet>> read_non(std::string_view text) {
  if (auto sheet = read_normal(text)) {
    std::vector<Sheet> sheets;
    sheets.push_back(std::move(*sheet));
    return sheets;
  }
  return read_any_non(text);
}

Result<std::vector<Sheet>> read_any_non(std::string_view text) {
  std::vector<Sheet> sheets;
  auto reader = std::make_unique<NonReader>();
  std::size_t last = 1;
  const auto close = [&](std::size_t line) -> Result<void> {
    NAZO_TRY(sheet, std::move(*reader).finish(line));
    sheets.push_back(std::move(sheet));
    reader = std::make_unique<NonReader>();
    return {};
  };
  for (const Line& line : lines_of(text)) {
    last = line.number;
    const std::string_view trimmed = trim(line.text);
    if (trimmed.starts_with("====")) {
      if (!reader->empty()) NAZO_CHECK(close(line.number));
      continue;
    }
    const std::string key = lower(trimmed.substr(0, trimmed.find_first_of(" \t")));
    if (!key.empty() && key[0] >= 'a' && key[0] <= 'z' && !reader->empty() && reader->begins_another(key))
      NAZO_CHECK(close(line.number));
    NAZO_CHECK(reader->take(line));
  }
  if (!reader->empty() || sheets.empty()) NAZO_CHECK(close(last));
  return sheets;
}

std::string write_non(const Sheet& sheet) {
  std::string out;
  out.reserve(512);
  const auto property = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) out += cat(key, " ", quoted_text(value), "\n");
  };
  property("catalogue", sheet.catalogue);
  property("title", sheet.title);
  property("by", sheet.author);
  property("copyright", sheet.copyright);
  property("license", sheet.license);
  property("description", sheet.description);
  out += cat("width ", sheet.clues.width(), "\nheight ", sheet.clues.height(), "\n\nrows\n");
  const auto clues = [&](const std::vector<Clue>& lines) {
    for (const Clue& clue : lines) {
      append_words(out, clue, ',');
      out += '\n';
    }
  };
  clues(sheet.clues.rows);
  out += "\ncolumns\n";
  clues(sheet.clues.columns);
  if (sheet.goal) {
    out += "\ngoal \"";
    for (int row = 0; row < sheet.goal->height(); ++row)
      for (int column = 0; column < sheet.goal->width(); ++column) out += sheet.goal->black(row, column) ? '1' : '0';
    out += "\"\n";
  }
  return out;
}

// ── .nin ───────────────────────────────────────────────────────────────────────────────────────────────────────────

Result<std::vector<Sheet>> read_nin(std::string_view text) {
  std::vector<Line> lines = lines_of(text);
  const auto first = std::ranges::find_if(lines, [](const Line& line) { return !only_blanks(line.text); });
  if (first == lines.end()) return fail_at(1, 1, "expected two numbers, columns and rows, but the text is empty");
  const auto words = first->words();
  if (words.size() != 2)
    return fail_at(
        first->number, words[0].column,
        cat("expected two numbers, columns and rows, found ", words.size(), words.size() == 1 ? " word" : " words"));
  NAZO_TRY(width, read_side(words[0].text, "number of columns", first->number, words[0].column));
  NAZO_TRY(height, read_side(words[1].text, "number of rows", first->number, words[1].column));
  NAZO_TRY(clue_rows, clue_lines({first + 1, lines.end()}, width + height, "clues", first->number));
  Sheet sheet;
  for (std::size_t i = 0; i < clue_rows.size(); ++i) {
    const bool row = i < static_cast<std::size_t>(height);
    NAZO_TRY(clue, read_clue(clue_rows[i].text, " \t,", row ? width : height, clue_rows[i].number, 1));
    (row ? sheet.clues.rows : sheet.clues.columns).push_back(std::move(clue));
  }
  NAZO_CHECK(check_sums(sheet.clues, first->number));
  return std::vector{std::move(sheet)};
}

std::string write_nin(const Sheet& sheet) {
  std::string out = cat(sheet.clues.width(), " ", sheet.clues.height(), "\n");
  for (const Clue& clue : sheet.clues.rows) out += words_of(clue) += '\n';
  for (const Clue& clue : sheet.clues.columns) out += words_of(clue) += '\n';
  return out;
}

// ── Tatham's id ────────────────────────────────────────────────────────────────────────────────────────────────────

Result<std::vector<Sheet>> read_id(std::string_view text) {
  std::vector<Sheet> sheets;
  for (const Line& line : lines_of(text)) {
    const std::string_view id = trim(line.text);
    if (id.empty()) continue;
    const std::size_t column = static_cast<std::size_t>(id.data() - line.text.data()) + 1;
    const std::size_t x = id.find('x'), colon = id.find(':');
    if (colon == std::string_view::npos) {
      if (id.find('#') != std::string_view::npos)
        return fail_at(line.number, column, "a random seed (SIZE#SEED) is no puzzle: expected WIDTHxHEIGHT:CLUES");
      return fail_at(line.number, column, cat("expected WIDTHxHEIGHT:CLUES, found ", in_quotes(id)));
    }
    const bool square = x == std::string_view::npos || x > colon;
    NAZO_TRY(width, read_side(id.substr(0, square ? colon : x), "width", line.number, column));
    int height = width;
    if (!square) {
      NAZO_TRY(side, read_side(id.substr(x + 1, colon - x - 1), "height", line.number, column + x + 1));
      height = side;
    }
    const std::string_view body = id.substr(colon + 1);
    if (const std::size_t comma = body.find(','); comma != std::string_view::npos)
      return fail_at(line.number, column + colon + 1 + comma, "cells that are given at the start are not understood");
    const auto parts = split(body, '/');
    if (parts.size() != static_cast<std::size_t>(width + height))
      return fail_at(line.number, column,
                     cat("expected ", width + height, " clues with / between them, found ", parts.size()));
    Sheet sheet;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool is_column = i < static_cast<std::size_t>(width);
      const std::size_t at = static_cast<std::size_t>(parts[i].data() - line.text.data()) + 1;
      NAZO_TRY(clue, read_clue(parts[i], ".", is_column ? height : width, line.number, at));
      (is_column ? sheet.clues.columns : sheet.clues.rows).push_back(std::move(clue));
    }
    NAZO_CHECK(check_sums(sheet.clues, line.number));
    sheets.push_back(std::move(sheet));
  }
  if (sheets.empty()) return fail_at(1, 1, "expected WIDTHxHEIGHT:CLUES, but the text is empty");
  return sheets;
}

std::string write_id(const Sheet& sheet) {
  std::string out = cat(sheet.clues.width(), "x", sheet.clues.height(), ":");
  bool first = true;
  const auto add = [&](const std::vector<Clue>& clues) {
    for (const Clue& clue : clues) {
      if (!first) out += '/';
      first = false;
      if (!clue.empty()) out += words_of(clue, '.');
    }
  };
  add(sheet.clues.columns);
  add(sheet.clues.rows);
  return out += '\n';
}

// ── TAAI batches ───────────────────────────────────────────────────────────────────────────────────────────────────

Result<std::vector<Sheet>> read_taai(std::string_view text) {
  std::vector<Sheet> sheets;
  std::vector<Line> lines = lines_of(text);
  std::size_t i = 0;
  while (i < lines.size() && only_blanks(lines[i].text)) ++i;
  if (i == lines.size()) return fail_at(1, 1, "expected a line '$1' and clues, but the text is empty");
  while (i < lines.size()) {
    const std::string_view head = trim(lines[i].text);
    const std::size_t at = lines[i].number;
    if (!head.starts_with('$')) return fail_at(at, 1, cat("expected a line '$NUMBER', found ", in_quotes(head)));
    std::size_t end = i + 1;
    while (end < lines.size() && !trim(lines[end].text).starts_with('$')) ++end;
    std::vector<Line> found(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                            lines.begin() + static_cast<std::ptrdiff_t>(end));
    while (!found.empty() && only_blanks(found.back().text)) found.pop_back();
    if (found.empty() || found.size() % 2 != 0 || found.size() > 2 * longest_side)
      return fail_at(at, 1,
                     cat("a puzzle of a batch is square: expected as many row clues as column clues, found ",
                         found.size(), " clues"));
    const int side = static_cast<int>(found.size() / 2);
    Sheet sheet;
    std::string title(head.substr(1));
    std::erase_if(title, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    sheet.title = std::string(trim(title));
    for (std::size_t j = 0; j < found.size(); ++j) {
      NAZO_TRY(clue, read_clue(found[j].text, " \t,", side, found[j].number, 1));
      (j < static_cast<std::size_t>(side) ? sheet.clues.columns : sheet.clues.rows).push_back(std::move(clue));
    }
    NAZO_CHECK(check_sums(sheet.clues, at));
    sheets.push_back(std::move(sheet));
    i = end;
  }
  return sheets;
}

}  // namespace nazo::nonogram
