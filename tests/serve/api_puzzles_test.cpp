// Puzzles: lists and pages, one puzzle, pictures and files, the puzzle of the day, what to play next.
#include <set>

#include "serve/fixture.hpp"

namespace nazo::serve {

namespace {

TEST_F(ApiTest, ListsGoFromEasyToHardPageByPage) {
  std::vector<std::string> seen;
  std::string more;
  for (int page = 0; page < 5; ++page) {
    const Value answer = json(get("/api/puzzles?genre=sokoban&limit=1" + more));
    if (answer.find("puzzles")->items()->empty()) break;
    const Value& last = answer.find("puzzles")->items()->front();
    seen.push_back(*last.find("key")->string());
    more = cat("&after=", seen.back(), "&after_difficulty=", last.find("difficulty")->number());
  }
  EXPECT_EQ(seen, keys_);
  EXPECT_EQ(json(get("/api/puzzles?easiest=20&hardest=40")).find("puzzles")->items()->size(), 1u);
  EXPECT_EQ(json(get("/api/puzzles?genre=superpuzz")).find("puzzles")->items()->size(), 0u);
}

TEST_F(ApiTest, OnePuzzleHasEverythingButItsSolution) {
  const Value puzzle = json(get("/api/puzzles/" + keys_[0]));
  EXPECT_EQ(*puzzle.find("genre")->string(), "sokoban");
  EXPECT_EQ(puzzle.find("rows")->json(), "3");
  EXPECT_EQ(puzzle.find("columns")->json(), "7");
  EXPECT_NE(puzzle.find("features")->find("pushes"), nullptr);
  EXPECT_EQ(puzzle.find("solution"), nullptr);
  EXPECT_EQ(json(get("/api/puzzles/" + keys_[0] + "/solution")).find("solution")->json(), "\"RR\"");
  EXPECT_EQ(get("/api/puzzles/none").status, 404);
  EXPECT_EQ(get("/api/puzzles/%ff%fe").status, 404) << "no UTF-8, so nobody's key";
  EXPECT_EQ(get("/api/puzzles/none/solution").status, 404);
  EXPECT_EQ(get("/api/puzzles/'; DROP TABLE puzzles; --").status, 404);
}

TEST_F(ApiTest, PicturesAndFiles) {
  const std::string at = "/api/puzzles/" + keys_[1];
  const Response svg = get(at + "/picture.svg");
  EXPECT_TRUE(svg.body.starts_with("<svg"));
  EXPECT_EQ(svg.body.find("<script"), std::string::npos) << "a title is only text";
  EXPECT_TRUE(get(at + "/file?format=pdf").body.starts_with("%PDF"));
  EXPECT_TRUE(get(at + "/file?format=png").body.starts_with("\x89PNG"));
  EXPECT_NE(get(at + "/file").body.find("#@ $. #"), std::string::npos);
  EXPECT_EQ(get(at + "/file?format=exe").status, 400);
  EXPECT_EQ(get(at + "/file?format=../x").status, 400);
  EXPECT_NE(header(get(at + "/file"), "Content-Disposition").find("attachment"), std::string::npos);
}

TEST_F(ApiTest, ThePuzzleOfTheDayIsTheSameAllDay) {
  const Value first = json(get("/api/daily")), second = json(get("/api/daily?again"));
  EXPECT_EQ(first, second);
  EXPECT_EQ(first.find("puzzles")->items()->size(), 1u) << "one of each genre that has any";
}

TEST_F(ApiTest, DaysDiffer) {
  std::set<std::string> chosen;
  for (int day = 0; day < 20; ++day) {
    api_.reset();
    ApiSettings other = settings();
    other.now = [day] { return store::Moment{day} * 86'400'000; };
    api_ = *Api::open(std::move(other), {});
    chosen.insert(json(get("/api/daily")).find("puzzles")->items()->front().find("key")->json());
  }
  EXPECT_GE(chosen.size(), 2u);
}

TEST_F(ApiTest, ADayThatHasBeenCanBeAskedFor) {
  const auto on = [&](int day) {
    api_.reset();
    ApiSettings other = settings();
    other.now = [day] { return store::Moment{day} * 86'400'000; };
    api_ = *Api::open(std::move(other), {});
  };
  on(3);
  const Value that_day = json(get("/api/daily"));
  EXPECT_EQ(*that_day.find("day")->string(), "1970-01-04");
  on(9);
  EXPECT_EQ(json(get("/api/daily?day=1970-01-04")), that_day);
  EXPECT_EQ(get("/api/daily?day=1970-01-11").status, 404) << "a day to come";
  for (const std::string wrong : {"1970-1-4", "1970-02-30", "yesterday", "1970-01-04x", "1970/01/04", "-970-01-04"})
    EXPECT_EQ(get("/api/daily?day=" + wrong).status, 400) << wrong;
}

TEST_F(ApiTest, EasierAndHarderAreSo) {
  const auto next = [&](const std::string& query) {
    return *json(get("/api/next?genre=sokoban" + query)).find("key")->string();
  };
  EXPECT_EQ(next(""), keys_[0]) << "somebody new begins with the easiest";
  EXPECT_EQ(next("&after=" + keys_[0]), keys_[1]) << "and goes on a little harder";
  EXPECT_EQ(next("&wish=harder&after=" + keys_[1]), keys_[2]);
  EXPECT_EQ(next("&wish=easier&after=" + keys_[1]), keys_[0]);
  EXPECT_EQ(get("/api/next?genre=superpuzz").status, 404);
  EXPECT_EQ(get("/api/next?genre=sokoban&wish=x").status, 400);
  EXPECT_EQ(get("/api/next").status, 400);
}

TEST_F(ApiTest, APuzzleOfAMakerGoesOnTheShelfByTheAdminOnly) {
  const std::string body = R"({"genre":"sokoban","text":"######\n#@ $.#\n######\n","title":"Mine"})";
  EXPECT_EQ(post("/api/puzzles", body).status, 401);
  const Response added = post("/api/puzzles", body, admin());
  ASSERT_EQ(added.status, 201) << added.body;
  const std::string key = *json(added).find("keys")->items()->front().string();
  EXPECT_EQ(*json(get("/api/puzzles/" + key)).find("title")->string(), "Mine");
  EXPECT_EQ(post("/api/puzzles", R"({"genre":"sokoban","text":"nothing"})", admin()).status, 422);
  EXPECT_EQ(post("/api/puzzles", R"({"genre":"chess","text":"x"})", admin()).status, 400);
}

TEST_F(ApiTest, WithoutRoomForAProcessThePaperComesLater) {
  api_.reset();
  ApiSettings poor = settings();
  poor.worker = "/nowhere/nazo";
  api_ = *Api::open(std::move(poor), {});
  const Response file = get(cat("/api/puzzles/", keys_[0], "/file?format=pdf"));
  EXPECT_EQ(file.status, 503) << file.body;
  EXPECT_FALSE(header(file, "Retry-After").empty());
  EXPECT_NE(get("/metrics").body.find("nazo_store_in_trouble 0"), std::string::npos) << "the store is not to blame";
}

TEST_F(ApiTest, ACollectionOnPaper) {
  const std::string level = R"({"genre":"sokoban","text":"#####\n#@$.#\n#####\n","title":"<b>One</b> & only"})";
  const Response sheet = post("/api/sheet", cat(R"({"title":"Mine","items":[)", level, ",", level, "]}"));
  ASSERT_EQ(sheet.status, 200) << sheet.body.substr(0, 200);
  EXPECT_TRUE(body_of(sheet).starts_with("%PDF"));
  EXPECT_EQ(post("/api/sheet", R"({"items":[]})").status, 400);
  EXPECT_EQ(post("/api/sheet", R"({"items":[1]})").status, 400);
  EXPECT_EQ(post("/api/sheet", R"({"items":[{"genre":"chess","text":"x"}]})").status, 400);
  EXPECT_EQ(post("/api/sheet", R"({"items":[{"genre":"sokoban","text":"nothing"}]})").status, 422);
  std::string many = level;
  for (int i = 0; i < 60; ++i) many += "," + level;
  EXPECT_EQ(post("/api/sheet", cat(R"({"items":[)", many, "]}")).status, 422);
}

}  // namespace

}  // namespace nazo::serve
