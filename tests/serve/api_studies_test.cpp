// Studies: set up by the admin, walked through by participants, read by the admin.
#include <algorithm>
#include <set>

#include "serve/fixture.hpp"
#include "serve/study_order.hpp"

namespace nazo::serve {

namespace {

TEST(StudyOrder, RandomOrdersDifferAndStay) {
  store::Study study{.key = "s", .genre = "g", .order = store::StudyOrder::random, .seed = 3};
  for (int i = 0; i < 8; ++i) study.puzzles.push_back(std::to_string(i));
  std::set<std::vector<std::string>> orders;
  for (int number = 1; number <= 30; ++number) {
    auto order = study_sequence(study, number);
    EXPECT_EQ(order, study_sequence(study, number));
    orders.insert(order);
    std::ranges::sort(order);
    EXPECT_EQ(order, study.puzzles);
  }
  EXPECT_EQ(orders.size(), 30u);
}

TEST(StudyOrder, BalancedOrdersAreBalanced) {
  for (const int n : {2, 3, 4, 5, 6, 7}) {
    store::Study study{.key = "s", .genre = "g", .order = store::StudyOrder::balanced, .seed = 3};
    for (int i = 0; i < n; ++i) study.puzzles.push_back(std::to_string(i));
    std::map<std::pair<std::string, std::string>, int> follows;
    std::map<std::pair<std::string, int>, int> places;
    for (int number = 1; number <= 2 * n; ++number) {
      const auto order = study_sequence(study, number);
      for (int place = 0; place < n; ++place) {
        ++places[{order[static_cast<std::size_t>(place)], place}];
        if (place > 0) ++follows[{order[static_cast<std::size_t>(place) - 1], order[static_cast<std::size_t>(place)]}];
      }
    }
    EXPECT_EQ(places.size(), static_cast<std::size_t>(n * n));
    for (const auto& [where, count] : places) EXPECT_EQ(count, 2);
    EXPECT_EQ(follows.size(), static_cast<std::size_t>(n * (n - 1))) << n;
    for (const auto& [pair, count] : follows) EXPECT_EQ(count, 2) << n;
  }
}

TEST_F(ApiTest, AStudyFromItsCreationToItsFit) {
  const std::string body = cat(R"({"key":"first","genre":"sokoban","title":"A study","ask_comparisons":true,"puzzles":[")", keys_[0], R"(",")", keys_[1], R"(",")", keys_[2], R"("]})");
  EXPECT_EQ(post("/api/studies", body).status, 401);
  ASSERT_EQ(post("/api/studies", body, admin()).status, 201);
  EXPECT_EQ(post("/api/studies", body, admin()).status, 409) << "the name is taken";
  EXPECT_EQ(json(get("/api/studies/first")).find("count")->json(), "3");
  EXPECT_EQ(get("/api/studies/none").status, 404);

  // The ways through the three levels: the first by two pushes, the others by walking up to the boxes.
  const std::map<std::string, std::string> events{{keys_[0], R"([["move",2,"R"],["move",3,"R"]])"}, {keys_[1], R"([["move",4,"r"],["move",6,"R"]])"}, {keys_[2], R"([["move",9,"d"],["give_up",30]])"}};
  for (int person = 0; person < 2; ++person) {
    const Headers me = player();
    const Response joined = post("/api/studies/first/join", "{}", me);
    ASSERT_EQ(joined.status, 200) << joined.body;
    EXPECT_EQ(json(joined).find("number")->json(), std::to_string(person + 1));
    EXPECT_EQ(json(post("/api/studies/first/join", "{}", me)), json(joined)) << "again: the same number and order";
    EXPECT_EQ(post("/api/studies/first/answers", R"({"answers":{"experience":2}})", me).status, 201);
    for (const Value& key : *json(joined).find("puzzles")->items()) {
      const std::string text = cat(R"({"key":"play-)", person, "-", *key.string(), R"(","puzzle":")", *key.string(), R"(","study":"first","started":1700000000000,"rating":3,"outcome":")",
                                   *key.string() == keys_[2] ? "gave_up" : "solved", R"(","events":)", events.at(*key.string()), "}");
      const Response kept = post("/api/plays", text, me);
      EXPECT_EQ(kept.status, 201) << kept.body;
    }
    EXPECT_EQ(post("/api/comparisons", cat(R"({"key":"c)", person, R"(","study":"first","puzzle_x":")", keys_[0], R"(","puzzle_y":")", keys_[1], R"(","level":4})"), me).status, 201);
  }
  EXPECT_EQ(post("/api/studies/first/join", "{}").status, 401);
  EXPECT_EQ(post("/api/studies/none/join", "{}", player()).status, 404);

  const Value progress = json(get("/api/studies/first/progress", admin()));
  EXPECT_EQ(progress.find("plays")->json(), "6");
  EXPECT_EQ(progress.find("comparisons")->json(), "2");
  EXPECT_EQ(progress.find("participants")->items()->front().find("finished")->json(), "3");
  EXPECT_EQ(progress.find("participants")->items()->front().find("answers")->json(), R"({"experience":2})");
  const Value fit = json(get("/api/studies/first/fit?target=time&predictors=pushes", admin()));
  EXPECT_EQ(fit.find("plays")->json(), "6");
  // Both spend 5, 10 and 39 seconds: less their mean of 18 that is −13, −8 and 21.
  std::map<std::string, double> index;
  for (const Value& point : *fit.find("points")->items()) index[*point.find("puzzle")->string()] = point.find("index")->number();
  EXPECT_NEAR(index[keys_[0]], -13, 1e-9);
  EXPECT_NEAR(index[keys_[1]], -8, 1e-9);
  EXPECT_NEAR(index[keys_[2]], 21, 1e-9);
  EXPECT_FALSE(fit.find("regression")->is_null());
  EXPECT_EQ(get("/api/studies/first/fit?target=luck", admin()).status, 400);
  EXPECT_EQ(get("/api/studies/first/fit?predictors=none", admin()).status, 400);

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

}  // namespace

}  // namespace nazo::serve
