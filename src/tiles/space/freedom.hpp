// A small sample of a board's state space, to learn how its kinds vary before the space is laid out.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/hash.hpp"
#include "base/rng.hpp"
#include "tiles/space/game.hpp"
#include "tiles/space/sampling.hpp"

namespace nazo::tiles {

/// States from around two thirds of the way, where most states are: a layer-by-layer search that keeps a random part of
/// every layer.
template <SampledGame Game>
std::vector<typename StateSampler<Game>::State> typical_states(const StateSampler<Game>& sampler, std::size_t kept,
                                                               std::size_t a_layer, const Meter& clock) {
  using State = typename StateSampler<Game>::State;
  struct Entry {
    Key128 key;
    State state;
  };
  std::vector<Entry> layer{{{}, sampler.start()}};
  std::vector<State> chosen;
  std::vector<Pair> moves;
  const int pairs = sampler.kinds().tiles() / 2;
  for (int gone = 0; !layer.empty() && 20 * gone <= 15 * pairs && clock.overdue() == Limit::none; ++gone) {
    if (20 * gone >= 12 * pairs)
      for (std::size_t i = 0; i < layer.size(); i += std::max<std::size_t>(1, layer.size() / a_layer))
        chosen.push_back(layer[i].state);
    // Children are known by their keys, which are as good as random numbers: the smallest ones are kept.
    struct Birth {
      Key128 key;
      std::size_t parent;
      Pair move;
    };
    std::vector<Birth> births;
    for (std::size_t i = 0; i < layer.size(); ++i) {
      sampler.moves(layer[i].state, moves);
      for (const Pair move : moves) births.push_back({layer[i].key ^ zobrist(move.a) ^ zobrist(move.b), i, move});
    }
    std::ranges::sort(births, {}, &Birth::key);
    const auto [first, last] = std::ranges::unique(births, {}, &Birth::key);
    births.erase(first, last);
    if (births.size() > kept) births.resize(kept);
    std::vector<Entry> next;
    next.reserve(births.size());
    for (const Birth& birth : births) {
      next.push_back({birth.key, layer[birth.parent].state});
      sampler.play(next.back().state, birth.move);
    }
    layer.swap(next);
  }
  return chosen;
}

/// The masks of tiles gone that a kind's codes stand for.
inline std::vector<Members> code_masks(int copies) {
  std::vector<Members> masks;
  for (Members mask = 0; mask < Members{1} << copies; ++mask)
    if (std::popcount(mask) % 2 == 0) masks.push_back(mask);
  return masks;
}

/// See SpaceGame::freedom. How many nodes there are for the space itself does not matter here.
template <SampledGame Game>
[[nodiscard]] Freedom freedom_of_kinds(const Game& game, int leaf_room, const Meter& clock) {
  using State = typename StateSampler<Game>::State;
  Budget sampling = clock.rest();
  sampling.nodes = Budget::unlimited;
  const Meter sampling_clock(sampling, 1);
  StateSampler<Game> sampler(game, &sampling_clock);
  const int kinds = sampler.kinds().kinds();
  const auto bits = [&](int kind) { return sampler.kinds().copies(kind) - 1; };
  int all_bits = 0;
  for (int kind = 0; kind < kinds; ++kind) all_bits += bits(kind);
  const bool large = all_bits > 40;  // worth a closer look
  const auto states = typical_states(sampler, large ? 1000 : 300, large ? 5 : 8, clock);

  // One kind at a time: the harmonic mean of the number of codes it can have, as bits saved for each bit of code.
  std::vector<double> score(at(kinds), 0);
  for (int kind = 0; kind < kinds; ++kind) {
    if (bits(kind) < 1 || bits(kind) > leaf_room || states.empty()) continue;
    double inverse = 0;
    for (const State& state : states) {
      if (clock.overdue() != Limit::none) break;
      std::vector<Members> gone = state.gone;
      int possible = 0;
      for (const Members mask : code_masks(sampler.kinds().copies(kind))) {
        gone[at(kind)] = mask;
        possible += sampler.reachable(gone, state) ? 1 : 0;
      }
      inverse += 1.0 / possible;
    }
    score[at(kind)] = std::log2(static_cast<double>(states.size()) / inverse) / bits(kind);
  }
  Freedom freedom;
  freedom.order.resize(at(kinds));
  std::iota(freedom.order.begin(), freedom.order.end(), 0);
  std::ranges::stable_sort(freedom.order, [&](int a, int b) { return score[at(a)] > score[at(b)]; });

  // Which of the freest together: every choice of three of them, tried with random codes.
  std::vector<int> candidates;
  for (const int kind : freedom.order)
    if (candidates.size() < 6 && bits(kind) == 3) candidates.push_back(kind);
  if (leaf_room != 9 || candidates.size() < 4) return freedom;
  double best = -1;
  const std::vector<Members> masks = code_masks(4);
  const std::size_t step = std::max<std::size_t>(1, states.size() / (large ? 12 : 16));
  for (std::size_t a = 0; a < candidates.size(); ++a)
    for (std::size_t b = a + 1; b < candidates.size(); ++b)
      for (std::size_t c = b + 1; c < candidates.size(); ++c) {
        const std::vector<int> three{candidates[a], candidates[b], candidates[c]};
        double sum = 0;
        for (std::size_t i = 0; i < states.size() && clock.overdue() == Limit::none; i += step) {
          constexpr int tries = 12;
          int possible = 0;
          Rng rng(17, i);
          std::vector<Members> gone = states[i].gone;
          for (int t = 0; t < tries; ++t) {
            for (const int kind : three) gone[at(kind)] = masks[rng.below(masks.size())];
            possible += sampler.reachable(gone, states[i]) ? 1 : 0;
          }
          sum += std::log2(1 + 512.0 * possible / tries);
        }
        if (sum > best) {
          best = sum;
          freedom.leaf = three;
        }
      }
  return freedom;
}

}  // namespace nazo::tiles
