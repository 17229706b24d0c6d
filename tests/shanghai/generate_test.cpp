#include "genres/shanghai/generate/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "genres/shanghai/generate/deal.hpp"
#include "genres/shanghai/generate/shape.hpp"
#include "genres/shanghai/rules/layouts.hpp"
#include "genres/shanghai/solve/check.hpp"

namespace nazo::shanghai {
namespace {

TEST(ShanghaiGenerate, WhatIsDealtBackwardsCanBeCleared) {
  for (const NamedLayout& layout : layouts()) {
    const ReverseDealer dealer(layout.slots);
    for (std::uint64_t i = 0; i < 20; ++i) {
      Rng rng(2, i);
      std::vector<SlotPair> moves;
      const auto faces = choose_faces(layout.slots.size(), 0, 4, rng);
      ASSERT_TRUE(faces);
      const auto board = dealer.deal(*faces, Seen::all, rng, moves);
      ASSERT_TRUE(board) << layout.name;
      EXPECT_TRUE(check_solution(*board, moves)) << layout.name;
    }
  }
}

TEST(ShanghaiGenerate, TheTurtleHasTheWholeSet) {
  Rng rng(1, 0);
  auto faces = *choose_faces(144, 0, 4, rng);
  std::ranges::sort(faces);
  for (int face = 0; face < 34; ++face) EXPECT_EQ(std::ranges::count(faces, face), 4) << face;
  for (int face = 34; face < 42; ++face) EXPECT_EQ(std::ranges::count(faces, face), 1) << face;
}

TEST(ShanghaiGenerate, KindsAndCopiesAreKept) {
  for (const int tiles : {2, 6, 10, 24, 50, 144})
    for (const int kinds : {1, 2, 5, 20}) {
      Rng rng(1, 0);
      const auto faces = choose_faces(static_cast<std::size_t>(tiles), kinds, 4, rng);
      if (2 * kinds > tiles || tiles / kinds > 64) continue;
      ASSERT_TRUE(faces) << tiles << " " << kinds << faces.error().text();
      EXPECT_EQ(faces->size(), static_cast<std::size_t>(tiles));
      std::set<int> groups;
      for (const int face : *faces) groups.insert(group_of(face));
      EXPECT_EQ(groups.size(), static_cast<std::size_t>(kinds));
    }
}

TEST(ShanghaiGenerate, NewLayoutsKeepToTheOrder) {
  for (const Symmetry symmetry :
       {Symmetry::none, Symmetry::left_right, Symmetry::top_bottom, Symmetry::both, Symmetry::half_turn})
    for (std::uint64_t i = 0; i < 30; ++i) {
      Rng rng(7, i);
      const ShapeOrder order{.tiles = 2 * rng.between(12, 72), .layers = rng.between(2, 5), .symmetry = symmetry};
      const auto layout = make_layout(order, rng);
      ASSERT_TRUE(layout) << layout.error().text();
      EXPECT_TRUE(check_layout(*layout));
      EXPECT_LE(static_cast<int>(layout->size()), order.tiles);
      EXPECT_GE(static_cast<int>(layout->size()), order.tiles - 4);
      const Frame frame = frame_of(*layout);
      EXPECT_LE(frame.layers, order.layers);
      const std::set<Slot> all(layout->begin(), layout->end());
      for (Slot slot : *layout) {
        const Slot across{slot.layer, slot.row, frame.width - 2 - slot.column};
        const Slot down{slot.layer, frame.height - 2 - slot.row, slot.column};
        const Slot turned{slot.layer, frame.height - 2 - slot.row, frame.width - 2 - slot.column};
        if (symmetry == Symmetry::left_right || symmetry == Symmetry::both) {
          EXPECT_TRUE(all.contains(across));
        }
        if (symmetry == Symmetry::top_bottom || symmetry == Symmetry::both) {
          EXPECT_TRUE(all.contains(down));
        }
        if (symmetry == Symmetry::half_turn) {
          EXPECT_TRUE(all.contains(turned));
        }
      }
    }
}

TEST(ShanghaiGenerate, SilhouettesAreCovered) {
  const auto silhouette = read_silhouette(".##.\n####\n.##.\n");
  ASSERT_TRUE(silhouette);
  Rng rng(1, 0);
  const auto layout =
      make_layout({.tiles = 24, .layers = 3, .symmetry = Symmetry::left_right, .silhouette = *silhouette}, rng);
  ASSERT_TRUE(layout) << layout.error().text();
  EXPECT_EQ(layout->size(), 24u);
  EXPECT_EQ(std::ranges::count(*layout, 0, &Slot::layer), 8);
  EXPECT_FALSE(read_silhouette("....\n"));
  EXPECT_FALSE(make_layout({.tiles = 4, .silhouette = *silhouette}, rng));
  const auto lopsided = read_silhouette("###.\n##..\n");
  EXPECT_FALSE(make_layout({.tiles = 24, .symmetry = Symmetry::left_right, .silhouette = *lopsided}, rng));
}

}  // namespace
}  // namespace nazo::shanghai
