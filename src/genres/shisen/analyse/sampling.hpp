// States of a board drawn at random, without exploring its state space.
//
// A state is the set of tiles gone, and whether such a set can be reached is the solver's question turned round: can
// exactly these tiles be cleared from the start, while the others stand in the way? So a state can be changed without
// playing: two tiles of a kind change from there to gone or back, and if the result can be reached that is the next
// state. Every change can be made in both directions with the same chance, and undoing moves one by one leads from any
// state to the start; so in the long run all states come up equally often. That holds as well if some kinds are left
// alone from the start on, or if no more than so many pairs may be gone.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.hpp"
#include "base/rng.hpp"
#include "genres/shisen/solve/position.hpp"
#include "genres/shisen/solve/solve.hpp"

namespace nazo::shisen {

class StateSampler {
 public:
  /// The clock's budget, if there is one, is for each of the solver's decisions, and its time for all; see failed().
  explicit StateSampler(const Board& board, const Meter* clock = nullptr);

  StateSampler(const StateSampler&) = delete;
  StateSampler& operator=(const StateSampler&) = delete;

  struct State {
    Position position{};          ///< the tiles left
    std::vector<Members> gone{};  ///< by kind
    std::vector<Pair> plan{};     ///< a pairing of the tiles left that may clear them; empty: none known
    std::vector<Pair> history{};  ///< how the state can be reached: pairs in an order in which they can go
    Key128 key{};                 ///< of the tiles gone
    bool lost = false;            ///< known to be unsolvable, as then are all that follow
  };

  [[nodiscard]] State start() const {
    return {full_, std::vector<Members>(full_.present.size(), 0), {}, {}, {}, false};
  }
  [[nodiscard]] const Field& field() const { return field_; }
  [[nodiscard]] int pairs_gone(const State& state) const { return (full_.left - state.position.left) / 2; }

  void moves(const State& state, std::vector<Pair>& pairs) const { open_pairs(field_, state.position, pairs); }
  /// Plays a move and changes the plan accordingly: the mates that the two tiles had in it become each other's.
  void play(State& state, Pair pair) const;
  /// Plays these pairs in an order in which they can go.
  void play_all(State& state, const std::vector<Pair>& pairs);

  /// Changes two tiles of a kind, each from there to gone or from gone to there. False, and the state as it was, if the
  /// result cannot be reached.
  bool change(State& state, Pair pair);

  /// Can exactly these tiles be gone?
  [[nodiscard]] bool reachable(const std::vector<Members>& gone);
  /// Can the board still be cleared? Leaves the pairing that does it in the state's plan.
  [[nodiscard]] bool solvable(State& state);
  /// Those of these moves of a solvable state that lead to an unsolvable one; fails when time runs out.
  void losing_moves(const State& state, const std::vector<Pair>& moves, std::vector<Pair>& losing);

  /// True once a limit ran out in the middle of a decision: what was answered since means nothing.
  [[nodiscard]] bool failed() const { return limit_ != Limit::none; }
  [[nodiscard]] Limit limit() const { return limit_; }

 private:
  /// Do these pairs, each as soon as it can, clear all their tiles from here? `went_` has them in the order they went.
  [[nodiscard]] bool pairing_works(Occupancy o, const std::vector<Pair>& pairing);
  /// `moves` receives the pairs if the answer is yes.
  [[nodiscard]] bool can_clear(const Field& field, std::vector<Pair>& moves);
  /// The solver's word, within what the clock has left.
  [[nodiscard]] Decision decided(const Field& field);

  Field field_;
  Pairing nothing_;
  Position full_;
  const Meter* clock_;
  bool odd_ = false;  ///< some kind is: nothing can be cleared
  Limit limit_ = Limit::none;
  Position trial_{};
  std::vector<Pair> played_{}, room_{}, left_{}, went_{};
  std::vector<Members> wanted_{};
};

}  // namespace nazo::shisen
