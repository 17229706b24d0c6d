#include "genres/shanghai/analyse/plays.hpp"

#include <bit>
#include <vector>

namespace nazo::shanghai {

namespace {

int free_count(const Pile& pile, const Position& position) {
  int count = 0;
  for (int kind = 0; kind < pile.kind_count(); ++kind) count += std::popcount(position.free[index(kind)]);
  return count;
}

}  // namespace

BlindMove blind_move(const Pile& pile, const Position& position, Rng& rng) {
  BlindMove best;
  std::uint64_t equal = 0;
  const int free_before = free_count(pile, position);
  std::vector<Pair> pairs;
  pile.open_pairs(position, pairs);
  for (const Pair pair : pairs) {
    const std::size_t kind = index(pile.kind_of(pair.a));
    if (position.free[kind] == position.present[kind]) return {pair, true, 0};
    Position after = position;
    pile.take(after, pair);
    const int freed = free_count(pile, after) - free_before + 2;
    if (equal > 0 && freed < best.freed) continue;
    if (equal == 0 || freed > best.freed) equal = 0;
    if (rng.below(++equal) == 0) best = {pair, false, freed};
    best.freed = freed;
  }
  return best;
}

bool play_blind(const Pile& pile, Rng& rng) {
  Position position = pile.start();
  std::vector<Pair> pairs;
  for (;;) {
    pile.open_pairs(position, pairs);
    if (pairs.empty()) return position.left == 0;
    pile.take(position, blind_move(pile, position, rng).pair);
  }
}

}  // namespace nazo::shanghai
