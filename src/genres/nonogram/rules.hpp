// What a nonogram is: a clue for every row and column, and the pictures that meet them.
//
// A clue lists the lengths of a line's black blocks in order; at least one white cell parts two blocks. A picture meets
// the clues when every row and every column has exactly the blocks its clue lists.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace nazo::nonogram {

/// The longest row or column. The line solver keeps a line in at most 128 bits, two of which lie beyond its end.
inline constexpr int longest_side = 126;

/// The lengths of the black blocks of a line, first to last; empty for a line without black.
using Clue = std::vector<std::uint8_t>;

/// How many cells of a line with this clue are black.
[[nodiscard]] int blacks(const Clue& clue);
/// The shortest line that holds the clue.
[[nodiscard]] int room(const Clue& clue);
/// "3 1 2", or "0" for a line without black.
[[nodiscard]] std::string words_of(const Clue& clue, char separator = ' ');

struct Clues {
  std::vector<Clue> rows, columns;

  [[nodiscard]] int width() const { return static_cast<int>(columns.size()); }
  [[nodiscard]] int height() const { return static_cast<int>(rows.size()); }
  /// Rows first, then columns: line 0 is the top row, line height() the leftmost column.
  [[nodiscard]] int lines() const { return width() + height(); }
  [[nodiscard]] const Clue& line(int index) const {
    return index < height() ? rows[static_cast<std::size_t>(index)]
                            : columns[static_cast<std::size_t>(index - height())];
  }
  /// How many cells line `index` has.
  [[nodiscard]] int length(int index) const { return index < height() ? width() : height(); }

  friend bool operator==(const Clues&, const Clues&) = default;
  friend auto operator<=>(const Clues&, const Clues&) = default;
};

/// Black and white cells; row and column count from 0 here (people and files count from 1).
class Picture {
 public:
  Picture() = default;
  Picture(int width, int height) : width_(width), height_(height), cells_(static_cast<std::size_t>(width * height)) {}

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] bool black(int row, int column) const { return cells_[index(row, column)] != 0; }
  void set(int row, int column, bool is_black) { cells_[index(row, column)] = is_black ? 1 : 0; }
  void flip(int row, int column) { cells_[index(row, column)] ^= 1; }

  /// Rows of # and ., each but the last followed by a line feed: what a solution looks like.
  [[nodiscard]] std::string text() const;

  friend bool operator==(const Picture&, const Picture&) = default;

 private:
  [[nodiscard]] std::size_t index(int row, int column) const { return static_cast<std::size_t>(row * width_ + column); }
  int width_ = 0, height_ = 0;
  std::vector<std::uint8_t> cells_;
};

[[nodiscard]] Clues clues_of(const Picture& picture);

/// Reads rows of # (also X, 1) and . (also -, 0), parted by line ends, blanks or slashes.
[[nodiscard]] Result<Picture> picture_of(std::string_view text);

/// The mirror images and rotations: bit 0 mirrors left and right, bit 1 top and bottom, bit 2 exchanges rows and
/// columns.
[[nodiscard]] Clues transformed(const Clues& clues, unsigned symmetry);
[[nodiscard]] Picture transformed(const Picture& picture, unsigned symmetry);

}  // namespace nazo::nonogram
