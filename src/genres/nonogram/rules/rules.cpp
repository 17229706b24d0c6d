#include "genres/nonogram/rules/rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

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

namespace {

__extension__ using Cells = unsigned __int128;  // of a line, the first in the lowest bit

/// The runs of ones. Black and white cells follow one another as they like, so that a step for every cell would be
/// guessed wrongly by the processor at every other.
template <class Word>
Clue runs_of(Word black) {
  Clue clue;
  while (black != 0) {
    while ((black & 0xffffffffu) == 0) black >>= 32;
    black >>= std::countr_zero(static_cast<std::uint32_t>(black));
    int length = 0;
    int some = 0;
    do {
      some = std::countr_one(static_cast<std::uint32_t>(black));
      black >>= some;
      length += some;
    } while (some == 32);
    clue.push_back(static_cast<std::uint8_t>(length));
  }
  return clue;
}

template <class Word>
Clues clues_by_words(const Picture& picture) {
  Clues clues;
  clues.rows.reserve(static_cast<std::size_t>(picture.height()));
  clues.columns.reserve(static_cast<std::size_t>(picture.width()));
  std::array<Word, longest_side> down{};
  for (int row = 0; row < picture.height(); ++row) {
    Word across = 0;
    for (int column = 0; column < picture.width(); ++column) {
      const Word black = picture.black(row, column) ? 1 : 0;
      across |= black << column;
      down[static_cast<std::size_t>(column)] |= black << row;
    }
    clues.rows.push_back(runs_of(across));
  }
  for (int column = 0; column < picture.width(); ++column)
    clues.columns.push_back(runs_of(down[static_cast<std::size_t>(column)]));
  return clues;
}

}  // namespace

Clues clues_of(const Picture& picture) {
  const bool short_lines = std::max(picture.width(), picture.height()) <= 64;
  return short_lines ? clues_by_words<std::uint64_t>(picture) : clues_by_words<Cells>(picture);
}

namespace {

enum class Sign : std::uint8_t { white = 0, black = 1, end_of_row, none };

/// What each letter of a picture means.
constexpr std::array<Sign, 256> sign_of = [] {
  std::array<Sign, 256> out{};
  out.fill(Sign::none);
  for (const char c : {'#', 'X', '1'}) out[static_cast<unsigned char>(c)] = Sign::black;
  for (const char c : {'.', '-', '0'}) out[static_cast<unsigned char>(c)] = Sign::white;
  for (const char c : {'\n', '\r', '/', ' ', '\t'}) out[static_cast<unsigned char>(c)] = Sign::end_of_row;
  return out;
}();

}  // namespace

Result<Picture> picture_of(std::string_view text) {
  std::vector<std::uint8_t> cells;  // of all rows
  std::vector<std::size_t> ends;    // of each row that is whole
  cells.reserve(text.size());
  std::size_t line = 1, column = 0, begin = 0;
  const auto end_row = [&] {
    if (cells.size() == begin) return;
    ends.push_back(cells.size());
    begin = cells.size();
  };
  for (const char c : text) {
    ++column;
    const Sign sign = sign_of[static_cast<unsigned char>(c)];
    if (sign == Sign::white || sign == Sign::black) {
      cells.push_back(static_cast<std::uint8_t>(sign));
    } else if (sign == Sign::end_of_row) {
      end_row();
    } else {
      return fail_at(line, column, cat("a picture is rows of # and ., here stands ", in_quotes({&c, 1})));
    }
    if (c == '\n') {
      ++line;
      column = 0;
    }
    if (ends.size() > longest_side || cells.size() - begin > longest_side)
      return fail_at(line, column, cat("a picture has at most ", longest_side, " rows and columns"));
  }
  end_row();
  if (ends.empty()) return fail("a picture is rows of # and ., but here is none");
  if (ends.size() > longest_side) return fail(cat("a picture has at most ", longest_side, " rows"));
  const std::size_t width = ends.front();
  for (std::size_t row = 1; row < ends.size(); ++row)
    if (ends[row] - ends[row - 1] != width)
      return fail(
          cat("row ", row + 1, " of the picture has ", ends[row] - ends[row - 1], " cells, but row 1 has ", width));
  return Picture(static_cast<int>(width), std::move(cells));
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
