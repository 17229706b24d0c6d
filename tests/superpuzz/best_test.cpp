// The engine `best` against plain search, its dead-end test against the plainest form of it, its solutions on the
// table.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "base/rng.hpp"
#include "genres/superpuzz/analyse/paper.hpp"
#include "genres/superpuzz/generate/generate.hpp"
#include "genres/superpuzz/solve/best/relaxation.hpp"
#include "genres/superpuzz/solve/best/search.hpp"
#include "genres/superpuzz/solve/best/unfold.hpp"
#include "genres/superpuzz/solve/check.hpp"
#include "search/explore.hpp"
#include "superpuzz/data.hpp"

namespace nazo::superpuzz::best {
namespace {

bool all_tests() { return std::getenv("NAZO_TEST_ALL") != nullptr; }

/// Verdicts of plain exhaustive search and of `best`, and every solution played out.
void agree(int columns, std::uint64_t deals, std::uint64_t seed, int& solvable) {
  for (std::uint64_t i = 0; i < deals; ++i) {
    const Position deal = random_deal(columns, seed, i);
    const auto plain = search_plainly(deal, Strategy::depth_aces_last, Rows::alike, {});
    const auto ours = search(deal, {}, {.restart_unit = i % 3 == 0 ? 5u : 300u});
    ASSERT_EQ(ours.ending, plain.ending) << text_of(deal);
    if (ours.ending != search::Ending::solved) continue;
    ++solvable;
    ASSERT_TRUE(verify(deal, solution_text(ours.solution)).valid()) << text_of(deal);
  }
}

TEST(Best, AgreesWithPlainExhaustiveSearchOnThousandsOfDeals) {
  int solvable = 0;
  agree(2, 50, 1, solvable);
  EXPECT_EQ(solvable, 50) << "with two columns it can always be won";
  solvable = 0;
  agree(3, 400, 1, solvable);
  agree(4, 1600, 2, solvable);
  agree(5, 700, 3, solvable);
  agree(6, all_tests() ? 600 : 60, 4, solvable);
  EXPECT_GT(solvable, 2000);
  if (all_tests()) {
    agree(4, 20'000, 5, solvable);
    agree(7, 60, 6, solvable);
  }
}

TEST(Best, SeveralThreadsTogetherSayTheSame) {
  int solved = 0, unsolvable = 0;
  for (int columns = 3; columns <= 8; ++columns)
    for (std::uint64_t i = 0; i < (all_tests() ? 400u : 40u); ++i) {
      const Position deal = random_deal(columns, 31, i);
      const auto alone = search(deal, {});
      const auto both = search(
          deal, {}, {.seed = i, .together = 2 + static_cast<unsigned>(i % 2), .restart_unit = i % 3 == 0 ? 3u : 200u});
      ASSERT_EQ(alone.ending, both.ending) << text_of(deal);
      unsolvable += both.ending == search::Ending::unsolvable;
      if (both.ending != search::Ending::solved) continue;
      ++solved;
      ASSERT_TRUE(verify(deal, solution_text(both.solution)).valid()) << text_of(deal);
    }
  EXPECT_GT(solved, 50);
  EXPECT_GT(unsolvable, 20);
}

TEST(Best, SeveralThreadsTogetherKeepToTheirLimits) {
  const Position deal = deals_in("random_c9_100.txt").at(95);  // unsolvable, some 10^4 states
  const std::uint64_t whole = search(deal, {}, {.together = 2}).expanded;
  for (const std::uint64_t nodes : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{100}, whole / 2}) {
    const auto cut = search(deal, {.nodes = nodes}, {.together = 2});
    EXPECT_EQ(cut.ending, search::Ending::unknown) << nodes;
    EXPECT_EQ(cut.limit, Limit::nodes) << nodes;
    EXPECT_LE(cut.expanded, nodes);
  }
  EXPECT_EQ(search(deal, {.seconds = 0}, {.together = 2}).limit, Limit::time);
  const std::atomic<bool> stop = true;
  EXPECT_EQ(search(deal, {.stop = &stop}, {.together = 2}).limit, Limit::stopped);
  const std::uint64_t bytes = SharedSeen::fewest_bytes;
  // A deal that cannot be won: no luck ends its search before the memory is full.
  const auto full = search(random_deal(13, 2026, 34), {.bytes = bytes}, {.together = 2});
  EXPECT_EQ(full.limit, Limit::memory) << "this deal takes more than four million states";
  EXPECT_LE(full.peak_bytes, bytes);
}

TEST(Best, DecidesTheHundredNineColumnDealsAndProvesTheSolvedOnes) {
  int solved = 0, unsolvable = 0;
  for (const Position& deal : deals_in("random_c9_100.txt")) {
    const auto outcome = search(deal, {});
    ASSERT_NE(outcome.ending, search::Ending::unknown);
    solved += outcome.ending == search::Ending::solved;
    unsolvable += outcome.ending == search::Ending::unsolvable;
    if (outcome.ending == search::Ending::solved) {
      ASSERT_TRUE(verify(deal, solution_text(outcome.solution)).valid());
    }
  }
  EXPECT_EQ(solved, 81);
  EXPECT_EQ(unsolvable, 19);
}

TEST(Best, IsTheSameWheneverItIsRun) {
  const Position deal = random_deal(9, 1, 3);
  const auto once = search(deal, {}, {.seed = 5}), again = search(deal, {}, {.seed = 5});
  EXPECT_EQ(once.nodes, again.nodes);
  EXPECT_EQ(once.solution, again.solution);
}

TEST(Best, EndsUnknownWhenALimitRunsOut) {
  const Position deal = deals_in("random_c9_100.txt").at(95);  // unsolvable, some 10^4 states
  EXPECT_EQ(search(deal, {.nodes = 100}).limit, Limit::nodes);
  EXPECT_EQ(search(deal, {.bytes = 1000}).limit, Limit::memory);
  const std::atomic<bool> stop = true;
  EXPECT_EQ(search(deal, {.stop = &stop}).ending, search::Ending::unknown);
}

/// States that a random player of the search's game comes through.
std::vector<State> random_states(int columns, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<State> states;
  Expander expander(columns);
  Node node = expander.start(state_of(random_deal(columns, seed, 0)));
  std::vector<Node> children;
  const Seen nothing(1 << 21);
  for (int i = 0; i < 60; ++i) {
    states.push_back(node.state);
    children.clear();
    expander.expand(node, nothing, children);
    if (children.empty()) break;
    node = children[rng.below(children.size())];
  }
  return states;
}

TEST(Best, RelaxationOfSeveralVariantsIsTheSameAsThePlainOne) {
  int lost = 0, alive = 0;
  for (int columns = 2; columns <= most_columns; ++columns)
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      std::vector<State> states = random_states(columns, seed);
      // The children of a random state are often lost; the states a player comes through are not.
      for (std::uint64_t i = 0; i < 8; ++i) states.push_back(state_of(random_deal(columns, seed, i)));
      Relaxation relaxation(columns);
      for (std::size_t i = 0; i < states.size(); i += Relaxation::most_variants) {
        relaxation.load(states[i]);
        int count = 0;
        for (std::size_t j = i; j < std::min(states.size(), i + Relaxation::most_variants); ++j, ++count) {
          for (int card = suits; card < (columns - 1) * suits; ++card)
            relaxation.put(count, static_cast<Card>(card), states[j].place[static_cast<std::size_t>(card)]);
          relaxation.set_holes(count, states[j].holes);
        }
        relaxation.run(count);
        for (int j = 0; j < count; ++j) {
          Layout expected = states[i + static_cast<std::size_t>(j)];
          for (std::size_t ace = 0; ace < suits; ++ace) expected.place[ace] = states[i].place[ace];
          expected.free = states[i].free;
          ASSERT_EQ(relaxation.suit_rows(j), relax_plainly(expected, columns)) << columns << " columns, seed " << seed;
          (relaxation.suit_rows(j) == 0 ? lost : alive) += 1;
        }
      }
    }
  EXPECT_GT(lost, 100);
  EXPECT_GT(alive, 1000);
}

TEST(Best, DeadEndTestNeverCallsAWinnablePositionLost) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Position deal = random_deal(4, 77, seed);
    const PlainSpace space{4, Rows::told_apart};
    const auto graph = search::explore(space, space.state_of(deal), {});
    for (std::uint32_t n = 0; n < graph.states.size(); ++n) {
      Position position = empty_table(4);
      for (int i = 0; i < 16; ++i)
        position.at[place_of(i / 4, i % 4)] = graph.states[n].at[static_cast<std::size_t>(i)];
      if (graph.solvable(n)) {
        ASSERT_NE(relax_plainly(state_of(position), 4), 0) << text_of(position);
      }
    }
  }
}

