// Decides whether tiles can be cleared in pairs: a clearing sequence, or a proof that there is none. For every game
// whose play is monotone: a pair that can go can still go when other tiles have gone.
//
// Random plays with safe moves solve most boards that can be solved. What is left goes to a search over pairings: a
// node decides the mate of one tile, plays what is then safe, and asks the relaxation. When that leaves tiles over, a
// core is cut out of them: few decided pairs that already cannot all be part of a solution. Cores are kept; they cut
// off other branches, let the search jump back over decisions that do not matter, and in the end make up the proof.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "base/rng.hpp"
#include "tiles/kinds.hpp"
#include "tiles/proof.hpp"

namespace nazo::tiles {

inline constexpr int any_kind = -1;

/// What the search asks of a game. A position has `present` (by kind, Members) and `left` (tiles).
///   play_safe    plays every move that can never lose a solution; `choices` receives the undecided pairs playable then
///   relax        lets tiles go that real play might ever let go; what stays is stuck for good. With a kind given, only
///                that kind is looked at until something of it goes (all others are known to be stuck)
///   random_play  one play to its end, safe moves first; true if all was cleared
template <class G>
concept PairGame = requires(const G& game, typename G::Position& position, const Pairing& pairing,
                            std::vector<Pair>& pairs, Rng& rng, const Meter* clock) {
  { game.kinds() } -> std::convertible_to<const Kinds&>;
  { game.start() } -> std::convertible_to<typename G::Position>;
  { position.present[0] } -> std::convertible_to<Members>;
  { position.left } -> std::convertible_to<int>;
  game.play_safe(pairing, position, pairs, pairs);
  game.relax(pairing, position, any_kind);
  { game.playable(position, Pair{}) } -> std::convertible_to<bool>;
  { game.random_play(rng, position, pairs, pairs, clock) } -> std::convertible_to<bool>;
};

enum class Outcome { cleared, impossible, undecided };

struct Decision {
  Outcome outcome = Outcome::undecided;
  Limit limit = Limit::none;
  std::vector<Pair> moves{};  ///< cleared: every pair in order
  Proof proof{};              ///< impossible
  std::uint64_t nodes = 0;    ///< positions met in plays, and nodes of the search
  std::uint64_t cores = 0;
};

/// The Luby sequence 1 1 2 1 1 2 4 …, for the lengths of runs between restarts.
inline std::uint64_t luby(std::uint64_t i) {
  for (std::uint64_t power = 1;; power *= 2) {
    if (i == 2 * power - 1) return power;
    if (i < 2 * power - 1) return luby(i - power + 1);
  }
}

/// The search over pairings. Refuted sets of pairs are kept as the steps of a proof.
template <PairGame Game>
class PairingSearch {
 public:
  PairingSearch(const Game& game, Meter& meter)
      : game_(game),
        kinds_(game.kinds()),
        meter_(meter),
        most_bytes_(std::max(meter.budget().bytes, bytes_of_small_proofs)),
        pairing_(kinds_),
        weight_(at(kinds_.kinds()), 1.0),
        by_pair_offset_(at(kinds_.kinds()) + 1, 0) {
    for (int kind = 0; kind < kinds_.kinds(); ++kind)
      by_pair_offset_[at(kind) + 1] = by_pair_offset_[at(kind)] + at(kinds_.copies(kind) * kinds_.copies(kind));
    by_pair_.resize(by_pair_offset_.back());
  }

  /// Searches until decided, out of budget, or (if `conflicts` is not 0) so many cores were found.
  Outcome run(std::uint64_t conflicts) {
    const std::uint64_t stop_at = conflicts == 0 ? 0 : cores_ + conflicts;
    for (;; ++restarts_) {
      restart_at_ = cores_ + 32 * luby(restarts_ + 1);
      if (stop_at != 0) restart_at_ = std::min(restart_at_, stop_at);
      played_.clear();
      for (; !decisions_.empty(); decisions_.pop_back()) pairing_.undo(decisions_.back());
      const std::optional<Step> refuted = search(game_.start(), 0);
      if (refuted) return Outcome::impossible;
      if (cleared_) return Outcome::cleared;
      if (meter_.limit() != Limit::none || (stop_at != 0 && cores_ >= stop_at)) return Outcome::undecided;
    }
  }

  [[nodiscard]] std::vector<Pair> moves() const { return played_; }
  [[nodiscard]] std::uint64_t cores() const { return cores_; }
  [[nodiscard]] Proof take_proof() { return {std::move(steps_)}; }

 private:
  using Step = std::uint32_t;
  /// Proofs of this size are kept whatever the budget says: they fit what every call may use besides.
  static constexpr std::uint64_t bytes_of_small_proofs = std::uint64_t{2} << 20;
  struct Option {
    Pair pair;
    std::optional<Step> against;  ///< a step that speaks against it, with what is decided now
  };

