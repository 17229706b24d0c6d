// Collections: made by a visitor, seen by nobody else until they are published, played, taken down.
#include "serve/fixture.hpp"
#include "workshop/replay.hpp"

namespace nazo::serve {

namespace {

constexpr std::string_view new_level = R"(#########\n#@$    .#\n#########\n)";

class Collections : public ApiTest {
 protected:
  static std::string order(const std::string& key, const std::string& puzzles, bool published,
                           const std::string& title = "Rainy days") {
    return cat(R"({"key":")", key, R"(","title":")", title,
               R"(","author":"A maker","about":"Five\nlines","published":)", published ? "true" : "false",
               R"(,"puzzles":[)", puzzles, "]}");
  }
  static std::string level(std::string_view text = new_level, std::string_view solution = "RRRRR") {
    return cat(R"({"genre":"sokoban","text":")", text, R"(","title":"A corridor","solution":")", solution, R"("})");
  }
  std::string stored(std::size_t which) const { return cat(R"({"key":")", keys_[which], R"("})"); }
  /// The keys of a collection's puzzles.
  std::vector<std::string> puzzles_of(const Value& collection) {
    std::vector<std::string> keys;
    for (const Value& puzzle : *collection.find("puzzles")->items()) keys.push_back(*puzzle.find("key")->string());
    return keys;
  }
  const std::string key_ = "0123456789abcdef01";
};

TEST_F(Collections, AreSeenByTheirMakerAloneUntilTheyArePublished) {
  const Headers maker = player();
  const Headers other = player();
  EXPECT_EQ(post("/api/collections", order(key_, level(), false)).status, 401);
  const Response kept = post("/api/collections", order(key_, cat(level(), ",", stored(0)), false), maker);
  ASSERT_EQ(kept.status, 201) << kept.body;
  const Value mine = json(get(cat("/api/collections/", key_), maker));
  EXPECT_EQ(mine.find("title")->json(), "\"Rainy days\"");
  EXPECT_EQ(mine.find("mine")->json(), "true");
  ASSERT_EQ(puzzles_of(mine).size(), 2u);
  EXPECT_EQ(puzzles_of(mine)[1], keys_[0]);
  for (const char* path : {"", "/booklet.pdf", "/plays"}) {
    EXPECT_EQ(get(cat("/api/collections/", key_, path)).status, 404) << path;
    EXPECT_EQ(get(cat("/api/collections/", key_, path), other).status, 404) << path;
  }
  EXPECT_EQ(get(cat("/api/collections/", key_), admin()).status, 200);
  EXPECT_EQ(json(get("/api/collections", other)).find("collections")->items()->size(), 0u);
  EXPECT_EQ(json(get("/api/collections", maker)).find("collections")->items()->size(), 1u);
  EXPECT_EQ(get("/api/collections?all=1", maker).status, 403);
  EXPECT_EQ(json(get("/api/collections?all=1", admin())).find("collections")->items()->size(), 1u);

  ASSERT_EQ(post("/api/collections", order(key_, level(), true), maker).status, 201);
  const Value seen = json(get(cat("/api/collections/", key_), other));
  EXPECT_EQ(seen.find("mine")->json(), "false");
  EXPECT_EQ(puzzles_of(seen).size(), 1u);
  EXPECT_EQ(json(get("/api/collections", other)).find("collections")->items()->size(), 0u);
  // Others may play and print it, but not change it.
  EXPECT_EQ(post("/api/collections", order(key_, level(), true, "Mine now"), other).status, 422);
  EXPECT_EQ(remove(cat("/api/collections/", key_), other).status, 404);
  EXPECT_EQ(get(cat("/api/collections/", key_, "/plays"), other).status, 404);
  EXPECT_EQ(get(cat("/api/collections/", key_, "/booklet.pdf?solutions=1"), other).status, 404);
  EXPECT_EQ(json(get(cat("/api/collections/", key_), other)).find("title")->json(), "\"Rainy days\"");
  // And private again.
  ASSERT_EQ(post("/api/collections", order(key_, level(), false), maker).status, 201);
  EXPECT_EQ(get(cat("/api/collections/", key_), other).status, 404);
}

