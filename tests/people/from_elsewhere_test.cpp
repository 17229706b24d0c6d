// Plays without moves, players who do not exist, puzzles made for one person: from a study to a model and back.
#include "people/small_site.hpp"
#include "workshop/fit_comparisons.hpp"
#include "workshop/fit_people.hpp"
#include "workshop/import_plays.hpp"
#include "workshop/made_for.hpp"
#include "workshop/replay.hpp"
#include "workshop/study_run.hpp"
#include "workshop/study_simulate.hpp"

namespace nazo {
namespace {

class FromElsewhere : public testing::Test {
 protected:
  FromElsewhere() : site_("nonogram") {
    store::Study study{.key = "s", .genre = "nonogram"};
    for (const store::Puzzle& puzzle : site_.puzzles())
      if (study.puzzles.size() < 14) study.puzzles.push_back(puzzle.key);
    EXPECT_TRUE(site_.store().create_study(study));
  }

  /// Four people at the study's puzzles by their places, the n-th person 20 % slower than the one before.
  static std::string trials() {
    std::string csv = "Subject,Level,rt_ms,Correct,Trial\n";
    for (int person = 1; person <= 4; ++person)
      for (int place = 1; place <= 14; ++place)
        csv += cat("p", person, ",", place, ",", 20'000 * place * (4 + person) / 5, ",", place % 5 == 0 ? 0 : 1, ",",
                   place, "\n");
    return csv;
  }
  static PlaysFromElsewhere how() {
    return {.study = "s",
            .columns = *column_map("player=Subject,puzzle=Level,seconds=rt_ms/1000,outcome=Correct,order=Trial")};
  }

