// What a small site sees: three players have played the twelve easiest puzzles of a genre, and a model is fitted. It
// may know little, but it must not make the other puzzles' ratings worse, and it must not say absurd things.
#include <map>

#include "people/small_site.hpp"
#include "people/strange_sites.hpp"
#include "workshop/fit_people.hpp"
#include "workshop/rate_puzzles.hpp"

namespace nazo {
namespace {

class FewPlays : public testing::TestWithParam<const char*> {};

TEST_P(FewPlays, OfTheEasiestPuzzlesLeaveTheOthersInTheirOrder) {
  SmallSite site(GetParam());
  const std::vector<store::Puzzle> all = site.puzzles();
  ASSERT_GE(all.size(), 24u);
  const std::vector<store::Puzzle> easiest(all.begin(), all.begin() + 12);
  site.play(easiest, 3, 1);

  const auto fitted = fit_and_keep(site.genre, site.store(), {.genre = site.genre.facts().name}, {}, "");
  ASSERT_TRUE(fitted) << fitted.error().text();
  const auto rater = Rater::make(site.genre, &site.store(), "", fitted->key);
  ASSERT_TRUE(rater) << rater.error().text();

  std::vector<double> before, after;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Rated rated = rater->rate(all[i]);
    ASSERT_TRUE(rated.estimates.time && rated.estimates.difficulty);
    EXPECT_GE(*rated.estimates.time, 5) << all[i].title;
    EXPECT_LE(*rated.estimates.time, 7200) << all[i].title;
    if (i < easiest.size() || !all[i].rating.difficulty) continue;
    before.push_back(*all[i].rating.difficulty);
    after.push_back(*rated.estimates.difficulty);
  }
  EXPECT_GE(rank_correlation(before, after), .99);
  RecordProperty("rank_correlation", std::to_string(rank_correlation(before, after)));

  // What the page lists first is what somebody new is given.
  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < all.size(); ++i) place[all[i].key] = i;
  const std::vector<store::Puzzle> now = site.puzzles();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(place.at(now[i].key), all.size() / 2) << now[i].title;
  expect_order_in_strange_situations(site, all);
}

INSTANTIATE_TEST_SUITE_P(Genres, FewPlays,
                         testing::Values("shisen", "nonogram", "superpuzz", "sokoban", "tsume", "shanghai"),
                         [](const auto& about) { return std::string(about.param); });

}  // namespace
}  // namespace nazo
