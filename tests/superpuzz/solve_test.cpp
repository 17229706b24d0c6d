// What `solve` says of a deal that cannot be won, and that plain searches which cut what is lost say the same as those
// that do not.
#include "genres/superpuzz/solve/solve.hpp"

#include <gtest/gtest.h>

#include "genres/superpuzz/analyse/paper.hpp"
#include "genres/superpuzz/generate/generate.hpp"

namespace nazo::superpuzz {
namespace {

TEST(Solve, ASearchThatIsCutOffLeavesItUnknown) {
  int unsolvable = 0;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const Position deal = random_deal(8, 4, i);
    const Verdict whole = solve_best(deal, {});
    if (whole.status != Status::unsolvable || whole.stats.nodes < 2'000) continue;
    ++unsolvable;
    const Verdict cut = solve_best(deal, {.budget = {.nodes = whole.stats.expanded - 1}});
    EXPECT_EQ(cut.status, Status::unknown);
    EXPECT_EQ(cut.limit, Limit::nodes);
  }
  EXPECT_GT(unsolvable, 2);
}

TEST(Solve, ToCutWhatIsLostChangesNoVerdict) {
  std::uint64_t without = 0, with = 0, cut = 0;
  int solvable = 0;
  for (const int columns : {2, 3, 4, 5})
    for (std::uint64_t i = 0; i < (columns < 5 ? 40 : 15); ++i) {
      const Position deal = random_deal(columns, 9, i);
      for (const Strategy strategy :
           {Strategy::priority_1, Strategy::priority_2, Strategy::depth_aces_first, Strategy::breadth}) {
        const PlainOutcome plain = search_plainly(deal, strategy, Rows::told_apart, {});
        const PlainOutcome cutting = search_plainly(deal, strategy, Rows::told_apart, {}, Lost::cut);
        ASSERT_EQ(plain.ending, cutting.ending) << columns << " columns, deal " << i;
        EXPECT_EQ(plain.cut, 0u);
        cut += cutting.cut;
        if (strategy == Strategy::breadth && plain.ending == search::Ending::solved) {
          EXPECT_EQ(plain.solution.size(), cutting.solution.size()) << "fewest moves are fewest moves";
          ++solvable;
        }
        if (plain.ending == search::Ending::unsolvable) {
          EXPECT_LE(cutting.nodes, plain.nodes);
        }
        without += plain.nodes;
        with += cutting.nodes;
        Position table = deal;
        for (const Step& step : cutting.solution) {
          ASSERT_EQ(legality(table, step), Legality::legal);
          play(table, step);
        }
        EXPECT_EQ(won(table), cutting.ending == search::Ending::solved);
      }
    }
  EXPECT_GT(solvable, 100);
  EXPECT_LT(solvable, 135) << "some deals must have no solution";
  EXPECT_GT(cut, 500u);
  EXPECT_LT(with, without * 9 / 10);
}

}  // namespace
}  // namespace nazo::superpuzz
