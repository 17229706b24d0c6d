// Everything that goes into the store comes out again, once, and as it was.
#include "store/store.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>

#include "fixture.hpp"

namespace nazo::store {
namespace {

class StoreTest : public EachStore {};
ON_EACH_STORE(StoreTest);

TEST_P(StoreTest, PuzzlesComeBackAsTheyWere) {
  auto store = Store::open(fresh());
  ASSERT_OK(store);
  Rng rng(1);
  std::vector<Puzzle> puzzles;
  for (int i = 0; i < 300; ++i) puzzles.push_back(some_puzzle(rng, i));
  const auto kept = store->add_puzzles(puzzles);
  ASSERT_OK(kept);
  EXPECT_EQ(std::ranges::count(*kept, Kept::added), 300);
  for (const Puzzle& p : puzzles) {
    const auto found = store->find_puzzle(p.key);
    ASSERT_OK(found);
    ASSERT_TRUE(found->has_value());
    EXPECT_EQ(**found, p);
  }
  EXPECT_EQ(*store->count_puzzles("shisen"), 300);
  EXPECT_EQ(*store->count_puzzles("tsume"), 0);
  EXPECT_FALSE(store->find_puzzle("nothing")->has_value());
}

TEST_P(StoreTest, TheSamePuzzleIsKeptOnce) {
  auto store = Store::open(fresh());
  ASSERT_OK(store);
  Rng rng(1);
  Puzzle p = some_puzzle(rng, 1);
  const Puzzle twice[] = {p, p};
  EXPECT_EQ(*store->add_puzzles(twice), (std::vector{Kept::added, Kept::present}));
  const Puzzle before = p;
  p.title = "another title";
  EXPECT_EQ(store->add_puzzles(std::span(&p, 1))->front(), Kept::present);
  EXPECT_EQ(**store->find_puzzle(p.key), before);
}

TEST_P(StoreTest, PlaysComeBackWithEveryMoveAndThinkingTime) {
  auto store = store_with_people(fresh());
  ASSERT_OK(store);
  Rng rng(2);
  std::vector<Play> plays;
  for (int i = 0; i < 500; ++i)
    plays.push_back(
        some_play(rng, cat("play", i, odd_text(rng, 3)), cat("p", rng.below(4)), cat("shisen-", rng.below(8))));
  ASSERT_OK(store->record_plays(plays));
  std::size_t n = 0;
  ASSERT_OK(store->each_play({}, [&](const Play& play) {
    EXPECT_EQ(play, plays[n]);
    return ++n < plays.size();
  }));
  EXPECT_EQ(n, 500U);
  const auto rows = store->play_rows({.player = "p2"});
  ASSERT_OK(rows);
  std::size_t expected = 0;
  for (const Play& play : plays) {
    if (play.player != "p2") continue;
    const PlayRow& row = (*rows)[expected++];
    EXPECT_EQ(row.key, play.key);
    EXPECT_EQ(row.summary, summary(play.events));
    EXPECT_EQ(row.rating, play.rating);
    EXPECT_EQ(row.outcome, play.outcome);
    EXPECT_EQ(row.deadlocks, play.deadlocks);
  }
  EXPECT_EQ(rows->size(), expected);
  EXPECT_EQ(*store->count_plays({.puzzle = "shisen-3"}), std::ranges::count(plays, "shisen-3", &Play::puzzle));
  EXPECT_EQ(*store->count_plays({.genre = "shisen"}), 500);
  EXPECT_EQ(*store->count_plays({.genre = "tsume"}), 0);
  ASSERT_OK(store->check_integrity());
}

TEST_P(StoreTest, MoreThanAPageOfPlaysIsReadInOrder) {
  auto store = store_with_people(fresh());
  ASSERT_OK(store);
  std::vector<Play> plays;
  for (int i = 0; i < 4100; ++i)
    plays.push_back(
        {.key = cat("k", i), .player = "p1", .puzzle = "shisen-1", .events = {{EventKind::move, 1. * i, "m"}}});
  ASSERT_OK(store->record_plays(plays));
  std::size_t n = 0;
  ASSERT_OK(store->each_play({.puzzle = "shisen-1"}, [&](const Play& play) { return play == plays[n++]; }));
  EXPECT_EQ(n, plays.size());
  n = 0;
  ASSERT_OK(store->each_play({}, [&](const Play&) { return ++n < 5; }));
  EXPECT_EQ(n, 5U);
}

TEST_P(StoreTest, APlaySentAgainIsKeptOnceAndAnUnfinishedOneGrows) {
  auto store = store_with_people(fresh());
  ASSERT_OK(store);
  Play play{.key = "k",
            .player = "p0",
            .puzzle = "shisen-1",
            .outcome = Outcome::unfinished,
            .events = {{EventKind::move, 1.5, "a"}}};
  const auto send = [&] { return store->record_plays(std::span(&play, 1)); };
  EXPECT_EQ(send()->front(), Kept::added);
  play.events.push_back({EventKind::move, 2.5, "b"});
  EXPECT_EQ(send()->front(), Kept::replaced);
  play.outcome = Outcome::solved;
  EXPECT_EQ(send()->front(), Kept::replaced);
  EXPECT_EQ(send()->front(), Kept::present);
  play.rating = 4;  // the question comes after the play
  EXPECT_EQ(send()->front(), Kept::replaced);
  EXPECT_EQ(**store->find_play("k"), play);
  const Play solved = play;
  play.events.pop_back();
  const auto refused = send();
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("says something else"), std::string::npos) << refused.error().text();
  play = solved;
  play.player = "p1";
  EXPECT_FALSE(send());
  play = solved;
  play.rating = 1;
  EXPECT_FALSE(send());
  EXPECT_EQ(**store->find_play("k"), solved);
  EXPECT_EQ(*store->count_plays({}), 1);
}

TEST_P(StoreTest, OnePlayInABatchMayBeSentTwice) {
  auto store = store_with_people(fresh());
  ASSERT_OK(store);
  Play play{.key = "k", .player = "p0", .puzzle = "shisen-1", .events = {{EventKind::move, 1.5, "a"}}};
  Play longer = play;
  longer.events.push_back({EventKind::move, 1, "b"});
  const Play both[] = {play, longer};
  ASSERT_OK(store->record_plays(both));
  EXPECT_EQ(**store->find_play("k"), longer);
}

TEST_P(StoreTest, ABatchWithOneBadPlayLeavesNothing) {
  auto store = store_with_people(fresh());
  ASSERT_OK(store);
  Rng rng(5);
  const auto attempt = [&](const std::function<void(Play&)>& spoil) {
    std::vector<Play> plays;
    for (int i = 0; i < 100; ++i) plays.push_back(some_play(rng, cat("k", i), "p0", "shisen-1"));
    spoil(plays[50]);
    const auto refused = store->record_plays(plays);
    EXPECT_FALSE(refused);
    EXPECT_EQ(*store->count_plays({}), 0);
    return refused ? std::string() : refused.error().text();
  };
  EXPECT_NE(attempt([](Play& p) { p.player = "nobody"; }).find("play 'k50': there is no player 'nobody'"),
            std::string::npos);
  EXPECT_NE(attempt([](Play& p) { p.puzzle = "none"; }).find("there is no puzzle 'none'"), std::string::npos);
  EXPECT_NE(attempt([](Play& p) { p.study = "none"; }).find("there is no study 'none'"), std::string::npos);
  EXPECT_NE(attempt([](Play& p) { p.rating = 6; }).find("rating"), std::string::npos);
  EXPECT_NE(attempt([](Play& p) { p.events = {{EventKind::move, -1, "a"}}; }).find("thinking time"), std::string::npos);
  EXPECT_NE(attempt([](Play& p) {
              p.events = {{EventKind::move, std::numeric_limits<double>::quiet_NaN(), "a"}};
            }).find("thinking time"),
            std::string::npos);
  EXPECT_NE(attempt([](Play& p) { p.key = "bad \xff utf"; }).find("UTF-8"), std::string::npos);
  ASSERT_OK(
      store->record_plays(std::vector{some_play(rng, "good", "p0", "shisen-1")}));  // and the connection still works
}

TEST_P(StoreTest, ComparisonsComeBack) {
  auto store = store_with_people(fresh());
  ASSERT_OK(store);
  std::vector<Comparison> all;
  for (int i = 0; i < 6; ++i)
    all.push_back({cat("c", i), cat("p", i % 3), "", cat("shisen-", i), "shisen-7", 1 + i % 5, 1000 + i});
  ASSERT_OK(store->record_comparisons(all));
  EXPECT_EQ(*store->comparisons({}), all);
  EXPECT_EQ(store->comparisons({.puzzle = "shisen-7"})->size(), 6U);
  EXPECT_EQ(store->comparisons({.puzzle = "shisen-2"})->size(), 1U);
  EXPECT_EQ(store->comparisons({.player = "p1"})->size(), 2U);
  all[0].level = 6;
  EXPECT_FALSE(store->record_comparisons(all));
  Comparison self{"self", "p0", "", "shisen-1", "shisen-1", 3, 0};
  EXPECT_FALSE(store->record_comparisons(std::span(&self, 1)));
  self.puzzle_y = "none";
  EXPECT_NE(store->record_comparisons(std::span(&self, 1)).error().text().find("there is no puzzle 'none'"),
            std::string::npos);
}

TEST_P(StoreTest, StudiesAreMadeJoinedAndClosed) {
  auto store = store_with_people(fresh());
  ASSERT_OK(store);
  Study study{.key = "研究 1",
              .genre = "shisen",
              .title = "five boards '; DROP TABLE studies; --",
              .order = StudyOrder::balanced,
              .seed = 4'000'000'000U};
  study.ask_comparisons = true;
  study.puzzles = {"shisen-3", "shisen-1", "shisen-2"};
  study.created = 5;
  ASSERT_OK(store->create_study(study));
  EXPECT_EQ(**store->find_study("研究 1"), study);
  EXPECT_FALSE(store->create_study(study)) << "a second one of that name";
  EXPECT_EQ(store->join_study("研究 1", "p2", 10)->number, 0);
  EXPECT_EQ(store->join_study("研究 1", "p0", 11)->number, 1);
  EXPECT_EQ(store->join_study("研究 1", "p2", 12)->number, 0) << "who is in already keeps the number";
  EXPECT_FALSE(store->join_study("研究 1", "nobody", 12));
  EXPECT_FALSE(store->join_study("other", "p1", 12));
  Value answers = Value::object();
  answers.set("experience", "years");
  ASSERT_OK(store->set_answers("研究 1", "p0", answers));
  EXPECT_FALSE(store->set_answers("研究 1", "p3", answers));
  EXPECT_EQ(store->participants("研究 1")->at(1), (Participant{"研究 1", "p0", 1, 11, answers}));
  ASSERT_OK(store->close_study("研究 1", 99));
  EXPECT_FALSE(store->close_study("研究 1", 100));
  EXPECT_NE(store->join_study("研究 1", "p1", 101).error().text().find("is closed"), std::string::npos);
  EXPECT_EQ((*store->find_study("研究 1"))->closed, 99);
  EXPECT_EQ(store->list_studies()->size(), 1U);

  study.key = "too many";
  for (int i : {0, 4, 5, 6, 7}) study.puzzles.push_back(cat("shisen-", i));
  EXPECT_FALSE(store->create_study(study)) << "all pairs of 8";
  study.puzzles = {"shisen-1", "shisen-1"};
  EXPECT_FALSE(store->create_study(study));
  study.puzzles = {"none"};
  EXPECT_FALSE(store->create_study(study));
  EXPECT_EQ(store->list_studies()->size(), 1U);
}

TEST_P(StoreTest, ModelsAndRatingsStand) {
  auto store = store_with_people(fresh());
  ASSERT_OK(store);
  Model model{
      .key = "m1", .genre = "shisen", .kind = "people", .version = 1, .created = 10, .plays = 1647, .note = "first"};
  model.data.set("w", Value::array().push(0.1).push(1e-300).push(12345678.9));
  ASSERT_OK(store->save_model(model));
  EXPECT_EQ(**store->find_model("m1"), model);
  Model newer = model;
  newer.key = "m2";
  newer.created = 20;
  ASSERT_OK(store->save_model(newer));
  EXPECT_EQ(**store->live_model("shisen", "people"), newer);
  EXPECT_FALSE(store->live_model("tsume", "people")->has_value());
  EXPECT_EQ(store->list_models()->size(), 2U);

  std::vector<Rating> ratings;
  for (int i = 0; i < 8; ++i)
    ratings.push_back({cat("shisen-", i),
                       "m1",
                       30,
                       true,
                       {.difficulty = 100 - 10. * i, .time = 1. / 3 + i, .success = .5, .difficulty_se = 2.5}});
  ASSERT_OK(store->save_ratings(ratings));
  EXPECT_EQ(*store->ratings("m1"), ratings);
  EXPECT_EQ((*store->find_puzzle("shisen-3"))->rating, ratings[3].estimates);
  EXPECT_EQ((*store->find_puzzle("shisen-3"))->model, "m1");
  Rating second{"shisen-3", "m2", 40, false, {.difficulty = 1}};
  ASSERT_OK(store->save_ratings(std::span(&second, 1)));
  EXPECT_EQ((*store->find_puzzle("shisen-3"))->model, "m1");
  second.stands = true;
  ASSERT_OK(store->save_ratings(std::span(&second, 1)));
  EXPECT_EQ((*store->find_puzzle("shisen-3"))->model, "m2");
  EXPECT_FALSE(store->ratings("m1")->at(3).stands);
  Rating nowhere{"none", "m2", 40, true, {}};
  EXPECT_FALSE(store->save_ratings(std::span(&nowhere, 1)));
  Rating nobody{"shisen-3", "none", 40, false, {}};
  EXPECT_FALSE(store->save_ratings(std::span(&nobody, 1)));
}

TEST_P(StoreTest, PagesListEveryPuzzleOnceInOrder) {
  auto store = Store::open(fresh());
  ASSERT_OK(store);
  Rng rng(7);
  std::vector<Puzzle> puzzles;
  for (int i = 0; i < 100; ++i) puzzles.push_back(some_puzzle(rng, i, i % 2 == 0 ? "shisen" : "tsume"));
  ASSERT_OK(store->add_puzzles(puzzles));
  ASSERT_OK(store->save_model({.key = "m", .genre = "shisen", .kind = "people"}));
  std::vector<Rating> ratings;
  for (int i = 0; i < 90; ++i)  // many share a difficulty; ten are not rated
    ratings.push_back({puzzles[static_cast<std::size_t>(i)].key,
                       "m",
                       1,
                       true,
                       {.difficulty = static_cast<double>(rng.below(5)) * 20}});
  ASSERT_OK(store->save_ratings(ratings));

  std::set<std::string> seen;
  PuzzleQuery query{.genre = "shisen", .order = PuzzleQuery::Order::difficulty, .limit = 7};
  double before = -1;
  for (;;) {
    const auto page = store->list_puzzles(query);
    ASSERT_OK(page);
    for (const Puzzle& p : *page) {
      EXPECT_TRUE(seen.insert(p.key).second);
      EXPECT_GE(*p.rating.difficulty, before);
      before = *p.rating.difficulty;
    }
    if (page->size() < query.limit) break;
    query.after_difficulty = page->back().rating.difficulty;
    query.after_key = page->back().key;
  }
  EXPECT_EQ(seen.size(), 45U);
  const auto middle = store->list_puzzles(
      {.genre = "shisen", .order = PuzzleQuery::Order::difficulty, .easiest = 20, .hardest = 40, .limit = 100});
  EXPECT_EQ(middle->size(), static_cast<std::size_t>(std::ranges::count_if(ratings, [&](const Rating& r) {
              return r.puzzle.starts_with("shisen") && *r.estimates.difficulty >= 20 && *r.estimates.difficulty <= 40;
            })));
  EXPECT_EQ(store->list_puzzles({.limit = 1000})->size(), 100U);
  EXPECT_EQ(store->list_puzzles({.genre = "tsume", .limit = 1000})->size(), 50U);
}

TEST_P(StoreTest, RecommendationsAreLoggedWithTheirPropensity) {
  auto store = store_with_people(fresh());
  ASSERT_OK(store);
  std::vector<Recommendation> all;
  for (int i = 0; i < 5; ++i)
    all.push_back({cat("r", i), "p1", cat("shisen-", i), "prior", "success", .7, .65, 1. / 3, 100 + i});
  ASSERT_OK(store->record_recommendations(all));
  const auto newest = store->recommendations("p1", 2);
  ASSERT_OK(newest);
  ASSERT_EQ(newest->size(), 2U);
  EXPECT_EQ(newest->front(), all[4]);
  EXPECT_TRUE(store->recommendations("p2", 10)->empty());
}

TEST_P(StoreTest, TogetherIsAllOrNothing) {
  auto store = store_with_people(fresh());
  ASSERT_OK(store);
  const auto failed = store->together([&]() -> Result<void> {
    NAZO_CHECK(store->add_players(std::vector<Player>{{"new", 1}}));
    EXPECT_TRUE(store->find_player("new")->has_value());
    NAZO_CHECK(store->join_study("none", "new", 1));
    return {};
  });
  ASSERT_FALSE(failed);
  EXPECT_FALSE(store->find_player("new")->has_value());
  ASSERT_OK(store->together([&]() -> Result<void> {
    NAZO_CHECK(store->add_players(std::vector<Player>{{"new", 1}}));
    (void)store->join_study("none", "new", 1);  // fails alone; what is around it stays
    return {};
  }));
  EXPECT_TRUE(store->find_player("new")->has_value());
}

TEST_P(StoreTest, TwoWritersAtOnceLoseNothing) {
  const std::string where = fresh();
  auto store = store_with_people(where);
  ASSERT_OK(store);
  ASSERT_OK(store->create_study({.key = "s", .genre = "shisen", .puzzles = {"shisen-1"}}));
  constexpr int writers = 3, batches = 25;
  std::vector<std::thread> threads;
  std::vector<std::string> problems(writers);
  for (int w = 0; w < writers; ++w)
    threads.emplace_back([&, w] {
      auto mine = Store::open(where);
      if (!mine) return void(problems[static_cast<std::size_t>(w)] = mine.error().text());
      Rng rng(static_cast<std::uint64_t>(w));
      for (int b = 0; b < batches; ++b) {
        const std::string player = cat("w", w, "-", b);
        const Player person{player, 1};
        auto done = mine->add_players(std::span(&person, 1));
        if (done)
          done = mine->record_plays(std::vector{some_play(rng, cat("a", w, "-", b), "p0", "shisen-1"),
                                                some_play(rng, cat("b", w, "-", b), "p1", "shisen-2")});
        if (!done) return void(problems[static_cast<std::size_t>(w)] = done.error().text());
        if (const auto joined = mine->join_study("s", player, 1); !joined)
          return void(problems[static_cast<std::size_t>(w)] = joined.error().text());
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& problem : problems) EXPECT_EQ(problem, "");
  EXPECT_EQ(*store->count_plays({}), 2 * writers * batches);
  const auto participants = store->participants("s");
  ASSERT_OK(participants);
  ASSERT_EQ(participants->size(), static_cast<std::size_t>(writers * batches));
  for (std::size_t i = 0; i < participants->size(); ++i)
    EXPECT_EQ((*participants)[i].number, static_cast<std::int64_t>(i));
  ASSERT_OK(store->check_integrity());
}

/// Deleting one player holds the store: it must not take longer the more others have left there.
TEST(StoreOnSqlite, WhoeverIsDeletedIsFoundWithoutReadingEverybody) {
  const Folder folder;
  ASSERT_OK(Store::open(folder.file("a.db")));
  Session session(folder.file("a.db"), Access::write);
  int asked = 0;
  session.each("SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE c.name = 'player'", {},
               {Kind::text}, [&](const Row& table) {
                 ++asked;
                 Session other(folder.file("a.db"), Access::read);
                 other.each(
                     cat("EXPLAIN QUERY PLAN DELETE FROM ", table.text(0), " WHERE player = ?"), {std::string("p")},
                     {Kind::integer, Kind::integer, Kind::integer, Kind::text}, [&](const Row& row) {
                       EXPECT_EQ(row.text(3).find("SCAN"), std::string::npos) << table.text(0) << ": " << row.text(3);
                       return true;
                     });
                 return true;
               });
  EXPECT_EQ(asked, 6);
}

}  // namespace
}  // namespace nazo::store
