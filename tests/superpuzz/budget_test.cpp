#include "budget_battery.hpp"
#include "genres/superpuzz/analyse/paper.hpp"
#include "genres/superpuzz/generate/generate.hpp"
#include "genres/superpuzz/genre.hpp"
#include "genres/superpuzz/solve/solve.hpp"
#include "genres/superpuzz/text/text.hpp"

namespace {

using namespace nazo;
using namespace nazo::superpuzz;

// Deals of our own generator that every strategy decides in a moment, but not at once.
constexpr const char* five_columns = "D3 C4 S4 S2 C2\nS3 H2 SA -- --\nHA DA -- -- D4\nH3 H4 D2 CA C3\n";
constexpr const char* five_in_vain = "S2 C4 D4 HA H4\nD3 -- -- SA C3\nDA CA H2 H3 --\n-- S4 S3 D2 C2\n";
constexpr const char* five_in_vain_too = "C3 -- C2 DA --\nH3 S2 S3 H2 SA\n-- CA C4 S4 --\nD3 D4 H4 D2 HA\n";
constexpr const char* six_columns = "S4 S2 H5 HA S3 D3\nS5 C5 -- CA DA C4\nC2 H2 SA -- H3 D2\n-- -- H4 C3 D4 D5\n";
constexpr const char* six_in_vain = "D2 D5 D4 H5 CA C4\nS5 H4 -- C5 D3 SA\n-- DA S2 HA C3 C2\nS4 -- -- S3 H3 H2\n";
// Takes `best` seconds, and the others more memory than there is.
constexpr const char* whole_pack =
    "S7 S5 S9 H6 C3 C4 CT S8 H9 H2 D2 D3 HT\nSA S4 DA SQ -- H3 D8 -- ST DJ D7 D4 S2\n"
    "H4 S3 SJ D9 CA H8 DQ C2 C6 HJ -- C7 HA\nC5 C8 DT D6 H7 HQ D5 C9 CJ CQ S6 -- H5\n";

contract::Workload superpuzz_work() {
  return {.small = {{"columns", "6"}, {"paper-states", "200000"}, {"effort", "200000"}},
          .together = {{"as-printed", {{"strategy", "priority-1"}}}, {"cut-lost", {{"strategy", "priority-1"}}}},
          .answered = {{"five columns", five_columns, true},
                       {"five in vain", five_in_vain, false},
                       {"five in vain, too", five_in_vain_too, false},
                       {"six columns", six_columns, true},
                       {"six in vain", six_in_vain, false}},
          .large = whole_pack};
}

}  // namespace

NAZO_BUDGET_BATTERY(Superpuzz, nazo::superpuzz_genre(), superpuzz_work())

