// States of a board drawn evenly from each layer of its state space, without exploring the space.
//
// A population of states walks down the layers. A state with n moves goes on to one of its children at random, and the
// child counts n / r, where r is the number of its parents that can be reached from the start. Summed over all states
// of a layer and their moves this counts every child exactly once, so the mean of n / r over an even sample of one
// layer is the ratio of the sizes of the two layers. Resampling by these weights keeps the sample even. The product of
// the means is an unbiased estimate of a layer's size.
//
// Whether a parent can be reached is the solver's question turned round: can exactly the tiles that are gone there be
// cleared from the start, while the others stand in the way?
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.hpp"
#include "genres/shisen/position.hpp"
#include "genres/shisen/solve.hpp"

namespace nazo::shisen {

class StateSampler {
 public:
  explicit StateSampler(const Board& board);

  struct State {
    Position position;          ///< the tiles left
    std::vector<Members> gone;  ///< by kind
    std::vector<Pair> plan;     ///< a pairing of the tiles left that may clear them; empty: none known
  };

  [[nodiscard]] State start() const { return {full_, std::vector<Members>(full_.present.size(), 0), {}}; }
  [[nodiscard]] const Field& field() const { return field_; }

  void moves(const State& state, std::vector<Pair>& pairs) const { open_pairs(field_, state.position, pairs); }
  /// Plays a move and changes the plan accordingly: the mates that the two tiles had in it become each other's.
  void play(State& state, Pair pair) const;

  /// Can exactly these tiles be gone?
  [[nodiscard]] bool reachable(const std::vector<Members>& gone);
  /// How many parents of the state can be reached.
  [[nodiscard]] int parents(const State& state);
  /// Can the board still be cleared? Leaves the pairing that does it in the state's plan.
  [[nodiscard]] bool solvable(State& state);
  /// How many of these moves of a solvable state lead to an unsolvable one.
  [[nodiscard]] int losing_moves(const State& state, const std::vector<Pair>& moves);

  /// One step of a population: every state to a random child, then resampled. Returns the ratio of the layers' sizes, 0
  /// if there is no next layer. The population keeps its size.
  double advance(std::vector<State>& population, Rng& rng);

  [[nodiscard]] std::uint64_t decisions() const { return decisions_; }

 private:
  [[nodiscard]] bool plan_works(const State& state);

  Field field_;
  Pairing nothing_;
  Position full_;
  Position trial_{};
  std::vector<Pair> played_{}, room_{}, left_{};
  std::uint64_t decisions_ = 0;
};

}  // namespace nazo::shisen
