// Shogi, exactly: counts, move by move against the judge, and the special generators against the general one.
#include <gtest/gtest.h>

#include "genres/tsume/rules/movegen.hpp"
#include "tsume/helpers.hpp"
#include "tsume/random_positions.hpp"

namespace nazo::tsume {
namespace {

using helpers::position;
using helpers::usi;

std::uint64_t perft(Position& p, int depth) {
  MoveList list;
  legal_moves(p, list);
  if (depth == 1) return static_cast<std::uint64_t>(list.size());
  std::uint64_t count = 0;
  for (const Move16 m : list) {
    const auto undo = p.make(m);
    count += perft(p, depth - 1);
    p.undo(m, undo);
  }
  return count;
}

/// Checks, evasions, checks …: the tree of a mate search.
std::vector<std::uint64_t> check_counts(Position p, int depth) {
  const Color attacker = p.side();
  struct Walk {
    Color attacker;
    std::uint64_t count(Position& p, int left) const {
      MoveList list;
      if (p.side() == attacker)
        checks(p, list);
      else
        evasions(p, list);
      if (left == 1) return static_cast<std::uint64_t>(list.size());
      std::uint64_t sum = 0;
      for (const Move16 m : list) {
        const auto undo = p.make(m);
        sum += count(p, left - 1);
        p.undo(m, undo);
      }
      return sum;
    }
  } walk{attacker};
  std::vector<std::uint64_t> out;
  for (int d = 1; d <= depth; ++d) out.push_back(walk.count(p, d));
  return out;
}

TEST(TsumePerft, StartPosition) {
  Position p = position("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", DefenderHand::given);
  EXPECT_EQ(perft(p, 1), 30u);
  EXPECT_EQ(perft(p, 2), 900u);
  EXPECT_EQ(perft(p, 3), 25'470u);
  EXPECT_EQ(perft(p, 4), 719'731u);
  EXPECT_EQ(perft(p, 5), 19'861'490u);
}

// Positions that programs publish as tests or examples, and classical problems, with drops and promotions. Every count
// of two moves is also the judge's: it lists the moves of the position and of all that arise from it.
TEST(TsumePerft, PublishedPositions) {
  struct Case {
    const char* sfen;
    std::vector<std::uint64_t> counts;
  };
  const std::vector<Case> cases{
      {"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", {30, 900, 25470}},
      {"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", {207, 28684, 4809015}},
      {"R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", {593, 105677}},  // the most moves possible
      {"8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 1", {178, 18041, 2552846}},
      {"l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1", {98, 15850, 1114656}},
      {"6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1", {246, 41605}},
      {"lnsgkgsnl/1r7/p1ppp1bpp/1p3pp2/7P1/2P6/PP1PPPP1P/1B3S1R1/LNSGKG1NL b - 9", {31, 1177, 37189}},
      {"l+P5+Rl/2g1k4/p2pps1pp/2p3p2/1p7/2P3P1P/PP1PPP3/1SK2G3/LN1G3NL w RB2S2Nbgp 1", {125, 27398, 2223346}},
      {"1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1", {164, 38590}},
      {"g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1",
       {52, 2551, 158082}},
      {"1+P1pS2+PR/2n2S1lg/1l3p1p1/1G2n1pS1/N1p2k3/3S2l2/4K1lgP/3P1+p2p/4Pg1PN b BPrb4p 1", {119, 16210, 1453494}},
      {"1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1", {46, 1330, 62896}},
      {"5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1", {174, 70786}},
  };
  for (const Case& c : cases) {
    Position p = position(c.sfen, DefenderHand::given);
    Position turned = p.turned(), mirrored = p.mirrored();
    for (int depth = 1; depth <= static_cast<int>(c.counts.size()); ++depth) {
      EXPECT_EQ(perft(p, depth), c.counts[static_cast<std::size_t>(depth - 1)]) << c.sfen << " depth " << depth;
      if (depth == 3) break;
      EXPECT_EQ(perft(turned, depth), c.counts[static_cast<std::size_t>(depth - 1)]) << "colours exchanged " << c.sfen;
      EXPECT_EQ(perft(mirrored, depth), c.counts[static_cast<std::size_t>(depth - 1)]) << "mirrored " << c.sfen;
    }
    // Move by move.
    MoveList list;
    legal_moves(p, list);
    ASSERT_EQ(usi(list), usi(judge::legal(judge::Board::read(sfen_of(p))))) << c.sfen;
    std::uint64_t judged = 0;
    for (const Move16 m : list) {
      const auto undo = p.make(m);
      MoveList answers;
      legal_moves(p, answers);
      const auto expected = judge::legal(judge::Board::read(sfen_of(p)));
      ASSERT_EQ(usi(answers), usi(expected)) << sfen_of(p);
      judged += expected.size();
      p.undo(m, undo);
    }
    EXPECT_EQ(judged, c.counts[1]) << c.sfen;
  }
}

TEST(TsumePerft, ChecksAndEvasions) {
  struct Case {
    const char* sfen;
    std::vector<std::uint64_t> counts;
  };
  const std::vector<Case> cases{
      {"1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1", {10, 35, 264, 1227, 8717}},
      {"5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1", {14, 192, 1101, 5913, 34166}},
      {"1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1", {24, 164, 1489, 9702, 57986}},
      {"g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1",
       {4, 7, 26, 71, 329}},
      {"1+P1pS2+PR/2n2S1lg/1l3p1p1/1G2n1pS1/N1p2k3/3S2l2/4K1lgP/3P1+p2p/4Pg1PN b BPrb4p 1", {5, 21, 61, 118, 545}},
      {"4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1", {43, 163, 7547, 30077, 1359955}},
  };
  for (const Case& c : cases) {
    const Position p = position(c.sfen);
    EXPECT_EQ(check_counts(p, 5), c.counts) << c.sfen;
    EXPECT_EQ(check_counts(p.mirrored(), 5), c.counts) << "mirrored " << c.sfen;
    EXPECT_EQ(check_counts(p.turned(), 5), c.counts) << "colours exchanged " << c.sfen;
  }
}

// Each of these is there for a rule that is easy to get wrong.
const std::vector<const char*> hard_positions{
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "8k/9/7GG/9/9/9/9/9/9 b P 1",              // a pawn drop on 1b would mate
    "7sk/9/7GG/9/9/9/9/9/9 b P 1",             // … but the silver takes it
    "6rsk/9/7GG/9/9/9/9/9/9 b BP 1",           // … the silver is not pinned
    "6Rsk/9/7GG/9/9/9/9/9/9 b P 1",            // … the silver is pinned: mate, so forbidden
    "8k/9/7GP/9/9/9/9/9/9 b P 1",              // a pawn on the file already
    "3R1pk2/6p2/5PP2/9/9/9/9/9/9 b 2P2L 1",    // forced promotion, stuck pieces
    "4k4/4p4/4P4/9/4L4/9/9/9/4R4 b N 1",       // promotions with and without discovery
    "k8/1P7/2B6/3B5/9/9/9/9/9 b - 1",          // uncovering, double check
    "4k4/9/9/4B4/4R4/9/9/9/4K4 b - 1",         // the bishop uncovers the rook
    "4k4/9/4K4/9/4R4/9/9/9/9 b - 1",           // the king uncovers the rook
    "4k4/4r4/9/4S4/4K4/9/9/9/9 b R 1",         // a pinned attacker
    "3rk4/9/9/9/3K5/9/9/9/9 b G2SL 1",         // an attacker in check answers with check
    "9/9/9/9/9/9/ppp6/2k6/KN7 w BG2Prb 1",     // white to move, black's corner
    "9/9/9/9/k1p3R1+r/9/9/2K6/9 b 2P2p 1",     // sliders on one rank
    "+R3k3+B/9/9/9/9/9/9/9/9 w GSNLPgsnlp 1",  // distant checks, every kind to interpose
    "4k4/9/9/9/9/9/9/9/K3l4 b RBGSNLP 1",      // drops of every kind
    "l+P5+Rl/2g1k4/p2pps1pp/2p3p2/1p7/2P3P1P/PP1PPP3/1SK2G3/LN1G3NL w RB2S2Nbgp 1",
    "1+P2l4/2P6/9/p5+R2/2k6/B3+P3B/9/9/9 b r4g4s4n3l14p 1",
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1",
};

TEST(TsumeMoves, EveryMoveAgreesWithTheJudge) {
  for (const char* sfen : hard_positions) {
    const Position start = position(sfen, DefenderHand::given);
    // The position itself, and everything one legal move later.
    std::vector<Position> all{start};
    MoveList list;
    legal_moves(start, list);
    for (const Move16 m : list) {
      Position next = start;
      next.make(m);
      all.push_back(next);
    }
    if (all.size() > 60) all.resize(60);
    for (const Position& p : all) {
      MoveList legal, checking;
      legal_moves(p, legal);
      checks(p, checking);
      const judge::Board board = judge::Board::read(sfen_of(p));
      ASSERT_EQ(usi(legal), usi(judge::legal(board))) << sfen_of(p);
      ASSERT_EQ(usi(checking), usi(judge::checks(board))) << sfen_of(p);
      for (const Move16 m : legal) EXPECT_EQ(why_illegal(p, m), Illegal::none) << usi_of(m);
    }
  }
}

TEST(TsumeMoves, GeneratorsEqualTheFilteredLegalMoves) {
  int looked_at = 0, in_check = 0, mates = 0;
  for (std::uint64_t i = 0; looked_at < 100'000; ++i) {
    Rng rng(3, i);
    random_positions::Wish wish;
    wish.attackers = rng.between(1, 8);
    wish.defenders = rng.between(0, 8);
    wish.attacker_king = rng.below(2) == 0;
    wish.attacker_white = rng.below(2) == 0;
    wish.many_sliders = rng.below(2) == 0;
    const auto start = random_positions::make(rng, wish);
    if (!start) continue;
    MoveList legal, checking;
    legal_moves(*start, legal);
    checks(*start, checking);
    ++looked_at;
    std::vector<std::uint16_t> filtered, generated;
    for (const Move16 m : checking) generated.push_back(m.bits());
    // Everything about every move of some positions; of the others, which moves give check.
    const bool thorough = looked_at % 40 == 0;
    Position next = *start;
    for (const Move16 m : legal) {
      const std::uint64_t expected_key = next.key_after(m);
      const Hand expected_hand = next.hand_after(m);
      const bool expected_check = gives_check(next, m);
      const auto undo = next.make(m);
      const bool check = next.in_check(next.side());
      if (check) {
        filtered.push_back(m.bits());
        MoveList answers;
        evasions(next, answers);
        const bool mate = answers.empty();
        ++in_check;
        mates += mate ? 1 : 0;
        // Mates by a pawn drop are not legal moves.
        if (is_mate(next) != mate || (mate && m.is_drop() && m.dropped() == Kind::pawn)) FAIL() << sfen_of(next);
        if (thorough) {
          MoveList all;
          legal_moves(next, all);
          ASSERT_EQ(usi(answers), usi(all)) << sfen_of(next);
        }
      }
      if (next.board_key() != expected_key || next.hand(start->side()) != expected_hand || expected_check != check ||
          next.in_check(start->side()))
        FAIL() << sfen_of(*start) << " " << usi_of(m);
      next.undo(m, undo);
      if (thorough) {
        ASSERT_EQ(next, *start);
        ASSERT_EQ(next.board_key(), start->board_key());
      }
    }
    std::ranges::sort(filtered);
    std::ranges::sort(generated);
    ASSERT_EQ(generated, filtered) << sfen_of(*start);
    // Mirrored and with colours exchanged there are as many.
    MoveList other;
    checks(i % 2 == 0 ? start->mirrored() : start->turned(), other);
    ASSERT_EQ(other.size(), checking.size());
  }
  EXPECT_GT(in_check, 100'000);
  EXPECT_GT(mates, 1'000);
}

TEST(TsumeMoves, RandomPositionsAgreeWithTheJudge) {
  for (std::uint64_t i = 0; i < 400; ++i) {
    Rng rng(17, i);
    random_positions::Wish wish;
    wish.attackers = 6;
    wish.defenders = 6;
    wish.near = rng.below(2) == 0;
    wish.attacker_king = rng.below(2) == 0;
    wish.attacker_white = rng.below(2) == 0;
    const auto p = random_positions::make(rng, wish);
    if (!p) continue;
    MoveList legal;
    legal_moves(*p, legal);
    ASSERT_EQ(usi(legal), usi(judge::legal(judge::Board::read(sfen_of(*p))))) << sfen_of(*p);
  }
}

TEST(TsumeMoves, WhyAMoveIsIllegal) {
  const Position p = position("6Rsk/9/5P1GG/9/9/9/9/P8/9 b PLN 1");
  const auto why = [&](const char* move) { return why_illegal(p, *read_usi(move)); };
  EXPECT_EQ(why("5e5d"), Illegal::empty_square);
  EXPECT_EQ(why("2a1b"), Illegal::empty_square);
  EXPECT_EQ(why("2c2a"), Illegal::wrong_way);
  EXPECT_EQ(why("2c1c"), Illegal::own_piece);
  EXPECT_EQ(why("2c2b+"), Illegal::no_promotion);
  EXPECT_EQ(why("9h9g+"), Illegal::no_promotion);
  EXPECT_EQ(why("G*5e"), Illegal::not_in_hand);
  EXPECT_EQ(why("L*2c"), Illegal::occupied);
  EXPECT_EQ(why("L*5a"), Illegal::stuck_drop);
  EXPECT_EQ(why("N*5b"), Illegal::stuck_drop);
  EXPECT_EQ(why("P*9e"), Illegal::two_pawns);
  EXPECT_EQ(why("P*1b"), Illegal::pawn_drop_mate);
  EXPECT_EQ(why("4c4b"), Illegal::none);
  EXPECT_EQ(why_illegal(position("4k4/4P4/9/9/9/9/9/9/9 b - 1"), *read_usi("5b5a")), Illegal::wrong_way)
      << "a king is not taken";
  EXPECT_EQ(why_illegal(position("8k/4P4/9/9/9/9/9/9/9 b - 1"), *read_usi("5b5a")), Illegal::must_promote);
  EXPECT_EQ(why_illegal(position("4r4/9/9/9/4S4/4K4/9/9/8k b - 1", DefenderHand::given), *read_usi("5e4d")),
            Illegal::leaves_king);
}

TEST(TsumeMoves, MateInOne) {
  EXPECT_EQ(usi_of(mate_in_one(position("3k5/9/3+P5/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"))), "G*6b");
  EXPECT_TRUE(mate_in_one(position("8k/9/7GG/9/9/9/9/9/9 b P 1", DefenderHand::given)).is_none() ||
              usi_of(mate_in_one(position("8k/9/7GG/9/9/9/9/9/9 b P 1", DefenderHand::given))) != "P*1b");
}

}  // namespace
}  // namespace nazo::tsume
