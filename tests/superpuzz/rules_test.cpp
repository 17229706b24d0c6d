// The rules, case by case, and won positions.
#include "genres/superpuzz/rules/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "genres/superpuzz/text/text.hpp"

namespace nazo::superpuzz {
namespace {

Position table(std::string_view text) {
  const auto deal = deal_of(text);
  EXPECT_TRUE(deal) << (deal ? "" : deal.error().text());
  return deal ? *deal : empty_table(2);
}

Step step(std::string_view text, const Position& position) {
  const auto read = step_of(text, position);
  EXPECT_TRUE(read) << text;
  return read ? *read : Step{};
}

const char* const four_columns =
    "-- H2 HA S2\n"
    "DA -- -- D2\n"
    "S3 H3 SA C2\n"
    "CA D3 C3 --\n";

TEST(Rules, AHoleInTheLeftmostColumnTakesAnyAceAndOthersTheSuccessorOfTheirLeftNeighbour) {
  std::vector<std::string> steps;
  const Position position = table(four_columns);
  for (const Step& legal : legal_steps(position)) steps.push_back(step_text(legal));
  EXPECT_EQ(steps, (std::vector<std::string>{"HA@1,1", "DA@1,1", "SA@1,1", "CA@1,1", "D2@2,2"}))
      << "the hole right of a hole and the one right of the last rank in play take nothing";
}

TEST(Rules, EveryReasonForIllegalityIsFound) {
  const Position position = table(four_columns);
  EXPECT_EQ(legality(position, {card_of(0, 0), place_of(0, 0)}), Legality::legal);
  EXPECT_EQ(legality(position, {card_of(4, 0), place_of(0, 0)}), Legality::no_such_card);
  EXPECT_EQ(legality(position, {card_of(3, 0), place_of(0, 0)}), Legality::a_hole);
  EXPECT_EQ(legality(position, {card_of(0, 0), place_of(0, 4)}), Legality::no_such_place);
  EXPECT_EQ(legality(position, {card_of(0, 0), place_of(1, 0)}), Legality::no_hole_there);
  EXPECT_EQ(legality(position, {card_of(1, 0), place_of(0, 0)}), Legality::not_an_ace);
  EXPECT_EQ(legality(position, {card_of(1, 0), place_of(1, 1)}), Legality::wrong_neighbour);
  EXPECT_EQ(legality(position, {card_of(1, 0), place_of(1, 2)}), Legality::wrong_neighbour);
}

TEST(Rules, AStepExchangesCardAndHole) {
  Position position = table(four_columns);
  play(position, step("D2@2,2", position));
  EXPECT_EQ(text_of(position), "-- H2 HA S2\nDA D2 -- --\nS3 H3 SA C2\nCA D3 C3 --\n");
  play(position, step("D3@2,3", position));
  EXPECT_EQ(text_of(position), "-- H2 HA S2\nDA D2 D3 --\nS3 H3 SA C2\nCA -- C3 --\n");
}

TEST(Rules, WonMeansEveryRowInOrderWhateverTheOrderOfRows) {
  EXPECT_TRUE(won(table("SA S2 S3 --\nHA H2 H3 --\nCA C2 C3 --\nDA D2 D3 --\n")));
  EXPECT_FALSE(won(table("SA S2 -- S3\nHA H2 H3 --\nCA C2 C3 --\nDA D2 D3 --\n")));
  EXPECT_FALSE(won(table("SA S2 D3 --\nHA H2 H3 --\nCA C2 C3 --\nDA D2 S3 --\n")));
  EXPECT_TRUE(won(table("SA --\nHA --\nDA --\nCA --\n")));
}

TEST(Rules, HoleIndicesRunColumnByColumn) {
  const Position position = table(four_columns);
  EXPECT_EQ(holes_by_index(position),
            (std::array<Place, 4>{place_of(0, 0), place_of(1, 1), place_of(1, 2), place_of(3, 3)}));
  EXPECT_EQ(position.at[place_of(0, 0)], card_of(3, 0)) << "unnamed holes are called H, D, S, C by index";
  EXPECT_EQ(position.at[place_of(3, 3)], card_of(3, 3));
}

}  // namespace
}  // namespace nazo::superpuzz
