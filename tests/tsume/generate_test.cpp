// The generators: what they hand out is sound, different, to order, and the same again.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "genres/tsume/analyse/comment.hpp"
#include "genres/tsume/analyse/pns.hpp"
#include "genres/tsume/generate/final.hpp"
#include "genres/tsume/generate/generate.hpp"
#include "genres/tsume/genre.hpp"
#include "genres/tsume/text/text.hpp"
#include "tsume/helpers.hpp"

namespace {

using namespace nazo;
using namespace nazo::tsume;

Options options(const std::map<std::string, std::string>& given) {
  const auto made = Options::make(tsume_genre().facts().options, given);
  EXPECT_TRUE(made) << (made ? "" : made.error().text());
  return *made;
}

Result<Batch> item(const std::map<std::string, std::string>& given, std::uint64_t index, std::uint64_t seed = 1) {
  return tsume_genre().generate({.options = options(given), .keep = nullptr, .seed = seed, .index = index}, {});
}

std::vector<Candidate> candidates(const std::map<std::string, std::string>& given, std::size_t count,
                                  std::uint64_t items = 60) {
  std::vector<Candidate> all;
  for (std::uint64_t i = 0; i < items && all.size() < count; ++i) {
    auto batch = item(given, i);
    EXPECT_TRUE(batch) << (batch ? "" : batch.error().text());
    if (!batch) break;
    for (Candidate& c : batch->candidates) all.push_back(std::move(c));
  }
  EXPECT_GE(all.size(), count);
  return all;
}

std::string refusal(const std::map<std::string, std::string>& given) {
  const auto batch = item(given, 0);
  return batch ? "" : batch.error().text();
}

/// Everything the issue of a generator must be, by the outer interface.
void expect_sound(const std::vector<Candidate>& all, int least, int most) {
  const Options plain = options({});
  for (const Candidate& c : all) {
    const auto report = tsume_genre().check(c.puzzle, plain, {});
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->valid()) << c.puzzle.text << " "
                                 << (report->findings.empty() ? "" : report->findings.front().message);
    const auto verdict = tsume_genre().solve(c.puzzle, plain, {});
    ASSERT_TRUE(verdict);
    EXPECT_EQ(verdict->solution, c.solution) << c.puzzle.text;
    EXPECT_TRUE(verdict->optimal);
    EXPECT_GE(verdict->length, least);
    EXPECT_LE(verdict->length, most);
    EXPECT_EQ(c.features.find("length")->number(), static_cast<double>(verdict->length));
    EXPECT_FALSE(c.kin.empty());
    EXPECT_NE(c.puzzle.notes.find("method"), nullptr);
  }
}

TEST(Generate, RandomProblemsAreSound) { expect_sound(candidates({{"plies", "3..7"}}, 60), 3, 7); }
TEST(Generate, MatesInOne) { expect_sound(candidates({{"plies", "1"}}, 10), 1, 1); }
TEST(Generate, ReverseProblemsAreSound) {
  expect_sound(candidates({{"method", "reverse"}, {"plies", "3..9"}, {"beam", "3"}}, 25), 3, 9);
}
TEST(Generate, ComposedProblemsAreSound) {
  expect_sound(candidates({{"method", "compose"}, {"plies", "5..9"}}, 2, 8), 5, 9);
}

