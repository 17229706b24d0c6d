#include "genres/nonogram/rules/rules.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/text.hpp"

namespace nazo::nonogram {

int blacks(const Clue& clue) { return std::accumulate(clue.begin(), clue.end(), 0); }

int room(const Clue& clue) { return clue.empty() ? 0 : blacks(clue) + static_cast<int>(clue.size()) - 1; }

void append_words(std::string& out, const Clue& clue, char separator) {
  if (clue.empty()) out += '0';
  bool first = true;
  for (const std::uint8_t block : clue) {
    if (!first) out += separator;
    first = false;
    if (block >= 100) out += static_cast<char>('0' + block / 100);
    if (block >= 10) out += static_cast<char>('0' + block / 10 % 10);
    out += static_cast<char>('0' + block % 10);
  }
}

std::string words_of(const Clue& clue, char separator) {
  std::string out;
  append_words(out, clue, separator);
  return out;
}

std::string Picture::text() const {
  std::string out;
  out.reserve(static_cast<std::size_t>((width_ + 1) * height_));
  for (int row = 0; row < height_; ++row) {
    if (row != 0) out += '\n';
    for (int column = 0; column < width_; ++column) out += black(row, column) ? '#' : '.';
  }
  return out;
}

Clues clues_of(const Picture& picture) {
  Clues clues;
  clues.rows.resize(static_cast<std::size_t>(picture.height()));
  clues.columns.resize(static_cast<std::size_t>(picture.width()));
  std::array<std::uint8_t, longest_side> down{};  // how long each column's run is so far
  for (int row = 0; row < picture.height(); ++row) {
    Clue& clue = clues.rows[static_cast<std::size_t>(row)];
    std::uint8_t across = 0;
    for (int column = 0; column < picture.width(); ++column) {
      std::uint8_t& run = down[static_cast<std::size_t>(column)];
      if (picture.black(row, column)) {
        ++across;
        ++run;
        continue;
      }
      if (across > 0) clue.push_back(across);
      if (run > 0) clues.columns[static_cast<std::size_t>(column)].push_back(run);
      across = run = 0;
    }
    if (across > 0) clue.push_back(across);
  }
  for (std::size_t column = 0; column < clues.columns.size(); ++column)
    if (down[column] > 0) clues.columns[column].push_back(down[column]);
  return clues;
}

Result<Picture> picture_of(std::string_view text) {
  std::vector<std::vector<bool>> rows(1);
  std::size_t line = 1, column = 0;
  for (const char c : text) {
    ++column;
    if (c == '#' || c == 'X' || c == '1') {
      rows.back().push_back(true);
    } else if (c == '.' || c == '-' || c == '0') {
      rows.back().push_back(false);
    } else if (c == '\n' || c == '\r' || c == '/' || c == ' ' || c == '\t') {
      if (!rows.back().empty()) rows.emplace_back();
    } else {
      return fail_at(line, column, cat("a picture is rows of # and ., here stands ", in_quotes({&c, 1})));
    }
    if (c == '\n') {
      ++line;
      column = 0;
    }
    if (rows.size() > longest_side + 1 || rows.back().size() > longest_side)
      return fail_at(line, column, cat("a picture has at most ", longest_side, " rows and columns"));
  }
  if (rows.back().empty()) rows.pop_back();
  if (rows.empty()) return fail("a picture is rows of # and ., but here is none");
  if (rows.size() > longest_side) return fail(cat("a picture has at most ", longest_side, " rows"));
  Picture picture(static_cast<int>(rows.front().size()), static_cast<int>(rows.size()));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].size() != rows.front().size())
      return fail(cat("row ", row + 1, " of the picture has ", rows[row].size(), " cells, but row 1 has ",
                      rows.front().size()));
    for (std::size_t i = 0; i < rows[row].size(); ++i)
      picture.set(static_cast<int>(row), static_cast<int>(i), rows[row][i]);
  }
  return picture;
}

Clues transformed(const Clues& clues, unsigned symmetry) {
  Clues out = clues;
  const auto mirror_lines = [](std::vector<Clue>& along, std::vector<Clue>& across) {
    for (Clue& clue : along) std::ranges::reverse(clue);
    std::ranges::reverse(across);
  };
  if (symmetry & 1u) mirror_lines(out.rows, out.columns);
  if (symmetry & 2u) mirror_lines(out.columns, out.rows);
  if (symmetry & 4u) std::swap(out.rows, out.columns);
  return out;
}

unsigned least_symmetry(const Clues& clues) {
  // Compares by the lines' places in the original: most candidates are out after a line or two.
  const auto line_of = [&](unsigned symmetry, int index) -> std::pair<const Clue*, bool> {
    // Line `index` of the transformed puzzle, and whether it reads backward.
    const bool turned = (symmetry & 4u) != 0;
    const int height = turned ? clues.width() : clues.height();
    const bool is_row = (index < height) != turned;  // a row of the original?
    int at = index < height ? index : index - height;
    const bool flip_order = (is_row ? symmetry & 2u : symmetry & 1u) != 0,
               backward = (is_row ? symmetry & 1u : symmetry & 2u) != 0;
    const auto& lines = is_row ? clues.rows : clues.columns;
    if (flip_order) at = static_cast<int>(lines.size()) - 1 - at;
    return {&lines[static_cast<std::size_t>(at)], backward};
  };
  const auto less = [&](unsigned a, unsigned b) {
    const int rows_a = (a & 4u) ? clues.width() : clues.height(), rows_b = (b & 4u) ? clues.width() : clues.height();
    if (rows_a != rows_b) return rows_a < rows_b;
    for (int index = 0; index < clues.lines(); ++index) {
      const auto [x, x_backward] = line_of(a, index);
      const auto [y, y_backward] = line_of(b, index);
      const std::size_t both = std::min(x->size(), y->size());
      for (std::size_t i = 0; i < both; ++i) {
        const int p = (*x)[x_backward ? x->size() - 1 - i : i], q = (*y)[y_backward ? y->size() - 1 - i : i];
        if (p != q) return p < q;
      }
      if (x->size() != y->size()) return x->size() < y->size();
    }
    return false;
  };
  unsigned best = 0;
  for (unsigned symmetry = 1; symmetry < 8; ++symmetry)
    if (less(symmetry, best)) best = symmetry;
  return best;
}

Picture transformed(const Picture& picture, unsigned symmetry) {
  const int width = picture.width(), height = picture.height();
  Picture out((symmetry & 4u) ? height : width, (symmetry & 4u) ? width : height);
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const int r = (symmetry & 2u) ? height - 1 - row : row;
      const int c = (symmetry & 1u) ? width - 1 - column : column;
      if (symmetry & 4u) {
        out.set(c, r, picture.black(row, column));
      } else {
        out.set(r, c, picture.black(row, column));
      }
    }
  return out;
}

}  // namespace nazo::nonogram
