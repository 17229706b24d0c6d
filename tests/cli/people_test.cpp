// study, fit and rate from end to end: a study is made, plays come in, bad ones are refused, models are fitted and
// speak.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "cli_fixture.hpp"
#include "store/store.hpp"

namespace nazo::cli {
namespace {

const std::string study_name = "étude 謎'; DROP TABLE plays; --";
const std::string hostile = "x'); DROP TABLE players; -- \"🧩\" \\ \n , ;";

double number(const Value& line, std::string_view field) {
  const Value* found = line.find(field);
  return found != nullptr ? found->number() : std::nan("");
}
std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Where two exports part, in a line; empty if they do not.
std::string first_difference(const std::string& a, const std::string& b) {
  const auto x = lines_of(a), y = lines_of(b);
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
    if (x[i].text != y[i].text)
      return cat("line ", i + 1, ": ", x[i].text.substr(0, 200), " and ", y[i].text.substr(0, 200));
  return x.size() == y.size() ? "" : cat(x.size(), " lines and ", y.size());
}

/// A folder of its own for the stores of a test.
class PeopleCli : public testing::Test {
 protected:
  PeopleCli()
      : folder_(std::filesystem::temp_directory_path() /
                cat("nazo-people-", ::getpid(), "-", testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(folder_);
  }
  ~PeopleCli() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string store() const { return file("people.db"); }

  /// Twelve boards of the toy genre as JSON Lines, no two the same.
  [[nodiscard]] std::vector<Value> boards() const {
    std::vector<Value> out;
    std::set<std::string> seen;
    for (Value& line : nazo({"generate", "lights", "--count", "40", "--seed", "5", "--json"}).json()) {
      const Ran key = nazo({"convert", "--to", "json"}, line.json());
      std::string mirrored = text(line, "puzzle");
      for (std::size_t row = 0; row < 3; ++row) std::swap(mirrored[4 * row], mirrored[4 * row + 2]);
      if (!seen.insert(std::min(text(line, "puzzle"), mirrored)).second || out.size() == 12) continue;
      out.push_back(
          line.set("title", cat("board ", out.size() + 1, out.size() == 3 ? " " + hostile : "")).set("id", Value()));
    }
    EXPECT_EQ(out.size(), 12u);
    return out;
  }

  void create_study() {
    std::string lines;
    for (const Value& board : boards()) lines += board.json() + "\n";
    std::ofstream(file("boards.jsonl")) << lines;
    const Ran made = nazo({"study", "create", study_name, file("boards.jsonl"), "--store", store(), "--title", hostile,
                           "--order", "balanced", "--json"});
    ASSERT_EQ(made.code, 0) << made.err;
    ASSERT_EQ(made.json().size(), 1u);
    EXPECT_EQ(text(made.json()[0], "study"), study_name);
    EXPECT_EQ(number(made.json()[0], "puzzles"), 12);
  }

  /// Keys and texts of the study's puzzles.
  [[nodiscard]] std::vector<Value> puzzles() const {
    return nazo({"study", "export", study_name, "--type", "puzzle", "--store", store()}).json();
  }

  static std::string player_key(int number) { return number == 0 ? hostile : cat("player-", number); }
  static std::string player_line(int number) {
    return Value::object().set("type", "player").set("key", player_key(number)).set("created", 1000 + number).json();
  }

  /// A play that solves the puzzle (or gives up) in about so many seconds.
  static Value play(const std::string& key, const std::string& player, const Value& puzzle, double seconds, bool solved,
                    std::int64_t started) {
    const std::string solution = text(nazo({"solve", "--json"}, puzzle.json()).json().at(0), "solution");
    Value events = Value::array();
    const auto moves = split(solution, ' ');
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const bool gives_up = !solved && i + 1 == moves.size();
      Value event = Value::array();
      event.push(gives_up ? "give_up" : "move").push(seconds / static_cast<double>(moves.size()));
      if (!gives_up) event.push(moves[i]);
      events.push(event);
    }
    Value line = Value::object();
    line.set("type", "play").set("key", key).set("player", player).set("puzzle", text(puzzle, "key"));
    line.set("study", study_name).set("started", started).set("outcome", solved ? "solved" : "gave_up");
    return line.set("rating", 1 + static_cast<int>(seconds) % 5).set("deadlocks", 0).set("events", events);
  }

