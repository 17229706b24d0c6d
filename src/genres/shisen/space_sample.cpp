#include "genres/shisen/space_sample.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/hash.hpp"
#include "base/rng.hpp"
#include "genres/shisen/leaf.hpp"
#include "genres/shisen/solve.hpp"

namespace nazo::shisen {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

struct SampleState {
  Key128 key{};
  std::vector<bool> there;
};

/// Can all tiles that are not there be taken away from the start, in pairs?
bool reachable(const Board& board, const std::vector<bool>& there) {
  std::vector<int> cells(index(board.width * board.height), no_tile);
  for (std::size_t t = 0; t < board.tiles.size(); ++t)
    if (!there[t])
      cells[index((board.tiles[t].place.row - 1) * board.width + board.tiles[t].place.column - 1)] = board.label_of(board.tiles[t]);
  const Field field(make_board(board.width, board.height, board.border, cells), occupancy_of(board));
  return decide(field, {.nodes = 500}).outcome == Outcome::cleared;
}

/// A layer-by-layer search that keeps a random part of every layer; calls visit(pairs gone, states) for each.
template <class Visit>
void sample_layers(const Board& board, std::size_t kept, Visit&& visit) {
  std::vector<SampleState> layer{{{}, std::vector<bool>(board.tiles.size(), true)}}, next;
  for (std::size_t gone = 0; !layer.empty(); ++gone) {
    visit(gone, layer);
    next.clear();
    for (const SampleState& state : layer) {
      Occupancy o = empty_grid(board.width, board.height, board.border);
      for (std::size_t t = 0; t < board.tiles.size(); ++t)
        if (state.there[t]) o.put(board.tiles[t].place);
      for (int kind = 0; kind < board.kinds(); ++kind)
        for (TileId a = board.first[index(kind)]; a < board.first[index(kind) + 1]; ++a)
          for (TileId b = a + 1; b < board.first[index(kind) + 1]; ++b) {
            if (!state.there[a] || !state.there[b] || !joined(o, board.tiles[a].place, board.tiles[b].place)) continue;
            SampleState child{state.key ^ zobrist(a) ^ zobrist(b), state.there};
            child.there[a] = child.there[b] = false;
            next.push_back(std::move(child));
          }
    }
    std::ranges::sort(next, {}, &SampleState::key);  // keys are as good as random numbers
    const auto [first, last] = std::ranges::unique(next, {}, &SampleState::key);
    next.erase(first, last);
    if (next.size() > kept) next.resize(kept);
    layer.swap(next);
  }
}

}  // namespace

std::vector<double> freedom_of_kinds(const Board& board) {
  constexpr std::size_t kept = 256, looked_at = 12;
  const std::size_t pairs = board.tiles.size() / 2;
  std::vector<double> inverse(index(board.kinds()), 0), score(index(board.kinds()), 0);
  double states = 0;
  sample_layers(board, kept, [&](std::size_t gone, const std::vector<SampleState>& layer) {
    // Most states lie around two thirds of the way.
    if (10 * gone < 5 * pairs || 10 * gone > 8 * pairs) return;
    const std::size_t step = std::max<std::size_t>(1, layer.size() / looked_at);
    for (std::size_t i = 0; i < layer.size(); i += step) {
      ++states;
      for (int kind = 0; kind < board.kinds(); ++kind) {
        const int copies = board.copies(static_cast<KindId>(kind));
        if (copies - 1 > leaf_bits) continue;
        int possible = 0;
        for (unsigned mask = 0; mask < 1u << copies; ++mask) {
          if (std::popcount(mask) % 2 != 0) continue;
          std::vector<bool> there = layer[i].there;
          for (int member = 0; member < copies; ++member)
            there[index(board.first[index(kind)] + member)] = (mask >> member & 1) == 0;
          possible += reachable(board, there) ? 1 : 0;
        }
        inverse[index(kind)] += 1.0 / std::max(1, possible);
      }
    }
  });
  for (int kind = 0; kind < board.kinds(); ++kind)
    if (const int bits = board.copies(static_cast<KindId>(kind)) - 1; states > 0 && bits > 0 && bits <= leaf_bits)
      score[index(kind)] = std::log2(states / inverse[index(kind)]) / bits;
  return score;
}

}  // namespace nazo::shisen
