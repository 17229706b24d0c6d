#include "genres/shanghai/analyse/plays.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>
#include <vector>

namespace nazo::shanghai {

namespace {

int free_count(const Pile& pile, const Position& position) {
  int count = 0;
  for (int kind = 0; kind < pile.kind_count(); ++kind) count += std::popcount(position.free[index(kind)]);
  return count;
}

/// Seen at a glance by whoever knows every face; what it calls lost is.
bool plainly_lost(const Pile& pile, Position position) {
  const KindMembers all = position.present;
  pile.relax(all, Pairing(pile.kinds()), position, tiles::any_kind);
  return position.left > 0;
}

/// What a player would take if the first choice will not do: any order among equals.
struct Choice {
  Pair pair{};
  int freed = 0;
  std::uint64_t lot = 0;
};

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

namespace {

Pair sighted_move(const Pile& pile, const Position& position, const std::vector<Pair>& pairs, Rng& rng) {
  const int free_before = free_count(pile, position);
  std::vector<Choice> choices;
  for (const Pair pair : pairs) {
    const std::size_t kind = index(pile.kind_of(pair.a));
    if (position.free[kind] == position.present[kind]) return pair;
    Position after = position;
    pile.take(after, pair);
    choices.push_back({pair, free_count(pile, after) - free_before, rng()});
  }
  std::ranges::sort(choices, std::greater{}, [](const Choice& one) { return std::pair{one.freed, one.lot}; });
  for (const Choice& choice : choices) {
    Position after = position;
    pile.take(after, choice.pair);
    if (!plainly_lost(pile, after)) return choice.pair;
  }
  return choices.front().pair;
}

}  // namespace

bool play_sighted(const Pile& pile, Rng& rng) {
  Position position = pile.start();
  std::vector<Pair> pairs;
  for (;;) {
    pile.open_pairs(position, pairs);
    if (pairs.empty()) return position.left == 0;
    pile.take(position, sighted_move(pile, position, pairs, rng));
  }
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