TEST_F(Collections, PuzzlesOfACollectionStandOnNoShelf) {
  const auto listed = [&] {
    return json(get("/api/puzzles?genre=sokoban&order=key")).find("puzzles")->items()->size();
  };
  const std::size_t before = listed();
  const Headers maker = player();
  const Value kept = json(post("/api/collections", order(key_, level(), true), maker));
  EXPECT_EQ(listed(), before);
  const std::string puzzle = puzzles_of(kept).front();
  EXPECT_EQ(get(cat("/api/puzzles/", puzzle)).status, 200) << "it can be played";
  // Plays of it count for it, and for no model of the genre.
  const Headers other = player();
  const std::string play =
      cat(R"({"key":"p1","puzzle":")", puzzle, R"(","started":1700000000000,"outcome":"solved","events":)",
          R"([["move",9,"R"],["move",1,"R"],["move",1,"R"],["move",1,"R"],["move",1,"R"]]})");
  ASSERT_EQ(post("/api/plays", play, other).status, 201);
  auto store = store::Store::open_to_read(settings().store);
  ASSERT_TRUE(store);
  EXPECT_EQ(*store->count_plays({.puzzle = puzzle}), 1);
  EXPECT_EQ(*store->count_plays({.genre = "sokoban"}), 0);
  // The administrator puts it on the shelf: there it is, under the title given then.
  ASSERT_EQ(
      post("/api/puzzles", cat(R"({"genre":"sokoban","text":")", new_level, R"(","title":"Shelved"})"), admin()).status,
      201);
  EXPECT_TRUE((*store->find_puzzle(puzzle))->listed);
  EXPECT_EQ((*store->find_puzzle(puzzle))->title, "Shelved");
}

TEST_F(Collections, TheSameTwiceIsOneCollection) {
  const Headers maker = player();
  const std::string once = order(key_, level(), true);
  ASSERT_EQ(post("/api/collections", once, maker).status, 201);
  ASSERT_EQ(post("/api/collections", once, maker).status, 201);
  // From another tab of the browser, which drew another key.
  const Value again = json(post("/api/collections", order("another-key-of-the-maker", level(), true), maker));
  EXPECT_EQ(*again.find("key")->string(), key_);
  EXPECT_EQ(json(get("/api/collections", maker)).find("collections")->items()->size(), 1u);
  // The same puzzles by somebody else are somebody else's collection.
  EXPECT_EQ(
      *json(post("/api/collections", order("the-key-of-somebody-else", level(), true), player())).find("key")->string(),
      "the-key-of-somebody-else");
  EXPECT_EQ(post("/api/collections", order(key_ + "9", cat(level(), ",", level()), true), maker).status, 422)
      << "one puzzle twice";
}

TEST_F(Collections, AreShownAsTheirMakersDrewThem) {
  constexpr std::string_view mirrored = R"(#########\n#.    $@#\n#########\n)";
  const auto text_of = [&](const std::string& puzzle) {
    return *json(get(cat("/api/puzzles/", puzzle))).find("text")->string();
  };
  const Value first = json(post("/api/collections", order(key_, level(), true), player()));
  const Headers maker = player();
  const Value second = json(post("/api/collections", order(key_ + "2", level(mirrored, "LLLLL"), true), maker));
  EXPECT_EQ(text_of(puzzles_of(first).front()), "#########\n#@$    .#\n#########\n");
  EXPECT_EQ(text_of(puzzles_of(second).front()), "#########\n#.    $@#\n#########\n");
  // Both of them in one collection are two puzzles.
  const Response both =
      post("/api/collections", order(key_ + "3", cat(level(), ",", level(mirrored, "LLLLL")), true), maker);
  ASSERT_EQ(both.status, 201) << both.body;
  EXPECT_EQ(puzzles_of(json(both)), (std::vector<std::string>{puzzles_of(first).front(), puzzles_of(second).front()}));
  // The workshop's own puzzle is shown as the administrator has it, and a study's as its researcher drew it.
  const auto add = [&](std::string_view text) {
    const Value added = json(post("/api/puzzles", cat(R"({"genre":"sokoban","text":")", text, R"("})"), admin()));
    return *added.find("keys")->items()->front().string();
  };
  constexpr std::string_view stored_mirrored = R"(#######\n# . $@#\n#######\n)";
  EXPECT_EQ(text_of(add(stored_mirrored)), "#######\n# . $@#\n#######\n");
  EXPECT_EQ(add(stored_mirrored), add(stored_mirrored));
  EXPECT_EQ(add(R"(#######\n#@$ . #\n#######\n)"), keys_[0]) << "the same text is the same puzzle";
  // What goes out by an export comes in again.
  auto store = store::Store::open_to_read(settings().store);
  ASSERT_TRUE(store);
  const auto kept = store->find_puzzle(puzzles_of(second).front());
  ASSERT_TRUE(kept && *kept);
  store::Record record = **kept;
  EXPECT_TRUE(import_check(catalog())(*store, record));
}

