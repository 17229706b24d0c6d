// Pictures to clues: formats, threshold, crop, scale, and damaged files.
#include "genres/nonogram/text/image.hpp"

#include <gtest/gtest.h>
#include <png.h>

#include <cstring>

#include "base/rng.hpp"
#include "genres/nonogram/genre.hpp"
#include "nonogram/data.hpp"

namespace nazo::nonogram {
namespace {

std::string png_of(const Grey& grey, std::uint32_t format = PNG_FORMAT_GRAY) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<std::uint32_t>(grey.width);
  image.height = static_cast<std::uint32_t>(grey.height);
  image.format = format;
  std::vector<std::uint8_t> pixels = grey.pixels;
  if (format == PNG_FORMAT_RGBA) {
    pixels.clear();
    for (const std::uint8_t p : grey.pixels) pixels.insert(pixels.end(), {0, 0, 0, static_cast<std::uint8_t>(255 - p)});
  }
  png_alloc_size_t size = 0;
  EXPECT_TRUE(png_image_write_to_memory(&image, nullptr, &size, 0, pixels.data(), 0, nullptr)) << image.message;
  std::string out(size, '\0');
  EXPECT_TRUE(png_image_write_to_memory(&image, out.data(), &size, 0, pixels.data(), 0, nullptr)) << image.message;
  out.resize(size);
  return out;
}

Grey grey_of(std::string_view text) { return traced(picture(text)).cells; }

TEST(NonogramImage, AllFormatsGiveTheSamePicture) {
  const std::string wanted = "#.##\n.#..\n####";
  const Grey grey = grey_of(wanted);
  const std::string files[] = {"P1\n# a comment\n4 3\n1 0 1 1\n0 1 0 0\n1111\n",
                               std::string("P4 4 3\n\xb0\x40\xf0", 10),
                               "P2\n4 3\n10\n0 9 1 2 9 0 10 9 0 0 0 0\n",
                               std::string("P5\n4 3\n255\n\x01\xff\x02\x03\xff\x04\xff\xff\x05\x06\x07\x08", 23),
                               png_of(grey),
                               png_of(grey, PNG_FORMAT_RGBA)};
  for (const std::string& file : files) {
    EXPECT_TRUE(looks_like_image(file));
    const auto read = read_image(file);
    ASSERT_TRUE(read) << read.error().text();
    const auto traced_picture = trace(*read, {});
    ASSERT_TRUE(traced_picture) << traced_picture.error().text();
    EXPECT_EQ(traced_picture->picture.text(), wanted);
  }
}

TEST(NonogramImage, MarginsAreCutOffUnlessKept) {
  const Grey grey = grey_of(".....\n..#..\n.##..\n.....");
  EXPECT_EQ(trace(grey, {})->picture.text(), ".#\n##");
  EXPECT_EQ(trace(grey, {.crop = false})->picture.text(), ".....\n..#..\n.##..\n.....");
  EXPECT_EQ(trace(grey, {.crop = false, .invert = true})->picture.text(), "#####\n##.##\n#..##\n#####");
}

TEST(NonogramImage, ScalingTakesMeans) {
  EXPECT_EQ(trace(grey_of("##..\n##..\n..##\n..##"), {.width = 2, .height = 2})->picture.text(), "#.\n.#");
  EXPECT_EQ(trace(grey_of("#.\n.#"), {.width = 4, .height = 4})->picture.text(), "##..\n##..\n..##\n..##");
  EXPECT_EQ(trace(grey_of("#.\n.#"), {.width = 4, .height = 0})->picture.height(), 4);
  // 3 to 2: the middle column counts half for each.
  const auto halves = trace({3, 1, {0, 255, 255}}, {.crop = false, .width = 2, .height = 1});
  EXPECT_EQ(halves->cells.pixels, (std::vector<std::uint8_t>{85, 255}));
  // Larger than a puzzle can be: scaled to thirty cells.
  Grey large{300, 150, std::vector<std::uint8_t>(300 * 150, 255)};
  for (std::size_t i = 0; i < large.pixels.size(); i += 2) large.pixels[i] = static_cast<std::uint8_t>(i / 300);
  const auto small = trace(large, {.crop = false});
  ASSERT_TRUE(small);
  EXPECT_EQ(small->picture.width(), 30);
  EXPECT_EQ(small->picture.height(), 15);
}

TEST(NonogramImage, Thresholds) {
  const Grey grey{4, 1, {10, 60, 200, 250}};
  EXPECT_EQ(trace(grey, {.crop = false})->picture.text(), "##..");
  EXPECT_EQ(trace(grey, {.threshold = 30, .crop = false})->picture.text(), "#...");
  EXPECT_EQ(trace(grey, {.threshold = 255, .crop = false})->picture.text(), "####");
}

TEST(NonogramImage, BadPicturesAreRefused) {
  EXPECT_EQ(trace({2, 2, {7, 7, 7, 7}}, {}).error().message,
            "the picture has no contrast: every pixel is equally bright");
  EXPECT_FALSE(trace({2, 1, {100, 200}}, {.threshold = 50}));
  for (const std::string bad : {"", "P1", "P3\n1 1\n1 1 1", "P1\n2 2\n1 0 1", "P1\n2 2\n1 0 1 x", "P1\n-2 2\n1 0 1 1",
                                "P1\n99999999 99999999\n1", "P2\n1 1\n0\n0", "P2\n1 1\n9\n10", "P5\n3 3\n255\n12",
                                "P4\n9 2\n1", "P1\n999999999999999999999 1\n1", "P5 1 1 70000 x"}) {
    const auto read = read_pnm(bad);
    EXPECT_FALSE(read) << bad;
    if (!read) {
      EXPECT_EQ(read.error().message.find('\n'), std::string::npos);
    }
  }
  const std::string good = png_of(grey_of("#./.#"));
  EXPECT_TRUE(read_png(good));
  for (std::size_t cut = 0; cut + 12 < good.size(); ++cut) EXPECT_FALSE(read_png(good.substr(0, cut))) << cut;
  Rng rng(1);
  for (int i = 0; i < 500; ++i) {
    std::string broken = good;
    broken[rng.below(broken.size())] = static_cast<char>(rng.below(256));
    (void)read_png(broken);
  }
}

TEST(NonogramImage, ReadAsAPuzzle) {
  const Genre& genre = nonogram_genre();
  const auto options = Options::make(genre.facts().options, {{"crop", "nothing"}});
  const auto puzzles = genre.parse(png_of(grey_of("#../.##")), "", *options);
  ASSERT_TRUE(puzzles) << puzzles.error().text();
  EXPECT_EQ(puzzles->front().solution, "#..\n.##");
  EXPECT_TRUE(genre.verify(puzzles->front(), puzzles->front().solution, *options, {})->valid());
}

}  // namespace
}  // namespace nazo::nonogram
