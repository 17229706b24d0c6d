#include "base/value.hpp"

#include <gtest/gtest.h>

#include <cmath>

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

TEST(Value, BrokenUtf8BecomesTheReplacementCharacter) {
  EXPECT_EQ(json_string("a\xff\x62"), "\"a\xEF\xBF\xBD\x62\"");
  EXPECT_EQ(json_string(std::string_view("\0", 1)), "\"\\u0000\"");
  EXPECT_EQ(json_string("謎"), "\"謎\"");
}

}  // namespace
}  // namespace nazo
