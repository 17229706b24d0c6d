// States of a board drawn at random, without exploring its state space.
//
// A state is the set of tiles gone, and whether such a set can be reached is the solver's question turned round: can
// exactly these tiles be cleared from the start, while the others stand in the way? So a state can be changed without
// playing: two tiles of a kind change from there to gone or back, and if the result can be reached that is the next
// state. Every change can be made in both directions with the same chance, and undoing moves one by one leads from any
// state to the start; so in the long run all states come up equally often. That holds as well if some kinds are left
// alone from the start on, or if no more than so many pairs may be gone.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.hpp"
#include "base/rng.hpp"
#include "tiles/pairing_search.hpp"

namespace nazo::tiles {

/// A game whose states can be sampled. Besides what the search over pairings needs of a position:
///   open_pairs  all pairs that can be played
///   gone_pairs  all pairs of tiles gone that could be played if they were put back
///   take, put   one tile, whatever stands on or around it
///   part        the game in which only these tiles (by kind) are to be cleared; what else stands in the position stays
///               for ever. It refers to this game and to the tiles.
template <class G>
concept SampledGame = PairGame<G> && requires(const G& game, typename G::Position& position, std::vector<Pair>& pairs,
                                              TileId tile, const std::vector<Members>& tiles) {
  game.open_pairs(position, pairs);
  game.gone_pairs(position, pairs);
  game.take(position, tile);
  game.put(position, tile);
  { game.part(tiles, position) } -> PairGame;
};

template <SampledGame Game>
class StateSampler {
 public:
  using Position = typename Game::Position;

  /// The game outlives the sampler. The clock's budget, if there is one, is for each of the solver's decisions, and its
  /// time for all; see failed().
  explicit StateSampler(const Game& game, const Meter* clock = nullptr)
      : game_(game), kinds_(game.kinds()), nothing_(kinds_), full_(game.start()), clock_(clock) {
    for (int kind = 0; kind < kinds_.kinds(); ++kind) odd_ |= kinds_.copies(kind) % 2 != 0;
  }

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

  [[nodiscard]] State start() const { return {full_, std::vector<Members>(at(kinds_.kinds()), 0), {}, {}, {}, false}; }
  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] const Kinds& kinds() const { return kinds_; }
  [[nodiscard]] int pairs_gone(const State& state) const { return (full_.left - state.position.left) / 2; }

  void moves(const State& state, std::vector<Pair>& pairs) const { game_.open_pairs(state.position, pairs); }
  /// The pairs that may have been the last to go: they could be played if they were put back. Whether the state without
  /// them can be reached is another question.
  void ways_back(const State& state, std::vector<Pair>& pairs) const { game_.gone_pairs(state.position, pairs); }
  /// The same for the state that a move leads to.
  void ways_back_after(State& state, Pair move, std::vector<Pair>& pairs) const {
    for (const TileId tile : {move.a, move.b}) game_.take(state.position, tile);
    game_.gone_pairs(state.position, pairs);
    for (const TileId tile : {move.b, move.a}) game_.put(state.position, tile);
  }
  /// Plays a move and changes the plan accordingly: the mates that the two tiles had in it become each other's.
  void play(State& state, Pair pair) const {
    for (const TileId tile : {pair.a, pair.b}) {
      game_.take(state.position, tile);
      state.gone[at(kinds_.kind_of(tile))] |= Members{1} << kinds_.member_of(tile);
      state.key ^= zobrist(tile);
    }
    take_out(state.plan, pair);
    state.history.push_back(pair);
  }
  /// Plays these pairs in an order in which they can go.
  void play_all(State& state, const std::vector<Pair>& pairs) {
    if (!pairing_works(state.position, pairs)) return;
    const std::vector<Pair> in_order = went_;
    for (const Pair pair : in_order) play(state, pair);
  }

