#include "puzzle/expression.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace nazo {
namespace {

Value features() { return Value::object().set("length", 9).set("pn_mean", 20.5).set("solvable", true).set("gone", nullptr); }

bool accepts(std::string_view text) {
  const auto expression = Expression::parse(text);
  EXPECT_TRUE(expression) << text;
  return expression && expression->accepts(features());
}

TEST(Expression, ComparesAndJoins) {
  EXPECT_TRUE(accepts("length >= 9 && pn_mean > 20"));
  EXPECT_FALSE(accepts("length > 9"));
  EXPECT_TRUE(accepts("length > 9 || solvable"));
  EXPECT_TRUE(accepts("!(length > 9)"));
  EXPECT_TRUE(accepts("length - 2 * 3 == 3"));
  EXPECT_TRUE(accepts("(length - 2) * 3 == 21"));
  EXPECT_TRUE(accepts("10 - 5 - 2 == 3")) << "left to right";
  EXPECT_TRUE(accepts("length % 2 == 1"));
  EXPECT_TRUE(accepts(".5 < 1 && -length < 0 && true"));
}

TEST(Expression, AndBindsTighterThanOr) {
  EXPECT_TRUE(accepts("true || true && false"));
  EXPECT_FALSE(accepts("(true || true) && false"));
}

TEST(Expression, AMissingFeatureIsNeverKept) {
  EXPECT_FALSE(accepts("nothing > 1"));
  EXPECT_FALSE(accepts("nothing < 1"));
  EXPECT_FALSE(accepts("nothing != 1"));
  EXPECT_FALSE(accepts("gone"));
}

TEST(Expression, ErrorsNameTheColumn) {
  for (const auto& [text, column] : std::vector<std::pair<std::string, std::size_t>>{
           {"", 1}, {"length >", 9}, {"(length", 8}, {"length length", 8}, {"a >= ?", 6}, {"1 +* 2", 4}}) {
    const auto expression = Expression::parse(text);
    ASSERT_FALSE(expression) << text;
    EXPECT_EQ(expression.error().column, column) << text << ": " << expression.error().text();
  }
  EXPECT_FALSE(Expression::parse(std::string(100000, '(')));
  EXPECT_FALSE(Expression::parse(std::string(100000, '!')));
}

TEST(Expression, KnowsItsNamesAndBounds) {
  const auto e = Expression::parse("length >= 9 && 5 < pushes && pushes < 40 && (length > 100 || x == 3)");
  ASSERT_TRUE(e);
  EXPECT_EQ(e->names(), (std::vector<std::string>{"length", "pushes", "x"}));
  EXPECT_EQ(e->lower_bound("length", 0), 9);
  EXPECT_EQ(e->lower_bound("pushes", 0), 5);
  EXPECT_EQ(e->upper_bound("pushes", 99), 40);
  EXPECT_EQ(e->lower_bound("x", -1), -1) << "inside an or";
}

TEST(Expression, NeverCrashesOnRubbish) {
  EXPECT_TRUE(rc::check([](const std::string& text) {
    const auto e = Expression::parse(text);
    if (e) (void)e->accepts(features());
  }));
}

}  // namespace
}  // namespace nazo
