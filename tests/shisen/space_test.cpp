#include "genres/shisen/analyse/space.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "boards.hpp"
#include "genres/shisen/bench.hpp"
#include "genres/shisen/text/text.hpp"
#include "oracle.hpp"

namespace nazo::shisen {
namespace {

SpaceCounts explore(const Board& board, const SpaceRequest& request = {}) {
  auto counts = explore_space(board, request);
  EXPECT_TRUE(counts) << counts.error().text();
  return *counts;
}

void expect_equal(const SpaceCounts& counts, const oracle::Numbers& numbers, const std::string& what) {
  EXPECT_EQ(counts.limit, Limit::none) << what;
  EXPECT_EQ(counts.states, numbers.states) << what;
  EXPECT_EQ(counts.transitions, numbers.transitions) << what;
  EXPECT_EQ(counts.solvable, numbers.solvable) << what;
  EXPECT_EQ(counts.solvable_transitions, numbers.solvable_transitions) << what;
  EXPECT_EQ(counts.losing_transitions, numbers.losing) << what;
  EXPECT_EQ(counts.deadlocks, numbers.deadlocks) << what;
  EXPECT_EQ(counts.first_deadlock, numbers.first_deadlock) << what;
  EXPECT_EQ(counts.unsolvable_longest, numbers.longest) << what;
  EXPECT_NEAR(counts.random_walk_win, numbers.random_walk_win, 1e-12) << what;
  ASSERT_EQ(counts.layers.size(), numbers.layers.size()) << what;
  for (const auto& [depth, layer] : numbers.layers) {
    const LayerCount& mine = counts.layers[static_cast<std::size_t>(depth)];
    EXPECT_EQ(mine, (LayerCount{layer.states, layer.transitions, layer.solvable, layer.deadlocks, layer.losing,
                                layer.longest}))
        << what << " layer " << depth;
  }
}

TEST(Space, AgreesWithPlainDepthFirstSearchOnSmallBoards) {
  int odd_boards = 0, unsolvable = 0, boards = 0;
  for (std::uint64_t i = 0; boards < 300; ++i) {
    Rng rng(41, i);
    const int width = rng.between(2, 8), height = rng.between(1, 4);
    const bool odd = rng.chance(.25);
    const bool full = rng.chance(.7), pairs_only = !odd && rng.chance(.7);
    const int most = width * height, tiles = std::min(full ? most : rng.between(2, most), pairs_only ? 22 : 26);
    const std::vector<int> copies = pairs_only ? std::vector<int>(static_cast<std::size_t>(tiles / 2), 2)
                                               : random_copies(rng, odd ? tiles : tiles / 2 * 2, odd);
    std::uint64_t place = rng();
    for (const Border border : {Border::outside, Border::inside}) {
      Rng shuffle(place);
      const Board board = random_board(shuffle, width, height, border, copies);
      const oracle::Numbers numbers = oracle::Space(write_board(board), border == Border::outside).explore();
      expect_equal(explore(board), numbers, cat(name(border), "\n", write_board(board)));
      if (HasFailure()) return;
      odd_boards += board.odd_kind() < board.kinds();
      unsolvable += numbers.random_walk_win == 0;
    }
    ++boards;
  }
  EXPECT_GT(odd_boards, 60);
  EXPECT_GT(unsolvable - odd_boards, 80) << "unsolvable boards without an odd kind";
}

TEST(Space, WideAndHighBoardsNeedLongerWords) {
  for (std::uint64_t i = 0; i < 24; ++i) {
    Rng rng(42, i);
    const bool wide = i % 2 == 0;
    const Board board = random_board(rng, wide ? 30 : 3, wide ? 3 : 30, i % 4 < 2 ? Border::outside : Border::inside,
                                     random_copies(rng, 14, false));
    expect_equal(explore(board), oracle::Space(write_board(board), board.border == Border::outside).explore(),
                 write_board(board));
  }
}

TEST(Space, KindsOfEightAndTen) {
  for (std::uint64_t i = 0; i < 6; ++i) {
    Rng rng(43, i);
    for (const auto& copies : {std::vector{8, 4, 2, 2}, std::vector{10, 4}, std::vector{12, 2, 2},
                               std::vector{7, 5, 3, 1}, std::vector{8, 6}}) {
      const Board board = random_board(rng, 5, 4, i % 2 == 0 ? Border::outside : Border::inside, copies);
      expect_equal(explore(board), oracle::Space(write_board(board), board.border == Border::outside).explore(),
                   write_board(board));
    }
  }
}

Board medium_board(std::uint64_t seed, Border border = Border::outside) {
  Rng rng(seed);
  return random_board(rng, 8, 5, border, std::vector<int>(10, 4));
}

void expect_same(const SpaceCounts& a, const SpaceCounts& b) {
  EXPECT_EQ(a.states, b.states);
  EXPECT_EQ(a.transitions, b.transitions);
  EXPECT_EQ(a.solvable, b.solvable);
  EXPECT_EQ(a.losing_transitions, b.losing_transitions);
  EXPECT_EQ(a.solvable_transitions, b.solvable_transitions);
  EXPECT_EQ(a.unsolvable_longest, b.unsolvable_longest);
  EXPECT_EQ(a.layers, b.layers);
  EXPECT_EQ(a.random_walk_win, b.random_walk_win) << "the same to the last bit";
}

TEST(Space, ThreadsAndScalarCodeGiveTheSameBits) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Board board = medium_board(seed, seed % 2 == 0 ? Border::inside : Border::outside);
    const SpaceCounts one = explore(board);
    expect_same(one, explore(board, {.threads = 3}));
    expect_same(one, explore(board, {.lanes = Lanes::scalar}));
  }
}

