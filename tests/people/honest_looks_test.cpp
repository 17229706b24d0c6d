// Only a person's first look at a puzzle teaches, and each person says one thing of it: plays that know the puzzle,
// marks that are given again and again and answers of people who never played are no evidence.
#include "people/small_site.hpp"
#include "workshop/first_looks.hpp"
#include "workshop/fit_data.hpp"
#include "workshop/fit_people.hpp"

namespace nazo {
namespace {

using store::EventKind;
using store::Outcome;

store::PlayRow row(store::Moment started, Outcome outcome, int moves = 20, double seconds = 40) {
  store::PlayRow out{.key = store::random_key(), .player = "p", .puzzle = "z", .study = ""};
  out.started = started;
  out.outcome = outcome;
  out.summary.moves = moves;
  out.summary.seconds = seconds;
  return out;
}
/// Of a clean solved play after the given one.
LeftOut after(const store::PlayRow& first) { return looks_of({first, row(2, Outcome::solved)})[1].left_out; }

TEST(FirstLooks, WhateverTheFirstPlayWasTheSecondKnowsThePuzzle) {
  EXPECT_EQ(after(row(1, Outcome::solved)), LeftOut::known);
  EXPECT_EQ(after(row(1, Outcome::gave_up)), LeftOut::known);
  EXPECT_EQ(after(row(1, Outcome::unfinished, 3, 4)), LeftOut::known) << "left in the middle";
  EXPECT_EQ(after(row(1, Outcome::unfinished, 0, 60)), LeftOut::known) << "looked at for a minute";
  store::PlayRow first = row(1, Outcome::solved);
  first.summary.hints = 1;
  EXPECT_EQ(after(first), LeftOut::known);
  first = row(1, Outcome::solved);
  first.summary.assisted = 20;
  EXPECT_EQ(after(first), LeftOut::known);
  first = row(1, Outcome::solved);
  first.summary.longest_pause = 400;
  EXPECT_EQ(after(first), LeftOut::known);
  for (bool store::PlayMarks::* mark :
       {&store::PlayMarks::robot, &store::PlayMarks::clock, &store::PlayMarks::shown, &store::PlayMarks::unreplayed}) {
    first = row(1, Outcome::solved);
    first.marks.*mark = true;
    EXPECT_EQ(after(first), LeftOut::known);
  }
}

TEST(FirstLooks, AGlanceIsNoLook) {
  EXPECT_EQ(after(row(1, Outcome::unfinished, 0, 2)), LeftOut::no);
  EXPECT_EQ(after(row(1, Outcome::gave_up, 0, 2)), LeftOut::no);
  EXPECT_EQ(after(row(3, Outcome::solved)), LeftOut::no) << "what was begun later is no first look";
}

TEST(FirstLooks, AReplayThatClaimsToBeOlderDoesNotPutTheFirstOut) {
  store::PlayRow forged = row(1, Outcome::solved);
  forged.marks.replay = true;
  const auto looks = looks_of({row(2, Outcome::solved), forged});
  EXPECT_EQ(looks[0].left_out, LeftOut::no);
  EXPECT_EQ(looks[1].left_out, LeftOut::known);
}

TEST(FirstLooks, PracticeCountsWhateverWasFinishedByHand) {
  store::PlayRow helped = row(1, Outcome::solved), robot = row(2, Outcome::solved), last = row(9, Outcome::solved);
  helped.summary.hints = 2;
  robot.marks.robot = true;
  last.puzzle = "another";
  EXPECT_EQ(looks_of({helped, robot, row(3, Outcome::solved), last})[3].before, 2);
}

/// Plays and answers on the starter collection's Sokoban levels.
class HonestLooks : public testing::Test {
 protected:
  HonestLooks() : site_("sokoban"), all_(site_.puzzles()) {}

  void meet(const std::string& who) {
    const store::Player player{who, 1};
    ASSERT_TRUE(site_.store().add_players({&player, 1}));
  }
  void play(const std::string& who, const store::Puzzle& puzzle, double seconds, std::optional<int> mark = {},
            EventKind kind = EventKind::move) {
    store::Play play{.key = store::random_key(), .player = who, .puzzle = puzzle.key};
    play.started = moment_ += 600'000;
    play.outcome = Outcome::solved;
    play.rating = mark;
    for (int k = 0; k < 20; ++k) play.events.push_back({kind, seconds / 20, "a move"});
    ASSERT_TRUE(site_.store().record_plays({&play, 1}));
  }
  /// Everybody plays every third puzzle as the genre expects.
  void people_come(int count) {
    Rng rng(5);
    for (int i = 0; i < count; ++i) {
      meet(cat("one-", i));
      for (std::size_t j = 0; j < all_.size(); j += 3)
        play(cat("one-", i), all_[j], std::exp(site_.expected_log_time(all_[j]) + .4 * rng.normal()));
    }
  }
  std::map<std::string, double> fitted() {
    const auto fit = fit_and_keep(site_.genre, site_.store(), {.genre = "sokoban"}, {}, "");
    EXPECT_TRUE(fit) << fit.error().text();
    const auto rater = Rater::make(site_.genre, &site_.store(), "", fit->key);
    std::map<std::string, double> out;
    for (const store::Puzzle& puzzle : all_) out[puzzle.key] = *rater->rate(puzzle).estimates.difficulty;
    return out;
  }
  std::size_t hardest(std::size_t back) const { return all_.size() - 1 - back; }