  SmallSite site_;
};

TEST_F(FromElsewhere, PlaysWithoutMovesTeachWhenAskedTo) {
  const auto report = import_plays(site_.store(), trials(), how());
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_EQ(report->added.at("play"), 56u);
  EXPECT_EQ(import_plays(site_.store(), trials(), how())->added.at("play"), 0u) << "twice adds nothing";
  EXPECT_FALSE(fit_and_keep(site_.genre, site_.store(), {.genre = "nonogram"}, {}, ""));
  const auto fitted = fit_and_keep(site_.genre, site_.store(), {.genre = "nonogram", .unreplayed = true}, {}, "");
  ASSERT_TRUE(fitted) << fitted.error().text();
  EXPECT_EQ(fitted->model.plays, 56u);
}

TEST_F(FromElsewhere, BadLinesAreNamedAndNothingIsKept) {
  const auto report = import_plays(
      site_.store(), "Subject,Level,rt_ms,Correct,Trial\np1,1,5000,1,1\np1,99,5000,1,2\np1,2,fast,1,3\n", how());
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->kept);
  ASSERT_EQ(report->errors.size(), 2u);
  EXPECT_EQ(report->errors[0].line, 3u);
  EXPECT_EQ(report->errors[1].line, 4u);
  EXPECT_EQ(*site_.store().count_plays({}), 0);
  EXPECT_FALSE(import_plays(site_.store(), "who,what\n1,2\n", how()));
  EXPECT_FALSE(column_map("colour=Red"));
}

TEST_F(FromElsewhere, APuzzlePlayedTwiceIsTwoPlaysUnlessTheOrderSaysOtherwise) {
  const PlaysFromElsewhere plain{.study = "s", .columns = *column_map("player=p,puzzle=z,seconds=s")};
  const std::string twice = "p,z,s\na,1,50\na,1,20\na,2,30\n";
  ASSERT_TRUE(import_plays(site_.store(), twice, plain));
  EXPECT_EQ(*site_.store().count_plays({}), 3);
  EXPECT_EQ(import_plays(site_.store(), twice, plain)->added.at("play"), 0u) << "twice adds nothing";
  // The first one counts for the puzzle, and nobody knows how practised they were.
  const auto data = people_data(site_.store(), {.genre = "nonogram", .unreplayed = true});
  ASSERT_TRUE(data) << data.error().text();
  EXPECT_EQ(data->table.plays.front().seconds, 50);
  for (const model::Observation& play : data->table.plays) EXPECT_TRUE(std::isnan(play.plays_before));

  const auto ordered = import_plays(site_.store(), "Subject,Level,rt_ms,Correct,Trial\nb,1,9,1,1\nb,1,8,1,1\n", how());
  ASSERT_TRUE(ordered);
  ASSERT_EQ(ordered->errors.size(), 1u);
  EXPECT_NE(ordered->errors.front().message.find("as in line 2"), std::string::npos);
  EXPECT_FALSE(column_map("seconds=a,seconds=b"));
}

TEST_F(FromElsewhere, NobodyIsAPersonInOneFileAndSimulatedInAnother) {
  PlaysFromElsewhere people = how(), nobody = how();
  nobody.simulated = true;
  const std::string header = "Subject,Level,rt_ms,Correct,Trial\n";
  ASSERT_TRUE(import_plays(site_.store(), header + "a,1,9000,1,1\n", people));
  EXPECT_FALSE(import_plays(site_.store(), header + "a,2,9000,1,2\n", nobody));
  ASSERT_TRUE(import_plays(site_.store(), header + "b,1,9000,1,1\n", nobody));
  EXPECT_FALSE(import_plays(site_.store(), header + "b,2,9000,1,2\n", people));
  EXPECT_EQ(*site_.store().count_plays({}), 2);
  // The same by an export of another store.
  const auto check = import_check(catalog());
  store::Record as_person = store::Player{"s-b", 1, false}, as_before = store::Player{"s-b", 1, true};
  EXPECT_FALSE(check(site_.store(), as_person));
  EXPECT_TRUE(check(site_.store(), as_before));
}

TEST_F(FromElsewhere, SimulatedPlayersAreNoPeople) {
  const auto done = simulate_study(catalog(), site_.store(), {.study = "s", .players = 6}, {});
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_EQ(done->plays, 84u);
  EXPECT_FALSE(fit_and_keep(site_.genre, site_.store(), {.genre = "nonogram"}, {}, "")) << "nobody has played";
  const auto fitted = fit_and_keep(site_.genre, site_.store(), {.genre = "nonogram", .simulated = true}, {}, "");
  ASSERT_TRUE(fitted) << fitted.error().text();
  EXPECT_FALSE(fitted->live);
  EXPECT_FALSE(Rater::make(site_.genre, &site_.store(), "", fitted->key)) << "it does not speak for people";
  EXPECT_TRUE(Rater::make(site_.genre, &site_.store(), "", fitted->key, Speaking::anyone));
  EXPECT_EQ(Rater::make(site_.genre, &site_.store(), "", "")->model_key(), prior_model);
}

TEST_F(FromElsewhere, APuzzleIsMadeForSomebody) {
  ASSERT_TRUE(import_plays(site_.store(), trials(), how()));
  const auto fitted = fit_and_keep(site_.genre, site_.store(), {.genre = "nonogram", .unreplayed = true}, {}, "");
  ASSERT_TRUE(fitted);
  const auto rater = Rater::make(site_.genre, &site_.store(), "s-p1", fitted->key);
  ASSERT_TRUE(rater) << rater.error().text();
  const auto options = Options::make(site_.genre.facts().options, {{"size", "5x5"}});
  const auto made =
      make_for({.order = {.genre = &site_.genre, .options = *options, .count = 2}, .success = .7}, *rater);
  ASSERT_TRUE(made) << made.error().text();
  ASSERT_EQ(made->given.size(), 2u);
  const MadeFor& first = made->given.front();
  EXPECT_LE(first.low, *first.rated.estimates.success);
  EXPECT_GE(first.high, *first.rated.estimates.success);
  EXPECT_LE(std::abs(*first.rated.estimates.success - .7),
            std::abs(*made->given.back().rated.estimates.success - .7) + .1);
}

TEST_F(FromElsewhere, WhatIsMadeForSomebodyKeepsToItsTime) {
  const auto rater = Rater::make(site_.genre, &site_.store(), "", "");
  const auto options = Options::make(site_.genre.facts().options, {{"size", "25x25"}});
  for (const double seconds : {0., .05, .6}) {
    GenerateOrder order{.genre = &site_.genre, .options = *options, .count = 30};
    order.context.budget.seconds = seconds;
    const Meter clock({});
    const auto made = make_for({.order = order}, *rater);
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_LE(clock.seconds(), seconds + 1) << "an order of 360 puzzles";
    EXPECT_LE(made->given.size(), 30u);
    EXPECT_EQ(made->given.size(), std::min<std::size_t>(30, made->made));
    EXPECT_TRUE(made->made == 360 || made->summary.limit == Limit::time);
  }
}

TEST_F(FromElsewhere, WhoJudgesSomeGetsTheOthersPredicted) {
  const std::vector<store::Puzzle> all = site_.puzzles();
  const store::Player me{"me", 1};
  ASSERT_TRUE(site_.store().add_players({&me, 1}));
  // This person finds hard what the genre finds easy.
  std::vector<store::Comparison> said;
  for (std::size_t i = 0; i < 10; i += 2) {
    const store::Puzzle &easy = all[i], &hard = all[all.size() - 1 - i];
    said.push_back({.key = cat("c", i), .player = "me", .puzzle_x = easy.key, .puzzle_y = hard.key, .level = 1});
  }
  ASSERT_TRUE(site_.store().record_comparisons(said));
  const auto everyone = Rater::make(site_.genre, &site_.store(), "", "");
  const auto mine = Rater::make(site_.genre, &site_.store(), "me", "");
  ASSERT_TRUE(mine) << mine.error().text();
  std::vector<double> before, after;
  for (std::size_t i = 10; i < all.size() - 10; ++i) {
    before.push_back(*everyone->rate(all[i]).estimates.difficulty);
    after.push_back(*mine->rate(all[i]).estimates.difficulty);
    EXPECT_GE(after.back(), 0);
    EXPECT_LE(after.back(), 100);
  }
  EXPECT_LT(rank_correlation(before, after), .999) << "their own words move the order of what they have not judged";
}

/// A study of pictures that its researcher drew, in a store that has nothing else.
class DrawnStudy : public testing::Test {
 protected:
  [[nodiscard]] Item drawn(const std::string& text) const {
    return {.id = "mine",
            .genre = &site_.genre,
            .options = *Options::make(site_.genre.facts().options),
            .puzzle = {.genre = "nonogram", .text = text}};
  }
  SmallSite site_{"nonogram", SmallSite::Stock::nothing};
};

/// Twelve people compare three pictures. Their keys, in the order of the alphabet, are in another order than they came.
TEST_F(DrawnStudy, PeopleWhoCompareAreNamedByTheirNumbers) {
  const auto row = [](const std::string& clue, const std::string& columns) {
    return cat("width 3\nheight 1\n\nrows\n", clue, "\n\ncolumns\n", columns, "\n");
  };
  const auto study =
      create_study(site_.store(), {.name = "pairs", .comparisons = true},
                   {drawn(row("1", "1\n0\n0")), drawn(row("2", "1\n1\n0")), drawn(row("3", "1\n1\n1"))}, {});
  ASSERT_TRUE(study) << study.error().text();
  for (int person = 1; person <= 12; ++person) {
    const store::Player player{cat("person-", person), person};
    ASSERT_TRUE(site_.store().add_players({&player, 1}));
    ASSERT_TRUE(site_.store().join_study("pairs", player.key, person));
    std::vector<store::Comparison> said;
    for (std::size_t x = 0; x < 3; ++x)
      for (std::size_t y = x + 1; y < 3; ++y)
        said.push_back({.key = cat(person, "-", x, "-", y),
                        .player = player.key,
                        .study = "pairs",
                        .puzzle_x = study->puzzles[x],
                        .puzzle_y = study->puzzles[y],
                        .level = 1 + (person + static_cast<int>(x)) % 5});
    ASSERT_TRUE(site_.store().record_comparisons(said));
  }
  const auto fit = comparison_fit(site_.store(), {.study = "pairs"}, {}, 1);
  ASSERT_TRUE(fit) << fit.error().text();
  const Account account = comparison_account(*fit);
  const auto tables = account.tables();
  const auto found = std::ranges::find(tables, "correlations", &Table::name);
  ASSERT_NE(found, tables.end());
  const Table& table = **found;
  EXPECT_EQ(table.columns.front().field, "number");
  ASSERT_EQ(table.rows.size(), 12u);
  for (int person = 1; person <= 12; ++person) {
    const Value& row = table.rows[static_cast<std::size_t>(person - 1)];
    EXPECT_EQ(row.find("number")->json(), cat(person));
    EXPECT_EQ(*row.find("person")->string(), cat("person-", person)) << "files have the key";
  }
}

/// The store has a picture; a researcher draws its mirror image, and that is what participants see.
TEST_F(DrawnStudy, ShowsItsPuzzlesAsTheyWereDrawn) {
  const std::string picture = "width 3\nheight 2\n\nrows\n2\n1\n\ncolumns\n2\n1\n0\n",
                    mirrored = "width 3\nheight 2\n\nrows\n2\n1\n\ncolumns\n0\n1\n2\n";
  const auto first = create_study(site_.store(), {.name = "drawn"}, {drawn(picture)}, {});
  const auto second = create_study(site_.store(), {.name = "mirrored"}, {drawn(mirrored)}, {});
  ASSERT_TRUE(first) << first.error().text();
  ASSERT_TRUE(second) << second.error().text();
  const auto text_of = [&](const store::Study& study) { return (*site_.store().find_puzzle(study.puzzles[0]))->text; };
  EXPECT_EQ(text_of(*first), picture);
  EXPECT_EQ(text_of(*second), mirrored);
  EXPECT_FALSE(create_study(site_.store(), {.name = "both"}, {drawn(picture), drawn(mirrored)}, {}))
      << "in one study they are the same puzzle";
}

}  // namespace
}  // namespace nazo
