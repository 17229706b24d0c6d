// Every experiment speaks text, JSON Lines, CSV and SVG, in both languages, from one run.
#include <set>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "cli_fixture.hpp"
#include "experiments/experiments.hpp"
#include "xml_check.hpp"

namespace nazo::cli {
namespace {

/// A small call of every experiment.
std::vector<std::vector<std::string>> small_calls(const std::string& cross, const std::string& problems) {
  return {
      {"shisen-features", "--boards", "2", "--size", "6x4", "--kinds", "6"},
      {"shisen-table1", "--boards", "14", "--size", "6x4", "--kinds", "6"},
      {"shisen-deadlocks", "--boards", "3", "--plays", "6", "--size", "6x4", "--border", "inside"},
      {"nonogram-features", cross, "--trials", "30"},
      {"nonogram-personal", "--shuffles", "1"},
      {"nonogram-solver", cross, "--persons", "1", "--plays", "1", "--size", "5x5", "--make", "1", "--solvings", "2"},
      {"superpuzz-table1", "--deals", "3", "--columns", "5"},
      {"superpuzz-cut-lost", "--deals", "3", "--columns", "4..5"},
      {"superpuzz-winnability", "--deals", "3", "--columns", "5"},
      {"shanghai-winnable", "--deals", "2", "--layout", "hut"},
      {"sokoban-table1", "--loops", "4"},
      {"tsume-proof-numbers", problems},
      {"tsume-generators", "--methods", "random", "--items", "2", "--plies", "1..3", "--analysed", "2"},
      {"simulated-players", "--repeats", "1", "--judged", "1", "--world", "null"}};
}

class ExperimentFrame : public ::testing::Test {
 protected:
  TemporaryFile cross{"frame.non", "title \"謎 & <1>\"\nwidth 3\nheight 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\n"};
  TemporaryFile problems{"frame.sfen", "6g1k/6+B2/6+N2/9/9/9/9/9/9 b B2r3g4s3n4l18p 1\n"};
  TemporaryFile picture{"frame.svg", ""};

