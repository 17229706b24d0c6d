#include "base/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace nazo {
namespace {

TEST(Text, LinesKnowTheirNumbersAndEndings) {
  const auto lines = lines_of("a\r\n\nlast");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].text, "a");
  EXPECT_EQ(lines[2].text, "last");
  EXPECT_EQ(lines[2].number, 3u);
}

TEST(Text, WordsKnowTheirColumns) {
  const auto words = lines_of("  HA\tS5 ")[0].words();
  ASSERT_EQ(words.size(), 2u);
  EXPECT_EQ(words[0].column, 3u);
  EXPECT_EQ(words[1].text, "S5");
  EXPECT_EQ(words[1].column, 6u);
}

TEST(Text, NumbersAreTakenWholeOrNotAtAll) {
  EXPECT_EQ(number_of<int>("42"), 42);
  EXPECT_EQ(number_of<int>("42x"), std::nullopt);
  EXPECT_EQ(number_of<int>(""), std::nullopt);
  EXPECT_EQ(number_of<std::uint8_t>("256"), std::nullopt);
  EXPECT_EQ(real_of(".5"), 0.5);
}

TEST(Text, InQuotesIsOneShortPrintableLine) {
  EXPECT_EQ(in_quotes("HA"), "'HA'");
  EXPECT_EQ(in_quotes("\x01\n"), "'\\x01\\x0a'");
  EXPECT_EQ(in_quotes("\xff"), "'\\xff'");
  EXPECT_EQ(in_quotes("謎"), "'謎'");
  EXPECT_EQ(in_quotes(std::string(1000, 'x')), "'" + std::string(24, 'x') + "…'");
}

TEST(Text, GroupedAndFixed) {
  EXPECT_EQ(grouped(7), "7");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(123456), "123,456");
  EXPECT_EQ(text_of(0.1), "0.1");
  EXPECT_EQ(text_of(2.0 / 3, 2), "0.67");
}

TEST(Text, Utf8LengthRefusesOverlongAndSurrogates) {
  EXPECT_EQ(utf8_length("謎"), 3u);
  EXPECT_EQ(utf8_length("\xC0\x80"), 0u);
  EXPECT_EQ(utf8_length("\xED\xA0\x80"), 0u);
  EXPECT_EQ(utf8_length("\xF4\x90\x80\x80"), 0u);
}

TEST(Text, RealsReadBackExactly) {
  EXPECT_TRUE(rc::check([](double d) {
    RC_PRE(d == d);
    RC_ASSERT(real_of(text_of(d)) == d);
  }));
}

TEST(Text, XmlEscapes) { EXPECT_EQ(xml_escape("<a & 'b'>\x01"), "&lt;a &amp; &apos;b&apos;&gt;"); }

}  // namespace
}  // namespace nazo
