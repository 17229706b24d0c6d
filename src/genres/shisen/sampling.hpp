// States of a board drawn evenly from each layer of its state space, without exploring the space.
//
// Solvable states are drawn from the end: a population starts as copies of the empty board and walks up the layers. A
// state with r parents (all of them solvable) goes back to one of them at random, and that parent counts r / n, where n
// is the number of its solvable children. Summed over all solvable states of a layer and their parents this counts
// every parent exactly once, so the mean of r / n over an even sample of one layer is the ratio of the sizes of the two
// layers. Resampling by these weights keeps the sample even, and the product of the means is an unbiased estimate of
// a layer's size. Walking up is far steadier than walking down: near the start a few states lead to most of the space.
//
// Unsolvable states are drawn walking down, from the losing moves of the solvable ones: a child counts n / r there.
//
// Both counts are estimated, too. Of the R pairs that could have been the last to go one is drawn and counts R times,
// or not at all if the parent cannot be reached; 1 / n is the number of draws until a solvable child came up over the
// number of all, which is right on average. So only few parents and children have to be looked at.
//
// Whether a parent can be reached is the solver's question turned round: can exactly the tiles that are gone there be
// cleared from the start, while the others stand in the way?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/hash.hpp"
#include "base/rng.hpp"
#include "genres/shisen/position.hpp"
#include "genres/shisen/solve.hpp"

namespace nazo::shisen {

class StateSampler {
 public:
  /// The clock, if there is one, stops the solver's decisions; see failed().
  explicit StateSampler(const Board& board, const Meter* clock = nullptr);

  struct State {
    Position position{};          ///< the tiles left
    std::vector<Members> gone{};  ///< by kind
    std::vector<Pair> plan{};     ///< a pairing of the tiles left that may clear them; empty: none known
    std::vector<Pair> history{};  ///< a pairing of the tiles gone by which the state is reached
    Key128 key{};                 ///< of the tiles gone
    bool lost = false;            ///< known to be unsolvable, as then are all that follow
  };

  [[nodiscard]] State start() const {
    return {full_, std::vector<Members>(full_.present.size(), 0), {}, {}, {}, false};
  }
  [[nodiscard]] const Field& field() const { return field_; }

  void moves(const State& state, std::vector<Pair>& pairs) const { open_pairs(field_, state.position, pairs); }
  /// Plays a move and changes the plan accordingly: the mates that the two tiles had in it become each other's.
  void play(State& state, Pair pair) const;

  /// Can exactly these tiles be gone?
  [[nodiscard]] bool reachable(const std::vector<Members>& gone);
  /// How many parents of the state can be reached. The state must not be the start.
  [[nodiscard]] int parents(const State& state);
  /// 1 / parents(state) on average.
  [[nodiscard]] double one_over_parents(const State& state, Rng& rng);
  /// Can the board still be cleared? Leaves the pairing that does it in the state's plan.
  [[nodiscard]] bool solvable(State& state);
  /// Those of these moves of a solvable state that lead to an unsolvable one.
  void losing_moves(const State& state, const std::vector<Pair>& moves, std::vector<Pair>& losing);

  /// The empty board, if it can be reached.
  [[nodiscard]] std::optional<State> finish();
  /// One step up of a population of solvable states. Returns the ratio of the layers' sizes; 0, and
  /// an empty population, if no parent was met (or it failed).
  double retreat(std::vector<State>& population, Rng& rng);

  /// A state that stands for `weight` states of its layer.
  struct Weighted {
    State state{};
    double weight = 0;
  };
  /// One step down of a population: every state to a random child.
  void advance(std::vector<Weighted>& population, Rng& rng);
  /// `size` of them with equal weights, the total as it was.
  static void resample(std::vector<Weighted>& population, std::size_t size, Rng& rng);

  /// True once time ran out in the middle of a decision: what was answered since means nothing.
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  /// Do these pairs, each as soon as it can, clear all their tiles from here?
  [[nodiscard]] bool pairing_works(Occupancy o, const std::vector<Pair>& pairing);
  /// Every pair that can have been the last to go, as far as its path is concerned.
  void last_pairs(const State& state, std::vector<Pair>& pairs) const;
  /// Can the state be reached by playing this pair last?
  [[nodiscard]] bool came_from(const State& state, Pair last) { return came_from(state, last, room_); }
  /// The same, with a pairing of the tiles that are gone in the parent, by which it can be reached.
  bool came_from(const State& state, Pair last, std::vector<Pair>& history);
  /// `moves` receives the pairs if the answer is yes.
  [[nodiscard]] bool can_clear(const Field& field, std::vector<Pair>& moves);
  [[nodiscard]] double one_over_solvable_children(const State& state, Pair known, Rng& rng);

  Field field_;
  Pairing nothing_;
  Position full_;
  const Meter* clock_;
  bool failed_ = false;
  Position trial_{};
  std::vector<Pair> played_{}, room_{}, left_{}, last_{}, moves_{};
  std::vector<Members> fewer_{};
};

}  // namespace nazo::shisen
