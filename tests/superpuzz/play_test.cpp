// Playing by hand, generating, canonical forms, pictures and features, through the Genre interface.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "genres/superpuzz/generate/generate.hpp"
#include "genres/superpuzz/genre.hpp"
#include "genres/superpuzz/rules/canonical.hpp"
#include "genres/superpuzz/text/text.hpp"

namespace nazo::superpuzz {
namespace {

const std::string easy = "HA H2 -- S2\nDA D2 D3 --\nSA H3 S3 --\nCA C2 -- C3\n";

const Genre& genre() { return superpuzz_genre(); }
Options options(const std::map<std::string, std::string>& given = {}) {
  return *Options::make(genre().facts().options, given);
}
Puzzle puzzle(std::string text) { return {.genre = "superpuzz", .text = std::move(text)}; }

TEST(Play, ACardAloneSaysEnoughWhereItCanGoToOneHoleOnly) {
  EXPECT_EQ(genre().play(easy, "H3", options(), {}).value(), "HA H2 H3 S2\nDA D2 D3 --\nSA -- S3 --\nCA C2 -- C3\n");
  EXPECT_EQ(genre().play(easy, " h3 ", options(), {}).value(), genre().play(easy, "H3@1,3", options(), {}).value());
  EXPECT_FALSE(genre().play(easy, "S2", options(), {})) << "S2 cannot move yet";
  const std::string two_holes = "-- H2 HA S2\n-- D2 D3 DA\nSA H3 S3 --\nCA C2 -- C3\n";
  const auto unclear = genre().play(two_holes, "HA", options(), {});
  ASSERT_FALSE(unclear);
  EXPECT_EQ(unclear.error().message, "'HA' may go to several holes: add the row and column, as in HA@1,1");
  EXPECT_TRUE(genre().play(two_holes, "HA@2,1", options(), {}));
}

TEST(Play, NamedHolesKeepTheirNamesWhileTheyMove) {
  const std::string named = "HA H2 H4 S2\nDA D2 D3 S4\nSA H3 S3 D4\nCA C2 C4 C3\n";
  EXPECT_EQ(genre().play(named, "H3", options(), {}).value(), "HA H2 H3 S2\nDA D2 D3 S4\nSA H4 S3 D4\nCA C2 C4 C3\n");
}

TEST(Play, StandingIsWonStuckOrPlaying) {
  EXPECT_EQ(genre().status(easy, options(), {}).value(), Standing::playing);
  EXPECT_EQ(genre().status("HA H2 H3 --\nDA D2 D3 --\nSA S2 S3 --\nCA C2 C3 --\n", options(), {}).value(),
            Standing::won);
  EXPECT_EQ(genre().status("HA H2 S3 --\nDA D2 D3 --\nSA S2 H3 --\nCA C2 C3 --\n", options(), {}).value(),
            Standing::stuck);
}

TEST(Play, HintsTellWhatIsAskedAndNoMore) {
  const auto why = genre().hint(easy, HintLevel::why, options(), {});
  ASSERT_TRUE(why);
  EXPECT_EQ(why->solvable, true);
  EXPECT_NE(why->text.find(": "), std::string::npos) << why->text;
  EXPECT_TRUE(genre().play(easy, why->move, options(), {}));
  EXPECT_TRUE(genre().hint(easy, HintLevel::solvable, options(), {})->move.empty());
  const auto stuck =
      genre().hint("HA H2 S3 --\nDA D2 D3 --\nSA S2 H3 --\nCA C2 C3 --\n", HintLevel::step, options(), {});
  EXPECT_EQ(stuck->solvable, false);
  EXPECT_TRUE(stuck->move.empty());
}

TEST(Play, HintsPlayedOneAfterTheOtherWin) {
  int played_to_the_end = 0;
  for (std::uint64_t i = 0; i < 12; ++i) {
    std::string position = text_of(random_deal(6, 21, i));
    for (int step = 0; step < 400 && genre().status(position, options(), {}).value() == Standing::playing; ++step) {
      const auto hint = genre().hint(position, HintLevel::step, options(), {});
      if (!hint->solvable.value_or(false)) break;
      position = genre().play(position, hint->move, options(), {}).value();
    }
    played_to_the_end += genre().status(position, options(), {}).value() == Standing::won;
  }
  EXPECT_GE(played_to_the_end, 6);
}

TEST(Play, DrawingAndViewShowEveryCardAndHole) {
  const auto picture = genre().draw(easy, options(), {}).value();
  ASSERT_EQ(picture.rows.size(), 4u);
  EXPECT_EQ(picture.rows[0][0].text, "♥A");
  EXPECT_EQ(picture.rows[0][0].style, 1);
  EXPECT_EQ(picture.rows[0][2].text, "[ ]") << "a hole that takes a card";
  EXPECT_EQ(picture.rows[1][3].text, " - ") << "a hole that takes nothing";
  EXPECT_EQ(picture.caption, "8 of 12 cards in place");
  const auto view = genre().view(easy, options(), {}).value();
  EXPECT_EQ(view.find("rows")->items()->at(0).items()->at(2).json(), R"({"hole":true,"name":null,"takes":["H3"]})");
  EXPECT_EQ(view.find("rows")->items()->at(3).items()->at(3).json(),
            R"({"card":"C3","suit":"C","rank":3,"in_place":false})");
}

TEST(Canonical, RowsSuitsAndHoleNamesDoNotMatter) {
  Rng rng(8);
  for (std::uint64_t i = 0; i < 50; ++i) {
    const Position deal = random_deal(2 + static_cast<int>(i % 12), 3, i);
    std::array<int, 4> row_order{0, 1, 2, 3}, suit_names{0, 1, 2, 3};
    rng.shuffle(std::span<int>(row_order));
    rng.shuffle(std::span<int>(suit_names));
    Position other = empty_table(deal.columns);
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < deal.columns; ++column) {
        const Card card = deal.at[place_of(row_order[static_cast<std::size_t>(row)], column)];
        other.at[place_of(row, column)] = card_of(rank_of(card), suit_names[static_cast<std::size_t>(suit_of(card))]);
      }
    other.named = true;
    EXPECT_EQ(text_of(canonical(deal)), text_of(canonical(other)));
    EXPECT_EQ(text_of(canonical(canonical(deal))), text_of(canonical(deal)));
  }
  EXPECT_NE(text_of(canonical(random_deal(9, 1, 0))), text_of(canonical(random_deal(9, 1, 1))));
}

TEST(Generate, DealsAreWholeAndDifferAndEveryCardIsEverywhere) {
  std::set<std::string> seen;
  std::array<std::array<int, 16>, 16> times{};  // card, place
  const int deals = 4000;
  for (std::uint64_t i = 0; i < deals; ++i) {
    const Position deal = random_deal(4, 99, i);
    seen.insert(text_of(deal));
    for (int p = 0; p < 16; ++p)
      if (const Card card = deal.at[place_of(p / 4, p % 4)]; !deal.is_hole(card))
        ++times[card][static_cast<std::size_t>(p)];
  }
  EXPECT_EQ(seen.size(), deals);
  double chi2 = 0;
  for (int card = 0; card < 12; ++card)
    for (int p = 0; p < 16; ++p)
      chi2 += std::pow(times[static_cast<std::size_t>(card)][static_cast<std::size_t>(p)] - deals / 16.0, 2) /
              (deals / 16.0);
  // 12 × 15 degrees of freedom: 180 ± 19; more than 260 is next to impossible for a fair shuffle.
  EXPECT_LT(chi2, 260);
}

TEST(Generate, CandidatesCarryWhatIsKnownOfThem) {
  const Options five = options({{"columns", "5"}});
  const auto batch = genre().generate({.options = five, .keep = nullptr, .seed = 4, .index = 2}, {});
  ASSERT_EQ(batch->candidates.size(), 1u);
  EXPECT_EQ(batch->candidates[0].features.find("columns")->number(), 5);
  EXPECT_FALSE(Options::make(genre().facts().options, {{"columns", "14"}}));
  EXPECT_FALSE(Options::make(genre().facts().options, {{"columns", "1"}}));
}

TEST(Features, OfADealThatAChildCouldSolve) {
  const auto analysis = genre().analyze(puzzle(easy), {}, options(), {});
  ASSERT_TRUE(analysis);
  const auto number = [&](std::string_view name) { return analysis->features.find(name)->number(); };
  EXPECT_TRUE(analysis->exact);
  EXPECT_EQ(number("columns"), 4);
  EXPECT_EQ(number("start_moves"), 2);  // H3 and C3
  EXPECT_EQ(number("start_pairs"), 4);
  EXPECT_EQ(number("start_aces_left"), 4);
  EXPECT_EQ(number("start_stuck_holes"), 2);
  EXPECT_EQ(number("solvable"), 1);
  EXPECT_EQ(number("solution_length"), 3);
  EXPECT_EQ(number("dead_end_share"), 0);
  EXPECT_EQ(number("lookahead_max"), 0);
  EXPECT_TRUE(analysis->features.find("first_trap")->is_null());
  EXPECT_EQ(analysis->features.find("components")->find("4,0")->number(), 1) << "all aces are in place in every state";
  EXPECT_EQ(number("random_walk_win"), 1) << "nothing can go wrong";
  EXPECT_EQ(number("random_walk_length"), 3);
}

TEST(Features, ATrapIsFoundAndWhatIsWantedIsEnough) {
  int with_traps = 0;
  for (std::uint64_t i = 0; i < 10; ++i) {
    const auto analysis =
        genre().analyze(puzzle(text_of(random_deal(6, 5, i))), {"dead_end_share", "first_trap"}, options(), {});
    ASSERT_TRUE(analysis);
    EXPECT_EQ(analysis->features.find("components"), nullptr) << "not wanted, not computed";
    if (const Value* share = analysis->features.find("dead_end_share")) {
      EXPECT_GE(share->number(), 0);
      EXPECT_LT(share->number(), 1);
      EXPECT_EQ(share->number() > 0, !analysis->features.find("first_trap")->is_null());
      with_traps += share->number() > 0;
    }
  }
  EXPECT_GE(with_traps, 3);
}

TEST(Features, AnUnsolvableDealHasNoSolutionFeaturesButAllOthers) {
  const auto analysis =
      genre().analyze(puzzle("S3 -- H3 --\nD3 -- SA --\nC3 H2 HA D2\nS2 C2 CA DA\n"), {}, options(), {});
  EXPECT_EQ(analysis->features.find("solvable")->number(), 0);
  EXPECT_EQ(analysis->features.find("solution_length"), nullptr);
  EXPECT_NE(analysis->features.find("random_walk_length"), nullptr);
  EXPECT_FALSE(genre().prior(analysis->features).difficulty.has_value());
}

TEST(Features, HarderDealsHaveAHigherPrior) {
  Value easy_deal = Value::object(), hard_deal = Value::object();
  easy_deal.set("dead_end_share", 0.05).set("lookahead", 2.0).set("solution_length", 60).set("only_move_share", 0.0);
  hard_deal.set("dead_end_share", 0.5).set("lookahead", 9.0).set("solution_length", 120).set("only_move_share", 0.2);
  const Prior low = genre().prior(easy_deal), high = genre().prior(hard_deal);
  EXPECT_LT(*low.difficulty, *high.difficulty);
  EXPECT_GT(*low.success, *high.success);
  EXPECT_LT(*low.time, *high.time);
  for (const Prior& p : {low, high})
    EXPECT_TRUE(*p.difficulty >= 0 && *p.difficulty <= 100 && *p.interest >= 0 && *p.interest <= 100);
}

TEST(Check, SaysWhatIsWrongWithADeal) {
  const auto code = [](const std::string& text) {
    const auto report = genre().check(puzzle(text), options(), {});
    return report->findings.empty() ? std::string("none") : report->findings[0].code;
  };
  EXPECT_EQ(code(easy), "none");
  EXPECT_EQ(code("HA H2 H3 --\nDA D2 D3 --\nSA S2 S3 --\nCA C2 C3 --\n"), "solved_at_start");
  EXPECT_EQ(code("S3 -- H3 --\nD3 -- SA --\nC3 H2 HA D2\nS2 C2 CA DA\n"), "unsolvable");
}

TEST(Solve, AsPrintedGoesWithThePapersStrategiesOnly) {
  EXPECT_FALSE(genre().solve(puzzle(easy), options({{"as-printed", "true"}}), {}));
  const auto verdict = genre().solve(puzzle(easy), options({{"as-printed", "true"}, {"strategy", "priority-1"}}), {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->status, Status::solved);
  const auto shortest = genre().solve(puzzle(easy), options({{"strategy", "breadth"}}), {});
  EXPECT_TRUE(shortest->optimal);
  EXPECT_EQ(shortest->length, 3);
}

}  // namespace
}  // namespace nazo::superpuzz
