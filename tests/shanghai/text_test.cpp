#include "genres/shanghai/text/text.hpp"

#include <gtest/gtest.h>

#include "boards.hpp"
#include "genres/shanghai/genre.hpp"
#include "genres/shanghai/rules/layouts.hpp"
#include "genres/shanghai/text/foreign.hpp"

namespace nazo::shanghai {
namespace {

struct Bad {
  const char* text;
  std::size_t line, column;
  const char* says;
};

TEST(ShanghaiText, WhatIsWrongIsToldWithItsPlace) {
  for (const Bad& bad :
       {Bad{"layer 1\np1p1\n[][]\nlayer 2\n....p2\n....[]\n", 5, 5, "hangs in the air"},
        Bad{"layer 1\np1p1\n.p2.\n", 3, 2, "overlap"},
        Bad{"layer 1\np1\n[]\nlayer 2\np1\n[]\nlayer 3\np1\nlayer 4\np1\nlayer 5\np1\nlayer 6\np1\n", 13, 1,
            "at most 5 layers"},
        Bad{"layer 1\np1q7\n", 2, 3, "expected a tile"}, Bad{"layer 1\np1\n..[]\n", 3, 3, "no tile above"},
        Bad{"layer 1\np1\n][\n", 3, 1, "no tile above"}, Bad{"layer 2\np1\n", 1, 1, "expected layer 1"},
        Bad{"rubbish\n", 1, 1, "expected \"layer 1\""}, Bad{"layer 1\np1##\n", 2, 3, "every tile has a face"},
        Bad{"seen: half\nlayer 1\np1p1\n", 1, 7, "all or top"}, Bad{"layer 1\n....\n", 1, 1, "no tiles"}}) {
    const auto read = read_boards(bad.text);
    ASSERT_FALSE(read) << bad.text;
    EXPECT_EQ(read.error().line, bad.line) << bad.text << read.error().text();
    EXPECT_EQ(read.error().column, bad.column) << bad.text << read.error().text();
    EXPECT_NE(read.error().message.find(bad.says), std::string::npos) << read.error().message;
  }
}

TEST(ShanghaiText, ForeignLayoutsRoundTrip) {
  const std::string title = "<Dragon's> \"bridge\" & more";
  for (const NamedLayout& layout : layouts()) {
    const auto kde = read_kmahjongg(write_kmahjongg({"a name", layout.slots}));
    ASSERT_TRUE(kde) << kde.error().text();
    EXPECT_EQ(kde->slots, layout.slots) << layout.name;
    EXPECT_EQ(kde->title, "a name");
    const auto gnome = read_gnome(write_gnome({title, layout.slots}));
    ASSERT_TRUE(gnome) << gnome.error().text();
    ASSERT_EQ(gnome->size(), 1u);
    EXPECT_EQ(gnome->front().layout.slots, layout.slots) << layout.name;
    EXPECT_EQ(gnome->front().layout.title, title);
    const auto own = read_boards(write_layout(layout.slots));
    ASSERT_TRUE(own) << own.error().text();
    EXPECT_TRUE(own->front().blank());
    EXPECT_EQ(in_the_corner(own->front().slots()), layout.slots);
  }
}

TEST(ShanghaiText, GnomesElementsAreUnderstood) {
  const auto maps = read_gnome(
      "<?xml version=\"1.0\"?>\n<mahjongg><!-- two maps -->\n<map name=\"one\"><layer z='0'><block left=\"0\" "
      "top=\"0\" "
      "right=\"2\" bottom=\"1\"/></layer><tile z=\"1\" x=\"0.5\" y=\"0.5\"/></map>\n<map name=\"two\"><column z=\"0\" "
      "x=\"1\" top=\"0\" bottom=\"3\"/><row z=\"0\" y=\"1\" left=\"2\" right=\"3\"/></map></mahjongg>");
  ASSERT_TRUE(maps) << maps.error().text();
  ASSERT_EQ(maps->size(), 2u);
  EXPECT_EQ((*maps)[0].layout.slots.size(), 7u);
  EXPECT_EQ((*maps)[1].layout.slots.size(), 6u);
  for (const char* bad :
       {"<map><tile x=\"1\" y=\"1\"/></map>", "<map>", "<map><layer z=\"9\"/></map>", "<x/>",
        "<map><layer z=\"0\"><tile x=\"0.3\" y=\"1\"/></layer></map>", "<map><tile z=\"-1\" x=\"0\" y=\"0\"/></map>"}) {
    auto read = read_gnome(bad);
    EXPECT_FALSE(read && chosen_maps(*std::move(read), "")) << bad;
  }
}

/// Files of the program itself have maps of seven layers among those that fit.
TEST(ShanghaiText, AMapThatDoesNotFitLeavesTheOthersUsable) {
  const std::string text =
      "<mahjongg>\n<map name=\"Flat\"><row z=\"0\" y=\"0\" left=\"0\" right=\"3\"/></map>\n"
      "<map name=\"Tower\">\n<tile z=\"5\" x=\"0\" y=\"0\"/></map>\n"
      "<map name=\"Cloud\"><tile z=\"0\" x=\"0\" y=\"0\"/>\n<tile z=\"1\" x=\"3\" y=\"0\"/></map>\n"
      "<map name=\"Twice\"><tile z=\"0\" x=\"0\" y=\"0\"/>\n<tile z=\"0\" x=\"0.5\" y=\"0\"/></map></mahjongg>";
  const Genre& genre = shanghai_genre();
  const auto parse = [&](std::map<std::string, std::string> given) {
    return genre.parse(text, "", *Options::make(genre.facts().options, given));
  };
  const auto one = parse({{"map", "flat"}});
  ASSERT_TRUE(one) << one.error().text();
  ASSERT_EQ(one->size(), 1u);
  EXPECT_EQ(one->front().title, "Flat");
  struct Wrong {
    std::map<std::string, std::string> given;
    std::size_t line;
    const char* says;
  };
  for (const Wrong& wrong :
       {Wrong{{}, 4, "map 'Tower': a board has at most 5 layers; --map takes one of Flat"},
        Wrong{{{"map", "Tower"}}, 4, "at most 5 layers"}, Wrong{{{"map", "Cloud"}}, 6, "hangs in the air"},
        Wrong{{{"map", "Twice"}}, 8, "overlap"}, Wrong{{{"map", "Moon"}}, 0, "there is no map 'Moon'"}}) {
    const auto read = parse(wrong.given);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().line, wrong.line) << read.error().text();
    EXPECT_NE(read.error().message.find(wrong.says), std::string::npos) << read.error().message;
  }
}

TEST(ShanghaiText, KmahjonggsErrorsHaveAPlace) {
  const auto bad = read_kmahjongg("kmahjongg-layout-v1.1\nw4\nh2\nd1\n12..\n4.3.\n");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().line, 5u);
  EXPECT_FALSE(read_kmahjongg("kmahjongg-layout-v1.1\nw4\nh2\nd9\n12..\n43..\n"));
  EXPECT_FALSE(read_kmahjongg("kmahjongg-layout-v1.1\nw4\nh2\nd1\n12..\n43.4\n"));
  EXPECT_TRUE(read_kmahjongg("kmahjongg-layout-v1.1\nw4\nh2\nd1\n1212\n4343\n"));
  // Some files of the program itself have quarters in another order.
  EXPECT_TRUE(read_kmahjongg("kmahjongg-layout-v1.1\nw4\nh2\nd1\n1212\n4332\n"));
  for (const Bad& wrong :
       {Bad{"kmahjongg-layout-v1.1\nw4\nh2\nd1\n12..\n43.4\n", 6, 4, "belongs to no tile"},
        Bad{"kmahjongg-layout-v1.1\nw4\nh2\nd1\n12x.\n43..\n", 5, 3, "expected 1, 2, 3, 4 or a point"},
        Bad{"kmahjongg-layout-v1.1\nw4\nh3\nd1\n.12.\n124.\n43..\n", 6, 1, "overlap"},
        Bad{"kmahjongg-layout-v1.1\nw4\nh2\nd2\n12..\n43..\n# up\n..12\n..43\n", 8, 3, "hangs in the air"}}) {
    const auto read = read_kmahjongg(wrong.text);
    ASSERT_FALSE(read) << wrong.text;
    EXPECT_EQ(read.error().line, wrong.line) << read.error().text();
    EXPECT_EQ(read.error().column, wrong.column) << read.error().text();
    EXPECT_NE(read.error().message.find(wrong.says), std::string::npos) << read.error().message;
  }
}

