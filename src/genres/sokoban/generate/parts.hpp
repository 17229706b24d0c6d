// Parts and prototypes for outlines: the two built-in sets, and sets that somebody drew in a text file.
//
//   ; a line that begins with a semicolon is a comment
//   laid 12               how many parts are laid on an interior of 6×6, in proportion on larger ones (9 if not said)
//
//   part                  a drawing of up to 10×10 squares: # wall, . (or - or _) floor, a blank leaves what is there
//   ..#
//   ...
//
//   prototype             what the parts are laid on, without the outer wall; it goes into the middle of the board.
//   ......                Of several one is drawn by lot; without any it is a small room in the middle.
//   .####.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace nazo::sokoban {

/// Rows of '#', '.' and ' '; all of the same length.
struct PartDrawing {
  std::vector<std::string> rows{};

  [[nodiscard]] int height() const { return static_cast<int>(rows.size()); }
  [[nodiscard]] int width() const { return rows.empty() ? 0 : static_cast<int>(rows.front().size()); }
  [[nodiscard]] char at(int row, int column) const {
    return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
};

struct PartSet {
  std::vector<PartDrawing> parts{};
  std::vector<PartDrawing> prototypes{};
  int laid = 9;
};

inline constexpr int largest_part = 10;
inline constexpr int most_laid_parts = 1000;

/// The paper's figures are lost; these are drawn anew: A is roomy, B is narrow.
[[nodiscard]] const PartSet& parts_a();
[[nodiscard]] const PartSet& parts_b();

/// Reads a file as above; an error has its line.
[[nodiscard]] Result<PartSet> read_parts(std::string_view text);
/// An error unless every part in every turn, and every prototype, has room on an interior of this size.
[[nodiscard]] Result<void> parts_fit(const PartSet& set, int width, int height);

}  // namespace nazo::sokoban
