#include "genres/nonogram/solve/check.hpp"

#include "base/text.hpp"

namespace nazo::nonogram {

std::vector<std::string> broken_clues(const Clues& clues, const Picture& picture) {
  if (picture.width() != clues.width() || picture.height() != clues.height())
    return {cat("the picture has ", picture.width(), "×", picture.height(), " cells, but the puzzle ", clues.width(),
                "×", clues.height())};
  std::vector<std::string> broken;
  const auto compare = [&](std::string_view what, int number, const Clue& clue, int length, auto black_at) {
    Clue runs;
    bool before = false;
    for (int i = 0; i < length; ++i) {
      const bool black = black_at(i);
      if (black && !before) runs.push_back(0);
      if (black) ++runs.back();
      before = black;
    }
    if (runs != clue)
      broken.push_back(cat(what, " ", number, " has ", words_of(runs), ", but its clue is ", words_of(clue)));
  };
  for (int row = 0; row < clues.height(); ++row)
    compare("row", row + 1, clues.rows[static_cast<std::size_t>(row)], clues.width(),
            [&](int i) { return picture.black(row, i); });
  for (int column = 0; column < clues.width(); ++column)
    compare("column", column + 1, clues.columns[static_cast<std::size_t>(column)], clues.height(),
            [&](int i) { return picture.black(i, column); });
  return broken;
}

}  // namespace nazo::nonogram
