#include "base/json.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>

namespace nazo {
namespace {

TEST(Json, ReadsEveryKindOfValue) {
  const auto value = parse_json(R"( {"a":[1,-2,3.5,1e3,true,false,null],"b":{"c":"x"},"d":[],"e":{}} )");
  ASSERT_TRUE(value) << value.error().text();
  EXPECT_EQ(value->json(), R"({"a":[1,-2,3.5,1000,true,false,null],"b":{"c":"x"},"d":[],"e":{}})");
  EXPECT_EQ(*value->find("a")->items()->front().integer(), 1);
}

TEST(Json, KeepsIntegersOf64BitsExactlyAndTurnsLargerOnesIntoReals) {
  EXPECT_EQ(*parse_json("9223372036854775807")->integer(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(*parse_json("-9223372036854775808")->integer(), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(parse_json("9223372036854775808")->integer(), nullptr);
  EXPECT_EQ(parse_json("9223372036854775808")->number(), 9223372036854775808.0);
}

TEST(Json, UnescapesAllOfUnicode) {
  EXPECT_EQ(*parse_json(R"("\"\\\/\b\f\n\r\t\u0041\u8b0e\ud83e\udde9")")->string(), "\"\\/\b\f\n\r\tA謎🧩");
  EXPECT_EQ(*parse_json("\"a\\u0000b\"")->string(), std::string("a\0b", 3));
}

TEST(Json, RefusesWhatIsNotJsonAndSaysWhere) {
  for (const char* text :
       {"",         " ",        "{",  "[1,]",  "{\"a\"}", "{\"a\":}", "{a:1}",   "01",          "+1",
        ".5",       "1.",       "1e", "nul",   "1 2",     "\"",       "\"\\x\"", "\"\\ud800\"", "\"\\udc00x\"",
        "\"\x01\"", "\"\xff\"", "[1", "1e999", "'a'",     "[1}"})
    EXPECT_FALSE(parse_json(text)) << text;
  const auto error = parse_json("{\"a\": 1,\n \"b\": ?}").error();
  EXPECT_EQ(error.line, 2U);
  EXPECT_EQ(error.column, 7U);
}

TEST(Json, RefusesBottomlessNesting) {
  EXPECT_TRUE(parse_json(std::string(150, '[') + std::string(150, ']')));
  EXPECT_FALSE(parse_json(std::string(100'000, '[')));
}

TEST(Json, AnyStringAndAnyNumberComeBack) {
  EXPECT_TRUE(rc::check([](const std::string& bytes, std::int64_t whole, double real) {
    const std::string written = json_string(bytes);  // bytes that are not UTF-8 were replaced here
    RC_ASSERT(json_string(*parse_json(written)->string()) == written);
    RC_ASSERT(*parse_json(Value(whole).json())->integer() == whole);
    if (std::isfinite(real)) {
      RC_ASSERT(parse_json(Value(real).json())->number() == real);
    }
  }));
}

TEST(Json, RubbishNeverCrashes) {
  EXPECT_TRUE(rc::check([] {
    const auto text = *rc::gen::container<std::string>(
        rc::gen::element('{', '}', '[', ']', '"', ':', ',', '1', '-', '.', 'e', '\\', 'u', 't', ' '));
    const auto value = parse_json(text);
    if (value) RC_ASSERT(parse_json(value->json()).has_value());
  }));
}

}  // namespace
}  // namespace nazo
