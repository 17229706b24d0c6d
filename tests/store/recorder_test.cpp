#include "store/recorder.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "faults/threads.hpp"
#include "fixture.hpp"

namespace nazo::store {
namespace {

class RecorderTest : public EachStore {};
ON_EACH_STORE(RecorderTest);

TEST_P(RecorderTest, ManyThreadsRecordThroughOne) {
  const std::string where = fresh();
  auto store = store_with_people(where);
  ASSERT_OK(store);
  {
    auto recorder = Recorder::start(where, {.batch = 16, .queue = 8});
    ASSERT_OK(recorder);
    std::vector<std::thread> threads;
    std::atomic<int> kept = 0;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        Rng rng(static_cast<std::uint64_t>(t));
        for (int i = 0; i < 50; ++i)
          if ((*recorder)->record(some_play(rng, cat(t, "-", i), cat("p", t), "shisen-1")).get()) ++kept;
      });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(kept, 200);
  }
  EXPECT_EQ(*store->count_plays({}), 200);
}

/// Marks are given when a play is written, by what its player had been shown of just that puzzle.
TEST_P(RecorderTest, PlaysAreJudgedByWhatTheirPlayerWasShown) {
  const std::string where = fresh();
  auto store = store_with_people(where);
  ASSERT_OK(store);
  ASSERT_OK(store->note_shown("p1", "shisen-1", 77));
  const auto judge = [](Play& play, const Background& known) {
    play.marks.shown = known.shown == Moment{77};
    play.marks.replay = known.looked_before;
  };
  Rng rng(1);
  {
    auto recorder = Recorder::start(where);
    ASSERT_OK(recorder);
    std::vector<std::future<Result<Kept>>> receipts;
    for (int i = 0; i < 200; ++i)
      receipts.push_back((*recorder)->record(
          {.play = some_play(rng, cat("k", i), i % 2 == 0 ? "p1" : "p2", "shisen-1"), .judge = judge}));
    // Plays that are refused leave the others to be written one by one.
    receipts.push_back((*recorder)->record({.play = some_play(rng, "bad", "p1", "no-such-puzzle"), .judge = judge}));
    receipts.push_back((*recorder)->record({.play = some_play(rng, "last", "p1", "shisen-1"), .judge = judge}));
    receipts.push_back((*recorder)->record(some_play(rng, "unjudged", "p1", "shisen-1")));
    for (auto& receipt : receipts) (void)receipt.get();
  }
  EXPECT_EQ(*store->count_plays({}), 202);
  for (int i = 0; i < 200; ++i) {
    const auto play = store->find_play(cat("k", i));
    ASSERT_TRUE(play && *play);
    EXPECT_EQ((*play)->marks.shown, i % 2 == 0) << i;
    EXPECT_EQ((*play)->marks.replay, i > 1) << "each player's first is none, those of the same batch are: " << i;
  }
  EXPECT_TRUE((*store->find_play("last"))->marks.shown);
  EXPECT_FALSE((*store->find_play("unjudged"))->marks.shown);
}

/// What the store knows of a play and of its player before it is kept.
TEST_P(RecorderTest, APlayIsKnownByWhatCameInBefore) {
  auto store = store_with_people(fresh());
  ASSERT_OK(store);
  const auto play = [](const std::string& key, Outcome outcome, std::vector<PlayEvent> events) {
    Play out{.key = key, .player = "p1", .puzzle = "shisen-1"};
    out.outcome = outcome;
    out.events = std::move(events);
    return out;
  };
  const Play glance = play("a", Outcome::unfinished, {{EventKind::move, 4, "x"}, {EventKind::undo, 1, ""}});
  Play brief = play("brief", Outcome::gave_up, {{EventKind::give_up, 4, ""}});
  Play broken = play("broken", Outcome::solved, {{EventKind::move, 5000, "x"}});
  broken.marks.clock = true;
  ASSERT_OK(store->record_plays({&brief, 1}));
  EXPECT_FALSE(store->backgrounds({&glance, 1})->front().looked_before) << "four seconds without a move";
  const Play both[] = {glance, play("b", Outcome::solved, {{EventKind::move, 30, "x"}})};
  const auto together = store->backgrounds(both);
  ASSERT_OK(together);
  EXPECT_FALSE((*together)[0].looked_before);
  EXPECT_TRUE((*together)[1].looked_before);
  EXPECT_EQ((*together)[1].seconds_claimed, 9);
  ASSERT_OK(store->record_plays(both));
  ASSERT_OK(store->record_plays({&broken, 1}));
  const Play grown = play("a", Outcome::solved, {{EventKind::move, 50, "x"}});
  const auto again = store->backgrounds({&grown, 1});
  ASSERT_OK(again);
  EXPECT_FALSE(again->front().looked_before) << "it was the first";
  EXPECT_EQ(again->front().seconds_claimed, 34) << "neither its own nor what a clock made up";
  EXPECT_TRUE(again->front().met);
}

