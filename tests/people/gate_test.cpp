// The gate between a fit and its use, through the store: what goes live, what is kept, what stands after going back.
#include "people/small_site.hpp"
#include "workshop/fit_people.hpp"
#include "workshop/model_gate.hpp"

namespace nazo {
namespace {

using store::ModelState;

class Gate : public testing::Test {
 protected:
  Gate() : site_("sokoban"), all_(site_.puzzles()) {}

  /// New people at every second puzzle of the easier half; `log_time` says what they need.
  template <class LogTime>
  void people_come(const std::string& name, int count, store::Moment from, const LogTime& log_time) {
    Rng rng(store::puzzle_key("gate", name).size() + static_cast<std::uint64_t>(count));
    std::vector<store::Play> plays;
    for (int i = 0; i < count; ++i) {
      const store::Player player{cat(name, "-", i), 1};
      ASSERT_TRUE(site_.store().add_players({&player, 1}));
      for (std::size_t j = 0; j < all_.size(); j += 2) {
        store::Play play{.key = store::random_key(), .player = player.key, .puzzle = all_[j].key};
        play.started = from += 600'000;
        play.outcome = store::Outcome::solved;
        const double seconds = std::exp(log_time(all_[j], j) + .3 * rng.normal());
        for (int k = 0; k < 20; ++k) play.events.push_back({store::EventKind::move, seconds / 20, "a move"});
        plays.push_back(play);
      }
    }
    ASSERT_TRUE(site_.store().record_plays(plays));
  }
  static std::string told(const FittedPeople& fitted) {
    std::string out;
    for (const model::Trial& t : fitted.verdict.trials)
      out += cat(t.rival, " ", name(t.held_out), " ", name(t.loss), ": ", t.fresh, " against ", t.other, ", ",
                 t.difference, " ± ", t.standard_error, t.passed() ? "\n" : " worse\n");
    return out;
  }
  FittedPeople fit() {
    auto fitted = fit_and_keep(site_.genre, site_.store(), {.genre = "sokoban"}, {}, "");
    EXPECT_TRUE(fitted) << fitted.error().text();
    return *std::move(fitted);
  }
  std::string speaks() { return Rater::make(site_.genre, &site_.store(), "", "")->model_key(); }
  std::map<std::string, double> ratings() {
    std::map<std::string, double> out;
    for (const store::Puzzle& puzzle : site_.puzzles()) out[puzzle.key] = *puzzle.rating.difficulty;
    return out;
  }
  [[nodiscard]] double as_expected(const store::Puzzle& puzzle) const { return site_.expected_log_time(puzzle); }

  static constexpr store::Moment once = 1'700'000'000'000, nineteen_seventy = 1;
  SmallSite site_;
  std::vector<store::Puzzle> all_;
};

TEST_F(Gate, WhatPredictsBetterSpeaksAndGoingBackIsOneStepAtATime) {
  const auto before = ratings();
  people_come("slow", 6, once, [&](const store::Puzzle& p, std::size_t) { return as_expected(p) + 1.5; });
  const FittedPeople first = fit();
  ASSERT_TRUE(first.live) << told(first);
  EXPECT_EQ(speaks(), first.key);
  const auto with_first = ratings();
  people_come("also slow", 6, store::now(), [&](const store::Puzzle& p, std::size_t) { return as_expected(p) + 1.6; });
  const FittedPeople second = fit();
  ASSERT_TRUE(second.live) << told(second);
  EXPECT_EQ(speaks(), second.key);
  EXPECT_TRUE(std::ranges::any_of(second.verdict.trials, [&](const auto& t) { return t.rival == first.key; }));

  EXPECT_EQ(*go_back(site_.genre, site_.store()), first.key);
  EXPECT_EQ(speaks(), first.key);
  EXPECT_EQ(ratings(), with_first);
  EXPECT_EQ(site_.store().find_model(second.key).value()->state, ModelState::withdrawn);
  EXPECT_EQ(*go_back(site_.genre, site_.store()), prior_model);
  EXPECT_EQ(ratings(), before);
  EXPECT_FALSE(go_back(site_.genre, site_.store())) << "there is nothing before the genre's own word";
}

TEST_F(Gate, WhatPredictsWorseIsKeptWithItsFiguresAndDoesNotSpeak) {
  const auto before = ratings();
  // Half of the people take twice as long as the genre says, half of them half as long: what some teach misleads about
  // the others.
  people_come("slow", 2, once, [&](const store::Puzzle& p, std::size_t) { return as_expected(p) + .7; });
  people_come("quick", 2, once, [&](const store::Puzzle& p, std::size_t) { return as_expected(p) - .7; });
  const FittedPeople fitted = fit();
  ASSERT_FALSE(fitted.live) << told(fitted);
  EXPECT_EQ(speaks(), prior_model);
  EXPECT_EQ(ratings(), before);
  const auto kept = site_.store().find_model(fitted.key);
  ASSERT_TRUE(kept && *kept);
  EXPECT_EQ((*kept)->state, ModelState::kept);
  EXPECT_NE((*kept)->figures.find("trials"), nullptr);
}

TEST_F(Gate, PlaysOfNewPeopleAreHeldAgainstWhatStandsWhateverTheirDate) {
  people_come("right", 8, once, [&](const store::Puzzle& p, std::size_t) { return as_expected(p) + 1; });
  const FittedPeople standing = fit();
  ASSERT_TRUE(standing.live) << told(standing);
  people_come("undated", 4, nineteen_seventy, [&](const store::Puzzle& p, std::size_t) { return as_expected(p); });
  const FittedPeople next = fit();
  const auto against_it = [&](const model::Trial& trial) {
    return trial.rival == standing.key && trial.held_out == model::Withheld::persons && trial.groups == 4;
  };
  EXPECT_EQ(std::ranges::count_if(next.verdict.trials, against_it), 2) << told(next);
}

TEST_F(Gate, AModelThatNobodyCanReadDoesNotSilenceTheGenre) {
  people_come("slow", 6, once, [&](const store::Puzzle& p, std::size_t) { return as_expected(p) + 1.5; });
  const auto before = ratings();
  ASSERT_TRUE(site_.store().save_model({.key = "people-sokoban-of-tomorrow",
                                        .genre = "sokoban",
                                        .kind = "people",
                                        .version = 99,
                                        .created = store::now(),
                                        .data = Value::object().set("layout", 99),
                                        .state = ModelState::live}));
  const auto rater = Rater::make(site_.genre, &site_.store(), "", "");
  ASSERT_TRUE(rater) << rater.error().text();
  EXPECT_FALSE(rater->has_model());
  EXPECT_NE(rater->trouble().find("people-sokoban-of-tomorrow"), std::string::npos) << rater->trouble();
  EXPECT_FALSE(Rater::make(site_.genre, &site_.store(), "", "people-sokoban-of-tomorrow")) << "asked for by name";
  EXPECT_EQ(*go_back(site_.genre, site_.store()), prior_model);
  EXPECT_EQ(ratings(), before);
  EXPECT_TRUE(fit().live);
}

}  // namespace
}  // namespace nazo
