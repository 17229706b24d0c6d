// The paper's figures are an exact oracle: ten state counts, and the solutions move for move.
#include <map>

#include "genres/superpuzz/analyse/paper.hpp"
#include "genres/superpuzz/solve/check.hpp"
#include "superpuzz/data.hpp"

namespace nazo::superpuzz {
namespace {

/// The paper names its strategies by figure; where two figures give one result, both must.
const std::map<std::string, std::vector<Strategy>> strategies{
    {"priority fig4 and fig5", {Strategy::priority_1, Strategy::priority_2}},
    {"priority fig4", {Strategy::priority_1}},
    {"priority fig5", {Strategy::priority_2}},
    {"depth-first 1", {Strategy::depth_aces_last}},
    {"depth-first 2", {Strategy::depth_aces_first}},
};

std::string exchanges(const Position& start, const std::vector<Step>& steps) {
  std::string text = swaps_text(start, steps);
  std::string out;
  for (const char c : text)
    if (c != '(' && c != ')') out += c == ',' ? '>' : c;
  return out;
}

void reproduces(const std::string& figure, const std::vector<std::uint64_t>& states) {
  const Position start = deals_in(figure).at(0);
  ASSERT_TRUE(start.named);
  const auto printed = printed_in(figure);
  std::vector<std::uint64_t> counts;
  for (const Printed& print : printed) {
    counts.push_back(print.states);
    for (const Strategy strategy : strategies.at(print.strategy)) {
      const PlainOutcome outcome = search_plainly(start, strategy, Rows::told_apart, {});
      ASSERT_EQ(outcome.ending, search::Ending::solved);
      EXPECT_EQ(outcome.nodes, print.states) << figure << ", " << print.strategy;
      EXPECT_EQ(outcome.solution.size(), print.moves) << figure << ", " << print.strategy;
      EXPECT_EQ(exchanges(start, outcome.solution), print.solution) << figure << ", " << print.strategy;
      EXPECT_TRUE(verify(start, print.solution).valid()) << "the printed exchanges are read as a solution";
    }
  }
  EXPECT_EQ(counts, states) << "the data file holds the printed counts";
}

TEST(Figures, SevenEightAndNineAreReproducedToTheLastState) {
  reproduces("fig7.txt", {9103, 3680, 313083});
  reproduces("fig8.txt", {138222, 138621, 551635, 2917});
  reproduces("fig9.txt", {3793, 614385, 21834});
}

TEST(Figures, TwoHasAnOptimumOf24ForAllSixDealsThatItMayShow) {
  const auto deals = deals_in("fig2.txt");
  ASSERT_EQ(deals.size(), 6u);
  const std::string text = data_file("fig2.txt");
  const std::string solution = text.substr(text.find(") ", text.find("\nsolution")) + 2);
  for (const Position& deal : deals) {
    EXPECT_TRUE(verify(deal, solution).valid());
    const auto outcome = search_plainly(deal, Strategy::breadth, Rows::alike, {});
    ASSERT_EQ(outcome.ending, search::Ending::solved);
    EXPECT_EQ(outcome.solution.size(), 24u);
    EXPECT_TRUE(verify(deal, solution_text(outcome.solution)).valid());
  }
}

TEST(Figures, RowsThatAreAlikeSaveStatesAndLoseNoMoves) {
  const Position deal = deals_in("fig2.txt").at(0);
  const auto apart = search_plainly(deal, Strategy::breadth, Rows::told_apart, {});
  const auto alike = search_plainly(deal, Strategy::breadth, Rows::alike, {});
  EXPECT_EQ(apart.solution.size(), 24u);
  EXPECT_LT(alike.nodes, apart.nodes);
}

}  // namespace
}  // namespace nazo::superpuzz
