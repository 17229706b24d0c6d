#include "genres/shisen/analyse/sampling.hpp"

#include <algorithm>
#include <bit>

namespace nazo::shisen {

namespace {

Pair in_order(TileId a, TileId b) { return {std::min(a, b), std::max(a, b)}; }

/// Takes two tiles out of a pairing: if they were not each other's mates, the mates they had become so.
void take_out(std::vector<Pair>& pairing, Pair pair) {
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
void replace(std::vector<Pair>& pairing, TileId old, TileId by) {
  for (Pair& p : pairing)
    if (p.a == old || p.b == old) p = in_order(by, p.a == old ? p.b : p.a);
}

}  // namespace

StateSampler::StateSampler(const Board& board, const Meter* clock)
    : field_(board), nothing_(field_), full_(field_), clock_(clock) {
  for (int kind = 0; kind < field_.kinds(); ++kind) odd_ |= field_.copies(kind) % 2 != 0;
}

void StateSampler::play(State& state, Pair pair) const {
  shisen::play(field_, state.position, pair);
  Members& gone = state.gone[index(field_.kind_of(pair.a))];
  gone |= Members{1} << field_.member_of(pair.a);
  gone |= Members{1} << field_.member_of(pair.b);
  take_out(state.plan, pair);
  state.history.push_back(pair);
  state.key ^= zobrist(pair.a) ^ zobrist(pair.b);
}

void StateSampler::play_all(State& state, const std::vector<Pair>& pairs) {
  if (!pairing_works(state.position.o, pairs)) return;
  const std::vector<Pair> in_order = went_;
  for (const Pair pair : in_order) play(state, pair);
}

bool StateSampler::change(State& state, Pair pair) {
  const int kind = field_.kind_of(pair.a);
  const Members members = Members{1} << field_.member_of(pair.a) | Members{1} << field_.member_of(pair.b);
  const Members gone = state.gone[index(kind)] & members;
  const auto apply = [&](std::vector<Pair>& pairing, Members in_it) {
    if (in_it == 0) {
      pairing.push_back(pair);
    } else if (in_it == members) {
      take_out(pairing, pair);
    } else if (const bool first = in_it == Members{1} << field_.member_of(pair.a); first) {
      replace(pairing, pair.a, pair.b);
    } else {
      replace(pairing, pair.b, pair.a);
    }
  };
  room_ = state.history;
  apply(room_, gone);  // the same pairing otherwise does it nearly always
  if (pairing_works(full_.o, room_)) {
    state.history = went_;
  } else {
    wanted_ = state.gone;
    wanted_[index(kind)] ^= members;
    if (!can_clear(field_.restricted_to(wanted_, full_.o), room_)) return false;
    state.history = room_;
  }
  apply(state.plan, members & ~gone);
  state.gone[index(kind)] ^= members;
  for (const TileId tile : {pair.a, pair.b}) {
    const Members member = Members{1} << field_.member_of(tile);
    const Spot spot = field_.spots(kind)[field_.member_of(tile)];
    if ((gone & member) != 0) {
      put(state.position.o, spot);
      ++state.position.left;
    } else {
      take(state.position.o, spot);
      --state.position.left;
    }
    state.position.present[index(kind)] ^= member;
    state.key ^= zobrist(tile);
  }
  state.lost = false;
  return true;
}

bool StateSampler::can_clear(const Field& field, std::vector<Pair>& moves) {
  // The relaxation, or one play with safe moves, settles most questions; the solver decides the rest.
  const Position from(field);
  trial_ = from;
  relax(field, nothing_, trial_);
  if (trial_.left > 0) return false;
  trial_ = from;
  moves.clear();
  Rng rng(0);
  if (random_play(field, rng, trial_, moves, played_, clock_)) return true;
  Decision decision = decided(field);
  moves = std::move(decision.moves);
  return decision.outcome == Outcome::cleared;
}

Decision StateSampler::decided(const Field& field) {
  Decision decision = decide(field, clock_ != nullptr ? clock_->rest() : Budget{});
  if (decision.outcome == Outcome::undecided) limit_ = decision.limit;
  return decision;
}

bool StateSampler::reachable(const std::vector<Members>& gone) {
  return can_clear(field_.restricted_to(gone, full_.o), room_);
}

bool StateSampler::pairing_works(Occupancy o, const std::vector<Pair>& pairing) {
  // With a fixed pairing the order does not matter: whatever goes, goes.
  left_ = pairing;
  went_.clear();
  const auto spot = [&](TileId tile) { return field_.spots(field_.kind_of(tile))[field_.member_of(tile)]; };
  while (!left_.empty()) {
    const std::size_t before = left_.size();
    std::erase_if(left_, [&](Pair p) {
      if (!meet(o, spot(p.a), spot(p.b))) return false;
      take(o, spot(p.a));
      take(o, spot(p.b));
      went_.push_back(p);
      return true;
    });
    if (left_.size() == before) return false;
  }
  return true;
}

bool StateSampler::solvable(State& state) {
  if (state.position.left == 0) return true;
  if (state.lost || odd_) return false;
  if (2 * state.plan.size() == index(state.position.left) && pairing_works(state.position.o, state.plan)) return true;
  const Field rest = field_.restricted_to(state.position.present, state.position.o);
  trial_ = state.position;
  relax(rest, nothing_, trial_);
  if (trial_.left > 0) {
    state.lost = true;
    return false;
  }
  Decision decision = decided(rest);
  state.plan = std::move(decision.moves);
  state.lost = decision.outcome == Outcome::impossible;
  return decision.outcome == Outcome::cleared;
}

void StateSampler::losing_moves(const State& state, const std::vector<Pair>& moves, std::vector<Pair>& losing) {
  losing.clear();
  State child;
  for (const Pair move : moves) {
    if (clock_ != nullptr && clock_->overdue() != Limit::none) limit_ = clock_->overdue();
    if (failed()) return;
    child.position = state.position;
    child.plan = state.plan;
    child.lost = false;
    shisen::play(field_, child.position, move);
    take_out(child.plan, move);
    if (!solvable(child)) losing.push_back(move);
  }
}

}  // namespace nazo::shisen
