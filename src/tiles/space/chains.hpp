// Chains that walk through the states of a board, and what they see there. See estimate.hpp.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "base/budget.hpp"
#include "tiles/space/estimate.hpp"
#include "tiles/space/sampling.hpp"

namespace nazo::tiles {

/// What there is to know of one state; `losing` receives its moves from solvable to unsolvable.
template <SampledGame Game>
Sums look_at(StateSampler<Game>& sampler, typename StateSampler<Game>::State& state, std::vector<Pair>& losing) {
  std::vector<Pair> moves;
  sampler.moves(state, moves);
  losing.clear();
  Sums sums{.states = 1, .moves = static_cast<double>(moves.size())};
  if (sampler.solvable(state)) {
    sampler.losing_moves(state, moves, losing);
    sums.solvable = 1;
    sums.solvable_moves = sums.moves;
    sums.losing = static_cast<double>(losing.size());
  }
  return sums;
}

/// A walk through the states, or through those that differ from the start in some kinds only.
template <SampledGame Game>
class Chain {
 public:
  using State = typename StateSampler<Game>::State;

  Chain(const Game& game, Rng rng, const Meter& clock) : rng_(rng), clock_(clock), sampler_(game, &clock) {
    state_ = sampler_.start();
    for (int kind = 0; kind < sampler_.kinds().kinds(); ++kind)
      if (sampler_.kinds().copies(kind) > 1) free_.push_back(kind);
  }

  [[nodiscard]] StateSampler<Game>& sampler() { return sampler_; }
  [[nodiscard]] State& state() { return state_; }
  [[nodiscard]] int depth() const { return sampler_.pairs_gone(state_); }
  [[nodiscard]] const std::vector<int>& free() const { return free_; }
  /// What ran out: the chain's last states mean nothing then.
  [[nodiscard]] Limit limit() const { return sampler_.failed() ? sampler_.limit() : clock_.overdue(); }
  [[nodiscard]] bool in_time() const { return limit() == Limit::none; }

  /// Plays at random from the start to a depth somewhere in the second half, where most states are. Chains that begin
  /// all over the place differ until each has forgotten where it began.
  void scatter(int most_pairs) {
    state_ = sampler_.start();
    std::vector<Pair> moves;
    for (int rest = rng_.between(most_pairs / 2, most_pairs); rest > 0; --rest) {
      sampler_.moves(state_, moves);
      if (moves.empty()) return;
      sampler_.play(state_, moves[rng_.below(moves.size())]);
    }
  }

  /// Tries two changes for each free kind on average. Not more than so many pairs may be gone. Ends early when a limit
  /// runs out.
  void sweep(int most_pairs = no_limit) {
    const Kinds& kinds = sampler_.kinds();
    for (std::size_t i = 0; i < 2 * free_.size() && in_time(); ++i) {
      const int kind = free_[rng_.below(free_.size())];
      const int a = static_cast<int>(rng_.below(static_cast<std::uint64_t>(kinds.copies(kind))));
      int b = static_cast<int>(rng_.below(static_cast<std::uint64_t>(kinds.copies(kind) - 1)));
      b += b >= a ? 1 : 0;
      const Members gone = state_.gone[static_cast<std::size_t>(kind)];
      if ((gone >> a & 1) == 0 && (gone >> b & 1) == 0 && depth() >= most_pairs) continue;
      const Pair pair{kinds.tile(kind, std::min(a, b)), kinds.tile(kind, std::max(a, b))};
      if (!solvable_only_) {
        sampler_.change(state_, pair);
      } else {
        State changed = state_;
        if (sampler_.change(changed, pair) && sampler_.solvable(changed)) state_ = std::move(changed);
      }
    }
  }

  /// From now on this kind stays as it is in `from`, and the chain goes on from there.
  void settle(int kind, const State& from, bool solvable_only) {
    std::erase(free_, kind);
    state_ = from;
    solvable_only_ = solvable_only;
  }

 private:
  static constexpr int no_limit = 1 << 20;
  Rng rng_;
  const Meter& clock_;
  StateSampler<Game> sampler_;
  State state_{};
  std::vector<int> free_{};
  bool solvable_only_ = false;
};

/// All states, if there are not too many (the budget must hold two layers of them); no layers otherwise.
template <SampledGame Game>
std::vector<Sums> count_all(StateSampler<Game>& sampler, std::size_t most, const Meter& clock) {
  using State = typename StateSampler<Game>::State;
  // Larger boards have larger states; these few are counted whatever the budget says.
  constexpr std::uint64_t free_bytes = std::uint64_t{4} << 20;
  const Kinds& kinds = sampler.kinds();
  const std::uint64_t a_state = sizeof(State) + 2 * sizeof(Members) * static_cast<std::size_t>(kinds.kinds()) +
                                4 * sizeof(Pair) * static_cast<std::size_t>(kinds.tiles());
  most = std::min<std::uint64_t>(most, std::max(free_bytes, clock.budget().bytes / 2) / a_state);
  std::vector<Sums> layers;
  std::vector<State> layer{sampler.start()};
  std::vector<Pair> moves;
  for (std::size_t all = 1; !layer.empty();) {
    Sums sums;
    std::vector<State> next;
    std::set<Key128> known;
    for (State& state : layer) {
      sums += look_at(sampler, state, moves);
      if (sampler.failed() || clock.overdue() != Limit::none) return {};
      sampler.moves(state, moves);
      for (const Pair move : moves) {
        if (!known.insert(state.key ^ zobrist(move.a) ^ zobrist(move.b)).second) continue;
        if (++all > most) return {};
        next.push_back(state);
        sampler.play(next.back(), move);
      }
    }
    layers.push_back(sums);
    layer = std::move(next);
  }
  return layers;
}

}  // namespace nazo::tiles