namespace {

Options options(const std::map<std::string, std::string>& given = {}) {
  return *Options::make(superpuzz_genre().facts().options, given);
}
Puzzle puzzle(std::string_view deal) { return (*superpuzz_genre().parse(deal, "deal", options()))[0]; }

TEST(SuperpuzzUnderBudgets, UnsolvableNeedsTheNodesOfTheWholeSearch) {
  const Position deal = *deal_of(five_in_vain_too);
  const std::uint64_t whole = solve_best(deal, {}).stats.expanded;
  std::vector<std::uint64_t> budgets{whole - 1, whole, whole + 1};
  for (std::uint64_t nodes = 0; nodes < whole; nodes += 41) budgets.push_back(nodes);
  for (const std::uint64_t nodes : budgets) {
    const Verdict verdict = solve_best(deal, {.budget = {.nodes = nodes}});
    ASSERT_EQ(verdict.status, nodes < whole ? Status::unknown : Status::unsolvable) << nodes << " nodes";
    if (nodes < whole) {
      EXPECT_EQ(verdict.limit, Limit::nodes) << nodes << " nodes";
    }
    const auto hint = superpuzz_genre().hint(five_in_vain_too, HintLevel::why, options(), {.budget = {.nodes = nodes}});
    ASSERT_TRUE(hint);
    EXPECT_EQ(hint->solvable, nodes < whole ? std::nullopt : std::optional(false)) << nodes << " nodes";
  }
}

TEST(SuperpuzzUnderBudgets, NoNumberOfBytesDecidesWrongly) {
  // Large enough for the closed set to grow several times.
  const Position in_vain = random_deal(8, 21, 90), possible = random_deal(9, 21, 59);
  int cut = 0, decided = 0;
  for (const std::uint64_t bytes : {1'000'000u, 1'100'000u, 1'600'000u, 2'200'000u, 2'900'000u, 5'000'000u}) {
    const Verdict none = solve_best(in_vain, {.budget = {.bytes = bytes}});
    ASSERT_NE(none.status, Status::solved) << bytes;
    const Verdict some = solve_best(possible, {.budget = {.bytes = bytes}});
    ASSERT_NE(some.status, Status::unsolvable) << bytes;
    for (const Verdict& verdict : {none, some}) {
      ++(verdict.status == Status::unknown ? cut : decided);
      EXPECT_EQ(verdict.limit, verdict.status == Status::unknown ? Limit::memory : Limit::none) << bytes;
      EXPECT_LE(verdict.stats.peak_bytes, bytes);
    }
  }
  EXPECT_GT(cut, 2);
  EXPECT_GT(decided, 2);
}

TEST(SuperpuzzUnderBudgets, PlainSearchesNeitherDecideWronglyNorOverdraw) {
  const Position in_vain = *deal_of(five_in_vain), possible = *deal_of(six_columns);
  for (const Strategy strategy : {Strategy::breadth, Strategy::depth_aces_first, Strategy::priority_2})
    for (std::uint64_t bytes = 1; bytes < std::uint64_t{64} << 20; bytes = bytes * 3 + 1) {
      const PlainOutcome none = search_plainly(in_vain, strategy, Rows::alike, {.bytes = bytes});
      const PlainOutcome some = search_plainly(possible, strategy, Rows::alike, {.bytes = bytes});
      ASSERT_NE(none.ending, search::Ending::solved) << bytes;
      ASSERT_NE(some.ending, search::Ending::unsolvable) << bytes;
      for (const PlainOutcome& outcome : {none, some})
        EXPECT_EQ(outcome.limit, outcome.ending == search::Ending::unknown ? Limit::memory : Limit::none) << bytes;
    }
}

TEST(SuperpuzzUnderBudgets, AnAnalysisCountsAllItsSearchesTogether) {
  const auto analysed = [&](std::uint64_t nodes) {
    return *superpuzz_genre().analyze(puzzle(five_columns), {}, options(), {.budget = {.nodes = nodes}});
  };
  const Analysis full = analysed(Budget::unlimited);
  EXPECT_EQ(full.limit, Limit::none);
  for (const std::uint64_t nodes : {0u, 100u, 300u, 1000u, 3000u, 10'000u}) {
    const Analysis part = analysed(nodes);
    EXPECT_EQ(part.limit, Limit::nodes) << nodes;
    EXPECT_FALSE(part.exact) << nodes;
    // What is there is what it is without a limit.
    for (const auto& [name, value] : *part.features.fields()) {
      if (name == "states_searched" || value.json() == "null") continue;
      ASSERT_NE(full.features.find(name), nullptr) << name;
      EXPECT_EQ(value.json(), full.features.find(name)->json()) << nodes << " nodes: " << name;
    }
  }
}

TEST(SuperpuzzUnderBudgets, ADealIsMadeWhateverTheBudget) {
  // It takes less than looking at the clock, so an item is always whole.
  const Options opts = options();
  const auto free = superpuzz_genre().generate({.options = opts}, {});
  const auto bound = superpuzz_genre().generate({.options = opts}, {.budget = {.seconds = 0, .nodes = 0, .bytes = 0}});
  ASSERT_TRUE(free && bound);
  EXPECT_EQ(bound->limit, Limit::none);
  EXPECT_EQ(bound->candidates.at(0).puzzle.text, free->candidates.at(0).puzzle.text);
}

}  // namespace
