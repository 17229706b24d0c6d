// What `unsolvable` stands on: two searches, and the limits hold for both together.
#include "genres/superpuzz/solve/solve.hpp"

#include <gtest/gtest.h>

#include "genres/superpuzz/generate/generate.hpp"

namespace nazo::superpuzz {
namespace {

/// The first deal of eight columns that one search exhausts after some thousand states.
Position unsolvable_deal() {
  for (std::uint64_t i = 0;; ++i) {
    const Position deal = random_deal(8, 4, i);
    const Verdict verdict = solve_best(deal, {}, Recheck::no);
    if (verdict.status == Status::unsolvable && verdict.stats.nodes > 2'000) return deal;
  }
}

TEST(Solve, UnsolvableIsSaidAfterTwoSearches) {
  const Position deal = unsolvable_deal();
  const Verdict once = solve_best(deal, {}, Recheck::no);
  const Verdict twice = solve_best(deal, {});
  EXPECT_EQ(twice.status, Status::unsolvable);
  EXPECT_GT(twice.stats.nodes, once.stats.nodes * 3 / 2);
  EXPECT_EQ(once.notes.find("first_pass"), nullptr);
  ASSERT_NE(twice.notes.find("first_pass"), nullptr);
}

TEST(Solve, ASecondSearchThatIsCutOffLeavesItUnknown) {
  const Position deal = unsolvable_deal();
  const std::uint64_t once = solve_best(deal, {}, Recheck::no).stats.expanded;
  Context context;
  context.budget.nodes = once + once / 4;
  EXPECT_EQ(solve_best(deal, context, Recheck::no).status, Status::unsolvable);
  const Verdict verdict = solve_best(deal, context);
  EXPECT_EQ(verdict.status, Status::unknown);
  EXPECT_EQ(verdict.limit, Limit::nodes);
  EXPECT_NE(verdict.notes.find("first_pass"), nullptr);
}

}  // namespace
}  // namespace nazo::superpuzz