  /// Changes two tiles of a kind, each from there to gone or from gone to there. False, and the state as it was, if the
  /// result cannot be reached.
  bool change(State& state, Pair pair) {
    const int kind = kinds_.kind_of(pair.a);
    const Members members = Members{1} << kinds_.member_of(pair.a) | Members{1} << kinds_.member_of(pair.b);
    const Members gone = state.gone[at(kind)] & members;
    const auto apply = [&](std::vector<Pair>& pairing, Members in_it) {
      if (in_it == 0) {
        pairing.push_back(pair);
      } else if (in_it == members) {
        take_out(pairing, pair);
      } else if (const bool first = in_it == Members{1} << kinds_.member_of(pair.a); first) {
        replace(pairing, pair.a, pair.b);
      } else {
        replace(pairing, pair.b, pair.a);
      }
    };
    room_ = state.history;
    apply(room_, gone);  // the same pairing otherwise does it nearly always
    if (pairing_works(full_, room_)) {
      state.history = went_;
    } else {
      wanted_ = state.gone;
      wanted_[at(kind)] ^= members;
      if (!can_clear(wanted_, went_, room_)) return false;
      state.history = room_;
    }
    apply(state.plan, members & ~gone);
    state.gone[at(kind)] ^= members;
    for (const TileId tile : {pair.a, pair.b}) {
      if ((gone >> kinds_.member_of(tile) & 1) != 0) {
        game_.put(state.position, tile);
      } else {
        game_.take(state.position, tile);
      }
      state.key ^= zobrist(tile);
    }
    state.lost = false;
    return true;
  }

  /// Can exactly these tiles be gone?
  [[nodiscard]] bool reachable(const std::vector<Members>& gone) { return can_clear(gone, {}, room_); }

  /// The same where only some kinds differ from a state: how that is reached does it for these tiles, too, nearly
  /// always.
  [[nodiscard]] bool reachable(const std::vector<Members>& gone, const State& like) {
    room_.clear();
    for (const Pair pair : like.history)
      if (const std::size_t kind = at(kinds_.kind_of(pair.a)); gone[kind] == like.gone[kind]) room_.push_back(pair);
    for (int kind = 0; kind < kinds_.kinds(); ++kind)
      if (gone[at(kind)] != like.gone[at(kind)]) pair_up(kind, gone[at(kind)], room_);
    return pairing_works(full_, room_) || can_clear(gone, went_, room_);
  }

  /// Can the board still be cleared? Leaves the pairing that does it in the state's plan.
  [[nodiscard]] bool solvable(State& state) {
    if (state.position.left == 0) return true;
    if (state.lost || odd_) return false;
    if (2 * state.plan.size() == at(state.position.left) && pairing_works(state.position, state.plan)) return true;
    wanted_.assign(state.position.present.begin(), state.position.present.begin() + kinds_.kinds());
    const auto rest = game_.part(wanted_, state.position);
    trial_ = rest.start();
    rest.relax(nothing_, trial_, any_kind);
    if (trial_.left > 0) {
      state.lost = true;
      return false;
    }
    Decision decision = decided(rest);
    state.plan = std::move(decision.moves);
    state.lost = decision.outcome == Outcome::impossible;
    return decision.outcome == Outcome::cleared;
  }

  /// Those of these moves of a solvable state that lead to an unsolvable one; fails when time runs out.
  void losing_moves(const State& state, const std::vector<Pair>& moves, std::vector<Pair>& losing) {
    losing.clear();
    State child;
    for (const Pair move : moves) {
      if (clock_ != nullptr && clock_->overdue() != Limit::none) limit_ = clock_->overdue();
      if (failed()) return;
      child.position = state.position;
      child.plan = state.plan;
      child.lost = false;
      game_.take(child.position, move.a);
      game_.take(child.position, move.b);
      take_out(child.plan, move);
      if (!solvable(child)) losing.push_back(move);
    }
  }

  /// True once a limit ran out in the middle of a decision: what was answered since means nothing.
  [[nodiscard]] bool failed() const { return limit_ != Limit::none; }
  [[nodiscard]] Limit limit() const { return limit_; }

