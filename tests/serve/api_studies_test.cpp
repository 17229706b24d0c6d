// Studies: set up by the admin, walked through by participants, read by the admin.
#include <algorithm>
#include <map>

#include "serve/fixture.hpp"
#include "store/exchange.hpp"
#include "workshop/fit_report.hpp"
#include "workshop/replay.hpp"
#include "workshop/study_run.hpp"

namespace nazo::serve {

namespace {

store::Study study_of(store::StudyOrder order, int puzzles, std::uint32_t seed) {
  store::Study study{.key = "s", .genre = "g", .order = order, .seed = seed};
  for (int i = 0; i < puzzles; ++i) study.puzzles.push_back(std::to_string(i));
  return study;
}

TEST(StudyOrder, RandomOrdersStayAndAreAsRandomAsTheyShouldBe) {
  // 200 studies of 30 participants: of 8! = 40320 orders two are the same with chance 1/40320, so among 200 × 435 pairs
  // about 2.2 are. Every puzzle stands at every place about 6000 / 8 = 750 times (standard deviation 26).
  int same = 0;
  std::map<std::pair<std::size_t, std::size_t>, int> places;
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    const store::Study study = study_of(store::StudyOrder::random, 8, seed);
    std::map<std::vector<std::size_t>, int> orders;
    for (int number = 0; number < 30; ++number) {
      auto order = puzzle_order(study, number);
      EXPECT_EQ(order, puzzle_order(study, number));
      same += orders[order]++;
      for (std::size_t place = 0; place < order.size(); ++place) ++places[{order[place], place}];
      std::ranges::sort(order);
      EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7}));
    }
  }
  EXPECT_LE(same, 9);
  EXPECT_EQ(places.size(), 64u);
  for (const auto& [where, count] : places) EXPECT_NEAR(count, 750, 4 * 26) << where.first << " at " << where.second;
}

TEST(StudyOrder, BalancedOrdersAreBalanced) {
  for (const int n : {2, 3, 4, 5, 6, 7}) {
    const store::Study study = study_of(store::StudyOrder::balanced, n, 3);
    std::map<std::pair<std::size_t, std::size_t>, int> follows, places;
    for (int number = 0; number < 2 * n; ++number) {
      const auto order = puzzle_order(study, number);
      for (std::size_t place = 0; place < order.size(); ++place) {
        ++places[{order[place], place}];
        if (place > 0) ++follows[{order[place - 1], order[place]}];
      }
    }
    EXPECT_EQ(places.size(), static_cast<std::size_t>(n * n));
    for (const auto& [where, count] : places) EXPECT_EQ(count, 2);
    EXPECT_EQ(follows.size(), static_cast<std::size_t>(n * (n - 1))) << n;
    for (const auto& [pair, count] : follows) EXPECT_EQ(count, 2) << n;
  }
}