  SmallSite site_;
  std::vector<store::Puzzle> all_;
  store::Moment moment_ = 1'700'000'000'000;
};

TEST_F(HonestLooks, AReplayOfWhatTheCoachHadShownTeachesNothing) {
  for (const std::string who : {"a", "b", "c"}) {
    meet(who);
    for (std::size_t back = 0; back < 12; ++back) {
      play(who, all_[hardest(back)], 10, {}, EventKind::assisted);
      play(who, all_[hardest(back)], 3);
    }
  }
  const auto data = people_data(site_.store(), {.genre = "sokoban"});
  ASSERT_TRUE(data) << data.error().text();
  EXPECT_EQ(data->table.plays.size(), 0U);
  EXPECT_EQ(data->helped, 36U);
  EXPECT_EQ(data->known, 36U);
}

TEST_F(HonestLooks, OnePersonWhoSaysItThirtyTimesSaysItOnce) {
  people_come(7);
  const auto before = fitted();
  meet("loud");
  for (int times = 0; times < 30; ++times)
    for (const auto& [at, mark] : {std::pair<std::size_t, int>{hardest(0), 1}, {hardest(1), 1}, {0, 5}, {1, 5}})
      play("loud", all_[at], mark == 1 ? 300 : 25, mark);
  const auto after = fitted();
  for (const std::size_t at : {hardest(0), hardest(1), std::size_t{0}, std::size_t{1}})
    EXPECT_NEAR(after.at(all_[at].key), before.at(all_[at].key), 12) << all_[at].title;
  const auto data = people_data(site_.store(), {.genre = "sokoban"});
  EXPECT_EQ(data->table.opinions.marks.size(), 4U);
}

TEST_F(HonestLooks, WhoNeverPlayedDoesNotSayWhatIsHard) {
  people_come(6);
  const auto before = fitted();
  Rng rng(3);
  std::vector<store::Comparison> said;
  for (int i = 0; i < 20; ++i) {
    meet(cat("idle-", i));
    for (std::size_t k = 0; k < 24; ++k) {
      store::Comparison one;
      one.key = store::random_key();
      one.player = cat("idle-", i);
      one.puzzle_x = all_[hardest(k % 6)].key;
      one.puzzle_y = all_[12 + rng.below(12)].key;
      one.level = 5;
      said.push_back(one);
    }
  }
  ASSERT_TRUE(site_.store().record_comparisons(said));
  auto data = people_data(site_.store(), {.genre = "sokoban"});
  ASSERT_TRUE(add_opinions(site_.genre, site_.store(), {.genre = "sokoban"}, *data));
  EXPECT_TRUE(data->table.opinions.pairs.empty());
  EXPECT_EQ(data->unplayed_comparisons, said.size());
  EXPECT_EQ(fitted(), before);
}

TEST_F(HonestLooks, WhomAStudyAsksMaySayWhatTheyDidNotPlay) {
  people_come(3);
  store::Study study{.key = "asked", .genre = "sokoban"};
  study.ask_comparisons = true;
  for (std::size_t k = 0; k < 3; ++k) study.puzzles.push_back(all_[k].key);
  ASSERT_TRUE(site_.store().create_study(study));
  meet("judge");
  ASSERT_TRUE(site_.store().join_study("asked", "judge", store::now()));
  store::Comparison inside;
  inside.key = "a";
  inside.player = "judge";
  inside.study = "asked";
  inside.puzzle_x = all_[0].key;
  inside.puzzle_y = all_[1].key;
  store::Comparison outside = inside;
  outside.key = "b";
  outside.puzzle_y = all_[9].key;
  // Who only says the study's name is not asked.
  meet("stranger");
  store::Comparison uninvited = inside;
  uninvited.key = "c";
  uninvited.player = "stranger";
  ASSERT_TRUE(site_.store().record_comparisons({{inside, outside, uninvited}}));
  auto data = people_data(site_.store(), {.genre = "sokoban"});
  ASSERT_TRUE(add_opinions(site_.genre, site_.store(), {.genre = "sokoban"}, *data));
  EXPECT_EQ(data->table.opinions.pairs.size(), 1U);
  EXPECT_EQ(data->unplayed_comparisons, 2U);
}

TEST_F(HonestLooks, WordsThatPlaysContradictAreNotHeard) {
  people_come(6);
  const auto plays_alone = fitted();
  // Everybody has played what they speak of, and says the opposite of what the plays show.
  std::vector<store::Comparison> said;
  for (int i = 0; i < 6; ++i)
    for (std::size_t x = 0; x < all_.size() / 2; x += 3) {
      store::Comparison one;
      one.key = store::random_key();
      one.player = cat("one-", i);
      one.puzzle_x = all_[x].key;
      one.puzzle_y = all_[(all_.size() - 1 - x) / 3 * 3].key;
      one.level = 1;
      said.push_back(one);
    }
  ASSERT_TRUE(site_.store().record_comparisons(said));
  const auto fit = fit_and_keep(site_.genre, site_.store(), {.genre = "sokoban"}, {}, "");
  ASSERT_TRUE(fit) << fit.error().text();
  EXPECT_EQ(fit->data.unplayed_comparisons, 0U);
  EXPECT_FALSE(fit->opinion_trials.empty());
  const auto rater = Rater::make(site_.genre, &site_.store(), "", fit->key);
  for (const std::size_t at : {hardest(0), std::size_t{0}})
    EXPECT_NEAR(*rater->rate(all_[at]).estimates.difficulty, plays_alone.at(all_[at].key), 12) << all_[at].title;
}

}  // namespace
}  // namespace nazo
