// Boards as text: XSB and .sok (one reader for both), run-length encoded boards, SLC XML, and LURD solutions.
//
//   #  wall      $ b  box              . o  goal            blank - _  floor (or outside)
//   @ p keeper   * B  box on goal      + P  keeper on goal
//
// A .sok text is boards with words around them. The last line of words before a board is its title ("; 12" in XSB
// files); "Title:", "Author:", "Collection:", "Comment:" … "Comment-End:" and "Solution" after a board belong to that
// board, "Author:" and "Collection:" before the first board to all of them. Lines that begin with "::" are skipped.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "genres/sokoban/rules/rules.hpp"

namespace nazo::sokoban {

/// A board and the words around it.
struct Entry {
  Level level;
  std::string title{}, author{}, collection{}, comment{};
  std::string solution{};            ///< LURD, run lengths written out; not checked
  std::size_t line = 0, column = 0;  ///< where the board's top left square stands in the text (from 1)
};

/// No board may have more squares than this.
inline constexpr std::size_t largest_board = 1'000'000;
/// No written solution may have more moves than this.
inline constexpr std::size_t longest_solution = 10'000'000;

/// Takes the first line off a text.
[[nodiscard]] std::string_view take_line(std::string_view& text);

/// One board, as `write_level` writes it. Lines that begin with ';' are skipped.
[[nodiscard]] Result<Level> read_level(std::string_view text);
/// Rows of XSB without trailing blanks, each ended by a newline.
[[nodiscard]] std::string write_level(const Level& level);

[[nodiscard]] Result<std::vector<Entry>> read_sok(std::string_view text);
/// One board a line: counts before squares, rows separated by '|'. Lines of words before a board are its title.
[[nodiscard]] Result<std::vector<Entry>> read_rle(std::string_view text);
/// <SokobanLevels> of the SokobanYASC kind; not in the browser's build.
[[nodiscard]] Result<std::vector<Entry>> read_slc(std::string_view text);

/// XSB: "; title", the board.
[[nodiscard]] std::string write_xsb(const Entry& entry);
/// .sok: the board, then Title, Author, Collection, Comment and Solution as far as there are any.
[[nodiscard]] std::string write_sok(const Entry& entry);
[[nodiscard]] std::string write_rle(const Level& level);

/// The moves of a LURD text: blanks are skipped and run lengths ("3r2U") written out; columns in errors count from 1.
[[nodiscard]] Result<std::string> read_lurd(std::string_view text);
/// How many moves that will be.
[[nodiscard]] Result<std::size_t> lurd_length(std::string_view text);

namespace detail {

/// Rows of marks, of different lengths, that follow one another in one list: a board of a million rows is no burden.
class Rows {
 public:
  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] bool empty() const { return ends_.empty(); }
  [[nodiscard]] std::span<const std::uint8_t> operator[](std::size_t row) const {
    const std::size_t begin = row == 0 ? 0 : ends_[row - 1];
    return std::span(cells_).subspan(begin, ends_[row] - begin);
  }
  void reserve(std::size_t rows, std::size_t squares);
  /// Adds a row of squares. False if some character is none; `column` is then the first bad one (from 0).
  [[nodiscard]] bool add(std::string_view row, std::size_t& column);
  void add(std::span<const std::uint8_t> row);
  void drop_last();
  void clear();

 private:
  std::vector<std::uint8_t> cells_;
  std::vector<std::size_t> ends_;
};

/// Puts rows together, without empty margins. Errors: too large, no wall in the first row, a gap.
[[nodiscard]] Result<Level> assemble(const Rows& rows, std::size_t line, std::size_t& skipped_columns);

}  // namespace detail

}  // namespace nazo::sokoban