  /// Plays on from a position under the decisions so far. Returns the step that refutes it, or nothing: then the board
  /// was cleared, a limit ran out, or it is time to start again.
  std::optional<Step> search(typename Game::Position position, int depth) {
    if (!meter_.spend()) return {};
    game_.play_safe(pairing_, position, played_, choices_);
    if (position.left == 0) {
      cleared_ = true;
      return {};
    }
    typename Game::Position rest = position;
    game_.relax(pairing_, rest, any_kind);
    if (rest.left > 0) return add_core(std::move(rest));
    if (cores_ >= restart_at_) return {};

    std::vector<Option> options;
    if (const auto step = choose(position, options)) return step;
    std::vector<Step> against;
    for (Option& option : options) {
      if (!option.against) {
        option.against = speaks_against(option.pair);  // what was learned meanwhile
      }
      if (!option.against) {
        const std::size_t mark = played_.size();
        pairing_.decide(option.pair);
        decisions_.push_back(option.pair);
        option.against = search(position, depth + 1);
        if (!option.against) return {};
        decisions_.pop_back();
        pairing_.undo(option.pair);
        played_.resize(mark);
        // A step that holds without this decision refutes the whole node: jump back.
        const auto& pairs = steps_[*option.against].pairs;
        if (std::ranges::find(pairs, option.pair) == pairs.end()) return option.against;
      }
      against.push_back(*option.against);
    }
    return add_resolvent(options.front().pair.a, against);
  }

  /// Picks the tile to decide on next: the fewest mates left, then the kind that was in the way most often.
  /// Returns a step if one of the tiles has no mate left at all or a step holds already.
  std::optional<Step> choose(const typename Game::Position& position, std::vector<Option>& best) {
    double best_score = -1;
    std::vector<Option> options;
    for (int kind = 0; kind < kinds_.kinds(); ++kind) {
      const Members open = position.present[at(kind)] & ~pairing_.mated(kind);
      if (std::popcount(open) < 4) continue;
      const int first = std::countr_zero(open);
      options.clear();
      int possible = 0;
      for (Members second = open & (open - 1); second != 0; second &= second - 1) {
        const Pair pair{kinds_.tile(kind, first), kinds_.tile(kind, std::countr_zero(second))};
        options.push_back({pair, speaks_against(pair)});
        if (!options.back().against) {
          ++possible;
        } else {
          const auto& pairs = steps_[*options.back().against].pairs;
          if (std::ranges::find(pairs, pair) == pairs.end()) return options.back().against;
        }
      }
      double ways = possible;  // a kind with one way left, or none, comes before all others
      if (possible == 1) ways = 1e-3;
      if (possible == 0) ways = 1e-9;
      const double score = weight_[at(kind)] / ways;
      if (score > best_score) {
        best_score = score;
        best.swap(options);
      }
    }
    // Mates that can be joined now are tried first.
    std::ranges::stable_partition(best, [&](const Option& option) { return game_.playable(position, option.pair); });
    return {};
  }

  /// A step all of whose pairs are decided, `pair` included.
  std::optional<Step> speaks_against(Pair pair) {
    for (const Step step : by_pair_[slot(pair)]) {
      const auto& pairs = steps_[step].pairs;
      if (std::ranges::all_of(pairs, [&](Pair p) { return p == pair || pairing_.decided(p); })) return step;
    }
    return {};
  }

  /// Cuts a core out of what the relaxation left over: drops decisions, the latest first, while something stays stuck.
  Step add_core(typename Game::Position rest) {
    // Out of time the core stays larger than it need be, which is no less true.
    constexpr std::size_t look_at_clock_every = 8;
    bool in_time = true;
    std::vector<Pair> kept;
    Pairing some = pairing_;
    for (std::size_t i = decisions_.size(); i-- > 0;) {
      const Pair pair = decisions_[i];
      const int kind = kinds_.kind_of(pair.a);
      if (rest.present[at(kind)] == 0) continue;
      some.undo(pair);
      if (i % look_at_clock_every == 0 && meter_.overdue() != Limit::none) in_time = false;
      typename Game::Position smaller = rest;
      if (in_time) game_.relax(some, smaller, kind);
      if (in_time && smaller.left > 0) {
        rest = std::move(smaller);
      } else {
        some.decide(pair);
        kept.push_back(pair);
      }
    }
    ProofStep step;
    for (const Pair pair : kept)
      if (rest.present[at(kinds_.kind_of(pair.a))] != 0) step.pairs.push_back(pair);
    for (int kind = 0; kind < kinds_.kinds(); ++kind)
      for (Members members = rest.present[at(kind)]; members != 0; members &= members - 1)
        step.stuck.push_back(kinds_.tile(kind, std::countr_zero(members)));
    for (const Pair pair : step.pairs) weight_[at(kinds_.kind_of(pair.a))] += increment_;
    increment_ *= 1.05;
    if (increment_ > 1e100) {
      for (double& weight : weight_) weight *= 1e-100;
      increment_ *= 1e-100;
    }
    ++cores_;
    return add(std::move(step));
  }