/// The mean logarithm of PN平均 over some items made with equal work.
double mean_log_proof_number(const char* aim) {
  constexpr std::uint64_t items = 6;
  double sum = 0;
  int count = 0;
  const Options how = options({{"method", "compose"}, {"plies", "5"}, {"aim", aim}});
  for (std::uint64_t i = 0; i < items; ++i) {
    const auto batch = tsume_genre().generate({.options = how, .keep = nullptr, .seed = 7, .index = i},
                                              {.budget = {.nodes = 200'000}});
    EXPECT_TRUE(batch);
    for (const Candidate& c : batch->candidates) {
      Meter meter({.nodes = 100'000});
      const PnsReport r = proof_numbers(helpers::position(c.puzzle.text), {.rules = Rules::exclude_useless}, meter);
      sum += std::log10(r.pn_mean());
      ++count;
    }
  }
  EXPECT_GT(count, 5);
  return sum / count;
}

TEST(Generate, TheAimInterestRaisesProofNumbers) {
  EXPECT_GT(mean_log_proof_number("interest"), mean_log_proof_number("length") + .2);
}

TEST(Generate, GrownProblemsAreSound) {
  const Options how = options({{"method", "grow"}, {"plies", "9..11"}});
  std::vector<Candidate> grown;
  for (std::uint64_t i = 0; i < 3; ++i) {
    auto batch = tsume_genre().generate({.options = how, .keep = nullptr, .seed = 1, .index = i},
                                        {.budget = {.nodes = 700'000}});
    ASSERT_TRUE(batch);
    for (Candidate& c : batch->candidates) grown.push_back(std::move(c));
  }
  EXPECT_GE(grown.size(), 2U);
  expect_sound(grown, 9, 11);
}

// ── final positions ────────────────────────────────────────────────────────────────────────────────────────────────

Position after_all(const Candidate& c) {
  Position p = helpers::position(c.puzzle.text);
  const auto line = read_line(p, c.solution);
  EXPECT_TRUE(line) << c.solution;
  if (!line) return p;
  for (const Move16 m : *line) p.make(m);
  return p;
}

TEST(Final, IsRead) {
  const auto l = read_final("L");
  ASSERT_TRUE(l);
  EXPECT_EQ(l->rows, (std::vector<unsigned>{1, 1, 1, 1, 7}));
  EXPECT_EQ(l->columns, 3);
  const auto own = read_final("..../.x.x/..x.");
  ASSERT_TRUE(own);
  EXPECT_EQ(own->rows, (std::vector<unsigned>{5, 2}));
  EXPECT_EQ(own->squares(), 3);
  EXPECT_TRUE(read_final("イ"));
  EXPECT_NE(refusal({{"method", "grow"}, {"final", "what"}}).find("expected smoke"), std::string::npos);
  EXPECT_NE(refusal({{"method", "grow"}, {"final", "xx"}}).find("pieces"), std::string::npos);
  EXPECT_NE(refusal({{"method", "grow"}, {"final", "x........x/xx"}}).find("larger"), std::string::npos);
  EXPECT_NE(refusal({{"method", "grow"}, {"final", "L"}, {"region", "1a-5d"}}).find("region"), std::string::npos);
  EXPECT_NE(refusal({{"method", "random"}, {"final", "L"}}).find("reverse and grow"), std::string::npos);
}

TEST(Final, AllowsThePictureWhereverItStands) {
  const Final own = *read_final("x.x/.x.");
  EXPECT_TRUE(own.allows(helpers::position("9/3k1G3/4R4/9/9/9/9/9/9 b - 1")));
  EXPECT_TRUE(own.allows(helpers::position("6k1G/7R1/9/9/9/9/9/9/9 b - 1")));
  EXPECT_FALSE(own.allows(helpers::position("6kG1/7R1/9/9/9/9/9/9/9 b - 1")));
  EXPECT_FALSE(own.allows(helpers::position("6k1G/7R1/9/9/9/9/9/9/8P b - 1")));
  const Final smoke = *read_final("smoke");
  EXPECT_TRUE(smoke.allows(helpers::position("6k1G/7R1/9/9/9/9/9/9/9 b - 1")));
  EXPECT_FALSE(smoke.allows(helpers::position("6k1G/7R1/9/9/9/9/9/9/8P b - 1")));
}

TEST(Final, SmokeLeavesThree) {
  const auto all = candidates({{"method", "reverse"}, {"final", "smoke"}, {"plies", "5..9"}, {"beam", "4"}}, 6, 12);
  expect_sound(all, 5, 9);
  for (const Candidate& c : all) EXPECT_LE(after_all(c).occupied().count(), 3) << c.puzzle.text;
}

TEST(Final, PicturesAreDrawn) {
  const Final shape = *read_final("x.x/.x./x.x");
  const auto all = candidates({{"method", "grow"}, {"final", "x.x/.x./x.x"}, {"plies", "3..5"}}, 2, 20);
  expect_sound(all, 3, 5);
  for (const Candidate& c : all) EXPECT_TRUE(shape.allows(after_all(c))) << c.puzzle.text;
}

TEST(Generate, SameSeedSameProblemsOnAnyThreads) {
  for (const std::map<std::string, std::string>& given : {std::map<std::string, std::string>{{"plies", "3..5"}},
                                                          {{"method", "reverse"}, {"plies", "3..7"}, {"beam", "2"}}}) {
    const auto run = [&](unsigned threads) {
      std::string bytes;
      ordered_map<std::string>(
          6, threads,
          [&](std::uint64_t i) {
            std::string out;
            const auto batch = item(given, i, 9);
            for (const Candidate& c : batch->candidates)
              out += c.puzzle.text + c.solution + c.kin + c.features.json() + c.puzzle.notes.json() + "\n";
            for (const auto& [reason, count] : batch->rejected) out += cat(reason, count);
            return out;
          },
          [&](std::uint64_t, std::string out) {
            bytes += out;
            return true;
          });
      return bytes;
    };
    const std::string one = run(1);
    EXPECT_FALSE(one.empty());
    EXPECT_EQ(one, run(2));
  }
}

TEST(Generate, TheRegionHoldsAllPieces) {
  const Region region = *read_region("5e-1a");
  EXPECT_EQ(region.squares(), 25);
  for (const char* method : {"random", "reverse"})
    for (const Candidate& c : candidates({{"method", method}, {"region", "1a-5e"}, {"plies", "3..5"}}, 8))
      EXPECT_TRUE(region.holds(helpers::position(c.puzzle.text))) << c.puzzle.text;
}

TEST(Generate, MotifsAskedForShow) {
  for (const Candidate& c : candidates({{"motif", "capture"}, {"plies", "3..5"}}, 4))
    EXPECT_NE(c.puzzle.notes.find("motifs")->string()->find("capture"), std::string::npos);
}

TEST(Generate, FromAProblemOrAMate) {
  // A five-ply problem is made longer; its line is the end of the new one.
  const std::string five = "6s1k/8n/6S2/9/9/9/9/9/9 b N2r2b4g2s2n4l18p 1";
  const std::string end = "N*2c 1a2a 2c3a+ 2a1a S*2b";
  int longer = 0;
  for (const Candidate& c : candidates({{"method", "reverse"}, {"from", five}, {"plies", "7"}}, 1, 12)) {
    EXPECT_TRUE(c.solution.ends_with(end)) << c.solution;
    ++longer;
  }
  EXPECT_GT(longer, 0);
  const auto mate =
      candidates({{"method", "reverse"}, {"from", "# a mate\n2k6/2G6/1S7/9/9/9/9/9/9 w - 1\n"}, {"plies", "3"}}, 1, 30);
  expect_sound(mate, 3, 3);
  EXPECT_NE(refusal({{"method", "reverse"}, {"from", "4k4/9/4P4/9/9/9/9/9/9 b S 1"}}).find("no mate was found"),
            std::string::npos);
  EXPECT_NE(refusal({{"method", "reverse"}, {"from", "4k4/4G4/9/9/9/9/9/9/9 w - 1"}}).find("not mated"),
            std::string::npos);
  EXPECT_NE(refusal({{"method", "compose"}, {"from", "what"}}), "");
  EXPECT_NE(refusal({{"method", "compose"}, {"from", "\n"}}).find("no position"), std::string::npos);
}

TEST(Generate, ImpossibleDemandsAreRefused) {
  EXPECT_NE(refusal({{"plies", "4"}}).find("odd"), std::string::npos);
  EXPECT_NE(refusal({{"plies", "7..3"}}).find("larger"), std::string::npos);
  EXPECT_NE(refusal({{"plies", "301"}}).find("range"), std::string::npos);
  EXPECT_NE(refusal({{"plies", "x"}}).find("expected"), std::string::npos);
  EXPECT_NE(refusal({{"region", "1a-2b"}}).find("no room"), std::string::npos);
  EXPECT_NE(refusal({{"region", "0a-5e"}}).find("expected"), std::string::npos);
  EXPECT_NE(refusal({{"motif", "beauty"}}).find("no motif"), std::string::npos);
  EXPECT_NE(refusal({{"motif", "king_walk"}, {"plies", "5"}}).find("at least 7"), std::string::npos);
  EXPECT_NE(refusal({{"motif", "knight_mates,pawn_mates"}, {"plies", "5"}}).find("exclude"), std::string::npos);
  EXPECT_NE(refusal({{"method", "reverse"}, {"plies", "1"}}).find("3 plies"), std::string::npos);
  EXPECT_NE(refusal({{"from", "x"}}).find("reverse, compose and grow"), std::string::npos);
  const auto keep = Expression::parse("length >= 9");
  const Options three = options({{"plies", "3..7"}});
  EXPECT_FALSE(tsume_genre().generate({.options = three, .keep = &*keep, .seed = 1, .index = 0}, {}));
  const auto even = Expression::parse("length >= 4 && length <= 4");
  const Options none = options({});
  EXPECT_FALSE(tsume_genre().generate({.options = none, .keep = &*even, .seed = 1, .index = 0}, {}));
}

TEST(Generate, KeepSetsTheLength) {
  const auto keep = Expression::parse("length >= 5 && length <= 6 && pieces <= 9");
  const Options plain = options({});
  for (std::uint64_t i = 0; i < 4; ++i) {
    const auto batch = tsume_genre().generate({.options = plain, .keep = &*keep, .seed = 1, .index = i}, {});
    ASSERT_TRUE(batch);
    for (const Candidate& c : batch->candidates) EXPECT_EQ(c.features.find("length")->number(), 5);
  }
}

// ── motifs on problems made by hand ────────────────────────────────────────────────────────────────────────────────

std::string shown(std::string_view sfen, std::string_view line) {
  const Position p = helpers::position(sfen);
  const auto moves = read_line(p, line);
  EXPECT_TRUE(moves) << (moves ? "" : moves.error().text());
  return moves ? words_of(motifs_of(p, *moves)) : "";
}

TEST(Motif, AreSeenInTheLine) {
  EXPECT_EQ(shown("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b"), "gold_on_head symmetry");
  EXPECT_EQ(shown("6s1k/8n/6S2/9/9/9/9/9/9 b N 1", "N*2c 1a2a 2c3a+ 2a1a S*2b"), "king_returns capture");
  EXPECT_EQ(shown("2k6/g8/2+P6/+P8/9/9/9/9/9 b Rr2b3g4s4n4l16p 1", "R*7b 7a8a 7b9b+ 8a9b G*8b"),
            "strong_sacrifice capture");
  EXPECT_EQ(shown("8k/9/7S1/9/9/9/9/9/9 b - 1", "2c2b"), "underpromotion");
  EXPECT_EQ(shown("8k/9/9/9/9/9/9/9/8R b - 1", "1i1f P*1c 1f1c+"), "distant_interposition capture");
  EXPECT_EQ(shown("8k/9/9/9/9/9/9/9/8R b - 1", "1i1e P*1b 1e1b+"), "interposition capture");
  EXPECT_EQ(shown("8k/9/9/9/8G/9/9/9/8L b - 1", "1e2d"), "discovered_check");
  EXPECT_EQ(shown("7k1/9/7G1/9/9/9/9/9/7L1 b - 1", "2c2b"), "");
  EXPECT_EQ(shown("8k/9/9/9/9/9/9/9/9 b R 1", "R*1e"), "distant_drop");
  EXPECT_EQ(shown("8k/9/9/9/9/9/9/9/9 b N 1", "N*2c"), "knight_mates");
  EXPECT_EQ(shown("8k/9/8P/9/9/9/9/9/9 b - 1", "1c1b"), "underpromotion pawn_mates");
}

TEST(Motif, DoubleCheckWalkAndSwitchback) {
  EXPECT_EQ(shown("8k/9/9/9/8B/9/9/9/8L b - 1", "1e3c+"), "double_check");
  EXPECT_EQ(shown("9/9/9/8k/R8/9/9/9/9 b - 1", "9e9d 1d1e 9d9e"), "switchback");
  EXPECT_EQ(shown("9/9/9/8k/R8/9/9/9/9 b - 1", "9e9d 1d1e 9d9e 1e1f 9e9f 1f1g 9f9g"), "king_walk switchback");
}

TEST(Motif, NamesAreReadBack) {
  for (const std::string& one : motif_names()) {
    const auto motif = motif_of(one);
    ASSERT_TRUE(motif);
    EXPECT_EQ(name(*motif), one);
  }
  EXPECT_FALSE(motif_of(""));
}

}  // namespace