/// The api beside what `nazo fit` prints, digit by digit, on the store and on a store that the export was put into.
class StudyApi : public ApiTest {
 protected:
  void same_as_fit(store::Store& store, const Value& progress) {
    const std::string lines = get("/api/studies/first/export", admin()).body;
    auto copy = store::Store::open((folder_ / "copy.db").string());
    ASSERT_TRUE(copy);
    const auto put = store::import_text(*copy, lines, store::TextForm::json_lines, {.check = import_check(catalog())});
    ASSERT_TRUE(put && put->refused == 0) << (put ? put->errors.front().text() : put.error().text());
    for (const auto& [what, target] :
         {std::pair{"time", model::Target::time}, std::pair{"success", model::Target::success}}) {
      const Value answer = json(get(cat("/api/studies/first/account?predictors=pushes&what=", what), admin()));
      const FitTableOrder order{.query = {.study = "first"}, .target = target, .predictors = "pushes"};
      for (store::Store* one : {&store, &*copy}) {
        const auto fitted = fit_table(*one, order);
        ASSERT_TRUE(fitted) << fitted.error().text();
        EXPECT_EQ(rows_of(answer, "fits"), account_json(*fitted)) << what;
      }
    }
    const Value tables = json(get("/api/studies/first/account?what=tables&language=ja", admin()));
    EXPECT_NE(tables.json().find("参加者"), std::string::npos);
    const auto people = parse_json(split(rows_of(tables, "participants"), '\n').front());
    ASSERT_TRUE(people);
    EXPECT_EQ(people->find("finished")->json(),
              progress.find("participants")->items()->front().find("finished")->json());
    EXPECT_EQ(people->find("experience")->json(), "2");
    EXPECT_EQ(people->find("seconds")->number(), 15) << "5, 10, 39 and 6 seconds";
    const Response csv = get("/api/studies/first/account?what=tables&form=csv&part=plays", admin());
    EXPECT_TRUE(csv.body.starts_with("play,participant,puzzle,")) << csv.body.substr(0, 100);
    EXPECT_EQ(std::ranges::count(csv.body, '\n'), 9) << "a heading and eight plays";
    const Response svg = get("/api/studies/first/account?what=time&form=svg&predictors=pushes", admin());
    EXPECT_TRUE(svg.body.starts_with("<")) << svg.body.substr(0, 100);
    EXPECT_EQ(get("/api/studies/first/account?what=luck", admin()).status, 400);
    EXPECT_EQ(get("/api/studies/none/account?what=time", admin()).status, 404);
    const Value missing = json(get("/api/studies/first/account?what=time&predictors=luck", admin()));
    EXPECT_TRUE(missing.find("account")->is_null());
    EXPECT_NE(missing.find("missing")->json().find("luck"), std::string::npos);
    // Everybody compared one pair: strengths, and nobody's scores of all pairs.
    const Value compared = json(get("/api/studies/first/account?what=comparisons", admin()));
    EXPECT_NE(rows_of(compared, "strengths"), "");
    const Value watched = json(get(cat("/api/studies/first/plays/play-0-", keys_[0]), admin()));
    EXPECT_EQ(watched.find("play")->find("events")->json(), R"([["move",2,"R"],["move",3,"R"]])");
    EXPECT_EQ(get("/api/studies/first/plays/none", admin()).status, 404);
    EXPECT_EQ(get(cat("/api/studies/first/plays/play-0-", keys_[0])).status, 401);
  }
  /// The rows of a table of an account as lines of JSON.
  static std::string rows_of(const Value& answer, std::string_view name) {
    std::string lines;
    const Value* account = answer.find("account");
    if (account == nullptr || account->is_null()) return "no account: " + answer.json();
    for (const Value& part : *account->find("parts")->items()) {
      const Value* table = part.find("table");
      if (table == nullptr || *table->find("name")->string() != name) continue;
      for (const Value& row : *table->find("rows")->items()) lines += row.json() + "\n";
    }
    return lines;
  }
};

