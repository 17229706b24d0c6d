// What a conflict-driven search has assigned, in order, with the reason of every cell: a guess, a clause, or a line.
//
// The masks of the lines follow every step, and each line remembers the order in which its cells became known: that is
// all it takes to say later, and only if asked, why a line forced a cell.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "genres/nonogram/solve/board.hpp"
#include "genres/nonogram/solve/clauses.hpp"

namespace nazo::nonogram {

/// Why a cell has its colour.
class Reason {
 public:
  [[nodiscard]] static Reason none() { return Reason(~std::uint32_t{0}); }
  [[nodiscard]] static Reason line(int line) { return Reason(line_bit | static_cast<std::uint32_t>(line)); }
  [[nodiscard]] static Reason clause(ClauseAt at) { return Reason(at); }

  [[nodiscard]] bool is_none() const { return code_ == ~std::uint32_t{0}; }
  [[nodiscard]] bool is_line() const { return !is_none() && (code_ & line_bit) != 0; }
  [[nodiscard]] int line() const { return static_cast<int>(code_ & ~line_bit); }
  [[nodiscard]] ClauseAt clause() const { return code_; }
  Reason() : Reason(none()) {}

 private:
  static constexpr std::uint32_t line_bit = std::uint32_t{1} << 31;
  explicit Reason(std::uint32_t code) : code_(code) {}
  std::uint32_t code_;
};

template <class Size>
class Trail {
 public:
  using Word = typename Size::Word;
  struct Assigned {
    Reason reason;
    std::uint16_t level;
    std::uint16_t position;  ///< on the trail
    std::uint16_t known;     ///< how long the trail was when the reason spoke
  };

  explicit Trail(const Problem<Size>& problem)
      : problem_(problem),
        board_(Board<Size>::empty(problem)),
        truth_(2 * cells_of(problem)),
        assigned_(cells_of(problem)),
        row_(cells_of(problem)),
        column_(cells_of(problem)) {
    trail_.reserve(cells_of(problem));
    for (std::size_t cell = 0; cell < row_.size(); ++cell) {
      row_[cell] = static_cast<std::uint8_t>(cell / static_cast<std::size_t>(problem.width));
      column_[cell] = static_cast<std::uint8_t>(cell % static_cast<std::size_t>(problem.width));
    }
    for (int line = 0; line < problem.lines; ++line) known_on_[static_cast<std::size_t>(line)].count = 0;
  }

  [[nodiscard]] static std::size_t cells_of(const Problem<Size>& problem) {
    return static_cast<std::size_t>(problem.width) * static_cast<std::size_t>(problem.height);
  }
  /// The cell at a place along a line.
  [[nodiscard]] NAZO_INLINE std::uint16_t cell_on(int line, int place) const {
    const int cell =
        line < problem_.height ? line * problem_.width + place : place * problem_.width + (line - problem_.height);
    return static_cast<std::uint16_t>(cell);
  }
  [[nodiscard]] int row_line(std::uint16_t cell) const { return row_[cell]; }
  [[nodiscard]] int column_line(std::uint16_t cell) const { return problem_.height + column_[cell]; }
  [[nodiscard]] int place_on(int line, std::uint16_t cell) const {
    return line < problem_.height ? column_[cell] : row_[cell];
  }

  /// 1 true, −1 false, 0 open.
  [[nodiscard]] NAZO_INLINE int truth(Literal literal) const { return truth_[literal]; }
  [[nodiscard]] NAZO_INLINE bool open(std::uint16_t cell) const { return truth_[2 * cell] == 0; }
  /// The literal of an assigned cell that is true.
  [[nodiscard]] Literal literal_of(std::uint16_t cell) const {
    return static_cast<Literal>(2 * cell + (truth_[2 * cell] > 0 ? 0 : 1));
  }
  [[nodiscard]] NAZO_INLINE const Assigned& of(std::uint16_t cell) const { return assigned_[cell]; }
  [[nodiscard]] std::size_t size() const { return trail_.size(); }
  [[nodiscard]] Literal at(std::size_t position) const { return trail_[position]; }
  [[nodiscard]] int level() const { return static_cast<int>(level_ends_.size()); }
  /// The guess that began a level, from 1.
  [[nodiscard]] Literal guess(int level) const { return trail_[level_ends_[static_cast<std::size_t>(level - 1)]]; }
  [[nodiscard]] const Board<Size>& board() const { return board_; }
  [[nodiscard]] LineSet<Size>& dirty() { return dirty_; }
  /// The places along a line that are known, in the order they became so.
  [[nodiscard]] std::span<const std::uint8_t> known_on(int line) const {
    const Known& known = known_on_[static_cast<std::size_t>(line)];
    return {known.places.data(), known.count};
  }

