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

/// What there is to know of one state; `losing` receives its moves from solvable to unsolvable.
template <SampledGame Game>
Sums look_at(StateSampler<Game>& sampler, typename StateSampler<Game>::State& state, std::vector<Pair>& losing) {
  std::vector<Pair> moves;
  sampler.moves(state, moves);
  losing.clear();
  Sums sums{.met = 1, .states = 1, .moves = static_cast<double>(moves.size())};
  if (sampler.solvable(state)) {
    sampler.losing_moves(state, moves, losing);
    sums.solvable = 1;
    sums.solvable_moves = sums.moves;
    sums.losing = static_cast<double>(losing.size());
  }
  return sums;
}

/// By pairs gone: the logarithm of how many states the layer is thought to have.
using Levels = std::vector<double>;

/// What goes from layer to layer: every move out of one is a way back out of the next, so the moves of a layer's states
/// and the ways back of the next one's tell how many times larger it is.
struct Flows {
  explicit Flows(std::size_t layers) : moves(layers), back(layers) {}
  struct Mean {
    double sum = 0, count = 0;
    void add(double value) {
      sum += value;
      ++count;
    }
  };
  std::vector<Mean> moves, back;  ///< by layer

  void add(const Flows& other) {
    for (std::size_t d = 0; d < moves.size(); ++d) {
      moves[d].sum += other.moves[d].sum;
      moves[d].count += other.moves[d].count;
      back[d].sum += other.back[d].sum;
      back[d].count += other.back[d].count;
    }
  }
  /// The levels that follow. Where too little was seen yet, the next layer is taken to be as large as the one before,
  /// so that chains go there and look.
  [[nodiscard]] Levels levels() const {
    constexpr double enough = 8;
    Levels levels(moves.size(), 0);
    for (std::size_t d = 1; d < levels.size(); ++d) {
      const Mean &out = moves[d - 1], &in = back[d];
      const bool known = out.count >= enough && in.count >= enough && out.sum > 0 && in.sum > 0;
      levels[d] = levels[d - 1] + (known ? std::log(out.sum / out.count * in.count / in.sum) : 0.0);
    }
    return levels;
  }
};

/// A walk through the states that meets all states of a layer equally often, and a layer as often as if it had
/// exp(−level) times the states it has.
template <SampledGame Game>
class Chain {
 public:
  Chain(const Game& game, Rng rng, const Meter& clock) : rng_(rng), clock_(clock), sampler_(game, &clock) {
    state_ = sampler_.start();
    for (int kind = 0; kind < sampler_.kinds().kinds(); ++kind)
      if (sampler_.kinds().copies(kind) > 1) kinds_.push_back(kind);
  }

  [[nodiscard]] StateSampler<Game>& sampler() { return sampler_; }
  [[nodiscard]] typename StateSampler<Game>::State& state() { return state_; }
  [[nodiscard]] std::size_t depth() const { return at(sampler_.pairs_gone(state_)); }
  /// What ran out: the chain's last states mean nothing then.
  [[nodiscard]] Limit limit() const { return sampler_.failed() ? sampler_.limit() : clock_.overdue(); }
  [[nodiscard]] bool in_time() const { return limit() == Limit::none; }
  /// Steps that try so many changes of every kind on average: between two looks a state should have changed, and a look
  /// takes as long as some hundred steps.
  [[nodiscard]] std::size_t steps_a_sweep() const { return 16 * kinds_.size(); }

  /// Notes what goes from layer to layer from now on.
  void note_flows(Flows& flows) { flows_ = &flows; }

  /// One try to go on: half of them change two tiles of any kind, which may exchange one for another; the others play a
  /// move or take one back, which changes the layer much more often.
  void step(const Levels& levels) {
    switch (rng_.below(4)) {
      case 0:
        return try_play(levels);
      case 1:
        return try_undo(levels);
      default:
        return try_change(levels);
    }
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

  /// Any of the moves there are. It would be taken back as one of all pairs of tiles gone: the two chances are made up
  /// for, so that the chain stays as likely to go one way as the other (W. Hastings).
  void try_play(const Levels& levels) {
    sampler_.moves(state_, moves_);
    if (flows_ != nullptr) flows_->moves[depth()].add(static_cast<double>(moves_.size()));
    if (moves_.empty()) return;
    const Pair pair = moves_[rng_.below(moves_.size())];
    const int kind = sampler_.kinds().kind_of(pair.a), gone = std::popcount(state_.gone[at(kind)]);
    const auto back = static_cast<double>(pairs_gone() + pairs_of(gone + 2) - pairs_of(gone));
    const double wanted = std::exp(levels[depth()] - levels[depth() + 1]);
    if (rng_.unit() < wanted * static_cast<double>(moves_.size()) / back) sampler_.play(state_, pair);
  }

  /// The reverse: any pair of tiles gone comes back, if it could have been the last move.
  void try_undo(const Levels& levels) {
    const int pairs = pairs_gone();
    if (pairs == 0) return;
    const double chance = rng_.unit();
    const std::size_t here = depth();
    const double wanted = std::exp(levels[here] - levels[here - 1]) * pairs;
    const Pair pair = pair_gone(static_cast<int>(rng_.below(static_cast<std::uint64_t>(pairs))));
    if (flows_ == nullptr && chance >= wanted) return;
    const bool changed = sampler_.change(state_, pair);
    if (changed) sampler_.moves(state_, moves_);
    const bool could_be_last = changed && std::ranges::find(moves_, pair) != moves_.end();
    if (flows_ != nullptr) flows_->back[here].add(could_be_last ? pairs : 0);
    if (!changed || (could_be_last && chance < wanted / static_cast<double>(moves_.size()))) return;
    sampler_.change(state_, pair);  // back to where it was
  }

  static int pairs_of(int tiles) { return tiles * (tiles - 1) / 2; }
  /// Pairs of tiles of one kind that are both gone.
  [[nodiscard]] int pairs_gone() const {
    int pairs = 0;
    for (const int kind : kinds_) pairs += pairs_of(std::popcount(state_.gone[at(kind)]));
    return pairs;
  }
  /// One of those by its number.
  [[nodiscard]] Pair pair_gone(int number) const {
    for (const int kind : kinds_) {
      const Members gone = state_.gone[at(kind)];
      const int pairs = pairs_of(std::popcount(gone));
      if (number >= pairs) {
        number -= pairs;
        continue;
      }
      for (Members first = gone; first != 0; first &= first - 1)
        for (Members second = first & (first - 1); second != 0; second &= second - 1)
          if (number-- == 0)
            return {sampler_.kinds().tile(kind, std::countr_zero(first)),
                    sampler_.kinds().tile(kind, std::countr_zero(second))};
    }
    return {};
  }

  Rng rng_;
  const Meter& clock_;
  StateSampler<Game> sampler_;
  typename StateSampler<Game>::State state_{};
  std::vector<int> kinds_{};  ///< of which anything can change
  std::vector<Pair> moves_{};
  Flows* flows_ = nullptr;
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
