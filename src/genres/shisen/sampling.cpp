#include "genres/shisen/sampling.hpp"

#include <algorithm>
#include <bit>

namespace nazo::shisen {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// Takes two tiles out of a pairing: if they were not each other's mates, the mates they had become so.
void take_out(std::vector<Pair>& pairing, Pair pair) {
  TileId mates[2]{};
  int found = 0;
  std::erase_if(pairing, [&](Pair p) {
    const bool first = p.a == pair.a || p.a == pair.b, second = p.b == pair.a || p.b == pair.b;
    if (first != second) mates[found++] = first ? p.b : p.a;
    return first || second;
  });
  if (found == 2) pairing.push_back({std::min(mates[0], mates[1]), std::max(mates[0], mates[1])});
}

}  // namespace

StateSampler::StateSampler(const Board& board, const Meter* clock)
    : field_(board), nothing_(field_), full_(field_), clock_(clock) {}

void StateSampler::play(State& state, Pair pair) const {
  shisen::play(field_, state.position, pair);
  Members& gone = state.gone[index(field_.kind_of(pair.a))];
  gone |= Members{1} << field_.member_of(pair.a);
  gone |= Members{1} << field_.member_of(pair.b);
  take_out(state.plan, pair);
  state.history.push_back(pair);
  state.key ^= zobrist(pair.a) ^ zobrist(pair.b);
}

bool StateSampler::can_clear(const Field& field, std::vector<Pair>& moves) {
  // One play with safe moves, or the relaxation, settles most questions; the solver decides the rest.
  const Position from(field);
  trial_ = from;
  moves.clear();
  Rng rng(0);
  if (random_play(field, rng, trial_, moves, played_)) return true;
  trial_ = from;
  relax(field, nothing_, trial_);
  if (trial_.left > 0) return false;
  Decision decision = decide(field, clock_ != nullptr ? clock_->rest() : Budget{});
  failed_ |= decision.outcome == Outcome::undecided;
  moves = std::move(decision.moves);
  return decision.outcome == Outcome::cleared;
}

bool StateSampler::reachable(const std::vector<Members>& gone) {
  return can_clear(field_.restricted_to(gone, full_.o), room_);
}

void StateSampler::last_pairs(const State& state, std::vector<Pair>& pairs) const {
  pairs.clear();
  for (int kind = 0; kind < field_.kinds(); ++kind) {
    const Spot* spots = field_.spots(kind);
    for (Members first = state.gone[index(kind)]; first != 0; first &= first - 1)
      for (Members second = first & (first - 1); second != 0; second &= second - 1) {
        const int i = std::countr_zero(first), j = std::countr_zero(second);
        if (meet(state.position.o, spots[i], spots[j])) pairs.push_back({field_.tile(kind, i), field_.tile(kind, j)});
      }
  }
}

bool StateSampler::came_from(const State& state, Pair last, std::vector<Pair>& history) {
  history = state.history;  // the same pairing otherwise does it nearly always
  take_out(history, last);
  if (pairing_works(full_.o, history)) return true;
  fewer_ = state.gone;
  for (const TileId tile : {last.a, last.b})
    fewer_[index(field_.kind_of(tile))] &= ~(Members{1} << field_.member_of(tile));
  return can_clear(field_.restricted_to(fewer_, full_.o), history);
}

int StateSampler::parents(const State& state) {
  last_pairs(state, last_);
  int count = 0;
  for (const Pair last : last_) count += came_from(state, last) ? 1 : 0;
  return count;
}

double StateSampler::one_over_parents(const State& state, Rng& rng) {
  last_pairs(state, last_);
  const std::size_t all = last_.size();
  std::size_t unknown = all;  // those that were found not to lead here stand behind
  for (double draws = 1;; ++draws) {
    const std::size_t drawn = rng.below(all);
    if (drawn >= unknown) continue;
    if (came_from(state, last_[drawn]) || failed_) return draws / static_cast<double>(all);
    std::swap(last_[drawn], last_[--unknown]);
  }
}

bool StateSampler::pairing_works(Occupancy o, const std::vector<Pair>& pairing) {
  // With a fixed pairing the order does not matter: whatever goes, goes.
  left_ = pairing;
  const auto spot = [&](TileId tile) { return field_.spots(field_.kind_of(tile))[field_.member_of(tile)]; };
  while (!left_.empty()) {
    const std::size_t before = left_.size();
    std::erase_if(left_, [&](Pair p) {
      if (!meet(o, spot(p.a), spot(p.b))) return false;
      take(o, spot(p.a));
      take(o, spot(p.b));
      return true;
    });
    if (left_.size() == before) return false;
  }
  return true;
}

