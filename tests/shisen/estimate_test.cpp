#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include "boards.hpp"
#include "genres/shisen/analyse/space.hpp"
#include "genres/shisen/bench.hpp"
#include "genres/shisen/solve/game.hpp"
#include "genres/shisen/solve/solve.hpp"
#include "genres/shisen/text/text.hpp"

namespace nazo::shisen {
namespace {

using StateSampler = tiles::StateSampler<PathGame>;
using State = StateSampler::State;

/// Every state of a small board, by what is gone.
std::map<Key128, State> all_states(const StateSampler& sampler) {
  std::map<Key128, State> known{{Key128{}, sampler.start()}};
  std::vector<State> open{sampler.start()};
  std::vector<Pair> moves;
  while (!open.empty()) {
    const State state = open.back();
    open.pop_back();
    sampler.moves(state, moves);
    for (const Pair move : moves) {
      State child = state;
      sampler.play(child, move);
      if (known.emplace(child.key, child).second) open.push_back(child);
    }
  }
  return known;
}

TEST(Sampler, KnowsWhichStatesCanBeReached) {
  for (std::uint64_t i = 0; i < 12; ++i) {
    Rng rng(51, i);
    const Board board = random_board(rng, 4, 4, i % 2 == 0 ? Border::outside : Border::inside, {4, 4, 2, 4, 2});
    const PathGame game(board);
    StateSampler sampler(game);
    const auto states = all_states(sampler);
    // Every way to have an even number of each kind gone: 8 · 8 · 2 · 8 · 2 of them.
    int reached = 0;
    std::vector<Members> gone(5, 0);
    const auto try_all = [&](auto&& self, int kind) -> void {
      if (kind == 5) {
        Key128 key;
        for (int k = 0; k < 5; ++k)
          for (Members rest = gone[static_cast<std::size_t>(k)]; rest != 0; rest &= rest - 1)
            key ^= zobrist(sampler.kinds().tile(k, std::countr_zero(rest)));
        const bool can = sampler.reachable(gone);
        EXPECT_EQ(can, states.contains(key));
        reached += can;
        return;
      }
      for (Members mask = 0; mask < Members{1} << sampler.kinds().copies(kind); ++mask) {
        if (std::popcount(mask) % 2 != 0) continue;
        gone[static_cast<std::size_t>(kind)] = mask;
        self(self, kind + 1);
      }
    };
    try_all(try_all, 0);
    EXPECT_EQ(reached, static_cast<int>(states.size()));
  }
}

/// The state as its own key says: what is gone, what is left, how it is reached.
void expect_consistent(const StateSampler& sampler, const State& state) {
  Key128 key;
  int gone = 0;
  for (int k = 0; k < sampler.kinds().kinds(); ++k) {
    const Members there = state.position.present[static_cast<std::size_t>(k)],
                  away = state.gone[static_cast<std::size_t>(k)];
    EXPECT_EQ(there ^ away, (Members{1} << sampler.kinds().copies(k)) - 1);
    gone += std::popcount(away);
    for (Members rest = away; rest != 0; rest &= rest - 1)
      key ^= zobrist(sampler.kinds().tile(k, std::countr_zero(rest)));
  }
  EXPECT_EQ(key, state.key);
  EXPECT_EQ(gone, sampler.kinds().tiles() - state.position.left);
  EXPECT_EQ(2 * state.history.size(), static_cast<std::size_t>(gone));
  State played = sampler.start();
  for (const Pair pair : state.history) {
    EXPECT_TRUE(joined(played.position.o, sampler.game().field().place(pair.a), sampler.game().field().place(pair.b)));
    sampler.play(played, pair);
  }
  EXPECT_EQ(played.key, state.key);
}

TEST(Sampler, ChangesMeetEveryStateEquallyOften) {
  for (const auto& copies : {std::vector{4, 4, 2, 4, 2}, std::vector{6, 3, 4, 2}}) {
    Rng rng(52);
    const Board board = random_board(rng, 4, 4, Border::inside, copies);
    const PathGame game(board);
    StateSampler sampler(game);
    const auto states = all_states(sampler);
    ASSERT_GT(states.size(), 20u);
    std::map<Key128, int> met;
    State state = sampler.start();
    const int steps = 2000 * static_cast<int>(states.size());
    for (int i = 0; i < steps; ++i) {
      const int kind = static_cast<int>(rng.below(copies.size()));
      const int n = copies[static_cast<std::size_t>(kind)];
      const int a = rng.between(0, n - 2), b = rng.between(a + 1, n - 1);
      const Key128 before = state.key;
      if (!sampler.change(state, {sampler.kinds().tile(kind, a), sampler.kinds().tile(kind, b)})) {
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
}

TEST(Estimate, ASpaceThatFitsTheFirstLayersIsExact) {
  Rng rng(53);
  const Board board = random_board(rng, 5, 4, Border::outside, {4, 4, 4, 4, 4});
  const auto exact = explore_space(board, {});
  const SpaceEstimate e = estimate_space(board, {.exact_states = 100'000, .walks = 2000});
  EXPECT_EQ(e.chains, 0);
  EXPECT_EQ(e.states->value, static_cast<double>(exact->states));
  EXPECT_EQ(e.states->low, e.states->high);
  EXPECT_EQ(e.transitions->value, static_cast<double>(exact->transitions));
  EXPECT_EQ(e.losing_fraction->value * e.transitions->value, static_cast<double>(exact->losing_transitions));
  ASSERT_EQ(e.layers.size(), exact->layers.size());
  for (std::size_t d = 0; d < e.layers.size(); ++d)
    EXPECT_DOUBLE_EQ(e.layers[d].states->value, static_cast<double>(exact->layers[d].states));
}

TEST(Estimate, ThreadsDoNotChangeIt) {
  Rng rng(54);
  const Board board = random_board(rng, 8, 4, Border::outside, std::vector<int>(8, 4));
  const EstimateRequest request{.sweeps = 20, .exact_states = 50, .walks = 100};
  EstimateRequest two = request;
  two.threads = 3;
  const SpaceEstimate a = estimate_space(board, request), b = estimate_space(board, two);
  EXPECT_EQ(a.states->value, b.states->value);
  EXPECT_EQ(a.solvable_fraction->low, b.solvable_fraction->low);
  EXPECT_EQ(a.random_walk_win->value, b.random_walk_win->value);
}

TEST(Estimate, AnUnsolvableBoardIsToldForCertain) {
  for (std::uint64_t i = 0;; ++i) {
    Rng rng(55, i);
    const Board board = random_board(rng, 8, 4, Border::inside, {4, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2});
    if (decide(Field(board), {}).outcome != Outcome::impossible) continue;
    const auto exact = explore_space(board, {});
    ASSERT_EQ(exact->random_walk_win, 0);
    if (exact->states < 500) continue;
    const SpaceEstimate e = estimate_space(board, {.sweeps = 100, .exact_states = 20, .walks = 100});
    EXPECT_EQ(e.solvable_fraction->value, 0);
    EXPECT_EQ(e.losing_fraction->value, 0);
    EXPECT_EQ(e.random_walk_win->high, 0);
    EXPECT_LE(e.states->low, static_cast<double>(exact->states));
    EXPECT_GE(e.states->high, static_cast<double>(exact->states));
    break;
  }
}

TEST(Estimate, TimeIsKept) {
  Rng rng(56);
  const Board board = random_board(rng, 18, 8, Border::outside, std::vector<int>(36, 4));
  const Meter clock({});
  (void)estimate_space(board, {.budget = {.seconds = 1}});
  EXPECT_LT(clock.seconds(), 4);
}

/// How often the 95 % intervals hold what is known exactly.
TEST(Estimate, IntervalsCoverWhatTheySay) {
  const bool all = std::getenv("NAZO_TEST_ALL") != nullptr;
  const int boards = all ? 50 : 14;
  std::map<std::string, int> covered, asked, silent;
  for (int i = 0; i < boards; ++i) {
    Rng rng(78, static_cast<std::uint64_t>(i));
    const Border border = i % 2 == 0 ? Border::outside : Border::inside;
    const Board board = all ? random_board(rng, 8, 5, border, std::vector<int>(10, 4))
                            : random_board(rng, 8, 4, border, std::vector<int>(8, 4));
    const auto exact = explore_space(board, {});
    ASSERT_TRUE(exact);
    const SpaceEstimate e =
        estimate_space(board, {.threads = all ? 2u : 1u, .sweeps = 60, .exact_states = 100, .walks = 2000});
    const auto ask = [&](const char* feature, const std::optional<Estimate>& estimate, double part, double whole) {
      if (whole == 0) return;
      if (!estimate) {
        ++silent[feature];
        return;
      }
      const double truth = part / whole, slack = 1e-9 * truth;
      ++asked[feature];
      covered[feature] += estimate->low - slack <= truth && truth <= estimate->high + slack;
    };
    double moves[2]{}, states[2]{};
    for (std::size_t d = 0; d < exact->layers.size(); ++d) {
      moves[d < 13 ? 0 : 1] += static_cast<double>(exact->layers[d].transitions);
      states[d < 13 ? 0 : 1] += static_cast<double>(exact->layers[d].states);
    }
    const auto n = static_cast<double>(exact->states), transitions = static_cast<double>(exact->transitions);
    const auto losing = static_cast<double>(exact->losing_transitions);
    ask("states", e.states, n, 1);
    ask("transitions", e.transitions, transitions, 1);
    ask("moves_mean", e.moves_mean, transitions, n);
    ask("moves_mean_first", e.moves_mean_first, moves[0], states[0]);
    ask("moves_mean_second", e.moves_mean_second, moves[1], states[1]);
    ask("solvable_fraction", e.solvable_fraction, static_cast<double>(exact->solvable), n);
    ask("losing_fraction", e.losing_fraction, losing, transitions);
    ask("losing_fraction_solvable", e.losing_fraction_solvable, losing,
        static_cast<double>(exact->solvable_transitions));
    ask("random_walk_win", e.random_walk_win, exact->random_walk_win, 1);
  }
  for (const auto& [feature, times] : asked) {
    RecordProperty(feature, covered[feature]);
    if (all) std::printf("%-26s %d of %d, %d null\n", feature.c_str(), covered[feature], times, silent[feature]);
    if (all) {
      EXPECT_LE(silent[feature], boards / 5) << feature;
    }
    // At 95 % one run in a thousand sees fewer than so many.
    EXPECT_GE(covered[feature], times - (all ? 9 : 4)) << feature << ": " << covered[feature] << " of " << times;
  }
}

}  // namespace
}  // namespace nazo::shisen