TEST_P(RecorderTest, AThreadThatBreaksAtItsTopBeginsAgain) {
  const std::string where = fresh();
  auto store = store_with_people(where);
  ASSERT_OK(store);
  const faults::ThrowIn thrower("recorder", 3);
  {
    auto recorder = Recorder::start(where);
    ASSERT_OK(recorder);
    Rng rng(1);
    for (int i = 0; i < 10; ++i) EXPECT_OK((*recorder)->record(some_play(rng, cat("k", i), "p1", "shisen-1")).get());
  }
  EXPECT_EQ(faults::ThrowIn::count(), 3);
  EXPECT_EQ(*store->count_plays({}), 10);
}

TEST_P(RecorderTest, WithoutRoomForItsThreadThereIsNone) {
  const std::string where = fresh();
  ASSERT_OK(store_with_people(where));
  const faults::NoRoomFor full("recorder");
  const auto recorder = Recorder::start(where);
  ASSERT_FALSE(recorder);
  EXPECT_NE(recorder.error().message.find("no room"), std::string::npos);
}

TEST_P(RecorderTest, ARefusedPlayDoesNotHarmItsNeighbours) {
  const std::string where = fresh();
  auto store = store_with_people(where);
  ASSERT_OK(store);
  auto recorder = Recorder::start(where);
  ASSERT_OK(recorder);
  Rng rng(1);
  std::vector<std::future<Result<Kept>>> receipts;
  for (int i = 0; i < 100; ++i)
    receipts.push_back((*recorder)->record(some_play(rng, cat("k", i), i == 30 ? "nobody" : "p1", "shisen-1")));
  for (int i = 0; i < 100; ++i) EXPECT_EQ(receipts[static_cast<std::size_t>(i)].get().has_value(), i != 30) << i;
  EXPECT_EQ(*store->count_plays({}), 99);
}

TEST_P(RecorderTest, ANewPlayerComesWithThePlayAlsoOneThatWasDeleted) {
  const std::string where = fresh();
  auto store = store_with_people(where);
  ASSERT_OK(store);
  auto recorder = Recorder::start(where);
  ASSERT_OK(recorder);
  Rng rng(1);
  for (const bool met : {false, true}) {
    const Moment came = now();
    auto receipt = (*recorder)->record({.play = some_play(rng, met ? "k1" : "k0", "new", "shisen-1"),
                                        .player = Player{.key = "new", .created = came},
                                        .met = met});
    const Result<Kept> kept = receipt.get();
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_EQ(*kept, Kept::added);
    EXPECT_EQ((*store->find_player("new"))->created, came);
    EXPECT_EQ(*store->forget_player("new"), true);
  }
}

