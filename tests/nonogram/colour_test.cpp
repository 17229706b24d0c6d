// Nonograms in colours: the line solver and the solver against counting, texts there and back, play to the end.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/rng.hpp"
#include "genres/nonogram/colour/line.hpp"
#include "genres/nonogram/colour/play.hpp"
#include "genres/nonogram/colour/solve.hpp"
#include "genres/nonogram/colour/text.hpp"
#include "genres/nonogram/genre.hpp"
#include "genres/nonogram/text/xml.hpp"

namespace nazo::nonogram {
namespace {

using colour::BlockList;
using colour::ColourId;

std::vector<colour::Colour> palette(int colours) {
  std::vector<colour::Colour> out{{"white", 0xffffff}};
  for (int i = 1; i <= colours; ++i)
    out.push_back({std::string("c") + std::to_string(i), (0x102030u * static_cast<unsigned>(i)) & 0xffffff});
  return out;
}

/// The blocks of a line by the definition, letter by letter.
std::string blocks_of(const std::vector<int>& cells) {
  std::string out;
  for (std::size_t i = 0; i < cells.size();) {
    std::size_t end = i;
    while (end < cells.size() && cells[end] == cells[i]) ++end;
    if (cells[i] != 0) out += std::to_string(end - i) + colour::letter(static_cast<ColourId>(cells[i])) + ',';
    i = end;
  }
  return out.empty() ? "0" : out.substr(0, out.size() - 1);
}

TEST(NonogramColour, LinesAgainstCounting) {
  Rng rng(41);
  int contradictions = 0, news = 0;
  for (int i = 0; i < 4'000; ++i) {
    const int length = rng.between(1, 8), colours = rng.between(1, 3);
    BlockList blocks;
    for (int used = 0;;) {
      const int size = rng.between(1, 3);
      const auto hue = static_cast<ColourId>(rng.between(1, colours));
      const int gap = !blocks.empty() && blocks.back().colour == hue ? 1 : 0;
      if (used + gap + size > length || rng.chance(0.15)) break;
      blocks.push_back({static_cast<std::uint8_t>(size), hue});
      used += gap + size;
    }
    std::vector<std::uint32_t> domain(static_cast<std::size_t>(length), (1u << (colours + 1)) - 1);
    for (auto& set : domain)
      if (rng.chance(0.3)) set &= static_cast<std::uint32_t>(rng.between(1, (1 << (colours + 1)) - 1));
    // Every line of that length, by counting in base colours + 1.
    std::vector<std::uint32_t> expected(domain.size());
    std::vector<int> cells(domain.size());
    bool any = false;
    for (bool more = true; more;) {
      const bool allowed = std::ranges::equal(cells, domain, [](int c, std::uint32_t set) { return set >> c & 1; });
      if (allowed && blocks_of(cells) == colour::words_of(blocks)) {
        any = true;
        for (std::size_t c = 0; c < cells.size(); ++c) expected[c] |= 1u << cells[c];
      }
      std::size_t at = 0;
      while (at < cells.size() && ++cells[at] > colours) cells[at++] = 0;
      more = at < cells.size();
    }
    std::vector<Word128> can(static_cast<std::size_t>(colours) + 1);
    for (std::size_t c = 0; c < domain.size(); ++c)
      for (std::size_t hue = 0; hue < can.size(); ++hue)
        if ((domain[c] >> hue & 1) != 0) can[hue] |= bit<Word128>(static_cast<int>(c));
    ASSERT_EQ(colour::narrow(blocks, length, can), any) << colour::words_of(blocks);
    contradictions += !any;
    if (!any) continue;
    for (std::size_t c = 0; c < domain.size(); ++c)
      for (std::size_t hue = 0; hue < can.size(); ++hue)
        ASSERT_EQ(static_cast<bool>(can[hue] >> c & 1), static_cast<bool>(expected[c] >> hue & 1))
            << colour::words_of(blocks) << " cell " << c << " colour " << hue;
    news += expected != domain;
  }
  EXPECT_GT(contradictions, 200);
  EXPECT_GT(news, 1'000);
}

TEST(NonogramColour, AllSmallPicturesInTwoColours) {
  for (const auto& [width, height] : {std::pair{3, 3}, {5, 2}, {2, 4}}) {
    std::map<std::string, std::set<std::string>> by_clues;
    int pictures = 1;
    for (int i = 0; i < width * height; ++i) pictures *= 3;
    for (int n = 0; n < pictures; ++n) {
      colour::Picture p(width, height);
      for (int i = 0, rest = n; i < width * height; ++i, rest /= 3)
        p.set(i / width, i % width, static_cast<ColourId>(rest % 3));
      by_clues[colour::write_sheet({.clues = colour::clues_of(p, palette(2))})].insert(p.text());
    }
    for (const auto& [text, solutions] : by_clues) {
      const auto sheet = colour::read_sheet(text);
      ASSERT_TRUE(sheet) << text;
      ASSERT_EQ(colour::write_sheet(*sheet), text);
      const auto answer = colour::solve(sheet->clues, colour::Domains(sheet->clues), Wanted::unique, {});
      ASSERT_TRUE(answer.complete);
      ASSERT_EQ(answer.solutions.size(), std::min<std::size_t>(2, solutions.size())) << text;
      for (const auto& found : answer.solutions) ASSERT_TRUE(solutions.contains(found.text())) << text;
    }
  }
}

TEST(NonogramColour, MixedCluesAreOftenUnsolvableAndNeverMisjudged) {
  Rng rng(43);
  int none = 0;
  for (int i = 0; i < 60; ++i) {
    const auto draw = [&] {
      colour::Picture p(3, 3);
      std::vector<int> cells{0, 0, 0, 1, 1, 1, 2, 2, 2};
      rng.shuffle(std::span(cells));
      for (int c = 0; c < 9; ++c) p.set(c / 3, c % 3, static_cast<ColourId>(cells[static_cast<std::size_t>(c)]));
      return colour::clues_of(p, palette(2));
    };
    colour::Clues clues = draw();
    clues.columns = draw().columns;
    std::size_t count = 0;
    for (int n = 0; n < 19'683; ++n) {
      colour::Picture p(3, 3);
      for (int c = 0, rest = n; c < 9; ++c, rest /= 3) p.set(c / 3, c % 3, static_cast<ColourId>(rest % 3));
      count += colour::clues_of(p, clues.palette) == clues;
    }
    const auto answer = colour::solve(clues, colour::Domains(clues), Wanted::unique, {});
    ASSERT_TRUE(answer.complete);
    ASSERT_EQ(answer.solutions.size(), std::min<std::size_t>(2, count));
    none += count == 0;
  }
  EXPECT_GT(none, 10);
}

colour::Sheet random_sheet(Rng& rng, int side, int colours) {
  colour::Picture p(side, side);
  for (int r = 0; r < side; ++r)
    for (int c = 0; c < side; ++c) p.set(r, c, static_cast<ColourId>(rng.chance(0.3) ? 0 : rng.between(1, colours)));
  colour::Sheet sheet{.clues = colour::clues_of(p, palette(colours)), .about = {.title = "A & \"B\""}, .goal = p};
  sheet.clues.palette[0] = {"cream", 0xfff8e0};
  return sheet;
}

TEST(NonogramColour, TextsThereAndBack) {
  Rng rng(44);
  for (int i = 0; i < 40; ++i) {
    const colour::Sheet sheet = random_sheet(rng, rng.between(1, 30), rng.between(2, colour::most_colours));
    const auto native = colour::read_sheet(colour::write_sheet(sheet));
    ASSERT_TRUE(native) << native.error().message;
    EXPECT_EQ(native->clues, sheet.clues);
    EXPECT_EQ(native->goal, sheet.goal);
    EXPECT_EQ(native->about.title, sheet.about.title);
    const auto xml = read_any_xml(colour::write_xml(sheet));
    ASSERT_TRUE(xml) << xml.error().message;
    const auto& read = std::get<colour::Sheet>(xml->front());
    EXPECT_EQ(read.clues, sheet.clues);
    EXPECT_EQ(read.goal, sheet.goal);
    EXPECT_EQ(read.about.title, sheet.about.title);
  }
}

TEST(NonogramColour, WhatCannotBeIsRefused) {
  const std::string good = "width 2\nheight 1\ncolor a ff0000 red\ncolor b 0000ff\n\nrows\n1a,1b\n\ncolumns\n1a\n1b\n";
  ASSERT_TRUE(colour::read_sheet(good));
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  for (const auto& [from, to] : {std::pair{"1a,1b", "2a,1b"},
                                 {"1a,1b", "1a"},
                                 {"1a,1b", "1a,1c"},
                                 {"1a,1b", "1,1b"},
                                 {"color b", "color c"},
                                 {"ff0000", "ff00"},
                                 {"width 2", "width 3"},
                                 {"1b\n", "1a\n"},
                                 {"width 2", "width 127"},
                                 {"1a,1b", "0,1b"},
                                 {"1a,1b", "-1a,1b"}})
    EXPECT_FALSE(colour::read_sheet(with(from, to))) << from << " → " << to;
}

TEST(NonogramColour, WebpbnsFormIsRead) {
  const char* text = R"(<?xml version="1.0"?>
<puzzleset><puzzle type="grid" defaultcolor="red">
<title>Flag</title>
<color name="white" char=".">fff</color><color name="red" char="R">f00</color><color name="blue" char="B">00f</color>
<clues type="columns"><line><count>2</count></line><line><count>1</count><count color="blue">1</count></line>
<line><count color="blue">1</count></line></clues>
<clues type="rows"><line><count>2</count></line><line><count>1</count><count color="blue">2</count></line></clues>
</puzzle></puzzleset>)";
  const Genre& genre = nonogram_genre();
  const auto options = *Options::make(genre.facts().options);
  const auto puzzles = genre.parse(text, "", options);
  ASSERT_TRUE(puzzles) << puzzles.error().message;
  const Puzzle& puzzle = puzzles->front();
  EXPECT_EQ(puzzle.title, "Flag");
  const auto verdict = genre.solve(puzzle, options, {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->solution, "aa.\nabb");
  EXPECT_EQ(*verdict->notes.find("unique")->boolean(), true);
  EXPECT_TRUE(genre.verify(puzzle, verdict->solution, options, {})->valid());
  EXPECT_FALSE(genre.verify(puzzle, "aa.\naba", options, {})->valid());
  EXPECT_TRUE(genre.check(puzzle, options, {})->valid());
  EXPECT_NE(genre.picture(puzzle, verdict->solution, options, {})->find("#0000ff"), std::string::npos);
  const auto analysis = genre.analyze(puzzle, {}, options, {});
  EXPECT_TRUE(analysis->features.find("T_mean")->is_null());
  EXPECT_EQ(*analysis->features.find("line_solvable")->boolean(), true);
  // The same puzzle in other colours, mirrored.
  std::string other = *genre.print(puzzle, "xml", options, {});
  for (std::size_t at; (at = other.find("ff0000")) != std::string::npos;) other.replace(at, 6, "123456");
  EXPECT_EQ(*genre.canonical(genre.parse(other, "", options)->front(), {}), *genre.canonical(puzzle, {}));
}

TEST(NonogramColour, PlayedToTheEndByReplayAndByHints) {
  Rng rng(45);
  const Genre& genre = nonogram_genre();
  const auto options = *Options::make(genre.facts().options);
  for (int i = 0; i < 10; ++i) {
    colour::Sheet sheet = random_sheet(rng, 6, 2);
    const auto puzzles = genre.parse(colour::write_sheet(sheet), "", options);
    ASSERT_TRUE(puzzles);
    const Puzzle& puzzle = puzzles->front();
    EXPECT_EQ(puzzle.solution, sheet.goal->text());
    std::string position = *genre.start(puzzle, options, {});
    const auto moves = genre.replay(puzzle, puzzle.solution, options, {});
    ASSERT_TRUE(moves);
    for (const std::string& move : *moves) position = *genre.play(position, move, options, {});
    EXPECT_EQ(*genre.status(position, options, {}), Standing::won);
    position = *genre.start(puzzle, options, {});
    for (int step = 0; step < 36 && *genre.status(position, options, {}) != Standing::won; ++step) {
      const auto hint = genre.hint(position, HintLevel::why, options, {});
      ASSERT_TRUE(hint);
      ASSERT_FALSE(hint->move.empty()) << position;
      position = *genre.play(position, hint->move, options, {});
    }
    EXPECT_EQ(*genre.status(position, options, {}), Standing::won) << position;
    EXPECT_FALSE(genre.play(position, "fill 1,1", options, {})) << "which colour?";
    EXPECT_EQ(*genre.view(position, options, {})->find("won")->boolean(), true);
  }
}

}  // namespace
}  // namespace nazo::nonogram