  Step add_resolvent(TileId tile, const std::vector<Step>& against) {
    ProofStep step;
    step.tile = tile;
    step.from = against;
    const auto add_pair = [&](Pair pair) {
      if (std::ranges::find(step.pairs, pair) == step.pairs.end()) step.pairs.push_back(pair);
    };
    for (const Step from : against)
      for (const Pair pair : steps_[from].pairs)
        if (pair.a != tile) add_pair(pair);
    // Mates that are taken are excluded by the decision that took them.
    const int kind = kinds_.kind_of(tile);
    for (const Pair pair : decisions_)
      if (kinds_.kind_of(pair.a) == kind) add_pair(pair);
    return add(std::move(step));
  }

  Step add(ProofStep step) {
    const auto number = static_cast<Step>(steps_.size());
    // Both the list of steps and the lists by pairs may be twice as long as what stands in them.
    bytes_ += 3 * sizeof step + step.pairs.size() * (sizeof(Pair) + 2 * sizeof(Step)) +
              step.stuck.size() * sizeof(TileId) + step.from.size() * sizeof(Step);
    if (bytes_ > most_bytes_) meter_.out_of_memory();
    for (const Pair pair : step.pairs) by_pair_[slot(pair)].push_back(number);
    steps_.push_back(std::move(step));
    return number;
  }

  [[nodiscard]] std::size_t slot(Pair pair) const {
    const int kind = kinds_.kind_of(pair.a);
    return by_pair_offset_[at(kind)] + at(kinds_.member_of(pair.a) * kinds_.copies(kind) + kinds_.member_of(pair.b));
  }

  const Game& game_;
  const Kinds& kinds_;
  Meter& meter_;
  std::uint64_t bytes_ = 0, most_bytes_;
  Pairing pairing_;
  std::vector<double> weight_;
  double increment_ = 1;
  std::vector<std::size_t> by_pair_offset_;
  std::vector<std::vector<Step>> by_pair_{};
  std::vector<ProofStep> steps_{};
  std::vector<Pair> decisions_{}, played_{}, choices_{};
  std::uint64_t cores_ = 0, restarts_ = 0, restart_at_ = 0;
  bool cleared_ = false;
};

/// Every kind must have an even number of tiles. `seed` steers the random plays; the outcome does not depend on it.
template <PairGame Game>
[[nodiscard]] Decision decide(const Game& game, const Budget& budget, std::uint64_t seed = 1) {
  Decision decision;
  Meter meter(budget, 8);
  std::uint64_t plays = 0;
  const typename Game::Position start = game.start();
  typename Game::Position position = start;
  std::vector<Pair> room;
  const auto play_randomly = [&](std::uint64_t count) {
    for (; count > 0 && meter.limit() == Limit::none; --count) {
      Rng rng(seed, plays++);
      position = start;
      decision.moves.clear();
      const bool cleared = game.random_play(rng, position, decision.moves, room, &meter);
      if (meter.spend(decision.moves.size()) && cleared) return true;
    }
    return false;
  };
  const auto finish = [&](Outcome outcome) {
    decision.outcome = outcome;
    decision.nodes = meter.nodes();
    if (outcome == Outcome::undecided) decision.limit = meter.limit();
    if (outcome != Outcome::cleared) decision.moves.clear();
    return std::move(decision);
  };

  if (play_randomly(4)) return finish(Outcome::cleared);
  PairingSearch<Game> search(game, meter);
  constexpr std::uint64_t most_plays = 256;
  // Turns of search and of plays, ever longer: hard boards of either kind are met with what suits them.
  for (std::uint64_t turn = 8; meter.limit() == Limit::none; turn *= 4) {
    const Outcome outcome = search.run(turn);
    decision.cores = search.cores();
    if (outcome == Outcome::cleared) {
      decision.moves = search.moves();
      return finish(outcome);
    }
    if (outcome == Outcome::impossible) {
      decision.proof = search.take_proof();
      return finish(outcome);
    }
    if (turn <= most_plays && play_randomly(turn)) return finish(Outcome::cleared);
  }
  return finish(Outcome::undecided);
}

}  // namespace nazo::tiles
