#include "genres/shisen/solve/solve.hpp"

#include <gtest/gtest.h>

#include "boards.hpp"
#include "genres/shisen/generate/generate.hpp"
#include "genres/shisen/solve/check.hpp"
#include "genres/shisen/text/text.hpp"
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
    // Kinds of two leave no choice of mates: many such boards cannot be cleared.
    const std::vector<int> copies =
        rng.chance(.6) ? std::vector<int>(static_cast<std::size_t>(tiles / 2), 2) : random_copies(rng, tiles, false);
    const Board board = random_board(rng, width, height, border, copies);
    const bool expected = oracle::Space(write_board(board), border == Border::outside).solvable();
    (expected ? solvable : unsolvable) += 1;
    ASSERT_EQ(decide_checked(board) == Outcome::cleared, expected) << name(border) << "\n" << write_board(board);
  }
  EXPECT_GT(solvable, 300) << "both kinds of boards must occur";
  EXPECT_GT(unsolvable, 200);
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

/// The proof without the steps that its end does not rest on.
Proof needed_part(const Proof& proof) {
  std::vector<bool> needed(proof.steps.size(), false);
  needed.back() = true;
  for (std::size_t i = proof.steps.size(); i-- > 0;)
    if (needed[i])
      for (const std::uint32_t from : proof.steps[i].from) needed[from] = true;
  Proof part;
  std::vector<std::uint32_t> number(proof.steps.size(), 0);
  for (std::size_t i = 0; i < proof.steps.size(); ++i) {
    if (!needed[i]) continue;
    number[i] = static_cast<std::uint32_t>(part.steps.size());
    ProofStep step = proof.steps[i];
    for (std::uint32_t& from : step.from) from = number[from];
    part.steps.push_back(std::move(step));
  }
  return part;
}

TEST(CheckProof, RefusesProofsThatWereTamperedWith) {
  struct Tally {
    int tried = 0, refused = 0;
    void add(const Board& board, const Proof& broken) {
      ++tried;
      refused += !check_proof(board, broken);
    }
  } stuck, pairs, from;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    Rng rng(35, i);
    const Board board = random_board(rng, 10, 6, Border::inside, std::vector<int>(15, 4));
    const Decision decision = decide(Field(board), {});
    if (decision.outcome != Outcome::impossible) continue;
    const Proof proof = needed_part(decision.proof);
    ASSERT_TRUE(check_proof(board, proof));
    EXPECT_FALSE(check_proof(board, {})) << "an empty proof proves nothing";
    if (proof.steps.size() > 1) {
      Proof cut = proof;
      cut.steps.pop_back();
      EXPECT_FALSE(check_proof(board, cut)) << "nor does one without its end";
    }
    for (std::size_t s = 0; s < proof.steps.size(); ++s) {
      const ProofStep& step = proof.steps[s];
      Proof broken = proof;
      if (!step.stuck.empty()) {
        broken.steps[s].stuck = {step.stuck[rng.below(step.stuck.size())]};
        stuck.add(board, broken);
        broken = proof;
      }
      if (!step.pairs.empty()) {
        broken.steps[s].pairs.erase(broken.steps[s].pairs.begin());
        pairs.add(board, broken);
        broken = proof;
      }
      if (!step.from.empty()) {
        broken.steps[s].from.pop_back();
        from.add(board, broken);
      }
    }
  }
  EXPECT_GT(stuck.tried, 300);
  EXPECT_EQ(stuck.refused, stuck.tried) << "a tile alone is never stuck";
  // Without a pair or a premise a step hardly ever holds.
  EXPECT_GT(pairs.tried, 300);
  EXPECT_GT(pairs.refused * 100, pairs.tried * 95) << pairs.refused << " of " << pairs.tried;
  EXPECT_GT(from.tried, 100);
  EXPECT_GT(from.refused * 100, from.tried * 95) << from.refused << " of " << from.tried;
}

TEST(CheckProof, NoProofIsAcceptedForASolvableBoard) {
  // The proof of one board is offered for others, which can be cleared by design.
  int offered = 0;
  for (std::uint64_t i = 0; i < 800; ++i) {
    Rng rng(36, i);
    const bool fours = i % 4 == 0;
    const BoardPlan plan{.width = 6,
                         .height = 4,
                         .border = Border::inside,
                         .copies = fours ? std::vector<int>(6, 4) : std::vector<int>(12, 2)};
    const Decision proof = decide(Field(shuffled_board(plan, rng)), {});
    if (proof.outcome != Outcome::impossible) continue;
    for (int other = 0; other < 4; ++other, ++offered) {
      std::vector<PlacePair> solution;
      const Board alive = reverse_board(plan, rng, solution);
      ASSERT_TRUE(check_solution(alive, solution));
      EXPECT_FALSE(check_proof(alive, proof.proof)) << write_board(alive);
    }
  }
  EXPECT_GT(offered, 400);
}

}  // namespace
}  // namespace nazo::shisen