TEST(Best, KeysFollowEveryMove) {
  for (int columns = 2; columns <= most_columns; ++columns)
    for (const State& state : random_states(columns, 9)) {
      Key128 key;
      for (int card = 0; card < (columns - 1) * suits; ++card)
        key ^= key_of(static_cast<Card>(card), state.place[static_cast<std::size_t>(card)]);
      ASSERT_EQ(state.key, key);
      for (int card = 0; card < (columns - 1) * suits; ++card)
        if (const Place place = state.place[static_cast<std::size_t>(card)]; place != loose) {
          ASSERT_EQ(state.at[place], card);
          ASSERT_EQ(state.holes & mask_of(place), 0u);
        }
      ASSERT_EQ(std::popcount(state.holes), 4 + (state.left_holes() > 0 ? std::popcount(state.loose_suits) : 0));
    }
}

TEST(Best, RowsAreSharedOutLikeAMatching) {
  EXPECT_TRUE(rows_can_be_shared_out(0x8421));
  EXPECT_TRUE(rows_can_be_shared_out(0xffff));
  EXPECT_FALSE(rows_can_be_shared_out(0x8422)) << "two suits want the same row";
  EXPECT_FALSE(rows_can_be_shared_out(0x0421)) << "one suit has no row";
  EXPECT_FALSE(rows_can_be_shared_out(0xf333)) << "three suits share two rows";
}

TEST(Best, LoopsAreCutOutOfASolution) {
  const Position deal = *deal_of("-- HA -- S2\nDA D2 D3 --\nSA H3 S3 H2\nCA C2 -- C3\n");
  const auto steps = steps_of("DA@1,1 SA@2,1 SA@3,1 DA@2,1 C3@4,3", deal);
  ASSERT_TRUE(steps) << steps.error().text();
  EXPECT_EQ(solution_text(without_loops(deal, *steps)), "C3@4,3");
}

}  // namespace
}  // namespace nazo::superpuzz::best
