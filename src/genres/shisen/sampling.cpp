#include "genres/shisen/sampling.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace nazo::shisen {

namespace {
std::size_t index(int i) { return static_cast<std::size_t>(i); }
}  // namespace

StateSampler::StateSampler(const Board& board) : field_(board), nothing_(field_), full_(field_) {}

void StateSampler::play(State& state, Pair pair) const {
  shisen::play(field_, state.position, pair);
  Members& gone = state.gone[index(field_.kind_of(pair.a))];
  gone |= Members{1} << field_.member_of(pair.a);
  gone |= Members{1} << field_.member_of(pair.b);
  TileId mates[2]{};
  int found = 0;
  std::erase_if(state.plan, [&](Pair p) {
    const bool first = p.a == pair.a || p.a == pair.b, second = p.b == pair.a || p.b == pair.b;
    if (first != second) mates[found++] = first ? p.b : p.a;
    return first || second;
  });
  if (found == 2) state.plan.push_back({std::min(mates[0], mates[1]), std::max(mates[0], mates[1])});
}

bool StateSampler::reachable(const std::vector<Members>& gone) {
  ++decisions_;
  // One play with safe moves, or the relaxation, settles most questions; the solver decides the rest.
  const Field turned = field_.restricted_to(gone, full_.o);
  const Position from(turned);
  trial_ = from;
  played_.clear();
  Rng rng(0);
  if (random_play(turned, rng, trial_, played_, room_)) return true;
  trial_ = from;
  relax(turned, nothing_, trial_);
  if (trial_.left > 0) return false;
  return decide(turned, {}).outcome == Outcome::cleared;
}

int StateSampler::parents(const State& state) {
  int count = 0;
  std::vector<Members> gone = state.gone;
  for (int kind = 0; kind < field_.kinds(); ++kind) {
    const Spot* spots = field_.spots(kind);
    for (Members first = state.gone[index(kind)]; first != 0; first &= first - 1)
      for (Members second = first & (first - 1); second != 0; second &= second - 1) {
        const int i = std::countr_zero(first), j = std::countr_zero(second);
        if (!meet(state.position.o, spots[i], spots[j])) continue;
        gone[index(kind)] = state.gone[index(kind)] & ~(Members{1} << i | Members{1} << j);
        count += reachable(gone) ? 1 : 0;
        gone[index(kind)] = state.gone[index(kind)];
      }
  }
  return count;
}

bool StateSampler::plan_works(const State& state) {
  assert(2 * state.plan.size() == index(state.position.left) && "a plan pairs all tiles");
  // With a fixed pairing the order does not matter: whatever goes, goes.
  Occupancy o = state.position.o;
  left_ = state.plan;
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
  if (!state.plan.empty() && plan_works(state)) return true;
  ++decisions_;
  Decision decision = decide(field_.restricted_to(state.position.present, state.position.o), {});
  state.plan = std::move(decision.moves);
  return decision.outcome == Outcome::cleared;
}

int StateSampler::losing_moves(const State& state, const std::vector<Pair>& moves) {
  int losing = 0;
  for (const Pair move : moves) {
    State child = state;
    play(child, move);
    losing += solvable(child) ? 0 : 1;
  }
  return losing;
}

double StateSampler::advance(std::vector<State>& population, Rng& rng) {
  std::vector<double> weights;
  std::vector<Pair> pairs;
  double total = 0;
  for (State& state : population) {
    moves(state, pairs);
    double weight = 0;
    if (!pairs.empty()) {
      play(state, pairs[rng.below(pairs.size())]);
      weight = static_cast<double>(pairs.size()) / parents(state);
    }
    weights.push_back(weight);
    total += weight;
  }
  if (total == 0) {
    population.clear();
    return 0;
  }
  // Systematic resampling: copies in proportion to the weights, with as little chance as possible.
  const auto size = static_cast<double>(population.size());
  std::vector<State> next;
  next.reserve(population.size());
  double target = rng.unit() * total / size, sum = 0;
  for (std::size_t i = 0; i < population.size(); ++i) {
    sum += weights[i];
    for (; target < sum && next.size() < population.size(); target += total / size) next.push_back(population[i]);
  }
  while (next.size() < population.size()) next.push_back(next.back());  // rounding at the end
  population.swap(next);
  return total / size;
}

}  // namespace nazo::shisen
