// Three puzzles, or a dozen that are all alike: what a collection looks like on its first day. And a puzzle that is
// made for somebody who wants one like the last, a little harder.
#include <map>

#include "people/small_site.hpp"
#include "puzzle/usual.hpp"
#include "workshop/fit_people.hpp"
#include "workshop/made_for.hpp"

namespace nazo {
namespace {

class UsualPuzzlesOf : public testing::TestWithParam<const char*> {};

TEST_P(UsualPuzzlesOf, AGenreKnowsItsUsualPuzzles) {
  const Genre& genre = *find_genre(catalog(), GetParam());
  const UsualPuzzles* usual = genre.usual();
  ASSERT_NE(usual, nullptr);
  ASSERT_GE(usual->usual_features().size(), 8u);
  for (const FeatureQuantiles& feature : usual->usual_features()) {
    EXPECT_EQ(std::ranges::count(genre.facts().features, feature.name, &FeatureFact::name), 1) << feature.name;
    EXPECT_TRUE(std::ranges::is_sorted(feature.at)) << feature.name;
    EXPECT_LT(feature.at.front(), feature.at.back()) << feature.name;
  }
  // Whatever the features are, what is ordered is something that the generator takes.
  for (const Value& features :
       {Value::object(), Value::object().set("width", 1e9).set("boxes", -5).set("length", "long").set("columns", 1e300),
        Value::object().set("width", std::nan("")).set("area", 0).set("columns", 0)}) {
    std::map<std::string, std::string> options;
    for (const auto& [name, value] : usual->options_like(features))
      if (name != "keep") options.emplace(name, value);
    const auto taken = Options::make(genre.facts().options, options);
    EXPECT_TRUE(taken) << taken.error().text();
  }
}

INSTANTIATE_TEST_SUITE_P(Genres, UsualPuzzlesOf,
                         testing::Values("shisen", "nonogram", "superpuzz", "sokoban", "tsume", "shanghai"),
                         [](const auto& about) { return std::string(about.param); });

/// A store with these puzzles of a site's and no other, played four times each.
struct FewPuzzles {
  FewPuzzles(SmallSite& from, const std::vector<store::Puzzle>& chosen) {
    EXPECT_TRUE(here.store().add_puzzles(chosen));
    EXPECT_TRUE(rate_collection(from.genre, here.store()));
    here.play(chosen, 4, 3);
    fitted = fit_and_keep(from.genre, here.store(), {.genre = from.genre.facts().name}, {}, "");
  }
  SmallSite here{"sokoban", SmallSite::Stock::nothing};
  Result<FittedPeople> fitted = fail("not yet");
};

void expect_sure_of_its_own_only(SmallSite& whole, const std::vector<store::Puzzle>& chosen) {
  FewPuzzles few(whole, chosen);
  ASSERT_TRUE(few.fitted) << few.fitted.error().text();
  const model::PeopleModel& model = few.fitted->model;
  const auto rater = Rater::make(whole.genre, &few.here.store(), "", few.fitted->key);
  ASSERT_TRUE(rater) << rater.error().text();
  EXPECT_TRUE(model.time.gates.few);
  double widest_own = 0, widest = 0;
  for (const store::Puzzle& puzzle : chosen) widest_own = std::max(widest_own, *rater->rate(puzzle).estimates.time_se);
  for (const store::Puzzle& puzzle : whole.puzzles()) {
    const store::Estimates said = rater->rate(puzzle).estimates;
    ASSERT_TRUE(said.time && said.time_se);
    EXPECT_GE(*said.time, 2);
    EXPECT_LE(*said.time, 86'400);
    widest = std::max(widest, *said.time_se);
  }
  EXPECT_GT(widest, 1.2 * widest_own) << "what is unlike all of them is less known";
}

TEST(SmallCollection, OfThreePuzzles) {
  SmallSite whole("sokoban");
  const std::vector<store::Puzzle> all = whole.puzzles();
  expect_sure_of_its_own_only(whole, {all[0], all[1], all[2]});
}

TEST(SmallCollection, OfPuzzlesAllAlike) {
  SmallSite whole("sokoban");
  std::vector<store::Puzzle> alike = whole.puzzles();
  alike.resize(8);
  for (store::Puzzle& puzzle : alike) puzzle.features = alike.front().features;
  expect_sure_of_its_own_only(whole, alike);
}

TEST(MadeHarder, IsOfItsKindAndSaysHowSureItIs) {
  SmallSite site("sokoban");
  const store::Puzzle like = site.puzzles()[5];
  for (const bool learnt : {false, true}) {
    if (learnt) {
      const std::vector<store::Puzzle> all = site.puzzles();
      site.play({all.begin(), all.begin() + 12}, 4, 9);
      ASSERT_TRUE(fit_and_keep(site.genre, site.store(), {.genre = "sokoban"}, {}, ""));
    }
    const auto rater = Rater::make(site.genre, &site.store(), learnt ? "player-0" : "", "");
    ASSERT_TRUE(rater) << rater.error().text();
    const auto run =
        make_harder({.genre = &site.genre, .like = like, .context = {.budget = {.seconds = 20}, .seed = 3}}, *rater);
    ASSERT_TRUE(run) << run.error().text();
    ASSERT_TRUE(run->given);
    EXPECT_EQ(run->made, 12u);
    EXPECT_TRUE(run->harder);
    const store::Estimates& said = run->given->rated.estimates;
    EXPECT_GT(*said.difficulty, *run->from.estimates.difficulty);
    EXPECT_LT(run->given->low, run->given->high);
    EXPECT_EQ(run->given->kept.candidate.features.find("boxes")->number(), like.features.find("boxes")->number());
  }
}

TEST(MadeHarder, WithNoTimeNothingIsGivenAndNothingBreaks) {
  SmallSite site("sokoban");
  const auto rater = Rater::make(site.genre, &site.store(), "", "");
  const auto run =
      make_harder({.genre = &site.genre, .like = site.puzzles()[0], .context = {.budget = {.seconds = 0}}}, *rater);
  if (run) {
    EXPECT_EQ(run->given.has_value(), run->made > 0);
  }
}

}  // namespace
}  // namespace nazo
