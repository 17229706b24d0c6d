// generate --json | rate: every genre's generated puzzles are rated as their own analysis says, whatever the generator
// happened to know of them.
#include <map>

#include "cli_fixture.hpp"

namespace nazo::cli {
namespace {

struct Made {
  std::string genre;
  std::vector<std::string> options;
};

class GenerateAndRate : public ::testing::TestWithParam<Made> {};

TEST_P(GenerateAndRate, AsItsAnalysisSays) {
  std::vector<std::string> order{"generate", GetParam().genre, "--count", "2", "--seed", "3", "--json"};
  order.insert(order.end(), GetParam().options.begin(), GetParam().options.end());
  const Ran made = with_catalog(order);
  ASSERT_EQ(made.code, 0) << made.err;
  const auto rated = with_catalog({"rate", "--json"}, made.out).json();
  const auto measured = with_catalog({"rate", "--json"}, with_catalog({"analyze", "--json"}, made.out).out).json();
  ASSERT_EQ(rated.size(), 2u);
  ASSERT_EQ(measured.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_FALSE(rated[i].find("difficulty")->is_null()) << rated[i].json();
    EXPECT_FALSE(rated[i].find("interest")->is_null()) << rated[i].json();
    for (const char* field : {"difficulty", "interest", "time", "success"})
      EXPECT_EQ(rated[i].find(field)->json(), measured[i].find(field)->json()) << field;
  }
}

INSTANTIATE_TEST_SUITE_P(Genres, GenerateAndRate,
                         ::testing::Values(Made{"shisen", {"--size", "6x4"}}, Made{"shanghai", {"--layout", "hut"}},
                                           Made{"nonogram", {"--size", "8x8"}}, Made{"sokoban", {}},
                                           Made{"superpuzz", {"--columns", "5", "--keep", "solvable"}},
                                           Made{"tsume", {"--plies", "1..3"}}),
                         [](const auto& test) { return test.param.genre; });

TEST(GenerateAndRateAll, EveryGenreIsTried) { EXPECT_EQ(catalog().size(), 6u) << "add it above"; }

TEST(RateWithoutDifficulty, SaysWhy) {
  // Of random deals some have no solution, and with hardly any effort some are not decided.
  const Ran made = with_catalog({"generate", "superpuzz", "--columns", "5", "--count", "40", "--seed", "9", "--json"});
  const auto reasons = [&](std::vector<std::string> limits) {
    std::map<std::string, int> count;
    std::vector<std::string> args{"rate", "--json"};
    args.insert(args.end(), limits.begin(), limits.end());
    for (const Value& line : with_catalog(args, made.out).json()) {
      EXPECT_EQ(line.find("difficulty")->is_null(), line.find("reason") != nullptr) << line.json();
      if (const Value* why = line.find("reason")) ++count[*why->string()];
    }
    return count;
  };
  const auto whole = reasons({});
  EXPECT_EQ(whole.size(), 1u);
  EXPECT_GT(whole.at("unsolvable"), 0);
  EXPECT_TRUE(with_catalog({"rate"}, made.out).out.contains("it has no solution"));
  const Ran bare = with_catalog({"convert", "superpuzz", "--to", "deal"}, made.out);
  const Ran hasty = with_catalog({"rate", "superpuzz", "--nodes", "5", "--json"}, bare.out);
  bool undecided = false;
  for (const Value& line : hasty.json())
    if (const Value* why = line.find("reason")) undecided = undecided || *why->string() == "undecided";
  EXPECT_TRUE(undecided) << hasty.out << hasty.err;
}

TEST(RateAFew, FeaturesThatWereAskedForAreNotTakenForAll) {
  const Ran made = with_catalog({"generate", "nonogram", "--count", "1", "--size", "8x8", "--json"});
  const Ran few = with_catalog({"analyze", "--features", "width,height", "--json"}, made.out);
  const auto rated = with_catalog({"rate", "--json"}, few.out).json();
  const auto measured = with_catalog({"rate", "--json"}, made.out).json();
  ASSERT_EQ(rated.size(), 1u);
  EXPECT_EQ(rated[0].find("difficulty")->json(), measured[0].find("difficulty")->json());
}

}  // namespace
}  // namespace nazo::cli
