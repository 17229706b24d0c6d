// What the sampler and the estimator of src/tiles/space promise, for any game of tiles.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "tiles/space/estimate.hpp"
#include "tiles/space/estimate_figures.hpp"
#include "tiles/space/sampling.hpp"
#include "tiles/space/space.hpp"

namespace nazo::tiles::battery {

template <class Game>
using StateOf = typename StateSampler<Game>::State;

/// Every state of a small board, by what is gone.
template <class Game>
std::map<Key128, StateOf<Game>> all_states(const StateSampler<Game>& sampler) {
  std::map<Key128, StateOf<Game>> known{{Key128{}, sampler.start()}};
  std::vector<StateOf<Game>> open{sampler.start()};
  std::vector<Pair> moves;
  while (!open.empty()) {
    const StateOf<Game> state = open.back();
    open.pop_back();
    sampler.moves(state, moves);
    for (const Pair move : moves) {
      StateOf<Game> child = state;
      sampler.play(child, move);
      if (known.emplace(child.key, child).second) open.push_back(child);
    }
  }
  return known;
}

template <class Game>
Key128 key_of(const StateSampler<Game>& sampler, const std::vector<Members>& gone) {
  Key128 key;
  for (int kind = 0; kind < sampler.kinds().kinds(); ++kind)
    for (Members rest = gone[at(kind)]; rest != 0; rest &= rest - 1)
      key ^= zobrist(sampler.kinds().tile(kind, std::countr_zero(rest)));
  return key;
}

/// Of every way to have an even number of each kind gone it is known whether it can be reached.
template <class Game>
void knows_which_states_can_be_reached(const Game& game) {
  StateSampler<Game> sampler(game);
  const auto states = all_states(sampler);
  const StateOf<Game>& like = std::next(states.begin(), static_cast<long>(states.size() / 2))->second;
  std::size_t reached = 0;
  std::vector<Members> gone(at(game.kinds().kinds()), 0);
  const auto try_all = [&](auto&& self, int kind) -> void {
    if (kind == game.kinds().kinds()) {
      const bool can = sampler.reachable(gone);
      EXPECT_EQ(can, states.contains(key_of(sampler, gone)));
      EXPECT_EQ(sampler.reachable(gone, like), can);
      reached += can ? 1 : 0;
      return;
    }
    for (Members mask = 0; mask < Members{1} << game.kinds().copies(kind); ++mask) {
      if (std::popcount(mask) % 2 != 0) continue;
      gone[at(kind)] = mask;
      self(self, kind + 1);
    }
  };
  try_all(try_all, 0);
  EXPECT_EQ(reached, states.size());
}

/// Every pair gone is put back to see whether it could be played then.
template <class Game>
void expect_ways_back(const StateSampler<Game>& sampler, const StateOf<Game>& state) {
  std::vector<Pair> found, expected;
  sampler.ways_back(state, found);
  const Kinds& kinds = sampler.kinds();
  for (int kind = 0; kind < kinds.kinds(); ++kind)
    for (Members first = state.gone[at(kind)]; first != 0; first &= first - 1)
      for (Members second = first & (first - 1); second != 0; second &= second - 1) {
        const Pair pair{kinds.tile(kind, std::countr_zero(first)), kinds.tile(kind, std::countr_zero(second))};
        auto position = state.position;
        sampler.game().put(position, pair.a);
        sampler.game().put(position, pair.b);
        if (sampler.game().playable(position, pair)) expected.push_back(pair);
      }
  EXPECT_EQ(found, expected);
}

/// The state as its own key says: what is gone, what is left, how it is reached.
template <class Game>
void expect_consistent(const StateSampler<Game>& sampler, const StateOf<Game>& state) {
  int gone = 0;
  for (int k = 0; k < sampler.kinds().kinds(); ++k) {
    EXPECT_EQ(state.position.present[at(k)] ^ state.gone[at(k)], sampler.kinds().every(k));
    gone += std::popcount(state.gone[at(k)]);
  }
  EXPECT_EQ(key_of(sampler, state.gone), state.key);
  EXPECT_EQ(gone, sampler.kinds().tiles() - state.position.left);
  EXPECT_EQ(2 * state.history.size(), at(gone));
  StateOf<Game> played = sampler.start();
  std::vector<Pair> moves, moves_of_state;
  for (const Pair pair : state.history) {
    EXPECT_TRUE(sampler.game().playable(played.position, pair));
    sampler.play(played, pair);
  }
  EXPECT_EQ(played.key, state.key);
  sampler.moves(played, moves);
  sampler.moves(state, moves_of_state);
  EXPECT_EQ(moves, moves_of_state) << "put back and taken as if played";
  expect_ways_back(sampler, state);
}

template <class Game>
void changes_meet_every_state_equally_often(const Game& game, Rng& rng) {
  StateSampler<Game> sampler(game);
  const auto states = all_states(sampler);
  ASSERT_GT(states.size(), 20u);
  std::map<Key128, int> met;
  StateOf<Game> state = sampler.start();
  const int steps = 2000 * static_cast<int>(states.size());
  for (int i = 0; i < steps; ++i) {
    const int kind = static_cast<int>(rng.below(at(game.kinds().kinds())));
    const int n = game.kinds().copies(kind);
    const int a = rng.between(0, n - 2), b = rng.between(a + 1, n - 1);
    const Key128 before = state.key;
    if (!sampler.change(state, {game.kinds().tile(kind, a), game.kinds().tile(kind, b)})) {
      EXPECT_EQ(state.key, before);
    }
    if (i % 500 == 0) expect_consistent(sampler, state);
    ++met[state.key];
  }
  EXPECT_EQ(met.size(), states.size()) << "all of them, and nothing else";
  for (const auto& [key, times] : met) {
    EXPECT_TRUE(states.contains(key));
    EXPECT_NEAR(times, 2000, 600);
  }
}

/// With every state seen once, what goes from layer to layer tells how many states each layer has.
template <class Game>
void ways_there_and_back_tell_sizes(const Game& game) {
  const StateSampler<Game> sampler(game);
  const auto states = all_states(sampler);
  LayersSeen seen(at(game.kinds().tiles() / 2 + 1));
  std::vector<Pair> pairs;
  for (const auto& [key, state] : states) {
    LayerSeen& layer = seen[at(sampler.pairs_gone(state))];
    sampler.moves(state, pairs);
    layer += {.plays = 1, .moves = static_cast<double>(pairs.size()), .undoings = 1};
    sampler.ways_back(state, pairs);
    for (const Pair pair : pairs)
      if (states.contains(key ^ zobrist(pair.a) ^ zobrist(pair.b))) ++layer.back;
  }
  const std::vector<double> sizes = sizes_of_layers(seen);
  for (std::size_t d = 0; d < seen.size(); ++d) EXPECT_NEAR(sizes[d], seen[d].plays, 1e-9 * seen[d].plays);
}

/// Counts how often intervals hold what is known exactly.
class Coverage {
 public:
  void add(const SpaceCounts& exact, const SpaceEstimate& e, int split = 13) {
    double moves[2]{}, states[2]{};
    for (std::size_t d = 0; d < exact.layers.size(); ++d) {
      const int part = static_cast<int>(d) < split ? 0 : 1;
      moves[part] += static_cast<double>(exact.layers[d].transitions);
      states[part] += static_cast<double>(exact.layers[d].states);
    }
    const auto n = static_cast<double>(exact.states), transitions = static_cast<double>(exact.transitions);
    const auto losing = static_cast<double>(exact.losing_transitions);
    ask("states", e.states, n, 1);
    ask("transitions", e.transitions, transitions, 1);
    ask("moves_mean", e.moves_mean, transitions, n);
    ask("moves_mean_first", e.moves_mean_first, moves[0], states[0]);
    ask("moves_mean_second", e.moves_mean_second, moves[1], states[1]);
    ask("solvable_fraction", e.solvable_fraction, static_cast<double>(exact.solvable), n);
    ask("losing_fraction", e.losing_fraction, losing, transitions);
    ask("losing_fraction_solvable", e.losing_fraction_solvable, losing,
        static_cast<double>(exact.solvable_transitions));
    ask("random_walk_win", e.random_walk_win, exact.random_walk_win, 1);
  }

  /// At most so many may have missed, or said nothing.
  void expect(int most_missed, int most_silent) const {
    for (const auto& [feature, count] : features_) {
      std::printf("%-26s %d of %d, %d null\n", feature.c_str(), count.held, count.asked, count.silent);
      EXPECT_GE(count.held, count.asked - most_missed) << feature;
      EXPECT_LE(count.silent, most_silent) << feature;
    }
  }

 private:
  struct Count {
    int held = 0, asked = 0, silent = 0;
  };
  void ask(const char* feature, const std::optional<Estimate>& estimate, double part, double whole) {
    if (whole == 0) return;
    Count& count = features_[feature];
    if (!estimate) {
      ++count.silent;
      return;
    }
    const double truth = part / whole, slack = 1e-9 * truth;
    ++count.asked;
    count.held += estimate->low - slack <= truth && truth <= estimate->high + slack ? 1 : 0;
  }

  std::map<std::string, Count> features_{};
};

}  // namespace nazo::tiles::battery
