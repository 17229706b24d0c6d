#include "genres/shisen/solve.hpp"

#include <gtest/gtest.h>

#include "boards.hpp"
#include "genres/shisen/check.hpp"
#include "genres/shisen/text.hpp"
#include "oracle.hpp"

namespace nazo::shisen {
namespace {

std::vector<PlacePair> places(const Board& board, const std::vector<Pair>& moves) {
  std::vector<PlacePair> pairs;
  for (const Pair p : moves) pairs.emplace_back(board.tiles[p.a].place, board.tiles[p.b].place);
  return pairs;
}

/// Decides a board and has the answer checked by the other code.
Outcome decide_checked(const Board& board) {
  const Decision decision = decide(Field(board), {});
  if (decision.outcome == Outcome::cleared) {
    const auto right = check_solution(board, places(board, decision.moves));
    EXPECT_TRUE(right) << right.error().message << "\n" << write_board(board);
  } else {
    EXPECT_EQ(decision.outcome, Outcome::impossible);
    const auto right = check_proof(board, decision.proof);
    EXPECT_TRUE(right) << right.error().message << "\n" << write_board(board);
  }
  return decision.outcome;
}

TEST(Decide, AgreesWithTheWholeStateSpaceOnSmallBoards) {
  int solvable = 0, unsolvable = 0;
  for (std::uint64_t i = 0; i < 1200; ++i) {
    Rng rng(31, i);
    const int width = rng.between(3, 6), height = rng.between(2, 4);
    const Border border = rng.chance(.5) ? Border::outside : Border::inside;
    const int tiles = std::min(width * height / 2 * 2, 20);
    const Board board = random_board(rng, width, height, border, random_copies(rng, tiles, false));
    const bool expected = oracle::Space(write_board(board), border == Border::outside).solvable();
    (expected ? solvable : unsolvable) += 1;
    ASSERT_EQ(decide_checked(board) == Outcome::cleared, expected) << name(border) << "\n" << write_board(board);
  }
  EXPECT_GT(solvable, 300);
  EXPECT_GT(unsolvable, 20) << "both kinds of boards must occur";
}

TEST(Decide, EveryAnswerOnLargeBoardsIsChecked) {
  int unsolvable = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    Rng rng(32, i);
    const Border border = i % 2 == 0 ? Border::outside : Border::inside;
    unsolvable += decide_checked(random_board(rng, 18, 8, border, std::vector<int>(36, 4))) == Outcome::impossible;
    decide_checked(random_board(rng, 12, 7, border, random_copies(rng, 84, false)));
    decide_checked(random_board(rng, 9, 8, border, {8, 8, 10, 12, 6, 2, 2, 4, 4, 8, 8}));
  }
  EXPECT_GT(unsolvable, 20);
}

TEST(Decide, TheSeedDoesNotChangeTheOutcome) {
  for (std::uint64_t i = 0; i < 100; ++i) {
    Rng rng(33, i);
    const Board board = random_board(rng, 10, 6, Border::inside, std::vector<int>(15, 4));
    EXPECT_EQ(decide(Field(board), {}, 1).outcome, decide(Field(board), {}, 2).outcome);
    EXPECT_EQ(decide(Field(board), {}, 1).nodes, decide(Field(board), {}, 1).nodes);
  }
}

TEST(Decide, StopsAtItsBudget) {
  Rng rng(34, 0);
  const Board board = random_board(rng, 18, 8, Border::outside, std::vector<int>(36, 4));
  const Decision decision = decide(Field(board), {.nodes = 3});
  EXPECT_EQ(decision.outcome, Outcome::undecided);
  EXPECT_EQ(decision.limit, Limit::nodes);
}

TEST(CheckSolution, NamesTheFirstWrongPair) {
  const Board board = *read_position("1 2 2 1\n3 4 4 3\n", Border::inside);
  const auto says = [&](std::string_view text) {
    const auto right = check_solution(board, *read_pairs(text));
    return right ? std::string("right") : right.error().message;
  };
  EXPECT_EQ(says("1,2-1,3 1,1-1,4 2,2-2,3 2,1-2,4"), "right");
  EXPECT_EQ(says("1,1-1,4"), "pair 1 (1,1-1,4): no path of three segments joins them");
  EXPECT_EQ(says("1,2-1,3 1,2-1,3"), "pair 2 (1,2-1,3): there is no tile at row 1, column 2");
  EXPECT_EQ(says("1,1-1,2"), "pair 1 (1,1-1,2): the tiles differ: 1 and 2");
  EXPECT_EQ(says("1,1-1,1"), "pair 1 (1,1-1,1): a tile cannot go with itself");
  EXPECT_EQ(says("5,5-1,1"), "pair 1 (5,5-1,1): there is no tile at row 5, column 5");
  EXPECT_EQ(says("1,2-1,3"), "6 of 8 tiles are left at the end");
}

TEST(CheckProof, RefusesProofsThatWereTamperedWith) {
  int refused = 0, tried = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    Rng rng(35, i);
    const Board board = random_board(rng, 10, 6, Border::inside, std::vector<int>(15, 4));
    const Decision decision = decide(Field(board), {});
    if (decision.outcome != Outcome::impossible) continue;
    ASSERT_TRUE(check_proof(board, decision.proof));
    EXPECT_FALSE(check_proof(board, {})) << "an empty proof proves nothing";
    Proof cut = decision.proof;
    cut.steps.pop_back();
    EXPECT_FALSE(check_proof(board, cut)) << "nor does one without its end";
    for (int change = 0; change < 6; ++change) {
      Proof broken = decision.proof;
      ProofStep& step = broken.steps[rng.below(broken.steps.size())];
      if (!step.stuck.empty() && rng.chance(.5)) {
        step.stuck.erase(step.stuck.begin() + static_cast<std::ptrdiff_t>(rng.below(step.stuck.size())));
      } else if (!step.pairs.empty()) {
        step.pairs.pop_back();
      } else if (!step.from.empty()) {
        step.from.pop_back();
      } else {
        continue;
      }
      ++tried;
      refused += !check_proof(board, broken);
    }
  }
  EXPECT_GT(tried, 100);
  EXPECT_GT(refused * 2, tried) << "a change may by chance leave a proof that holds";
}

TEST(CheckProof, NoProofIsAcceptedForASolvableBoard) {
  // The proof of one board is offered for another, which can be cleared.
  int offered = 0;
  for (std::uint64_t i = 0; i < 1600; ++i) {
    Rng rng(36, i);
    const Board dead = random_board(rng, 6, 4, Border::inside, std::vector<int>(6, 4)), alive = random_board(rng, 6, 4, Border::inside, std::vector<int>(6, 4));
    const Decision proof = decide(Field(dead), {});
    if (proof.outcome != Outcome::impossible || decide(Field(alive), {}).outcome != Outcome::cleared) continue;
    ++offered;
    EXPECT_FALSE(check_proof(alive, proof.proof));
  }
  EXPECT_GT(offered, 20);
}

}  // namespace
}  // namespace nazo::shisen
