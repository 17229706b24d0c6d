// XSB and .sok, read and written; boards written as text.
#include "genres/sokoban/text/text.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "genres/sokoban/text/rle.hpp"

namespace nazo::sokoban {

namespace {

constexpr std::string_view plain_squares = "#$*.@+ -_";
constexpr std::string_view move_letters = "udlrUDLR";

/// Marks of a square's character, or −1.
constexpr int marks_of(char c) {
  switch (c) {
    case ' ':
    case '-':
    case '_':
      return nothing;
    case '#':
      return wall;
    case '$':
    case 'b':
      return box;
    case '*':
    case 'B':
      return box | goal;
    case '.':
    case 'o':
      return goal;
    case '@':
    case 'p':
      return keeper;
    case '+':
    case 'P':
      return keeper | goal;
    default:
      return -1;
  }
}

constexpr char square_of(std::uint8_t marks) {
  if ((marks & wall) != 0) return '#';
  const bool on_goal = (marks & goal) != 0;
  if ((marks & box) != 0) return on_goal ? '*' : '$';
  if ((marks & keeper) != 0) return on_goal ? '+' : '@';
  return on_goal ? '.' : ' ';
}

bool only(std::string_view text, std::string_view allowed) {
  return text.find_first_not_of(allowed) == std::string_view::npos;
}

std::string_view trim_right(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// What a line is. Inside a board every row of squares counts; a board must begin with a row that has a wall.
enum class Kind { blank, row, runs, words, broken };
Kind kind_of(std::string_view line, bool in_board) {
  const std::string_view inner = trim(line);
  if (inner.empty()) return Kind::blank;
  const bool walled = inner.find('#') != std::string_view::npos;
  if (only(line, plain_squares)) return walled || (in_board && !only(inner, " -_")) ? Kind::row : Kind::words;
  const bool framed = inner.starts_with('#') && inner.ends_with('#');
  if (framed && only(line, "#$*.@+ -_bBpPo")) return Kind::row;
  if (walled && looks_like_runs(inner)) return Kind::runs;
  // Meant as a row, but something in it is no square.
  return framed && inner.size() > 1 ? Kind::broken : Kind::words;
}

/// "Author: somebody" → the value, if the line begins with that word (any case) and a colon.
std::optional<std::string_view> value_of(std::string_view line, std::string_view keyword) {
  line = trim(line);
  if (line.size() <= keyword.size() || lower(line.substr(0, keyword.size())) != keyword || line[keyword.size()] != ':')
    return std::nullopt;
  return trim(line.substr(keyword.size() + 1));
}

/// A line that opens a solution: "Solution", "Solution: LURD", "Solution/Moves: …". The value is what follows the
/// colon.
std::optional<std::string_view> solution_value(std::string_view line) {
  line = trim(line);
  constexpr std::string_view keyword = "solution";
  if (lower(line.substr(0, keyword.size())) != keyword) return std::nullopt;
  const std::string_view rest = line.substr(keyword.size());
  if (rest.empty()) return rest;
  if (rest.front() != ':' && rest.front() != '/' && rest.front() != ' ' && rest.front() != '(') return std::nullopt;
  const std::size_t colon = rest.find(':');
  return colon == std::string_view::npos ? std::string_view{} : trim(rest.substr(colon + 1));
}

/// Reads a .sok text line by line.
class SokReader {
 public:
  Result<std::vector<Entry>> read(std::string_view text) {
    for (const Line& line : lines_of(text)) NAZO_CHECK(take(line));
    NAZO_CHECK(end_board());
    settle_words(false);
    if (entries_.empty()) return fail_at(1, 1, "no board found: expected rows of squares with walls (#)");
    return std::move(entries_);
  }

 private:
  Result<void> take(const Line& line) {
    if (in_comment_) {
      if (value_of(line.text, "comment-end")) {
        in_comment_ = false;
      } else {
        add_comment(trim(line.text));
      }
      return {};
    }
    const Kind kind = kind_of(line.text, !rows_.empty());
    if (in_solution_ && kind == Kind::words && only(trim(line.text), "udlrUDLR0123456789() \t")) {
      return add_solution(line);
    }
    if (kind != Kind::blank) in_solution_ = false;
    switch (kind) {
      case Kind::row: {
        if (rows_.empty()) begin_board(line);
        std::size_t column = 0;
        if (!rows_.add(trim_right(line.text), column)) return bad_square(line, column);
        return {};
      }
      case Kind::runs: {
        NAZO_TRY(rows, rows_of_runs(line));
        if (rows_.empty()) begin_board(line);
        for (std::size_t r = 0; r < rows.size(); ++r) rows_.add(rows[r]);
        return {};
      }
      case Kind::broken: {
        std::size_t column = 0;
        if (!detail::Rows().add(line.text, column)) return bad_square(line, column);
        return {};
      }
      case Kind::blank:
        return end_board();
      case Kind::words:
        break;
    }
    NAZO_CHECK(end_board());
    return take_words(line);
  }

  Result<void> take_words(const Line& line) {
    const std::string_view text = trim(line.text);
    if (text.starts_with("::")) return {};
    Entry* const last = entries_.empty() ? nullptr : &entries_.back();
    if (const auto value = value_of(text, "title")) {
      if (last != nullptr) last->title = *value;
    } else if (const auto author = value_of(text, "author")) {
      (last != nullptr ? last->author : author_) = *author;
    } else if (const auto collection = value_of(text, "collection")) {
      collection_ = *collection;
      if (last != nullptr) last->collection = *collection;
    } else if (const auto comment = value_of(text, "comment")) {
      if (comment->empty()) {
        in_comment_ = true;
      } else {
        add_comment(*comment);
      }
    } else if (const auto solution = solution_value(text); solution && last != nullptr) {
      in_solution_ = true;
      last->solution.clear();
      if (!solution->empty() && only(*solution, "udlrUDLR0123456789() \t"))
        return add_solution({*solution, line.number});
    } else if (text.starts_with(';')) {
      words_.emplace_back(trim(text.substr(1)));
    } else {
      words_.emplace_back(text);
    }
    return {};
  }

  std::unexpected<Error> bad_square(const Line& line, std::size_t column) const {
    return fail_at(
        line.number, column + 1,
        cat(in_quotes(line.text.substr(column, std::max<std::size_t>(1, utf8_length(line.text.substr(column))))),
            " is no square: expected one of # $ * . @ + or a blank"));
  }

  void begin_board(const Line& line) {
    settle_words(true);
    first_line_ = line.number;
  }

  /// The words since the last board: the last of them is the coming board's title, the others are said of the last
  /// board.
  void settle_words(bool board_follows) {
    title_.clear();
    if (board_follows && !words_.empty()) {
      title_ = words_.back();
      words_.pop_back();
    }
    if (!entries_.empty())
      for (const std::string& line : words_) add_comment(line);
    words_.clear();
  }

  Result<void> end_board() {
    if (rows_.empty()) return {};
    Entry entry;
    std::size_t skipped = 0;
    NAZO_TRY(level, detail::assemble(rows_, first_line_, skipped));
    entry.level = std::move(level);
    entry.title = title_;
    entry.author = author_;
    entry.collection = collection_;
    entry.line = first_line_;
    entry.column = skipped + 1;
    entries_.push_back(std::move(entry));
    rows_.clear();
    return {};
  }

  void add_comment(std::string_view text) {
    if (entries_.empty()) return;
    std::string& comment = entries_.back().comment;
    if (!comment.empty()) comment += '\n';
    comment += text;
  }

  Result<void> add_solution(const Line& line) {
    auto moves = read_lurd(line.text);
    if (!moves) {
      moves.error().line = line.number;
      return std::unexpected(moves.error());
    }
    if (entries_.back().solution.size() + moves->size() > longest_solution)
      return fail_at(line.number, 1, "the solution is too long");
    entries_.back().solution += *moves;
    return {};
  }

  std::vector<Entry> entries_;
  detail::Rows rows_;  ///< of the board that is being read
  std::vector<std::string> words_;
  std::string title_, author_, collection_;
  std::size_t first_line_ = 0;
  bool in_comment_ = false, in_solution_ = false;
};

/// Words that fit on one line of a file.
std::string one_line(std::string_view text) {
  std::string out(trim(text));
  std::ranges::replace_if(out, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return out;
}

}  // namespace

void detail::Rows::reserve(std::size_t rows, std::size_t squares) {
  ends_.reserve(rows);
  cells_.reserve(squares);
}

bool detail::Rows::add(std::string_view row, std::size_t& column) {
  for (column = 0; column < row.size(); ++column) {
    const int marks = marks_of(row[column]);
    if (marks < 0) return false;
    cells_.push_back(static_cast<std::uint8_t>(marks));
  }
  ends_.push_back(cells_.size());
  return true;
}

void detail::Rows::add(std::span<const std::uint8_t> row) {
  cells_.insert(cells_.end(), row.begin(), row.end());
  ends_.push_back(cells_.size());
}

void detail::Rows::drop_last() {
  ends_.pop_back();
  cells_.resize(ends_.empty() ? 0 : ends_.back());
}

void detail::Rows::clear() {
  cells_.clear();
  ends_.clear();
}

Result<Level> detail::assemble(const Rows& rows, std::size_t line, std::size_t& skipped_columns) {
  const auto used = [](std::uint8_t cell) { return cell != nothing; };
  std::size_t width = 0, left = std::string_view::npos;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto row = rows[r];
    const auto first = std::ranges::find_if(row, used);
    if (first == row.end()) continue;
    left = std::min(left, static_cast<std::size_t>(first - row.begin()));
    std::size_t end = row.size();
    while (row[end - 1] == nothing) --end;
    width = std::max(width, end);
  }
  if (width == 0) return fail_at(line, 1, "the board is empty");
  std::size_t top = 0, bottom = rows.size();
  while (std::ranges::none_of(rows[top], used)) ++top;
  while (std::ranges::none_of(rows[bottom - 1], used)) --bottom;
  if (std::ranges::none_of(rows[top], [](std::uint8_t cell) { return cell == wall; }))
    return fail_at(line + top, 1, "the board's first row has no wall (#)");
  skipped_columns = left;
  const std::size_t columns = width - left;
  if (columns > largest_board || (bottom - top) > largest_board / columns)
    return fail_at(line, 1, cat("the board is too large: at most ", largest_board, " squares"));
  Level level(static_cast<int>(columns), static_cast<int>(bottom - top));
  for (std::size_t r = top; r < bottom; ++r) {
    const auto row = rows[r];
    if (std::ranges::none_of(row, used)) return fail_at(line + r, 1, "an empty row in the middle of a board");
    for (std::size_t c = left; c < std::min(row.size(), width); ++c)
      level.at(static_cast<int>(r - top), static_cast<int>(c - left)) = row[c];
  }
  return level;
}

Result<Level> read_level(std::string_view text) {
  detail::Rows rows;
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
  rows.reserve(lines, text.size() - lines + 1);
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::string_view line = take_line(text);
    if (line.starts_with(';')) continue;
    if (trim(line).empty() && rows.empty()) continue;
    std::size_t column = 0;
    if (!rows.add(trim_right(line), column))
      return fail_at(number, column + 1, cat(in_quotes(line.substr(column, 1)), " is no square"));
  }
  if (rows.empty()) return fail_at(1, 1, "the board is empty");
  std::size_t skipped = 0;
  return detail::assemble(rows, 1, skipped);
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string write_level(const Level& level) {
  std::string out;
  out.reserve(static_cast<std::size_t>(level.height) * (static_cast<std::size_t>(level.width) + 1));
  for (int r = 0; r < level.height; ++r) {
    int end = level.width;
    while (end > 0 && level.at(r, end - 1) == nothing) --end;
    for (int c = 0; c < end; ++c) out += square_of(level.at(r, c));
    out += '\n';
  }
  return out;
}

Result<std::vector<Entry>> read_sok(std::string_view text) { return SokReader().read(text); }

std::string write_xsb(const Entry& entry) {
  const std::string title = one_line(entry.title);
  return (title.empty() ? std::string() : cat("; ", title, "\n\n")) + write_level(entry.level);
}

std::string write_sok(const Entry& entry) {
  std::string out = write_level(entry.level);
  const auto field = [&](std::string_view name, std::string_view value) {
    const std::string line = one_line(value);
    if (!line.empty()) out += cat(name, ": ", line, "\n");
  };
  field("Title", entry.title);
  field("Author", entry.author);
  field("Collection", entry.collection);
  if (!trim(entry.comment).empty()) {
    out += "Comment:\n";
    for (const Line& line : lines_of(entry.comment))
      if (!value_of(line.text, "comment-end")) out += cat(trim(line.text), "\n");
    out += "Comment-End:\n";
  }
  field("Solution", entry.solution);
  return out;
}

Result<std::string> read_lurd(std::string_view text) { return expand_runs(text, move_letters, longest_solution); }
Result<std::size_t> lurd_length(std::string_view text) { return length_of_runs(text, move_letters, longest_solution); }

}  // namespace nazo::sokoban
