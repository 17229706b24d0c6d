#include "puzzle/options.hpp"

#include <gtest/gtest.h>

namespace nazo {
namespace {

const std::vector<OptionFact> table{
    {.name = "strategy", .kind = OptionKind::choice, .help = "", .fallback = "best", .choices = {"best", "plain"}},
    {.name = "columns", .kind = OptionKind::integer, .help = "", .fallback = "13", .lowest = 2, .highest = 13},
    {.name = "as-printed", .kind = OptionKind::flag, .help = ""},
    {.name = "density", .kind = OptionKind::real, .help = "", .fallback = "0.5", .lowest = 0, .highest = 1},
    {.name = "picture", .kind = OptionKind::file, .help = ""},
};

TEST(Options, DefaultsStandUntilGiven) {
  const auto options = Options::make(table, {{"columns", "7"}, {"as-printed", "true"}});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->text("strategy"), "best");
  EXPECT_FALSE(options->given("strategy"));
  EXPECT_EQ(options->integer("columns"), 7);
  EXPECT_TRUE(options->given("columns"));
  EXPECT_TRUE(options->flag("as-printed"));
  EXPECT_EQ(options->real("density"), 0.5);
}

TEST(Options, AFileIsItsBytes) {
  const std::string bytes("P4\0\n\xff", 5);
  const auto options = Options::make(table, {{"picture", bytes}});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->text("picture"), bytes);
  EXPECT_FALSE(Options::make(table)->given("picture"));
}

TEST(Options, BadValuesAreOneClearLine) {
  EXPECT_EQ(Options::make(table, {{"columns", "99"}}).error().message,
            "--columns takes a number from 2 to 13, not '99'");
  EXPECT_EQ(Options::make(table, {{"columns", "x"}}).error().message, "--columns takes a whole number, not 'x'");
  EXPECT_EQ(Options::make(table, {{"strategy", "worst"}}).error().message,
            "--strategy takes one of best, plain, not 'worst'");
  EXPECT_EQ(Options::make(table, {{"speed", "1"}}).error().message, "no option --speed here");
}

}  // namespace
}  // namespace nazo
