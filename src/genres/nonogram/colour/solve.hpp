// Nonograms in colours, solved and proved: lines, then single assumptions, then a search that assumes at every node.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "genres/nonogram/colour/rules.hpp"
#include "genres/nonogram/solve/solve.hpp"

namespace nazo::nonogram::colour {

/// What may still be of every cell: a bit for each colour, bit 0 the background.
struct Domains {
  int width = 0, height = 0;
  std::vector<std::uint32_t> cells{};

  Domains() = default;
  /// Nothing is known.
  explicit Domains(const Clues& clues);
  [[nodiscard]] std::uint32_t& at(int row, int column) { return cells[static_cast<std::size_t>(row * width + column)]; }
  [[nodiscard]] std::uint32_t at(int row, int column) const {
    return cells[static_cast<std::size_t>(row * width + column)];
  }
  /// Cells with more than one colour left.
  [[nodiscard]] int open() const;
};

struct Answer {
  std::vector<Picture> solutions{};  ///< none, one, or two that differ
  bool complete = false;             ///< there are no others (Wanted::first: or one is enough and is here)
  Limit limit = Limit::none;
  Technique technique = Technique::lines;
  std::uint64_t nodes = 0, probes = 0, guesses = 0;
  int guess_depth = 0;
  Domains after_lines{};
  bool lines_done = false;

  [[nodiscard]] bool solved() const { return !solutions.empty(); }
  [[nodiscard]] bool unsolvable() const { return complete && solutions.empty(); }
  [[nodiscard]] std::optional<bool> unique() const {
    if (solutions.size() > 1) return false;
    if (complete && solutions.size() == 1) return true;
    return std::nullopt;
  }
};

/// Pictures that meet the clues and lie in the domains.
[[nodiscard]] Answer solve(const Clues& clues, const Domains& givens, Wanted wanted, const Budget& budget);

/// What one line says of the domains of its cells: narrows them in place. False: it contradicts them.
[[nodiscard]] bool narrow_line(const Clues& clues, int line, Domains& domains);

}  // namespace nazo::nonogram::colour