TEST(ShanghaiText, PositionsKeepTheirFrame) {
  for (std::uint64_t i = 0; i < 100; ++i) {
    Rng rng(4, i);
    Board board = random_board(rng, 16, 4);
    board.seen = i % 2 == 0 ? Seen::top : Seen::all;
    for (auto pairs = legal_pairs(board); !pairs.empty(); pairs = legal_pairs(board)) {
      board = without(board, pairs[rng.below(pairs.size())]);
      const std::string text = write_board(board);
      const auto again = read_position(text);
      ASSERT_TRUE(again) << again.error().text() << "\n" << text;
      EXPECT_EQ(write_board(*again), text);
    }
  }
}

TEST(ShanghaiText, ALayoutIsDealtByItsSeed) {
  const Genre& genre = shanghai_genre();
  const std::string layout = write_kmahjongg({"", *find_layout("gate")});
  const auto options = [&](const char* seed) { return *Options::make(genre.facts().options, {{"deal", seed}}); };
  const auto one = genre.parse(layout, "", options("1")), again = genre.parse(layout, "kmahjongg", options("1")),
             two = genre.parse(layout, "", options("2"));
  ASSERT_TRUE(one && again && two);
  EXPECT_EQ(one->front().text, again->front().text);
  EXPECT_NE(one->front().text, two->front().text);
}

}  // namespace
}  // namespace nazo::shanghai