/// Scratch room that holds what it is given, up to so many bytes an area.
class ScratchInMemory final : public Scratch {
 public:
  explicit ScratchInMemory(std::uint64_t most = ~std::uint64_t{0}) : most_(most) {}
  Result<std::unique_ptr<ScratchArea>> new_area() override { return std::make_unique<Area>(most_); }

 private:
  class Area final : public ScratchArea {
   public:
    explicit Area(std::uint64_t most) : most_(most) {}
    Result<void> write(std::uint64_t at, std::span<const std::uint8_t> bytes) override {
      const Locked lock(mutex_);
      if (at + bytes.size() > most_) return fail("the disk is full");
      if (bytes_.size() < at + bytes.size()) bytes_.resize(at + bytes.size());
      std::ranges::copy(bytes, bytes_.begin() + static_cast<std::ptrdiff_t>(at));
      return {};
    }
    Result<void> read(std::uint64_t at, std::span<std::uint8_t> bytes) const override {
      const Locked lock(mutex_);
      std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at), bytes.size(), bytes.begin());
      return {};
    }

   private:
    std::uint64_t most_;
    mutable Mutex mutex_{};
    std::vector<std::uint8_t> bytes_{};
  };
  std::uint64_t most_;
};

TEST(Space, LayersInScratchRoomGiveTheSameAnswer) {
  const Board board = medium_board(7);
  const SpaceCounts in_memory = explore(board);
  EXPECT_EQ(in_memory.most_in_scratch, 0u);
  EXPECT_GT(in_memory.states, 20'000u);
  ScratchInMemory scratch;
  // Little memory, so that values go there; hardly any, so that layers and children on their way do. Then the values of
  // no two layers fit, and that they were found is all there is to see.
  const SpaceCounts values = explore(board, {.budget = {.bytes = 14 << 20}, .threads = 2, .scratch = &scratch});
  EXPECT_GT(values.most_in_scratch, 0u);
  expect_same(in_memory, values);
  const SpaceCounts layers = explore(board, {.budget = {.bytes = 1000}, .threads = 2, .scratch = &scratch});
  EXPECT_GT(layers.most_in_scratch, in_memory.layer_bytes);
  EXPECT_EQ(layers.states, in_memory.states);
  EXPECT_EQ(layers.groups, in_memory.groups);
  EXPECT_EQ(layers.limit, Limit::memory);
}

TEST(Space, ScratchRoomThatIsFullIsOneClearLine) {
  ScratchInMemory scratch(500);
  const auto counts = explore_space(medium_board(7), {.budget = {.bytes = 1000}, .scratch = &scratch});
  ASSERT_FALSE(counts);
  EXPECT_EQ(counts.error().message, "the disk is full");
}

TEST(Space, WithoutScratchRoomMemoryRunsOut) {
  const SpaceCounts counts = explore(medium_board(7), {.budget = {.bytes = 1000}});
  EXPECT_EQ(counts.limit, Limit::memory);
  EXPECT_GT(counts.states, 0u) << "the layers before";
  const SpaceCounts again = explore(medium_board(7), {.budget = {.bytes = 1000}, .threads = 3});
  EXPECT_EQ(again.limit, Limit::memory);
}

TEST(Space, LimitsRunOutAndSayHowFarItCame) {
  const Board board = *read_position(figure_one(), Border::outside);
  const SpaceCounts few = explore(board, {.budget = {.nodes = 100'000}});
  EXPECT_EQ(few.limit, Limit::nodes);
  EXPECT_GT(few.states, 0u);
  const SpaceCounts soon = explore(board, {.budget = {.seconds = 0.2}});
  EXPECT_EQ(soon.limit, Limit::time);
}

/// Threads wait for each other's blocks: whoever breaks off in the middle must not leave the others waiting.
TEST(Space, WhatOneThreadThrowsEndsTheWorkOfAll) {
  struct Broken {};
  const Board board = *read_position(figure_one(), Border::outside);
  for (const unsigned threads : {1u, 2u, 4u})
    for (const int last : {1, 10, 60, 61, 62, 63, 200}) {
      std::atomic<int> told = 0;
      const auto progress = [&](const ProgressReport&) {
        if (++told == last) throw Broken();
      };
      EXPECT_THROW((void)explore_space(board, {.threads = threads, .progress = progress}), Broken)
          << threads << " threads, report " << last;
    }
}

TEST(Space, BoardsTooLargeForTheKeyAreRefused) {
  Rng rng(1);
  const auto large = explore_space(random_board(rng, 18, 8, Border::outside, std::vector<int>(36, 4)), {});
  ASSERT_FALSE(large);
  EXPECT_EQ(
      large.error().message,
      "too large for the exact analysis: its states need 108 bits, the key holds 71 (--estimate samples such a board)");
  const auto many = explore_space(random_board(rng, 5, 4, Border::outside, {14}), {});
  ASSERT_FALSE(many);
  EXPECT_NE(many.error().message.find("14 tiles"), std::string::npos);
}

TEST(Space, FigureOneInside) {
  const SpaceCounts counts = explore(*read_position(figure_one(), Border::inside));
  EXPECT_EQ(counts.states, 4'985'107u);
  EXPECT_EQ(counts.transitions, 32'496'541u);
  EXPECT_EQ(counts.unsolvable_longest, 13);
  EXPECT_EQ(counts.deadlocks, 188u);
  EXPECT_EQ(counts.first_deadlock, 11);
  EXPECT_NEAR(static_cast<double>(counts.transitions) / static_cast<double>(counts.states), 6.519, 5e-4);
  EXPECT_NEAR(static_cast<double>(counts.solvable) / static_cast<double>(counts.states), .998984, 5e-7);
  EXPECT_NEAR(static_cast<double>(counts.losing_transitions) / static_cast<double>(counts.transitions), .000176, 5e-7);
  EXPECT_NEAR(counts.random_walk_win, .072, 5e-4);
}

TEST(Space, FigureOneOutside) {
  if (std::getenv("NAZO_TEST_ALL") == nullptr) GTEST_SKIP() << "takes long: ./test --all";
  const SpaceCounts counts = explore(*read_position(figure_one(), Border::outside),
                                     {.budget = {.bytes = std::uint64_t{3} << 29}, .threads = 2});
  EXPECT_EQ(counts.states, 133'200'058u);
  EXPECT_EQ(counts.transitions, 988'115'122u);
  EXPECT_EQ(counts.unsolvable_longest, 12);
  EXPECT_EQ(counts.deadlocks, 1945u);
  EXPECT_NEAR(static_cast<double>(counts.transitions) / static_cast<double>(counts.states), 7.418, 5e-4);
  EXPECT_NEAR(static_cast<double>(counts.solvable) / static_cast<double>(counts.states), .999374, 5e-7);
  EXPECT_NEAR(static_cast<double>(counts.losing_transitions) / static_cast<double>(counts.transitions), .000154, 5e-7);
  EXPECT_NEAR(counts.random_walk_win, .717, 5e-4);
}

}  // namespace
}  // namespace nazo::shisen
