#include "genres/shanghai/solve/solve.hpp"

#include <gtest/gtest.h>

#include "boards.hpp"
#include "genres/shanghai/rules/layouts.hpp"
#include "genres/shanghai/solve/check.hpp"
#include "oracle.hpp"

namespace nazo::shanghai {
namespace {

/// Decides, and has the answer checked by the code that shares nothing with the search.
Outcome decide_checked(const Board& board, std::uint64_t seed = 1) {
  const Decision decision = decide(board, {}, seed);
  if (decision.outcome == Outcome::cleared) {
    std::vector<SlotPair> pairs;
    for (const Pair pair : decision.moves) pairs.emplace_back(board.tiles[pair.a].slot, board.tiles[pair.b].slot);
    const auto right = check_solution(board, pairs);
    EXPECT_TRUE(right) << right.error().text() << "\n" << write_board(board);
  } else {
    EXPECT_EQ(decision.outcome, Outcome::impossible);
    const auto sound = check_proof(board, decision.proof);
    EXPECT_TRUE(sound) << sound.error().text() << "\n" << write_board(board);
  }
  return decision.outcome;
}

TEST(ShanghaiDecide, AgreesWithTheWholeSpaceOnSmallBoards) {
  int lost = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Rng rng(41, i);
    const int tiles = 2 * rng.between(3, 8), copies = i % 3 == 0 ? 6 : 4;
    const Board board = random_board(rng, tiles, copies);
    const bool expected = oracle::Space(board).can_be_won();
    ASSERT_EQ(decide_checked(board) == Outcome::cleared, expected) << i << "\n" << write_board(board);
    lost += expected ? 0 : 1;
  }
  EXPECT_GT(lost, 100);
  EXPECT_LT(lost, 1900);
}

TEST(ShanghaiDecide, DecidesTurtles) {
  const Layout& turtle = *find_layout("turtle");
  int lost = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    Rng rng(1, i);
    const auto faces = choose_faces(turtle.size(), 0, 4, rng);
    lost += decide_checked(shuffled_board(turtle, *faces, Seen::all, rng)) == Outcome::impossible ? 1 : 0;
  }
  EXPECT_LT(lost, 12);  // about 3 in 100 cannot be won
}

TEST(ShanghaiDecide, TheSeedDoesNotChangeTheOutcome) {
  for (std::uint64_t i = 0; i < 100; ++i) {
    Rng rng(9, i);
    const Board board = random_board(rng, 16, 4);
    const Outcome outcome = decide(board, {}, 1).outcome;
    for (const std::uint64_t seed : {2u, 3u}) EXPECT_EQ(decide(board, {}, seed).outcome, outcome);
  }
}

TEST(ShanghaiProof, RefusesProofsThatWereTamperedWith) {
  int tried = 0, refused = 0;
  for (std::uint64_t i = 0; i < 400 && tried < 200; ++i) {
    Rng rng(77, i);
    const Board board = random_board(rng, 14, 4);
    const Decision decision = decide(board, {});
    if (decision.outcome != Outcome::impossible) continue;
    for (std::size_t step = 0; step < decision.proof.steps.size(); ++step) {
      Proof altered = decision.proof;
      ProofStep& victim = altered.steps[step];
      if (victim.stuck.size() > 1) {
        victim.stuck.pop_back();
      } else {
        victim.from.clear();
      }
      altered.steps.resize(step + 1);
      ++tried;
      refused += check_proof(board, altered) ? 0 : 1;
    }
  }
  EXPECT_GT(tried, 50);
  EXPECT_GT(2 * refused, tried);
}

TEST(ShanghaiProof, NoProofIsAcceptedForASolvableBoard) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    Rng rng(5, i);
    const Board board = random_board(rng, 12, 4);
    if (decide(board, {}).outcome != Outcome::cleared) continue;
    Proof claim;
    ProofStep step;
    for (std::size_t t = 0; t < board.tiles.size(); ++t)
      if (rng.chance(0.7)) step.stuck.push_back(static_cast<TileId>(t));
    if (step.stuck.empty()) continue;
    claim.steps.push_back(step);
    EXPECT_FALSE(check_proof(board, claim));
  }
}

}  // namespace
}  // namespace nazo::shanghai
