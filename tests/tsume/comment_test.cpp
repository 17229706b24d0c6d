// What a finder says: every word of it must hold on the board.
#include "genres/tsume/analyse/comment.hpp"

#include <gtest/gtest.h>

#include <set>

#include "genres/tsume/solve/dfpn.hpp"
#include "genres/tsume/text/diagram.hpp"
#include "genres/tsume/text/text.hpp"
#include "tools/child_memory.hpp"
#include "tsume/helpers.hpp"

namespace {

using namespace nazo;
using namespace nazo::tsume;
using helpers::position;

struct Told {
  Position start;
  std::vector<Move16> line;
  std::vector<Try> tries;
  Comment comment;
};

Told told(std::string_view sfen, std::string_view solution) {
  Told t;
  t.start = position(sfen);
  const auto line = read_line(t.start, solution);
  EXPECT_TRUE(line) << solution;
  if (!line) return t;
  t.line = *line;
  Meter meter({.nodes = 1'000'000});
  t.tries = tries_of(t.start, t.line, meter);
  t.comment = comment_on(t.start, t.line, t.tries);
  return t;
}

constexpr const char* knight = "6s1k/8n/6S2/9/9/9/9/9/9 b N2r2b4g2s2n4l18p 1";
constexpr const char* knight_line = "N*2c 1a2a 2c3a+ 2a1a S*2b";
constexpr const char* rook = "2k6/g8/2+P6/+P8/9/9/9/9/9 b Rr2b3g4s4n4l16p 1";
constexpr const char* rook_line = "R*7b 7a8a 7b9b+ 8a9b G*8b";
constexpr const char* dragon = "9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1";
constexpr const char* dragon_line = "3d1d 1c1d 3f3c+";

TEST(TsumeComment, TheDefenceOfATryRefutesIt) {
  int looked_at = 0;
  for (const auto& [sfen, line] : {std::pair{knight, knight_line}, {rook, rook_line}, {dragon, dragon_line}}) {
    const Told t = told(sfen, line);
    EXPECT_FALSE(t.tries.empty()) << sfen;
    for (const Try& one : t.tries) {
      Position p = t.start;
      for (int i = 0; i < one.ply; ++i) p.make(t.line[static_cast<std::size_t>(i)]);
      EXPECT_EQ(why_illegal(p, one.move), Illegal::none);
      EXPECT_TRUE(gives_check(p, one.move));
      EXPECT_NE(one.move, t.line[static_cast<std::size_t>(one.ply)]);
      p.make(one.move);
      ASSERT_EQ(why_illegal(p, one.defence), Illegal::none);
      p.make(one.defence);
      if (one.slower > 0) continue;
      MateSearch search(std::uint64_t{16} << 20);
      Meter meter({.nodes = 500'000});
      EXPECT_TRUE(search.run(p, endless_length, Rules::count_all, meter).refuted());
      ++looked_at;
    }
  }
  EXPECT_GT(looked_at, 2);
}

TEST(TsumeComment, TheSearchForTriesKeepsToItsBytes) {
  if (!child_memory_is_measurable()) GTEST_SKIP() << "under a sanitizer memory is not what it is";
  // On so empty a board a try is followed far.
  const Position start = position("pk7/9/2B6/1N7/9/9/9/9/9 b Rrb4g4s3n4l17p 1");
  const auto line = read_line(start, "R*8b 8a7a 8d7b+");
  ASSERT_TRUE(line);
  constexpr std::uint64_t megabyte = std::uint64_t{1} << 20;
  const std::uint64_t used = peak_bytes_in_child([&] {
    Meter meter({.nodes = 1'000'000, .bytes = megabyte});
    (void)tries_of(start, *line, meter);
  });
  EXPECT_LE(used, 3 * megabyte);
}

TEST(TsumeComment, NamesPointTryAndDefenceInBothLanguages) {
  std::set<std::string> english, japanese;
  for (const auto& [sfen, line] : {std::pair{knight, knight_line}, {rook, rook_line}, {dragon, dragon_line}}) {
    const Told t = told(sfen, line);
    ASSERT_FALSE(t.tries.empty());
    const Try& one = t.tries.front();
    Position p = t.start;
    for (int i = 0; i < one.ply; ++i) p.make(t.line[static_cast<std::size_t>(i)]);
    const Move16 point = t.line[static_cast<std::size_t>(one.ply)];
    for (const std::string& words : {english_move(p, point), english_move(p, one.move)})
      EXPECT_NE(t.comment.english.find(words), std::string::npos) << words << ": " << t.comment.english;
    p.make(one.move);
    EXPECT_NE(t.comment.english.find(english_move(p, one.defence)), std::string::npos) << t.comment.english;
    EXPECT_TRUE(t.comment.japanese.ends_with("。")) << t.comment.japanese;
    english.insert(t.comment.english);
    japanese.insert(t.comment.japanese);
  }
  EXPECT_EQ(english.size(), 3U);
  EXPECT_EQ(japanese.size(), 3U);
}

TEST(TsumeComment, PurposesAreReadOffTheLine) {
  const Told d = told(dragon, dragon_line);
  const Purpose dragon_given = purpose_of(d.start, d.line, 0);
  EXPECT_TRUE(dragon_given.sacrifice);
  EXPECT_TRUE(dragon_given.lures_king);
  EXPECT_FALSE(dragon_given.declines);
  const Told r = told(rook, rook_line);
  const Purpose fetched = purpose_of(r.start, r.line, 2);
  EXPECT_TRUE(fetched.takes);
  EXPECT_EQ(usi_of(fetched.later), "G*8b");
  EXPECT_TRUE(fetched.lures_king);
}

TEST(TsumeComment, MovesAsEnglishBooksWriteThem) {
  EXPECT_EQ(english_move(position("8k/9/9/9/9/9/9/9/9 b N 1"), *read_usi("N*2c")), "N*2c");
  EXPECT_EQ(english_move(position("8k/5B3/7G1/9/9/9/9/9/9 b - 1"), *read_usi("4b3c")), "B3c=");
  EXPECT_EQ(english_move(position("8k/5B3/7G1/9/9/9/9/9/9 b - 1"), *read_usi("4b3c+")), "B3c+");
  const Position two = position("8k/9/9/9/9/9/9/4G1G2/9 b - 1");
  EXPECT_EQ(english_move(two, *read_usi("3h4g")), "G3h-4g");
  EXPECT_EQ(english_move(position("7nk/9/7G1/9/9/9/9/9/7R1 b - 1"), *read_usi("2c2b")), "G2b");
  EXPECT_EQ(english_move(position("7nk/7G1/9/9/9/9/9/9/9 b - 1"), *read_usi("2b2a")), "Gx2a");
}

TEST(TsumeComment, StandsBelowThePictureOfTheSolution) {
  const Told t = told(knight, knight_line);
  const std::string with = diagram_svg(t.start, {.line = t.line, .remarks = {t.comment.japanese, t.comment.english}});
  const std::string without = diagram_svg(t.start, {.line = t.line});
  EXPECT_GT(with.size(), without.size() + t.comment.english.size());
}

}  // namespace
