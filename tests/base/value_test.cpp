#include "base/value.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <new>

#include "faults/faults.hpp"

namespace nazo {
namespace {

TEST(Value, WritesJsonInTheOrderOfInsertion) {
  Value v = Value::object();
  v.set("b", 1).set("a", true).set("list", Value::array().push(0.5).push(nullptr).push("x\"y\n"));
  EXPECT_EQ(v.json(), R"({"b":1,"a":true,"list":[0.5,null,"x\"y\n"]})");
  v.set("b", "again");
  EXPECT_EQ(v.find("b")->json(), "\"again\"");
}

TEST(Value, NumbersOfAllKinds) {
  EXPECT_EQ(Value(true).number(), 1);
  EXPECT_EQ(Value(3).number(), 3);
  EXPECT_EQ(Value(2.5).number(), 2.5);
  EXPECT_TRUE(std::isnan(Value("3").number()));
  EXPECT_EQ(Value(std::nan("")).json(), "null");
}

TEST(Value, ACopyMayBeOfAPartOfItself) {
  Value v = Value::object().set("in", Value::array().push("a text that is longer than a short one"));
  v = *v.find("in");
  EXPECT_EQ(v.json(), R"(["a text that is longer than a short one"])");
}

TEST(Value, ACopyThatFindsNoMemoryHarmsNothing) {
  if (!faults::can_fail(faults::Fault::memory)) GTEST_SKIP() << "a sanitizer has taken malloc";
  const Value v = Value::object().set("text", std::string(100, 'x')).set("list", Value::array().push(1).push("y"));
  bool more = true;
  for (std::uint64_t at = 1; more; ++at) {
    const faults::Faults armed(faults::Fault::memory, {.at = at});
    try {
      const Value copied = v;
      Value assigned = "something else";
      assigned = v;
    } catch (const std::bad_alloc&) {
    }
    more = armed.happened();
  }
  EXPECT_EQ(Value(v), v);
}

TEST(Value, BrokenUtf8BecomesTheReplacementCharacter) {
  EXPECT_EQ(json_string("a\xff\x62"), "\"a\xEF\xBF\xBD\x62\"");
  EXPECT_EQ(json_string(std::string_view("\0", 1)), "\"\\u0000\"");
  EXPECT_EQ(json_string("謎"), "\"謎\"");
}

}  // namespace
}  // namespace nazo