TEST_F(StudyApi, AStudyFromItsCreationToItsFit) {
  auto store = store::Store::open(settings().store);
  ASSERT_TRUE(store);
  add(*store, "sokoban", "########\n#@$   .#\n########\n", "Four pushes", 20);
  const std::string body =
      cat(R"({"key":"first","genre":"sokoban","title":"A study","ask_comparisons":true,"puzzles":[")", keys_[0],
          R"(",")", keys_[1], R"(",")", keys_[2], R"(",")", keys_[3], R"("]})");
  EXPECT_EQ(post("/api/studies", body).status, 401);
  ASSERT_EQ(post("/api/studies", body, admin()).status, 201);
  EXPECT_EQ(post("/api/studies", body, admin()).status, 409) << "the name is taken";
  EXPECT_EQ(json(get("/api/studies/first")).find("count")->json(), "4");
  EXPECT_EQ(get("/api/studies/none").status, 404);

  // The ways through the three levels: the first by two pushes, the others by walking up to the boxes.
  const std::map<std::string, std::string> events{
      {keys_[0], R"([["move",2,"R"],["move",3,"R"]])"},
      {keys_[1], R"([["move",4,"r"],["move",6,"R"]])"},
      {keys_[2], R"([["move",9,"d"],["give_up",30]])"},
      {keys_[3], R"([["move",2,"R"],["move",2,"R"],["move",1,"R"],["move",1,"R"]])"}};
  for (int person = 0; person < 2; ++person) {
    const Headers me = player();
    const Response joined = post("/api/studies/first/join", "{}", me);
    ASSERT_EQ(joined.status, 200) << joined.body;
    EXPECT_EQ(json(joined).find("number")->json(), std::to_string(person)) << "numbers count from 0";
    EXPECT_EQ(json(post("/api/studies/first/join", "{}", me)), json(joined)) << "again: the same number and order";
    EXPECT_EQ(post("/api/studies/first/answers", R"({"answers":{"experience":2}})", me).status, 201);
    const Value in_their_order = json(joined);
    for (const Value& key : *in_their_order.find("puzzles")->items()) {
      const std::string text =
          cat(R"({"key":"play-)", person, "-", *key.string(), R"(","puzzle":")", *key.string(),
              R"(","study":"first","started":1700000000000,"rating":3,"outcome":")",
              *key.string() == keys_[2] ? "gave_up" : "solved", R"(","events":)", events.at(*key.string()), "}");
      const Response kept = post("/api/plays", text, me);
      EXPECT_EQ(kept.status, 201) << kept.body;
    }
    EXPECT_EQ(post("/api/comparisons",
                   cat(R"({"key":"c)", person, R"(","study":"first","puzzle_x":")", keys_[0], R"(","puzzle_y":")",
                       keys_[1], R"(","level":4})"),
                   me)
                  .status,
              201);
  }
  EXPECT_EQ(post("/api/studies/first/join", "{}").status, 401);
  EXPECT_EQ(post("/api/studies/none/join", "{}", player()).status, 404);

  const Value progress = json(get("/api/studies/first/progress", admin()));
  EXPECT_EQ(progress.find("plays")->json(), "8");
  EXPECT_EQ(progress.find("comparisons")->json(), "2");
  EXPECT_EQ(progress.find("participants")->items()->front().find("finished")->json(), "4");
  EXPECT_EQ(progress.find("participants")->items()->front().find("answers")->json(), R"({"experience":2})");
  const Value fit = json(get("/api/studies/first/fit?target=time&predictors=pushes", admin()));
  EXPECT_EQ(fit.find("plays")->json(), "8");
  // Both spend 5, 10, 39 and 6 seconds: less their mean of 15 that is −10, −5, 24 and −9.
  std::map<std::string, double> index;
  for (const Value& point : *fit.find("points")->items())
    index[*point.find("puzzle")->string()] = point.find("index")->number();
  EXPECT_NEAR(index[keys_[0]], -10, 1e-9);
  EXPECT_NEAR(index[keys_[1]], -5, 1e-9);
  EXPECT_NEAR(index[keys_[2]], 24, 1e-9);
  EXPECT_NEAR(index[keys_[3]], -9, 1e-9);
  EXPECT_FALSE(fit.find("regression")->is_null()) << fit.json();
  EXPECT_EQ(get("/api/studies/first/fit?target=luck", admin()).status, 400);
  EXPECT_EQ(get("/api/studies/first/fit?predictors=none", admin()).status, 400);

  same_as_fit(*store, progress);

  const std::string lines = get("/api/studies/first/export", admin()).body;
  EXPECT_NE(lines.find("\"type\":\"study\""), std::string::npos);
  EXPECT_NE(get("/api/studies/first/export?form=csv&type=play", admin()).body.find("gave_up"), std::string::npos);
  EXPECT_EQ(get("/api/studies/first/export?form=csv", admin()).status, 400);
  EXPECT_EQ(get("/api/studies/first/export?form=xls", admin()).status, 400);
  EXPECT_EQ(json(get("/api/studies", admin())).find("studies")->items()->front().find("participants")->json(), "2");

  EXPECT_EQ(post("/api/studies/first/close", "{}", admin()).status, 200);
  EXPECT_EQ(post("/api/studies/first/join", "{}", player()).status, 409);
}

