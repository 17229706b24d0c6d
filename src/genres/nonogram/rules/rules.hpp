// What a nonogram is: a clue for every row and column, and the pictures that meet them.
//
// A clue lists the lengths of a line's black blocks in order; at least one white cell parts two blocks. A picture meets
// the clues when every row and every column has exactly the blocks its clue lists.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace nazo::nonogram {

/// The longest row or column. The line solver keeps a line in at most 128 bits, two of which lie beyond its end.
inline constexpr int longest_side = 126;

/// The lengths of the black blocks of a line, first to last; empty for a line without black. Kept in place, without
/// heap: clues are copied and compared by the million when puzzles are made.
class Clue {
 public:
  static constexpr std::size_t most_blocks = (longest_side + 1) / 2;

  constexpr Clue() = default;
  constexpr Clue(std::initializer_list<std::uint8_t> blocks) : Clue(blocks.begin(), blocks.end()) {}
  template <class Iterator>
  constexpr Clue(Iterator first, Iterator last) {
    for (; first != last; ++first) push_back(static_cast<std::uint8_t>(*first));
  }
  /// There must be room: a line holds at most `most_blocks`.
  constexpr void push_back(std::uint8_t block) { blocks_[count_++] = block; }

  [[nodiscard]] constexpr std::size_t size() const { return count_; }
  [[nodiscard]] constexpr bool empty() const { return count_ == 0; }
  [[nodiscard]] constexpr std::uint8_t operator[](std::size_t i) const { return blocks_[i]; }
  [[nodiscard]] constexpr std::uint8_t& back() { return blocks_[count_ - 1u]; }
  [[nodiscard]] constexpr std::uint8_t* begin() { return blocks_.data(); }
  [[nodiscard]] constexpr std::uint8_t* end() { return blocks_.data() + count_; }
  [[nodiscard]] constexpr const std::uint8_t* begin() const { return blocks_.data(); }
  [[nodiscard]] constexpr const std::uint8_t* end() const { return blocks_.data() + count_; }

  friend constexpr bool operator==(const Clue& a, const Clue& b) { return (a <=> b) == 0; }
  friend constexpr std::strong_ordering operator<=>(const Clue& a, const Clue& b) {
    return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::uint8_t count_ = 0;
  std::array<std::uint8_t, most_blocks> blocks_;
};

/// How many cells of a line with this clue are black.
[[nodiscard]] int blacks(const Clue& clue);
/// The shortest line that holds the clue.
[[nodiscard]] int room(const Clue& clue);
/// Appends "3 1 2", or "0" for a line without black.
void append_words(std::string& out, const Clue& clue, char separator = ' ');
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
  /// Row by row, 1 for black; whole rows only.
  Picture(int width, std::vector<std::uint8_t> cells)
      : width_(width), height_(static_cast<int>(cells.size()) / width), cells_(std::move(cells)) {}

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
/// The symmetry that makes the least puzzle of the eight: fewest rows first, then line by line.
[[nodiscard]] unsigned least_symmetry(const Clues& clues);
[[nodiscard]] Picture transformed(const Picture& picture, unsigned symmetry);

}  // namespace nazo::nonogram
