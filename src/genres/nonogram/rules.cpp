#include "genres/nonogram/rules.hpp"

#include <algorithm>
#include <numeric>

#include "base/text.hpp"

namespace nazo::nonogram {

int blacks(const Clue& clue) { return std::accumulate(clue.begin(), clue.end(), 0); }

int room(const Clue& clue) { return clue.empty() ? 0 : blacks(clue) + static_cast<int>(clue.size()) - 1; }

std::string words_of(const Clue& clue, char separator) {
  if (clue.empty()) return "0";
  std::string out;
  for (const std::uint8_t block : clue) {
    if (!out.empty()) out += separator;
    if (block >= 100) out += static_cast<char>('0' + block / 100);
    if (block >= 10) out += static_cast<char>('0' + block / 10 % 10);
    out += static_cast<char>('0' + block % 10);
  }
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
  const auto read = [](Clue& clue, int length, auto black_at) {
    int run = 0;
    for (int i = 0; i <= length; ++i) {
      if (i < length && black_at(i)) {
        ++run;
      } else if (run > 0) {
        clue.push_back(static_cast<std::uint8_t>(run));
        run = 0;
      }
    }
  };
  for (int row = 0; row < picture.height(); ++row)
    read(clues.rows[static_cast<std::size_t>(row)], picture.width(), [&](int i) { return picture.black(row, i); });
  for (int column = 0; column < picture.width(); ++column)
    read(clues.columns[static_cast<std::size_t>(column)], picture.height(),
         [&](int i) { return picture.black(i, column); });
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
    if (c == '\n') ++line, column = 0;
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
