// Plays that say nothing of their puzzle's difficulty are kept and told apart.
#include "serve/fixture.hpp"
#include "workshop/honest_play.hpp"

namespace nazo::serve {
namespace {

class HonestPlays : public ApiTest {
 protected:
  /// The marks of the player's last play.
  std::string marks(const Headers& who) {
    const Value me = json(get("/api/me", who));
    return *me.find("plays")->items()->back().find("marks")->string();
  }
};

TEST_F(HonestPlays, AnOrdinaryPlayHasNoMarks) {
  const Headers me = player();
  ASSERT_EQ(post("/api/plays", play_text("p1"), me).status, 201);
  EXPECT_EQ(marks(me), "");
}

TEST_F(HonestPlays, ASolutionInNoTimeIsARobots) {
  const Headers me = player();
  ASSERT_EQ(post("/api/plays", play_text("p1", R"([["move",0.1,"R"],["move",0.1,"R"]])"), me).status, 201);
  EXPECT_EQ(marks(me), "robot");
}

TEST_F(HonestPlays, NobodyThinksLongerThanTimeHasPassed) {
  const Headers me = player();
  const std::string started = std::to_string(store::now() - 10'000);
  std::string text = play_text("p1", R"([["move",1500,"R"],["move",0.5,"R"]])");
  text.replace(text.find("1700000000000"), 13, started);
  ASSERT_EQ(post("/api/plays", text, me).status, 201);
  EXPECT_EQ(marks(me), "clock");
}

TEST_F(HonestPlays, WhoHasSeenTheSolutionSaysNothing) {
  const Headers me = player(), other = player();
  const auto begun_now = [&](const std::string& key) {
    std::string text = play_text(key);
    return text.replace(text.find("1700000000000"), 13, std::to_string(store::now()));
  };
  ASSERT_EQ(get("/api/puzzles/" + keys_[0] + "/solution", me).status, 200);
  ASSERT_EQ(post("/api/plays", begun_now("p1"), me).status, 201);
  ASSERT_EQ(post("/api/plays", begun_now("p2"), other).status, 201);
  EXPECT_EQ(marks(me), "shown");
  EXPECT_EQ(marks(other), "");
}

TEST_F(HonestPlays, NobodyIsShownASolutionUnknown) {
  const Response shown = get("/api/puzzles/" + keys_[0] + "/solution");
  ASSERT_EQ(shown.status, 200);
  const std::string cookie = header(shown, "Set-Cookie");
  ASSERT_NE(cookie.find("nazo_player="), std::string::npos);
  const Headers me{{"Cookie", cookie.substr(0, cookie.find(';'))}};
  std::string text = play_text("p1");
  text.replace(text.find("1700000000000"), 13, std::to_string(store::now()));
  ASSERT_EQ(post("/api/plays", text, me).status, 201);
  EXPECT_EQ(marks(me), "shown");
  EXPECT_EQ(header(get("/api/puzzles/" + keys_[0] + "/solution", me), "Set-Cookie"), "") << "who has one keeps it";
}

TEST_F(HonestPlays, WatchingItAfterwardsChangesNothing) {
  const Headers me = player();
  ASSERT_EQ(post("/api/plays", play_text("p1"), me).status, 201);
  ASSERT_EQ(get("/api/puzzles/" + keys_[0] + "/solution", me).status, 200);
  const std::string rated = play_text("p1", R"([["move",1.5,"R"],["move",0.5,"R"]])", "solved", R"(,"rating":4)");
  ASSERT_EQ(post("/api/plays", rated, me).status, 201);
  EXPECT_EQ(marks(me), "");
}

TEST_F(HonestPlays, WhoPlaysAgainKnowsThePuzzle) {
  const std::string clean = R"([["move",1.5,"R"],["move",0.5,"R"]])";
  const Headers hinted = player();
  ASSERT_EQ(post("/api/plays", play_text("a1", R"([["hint",1],["move",1.5,"R"],["move",0.5,"R"]])"), hinted).status,
            201);
  EXPECT_EQ(marks(hinted), "");
  ASSERT_EQ(post("/api/plays", play_text("a2", clean), hinted).status, 201);
  EXPECT_EQ(marks(hinted), "replay");

  const Headers left = player();
  ASSERT_EQ(post("/api/plays", play_text("b1", R"([["move",1.5,"R"]])", "unfinished"), left).status, 201);
  ASSERT_EQ(post("/api/plays", play_text("b2", clean), left).status, 201);
  EXPECT_EQ(marks(left), "replay");

  const Headers glanced = player();
  ASSERT_EQ(post("/api/plays", play_text("c1", "[]", "unfinished"), glanced).status, 201);
  ASSERT_EQ(post("/api/plays", play_text("c2", clean), glanced).status, 201);
  EXPECT_EQ(marks(glanced), "");
}

TEST_F(HonestPlays, APlayThatGrowsAndIsThenRatedIsNoReplayOfItself) {
  const Headers me = player();
  const std::string clean = R"([["move",1.5,"R"],["move",0.5,"R"]])";
  ASSERT_EQ(post("/api/plays", play_text("p1", R"([["move",1.5,"R"]])", "unfinished"), me).status, 201);
  ASSERT_EQ(post("/api/plays", play_text("p1", clean), me).status, 201);
  ASSERT_EQ(post("/api/plays", play_text("p1", clean, "solved", R"(,"rating":4)"), me).status, 201);
  EXPECT_EQ(marks(me), "");
}

TEST_F(HonestPlays, NobodyHasPlayedLongerThanTheyHaveBeenHere) {
  const auto begun = [&](const std::string& key, int seconds, int ago) {
    std::string text = play_text(key, cat(R"([["move",)", seconds, R"(,"R"],["move",0.5,"R"]])"));
    return text.replace(text.find("1700000000000"), 13, std::to_string(store::now() - 1000LL * ago));
  };
  const Headers me = player();
  ASSERT_EQ(post("/api/plays", begun("p1", 1900, 1905), me).status, 201);
  EXPECT_EQ(marks(me), "clock");

  // Many plays that are each short enough, together longer than there was time.
  const Headers patient = player();
  ASSERT_EQ(post("/api/plays", begun("q1", 40, 50), patient).status, 201);
  EXPECT_EQ(marks(patient), "");
  ASSERT_EQ(post("/api/plays", begun("q2", 40, 50), patient).status, 201);
  EXPECT_EQ(marks(patient), "clock replay");
}

TEST(HonestMarks, PlaysMadeOfflineByWhoIsKnownAreHonest) {
  store::Play play{.key = "k", .player = "p", .puzzle = "z"};
  play.outcome = store::Outcome::solved;
  play.events = {{store::EventKind::move, 1900, "R"}};
  const store::Moment now = store::now();
  play.started = now - 40'000'000;
  store::Background known{.shown = {}, .looked_before = false, .met = now - 86'400'000, .seconds_claimed = 0};
  EXPECT_FALSE(honest_marks(play, {.now = now, .background = known}).any());
  known.seconds_claimed = 84'000;
  EXPECT_FALSE(honest_marks(play, {.now = now, .background = known}).any());
  known.seconds_claimed = 86'000;
  EXPECT_TRUE(honest_marks(play, {.now = now, .background = known}).clock);
}

TEST_F(HonestPlays, MovesThatWereShownAreCounted) {
  const Headers me = player();
  ASSERT_EQ(post("/api/plays", play_text("p1", R"([["assisted",1.5,"R"],["move",0.5,"R"]])"), me).status, 201);
  const Value all = json(get("/api/me", me));
  EXPECT_EQ(all.find("plays")->items()->back().find("assisted")->json(), "1");
}

TEST(HonestMarks, FastFingersAreNoRobots) {
  store::Play play{.key = "k", .player = "p", .puzzle = "z"};
  play.outcome = store::Outcome::solved;
  for (int i = 0; i < 20; ++i) play.events.push_back({store::EventKind::move, .12, "R"});
  EXPECT_FALSE(honest_marks(play, {.now = store::now()}).any());
  for (store::PlayEvent& event : play.events) event.seconds = .02;
  EXPECT_TRUE(honest_marks(play, {.now = store::now()}).robot);
  for (store::PlayEvent& event : play.events) event.seconds = .005;
  play.events.insert(play.events.end(), 100, {store::EventKind::move, .005, "R"});
  EXPECT_TRUE(honest_marks(play, {.now = store::now()}).robot);
}

TEST(HonestMarks, AClickThatWalksManyStepsIsOneGesture) {
  store::Play play{.key = "k", .player = "p", .puzzle = "z"};
  play.outcome = store::Outcome::solved;
  for (int click = 0; click < 10; ++click) {
    play.events.push_back({store::EventKind::move, .4, "R"});
    play.events.insert(play.events.end(), 12, {store::EventKind::move, .001, "R"});
  }
  EXPECT_FALSE(honest_marks(play, {.now = store::now()}).any());
}

}  // namespace
}  // namespace nazo::serve
