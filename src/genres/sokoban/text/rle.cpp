#include "genres/sokoban/text/rle.hpp"

#include <algorithm>

#include "genres/sokoban/text/text.hpp"

namespace nazo::sokoban {

namespace {
constexpr std::string_view squares = "#$*.@+-_bBpPo";
constexpr bool digit(char c) { return c >= '0' && c <= '9'; }
constexpr std::size_t deepest_group = 16;
}  // namespace

Result<std::size_t> length_of_runs(std::string_view text, std::string_view allowed, std::size_t longest) {
  struct Group {
    std::size_t begin, count, column;
  };
  std::vector<Group> open;
  std::size_t length = 0, count = 0;  // count 0: none was written
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ' || c == '\t') continue;
    if (digit(c)) {
      count = std::min<std::size_t>(count * 10 + static_cast<std::size_t>(c - '0'), longest + 1);
      if (count == 0) return fail_at(1, i + 1, "a run length of 0");
      continue;
    }
    const std::size_t times = std::max<std::size_t>(count, 1);
    if (c == '(') {
      if (open.size() == deepest_group) return fail_at(1, i + 1, "groups are nested too deeply");
      open.push_back({length, times, i + 1});
    } else if (c == ')') {
      if (open.empty() || count != 0) return fail_at(1, i + 1, "')' without its '('");
      const std::size_t more = (length - open.back().begin) * (open.back().count - 1);
      if (more > longest - length) return fail_at(1, i + 1, cat("too long when written out: at most ", longest));
      length += more;
      open.pop_back();
    } else if (allowed.find(c) != std::string_view::npos) {
      if (times > longest - length) return fail_at(1, i + 1, cat("too long when written out: at most ", longest));
      length += times;
    } else {
      return fail_at(1, i + 1,
                     cat(in_quotes(text.substr(i, std::max<std::size_t>(1, utf8_length(text.substr(i))))),
                         " does not belong here: expected counts and ", allowed));
    }
    count = 0;
  }
  if (count != 0) return fail_at(1, text.size(), "a run length at the end with nothing to repeat");
  if (!open.empty()) return fail_at(1, open.back().column, "'(' without its ')'");
  return length;
}

Result<std::string> expand_runs(std::string_view text, std::string_view allowed, std::size_t longest) {
  NAZO_TRY(length, length_of_runs(text, allowed, longest));
  struct Group {
    std::size_t begin, count;
  };
  std::vector<Group> open;
  std::string out;
  out.reserve(length);
  std::size_t count = 0;
  for (const char c : text) {
    if (c == ' ' || c == '\t') continue;
    if (digit(c)) {
      count = count * 10 + static_cast<std::size_t>(c - '0');
      continue;
    }
    const std::size_t times = std::max<std::size_t>(count, 1);
    count = 0;
    if (c == '(') {
      open.push_back({out.size(), times});
    } else if (c == ')') {
      const std::size_t begin = open.back().begin, size = out.size() - begin;
      for (std::size_t n = 1; n < open.back().count && size > 0; ++n) out.append(out, begin, size);
      open.pop_back();
    } else {
      out.append(times, c);
    }
  }
  return out;
}

bool looks_like_runs(std::string_view text) {
  bool runs = false;
  for (const char c : text) {
    if (digit(c) || c == '|') {
      runs = true;
    } else if (c != '(' && c != ')' && squares.find(c) == std::string_view::npos) {
      return false;
    }
  }
  return runs && !text.empty() && !digit(text.back());
}

Result<detail::Rows> rows_of_runs(const Line& line) {
  const std::string_view text = trim(line.text);
  const auto column = static_cast<std::size_t>(text.data() - line.text.data());
  auto written = expand_runs(text, "#$*.@+-_bBpPo|", largest_board);
  if (!written) {
    Error error = std::move(written).error();
    error.line = line.number;
    error.column += column;
    return std::unexpected(std::move(error));
  }
  detail::Rows rows;
  for (const std::string_view row : split(*written, '|')) {
    std::size_t bad = 0;
    if (!rows.add(row, bad)) return fail_at(line.number, column + 1, "a row with something that is no square");
  }
  while (!rows.empty() && rows[rows.size() - 1].empty()) rows.drop_last();
  return rows;
}

Result<std::vector<Entry>> read_rle(std::string_view text) {
  std::vector<Entry> entries;
  std::string title;
  for (const Line& line : lines_of(text)) {
    const std::string_view inner = trim(line.text);
    if (inner.empty()) continue;
    const bool board = inner.find('#') != std::string_view::npos && inner.find('|') != std::string_view::npos;
    if (!board) {
      title = std::string(trim(inner.starts_with(';') ? inner.substr(1) : inner));
      continue;
    }
    NAZO_TRY(rows, rows_of_runs(line));
    Entry entry;
    std::size_t skipped = 0;
    if (rows.empty()) return fail_at(line.number, 1, "the board is empty");
    // Every row stands on this one line.
    auto level = detail::assemble(rows, line.number, skipped);
    if (!level) {
      level.error().line = line.number;
      return std::unexpected(std::move(level).error());
    }
    entry.level = std::move(*level);
    entry.title = std::exchange(title, {});
    entry.line = line.number;
    entry.column = 1;
    entries.push_back(std::move(entry));
  }
  if (entries.empty()) return fail_at(1, 1, "no board found: expected rows in run lengths separated by '|'");
  return entries;
}

std::string write_rle(const Level& level) {
  std::string out;
  const std::string rows = write_level(level);
  out.reserve(rows.size());
  for (std::string_view rest = rows; !rest.empty();) {
    if (!out.empty()) out += '|';
    const std::string_view line = take_line(rest);
    for (std::size_t i = 0; i < line.size();) {
      std::size_t end = i;
      while (end < line.size() && line[end] == line[i]) ++end;
      if (end - i > 1) out += std::to_string(end - i);
      out += line[i] == ' ' ? '-' : line[i];
      i = end;
    }
  }
  return out + "\n";
}

}  // namespace nazo::sokoban