 private:
  static Pair in_order(TileId a, TileId b) { return {std::min(a, b), std::max(a, b)}; }

  /// Takes two tiles out of a pairing: if they were not each other's mates, the mates they had become so.
  static void take_out(std::vector<Pair>& pairing, Pair pair) {
    TileId mates[2]{};
    int found = 0;
    std::erase_if(pairing, [&](Pair p) {
      const bool first = p.a == pair.a || p.a == pair.b, second = p.b == pair.a || p.b == pair.b;
      if (first != second) mates[found++] = first ? p.b : p.a;
      return first || second;
    });
    if (found == 2) pairing.push_back(in_order(mates[0], mates[1]));
  }

  /// Puts one tile in the place of another.
  static void replace(std::vector<Pair>& pairing, TileId old, TileId by) {
    for (Pair& p : pairing)
      if (p.a == old || p.b == old) p = in_order(by, p.a == old ? p.b : p.a);
  }

  /// Adds pairs of an even number of tiles of a kind, neighbours in the kind together.
  void pair_up(int kind, Members tiles, std::vector<Pair>& pairing) const {
    for (; tiles != 0; tiles &= tiles - 1) {
      const TileId first = kinds_.tile(kind, std::countr_zero(tiles));
      tiles &= tiles - 1;
      pairing.push_back({first, kinds_.tile(kind, std::countr_zero(tiles))});
    }
  }

  /// Do these pairs, each as soon as it can, clear all their tiles from here? `went_` has them in the order they went.
  [[nodiscard]] bool pairing_works(const Position& from, const std::vector<Pair>& pairing) {
    // With a fixed pairing the order does not matter: whatever goes, goes.
    ground_ = from;
    left_ = pairing;
    went_.clear();
    while (!left_.empty()) {
      const std::size_t before = left_.size();
      std::erase_if(left_, [&](Pair p) {
        if (!game_.playable(ground_, p)) return false;
        game_.take(ground_, p.a);
        game_.take(ground_, p.b);
        went_.push_back(p);
        return true;
      });
      if (left_.size() == before) return false;
    }
    return true;
  }

  /// Can exactly these tiles be cleared from the start? `moves` receives the pairs if they can. Some pairs that can go
  /// one after the other may be known: the relaxation lets them go, too, so it may begin where they are gone.
  [[nodiscard]] bool can_clear(const std::vector<Members>& tiles, const std::vector<Pair>& known,
                               std::vector<Pair>& moves) {
    // The relaxation, or one play with safe moves, settles most questions; the solver decides the rest.
    const auto part = game_.part(tiles, full_);
    trial_ = part.start();
    for (const Pair pair : known) {
      game_.take(trial_, pair.a);
      game_.take(trial_, pair.b);
    }
    part.relax(nothing_, trial_, any_kind);
    if (trial_.left > 0) return false;
    trial_ = part.start();
    moves.clear();
    Rng rng(0);
    if (part.random_play(rng, trial_, moves, played_, clock_)) return true;
    Decision decision = decided(part);
    moves = std::move(decision.moves);
    return decision.outcome == Outcome::cleared;
  }

  /// The solver's word, within what the clock has left.
  template <class Part>
  [[nodiscard]] Decision decided(const Part& part) {
    Decision decision = decide(part, clock_ != nullptr ? clock_->rest() : Budget{});
    if (decision.outcome == Outcome::undecided) limit_ = decision.limit;
    return decision;
  }

  const Game& game_;
  const Kinds& kinds_;
  Pairing nothing_;
  Position full_;
  const Meter* clock_;
  bool odd_ = false;  ///< some kind is: nothing can be cleared
  Limit limit_ = Limit::none;
  Position trial_{}, ground_{};
  std::vector<Pair> played_{}, room_{}, left_{}, went_{};
  std::vector<Members> wanted_{};
};

}  // namespace nazo::tiles
