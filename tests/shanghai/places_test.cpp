// What is looked up in tables is what the words of the rules say of every two tiles.
#include "genres/shanghai/rules/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "boards.hpp"
#include "genres/shanghai/rules/layouts.hpp"
#include "genres/shanghai/solve/check.hpp"
#include "genres/shanghai/text/canonical.hpp"
#include "genres/shanghai/text/text.hpp"

namespace nazo::shanghai {
namespace {

TEST(ShanghaiPlaces, WhatIsInTheWayIsWhatTheRulesSay) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    Rng rng(81, i);
    Layout slots = random_layout(rng, 20);
    for (Slot& slot : slots) slot = {slot.layer, slot.row + 55 * (i % 2 == 0), slot.column + 50 * (i % 3 == 0)};
    const std::vector<Ways> ways = ways_of(slots);
    for (std::size_t a = 0; a < slots.size(); ++a) {
      std::vector<std::uint8_t> on, left, right;
      for (std::size_t b = 0; b < slots.size(); ++b) {
        if (lies_on(slots[b], slots[a])) on.push_back(static_cast<std::uint8_t>(b));
        if (left_of(slots[b], slots[a])) left.push_back(static_cast<std::uint8_t>(b));
        if (left_of(slots[a], slots[b])) right.push_back(static_cast<std::uint8_t>(b));
      }
      EXPECT_TRUE(std::ranges::equal(ways[a].on.tiles(), on));
      EXPECT_TRUE(std::ranges::equal(ways[a].left.tiles(), left));
      EXPECT_TRUE(std::ranges::equal(ways[a].right.tiles(), right));
    }
  }
}

TEST(ShanghaiPlaces, LayoutsAreRefusedAsTheRulesSay) {
  int sound = 0, refused = 0;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    Rng rng(82, i);
    Layout slots;
    for (int tile = 0; tile < 5; ++tile) slots.push_back({rng.between(0, 2), rng.between(0, 4), rng.between(0, 4)});
    bool good = true;
    for (std::size_t a = 0; a < slots.size(); ++a) {
      bool carried = slots[a].layer == 0;
      for (std::size_t b = 0; b < slots.size(); ++b) {
        good = good && (a == b || slots[a].layer != slots[b].layer || !overlap(slots[a], slots[b]));
        carried = carried || lies_on(slots[a], slots[b]);
      }
      good = good && carried;
    }
    EXPECT_EQ(check_layout(slots).has_value(), good);
    ++(good ? sound : refused);
  }
  EXPECT_GT(sound, 20);
  EXPECT_GT(refused, 1000);
  for (const Slot outside :
       {Slot{-1, 0, 0}, {5, 0, 0}, {0, -1, 0}, {0, 0, -1}, {0, 63, 0}, {0, 0, 63}, {0, 1 << 20, 0}}) {
    std::optional<std::size_t> culprit;
    EXPECT_FALSE(check_layout({{0, 0, 0}, outside}, &culprit));
    EXPECT_EQ(culprit, 1u);
  }
}

/// The smallest text of all images, written one by one.
std::string slow_canonical(const Board& board) {
  std::string best;
  for (int way = 0; way < 4; ++way) {
    std::vector<FacedSlot> image;
    for (const Tile& tile : board.tiles) {
      Slot slot = tile.slot;
      if ((way & 1) != 0) slot.column = board.width - 2 - slot.column;
      if ((way & 2) != 0) slot.row = board.height - 2 - slot.row;
      image.push_back({slot, group_of(tile.face)});
    }
    std::ranges::sort(image, {}, &FacedSlot::slot);
    int row = longest_side, column = longest_side;
    for (const FacedSlot& tile : image) {
      row = std::min(row, tile.slot.row);
      column = std::min(column, tile.slot.column);
    }
    std::map<int, int> numbers;
    Layout slots;
    for (FacedSlot& tile : image) {
      tile.slot.row -= row;
      tile.slot.column -= column;
      slots.push_back(tile.slot);
      const int number = numbers.try_emplace(tile.face, static_cast<int>(numbers.size())).first->second;
      tile.face = number == 35 ? first_season : number;
    }
    const std::string text = write_board(make_board(frame_of(slots), board.seen, std::move(image)));
    if (best.empty() || text < best) best = text;
  }
  return best;
}

/// Stored puzzles are found by this text: it must never change.
TEST(ShanghaiPlaces, TheCanonicalTextIsTheSmallestOfAllImages) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    Rng rng(83, i);
    Board board = i == 0 ? *deal_layout(*find_layout("turtle"), Seen::all, 1) : random_board(rng, 18, 4);
    board.seen = i % 2 == 0 ? Seen::top : Seen::all;
    for (auto pairs = legal_pairs(board);; pairs = legal_pairs(board)) {
      ASSERT_EQ(canonical_text(board), slow_canonical(board));
      if (pairs.empty()) break;
      board = without(board, pairs[rng.below(pairs.size())]);
    }
  }
}

/// A solution with one pair left out, moved, doubled or made of other tiles is refused, and at the pair that is wrong.
TEST(ShanghaiPlaces, AlteredSolutionsAreRefused) {
  int altered = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    Rng rng(84, i);
    const Layout layout = random_layout(rng, 16);
    std::vector<SlotPair> moves;
    const auto board = ReverseDealer(layout).deal(*choose_faces(16, 0, 4, rng), Seen::all, rng, moves);
    if (!board) continue;
    ASSERT_TRUE(check_solution(*board, moves));
    std::vector<SlotPair> shorter(moves.begin(), moves.end() - 1), twice = moves, nowhere = moves, itself = moves;
    twice[1] = twice[0];
    nowhere[0].first.column += 40;
    itself[0].second = itself[0].first;
    std::vector<SlotPair> longer = moves;
    longer.push_back(moves.back());
    for (const auto& wrong : {shorter, twice, nowhere, itself, longer}) EXPECT_FALSE(check_solution(*board, wrong));
    // In any other order: right if and only if each pair is legal when it is played.
    for (int shuffle = 0; shuffle < 20; ++shuffle) {
      std::vector<SlotPair> other = moves;
      rng.shuffle(std::span(other));
      bool right = true;
      Board now = *board;
      for (const auto& [a, b] : other) {
        const int one = tile_at(now, a), two = tile_at(now, b);
        const auto pairs = legal_pairs(now);
        const Pair pair{static_cast<TileId>(std::min(one, two)), static_cast<TileId>(std::max(one, two))};
        right = std::ranges::find(pairs, pair) != pairs.end();
        if (!right) break;
        now = without(now, pair);
      }
      EXPECT_EQ(check_solution(*board, other).has_value(), right);
      altered += right ? 0 : 1;
    }
  }
  EXPECT_GT(altered, 100);
}

}  // namespace
}  // namespace nazo::shanghai