TEST_F(ApiTest, StudiesThatMakeNoSenseAreRefused) {
  const auto refused = [&](const std::string& body) {
    const Response response = post("/api/studies", body, admin());
    EXPECT_GE(response.status, 400) << body;
    EXPECT_LT(response.status, 500) << body;
  };
  refused(R"({"genre":"sokoban","puzzles":[]})");
  refused(R"({"key":"s","genre":"chess","puzzles":["x"]})");
  refused(R"({"key":"s","genre":"sokoban","puzzles":["none"]})");
  refused(R"({"key":"../s","genre":"sokoban","puzzles":[")" + keys_[0] + R"("]})");
  refused(R"({"key":"s","genre":"sokoban","order":"odd","puzzles":[")" + keys_[0] + R"("]})");
  refused(cat(R"({"key":"s","genre":"sokoban","puzzles":[")", keys_[0], R"(",")", keys_[0], R"("]})"));
  EXPECT_TRUE(json(get("/api/studies", admin())).find("studies")->items()->empty());
}

TEST_F(ApiTest, ASolutionOfAnOpenStudyIsShownAfterThePlay) {
  const std::string path = cat("/api/puzzles/", keys_[0], "/solution");
  EXPECT_EQ(get(path).status, 200) << "no study uses it yet";
  ASSERT_EQ(
      post("/api/studies", cat(R"({"key":"s","genre":"sokoban","puzzles":[")", keys_[0], R"("]})"), admin()).status,
      201);
  const Headers me = player();
  EXPECT_EQ(get(path).status, 403);
  EXPECT_EQ(get(path, me).status, 403);
  EXPECT_EQ(get(path, admin()).status, 200);
  ASSERT_EQ(post("/api/plays", play_text("half", "[]", "unfinished"), me).status, 201);
  EXPECT_EQ(get(path, me).status, 403);
  ASSERT_EQ(post("/api/plays", play_text("whole"), me).status, 201);
  EXPECT_EQ(get(path, me).status, 200);
  EXPECT_EQ(get(path, player()).status, 403);
  ASSERT_EQ(post("/api/studies/s/close", "{}", admin()).status, 200);
  EXPECT_EQ(get(path).status, 200);
}

/// Some formats write the solution down beside the puzzle: "RR" pushes the first level's box home.
TEST_F(ApiTest, NoFileOfAnOpenStudyTellsTheSolution) {
  const auto tells = [&](const Headers& who) {
    int files = 0;
    for (const FormatFact& format : find_genre(catalog(), "sokoban")->facts().formats) {
      const Response file = get(cat("/api/puzzles/", keys_[0], "/file?format=", format.name), who);
      files += body_of(file).find("RR") != std::string::npos ? 1 : 0;
    }
    return files;
  };
  EXPECT_GT(tells({}), 0) << "no study uses it yet";
  ASSERT_EQ(
      post("/api/studies", cat(R"({"key":"s","genre":"sokoban","puzzles":[")", keys_[0], R"("]})"), admin()).status,
      201);
  const Headers me = player();
  EXPECT_EQ(tells({}), 0);
  EXPECT_EQ(tells(me), 0);
  EXPECT_GT(tells(admin()), 0);
  ASSERT_EQ(post("/api/plays", play_text("whole"), me).status, 201);
  EXPECT_GT(tells(me), 0);
}

}  // namespace

}  // namespace nazo::serve
