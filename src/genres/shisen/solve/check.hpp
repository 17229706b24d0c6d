// Is an answer right? Small and slow on purpose: it finds paths step by step on a plain grid and shares nothing with
// the solver but the board.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "genres/shisen/rules/rules.hpp"
#include "genres/shisen/solve/solve.hpp"
#include "genres/shisen/text/text.hpp"

namespace nazo::shisen {

/// A grid of cells, margin included: true where something stands in the way.
class PlainGrid {
 public:
  explicit PlainGrid(const Board& board);  ///< no tiles on it yet
  [[nodiscard]] bool taken(Place p) const { return cells_[at(p)]; }
  void set(Place p, bool taken) { cells_[at(p)] = taken; }
  /// Walks from a to b in straight lines over free cells with at most two turns.
  [[nodiscard]] bool connected(Place a, Place b) const;

 private:
  [[nodiscard]] std::size_t at(Place p) const { return static_cast<std::size_t>(p.row * (width_ + 2) + p.column); }
  [[nodiscard]] bool on_grid(Place p) const {
    return p.row >= 0 && p.column >= 0 && p.row <= height_ + 1 && p.column <= width_ + 1;
  }
  int width_, height_;
  std::vector<bool> cells_;
};

/// Why this list of pairs does not clear the board; nothing if it does. The first wrong pair is named.
[[nodiscard]] Result<void> check_solution(const Board& board, const std::vector<PlacePair>& pairs);

/// The board as its proofs see it; it must outlive what is returned, and so must the clock.
[[nodiscard]] tiles::ProofGame proof_game(const Board& board, const Meter& clock);

/// Why this proof does not show that the board cannot be cleared; nothing if it does. An error with a limit says only
/// that time ran out first.
[[nodiscard]] Result<void> check_proof(const Board& board, const Proof& proof, const Meter& clock = Meter(Budget{}));

}  // namespace nazo::shisen
