// Collections of the store, on both data bases.
#include <gtest/gtest.h>

#include "fixture.hpp"
#include "store/exchange.hpp"

namespace nazo::store {
namespace {

class CollectionStore : public EachStore {
 protected:
  static Puzzle corridor(int number, bool listed) {
    Puzzle puzzle{.key = cat("sokoban-", number), .genre = "sokoban", .text = cat("level ", number)};
    puzzle.listed = listed;
    return puzzle;
  }
  static Collection mine(const std::string& key, std::vector<CollectionPuzzle> puzzles) {
    Collection collection{.key = key, .owner = "maker", .title = "雨の日 'quoted'", .puzzles = std::move(puzzles)};
    collection.about = "two\nlines";
    collection.bytes = 10;
    collection.created = collection.changed = 5;
    return collection;
  }
  static constexpr Moment day = Moment{24} * 3600 * 1000;
};
ON_EACH_STORE(CollectionStore);

TEST_P(CollectionStore, ComeBackAsTheyWereAndAreChangedInPlace) {
  auto store = Store::open(fresh());
  ASSERT_OK(store);
  ASSERT_OK(store->add_puzzles(std::vector{corridor(1, false), corridor(2, true), corridor(3, false)}));
  Collection collection = mine("k", {{"sokoban-2", "Second"}, {"sokoban-1", ""}});
  ASSERT_OK(store->save_collection(collection));
  EXPECT_EQ(**store->find_collection("k"), collection);
  collection.title = "Another";
  collection.published = 7;
  collection.puzzles = {{"sokoban-1", "First"}, {"sokoban-3", ""}, {"sokoban-2", "Last"}};
  ASSERT_OK(store->save_collection(collection));
  EXPECT_EQ(**store->find_collection("k"), collection);
  EXPECT_EQ(store->list_collections("maker", 10)->size(), 1U);
  EXPECT_TRUE(store->list_collections("nobody", 10)->empty());
  EXPECT_EQ(store->collection_totals("")->bytes, 10);
  EXPECT_EQ(store->collection_totals("nobody")->collections, 0);
  EXPECT_FALSE(store->find_collection("none")->has_value());

  Collection stolen = collection;
  stolen.owner = "thief";
  const auto refused = store->save_collection(stolen);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text().find("somebody else's"), std::string::npos) << refused.error().text();
  EXPECT_EQ(**store->find_collection("k"), collection) << "nothing of it was changed";
  EXPECT_FALSE(store->save_collection(mine("l", {{"no-such-puzzle", ""}})));
  EXPECT_FALSE(store->find_collection("l")->has_value());
}

TEST_P(CollectionStore, UnlistedPuzzlesAreOnNoShelfUntilSomebodyPutsThemThere) {
  auto store = Store::open(fresh());
  ASSERT_OK(store);
  ASSERT_OK(store->add_puzzles(std::vector{corridor(1, false), corridor(2, true)}));
  EXPECT_EQ(store->list_puzzles({.genre = "sokoban"})->size(), 1U);
  EXPECT_EQ(store->list_puzzles({.genre = "sokoban", .unlisted = true})->size(), 2U);
  EXPECT_EQ(*store->count_puzzles("sokoban"), 1);
  EXPECT_EQ(*store->count_puzzles(""), 2);
  // An export has them, and they come back as what they are.
  std::string lines;
  ASSERT_OK(export_text(*store, {}, TextForm::json_lines, [&](std::string_view line) { lines += line; }));
  auto copy = Store::open(fresh());
  ASSERT_OK(copy);
  ASSERT_OK(import_text(*copy, lines, TextForm::json_lines, {}));
  EXPECT_EQ(**copy->find_puzzle("sokoban-1"), corridor(1, false));
  EXPECT_EQ(**copy->find_puzzle("sokoban-2"), corridor(2, true));
  std::string table;
  ASSERT_OK(export_text(*store, {.types = {"puzzle"}}, TextForm::csv, [&](std::string_view line) { table += line; }));
  auto other = Store::open(fresh());
  ASSERT_OK(other);
  EXPECT_OK(import_text(*other, table, TextForm::csv, {}));

  Puzzle shelved = corridor(1, true);
  shelved.title = "On the shelf";
  EXPECT_EQ(store->add_puzzles({&shelved, 1})->front(), Kept::present);
  EXPECT_EQ(**store->find_puzzle("sokoban-1"), shelved);
  // And never back: whoever publishes what is on the shelf does not take it away.
  const Puzzle again = corridor(1, false);
  ASSERT_OK(store->add_puzzles({&again, 1}));
  EXPECT_TRUE((*store->find_puzzle("sokoban-1"))->listed);
}

TEST_P(CollectionStore, GoneOnesLeaveWhatSomebodyMayBePlaying) {
  auto store = Store::open(fresh());
  ASSERT_OK(store);
  for (int n = 1; n <= 4; ++n) {
    const Puzzle puzzle = corridor(n, n == 4);
    ASSERT_OK(store->add_puzzles({&puzzle, 1}));
  }
  const Player player{.key = "p", .created = 1};
  ASSERT_OK(store->add_players({&player, 1}));
  const Play play{.key = "played", .player = "p", .puzzle = "sokoban-2", .started = 1};
  ASSERT_OK(store->record_plays({&play, 1}));
  ASSERT_OK(store->save_collection(mine("a", {{"sokoban-1", ""}, {"sokoban-2", ""}, {"sokoban-4", ""}})));
  ASSERT_OK(store->save_collection(mine("b", {{"sokoban-3", ""}})));
  EXPECT_TRUE(*store->remove_collection("a", day));
  EXPECT_FALSE(*store->remove_collection("a", day)) << "it is gone";
  EXPECT_FALSE(store->find_collection("a")->has_value());
  EXPECT_FALSE(store->save_collection(mine("a", {{"sokoban-1", ""}}))) << "its key is not used again";
  EXPECT_EQ(*store->sweep_collections(day), 0) << "somebody may still be playing";
  EXPECT_TRUE(store->find_puzzle("sokoban-1")->has_value());
  EXPECT_EQ(*store->sweep_collections(2 * day), 1) << "the one that nobody played and that is on no shelf";
  EXPECT_FALSE(store->find_puzzle("sokoban-1")->has_value());
  for (const char* key : {"sokoban-2", "sokoban-3", "sokoban-4"}) EXPECT_TRUE(store->find_puzzle(key)->has_value());
  ASSERT_OK(store->check_integrity());

  ASSERT_OK(store->take_down_collection("b", "spam", 3 * day));
  EXPECT_FALSE((*store->find_collection("b"))->is_open());
  EXPECT_EQ((*store->find_collection("b"))->why, "spam");
  EXPECT_FALSE(store->save_collection(mine("b", {{"sokoban-3", ""}})));
  EXPECT_FALSE(store->take_down_collection("none", "", day));
}

TEST_P(CollectionStore, WhoDeletesEverythingLeavesNoCollection) {
  auto store = Store::open(fresh());
  ASSERT_OK(store);
  const Player maker{.key = "maker", .created = 1};
  ASSERT_OK(store->add_players({&maker, 1}));
  const Puzzle puzzle = corridor(1, false);
  ASSERT_OK(store->add_puzzles({&puzzle, 1}));
  ASSERT_OK(store->save_collection(mine("a", {{"sokoban-1", "Mine"}})));
  EXPECT_TRUE(*store->forget_player("maker"));
  EXPECT_TRUE(store->list_collections("", 10)->empty());
  EXPECT_FALSE(store->find_collection("a")->has_value());
  EXPECT_EQ(*store->sweep_collections(now() + day), 1);
  EXPECT_EQ(*store->count_puzzles(""), 0);
  ASSERT_OK(store->check_integrity());
}

}  // namespace
}  // namespace nazo::store