  /// Ten people at twelve puzzles: longer solutions take longer and are given up more often.
  void import_plays() {
    Rng rng(7);
    std::string lines;
    for (int p = 0; p < 10; ++p) lines += player_line(p) + "\n";
    const auto all = puzzles();
    ASSERT_EQ(all.size(), 12u);
    for (int p = 0; p < 10; ++p)
      for (std::size_t j = 0; j < all.size(); ++j) {
        const double length = number(*all[j].find("features"), "length");
        const double seconds = std::exp(2 + .25 * length - .1 * p + .3 * rng.unit());
        const bool solved = length < 2 || rng.unit() < .95 - .06 * length + .02 * p;
        lines +=
            play(cat("play-", p, "-", j), player_key(p), all[j], seconds, solved, 1'700'000'000'000 + 1000 * p).json() +
            "\n";
      }
    std::ofstream(file("plays.jsonl")) << lines;
    const Ran ran = nazo({"study", "import", file("plays.jsonl"), "--store", store(), "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(number(ran.json()[0], "refused"), 0);
    EXPECT_EQ(number(*ran.json()[0].find("added"), "play"), 120);
    EXPECT_EQ(number(*ran.json()[0].find("added"), "player"), 10);
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(PeopleCli, AStudyFromItsMakingToItsEnd) {
  create_study();
  EXPECT_EQ(nazo({"study", "create", study_name, file("boards.jsonl"), "--store", store()}).code, 2) << "twice";
  // Two people join; a balanced order is a permutation that differs between them; joining again changes nothing.
  const auto first = nazo({"study", "order", study_name, "--store", store(), "--json"}).json().at(0);
  const auto second = nazo({"study", "order", study_name, "--store", store(), "--json"}).json().at(0);
  EXPECT_NE(first.find("puzzles")->json(), second.find("puzzles")->json());
  std::set<std::string> keys;
  for (const Value& key : *first.find("puzzles")->items()) keys.insert(*key.string());
  EXPECT_EQ(keys.size(), 12u);
  const auto again =
      nazo({"study", "order", study_name, "--player", text(first, "player"), "--store", store(), "--json"});
  EXPECT_EQ(again.json().at(0).json(), first.json());

  import_plays();
  const auto status = nazo({"study", "status", study_name, "--store", store(), "--json"}).json().at(0);
  EXPECT_EQ(text(status, "title"), hostile);
  EXPECT_EQ(number(status, "plays"), 120);
  EXPECT_EQ(number(status, "participants"), 2);
  EXPECT_EQ(number(status, "players"), 10);
  EXPECT_EQ(number(status, "solved") + number(status, "gave_up"), 120);
  EXPECT_GT(number(status, "gave_up"), 10);
  EXPECT_EQ(number(status, "rated"), 120);
  const Ran listed = nazo({"study", "list", "--store", store()});
  EXPECT_EQ(listed.code, 0);
  EXPECT_NE(listed.out.find(study_name), std::string::npos);
  EXPECT_NE(nazo({"study", "status", study_name, "--store", store()}).out.find("120 plays"), std::string::npos);

  EXPECT_EQ(nazo({"study", "close", study_name, "--store", store()}).code, 0);
  const Ran late = nazo({"study", "order", study_name, "--store", store()});
  EXPECT_EQ(late.code, 2);
  EXPECT_NE(late.err.find("closed"), std::string::npos) << late.err;
}

TEST_F(PeopleCli, ChoosesTheStoresPuzzlesByAnExpression) {
  create_study();
  const Ran made =
      nazo({"study", "create", "long ones", "lights", "--keep", "length >= 5", "--store", store(), "--json"});
  ASSERT_EQ(made.code, 0) << made.err;
  const double count = number(made.json()[0], "puzzles");
  std::size_t expected = 0;
  for (const Value& puzzle : puzzles()) expected += number(*puzzle.find("features"), "length") >= 5;
  EXPECT_EQ(count, expected);
  EXPECT_GT(expected, 0u);
  EXPECT_LT(expected, 12u);
  EXPECT_EQ(nazo({"study", "create", "none", "lights", "--keep", "length > 99", "--store", store()}).code, 2);
  EXPECT_EQ(nazo({"study", "create", "odd", "lights", "--keep", "length >", "--store", store()}).code, 2);
  EXPECT_EQ(nazo({"study", "create", "pairs", file("boards.jsonl"), "--comparisons", "--store", store()}).code, 2)
      << "comparisons of all pairs are for up to 7 puzzles";
}

TEST_F(PeopleCli, ExportComesBackWithoutLossInBothForms) {
  create_study();
  import_plays();
  ASSERT_EQ(nazo({"fit", "lights", "--store", store(), "--note", hostile}).code, 0);
  ASSERT_EQ(nazo({"rate", "lights", "--store", store(), "--player", hostile, "--recommend", "3"}).code, 0);
  const Ran everything = nazo({"study", "export", "--store", store()});
  ASSERT_EQ(everything.code, 0) << everything.err;
  for (const auto* type : {"puzzle", "player", "study", "play", "model", "rating", "recommendation"})
    EXPECT_NE(everything.out.find(cat("{\"type\":\"", type, "\"")), std::string::npos) << type;

  const std::string copy = file("copy.db"), third = file("third.db");
  const Ran in = nazo({"study", "import", "--store", copy}, everything.out);
  ASSERT_EQ(in.code, 0) << in.err;
  EXPECT_EQ(first_difference(nazo({"study", "export", "--store", copy}).out, everything.out), "");

  for (const auto* type :
       {"puzzle", "player", "study", "participant", "play", "comparison", "model", "rating", "recommendation"}) {
    const std::string path = file(cat(type, ".csv"));
    ASSERT_EQ(nazo({"study", "export", "--csv", "--type", type, "--store", store(), "--output", path}).code, 0) << type;
    const Ran back = nazo({"study", "import", path, "--store", third});
    ASSERT_EQ(back.code, 0) << type << ": " << back.err;
  }
  EXPECT_EQ(first_difference(nazo({"study", "export", "--store", third}).out, everything.out), "");
  // Sent twice, nothing is doubled.
  const auto twice = nazo({"study", "import", file("plays.jsonl"), "--store", copy, "--json"}).json().at(0);
  EXPECT_EQ(number(twice, "present"), 130);
  EXPECT_EQ(first_difference(nazo({"study", "export", "--store", copy}).out, everything.out), "");
}

TEST_F(PeopleCli, BadRowsAreRefusedOneByOneWithTheirLine) {
  create_study();
  const auto all = puzzles();
  const Value good = play("good", "someone", all[0], 20, true, 5000);
  const std::string before = nazo({"study", "export", "--store", store()}).out;
  std::string lines = Value::object().set("type", "player").set("key", "someone").set("created", 1).json() + "\n";
  lines += good.json() + "\n";                                                      // 2
  lines += "this is not JSON\n";                                                    // 3
  lines += "{\"type\":\"play\",\"key\":\"half\"}\n";                                // 4
  lines += Value(good).set("key", "a").set("rating", 6).json() + "\n";              // 5
  lines += Value(good).set("key", "b").set("player", "nobody").json() + "\n";       // 6
  lines += Value(good).set("key", "c").set("puzzle", "lights-none").json() + "\n";  // 7
  lines += Value(good).set("key", "d").set("outcome", "gave_up").json() + "\n";     // 8
  lines += Value(good).set("key", "e").set("surprise", 1).json() + "\n";            // 9
  lines += "{\"type\":\"tea\"}\n\n";                                                // 10
  std::ofstream(file("bad.jsonl")) << lines;
  const Ran refused = nazo({"study", "import", file("bad.jsonl"), "--store", store()});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.out.find("8 refused; nothing was kept"), std::string::npos) << refused.out;
  for (int line = 3; line <= 10; ++line)
    EXPECT_NE(refused.err.find(cat("bad.jsonl:", line, ": ")), std::string::npos) << "line " << line << "\n"
                                                                                  << refused.err;
  EXPECT_NE(refused.err.find("there is no player 'nobody'"), std::string::npos) << refused.err;
  EXPECT_EQ(first_difference(nazo({"study", "export", "--store", store()}).out, before), "");

  const auto kept = nazo({"study", "import", file("bad.jsonl"), "--keep-good", "--store", store(), "--json"});
  EXPECT_EQ(kept.code, 2) << "there were bad rows";
  EXPECT_EQ(number(kept.json().at(0), "refused"), 8);
  EXPECT_EQ(number(*kept.json().at(0).find("added"), "play"), 1);
  EXPECT_NE(nazo({"study", "export", "--store", store()}).out.find("\"key\":\"good\""), std::string::npos);
}

TEST_F(PeopleCli, PlaysThatBreakTheRulesAreRefusedWithTheMoveThatFails) {
  create_study();
  const auto all = puzzles();
  const std::string player = Value::object().set("type", "player").set("key", "p").set("created", 1).json() + "\n";
  const auto import = [&](const std::string& events, const std::string& outcome) {
    Value line = play("k", "p", all[0], 20, true, 5000);
    const std::string text = line.set("outcome", outcome).set("events", *parse_json(events)).json();
    return nazo({"study", "import", "--store", store()}, player + text + "\n");
  };
  const Ran off_board = import(R"([["move",1,"1,1"],["move",2,"9,9"]])", "unfinished");
  EXPECT_EQ(off_board.code, 2);
  EXPECT_NE(off_board.err.find("-:2: play k, event 2: move 2 '9,9' is not legal"), std::string::npos) << off_board.err;
  const Ran unsolved = import(R"([["move",1,"1,1"]])", "solved");
  EXPECT_NE(unsolved.err.find("its moves do not solve the puzzle"), std::string::npos) << unsolved.err;
  const Ran undone = import(R"([["undo",1]])", "unfinished");
  EXPECT_NE(undone.err.find("nothing is left to take back"), std::string::npos) << undone.err;
  const Ran after = import(R"([["give_up",1],["move",1,"1,1"]])", "gave_up");
  EXPECT_NE(after.err.find("given up, but the play goes on"), std::string::npos) << after.err;
  const Ran backwards = import(R"([["move",-1,"1,1"]])", "unfinished");
  EXPECT_NE(backwards.err.find("thinking time"), std::string::npos) << backwards.err;
  EXPECT_EQ(import(R"([["move",1,"1,1"],["undo",1],["hint",1],["restart",2],["give_up",3]])", "gave_up").code, 0);
  // A puzzle under another puzzle's key is found out.
  Value stolen = all[0];
  stolen.set("key", text(all[1], "key")).set("puzzle", "***\n***\n***\n");
  const Ran wrong_key = nazo({"study", "import", "--store", store()}, stolen.json() + "\n");
  EXPECT_NE(wrong_key.err.find("is not that of its puzzle"), std::string::npos) << wrong_key.err;
}

TEST_F(PeopleCli, FitPrintsThePapersTableAndItsScatterPlot) {
  create_study();
  import_plays();
  const Ran fit = nazo({"fit", "--study", study_name, "--target", "time", "--predictors", "length;length,lit", "--svg",
                        file("plot.svg"), "--store", store(), "--json"});
  ASSERT_EQ(fit.code, 0) << fit.err;
  const auto rows = fit.json();
  ASSERT_EQ(rows.size(), 2u);
  for (const Value& row : rows) {
    for (const auto* field : {"target", "predictors", "r", "adj_r2", "cv_r", "n"})
      EXPECT_NE(row.find(field), nullptr) << field;
    EXPECT_EQ(text(row, "target"), "time");
    EXPECT_EQ(number(row, "n"), 12);
    EXPECT_GT(number(row, "r"), .8) << "the times were made from the length";
    const double p = static_cast<double>(row.find("predictors")->items()->size()), r = number(row, "r");
    EXPECT_NEAR(number(row, "adj_r2"), 1 - (1 - r * r) * 11 / (11 - p), 1e-9);
    EXPECT_LT(number(row, "cv_r"), r);
    const Value& slope = *row.find("coefficients")->find("length");
    EXPECT_LT(number(slope, "low"), number(slope, "value"));
    EXPECT_GT(number(slope, "low"), 0) << "longer is slower";
  }
  const std::string svg = bytes_of(file("plot.svg"));
  EXPECT_TRUE(svg.starts_with("<svg"));
  std::size_t dots = 0;
  for (std::size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1)) ++dots;
  EXPECT_EQ(dots, 12u);
  EXPECT_NE(svg.find("&quot;🧩&quot;"), std::string::npos) << "titles are escaped";

  const Ran success = nazo({"fit", "--study", study_name, "--target", "success", "--store", store()});
  EXPECT_EQ(success.code, 0) << success.err;
  for (const auto* word : {"predictors", "R", "adj. R²", "cv R", "coefficients of the last row", "left out"})
    EXPECT_NE(success.out.find(word), std::string::npos) << word;
  EXPECT_EQ(nazo({"fit", "--study", "none", "--target", "time", "--store", store()}).code, 2);
  EXPECT_EQ(nazo({"fit", "--study", study_name, "--target", "time", "--predictors", "weight", "--store", store()}).code,
            2);
  EXPECT_EQ(nazo({"fit", "--target", "time", "--store", store()}).code, 2) << "which plays?";
}

TEST_F(PeopleCli, ExclusionRulesAreOfTheAnalysisAndNeverOfTheData) {
  create_study();
  import_plays();
  const auto all = puzzles();
  Value paused = play("paused", "player-1", all[0], 20, true, 5000),
        at_once = play("at-once", "player-1", all[1], 3, true, 5000);
  Value long_event = Value::array();
  long_event.push("hint").push(180.0);
  Value events = Value::array();
  events.push(long_event);
  for (const Value& event : *paused.find("events")->items()) events.push(event);
  paused.set("events", events);
  at_once.set("outcome", "gave_up").set("events", *parse_json(R"([["give_up",2]])"));
  ASSERT_EQ(nazo({"study", "import", "--store", store()}, paused.json() + "\n" + at_once.json() + "\n").code, 0);
  const auto status = nazo({"study", "status", study_name, "--store", store(), "--json"}).json().at(0);
  EXPECT_EQ(number(status, "plays"), 122);
  EXPECT_EQ(number(status, "excluded_pause"), 1);
  EXPECT_EQ(number(status, "excluded_at_once"), 1);
  const Ran fit =
      nazo({"fit", "--study", study_name, "--target", "time", "--predictors", "length", "--store", store()});
  // Who looked at a puzzle with a long pause and comes back to it knows it; two seconds were only a glance.
  EXPECT_NE(fit.out.find("119 plays"), std::string::npos) << fit.out;
  EXPECT_NE(fit.out.find("1 with a long pause, 1 given up at once"), std::string::npos) << fit.out;
  EXPECT_NE(fit.out.find("1 of a puzzle looked at before"), std::string::npos) << fit.out;
  const auto longer =
      nazo({"study", "status", study_name, "--pause", "200", "--store", store(), "--json"}).json().at(0);
  EXPECT_EQ(number(longer, "excluded_pause"), 0);
  EXPECT_NE(nazo({"study", "export", study_name, "--store", store()}).out.find("\"key\":\"paused\""),
            std::string::npos);
}

TEST_F(PeopleCli, RateSpeaksByThePriorUntilThereIsAModel) {
  const std::string board = ".*.\n***\n.*.\n";
  const auto alone = nazo({"rate", "lights", "--json"}, board).json().at(0);
  for (const auto* field : {"id", "genre", "difficulty", "interest", "time", "success", "model"})
    EXPECT_NE(alone.find(field), nullptr) << field;
  EXPECT_EQ(text(alone, "model"), "prior");
  EXPECT_EQ(number(alone, "difficulty"), 10);
  EXPECT_NE(nazo({"rate", "lights"}, board).out.find("model prior (from the features, no plays)"), std::string::npos);
  create_study();
  const auto unfitted = nazo({"rate", "lights", "--store", store(), "--json"}, board).json().at(0);
  EXPECT_EQ(text(unfitted, "model"), "prior");
  EXPECT_EQ(nazo({"fit", "lights", "--store", store()}).code, 2) << "no plays, no model";

  import_plays();
  const auto fitted = nazo({"fit", "lights", "--store", store(), "--json"});
  ASSERT_EQ(fitted.code, 0) << fitted.err;
  const std::string model = text(fitted.json().at(0), "model");
  EXPECT_EQ(number(fitted.json().at(0), "rated"), 12);
  const auto rated = nazo({"rate", "lights", "--store", store(), "--json"}, board).json().at(0);
  EXPECT_EQ(text(rated, "model"), model);
  for (const auto* field : {"difficulty_se", "time_se", "success_se"}) EXPECT_GT(number(rated, field), 0) << field;
  EXPECT_FALSE(*rated.find("played")->boolean()) << "nobody has played this very board: it is rated from its features";
  // The quickest and the slowest player get different times for the same puzzle, both with their errors.
  const std::string some = boards()[0].json();
  const auto slow = nazo({"rate", "--store", store(), "--player", player_key(0), "--json"}, some).json().at(0);
  const auto quick = nazo({"rate", "--store", store(), "--player", player_key(9), "--json"}, some).json().at(0);
  EXPECT_TRUE(*slow.find("played")->boolean());
  EXPECT_GT(number(slow, "time"), 1.3 * number(quick, "time"));
  EXPECT_EQ(text(slow, "model"), model);
  // Harder by length is harder by rating.
  std::vector<std::pair<double, double>> length_and_difficulty;
  for (const Value& puzzle : puzzles()) {
    const auto line = nazo({"rate", "--store", store(), "--json"}, puzzle.json()).json().at(0);
    length_and_difficulty.emplace_back(number(*puzzle.find("features"), "length"), number(line, "difficulty"));
  }
  const auto [shortest, longest] = std::ranges::minmax(length_and_difficulty);
  EXPECT_LT(shortest.second + 20, longest.second);

  EXPECT_EQ(text(nazo({"rate", "lights", "--store", store(), "--model", model, "--json"}, board).json().at(0), "model"),
            model);
  EXPECT_EQ(nazo({"rate", "lights", "--store", store(), "--model", "none"}, board).code, 2);
  const Ran nobody = nazo({"rate", "lights", "--store", store(), "--player", "nobody"}, board);
  EXPECT_EQ(nobody.code, 2);
  EXPECT_NE(nobody.err.find("there is no player 'nobody'"), std::string::npos) << nobody.err;
  EXPECT_EQ(nazo({"rate", "lights", "--player", "p"}, board).code, 2) << "a player needs a store";
}

TEST_F(PeopleCli, RecommendsTheNearestAvoidsWhatWasSeenAndRecordsThePropensity) {
  create_study();
  import_plays();
  ASSERT_EQ(nazo({"fit", "lights", "--store", store()}).code, 0);
  // Forty more boards nobody has played.
  std::string lines;
  for (const Value& line :
       nazo({"generate", "lights", "--count", "40", "--seed", "77", "--size", "4", "--json"}).json())
    lines += line.json() + "\n";
  ASSERT_EQ(nazo({"rate", "--save", "--store", store()}, lines).code, 0);
  // player-1's own plays are of 2023, long past; a play of today is avoided.
  const auto all = puzzles();
  Value fresh = play("fresh", "player-1", all[2], 15, true, store::now());
  ASSERT_EQ(nazo({"study", "import", "--store", store()}, fresh.json() + "\n").code, 0);
  const Ran ran = nazo({"rate", "lights", "--store", store(), "--player", "player-1", "--recommend", "5",
                        "--target-success", ".7", "--seed", "3", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto given = ran.json();
  ASSERT_EQ(given.size(), 5u);
  std::set<std::string> keys;
  for (const Value& line : given) {
    EXPECT_GT(number(line, "propensity"), 0);
    EXPECT_LE(number(line, "propensity"), 1);
    EXPECT_EQ(number(line, "wanted"), .7);
    EXPECT_GT(number(line, "standard_error"), 0);
    EXPECT_NE(text(line, "key"), text(all[2], "key")) << "seen today";
    EXPECT_TRUE(keys.insert(text(line, "key")).second) << "given twice";
  }
  const auto logged = nazo({"study", "export", "--type", "recommendation", "--store", store()}).json();
  ASSERT_EQ(logged.size(), 5u);
  for (const Value& line : logged) {
    EXPECT_TRUE(keys.contains(text(line, "puzzle")));
    EXPECT_GT(number(line, "propensity"), 0);
    EXPECT_EQ(text(line, "player"), "player-1");
  }
  // What was recommended a moment ago is not recommended again.
  for (const Value& line :
       nazo({"rate", "lights", "--store", store(), "--player", "player-1", "--recommend", "5", "--json"}).json())
    EXPECT_FALSE(keys.contains(text(line, "key")));
  const auto by_time = nazo({"rate", "lights", "--store", store(), "--player", "player-2", "--recommend", "2",
                             "--target-time", "20", "--json"})
                           .json();
  ASSERT_EQ(by_time.size(), 2u);
  EXPECT_EQ(text(by_time[0], "target"), "time");
  EXPECT_EQ(nazo({"rate", "lights", "--recommend", "2"}).code, 2) << "from which store?";
  EXPECT_EQ(
      nazo({"rate", "lights", "--store", store(), "--recommend", "2", "--target-time", "20", "--target-success", ".5"})
          .code,
      2);
}

TEST_F(PeopleCli, ScoresOfPlayersWhoDoNotExistSaySoOnTheirWholeWay) {
  std::string lines;
  const auto all = boards();
  for (const std::size_t i : {0, 1, 2, 4, 5}) lines += all[i].json() + "\n";
  std::ofstream(file("five.jsonl")) << lines;
  ASSERT_EQ(nazo({"study", "create", "five", file("five.jsonl"), "--comparisons", "--store", store()}).code, 0);
  const Ran simulated = nazo({"study", "simulate", "five", "--players", "4", "--world", "good", "--store", store()});
  ASSERT_EQ(simulated.code, 0) << simulated.err;
  const Ran of_people = nazo({"study", "export", "five", "--scores", "--store", store()});
  EXPECT_NE(of_people.code, 0) << "nobody but simulated players has compared anything";
  const Ran scores = nazo({"study", "export", "five", "--scores", "--simulated", "--store", store()});
  ASSERT_EQ(scores.code, 0) << scores.err;
  ASSERT_GE(lines_of(scores.out).size(), 5u) << scores.out;
  EXPECT_EQ(scores.out.find("person,"), 0u);
  for (std::size_t i = 1; i < 5; ++i) EXPECT_TRUE(lines_of(scores.out)[i].text.starts_with("simulated-")) << scores.out;
  std::ofstream(file("scores.csv")) << scores.out;
  std::ofstream(file("features.jsonl")) << nazo({"analyze", file("five.jsonl"), "--json"}).out;
  const std::vector<std::string> experiment{"experiment",       "nonogram-personal",
                                            file("scores.csv"), file("features.jsonl"),
                                            "--feature",        "length",
                                            "--shuffles",       "1"};
  const Ran shown = nazo(experiment);
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_TRUE(shown.out.starts_with("[simulated] 4 of these people do not exist")) << shown.out;
}

TEST_F(PeopleCli, WhereNothingIsKnownOfSuccessNoRangeIsGiven) {
  create_study();
  const std::string somebody = player_line(1);
  ASSERT_EQ(nazo({"study", "import", "--store", store()}, somebody + "\n").code, 0);
  const Ran made = nazo({"generate", "lights", "--for", player_key(1), "--store", store(), "--time", "2", "--json"});
  ASSERT_EQ(made.code, 0) << made.err;
  const Value expected = *made.json().at(0).find("expected");
  ASSERT_EQ(text(expected, "model"), "prior");
  EXPECT_EQ(expected.find("success")->is_null(), expected.find("success_range")->is_null()) << expected.json();
  EXPECT_EQ(made.err.find("success unknown ("), std::string::npos) << made.err;
}

TEST_F(PeopleCli, ComparisonsGiveStrengthsAndCorrelationsWithTheirChanceLevel) {
  std::string lines;
  const auto all = boards();
  for (std::size_t i = 0; i < 5; ++i) lines += all[i].json() + "\n";
  ASSERT_EQ(nazo({"study", "create", study_name, "--comparisons", "--store", store()}, lines).code, 0);
  const auto kept = puzzles();
  std::string records;
  for (int p = 0; p < 6; ++p) {
    records += player_line(p) + "\n";
    for (std::size_t x = 0; x < 5; ++x)
      for (std::size_t y = x + 1; y < 5; ++y) {
        const double difference =
            number(*kept[x].find("features"), "length") - number(*kept[y].find("features"), "length");
        Value line = Value::object();
        line.set("type", "comparison")
            .set("key", cat(p, "-", x, "-", y))
            .set("player", player_key(p))
            .set("study", study_name);
        line.set("puzzle_x", text(kept[x], "key"))
            .set("puzzle_y", text(kept[y], "key"))
            .set("level", difference > 0   ? 2
                          : difference < 0 ? 4
                                           : 3)
            .set("made", 5);
        records += line.json() + "\n";
      }
  }
  const Ran in = nazo({"study", "import", "--store", store()}, records);
  ASSERT_EQ(in.code, 0) << in.err;
  const Ran fit = nazo({"fit", "--study", study_name, "--target", "comparisons", "--store", store(), "--json"});
  ASSERT_EQ(fit.code, 0) << fit.err;
  const auto rows = fit.json();
  ASSERT_EQ(rows.size(), 5u + 6u + 1u);
  EXPECT_GT(number(*rows[5].find("correlations"), "length"), .8);
  EXPECT_GT(number(rows.back(), "chance_some"), .1);
  EXPECT_EQ(number(rows.back(), "some_strong"), 6);
  const Ran shown = nazo({"fit", "--study", study_name, "--target", "comparisons", "--store", store()});
  EXPECT_NE(shown.out.find("by chance"), std::string::npos);
  EXPECT_NE(shown.out.find("meaningless scores have one in"), std::string::npos);
}

TEST_F(PeopleCli, UnusableStoresAreOneLine) {
  std::ofstream(file("text.db")) << "not a data base, only a text that is long enough to look like one\n";
  for (const std::vector<std::string>& args : {std::vector<std::string>{"study", "list", "--store", file("text.db")},
                                               {"fit", "lights", "--store", file("text.db")},
                                               {"rate", "lights", "--store", file("text.db")}}) {
    const Ran ran = nazo(args, "*..\n");
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find("is not an SQLite file"), std::string::npos) << ran.err;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
  }
  EXPECT_EQ(nazo({"study", "status", "x", "--store", file("none.db")}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(file("none.db"))) << "looking makes nothing";
  EXPECT_EQ(nazo({"study"}).code, 2);
  EXPECT_EQ(nazo({"study", "dance", "--store", store()}).code, 2);
  std::ofstream(file("out.jsonl")) << "older";
  create_study();
  EXPECT_EQ(nazo({"study", "export", "none", "--output", file("out.jsonl"), "--store", store()}).code, 2);
  EXPECT_EQ(bytes_of(file("out.jsonl")), "older");
}

}  // namespace
}  // namespace nazo::cli
