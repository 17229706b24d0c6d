#include "puzzle/expression.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace nazo {
namespace {

Value features() {
  return Value::object().set("length", 9).set("pn_mean", 20.5).set("solvable", true).set("gone", nullptr);
}

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

TEST(Expression, LongChainsAreReadAndEvaluatedWithoutDepth) {
  std::string chain = "length";
  while (chain.size() + 9 < Expression::longest) chain += " + length";
  const std::size_t terms = (chain.size() + 3) / 9;
  const auto sum = Expression::parse(chain);
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->value([](std::string_view) { return 1.0; }), static_cast<double>(terms));
  std::string hostile = "length > 1";
  for (int i = 0; i < 200'000; ++i) hostile += "&&a>1";
  const auto refused = Expression::parse(hostile);
  ASSERT_FALSE(refused);
  EXPECT_LT(refused.error().text().size(), 200u);
}

/// A random expression with its value, worked out while it is written.
struct Written {
  std::string text;
  double value;
};
Written written(int depth) {
  if (depth == 0) {
    const int number = *rc::gen::inRange(0, 4);
    return {std::to_string(number), static_cast<double>(number)};
  }
  const Written left = written(depth - 1), right = written(depth - 1);
  const auto both = [&](const char* sign, double value) {
    return Written{"(" + left.text + sign + right.text + ")", value};
  };
  switch (*rc::gen::inRange(0, 8)) {
    case 0:
      return both("+", left.value + right.value);
    case 1:
      return both(" - ", left.value - right.value);
    case 2:
      return both("*", left.value * right.value);
    case 3:
      return both("<=", left.value <= right.value);
    case 4:
      return both(" && ", left.value != 0 && right.value != 0);
    case 5:
      return both("||", left.value != 0 || right.value != 0);
    case 6:
      return {"!" + left.text, left.value == 0 ? 1.0 : 0.0};
    default:
      return {"- " + left.text, -left.value};
  }
}

TEST(Expression, MeansWhatItSays) {
  EXPECT_TRUE(rc::check([] {
    const Written w = written(*rc::gen::inRange(0, 5));
    const auto e = Expression::parse(w.text);
    RC_ASSERT(e.has_value());
    RC_ASSERT(e->value([](std::string_view) { return 0.0; }) == w.value);
  }));
}

TEST(Expression, NeverCrashesOnRubbish) {
  EXPECT_TRUE(rc::check([](const std::string& text) {
    const auto e = Expression::parse(text);
    if (e) (void)e->accepts(features());
  }));
}

}  // namespace
}  // namespace nazo
