// Players: their secret, plays that must follow the rules, their own data and nobody else's.
#include <cmath>

#include "serve/fixture.hpp"
#include "workshop/replay.hpp"

namespace nazo::serve {

namespace {

TEST_F(ApiTest, APlayerIsASecretInACookie) {
  const Response made = post("/api/player", "{}");
  const std::string cookie = header(made, "Set-Cookie");
  EXPECT_NE(cookie.find("HttpOnly"), std::string::npos);
  EXPECT_NE(cookie.find("SameSite=Lax"), std::string::npos);
  const std::string secret = cookie.substr(12, 32), key = *json(made).find("player")->string();
  EXPECT_NE(secret, key);
  const Response again = post("/api/player", "{}", {{"Cookie", "nazo_player=" + secret}});
  EXPECT_EQ(again.status, 200);
  EXPECT_EQ(*json(again).find("player")->string(), key);
  EXPECT_EQ(post("/api/player", "{}", {{"Cookie", "nazo_player=x"}}).status, 201) << "no secret of ours: a new player";
}

TEST_F(ApiTest, APlayIsRecordedOnce) {
  const Headers me = player();
  EXPECT_EQ(post("/api/plays", play_text("p1")).status, 401) << "nobody";
  Response kept = post("/api/plays", play_text("p1"), me);
  EXPECT_EQ(kept.status, 201) << kept.body;
  EXPECT_EQ(kept.body, "{\"kept\":\"added\"}\n");
  kept = post("/api/plays", play_text("p1"), me);
  EXPECT_EQ(kept.body, "{\"kept\":\"present\"}\n") << "sent twice, kept once";
  kept = post("/api/plays", play_text("p1", R"([["move",1.5,"R"],["move",0.5,"R"]])", "solved", R"(,"rating":4)"), me);
  EXPECT_EQ(kept.body, "{\"kept\":\"replaced\"}\n") << "the rating comes later";
  const Value mine = json(get("/api/me", me));
  ASSERT_EQ(mine.find("plays")->items()->size(), 1u);
  EXPECT_EQ(mine.find("plays")->items()->front().find("rating")->json(), "4");
  EXPECT_EQ(mine.find("plays")->items()->front().find("seconds")->json(), "2");
}

TEST_F(ApiTest, WhatDoesNotReplayIsRefusedAndNothingIsStored) {
  const Headers me = player();
  const auto refused = [&](const std::string& body, int status) {
    const Response response = post("/api/plays", body, me);
    EXPECT_EQ(response.status, status) << body << response.body;
    EXPECT_FALSE(message(response).empty());
  };
  refused(play_text("q", R"([["move",1,"U"]])", "unfinished"), 422);
  refused(play_text("q", R"([["move",1,"R"]])", "solved"), 422);
  refused(play_text("q", R"([["undo",1]])", "unfinished"), 422);
  refused(play_text("q", R"([["move",1,"R"]])", "gave_up"), 422);
  refused(play_text("q", R"([["give_up",1],["move",1,"R"]])", "gave_up"), 422);
  refused(play_text("q", R"([["give_up",1]])", "unfinished"), 422);
  refused(play_text("q", R"([["move",1,"RRRR"]])", "unfinished"), 422);
  refused(play_text("q", R"([["jump",1]])", "unfinished"), 400);
  refused(play_text("q", R"([["move",-1,"R"]])", "unfinished"), 400);
  refused(play_text("q", R"({})", "unfinished"), 400);
  refused(play_text("q", R"([])", "won"), 400);
  refused(play_text("q", R"([])", "unfinished", R"(,"rating":6)"), 400);
  refused(play_text("a/b", R"([])", "unfinished"), 400);
  refused(R"({"key":"q","puzzle":"none","started":1,"outcome":"unfinished","events":[]})", 404);
  refused(R"({"key":"q","started":1,"outcome":"unfinished","events":[]})", 400);
  refused(R"({"key":"q","puzzle":")" + keys_[0] + R"(","started":-5,"outcome":"unfinished","events":[]})", 400);
  std::string many = "[";
  for (int i = 0; i < 21'000; ++i) many += "[\"restart\",0],";
  many.back() = ']';
  refused(play_text("q", many, "unfinished"), 400);
  EXPECT_TRUE(json(get("/api/me", me)).find("plays")->items()->empty());
}

TEST_F(ApiTest, UndoRestartHintsAndDeadlocksReplay) {
  const Headers me = player();
  const Response kept = post(
      "/api/plays",
      play_text("p",
                R"([["move",1,"R"],["undo",1],["hint",2],["move",1,"R"],["restart",1],["move",1,"R"],["move",1,"R"]])"),
      me);
  EXPECT_EQ(kept.status, 201) << kept.body;
  const Response after =
      post("/api/plays", play_text("a", R"([["move",1,"R"],["move",1,"R"],["undo",1],["move",1,"R"]])"), me);
  EXPECT_EQ(after.status, 422) << "a play ends when the puzzle is solved: " << after.body;
  const Response given_up = post("/api/plays", play_text("g", R"([["move",1,"R"],["give_up",5]])", "gave_up"), me);
  EXPECT_EQ(given_up.status, 201) << given_up.body;
}

TEST_F(ApiTest, PlayersSeeAndDeleteTheirOwnDataOnly) {
  const Headers one = player(), two = player();
  EXPECT_EQ(post("/api/plays", play_text("one"), one).status, 201);
  EXPECT_EQ(post("/api/plays", play_text("two"), two).status, 201);
  EXPECT_EQ(post("/api/plays", play_text("one", R"([["move",9,"R"],["move",9,"R"]])"), two).status, 409)
      << "a key that is taken";
  EXPECT_NE(get("/api/me/data", one).body.find("\"one\""), std::string::npos);
  EXPECT_EQ(get("/api/me/data", one).body.find("\"two\""), std::string::npos);
  EXPECT_EQ(get("/api/me/data").status, 401);
  EXPECT_EQ(remove("/api/me").status, 401);
  const Response gone = remove("/api/me", one);
  EXPECT_EQ(gone.status, 200);
  EXPECT_NE(header(gone, "Set-Cookie").find("Max-Age=0"), std::string::npos);
  EXPECT_TRUE(json(get("/api/me", one)).find("plays")->items()->empty());
  EXPECT_EQ(json(get("/api/me", two)).find("plays")->items()->size(), 1u);
  EXPECT_EQ(post("/api/plays", play_text("one"), one).status, 201) << "who plays on begins anew";
  EXPECT_EQ(json(get("/api/me")).find("player")->json(), "null");
}

/// Whatever was sent before somebody deleted their data, and is finished after it, is not kept.
TEST_F(ApiTest, WhatIsUnderWayWhenSomebodyGoesDoesNotComeBack) {
  const Headers me = player();
  Headers sending = me;
  sending.emplace_back("Content-Type", "application/json");
  const std::string pair =
      cat(R"({"key":"c1","puzzle_x":")", keys_[0], R"(","puzzle_y":")", keys_[1], R"(","level":2})");
  // A long play waits for a thread of its own, a short one is handed to the recorder at once.
  std::string events = "[";
  for (std::size_t i = 0; i < few_play_events; ++i) events += R"(["hint",1],)";
  events += R"(["move",2,"R"],["move",3,"R"]])";
  const std::vector<Request> requests{
      {.method = "POST", .target = "/api/plays", .headers = sending, .body = play_text("late", events)},
      {.method = "POST", .target = "/api/comparisons", .headers = sending, .body = pair},
      {.method = "GET", .target = cat("/api/puzzles/", keys_[0], "/solution"), .headers = me},
      {.method = "POST", .target = "/api/plays", .headers = sending, .body = play_text("quick")}};
  std::vector<Response> under_way;
  for (const Request& request : requests) under_way.push_back(api_->handle(request));
  EXPECT_EQ(remove("/api/me", me).status, 200);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    Response& response = under_way[i];
    ASSERT_TRUE(response.later) << requests[i].target;
    while (response.later) response = api_->finish(requests[i], Later(*response.later));
  }
  EXPECT_EQ(under_way[0].status, 409) << under_way[0].body;
  EXPECT_EQ(under_way[1].status, 409) << under_way[1].body;
  EXPECT_EQ(under_way[2].status, 200) << under_way[2].body;
  EXPECT_TRUE(under_way[3].status == 409 || under_way[3].status == 201) << "kept and deleted again, or refused";
  auto store = store::Store::open_to_read((folder_ / "nazo.db").string());
  ASSERT_TRUE(store);
  EXPECT_EQ(*store->count_plays({}), 0);
  EXPECT_TRUE(store->list_players("", 10)->empty());
  EXPECT_TRUE(store->comparisons({})->empty());
  const Value answer = json(post("/api/player", "{}", me));
  store::Play look;
  look.player = *answer.find("player")->string();
  look.puzzle = keys_[0];
  EXPECT_FALSE(store->backgrounds({&look, 1})->front().shown);
  EXPECT_EQ(post("/api/comparisons", pair, me).status, 201) << "who plays on begins anew";
}

/// Two servers may run on one store: a player who was deleted at one of them goes on at the other.
TEST_F(ApiTest, APlayerWhomAnotherProgramDeletedIsMetAgain) {
  const Headers me = player();
  const auto forget = [&] {
    auto store = store::Store::open((folder_ / "nazo.db").string());
    ASSERT_TRUE(store);
    const auto players = store->list_players("", 10);
    for (const store::Player& who : *players) ASSERT_TRUE(store->forget_player(who.key));
  };
  const std::string pair =
      cat(R"({"key":"c1","puzzle_x":")", keys_[0], R"(","puzzle_y":")", keys_[1], R"(","level":2})");
  forget();
  EXPECT_EQ(post("/api/comparisons", pair, me).status, 201);
  forget();
  EXPECT_EQ(post("/api/plays", play_text("p1"), me).status, 201);
  EXPECT_EQ(post("/api/studies", cat(R"({"key":"s","genre":"sokoban","puzzles":[")", keys_[0], R"("]})"),
                 {{"X-Nazo-Admin", "s3cret"}})
                .status,
            201);
  forget();
  EXPECT_EQ(post("/api/studies/s/join", "{}", me).status, 200);
}

TEST_F(ApiTest, ComparisonsAreKeptOnce) {
  const Headers me = player();
  const auto body = [&](const std::string& level, const std::string& y) {
    return cat(R"({"key":"c1","puzzle_x":")", keys_[0], R"(","puzzle_y":")", y, R"(","level":)", level, "}");
  };
  EXPECT_EQ(post("/api/comparisons", body("2", keys_[1])).status, 401);
  EXPECT_EQ(post("/api/comparisons", body("2", keys_[1]), me).body, "{\"kept\":\"added\"}\n");
  EXPECT_EQ(post("/api/comparisons", body("2", keys_[1]), me).body, "{\"kept\":\"present\"}\n");
  EXPECT_EQ(post("/api/comparisons", body("9", keys_[1]), me).status, 400);
  EXPECT_EQ(post("/api/comparisons", body("2", keys_[0]), me).status, 400);
  EXPECT_EQ(post("/api/comparisons", body("2", "none"), me).status, 404);
}

TEST_F(ApiTest, APlayerWhoSendsTooMuchWaits) {
  api_.reset();
  ApiSettings strict = settings();
  strict.limits = true;
  strict.each_player = {.per_second = .01, .burst = 3};
  api_ = *Api::open(std::move(strict), {});
  const Headers me = player();
  int refused = 0;
  for (int i = 0; i < 6; ++i) refused += post("/api/plays", play_text(cat("p", i)), me).status == 429;
  EXPECT_EQ(refused, 3);
}

TEST_F(ApiTest, PlaysTeachWhatIsHardForWhom) {
  api_.reset();
  ApiSettings eager = settings();
  eager.learn_after = 24;
  const auto passed = std::make_shared<store::Moment>(0);
  eager.now = [passed] { return store::now() + *passed; };
  api_ = *Api::open(std::move(eager), {});
  const auto weights = [&](const Headers& who) { return json(get("/api/me/weights?genre=sokoban", who)); };
  const auto counted = [&](const std::string& what) {
    const std::string metrics = get("/metrics").body;
    const auto at = metrics.find(what + " ");
    return at == std::string::npos ? "not there" : metrics.substr(at + what.size() + 1, 1);
  };
  EXPECT_EQ(counted("\nnazo_models_gone_live_total"), "0");
  EXPECT_EQ(counted("\nnazo_models_kept_back_total"), "0");
  EXPECT_EQ(get("/api/me/weights?genre=sokoban").status, 401);
  EXPECT_EQ(get("/api/me/weights?genre=chess", player()).status, 400);
  EXPECT_TRUE(weights(player()).find("weights")->items()->empty()) << "nothing is known yet";
  // Eight players at the three levels; each takes longer at the harder ones, the later players at all of them. Often
  // they give up, more often than the genre expects.
  Headers last;
  for (int person = 0; person < 8; ++person) {
    last = player();
    *passed += 3'600'000;  // whose plays take minutes has been here for some
    const int pace = 2 + person;
    const auto gives_up = [&](std::size_t level) { return (static_cast<std::size_t>(person) + level) % 5 < 3; };
    const std::vector<std::string> events{
        cat(R"([["move",)", pace, R"(,"R"],["move",)", pace + person % 3, R"(,"R"]])"),
        cat(R"([["move",)", 2 * pace, R"(,"r"],["move",)", pace + 3, R"(,"R"]])"),
        cat(R"([["move",)", 5 * pace, R"(,"r"],["move",2,"R"],["move",)", pace,
            R"(,"R"],["move",1,"l"],["move",1,"l"],["move",3,"d"],["move",2,"R"],["move",)", 2 + person / 2.,
            R"(,"R"]])")};
    const std::vector<std::string> broken_off{cat(R"([["move",)", pace, R"(,"R"],["give_up",9]])"),
                                              cat(R"([["move",)", pace, R"(,"r"],["give_up",9]])"),
                                              cat(R"([["move",)", pace, R"(,"r"],["give_up",30]])")};
    for (std::size_t i = 0; i < 3; ++i) {
      const Response kept = post(
          "/api/plays",
          cat(R"({"key":"t-)", person, "-", i, R"(","puzzle":")", keys_[i], R"(","started":1700000000000,"outcome":")",
              gives_up(i) ? "gave_up" : "solved", R"(","events":)", gives_up(i) ? broken_off[i] : events[i], "}"),
          last);
      ASSERT_EQ(kept.status, 201) << kept.body;
    }
  }
  Value learnt = weights(last);
  for (int i = 0; i < 2000 && learnt.find("weights")->items()->empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    learnt = weights(last);
  }
  ASSERT_FALSE(learnt.find("weights")->items()->empty()) << learnt.json();
  EXPECT_EQ(learnt.find("plays")->json(), "3");
  for (int i = 0; i < 500 && counted("\nnazo_models_gone_live_total") == "0"; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(counted("\nnazo_models_gone_live_total"), "1") << "the gate let it through";
  for (const Value& weight : *learnt.find("weights")->items()) {
    EXPECT_GE(weight.find("mine_se")->number(), weight.find("everyone_se")->number() - 1e-12)
        << "one person is known less surely than all";
    EXPECT_TRUE(std::isfinite(weight.find("mine")->number()));
  }
  EXPECT_TRUE(json(get("/api/next?genre=sokoban&wish=like&after=" + keys_[0], last)).find("key")->string() != nullptr)
      << "the model recommends something";
}

}  // namespace

}  // namespace nazo::serve
