// Reading and writing deals and solutions: round trips, notations, and what is said about bad input.
#include "genres/superpuzz/text/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <chrono>

#include "base/rng.hpp"
#include "genres/superpuzz/generate/generate.hpp"
#include "genres/superpuzz/genre.hpp"
#include "genres/superpuzz/solve/check.hpp"
#include "superpuzz/data.hpp"

namespace nazo::superpuzz {
namespace {

const std::string good = "HA H2 -- S2\nDA D2 D3 --\nSA H3 S3 --\nCA C2 -- C3\n";

std::string error(std::string_view text) {
  const auto deals = deals_of(text);
  return deals ? "no error" : deals.error().text();
}

TEST(Text, EveryRandomDealReadsBackTheSame) {
  EXPECT_TRUE(rc::check("deal → text → deal", [] {
    const int columns = *rc::gen::inRange(fewest_columns, most_columns + 1);
    Position deal = random_deal(columns, *rc::gen::arbitrary<std::uint64_t>(), 0);
    deal.named = *rc::gen::arbitrary<bool>();
    const auto again = deal_of(text_of(deal));
    RC_ASSERT(again);
    RC_ASSERT(*again == deal);
  }));
}

TEST(Text, TenIsWrittenInTwoWaysAndCaseDoesNotMatter) {
  std::string text = text_of(random_deal(13, 4, 0));
  std::string other = text;
  for (std::size_t at; (at = other.find('T')) != std::string::npos;) other.replace(at, 1, "10");
  EXPECT_NE(other, text);
  EXPECT_EQ(text_of(*deal_of(other)), text);
  EXPECT_EQ(text_of(*deal_of(lower(text))), text);
}

TEST(Text, FilesHoldSeveralDealsTitlesCommentsAndAnnotations) {
  const std::string text = "\xef\xbb\xbf# a comment\r\n\n  title:  the first one \n" + good + "# between\ndeal\n" +
                           "HA H2 -- S2 # the first row\nDA D2 D3 --\n# inside\nSA H3 S3 --\nCA C2 -- C3" +
                           "\n\nmoves 3\nstates 12\nstrategy x\nsolution none\n" + good;
  const auto deals = deals_of(text);
  ASSERT_TRUE(deals) << deals.error().text();
  ASSERT_EQ(deals->size(), 3u);
  EXPECT_EQ((*deals)[0].title, "the first one");
  EXPECT_EQ((*deals)[1].title, "");
  for (const auto& titled : *deals) EXPECT_EQ(text_of(titled.deal), good);
}

TEST(Text, BadDealsAreRefusedInOneLineThatSaysWhere) {
  EXPECT_EQ(error(""), "1:1: no deal here: expected four lines of cards such as HA S5 -- D3");
  EXPECT_EQ(error("# nothing\n"), "1:1: no deal here: expected four lines of cards such as HA S5 -- D3");
  EXPECT_EQ(error("HA H2 -- S2\nDA D2 D3 --\nSA H3 S3 --\nCA C2 -- H2\n"),
            "4:10: the card H2 is here a second time; the first is at line 1, column 4");
  EXPECT_EQ(error("HA H2 -- S2\nDA D2 D3 --\nSA H3 S3 --\nCA C2 -- --\n"),
            "1:1: the card C3 is missing from the deal that begins here");
  EXPECT_EQ(error("HA H2 -- S2\nDA D2 D3 --\nSA H3 S3 --\nCA C2 -- CQ\n"),
            "4:10: CQ is not in this deal: with 4 columns the ranks are A to 3 and the holes 4");
  EXPECT_EQ(error("HA H2 -- S2\nDA D2 D3 --\nSA H3 S3 --\nCA C2 -- X3\n"),
            "4:10: expected a card such as HA, S5 or D10, or -- for a hole, not 'X3'");
  EXPECT_EQ(error("HA H2 -- S2\nDA D2 D3\nSA H3 S3 --\nCA C2 -- C3\n"),
            "2:9: expected 4 cards in this row as in the first, not 3");
  EXPECT_EQ(error("HA H2 -- S2\nDA D2 D3 -- C3\nSA H3 S3 --\nCA C2 -- --\n"),
            "2:13: expected the row to end here: the first row has 4 cards");
  EXPECT_EQ(error("HA\n"), "1:3: expected another card: a deal has at least 2 columns");
  EXPECT_EQ(error("HA H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK S2\n"),
            "1:40: expected the row to end here: a deal has at most 13 columns");
  EXPECT_EQ(error("HA H2 -- S2\nDA D2 D3 --\n\nSA H3 S3 --\n"),
            "3:1: the deal has only 2 rows; expected 4 consecutive lines of cards");
  EXPECT_EQ(error("HA H2 -- S2\n"), "2:1: the deal has only 1 row; expected 4 consecutive lines of cards");
  EXPECT_EQ(error("deal with it\n"), "1:6: expected nothing after the word deal, not 'with'");
  EXPECT_EQ(error("HA H2 H4 S2\nDA D2 D3 --\nSA H3 S3 S4\nCA C2 C4 C3\n"),
            "2:10: expected the name of this hole (a card of rank 4): either all four holes are named or all are --");
  EXPECT_EQ(error(std::string("\0\xff\x01", 3)),
            "1:1: expected a card such as HA, S5 or D10, or -- for a hole, not '\\x00\\xff\\x01'");
}

TEST(Text, TenMegabytesOfRubbishTakeNoTime) {
  const std::size_t size = 10'000'000;
  std::string pairs;
  while (pairs.size() < size) pairs += "HA ";
  std::string lines;
  while (lines.size() < size) lines += "HA H2 -- S2\nDA D2 D3 --\nSA H3 S3 --\nCA C2 -- H3\n";
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_NE(error(std::string(size, 'x')), "no error");
  EXPECT_NE(error(std::string(size, ' ')), "no error");
  EXPECT_NE(error(std::string(size, '\n')), "no error");
  EXPECT_NE(error(std::string(size, '\0')), "no error");
  EXPECT_NE(error(pairs), "no error");
  EXPECT_NE(error(lines), "no error");
  EXPECT_NE(error("title: " + std::string(size, 't')), "no error");
  const Position deal = *deal_of(good);
  EXPECT_FALSE(steps_of(std::string(size, 'H'), deal));
  EXPECT_FALSE(steps_of(pairs, deal));
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 5.0);
}

TEST(Text, AStepIsWrittenInFourWays) {
  const Position named = *deal_of("HA H2 H4 S2\nDA D2 D3 S4\nSA H3 S3 D4\nCA C2 C4 C3\n");
  const Step expected{card_of(2, 0), place_of(0, 2)};
  for (const char* text : {"H3@1,3", "h3@1,3", "(H3,H4)", "(H3, H4)", "(H4,H3)", "H3>H4"}) {
    const auto step = step_of(text, named);
    ASSERT_TRUE(step) << text;
    EXPECT_EQ(*step, expected) << text;
  }
  for (const char* text : {"", "H3", "H3@", "H3@1", "H3@1,5", "H3@0,1", "H3@1,1,1", "H3@-1,1", "(H3,S9)", "(H3,S3)",
                           "X3@1,1", "()", "(", "H3@99999999999,1"})
    EXPECT_FALSE(step_of(text, named)) << text;
}

TEST(Text, ASolutionIsReadInItsOwnAndInThePapersNotation) {
  const Position deal = *deal_of(good);
  const std::string solution = "H3@1,3 S2@3,2 C3@4,3";
  const auto steps = steps_of(solution, deal);
  ASSERT_TRUE(steps) << steps.error().text();
  EXPECT_EQ(solution_text(*steps), solution);
  EXPECT_EQ(swaps_text(deal, *steps), "(H3,H4) (S2,H4) (C3,D4)") << "the index 0 hole comes to where H3 was";
  EXPECT_EQ(steps_of(swaps_text(deal, *steps), deal).value(), *steps);
  EXPECT_EQ(steps_of("(H3, H4)\n(S2, H4)  (C3, D4)\n", deal).value(), *steps);
}

TEST(Text, WrongSolutionsAreRefusedWithTheReason) {
  const Position deal = *deal_of(good);
  const auto reason = [&](std::string_view solution) {
    const Report report = verify(deal, solution);
    return report.valid() ? "valid" : report.findings.at(0).message;
  };
  EXPECT_EQ(reason("H3@1,3 S2@3,2 C3@4,3"), "valid");
  EXPECT_EQ(reason("H3@1,3 S2@3,2"), "after 2 steps the deal is not won");
  EXPECT_EQ(reason("S2@3,2"), "step 1: S2@3,2: there is no hole there, but H3");
  EXPECT_EQ(reason("H3@1,3 H3@3,2"), "step 2: H3@3,2: right of SA only S2 may go");
  EXPECT_EQ(reason("C3@2,4"), "step 1: C3@2,4: nothing may go to the right of D3");
  EXPECT_EQ(reason("H3@1,1"), "step 1: H3@1,1: there is no hole there, but HA");
  EXPECT_EQ(reason("H4@1,3"), "step 1: H4@1,3: the card H4 is out of play, it stands for a hole");
  EXPECT_EQ(reason("HK@1,3"), "step 1: HK@1,3: there is no such card in a deal of 4 columns");
  EXPECT_EQ(reason("what?"), "step 1: expected a step such as HA@1,1 (card, row, column), not 'what?'");
}

TEST(Text, SwapsNeedASolutionAndTitlesAreKept) {
  const Genre& genre = superpuzz_genre();
  const Options options = *Options::make(genre.facts().options);
  Puzzle puzzle{.genre = "superpuzz", .text = good, .title = "two\nlines"};
  EXPECT_EQ(genre.print(puzzle, "deal", options, {}).value(), "title: two lines\n" + good);
  EXPECT_FALSE(genre.print(puzzle, "swaps", options, {}));
  puzzle.solution = "H3@1,3 S2@3,2 C3@4,3";
  EXPECT_EQ(genre.print(puzzle, "swaps", options, {}).value(), "(H3,H4) (S2,H4) (C3,D4)\n");
  EXPECT_FALSE(genre.print(puzzle, "png", options, {}));
  EXPECT_FALSE(genre.parse(good, "swaps", options));
}

}  // namespace
}  // namespace nazo::superpuzz
