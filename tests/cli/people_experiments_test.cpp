// The experiments about people: the paper's figures come out, the warnings are there, and simulated players are called
// so.
#include <cmath>
#include <fstream>
#include <iterator>

#include "base/text.hpp"
#include "cli_fixture.hpp"
#include "experiments/paper001_data.hpp"
#include "workshop/people_scores.hpp"

namespace nazo::cli {
namespace {

const std::string examples = std::string(NAZO_SOURCE_DIR) + "/examples/";

const Value* line_with(const std::vector<Value>& lines, std::string_view field, std::string_view value) {
  for (const Value& line : lines)
    if (const Value* found = line.find(field);
        found != nullptr && found->string() != nullptr && *found->string() == value)
      return &line;
  return nullptr;
}

TEST(PeopleScores, TheExampleFilesAreThePapersTables) {
  const auto table = read_score_table(examples + "nonogram_human_scores.csv", examples + "nonogram_table_4_2.csv");
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_EQ(table->features, paper001_scores().features);
  EXPECT_EQ(table->puzzles, paper001_scores().puzzles);
  EXPECT_EQ(table->scores, paper001_scores().scores);
  EXPECT_EQ(table->x, paper001_scores().x);
}

TEST(PeopleScores, ReadsTheLinesOfAnalyze) {
  const auto table = score_table("person,a,b,c\n謎,1,2,3\n",
                                 "{\"id\":\"c\",\"features\":{\"n\":3,\"same\":1,\"text\":\"x\",\"some\":1}}\n"
                                 "{\"id\":\"a\",\"features\":{\"n\":1,\"same\":1,\"some\":null}}\n"
                                 "{\"id\":\"b\",\"features\":{\"n\":5,\"same\":1}}\n");
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_EQ(table->persons, (std::vector<std::string>{"謎"}));
  EXPECT_EQ(table->features, (std::vector<std::string>{"n"})) << "what is missing or the same everywhere is left out";
  EXPECT_EQ(table->x(2, 0), 3) << "in the order of the scores";
}

TEST(PeopleScores, BadFilesAreOneLineWithItsPlace) {
  const std::string features = "puzzle,n\na,1\nb,2\nc,3\n";
  EXPECT_EQ(score_table("person,a,b,c\np,1,2\n", features).error().line, 2u);
  EXPECT_EQ(score_table("person,a,b,c\np,1,2,3\nq,1,x,3\n", features).error().line, 3u);
  EXPECT_FALSE(score_table("person,a,a,c\np,1,2,3\n", features));
  EXPECT_FALSE(score_table("", features));
  EXPECT_FALSE(score_table("person,a,b,c\np,1,2,3\n", "puzzle,n\na,1\nb,2\n")) << "no features of c";
  EXPECT_FALSE(score_table("person,a,b,c\np,1,2,3\n", "puzzle,n\na,1\nb,1\nc,1\n")) << "nothing differs";
  EXPECT_EQ(score_table("person,a,b,c\np,1,2,3\n", "{\"id\":\"a\"}\n").error().line, 1u);
  EXPECT_EQ(nazo({"experiment", "nonogram-personal", "one.csv"}).code, 2);
  const Ran none = nazo({"experiment", "nonogram-personal", "none.csv", "none.csv"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("none.csv: cannot be read"), std::string::npos) << none.err;
  EXPECT_EQ(nazo({"experiment", "nonogram-personal", examples + "nonogram_human_scores.csv",
                  examples + "nonogram_table_4_2.csv", "--feature", "weight"})
                .code,
            2);
}

TEST(PeopleExperiments, NonogramPersonalPrintsThePapersFiguresAndBothWarnings) {
  const Ran ran = nazo({"experiment", "nonogram-personal", "--shuffles", "3", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto lines = ran.json();
  std::size_t persons = 0, nulls = 0;
  for (const Value& line : lines) {
    persons += line.find("person") != nullptr;
    nulls += line.find("null") != nullptr;
  }
  EXPECT_EQ(persons, 12u);
  EXPECT_EQ(nulls, 2u);
  const Value& agreement = lines.at(12);
  EXPECT_EQ(agreement.find("printed")->number(), 132);
  EXPECT_EQ(agreement.find("exact")->number(), 101);
  EXPECT_EQ(agreement.find("within_rounding")->number(), 132);
  EXPECT_LE(agreement.find("largest_difference")->number(), .0411);
  EXPECT_NEAR(lines.at(13).find("chance_some")->number(), .86, .02);
  EXPECT_NEAR(lines.at(13).find("chance_mean_steps")->number(), .09, .015);
  EXPECT_EQ(lines.at(13).find("persons_with_strong_mean_steps")->number(), 6);
  const auto accuracy = [&](std::string_view method) {
    const Value* line = line_with(lines, "method", method);
    return line == nullptr ? std::nan("") : line->find("accuracy")->number();
  };
  EXPECT_NEAR(accuracy("mean steps alone"), .796, .0005);
  EXPECT_NEAR(accuracy("best single feature of the person"), .761, .0005);
  EXPECT_GT(accuracy("personal, shrunk to mean steps; new puzzle"), .796);

  // The same data from files, as a person reads it.
  const Ran shown = nazo({"experiment", "nonogram-personal", examples + "nonogram_human_scores.csv",
                          examples + "nonogram_table_4_2.csv", "--shuffles", "0"});
  ASSERT_EQ(shown.code, 0) << shown.err;
  for (const auto* words :
       {"101 of 132 as printed", "132 within", "Warning 1: 12 of 12", "86 % of cases", "proves nothing",
        "Warning 2: the real signal is mean steps: r ≥ .7 for 6 of 12", "0.796", "0.761", "permutation null"})
    EXPECT_NE(shown.out.find(words), std::string::npos) << words;
}

TEST(PeopleExperiments, EveryLineAboutSimulatedPlayersSaysSo) {
  const Ran shown = nazo({"experiment", "simulated-players", "--repeats", "2", "--judged", "1", "--world", "null"});
  ASSERT_EQ(shown.code, 0) << shown.err;
  std::size_t count = 0;
  for (const Line& line : lines_of(shown.out)) {
    if (line.text.empty()) continue;
    EXPECT_TRUE(line.text.starts_with("[simulated]")) << line.text;
    ++count;
  }
  EXPECT_GT(count, 20u);
  for (const auto* words : {"cover %", "with personal weights", "new person", "new puzzle", "gain of personal weights"})
    EXPECT_NE(shown.out.find(words), std::string::npos) << words;
  const Ran lines =
      nazo({"experiment", "simulated-players", "--repeats", "1", "--judged", "1", "--world", "null", "--json"});
  for (const Value& line : lines.json()) {
    ASSERT_NE(line.find("simulated"), nullptr);
    EXPECT_TRUE(*line.find("simulated")->boolean());
    const Value* part = line.find("part");
    if (part->string() == nullptr || *part->string() != "personal_gain") continue;
    EXPECT_LT(std::abs(line.find("percent")->number()), 2) << "nobody differs, so nothing is gained: " << line.json();
  }
}

}  // namespace
}  // namespace nazo::cli
