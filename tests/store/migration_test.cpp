// A store of every older version is brought forward with what it holds; a newer one is left alone.
#include <gtest/gtest.h>

#include "fixture.hpp"
#include "store/schema.hpp"

namespace nazo::store {
namespace {

class MigrationTest : public EachStore {};
ON_EACH_STORE(MigrationTest);

/// What a store of that version could hold, written by hand as that version had it.
void fill(Session& session, int version) {
  session.run(
      "INSERT INTO puzzles (key, genre, body, title, solution, source, notes, features, exact, created) VALUES "
      "(?,?,?,?,?,?,?,?,?,?)",
      {"tsume-1", "tsume", "text", "詰将棋", "", "", "{}", "{\"length\":7}", std::int64_t{1}, std::int64_t{5}});
  session.run("INSERT INTO players (key, created, simulated) VALUES ('p', 7, 0)");
  session.run(
      "INSERT INTO plays (key, player, puzzle, started, outcome, rating, deadlocks, seconds, longest_pause, moves, "
      "undos, restarts, hints, events) "
      "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
      {"k", "p", "tsume-1", std::int64_t{9}, "solved", std::int64_t{4}, std::int64_t{0}, 2.5, 2.5, std::int64_t{1},
       std::int64_t{0}, std::int64_t{0}, std::int64_t{0}, "[[\"move\",2.5,\"G*5b\"]]"});
  if (version >= 2) {
    session.run(
        "INSERT INTO studies (key, genre, title, puzzle_order, seed, ask_experience, ask_rating, ask_comparisons, "
        "keep, created, closed, joined) "
        "VALUES ('s', 'tsume', '', 'fixed', 1, 1, 1, 0, '', 1, NULL, 1)");
    session.run("INSERT INTO study_puzzles (study, place, puzzle) VALUES ('s', 0, 'tsume-1')");
    session.run("INSERT INTO participants (study, player, number, joined, answers) VALUES ('s', 'p', 0, 3, '{}')");
    session.run("UPDATE plays SET study = 's'");
  }
  if (version >= 3) {
    session.run(
        "INSERT INTO models (key, genre, kind, version, created, plays, note, data) VALUES ('m', 'tsume', 'people', 1, "
        "1, 1, '', '{}')");
    session.run("UPDATE puzzles SET model = 'm', difficulty = 42.5");
  }
}

TEST_P(MigrationTest, EveryOlderVersionComesForward) {
  for (int version = 1; version <= newest_schema(); ++version) {
    const std::string where = fresh();
    {
      Session old(where, Access::create);
      migrate(old, version);
      ASSERT_EQ(schema_version(old), version);
      fill(old, version);
    }
    if (version < newest_schema()) {
      const auto reader = Store::open_to_read(where);
      ASSERT_FALSE(reader);
      EXPECT_NE(reader.error().text().find(cat("is of version ", version)), std::string::npos) << reader.error().text();
    }
    auto store = Store::open(where);
    ASSERT_OK(store);
    EXPECT_EQ(*store->version(), newest_schema());
    const auto puzzle = store->find_puzzle("tsume-1");
    ASSERT_OK(puzzle);
    ASSERT_TRUE(puzzle->has_value());
    EXPECT_EQ((*puzzle)->title, "詰将棋");
    EXPECT_EQ((*puzzle)->rating.difficulty, version >= 3 ? std::optional(42.5) : std::nullopt);
    const auto play = store->find_play("k");
    ASSERT_OK(play);
    EXPECT_EQ(**play, (Play{.key = "k",
                            .player = "p",
                            .puzzle = "tsume-1",
                            .study = version >= 2 ? "s" : "",
                            .started = 9,
                            .outcome = Outcome::solved,
                            .rating = 4,
                            .deadlocks = 0,
                            .events = {{EventKind::move, 2.5, "G*5b"}}}));
    if (version >= 2) {
      EXPECT_EQ(store->join_study("s", "p", 1)->number, 0);
    }
    ASSERT_OK(store->check_integrity());
    // And it is a full store of the present version.
    ASSERT_OK(store->record_recommendations(
        std::vector<Recommendation>{{"r", "p", "tsume-1", "prior", "time", 60, 61, .5, 1}}));
    EXPECT_TRUE(Store::open_to_read(where));
  }
}

/// Before a store is brought forward one wants to know that it is whole, and have a copy.
TEST_P(MigrationTest, AnOlderStoreIsCheckedAndCopiedAsItIs) {
  for (int version = 1; version < newest_schema(); ++version) {
    const std::string where = fresh();
    {
      Session old(where, Access::create);
      migrate(old, version);
      fill(old, version);
    }
    auto store = Store::open_to_look_after(where);
    ASSERT_OK(store);
    EXPECT_OK(store->check_integrity());
    EXPECT_EQ(*store->version(), version) << "it was brought forward";
    EXPECT_EQ(*store->count_plays({}), 1);
    EXPECT_EQ(*store->count_puzzles(""), 1);
    if (is_elsewhere(where)) continue;
    ASSERT_OK(store->backup(where + ".copy"));
    auto copy = Store::open_to_look_after(where + ".copy");
    ASSERT_OK(copy);
    EXPECT_OK(copy->check_integrity());
    EXPECT_EQ(*copy->version(), version);
  }
  const std::string empty = fresh();
  {
    const Session made(empty, Access::create);
  }
  EXPECT_FALSE(Store::open_to_look_after(empty));
}

TEST_P(MigrationTest, StepsAreNumberedWithoutGaps) {
  int expected = 0;
  for (const SchemaStep& step : schema_steps()) EXPECT_EQ(step.version, ++expected);
}

TEST_P(MigrationTest, AStepThatFailsLeavesTheOlderVersionWhole) {
  const std::string where = fresh();
  {
    Session old(where, Access::create);
    migrate(old, 2);
    fill(old, 2);
    old.script("CREATE TABLE ratings (something_else {int})");  // in the way of step 3
  }
  const auto store = Store::open(where);
  ASSERT_FALSE(store);
  Session again(where, Access::create);
  EXPECT_EQ(schema_version(again), 2);
  EXPECT_EQ(again.integer("SELECT count(*) FROM plays"), 1);
  EXPECT_THROW((void)again.integer("SELECT count(*) FROM models"), std::exception) << "half a step was kept";
}

/// The servers of a site are exchanged one after another: the older ones go on when a newer one has brought the store
/// forward by steps that only add something.
TEST_P(MigrationTest, AStoreOfANewerVersionThatOnlyAddsSomethingIsUsed) {
  const std::string where = fresh();
  ASSERT_OK(store_with_people(where));
  const auto say = [&](const std::string& version, const std::string& oldest) {
    Session session(where, Access::create);
    session.run("UPDATE nazo_meta SET value = ? WHERE name = 'schema'", {version});
    session.run("UPDATE nazo_meta SET value = ? WHERE name = 'oldest'", {oldest});
  };
  say("98", cat("98:", newest_schema()));
  for (const bool writing : {true, false}) EXPECT_OK(writing ? Store::open(where) : Store::open_to_read(where));
  EXPECT_EQ(*Store::open(where)->version(), 98) << "nothing was taken back";
  for (const std::string& oldest :
       {cat("98:", newest_schema() + 1), cat("97:", newest_schema()), std::string("98"), std::string("98:x")}) {
    say("98", oldest);
    EXPECT_FALSE(Store::open(where)) << oldest;
  }
}

TEST_P(MigrationTest, AStoreOfANewerVersionIsRefused) {
  const std::string where = fresh();
  ASSERT_OK(store_with_people(where));
  Session(where, Access::create).run("UPDATE nazo_meta SET value = '99' WHERE name = 'schema'");
  for (const bool writing : {true, false}) {
    const auto opened = writing ? Store::open(where) : Store::open_to_read(where);
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().text().find("newer nazo"), std::string::npos) << opened.error().text();
  }
  EXPECT_EQ(Session(where, Access::create).text("SELECT value FROM nazo_meta WHERE name = 'schema'"), "99");
}

}  // namespace
}  // namespace nazo::store
