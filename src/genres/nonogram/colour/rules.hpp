// What a nonogram in colours is: every block has a length and a colour. Between two blocks of one colour stands at
// least one empty cell; blocks of different colours may touch.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "genres/nonogram/rules/rules.hpp"

namespace nazo::nonogram::colour {

/// A colour's number in the palette; 0 is the background, which no block has.
using ColourId = std::uint8_t;

/// A colour of the palette. In texts colour i is the i-th of these letters, the background is a point.
struct Colour {
  std::string name;   ///< one word, as a file has it; may be empty
  std::uint32_t rgb;  ///< 0xRRGGBB
  friend bool operator==(const Colour&, const Colour&) = default;
};
inline constexpr std::string_view letters = "abcdefghijklmnopqrstuvwyzABCDEF";
inline constexpr int most_colours = static_cast<int>(letters.size());
[[nodiscard]] constexpr char letter(ColourId colour) { return colour == 0 ? '.' : letters[colour - 1u]; }
/// The colour of a letter, up to `last`; −1 if there is none. A point, a hyphen or a 0 is the background.
[[nodiscard]] int colour_of(char letter, int last);

struct Block {
  std::uint8_t size;
  ColourId colour;
  friend auto operator<=>(const Block&, const Block&) = default;
};
using BlockList = std::vector<Block>;

/// The shortest line that holds the blocks.
[[nodiscard]] int room(const BlockList& blocks);
/// "3a,1b", or "0" for a line without blocks.
[[nodiscard]] std::string words_of(const BlockList& blocks, char separator = ',');

struct Clues {
  std::vector<Colour> palette{};  ///< [0] is the background
  std::vector<BlockList> rows{}, columns{};

  [[nodiscard]] int width() const { return static_cast<int>(columns.size()); }
  [[nodiscard]] int height() const { return static_cast<int>(rows.size()); }
  [[nodiscard]] int lines() const { return width() + height(); }
  /// Colours besides the background.
  [[nodiscard]] int colours() const { return static_cast<int>(palette.size()) - 1; }
  [[nodiscard]] const BlockList& line(int index) const {
    return index < height() ? rows[static_cast<std::size_t>(index)]
                            : columns[static_cast<std::size_t>(index - height())];
  }
  [[nodiscard]] int length(int index) const { return index < height() ? width() : height(); }
  friend bool operator==(const Clues&, const Clues&) = default;
};

class Picture {
 public:
  Picture() = default;
  Picture(int width, int height) : width_(width), height_(height), cells_(static_cast<std::size_t>(width * height)) {}
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] ColourId at(int row, int column) const {
    return cells_[static_cast<std::size_t>(row * width_ + column)];
  }
  void set(int row, int column, ColourId colour) { cells_[static_cast<std::size_t>(row * width_ + column)] = colour; }
  /// Rows of letters and points, each but the last followed by a line feed: what a solution looks like.
  [[nodiscard]] std::string text() const;
  friend bool operator==(const Picture&, const Picture&) = default;

 private:
  int width_ = 0, height_ = 0;
  std::vector<ColourId> cells_;
};

/// The clues of a picture; the palette is taken over.
[[nodiscard]] Clues clues_of(const Picture& picture, std::vector<Colour> palette);
/// Reads rows of letters and points, parted by line ends, blanks or slashes. The size must be right.
[[nodiscard]] Result<Picture> picture_of(std::string_view text, const Clues& clues);
/// As for black and white: bit 0 mirrors left and right, bit 1 top and bottom, bit 2 exchanges rows and columns.
[[nodiscard]] Clues transformed(const Clues& clues, unsigned symmetry);
/// Where a picture breaks the clues. Counts runs of cells and nothing else: it shares no code with the solver.
[[nodiscard]] std::vector<std::string> broken_clues(const Clues& clues, const Picture& picture);

}  // namespace nazo::nonogram::colour
