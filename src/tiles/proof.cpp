#include "tiles/proof.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"

namespace nazo::tiles {

namespace {

/// The tile that one of the pairs gives this tile as its mate, or no_tile.
int mate_in(const std::vector<Pair>& pairs, TileId tile) {
  for (const Pair p : pairs) {
    if (p.a == tile) return p.b;
    if (p.b == tile) return p.a;
  }
  return no_tile;
}

bool contains(const std::vector<Pair>& pairs, Pair p) { return std::ranges::find(pairs, p) != pairs.end(); }

/// A step that follows: every mate the tile could have is excluded by an earlier step or taken by one of the pairs.
Result<void> check_resolvent(const ProofGame& game, const Proof& proof, std::size_t number) {
  const ProofStep& step = proof.steps[number];
  if (step.tile >= game.kinds.size()) return fail("a tile that is not on the board");
  for (std::size_t i = 0; i < game.kinds.size(); ++i) {
    const auto other = static_cast<TileId>(i);
    if (!may_be_mates(game.kinds, step.pairs, step.tile, other)) continue;
    const Pair pair = other < step.tile ? Pair{other, step.tile} : Pair{step.tile, other};
    const bool excluded = std::ranges::any_of(step.from, [&](std::uint32_t from) {
      return from < number &&
             std::ranges::all_of(proof.steps[from].pairs, [&](Pair p) { return p == pair || contains(step.pairs, p); });
    });
    if (!excluded) return fail(cat("nothing speaks against the pair ", game.place(pair.a), "-", game.place(pair.b)));
  }
  return {};
}

}  // namespace

bool may_be_mates(const std::vector<int>& kinds, const std::vector<Pair>& pairs, TileId a, TileId b) {
  if (a == b || kinds[a] != kinds[b]) return false;
  const int mate_a = mate_in(pairs, a), mate_b = mate_in(pairs, b);
  return (mate_a == no_tile || mate_a == b) && (mate_b == no_tile || mate_b == a);
}

Result<void> check_steps(const ProofGame& game, const Proof& proof, const Meter& clock) {
  const std::size_t tiles = game.kinds.size();
  for (std::size_t number = 0; number < proof.steps.size(); ++number) {
    const ProofStep& step = proof.steps[number];
    std::set<TileId> paired;
    for (const Pair p : step.pairs) {
      const bool equal = p.a < tiles && p.b < tiles && p.a != p.b && game.kinds[p.a] == game.kinds[p.b];
      if (!equal || !paired.insert(p.a).second || !paired.insert(p.b).second)
        return fail(cat("step ", number + 1, ": its pairs are not pairs of equal tiles"));
    }
    const bool real = std::ranges::all_of(step.stuck, [&](TileId tile) { return tile < tiles; });
    if (!real) return fail(cat("step ", number + 1, ": a tile that is not on the board"));
    const auto sound = step.stuck.empty() ? check_resolvent(game, proof, number) : game.check_core(step);
    const Limit limit = sound ? clock.overdue() : sound.error().limit;
    if (limit != Limit::none) return fail_limit(limit);
    if (!sound) return fail(cat("step ", number + 1, ": ", sound.error().message));
    if (step.pairs.empty()) return {};  // what follows is not needed
  }
  return fail("the proof does not come to an end");
}

Value proof_value(const ProofGame& game, const Proof& proof) {
  Value steps = Value::array();
  for (const ProofStep& step : proof.steps) {
    std::string pairs;
    for (const Pair p : step.pairs) pairs += cat(pairs.empty() ? "" : " ", game.place(p.a), "-", game.place(p.b));
    Value entry = Value::object().set("not_all", pairs);
    if (!step.stuck.empty()) {
      std::string stuck;
      for (const TileId tile : step.stuck) stuck += (stuck.empty() ? "" : " ") + game.place(tile);
      entry.set("stuck", stuck);
    } else {
      Value from = Value::array();
      for (const std::uint32_t number : step.from) from.push(number + 1);
      entry.set("tile", game.place(step.tile)).set("from", std::move(from));
    }
    steps.push(std::move(entry));
  }
  return steps;
}

std::uint64_t proof_value_bytes(const Proof& proof) {
  constexpr std::uint64_t a_step = 512, a_pair = 16, a_tile = 8, a_number = 64;
  std::uint64_t bytes = 0;
  for (const ProofStep& step : proof.steps)
    bytes += a_step + step.pairs.size() * a_pair + step.stuck.size() * a_tile + step.from.size() * a_number;
  return bytes;
}

}  // namespace nazo::tiles