bool StateSampler::solvable(State& state) {
  if (state.position.left == 0) return true;
  if (state.lost) return false;
  if (2 * state.plan.size() == index(state.position.left) && pairing_works(state.position.o, state.plan)) return true;
  const Field rest = field_.restricted_to(state.position.present, state.position.o);
  trial_ = state.position;
  relax(rest, nothing_, trial_);
  if (trial_.left > 0) {
    state.lost = true;
    return false;
  }
  Decision decision = decide(rest, clock_ != nullptr ? clock_->rest() : Budget{});
  failed_ |= decision.outcome == Outcome::undecided;
  state.plan = std::move(decision.moves);
  state.lost = decision.outcome == Outcome::impossible;
  return decision.outcome == Outcome::cleared;
}

void StateSampler::losing_moves(const State& state, const std::vector<Pair>& moves, std::vector<Pair>& losing) {
  losing.clear();
  State child;
  for (const Pair move : moves) {
    child.position = state.position;
    child.plan = state.plan;
    child.lost = false;
    shisen::play(field_, child.position, move);
    take_out(child.plan, move);
    if (!solvable(child)) losing.push_back(move);
  }
}

double StateSampler::one_over_solvable_children(const State& state, Pair known, Rng& rng) {
  moves(state, moves_);
  State child;
  for (double draws = 1;; ++draws) {
    const Pair drawn = moves_[rng.below(moves_.size())];
    if (drawn != known) {
      child = state;
      play(child, drawn);
      if (!solvable(child) && !failed_) continue;
    }
    return draws / static_cast<double>(moves_.size());
  }
}

std::optional<StateSampler::State> StateSampler::finish() {
  State state = start();
  if (!solvable(state)) return {};
  while (!state.plan.empty())
    for (std::size_t i = 0; i < state.plan.size(); ++i) {
      const Pair pair = state.plan[i];
      if (!joined(state.position.o, field_.place(pair.a), field_.place(pair.b))) continue;
      play(state, pair);
      break;
    }
  return state;
}

double StateSampler::retreat(std::vector<State>& population, Rng& rng) {
  std::vector<Weighted> parents;
  double total = 0;
  const auto size = static_cast<double>(population.size());
  for (const State& state : population) {
    last_pairs(state, last_);
    const Pair last = last_[rng.below(last_.size())];
    const auto candidates = static_cast<double>(last_.size());
    Weighted parent;
    if (!came_from(state, last, parent.state.history)) continue;
    if (failed_) break;
    parent.state.position = state.position;
    parent.state.gone = state.gone;
    for (const TileId tile : {last.a, last.b}) {
      const int kind = field_.kind_of(tile);
      const Members member = Members{1} << field_.member_of(tile);
      put(parent.state.position.o, field_.spots(kind)[field_.member_of(tile)]);
      parent.state.position.present[index(kind)] |= member;
      parent.state.gone[index(kind)] &= ~member;
      ++parent.state.position.left;
    }
    parent.state.plan = state.plan;
    parent.state.plan.push_back(last);
    parent.state.key = state.key ^ zobrist(last.a) ^ zobrist(last.b);
    parent.weight = candidates * one_over_solvable_children(parent.state, last, rng);
    total += parent.weight;
    parents.push_back(std::move(parent));
  }
  if (failed_ || parents.empty()) {
    population.clear();
    return 0;
  }
  resample(parents, population.size(), rng);
  for (std::size_t i = 0; i < population.size(); ++i) population[i] = std::move(parents[i].state);
  return total / size;
}

void StateSampler::advance(std::vector<Weighted>& population, Rng& rng) {
  for (auto& [state, weight] : population) {
    moves(state, moves_);
    if (moves_.empty()) {
      weight = 0;
      continue;
    }
    const auto n = static_cast<double>(moves_.size());
    play(state, moves_[rng.below(moves_.size())]);
    weight *= n * one_over_parents(state, rng);
    if (failed_) return;
  }
  std::erase_if(population, [](const Weighted& w) { return w.weight == 0; });
}

void StateSampler::resample(std::vector<Weighted>& population, std::size_t size, Rng& rng) {
  double total = 0;
  for (const Weighted& w : population) total += w.weight;
  // Systematic: copies in proportion to the weights, with as little chance as possible.
  std::vector<Weighted> next;
  next.reserve(size);
  const double step = total / static_cast<double>(size);
  double target = rng.unit() * step, sum = 0;
  for (const Weighted& w : population) {
    sum += w.weight;
    for (; target < sum && next.size() < size; target += step) next.push_back({w.state, step});
  }
  while (next.size() < size) next.push_back(next.back());  // rounding at the end
  population.swap(next);
}

}  // namespace nazo::shisen
