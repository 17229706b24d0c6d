// The workshop's small tools: JSON reading, sheets.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "workshop/json.hpp"
#include "workshop/render.hpp"
#include "workshop/sheet.hpp"

namespace nazo {
namespace {

TEST(ReadJson, KeepsOrderAndTypes) {
  const auto value = read_json(R"({"b":1,"a":[true,null,2.5,"謎",-7],"big":18446744073709551615})");
  ASSERT_TRUE(value);
  EXPECT_EQ(value->json(), R"({"b":1,"a":[true,null,2.5,"謎",-7],"big":18446744073709551616})");
}

TEST(ReadJson, RefusesRubbishWithItsColumn) {
  EXPECT_FALSE(read_json(""));
  EXPECT_EQ(read_json("{\"a\":}").error().column, 6u);
  EXPECT_FALSE(read_json(std::string(1000, '[') + std::string(1000, ']')));
  EXPECT_TRUE(rc::check([](const std::string& text) { (void)read_json(text); }));
}

TEST(Sheet, FillsPagesAndDrawsCaptions) {
  const Figure figure{"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 150\"><rect width=\"100\" height=\"150\"/></svg>", "a & b"};
  const auto one = sheet_pages(std::vector<Figure>(5, figure), {.height = 0});
  ASSERT_TRUE(one);
  EXPECT_EQ(one->size(), 1u);
  EXPECT_NE(one->front().find("a &amp; b"), std::string::npos);
  const auto many = sheet_pages(std::vector<Figure>(40, figure), {.columns = 3});
  ASSERT_TRUE(many);
  EXPECT_GT(many->size(), 1u);
  EXPECT_TRUE(pdf_of(*many));
  EXPECT_FALSE(sheet_pages({{"no picture", ""}}, {}));
  EXPECT_FALSE(png_of("no picture"));
}

}  // namespace
}  // namespace nazo