  void begin_level() { level_ends_.push_back(static_cast<std::uint16_t>(trail_.size())); }

  /// Makes a literal true. `known`: how long the trail was when the reason spoke. A line that found the cell itself
  /// need not look at it again.
  NAZO_INLINE void assign(Literal literal, Reason reason, std::size_t known) {
    const std::uint16_t cell = cell_under(literal);
    truth_[literal] = 1;
    truth_[opposite(literal)] = -1;
    assigned_[cell] = {reason, static_cast<std::uint16_t>(level_ends_.size()),
                       static_cast<std::uint16_t>(trail_.size()), static_cast<std::uint16_t>(known)};
    trail_.push_back(literal);
    const int row = row_line(cell), column = column_line(cell);
    auto& across = board_.line(row);
    auto& down = board_.line(column);
    const Word place_in_row = bit<Word>(column_[cell]), place_in_column = bit<Word>(row_[cell]);
    if ((literal & 1) == 0) {
      across.black |= place_in_row;
      down.black |= place_in_column;
    } else {
      across.white |= place_in_row;
      down.white |= place_in_column;
    }
    Known &on_row = known_on_[static_cast<std::size_t>(row)], &on_column = known_on_[static_cast<std::size_t>(column)];
    on_row.places[on_row.count++] = column_[cell];
    on_column.places[on_column.count++] = row_[cell];
    const int from = reason.is_line() ? reason.line() : -1;
    if (from != row) dirty_.add(row);
    if (from != column) dirty_.add(column);
  }

  /// Takes back all levels above `level`, latest first, and calls `on_open(literal)` for each.
  template <class OnOpen>
  void back_to(int level, OnOpen&& on_open) {
    dirty_.clear();
    if (this->level() <= level) return;
    const std::size_t end = level_ends_[static_cast<std::size_t>(level)];
    while (trail_.size() > end) {
      const Literal literal = trail_.back();
      trail_.pop_back();
      const std::uint16_t cell = cell_under(literal);
      truth_[literal] = 0;
      truth_[opposite(literal)] = 0;
      const int row = row_line(cell), column = column_line(cell);
      const Word place_in_row = bit<Word>(column_[cell]), place_in_column = bit<Word>(row_[cell]);
      auto& across = board_.line(row);
      auto& down = board_.line(column);
      across.black &= static_cast<Word>(~place_in_row);
      across.white &= static_cast<Word>(~place_in_row);
      down.black &= static_cast<Word>(~place_in_column);
      down.white &= static_cast<Word>(~place_in_column);
      --known_on_[static_cast<std::size_t>(row)].count;
      --known_on_[static_cast<std::size_t>(column)].count;
      on_open(literal);
    }
    level_ends_.resize(static_cast<std::size_t>(level));
  }

 private:
  struct Known {
    std::uint8_t count;
    std::array<std::uint8_t, Size::longest> places;
  };

  const Problem<Size>& problem_;
  Board<Size> board_;
  LineSet<Size> dirty_;
  std::vector<std::int8_t> truth_;
  std::vector<Assigned> assigned_;
  std::vector<std::uint8_t> row_, column_;
  std::vector<Literal> trail_;
  std::vector<std::uint16_t> level_ends_;  ///< how long the trail was when each level began
  std::array<Known, 2 * Size::longest> known_on_;
};

}  // namespace nazo::nonogram
