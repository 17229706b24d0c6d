// Chains that walk through the states of a board, and what they see there. See estimate.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <vector>

#include "base/budget.hpp"
#include "tiles/space/estimate.hpp"
#include "tiles/space/sampling.hpp"

namespace nazo::tiles {

/// What there is to know of one state: a look, with its moves. `losing` receives its moves from solvable to unsolvable.
template <SampledGame Game>
LayerSeen look_at(StateSampler<Game>& sampler, typename StateSampler<Game>::State& state, std::vector<Pair>& losing) {
  std::vector<Pair> moves;
  sampler.moves(state, moves);
  losing.clear();
  const auto count = static_cast<double>(moves.size());
  LayerSeen seen{.plays = 1, .moves = count, .looks = 1};
  if (sampler.solvable(state)) {
    sampler.losing_moves(state, moves, losing);
    seen.losing = static_cast<double>(losing.size());
  } else {
    seen.lost = 1;
    seen.lost_moves = count;
  }
  return seen;
}

/// By pairs gone: the logarithm of how many states the layer is thought to have.
using Levels = std::vector<double>;

/// The levels that follow from what was seen. Where that is too little yet, the next layer is taken to be as large as
/// the one before, so that chains go there and look.
inline Levels levels_of(const LayersSeen& seen) {
  constexpr double enough = 8;
  Levels levels(seen.size(), 0);
  for (std::size_t d = 1; d < levels.size(); ++d) {
    const LayerSeen &from = seen[d - 1], &to = seen[d];
    const bool known = from.plays >= enough && to.undoings >= enough && from.moves > 0 && to.back > 0;
    levels[d] = levels[d - 1] + (known ? std::log(from.moves / from.plays * to.undoings / to.back) : 0.0);
  }
  return levels;
}

/// A walk through the states that meets all states of a layer equally often, and a layer as often as if it had
/// exp(−level) times the states it has.
template <SampledGame Game>
class Chain {
 public:
  Chain(const Game& game, Rng rng, const Meter& clock) : rng_(rng), clock_(clock), sampler_(game, &clock) {
    state_ = sampler_.start();
    for (int kind = 0; kind < sampler_.kinds().kinds(); ++kind)
      if (sampler_.kinds().copies(kind) > 1) kinds_.push_back(kind);
    seen_.resize(at(sampler_.kinds().tiles() / 2 + 1));
  }

  [[nodiscard]] StateSampler<Game>& sampler() { return sampler_; }
  [[nodiscard]] typename StateSampler<Game>::State& state() { return state_; }
  [[nodiscard]] std::size_t depth() const { return at(sampler_.pairs_gone(state_)); }
  /// What it saw on its way.
  [[nodiscard]] const LayersSeen& seen() const { return seen_; }
  void forget_what_was_seen() { seen_.assign(seen_.size(), {}); }
  /// What ran out: the chain's last states mean nothing then.
  [[nodiscard]] Limit limit() const { return sampler_.failed() ? sampler_.limit() : clock_.overdue(); }
  [[nodiscard]] bool in_time() const { return limit() == Limit::none; }
  /// Steps that try so many changes of every kind on average: between two looks a state should have changed, and a look
  /// takes as long as some hundred steps.
  [[nodiscard]] std::size_t steps_a_sweep() const { return 16 * kinds_.size(); }

  /// One try to go on. Three of four play a move or take one back, which changes the layer; the others change two tiles
  /// of any kind, which may exchange one for another.
  void step(const Levels& levels) {
    constexpr std::uint64_t plays = 3, undoings = 3, changes = 2;
    const std::uint64_t what = rng_.below(plays + undoings + changes);
    if (what < plays) return try_play(levels);
    if (what < plays + undoings) return try_undo(levels);
    try_change(levels);
  }

