// docs/PAPERS.md, row by row: every command there is run in a small version here.
#include <set>

#include "base/text.hpp"
#include "cli_fixture.hpp"
#include "xml_check.hpp"

namespace nazo::cli {
namespace {

class Papers : public ::testing::Test {
 protected:
  TemporaryFile store{"papers.db", ""};
  TemporaryFile picture{"papers.svg", ""};

  Papers() { std::filesystem::remove(store.path()); }
  ~Papers() override {
    for (const char* more : {"-wal", "-shm"}) std::filesystem::remove(store.path() + more);
  }

  /// A study of these puzzles with players who do not exist.
  void make_study(const std::string& name, const std::string& puzzles, std::vector<std::string> more = {}) {
    std::vector<std::string> order{"study", "create", name, "-", "--store", store.path()};
    order.insert(order.end(), more.begin(), more.end());
    const Ran made = with_catalog(order, puzzles);
    ASSERT_EQ(made.code, 0) << made.err;
    const Ran played = with_catalog({"study", "simulate", name, "--players", "12", "--store", store.path()});
    ASSERT_EQ(played.code, 0) << played.err;
  }
  [[nodiscard]] std::string drawn() const {
    std::ifstream file(picture.path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

std::string boards(const std::string& border, int count) {
  return with_catalog({"experiment", "shisen-features", "--boards", std::to_string(count), "--size", "6x4", "--kinds",
                       "6", "--border", border, "--json"})
      .out;
}

TEST_F(Papers, Table1OfPaper000FromAStudy) {
  make_study("first", boards("inside", 16));
  const std::vector<std::string> command{"experiment", "shisen-table1", "--study",    "first",
                                         "--store",    store.path(),    "--simulated"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> args = command;
    args.insert(args.end(), more.begin(), more.end());
    return with_catalog(args);
  };
  const Ran counted = with({"--json", "--svg", picture.path(), "--language", "ja"});
  ASSERT_EQ(counted.code, 0) << counted.err;
  const auto lines = counted.json();
  ASSERT_EQ(lines.size(), 24u) << "eight rows of the paper and four with layers, for both targets";
  EXPECT_NEAR(lines[7].find("printed_r")->number(), .700, 1e-9);
  EXPECT_NEAR(lines[19].find("printed_r")->number(), .519, 1e-9);
  EXPECT_EQ(lines[0].find("n")->number(), 16);
  for (const Value& line : lines) EXPECT_TRUE(*line.find("simulated")->boolean());
  EXPECT_EQ(xml_fault(drawn()), "");
  for (const char* words : {"図6", "図7", "状態空間を分割する層", "推定値 時間指標値"})
    EXPECT_TRUE(drawn().contains(words)) << words;
  const Ran without = with({"--json", "--give-ups", "left-out"});
  ASSERT_EQ(without.code, 0) << without.err;
  EXPECT_NE(without.json()[0].find("r")->json(), lines[0].find("r")->json()) << "give-ups matter to time";
  EXPECT_EQ(without.json()[12].find("r")->json(), lines[12].find("r")->json()) << "and not to success";
  EXPECT_EQ(with({"--split", "scan"}).code, 0);
  EXPECT_EQ(with({"--split", "99"}).code, 2);
  const Ran people = with_catalog({"experiment", "shisen-table1", "--study", "first", "--store", store.path()});
  EXPECT_EQ(people.code, 2) << "nobody has played";
  EXPECT_TRUE(people.err.contains("simulated")) << people.err;
}

TEST_F(Papers, TheSplitIsThatOfAnalyze) {
  // ② and ③ for a split are what analyze says with --split.
  const std::string board = boards("outside", 1);
  const Ran five = with_catalog({"analyze", "--split", "5", "--json"}, board);
  const Ran whole = with_catalog({"analyze", "--json"}, board);
  const Value& layers = *five.json()[0].find("features")->find("layers");
  double moves = 0, states = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const Value& layer = (*layers.items())[i];
    states += layer.find("states")->number();
    moves += layer.find("states")->number() * layer.find("moves_mean")->number();
  }
  EXPECT_NEAR(five.json()[0].find("features")->find("moves_mean_first")->number(), moves / states, 1e-9);
  EXPECT_EQ(layers.json(), whole.json()[0].find("features")->find("layers")->json());
}

TEST_F(Papers, InsideBoardsMakeStudiesOfTheirOwn) {
  const std::string inside = boards("inside", 2);
  EXPECT_TRUE(inside.contains("border: inside\\n"));
  make_study("inside", inside);
  EXPECT_TRUE(with_catalog({"study", "export", "--store", store.path()}).out.contains("border: inside"));
}

TEST_F(Papers, PreGradedSetsGoFromEasyToHard) {
  const Ran made =
      with_catalog({"study", "create", "graded", "-", "--graded", "4", "--store", store.path()}, boards("outside", 12));
  ASSERT_EQ(made.code, 0) << made.err;
  const Ran out = with_catalog({"study", "export", "--store", store.path()});
  const Ran status = with_catalog({"study", "status", "graded", "--store", store.path(), "--json"});
  EXPECT_EQ(status.json()[0].find("puzzles")->number(), 4);
  EXPECT_EQ(
      with_catalog({"study", "create", "more", "-", "--graded", "5", "--store", store.path()}, boards("outside", 2))
          .code,
      2);
}

TEST_F(Papers, TheLibraryOfDeadlocksExplainsThem) {
  const Ran ran = with_catalog({"experiment", "shisen-deadlocks", "--boards", "4", "--plays", "10", "--size", "6x4",
                                "--border", "inside", "--json", "--svg", picture.path()});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto lines = ran.json();
  ASSERT_FALSE(lines.empty());
  EXPECT_NEAR(lines.back().find("explained")->number(), 1, 1e-9) << "every deadlock holds a blocking group";
  double before = 0;
  for (const Value& line : lines) {
    EXPECT_GE(line.find("tiles")->number(), before) << "smallest first";
    before = line.find("tiles")->number();
    // A shape that was met blocked is a deadlock where it was met; those of four tiles block anywhere.
    EXPECT_GE(before, 4);
  }
  EXPECT_EQ(xml_fault(drawn()), "");
}

TEST_F(Papers, Tables42To44FromAStudyAndAnEstimateForANewPuzzle) {
  const Ran made = with_catalog({"generate", "nonogram", "--count", "5", "--size", "6x6", "--seed", "5", "--json"});
  make_study("logic", made.out, {"--comparisons"});
  TemporaryFile fresh(
      "fresh.jsonl",
      with_catalog({"generate", "nonogram", "--count", "1", "--size", "7x7", "--seed", "9", "--json"}).out);
  const std::vector<std::string> command{"experiment", "nonogram-personal", fresh.path(), "--study", "logic",
                                         "--store",    store.path(),        "--shuffles", "1",       "--simulated"};
  const Ran shown = with_catalog(command);
  ASSERT_EQ(shown.code, 0) << shown.err;
  for (const char* words : {"Table 4.2", "Table 4.3", "Table 4.4", "by chance", "Scores", "for this person", "T_mean"})
    EXPECT_TRUE(shown.out.contains(words)) << words;
  for (const Line& line : lines_of(shown.out)) EXPECT_TRUE(line.text.starts_with("[simulated]")) << line.text;
}

}  // namespace
}  // namespace nazo::cli
