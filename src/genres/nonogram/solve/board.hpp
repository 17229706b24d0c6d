// A board in the course of solving: what is known of every cell, kept by rows and by columns at once, and the plain
// fixpoint of the line solver on it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "genres/nonogram/rules/rules.hpp"
#include "genres/nonogram/solve/line.hpp"
#include "genres/nonogram/solve/words.hpp"

namespace nazo::nonogram {

/// What is known of a cell.
enum class Mark : std::uint8_t { unknown, black, white };

/// Marks of a whole board, row by row; for hints and positions in play, outside the hot loops.
struct Marks {
  int width = 0, height = 0;
  std::vector<Mark> cells{};

  Marks() = default;
  Marks(int w, int h) : width(w), height(h), cells(static_cast<std::size_t>(w * h)) {}
  [[nodiscard]] Mark at(int row, int column) const { return cells[static_cast<std::size_t>(row * width + column)]; }
  void set(int row, int column, Mark mark) { cells[static_cast<std::size_t>(row * width + column)] = mark; }
  friend bool operator==(const Marks&, const Marks&) = default;
};

/// A set of lines (rows first, then columns) of a board of this size.
template <class Size>
class LineSet {
 public:
  static constexpr int words = (2 * Size::longest + 63) / 64;

  static LineSet first(int count) {
    LineSet set;
    for (int i = 0; i < count; ++i) set.add(i);
    return set;
  }
  NAZO_INLINE void add(int line) { bits_[static_cast<std::size_t>(line >> 6)] |= std::uint64_t{1} << (line & 63); }
  NAZO_INLINE void remove(int line) {
    bits_[static_cast<std::size_t>(line >> 6)] &= ~(std::uint64_t{1} << (line & 63));
  }
  NAZO_INLINE void put(int line, int present) {
    std::uint64_t& word = bits_[static_cast<std::size_t>(line >> 6)];
    word = (word & ~(std::uint64_t{1} << (line & 63))) | static_cast<std::uint64_t>(present) << (line & 63);
  }
  /// The r-th line of the set (from 0; it must have more); `select(word, r)` finds the r-th one of a word.
  template <class Select>
  [[nodiscard]] NAZO_INLINE int nth(int r, Select&& select) const {
    for (int w = 0; w + 1 < words; ++w) {
      const int here = std::popcount(bits_[static_cast<std::size_t>(w)]);
      if (r < here) return w * 64 + select(bits_[static_cast<std::size_t>(w)], r);
      r -= here;
    }
    return (words - 1) * 64 + select(bits_[words - 1], r);
  }
  [[nodiscard]] NAZO_INLINE bool has(int line) const {
    return bits_[static_cast<std::size_t>(line >> 6)] >> (line & 63) & 1;
  }
  [[nodiscard]] bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : bits_) any |= word;
    return any == 0;
  }
  void clear() { bits_ = {}; }
  LineSet& operator|=(const LineSet& other) {
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] |= other.bits_[i];
    return *this;
  }
  [[nodiscard]] bool meets(const LineSet& other) const {
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < bits_.size(); ++i) any |= bits_[i] & other.bits_[i];
    return any != 0;
  }
  /// The first line from `from` on, or −1.
  [[nodiscard]] int next(int from) const {
    for (int w = from >> 6; w < words; ++w) {
      std::uint64_t word = bits_[static_cast<std::size_t>(w)];
      if (w == from >> 6) word &= ~std::uint64_t{0} << (from & 63);
      if (word != 0) return w * 64 + std::countr_zero(word);
    }
    return -1;
  }
  template <class F>
  void for_each(F&& f) const {
    for (int w = 0; w < words; ++w)
      for (std::uint64_t word = bits_[static_cast<std::size_t>(w)]; word != 0; word &= word - 1)
        f(w * 64 + std::countr_zero(word));
  }

 private:
  std::array<std::uint64_t, words> bits_{};
};

/// A puzzle made ready for solving.
template <class Size>
struct Problem {
  int width = 0, height = 0, lines = 0;
  std::vector<Rule> rules{};  ///< rows first, then columns