/// Who deletes their data does not find some of it back afterwards: not what waited, nor what was being written.
TEST_P(RecorderTest, WhatASomebodyGoneHadSentIsNotKept) {
  const std::string where = fresh();
  auto store = store_with_people(where);
  ASSERT_OK(store);
  auto recorder = Recorder::start(where, {.batch = 4});
  ASSERT_OK(recorder);
  Rng rng(1);
  std::vector<std::future<Result<Kept>>> gone, others;
  for (int i = 0; i < 200; ++i) {
    gone.push_back((*recorder)->record(
        {.play = some_play(rng, cat("g", i), "gone", "shisen-1"), .player = Player{.key = "gone", .created = 7}}));
    others.push_back((*recorder)->record(some_play(rng, cat("o", i), "p1", "shisen-1")));
  }
  ASSERT_TRUE((*recorder)->forget("gone"));
  ASSERT_OK(store->forget_player("gone"));
  int refused = 0;
  for (auto& receipt : gone) {
    const auto kept = receipt.get();
    if (kept) continue;
    ++refused;
    EXPECT_EQ(kept.error().trouble, Trouble::none) << "it must not be sent again";
  }
  EXPECT_GT(refused, 0);
  for (auto& receipt : others) EXPECT_OK(receipt.get());
  EXPECT_EQ(*store->count_plays({.player = "gone"}), 0);
  EXPECT_EQ(*store->count_plays({}), 200);
  EXPECT_FALSE(store->find_player("gone")->has_value());
}

/// Another server has deleted them while their play was under way here.
TEST_P(RecorderTest, WhatCameBeforeSomebodyWentElsewhereIsNotKept) {
  const std::string where = fresh();
  auto store = store_with_people(where);
  ASSERT_OK(store);
  auto recorder = Recorder::start(where);
  ASSERT_OK(recorder);
  Rng rng(1);
  const Moment came = now() - 10;
  ASSERT_EQ(*store->forget_player("p1"), true);
  for (const bool met : {false, true}) {
    const Player player{.key = "p1", .created = came};
    const auto kept =
        (*recorder)
            ->record({.play = some_play(rng, met ? "k1" : "k0", "p1", "shisen-1"), .player = player, .met = met})
            .get();
    ASSERT_FALSE(kept);
    EXPECT_NE(kept.error().message.find("deleted"), std::string::npos) << kept.error().text();
    EXPECT_EQ(kept.error().trouble, Trouble::none) << "it must not be sent again";
  }
  ASSERT_OK(store->note_shown("p1", "shisen-1", came));
  Play look;
  look.player = "p1";
  look.puzzle = "shisen-1";
  EXPECT_FALSE(store->backgrounds({&look, 1})->front().shown);
  EXPECT_FALSE(*store->find_player("p1"));
}

TEST_P(RecorderTest, TooMuchAtOnceIsRefusedAsAPassingTrouble) {
  const std::string where = fresh();
  auto store = store_with_people(where);
  ASSERT_OK(store);
  auto recorder = Recorder::start(where, {.batch = 1, .queue = 5});
  ASSERT_OK(recorder);
  Rng rng(1);
  std::vector<std::future<Result<Kept>>> receipts;
  for (int i = 0; i < 500; ++i) receipts.push_back((*recorder)->record(some_play(rng, cat("k", i), "p1", "shisen-1")));
  int kept = 0, refused = 0;
  for (auto& receipt : receipts) {
    const auto result = receipt.get();
    kept += result.has_value();
    refused += !result && result.error().trouble == Trouble::passing;
  }
  EXPECT_GE(kept, 5);
  EXPECT_GT(refused, 0);
  EXPECT_EQ(kept + refused, 500);
  EXPECT_EQ(*store->count_plays({}), kept);
}

TEST_P(RecorderTest, WhatWaitsIsWrittenBeforeItStops) {
  const std::string where = fresh();
  auto store = store_with_people(where);
  ASSERT_OK(store);
  Rng rng(1);
  std::vector<std::future<Result<Kept>>> receipts;
  {
    auto recorder = Recorder::start(where);
    ASSERT_OK(recorder);
    for (int i = 0; i < 2000; ++i)
      receipts.push_back((*recorder)->record(some_play(rng, cat("k", i), "p1", "shisen-1")));
  }
  for (auto& receipt : receipts) EXPECT_TRUE(receipt.get());
  EXPECT_EQ(*store->count_plays({}), 2000);
}

}  // namespace
}  // namespace nazo::store
