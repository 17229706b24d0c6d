// The workshop's small tools: JSON reading, sheets.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "workshop/render.hpp"
#include "workshop/resume.hpp"
#include "workshop/scratch_files.hpp"
#include "workshop/sheet.hpp"

namespace nazo {
namespace {

TEST(Sheet, FillsPagesAndDrawsCaptions) {
  const SheetFigure figure{
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 150\"><rect width=\"100\" height=\"150\"/></svg>",
      "a & b"};
  const auto one = sheet_pages(std::vector<SheetFigure>(5, figure), {.height = 0});
  ASSERT_TRUE(one);
  EXPECT_EQ(one->size(), 1u);
  EXPECT_NE(one->front().find("a &amp; b"), std::string::npos);
  const auto many = sheet_pages(std::vector<SheetFigure>(40, figure), {.columns = 3});
  ASSERT_TRUE(many);
  EXPECT_GT(many->size(), 1u);
  EXPECT_TRUE(pdf_of(*many));
  EXPECT_FALSE(sheet_pages({{"no picture", ""}}, {}));
  EXPECT_FALSE(png_of("no picture"));
}

TEST(ScratchFiles, HoldWhatIsWrittenAndLeaveNothing) {
  const auto folder = std::filesystem::temp_directory_path() / ("nazo-scratch-test-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  {
    ScratchFiles files(folder.string());
    const auto one = files.new_area(), two = files.new_area();
    ASSERT_TRUE(one && two) << one.error().text();
    const std::vector<std::uint8_t> first{1, 2, 3}, second{4, 5};
    ASSERT_TRUE((*one)->write(0, first));
    ASSERT_TRUE((*one)->write(1000, second));
    ASSERT_TRUE((*two)->write(0, second));
    std::vector<std::uint8_t> read(2);
    ASSERT_TRUE((*one)->read(1000, read));
    EXPECT_EQ(read, second);
    ASSERT_TRUE((*one)->read(1, read));
    EXPECT_EQ(read, (std::vector<std::uint8_t>{2, 3}));
    EXPECT_FALSE((*two)->read(1, read)) << "what was never written";
    EXPECT_TRUE(std::filesystem::is_empty(folder)) << "the files have no name";
  }
  std::filesystem::remove(folder);
  ScratchFiles nowhere("/no/such/folder");
  const auto none = nowhere.new_area();
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("/no/such/folder"), std::string::npos) << none.error().message;
}

TEST(Resume, GoesOnWhereItWasCutOff) {
  const auto path = (std::filesystem::temp_directory_path() / ("nazo-resume-" + std::to_string(::getpid()))).string();
  std::filesystem::remove(path);
  const Value parameters = Value::object().set("seed", 1);
  {
    auto file = ResumeFile::open(path, parameters);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->keep(Value(1)));
    ASSERT_TRUE(file->keep(Value(2)));
    ASSERT_TRUE(file->keep_early(4, 0, Value(5)));
  }
  std::ofstream(path, std::ios::app) << "{\"torn";
  {
    auto again = ResumeFile::open(path, parameters);
    ASSERT_TRUE(again);
    for (const int item : {1, 2}) {
      const Value* finished = again->finished(again->taken(), 0);
      ASSERT_NE(finished, nullptr);
      EXPECT_EQ(*finished, Value(item));
      ASSERT_TRUE(again->keep(*finished));
    }
    EXPECT_EQ(again->finished(2, 0), nullptr);
    ASSERT_NE(again->finished(4, 0), nullptr) << "finished before its turn";
    EXPECT_EQ(*again->finished(4, 0), Value(5));
    EXPECT_EQ(again->finished(4, 2), nullptr) << "of another stage";
    ASSERT_TRUE(again->keep(Value(3)));
    again->forget_early();
    EXPECT_FALSE(std::filesystem::exists(path + ".ahead"));
  }
  EXPECT_FALSE(ResumeFile::open(path, Value::object().set("seed", 2))) << "another run's file";
  std::ofstream(path) << "rubbish\n";
  EXPECT_FALSE(ResumeFile::open(path, parameters));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace nazo
