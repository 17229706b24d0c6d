#include "genres/nonogram/solve/check.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/text.hpp"

namespace nazo::nonogram {
namespace {

__extension__ using Long = unsigned __int128;

int first_black(std::uint64_t cells) { return std::countr_zero(cells); }
int first_black(Long cells) {
  const auto low = static_cast<std::uint64_t>(cells);
  return low != 0 ? first_black(low) : 64 + first_black(static_cast<std::uint64_t>(cells >> 64));
}

/// Are the blocks of the clue the runs of black cells? The first cell is the lowest bit.
template <class Word>
bool meets(Word black, const Clue& clue) {
  for (const int block : clue) {
    if (black == 0 || block >= static_cast<int>(8 * sizeof(Word))) return false;
    black >>= first_black(black);
    const Word ones = (Word{1} << block) - 1;
    if ((black & ones) != ones) return false;
    black >>= block;
    if ((black & 1) != 0) return false;
  }
  return black == 0;
}

/// The runs of a line of which it is known that they are not what its clue says.
template <class Word>
Clue runs_in(Word black) {
  Clue runs;
  for (bool before = false; black != 0; black >>= 1) {
    const bool now = (black & 1) != 0;
    if (now && !before) runs.push_back(0);
    if (now) ++runs.back();
    before = now;
  }
  return runs;
}

template <class Word>
std::vector<std::string> broken_lines(const Clues& clues, const Picture& picture) {
  std::vector<std::string> broken;
  const auto compare = [&](std::string_view what, int index, const Clue& clue, Word black) {
    if (!meets(black, clue))
      broken.push_back(
          cat(what, " ", index + 1, " has ", words_of(runs_in(black)), ", but its clue is ", words_of(clue)));
  };
  std::array<Word, longest_side> columns{};
  for (int row = 0; row < clues.height(); ++row) {
    Word across = 0;
    for (int column = 0; column < clues.width(); ++column) {
      const Word black = picture.black(row, column) ? 1 : 0;
      across |= black << column;
      columns[static_cast<std::size_t>(column)] |= black << row;
    }
    compare("row", row, clues.rows[static_cast<std::size_t>(row)], across);
  }
  for (int column = 0; column < clues.width(); ++column)
    compare("column", column, clues.columns[static_cast<std::size_t>(column)],
            columns[static_cast<std::size_t>(column)]);
  return broken;
}

}  // namespace

std::vector<std::string> broken_clues(const Clues& clues, const Picture& picture) {
  if (picture.width() != clues.width() || picture.height() != clues.height())
    return {cat("the picture has ", picture.width(), "×", picture.height(), " cells, but the puzzle ", clues.width(),
                "×", clues.height())};
  return std::max(clues.width(), clues.height()) < 64 ? broken_lines<std::uint64_t>(clues, picture)
                                                      : broken_lines<Long>(clues, picture);
}

}  // namespace nazo::nonogram