/// A worker's answer as these tests get it, in this process.
TEST_F(Collections, WithoutASolutionAreSolved) {
  const Headers maker = player();
  const Value kept = json(post("/api/collections", order(key_, level(new_level, ""), true), maker));
  const Value& puzzle = kept.find("puzzles")->items()->front();
  EXPECT_EQ(puzzle.find("has_solution")->json(), "true");
  const std::string key = *puzzle.find("key")->string();
  EXPECT_EQ(json(get(cat("/api/puzzles/", key, "/solution"))).find("solution")->json(), "\"RRRRR\"");
  EXPECT_EQ(get(cat("/api/collections/", key_, "/plays/", key), maker).status, 200);
  EXPECT_EQ(json(get(cat("/api/collections/", key_))).find("puzzles")->items()->front().find("has_solution"), nullptr)
      << "only its maker is told";
  const Response refused = post(
      "/api/collections", order(key_ + "2", cat(level(), ",", level(R"(#####\n#@.$#\n#####\n)", "")), true), maker);
  EXPECT_EQ(refused.status, 422);
  EXPECT_EQ(message(refused), "puzzle 2: it cannot be solved");
}

TEST_F(Collections, ASolutionIsFilledInWhereThereWasNone) {
  const Headers maker = player();
  const std::string bare = puzzles_of(json(post("/api/collections", order(key_, level(), true), maker))).front();
  {
    auto store = store::Store::open(settings().store);
    ASSERT_TRUE(store);
    auto puzzle = **store->find_puzzle(bare);
    puzzle.key = "sokoban-kept-before";
    puzzle.solution.clear();
    ASSERT_TRUE(store->add_puzzles({&puzzle, 1}));
    EXPECT_EQ((*store->find_puzzle(puzzle.key))->solution, "");
    // A mirror image is solved in another way.
    auto other = puzzle;
    other.text = "#########\n#.    $@#\n#########\n";
    other.solution = "LLLLL";
    ASSERT_TRUE(store->add_puzzles({&other, 1}));
    EXPECT_EQ((*store->find_puzzle(puzzle.key))->solution, "");
  }
  const std::string path = "/api/puzzles/sokoban-kept-before/solution";
  EXPECT_EQ(get(path).status, 404);
  ASSERT_EQ(post("/api/collections", order(key_ + "2", R"({"key":"sokoban-kept-before"})", true), maker).status, 201);
  EXPECT_EQ(json(get(path)).find("solution")->json(), "\"RRRRR\"");
}