  Problem(int w, int h) : width(w), height(h), lines(w + h), rules(static_cast<std::size_t>(w + h)) {}
  explicit Problem(const Clues& clues) : width(clues.width()), height(clues.height()), lines(clues.lines()) {
    rules.reserve(static_cast<std::size_t>(lines));
    for (int i = 0; i < lines; ++i) rules.emplace_back(clues.line(i), clues.length(i));
  }
  [[nodiscard]] const Rule& rule(int line) const { return rules[static_cast<std::size_t>(line)]; }
  [[nodiscard]] NAZO_INLINE bool is_row(int line) const { return line < height; }
  /// The line through cell `cell` of `line` that crosses it.
  [[nodiscard]] NAZO_INLINE int crossing(int line, int cell) const { return line < height ? height + cell : cell; }
  /// Which cell of a crossing line lies on `line`.
  [[nodiscard]] NAZO_INLINE int place_on_crossing(int line) const { return line < height ? line : line - height; }
};

/// Known cells. Rows and columns are always in step.
template <class Size>
struct Board {
  using Word = typename Size::Word;
  struct Line {
    Word black, white;
  };
  std::array<Line, 2 * Size::longest> lines;

  [[nodiscard]] Line& line(int i) { return lines[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const Line& line(int i) const { return lines[static_cast<std::size_t>(i)]; }

  static Board empty(const Problem<Size>& problem) {
    Board board;
    for (int i = 0; i < problem.lines; ++i) board.line(i) = {0, 0};
    return board;
  }
  void copy_from(const Board& other, const Problem<Size>& problem) {
    for (int i = 0; i < problem.lines; ++i) line(i) = other.line(i);
  }
  void set(const Problem<Size>& problem, int row, int column, Mark mark) {
    if (mark == Mark::unknown) return;
    const Word in_row = bit<Word>(column), in_column = bit<Word>(row);
    Line &r = line(row), &c = line(problem.height + column);
    (mark == Mark::black ? r.black : r.white) |= in_row;
    (mark == Mark::black ? c.black : c.white) |= in_column;
  }
  [[nodiscard]] Mark at(int row, int column) const {
    if ((line(row).black >> column & 1) != 0) return Mark::black;
    return (line(row).white >> column & 1) != 0 ? Mark::white : Mark::unknown;
  }
  [[nodiscard]] Word unknown_in_row(const Problem<Size>& problem, int row) const {
    return first_bits<Word>(problem.width) & ~(line(row).black | line(row).white);
  }
  [[nodiscard]] int unknown(const Problem<Size>& problem) const {
    int count = 0;
    for (int row = 0; row < problem.height; ++row) count += bits_in(unknown_in_row(problem, row));
    return count;
  }
  [[nodiscard]] Marks marks(const Problem<Size>& problem) const {
    Marks out(problem.width, problem.height);
    for (int row = 0; row < problem.height; ++row)
      for (int column = 0; column < problem.width; ++column) out.set(row, column, at(row, column));
    return out;
  }
  /// The black cells as a picture.
  [[nodiscard]] Picture picture(const Problem<Size>& problem) const {
    Picture out(problem.width, problem.height);
    for (int row = 0; row < problem.height; ++row)
      for (int column = 0; column < problem.width; ++column) out.set(row, column, at(row, column) == Mark::black);
    return out;
  }
};

/// Applies E to the dirty lines, and to every line that gets a new cell, until nothing changes.
/// `on_line()` is called once for each line solved and returns false to give up. False: a line contradicts itself (or
/// gave up).
template <class Size, class OnLine>
bool propagate(const Problem<Size>& problem, Board<Size>& board, LineSet<Size> dirty, OnLine&& on_line) {
  using Word = typename Size::Word;
  for (int line = dirty.next(0); line >= 0;) {
    dirty.remove(line);
    if (!on_line()) return false;
    auto& known = board.line(line);
    const Rule& rule = problem.rule(line);
    const Possible<Word> can = possible<Word>(rule, known.black, known.white);
    const Word cells = first_bits<Word>(rule.length);
    if ((can.black | can.white) != cells) return false;
    const Word new_black = cells & ~can.white & ~known.black, new_white = cells & ~can.black & ~known.white;
    known.black |= new_black;
    known.white |= new_white;
    const Word place = bit<Word>(problem.place_on_crossing(line));
    for_each_bit(new_black, [&](int cell) {
      const int crossing = problem.crossing(line, cell);
      board.line(crossing).black |= place;
      dirty.add(crossing);
    });
    for_each_bit(new_white, [&](int cell) {
      const int crossing = problem.crossing(line, cell);
      board.line(crossing).white |= place;
      dirty.add(crossing);
    });
    // Round and round: all dirty rows, then all dirty columns, so that a line collects several news before its turn.
    const int next = dirty.next(line + 1);
    line = next >= 0 ? next : dirty.next(0);
  }
  return true;
}

}  // namespace nazo::nonogram