 private:
  /// Whether the layer is wanted is asked first, since that costs nothing.
  void try_change(const Levels& levels) {
    const Kinds& all = sampler_.kinds();
    const int kind = kinds_[rng_.below(kinds_.size())];
    const int a = static_cast<int>(rng_.below(static_cast<std::uint64_t>(all.copies(kind))));
    int b = static_cast<int>(rng_.below(static_cast<std::uint64_t>(all.copies(kind) - 1)));
    b += b >= a ? 1 : 0;
    const Members gone = state_.gone[at(kind)];
    const bool a_gone = (gone >> a & 1) != 0, b_gone = (gone >> b & 1) != 0;
    const std::size_t here = depth();
    std::size_t there = here;
    if (a_gone && b_gone) --there;
    if (!a_gone && !b_gone) ++there;
    const double more = levels[there] - levels[here];
    if (more > 0 && rng_.unit() >= std::exp(-more)) return;
    sampler_.change(state_, {all.tile(kind, std::min(a, b)), all.tile(kind, std::max(a, b))});
  }

  /// Any of the moves there are. It would be taken back as one of all that could have been the last: the two chances
  /// are made up for, so that the chain stays as likely to go one way as the other (W. Hastings).
  void try_play(const Levels& levels) {
    sampler_.moves(state_, pairs_);
    const std::size_t here = depth();
    const auto moves = static_cast<double>(pairs_.size());
    ++seen_[here].plays;
    seen_[here].moves += moves;
    if (pairs_.empty()) return;
    const Pair pair = pairs_[rng_.below(pairs_.size())];
    const double chance = rng_.unit(), wanted = std::exp(levels[here] - levels[here + 1]) * moves;
    if (chance >= wanted) return;
    sampler_.ways_back_after(state_, pair, pairs_);
    if (chance < wanted / static_cast<double>(pairs_.size())) sampler_.play(state_, pair);
  }

  /// The reverse: a pair comes back that could be played then. Whether that leads to a state is found out whether it is
  /// wanted or not: so many ways back there are.
  void try_undo(const Levels& levels) {
    const std::size_t here = depth();
    ++seen_[here].undoings;
    sampler_.ways_back(state_, pairs_);
    if (pairs_.empty()) return;
    const Pair pair = pairs_[rng_.below(pairs_.size())];
    const double chance = rng_.unit();
    const auto ways = static_cast<double>(pairs_.size());
    if (!sampler_.change(state_, pair)) return;
    seen_[here].back += ways;
    sampler_.moves(state_, pairs_);
    const double wanted = std::exp(levels[here] - levels[here - 1]) * ways / static_cast<double>(pairs_.size());
    if (chance >= wanted) sampler_.change(state_, pair);  // back to where it was
  }

  Rng rng_;
  const Meter& clock_;
  StateSampler<Game> sampler_;
  typename StateSampler<Game>::State state_{};
  std::vector<int> kinds_{};  ///< of which anything can change
  std::vector<Pair> pairs_{};
  LayersSeen seen_{};
};

/// All states, if there are not too many (the budget must hold two layers of them); no layers otherwise.
template <SampledGame Game>
LayersSeen count_all(StateSampler<Game>& sampler, std::size_t most, const Meter& clock) {
  using State = typename StateSampler<Game>::State;
  // Larger boards have larger states; these few are counted whatever the budget says.
  constexpr std::uint64_t free_bytes = std::uint64_t{4} << 20;
  const Kinds& kinds = sampler.kinds();
  const std::uint64_t a_state = sizeof(State) + 2 * sizeof(Members) * static_cast<std::size_t>(kinds.kinds()) +
                                4 * sizeof(Pair) * static_cast<std::size_t>(kinds.tiles());
  most = std::min<std::uint64_t>(most, std::max(free_bytes, clock.budget().bytes / 2) / a_state);
  LayersSeen layers;
  std::vector<State> layer{sampler.start()};
  std::vector<Pair> moves;
  for (std::size_t all = 1; !layer.empty();) {
    LayerSeen sums;
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