TEST_F(Collections, WhatMakesNoSenseIsOneSentence) {
  const Headers maker = player();
  const auto said = [&](const std::string& body, int status) {
    const Response response = post("/api/collections", body, maker);
    EXPECT_EQ(response.status, status) << body.substr(0, 200) << "\n" << response.body;
    return message(response);
  };
  EXPECT_EQ(said(order("short", level(), true), 400), "\"key\" must be 16 to 80 letters and digits");
  EXPECT_EQ(said(order(key_, "", true), 400), "a collection needs puzzles");
  EXPECT_EQ(said(order(key_, level(), true, ""), 400), "a collection needs a title");
  EXPECT_EQ(said(order(key_, level(), true, "a\\nb"), 400), "'title' must be one line of text");
  EXPECT_EQ(said(order(key_, level(), true, std::string(301, 'x')), 400), "'title' is longer than 300 bytes");
  EXPECT_EQ(said(order(key_, R"({"genre":"chess","text":"x"})", true), 400), "puzzle 1: no genre 'chess'");
  EXPECT_NE(said(order(key_, level("no level"), true), 422).find("puzzle 1: "), std::string::npos);
  EXPECT_NE(said(order(key_, level(new_level, "RRR"), true), 422).find("puzzle 1: "), std::string::npos)
      << "its solution does not solve it";
  EXPECT_EQ(said(order(key_, R"({"key":"sokoban-none"})", true), 422), "puzzle 1: there is no such puzzle");
  std::string many = level();
  for (int n = 0; n < 60; ++n) many += "," + stored(0);
  EXPECT_EQ(said(order(key_, many, true), 400), "a collection may have 60 puzzles");
  EXPECT_EQ(said(order(key_, level(std::string(60'000, '#')), true), 400), "puzzle 1: it is longer than 50000 bytes");
  EXPECT_EQ(json(get("/api/collections", maker)).find("collections")->items()->size(), 0u) << "nothing was kept";
}

TEST_F(Collections, OneMakerHasSoMany) {
  const Headers maker = player();
  for (int n = 0; n < 40; ++n)
    ASSERT_EQ(
        post("/api/collections", order(cat("a-key-that-is-long-", n), stored(0), false, cat("No. ", n)), maker).status,
        201);
  const Response more = post("/api/collections", order("a-key-that-is-long-x", stored(0), false, "More"), maker);
  EXPECT_EQ(more.status, 422);
  EXPECT_NE(message(more).find("remove one first"), std::string::npos);
  ASSERT_EQ(remove("/api/collections/a-key-that-is-long-7", maker).status, 200);
  EXPECT_EQ(post("/api/collections", order("a-key-that-is-long-x", stored(0), false, "More"), maker).status, 201);
}

TEST_F(Collections, TakenDownIsGoneForOthersAndWhoPlaysLosesNothing) {
  const Headers maker = player();
  const Headers other = player();
  const Value kept = json(post("/api/collections", order(key_, level(), true), maker));
  const std::string puzzle = puzzles_of(kept).front();
  ASSERT_EQ(get(cat("/api/collections/", key_), other).status, 200);
  EXPECT_EQ(post(cat("/api/collections/", key_, "/take-down"), R"({"why":"spam"})", maker).status, 401);
  ASSERT_EQ(post(cat("/api/collections/", key_, "/take-down"), R"({"why":"spam"})", admin()).status, 200);
  EXPECT_EQ(post("/api/collections/none-such-collection/take-down", "{}", admin()).status, 404);
  EXPECT_EQ(get(cat("/api/collections/", key_), other).status, 404);
  const Value own = json(get(cat("/api/collections/", key_), maker));
  EXPECT_EQ(own.find("taken_down")->json(), "true");
  EXPECT_EQ(own.find("why")->json(), "\"spam\"") << "its maker is told";
  // It cannot come back by being published once more, under whichever key.
  EXPECT_EQ(post("/api/collections", order(key_, level(), true), maker).status, 422);
  EXPECT_EQ(post("/api/collections", order("another-key-for-the-same", level(), true), maker).status, 422);

  const auto play_as = [&](const std::string& key) {
    return cat(R"({"key":")", key, R"(","puzzle":")", puzzle,
               R"(","started":1700000000000,"outcome":"gave_up","events":[["move",3,"R"],["give_up",4]]})");
  };
  EXPECT_EQ(post("/api/plays", play_as("under-way"), other).status, 201);
  // The same when its maker removes it, and when the maker deletes everything.
  ASSERT_EQ(remove(cat("/api/collections/", key_), maker).status, 200);
  EXPECT_EQ(get(cat("/api/collections/", key_), maker).status, 404);
  EXPECT_EQ(post("/api/plays", play_as("still-under-way"), other).status, 201);
  ASSERT_EQ(
      post("/api/collections", order(key_ + "2", level(R"(########\n#@$  .#\n########\n)", "RRR"), true), maker).status,
      201);
  ASSERT_EQ(remove("/api/me", maker).status, 200);
  EXPECT_EQ(get(cat("/api/collections/", key_, "2"), other).status, 404);
  auto store = store::Store::open(settings().store);
  ASSERT_TRUE(store);
  ASSERT_TRUE(store->check_integrity());
  const auto later = store::now() + store::Moment{8} * 24 * 3600 * 1000;
  EXPECT_EQ(*store->sweep_collections(later), 1) << "of the two puzzles one was played";
  EXPECT_TRUE(store->find_puzzle(puzzle)->has_value());
  ASSERT_TRUE(store->check_integrity());
}

/// Two people find the way, one thinks long before the third push and takes it back; one gives up after the first.
TEST_F(Collections, SayWherePeopleGetStuck) {
  const Headers maker = player();
  const std::string puzzle = puzzles_of(json(post("/api/collections", order(key_, level(), true), maker))).front();
  const std::string path = cat("/api/collections/", key_, "/plays/", puzzle);
  EXPECT_EQ(json(get(path, maker)).find("plays")->json(), "0");
  const auto play = [&](const std::string& key, const std::string& outcome, const std::string& events,
                        const Headers& who) {
    const Response kept = post("/api/plays",
                               cat(R"({"key":")", key, R"(","puzzle":")", puzzle,
                                   R"(","started":1700000000000,"outcome":")", outcome, R"(","events":)", events, "}"),
                               who);
    EXPECT_EQ(kept.status, 201) << kept.body;
  };
  play("a", "solved", R"([["move",4,"R"],["move",1,"R"],["move",30,"R"],["move",1,"R"],["move",1,"R"]])", player());
  play("b", "solved",
       R"([["move",6,"R"],["move",3,"R"],["move",2,"R"],["undo",8],["move",10,"R"],["move",1,"R"],["move",1,"R"]])",
       player());
  play("c", "gave_up", R"([["move",5,"R"],["give_up",40]])", player());
  play("own", "gave_up", R"([["move",5,"R"],["give_up",40]])", maker);  // its maker has seen the solution
  const Value map = json(get(path, maker));
  EXPECT_EQ(map.find("plays")->json(), "3");
  EXPECT_EQ(map.find("solved")->json(), "2");
  EXPECT_EQ(map.find("gave_up")->json(), "1");
  const auto& steps = *map.find("steps")->items();
  ASSERT_EQ(steps.size(), 5u);
  EXPECT_EQ(steps[0].json(), R"({"move":"R","found":3,"seconds":5,"undone":0,"failed":0})");
  EXPECT_EQ(steps[1].json(), R"({"move":"R","found":2,"seconds":2,"undone":0,"failed":1})");
  // 30 and 2 seconds until it was made for the first time, and 18 more after it had been taken back.
  EXPECT_NEAR(steps[2].find("seconds")->number() * steps[2].find("found")->number(), 50, 1e-9);
  EXPECT_EQ(steps[2].find("undone")->json(), "1");
  EXPECT_EQ(get(path, player()).status, 404) << "that is its maker's";
  EXPECT_EQ(get(path, admin()).status, 200);
  const Value summary = json(get(cat("/api/collections/", key_, "/plays"), maker));
  EXPECT_EQ(summary.find("puzzles")->items()->front().find("gave_up")->json(), "1");
  EXPECT_EQ(get(cat("/api/collections/", key_, "/plays/", keys_[0]), maker).status, 404) << "not in this collection";
}

TEST_F(Collections, NothingOfAnOpenStudyIsTold) {
  const Headers maker = player();
  ASSERT_EQ(
      post("/api/studies", cat(R"({"key":"s","genre":"sokoban","puzzles":[")", keys_[0], R"("]})"), admin()).status,
      201);
  ASSERT_EQ(post("/api/collections", order(key_, stored(0), true), maker).status, 201);
  EXPECT_EQ(get(cat("/api/collections/", key_, "/plays/", keys_[0]), maker).status, 403);
}

TEST_F(Collections, ArePrinted) {
  const Headers maker = player();
  ASSERT_EQ(post("/api/collections",
                 order(key_, cat(level(), ",", stored(1)), true, "<script>alert(1)</script> & 雨の日"), maker)
                .status,
            201);
  const Response booklet = get(cat("/api/collections/", key_, "/booklet.pdf"));
  ASSERT_EQ(booklet.status, 200) << booklet.body;
  EXPECT_EQ(booklet.type, "application/pdf");
  EXPECT_TRUE(booklet.body.starts_with("%PDF"));
  const Response sheet = get(cat("/api/collections/", key_, "/booklet.pdf?form=sheet"));
  const Response solved = get(cat("/api/collections/", key_, "/booklet.pdf?solutions=1"), maker);
  const auto pages = [](const std::string& pdf) {
    // Cairo writes "/Count N" into the tree of pages.
    const std::size_t at = pdf.find("/Count ");
    return at == std::string::npos ? -1 : std::atoi(pdf.c_str() + at + 7);
  };
  EXPECT_EQ(pages(booklet.body), 2);
  EXPECT_EQ(pages(sheet.body), 1);
  EXPECT_EQ(pages(solved.body), 3);
}

}  // namespace

}  // namespace nazo::serve