  [[nodiscard]] std::string drawn() const {
    std::ifstream file(picture.path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

bool has_japanese(std::string_view text) {
  for (; !text.empty(); text.remove_prefix(std::max<std::size_t>(1, utf8_length(text))))
    if (utf8_length(text) == 3 && static_cast<unsigned char>(text[0]) >= 0xE3) return true;
  return false;
}

TEST_F(ExperimentFrame, EveryExperimentHasEveryForm) {
  std::set<std::string> tried;
  for (std::vector<std::string> call : small_calls(cross.path(), problems.path())) {
    const std::string name = call.front();
    tried.insert(name);
    call.insert(call.begin(), "experiment");
    const auto with = [&](std::vector<std::string> more) {
      std::vector<std::string> args = call;
      args.insert(args.end(), more.begin(), more.end());
      return with_catalog(args);
    };
    const Ran csv = with({"--csv", "--svg", picture.path(), "--language", "ja"});
    ASSERT_EQ(csv.code, 0) << name << ": " << csv.err;
    const auto rows = csv_rows(csv.out);
    ASSERT_TRUE(rows) << name;
    ASSERT_GE(rows->size(), 2u) << name;
    for (const CsvRow& row : *rows) EXPECT_EQ(row.cells.size(), rows->front().cells.size()) << name;
    EXPECT_EQ(xml_fault(drawn()), "") << name;
    EXPECT_TRUE(has_japanese(drawn())) << name;
    if (name == "nonogram-personal") continue;  // takes seconds, and its lines have a test of their own
    const Ran json = with({"--json", "--svg", picture.path()});
    ASSERT_EQ(json.code, 0) << name << ": " << json.err;
    EXPECT_GE(json.json().size() + 1, rows->size()) << name << ": the chief table is among the lines";
    const std::string english = drawn();
    EXPECT_EQ(xml_fault(english), "") << name;
    const Ran text = with({});
    EXPECT_EQ(text.code, 0) << name;
    EXPECT_FALSE(text.out.empty()) << name;
  }
  for (const Experiment& experiment : experiments()) EXPECT_TRUE(tried.contains(experiment.name)) << experiment.name;
}

TEST_F(ExperimentFrame, BadWishesAreOneLine) {
  const auto fails = [&](std::vector<std::string> more) {
    std::vector<std::string> args{"experiment", "sokoban-table1", "--loops", "1"};
    args.insert(args.end(), more.begin(), more.end());
    const Ran ran = with_catalog(args);
    EXPECT_EQ(ran.code, 2) << join(args, " ");
    return ran.err;
  };
  EXPECT_TRUE(fails({"--json", "--csv"}).contains("one of --json and --csv"));
  EXPECT_TRUE(fails({"--csv", "--table", "table9"}).contains("there are table1"));
  EXPECT_TRUE(fails({"--svg", picture.path(), "--figure", "figure9"}).contains("there are outcomes"));
  EXPECT_TRUE(fails({"--svg", "/nowhere/at/all.svg"}).contains("cannot be written"));
  EXPECT_TRUE(fails({"--language", "fr"}).contains("language"));
}

TEST_F(ExperimentFrame, AnalyzeWritesCsvThatOtherVerbsRead) {
  const Ran csv = nazo({"analyze", "lights", "--csv", "-"}, "*.\n.*\n\n**\n.*\n");
  ASSERT_EQ(csv.code, 0) << csv.err;
  const auto rows = csv_rows(csv.out);
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 3u) << csv.out;
  const Ran again = nazo({"analyze", "--csv", "-"}, csv.out);
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, csv.out);
  const Ran json = nazo({"analyze", "lights", "--json", "-"}, "*.\n.*\n\n**\n.*\n");
  const Ran from_csv = nazo({"analyze", "--json", "-"}, csv.out);
  ASSERT_EQ(from_csv.json().size(), 2u);
  EXPECT_EQ(from_csv.json()[1].find("features")->json(), json.json()[1].find("features")->json());
}

TEST_F(ExperimentFrame, AnalyzeWritesCsvOfEveryGenre) {
  for (const Genre* genre : catalog()) {
    const std::string& name = genre->facts().name;
    const Example& example = genre->facts().examples.front();
    const std::vector<std::string> order{"analyze", name, "-", "--nodes", "20000"};
    std::vector<std::string> as_csv = order, as_json = order;
    as_csv.emplace_back("--csv");
    as_json.emplace_back("--json");
    const Ran csv = with_catalog(as_csv, example.text + "\n"), json = with_catalog(as_json, example.text + "\n");
    ASSERT_TRUE(csv.code == 0 || csv.code == 3) << name << ": " << csv.err;
    const auto rows = csv_rows(csv.out);
    ASSERT_TRUE(rows) << name;
    ASSERT_EQ(rows->size(), 2u) << name;
    EXPECT_EQ((*rows)[0].cells.size(), (*rows)[1].cells.size()) << name;
    const auto has = [&](const std::string& column) {
      for (const CsvCell& cell : (*rows)[0].cells)
        if (cell.text == column) return true;
      return false;
    };
    const std::vector<Value> lines = json.json();
    ASSERT_EQ(lines.size(), 1u) << name;
    for (const auto& [feature, value] : *lines[0].find("features")->fields()) {
      const bool plain = value.fields() == nullptr && value.items() == nullptr;
      EXPECT_TRUE(!plain || has(feature)) << name << ": " << feature;
    }
  }
}

TEST_F(ExperimentFrame, BoardsOfShisenFeaturesGoOnToOtherVerbs) {
  const std::vector<std::string> order{"experiment", "shisen-features", "--boards", "2",     "--size",
                                       "6x4",        "--kinds",         "6",        "--json"};
  const Ran boards = with_catalog(order);
  ASSERT_EQ(boards.code, 0) << boards.err;
  const Ran rated = with_catalog({"rate", "--json", "-"}, boards.out);
  ASSERT_EQ(rated.code, 0) << rated.err;
  ASSERT_EQ(rated.json().size(), 2u);
  EXPECT_FALSE(rated.json()[0].find("difficulty")->is_null());
  std::vector<std::string> as_csv = order;
  as_csv.back() = "--csv";
  const Ran rated_csv = with_catalog({"rate", "--json", "-"}, with_catalog(as_csv).out);
  ASSERT_EQ(rated_csv.code, 0) << rated_csv.err;
  EXPECT_EQ(rated_csv.json()[1].find("difficulty")->json(), rated.json()[1].find("difficulty")->json());
}

}  // namespace
}  // namespace nazo::cli
