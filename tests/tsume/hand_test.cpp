// Packed hands against plain counting.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "genres/tsume/rules/types.hpp"

namespace nazo::tsume {
namespace {

using Counts = std::array<int, 7>;

Counts random_counts() {
  Counts counts{};
  for (std::size_t i = 0; i < 7; ++i) counts[i] = *rc::gen::inRange(0, set_size(hand_kinds[i]) + 1);
  return counts;
}
Hand hand_of(const Counts& counts) {
  Hand hand;
  for (std::size_t i = 0; i < 7; ++i)
    for (int n = 0; n < counts[i]; ++n) hand.add(hand_kinds[i]);
  return hand;
}

TEST(TsumeHand, CountsAddAndCompareKindByKind) {
  EXPECT_TRUE(rc::check("hands", [] {
    const Counts a = random_counts(), b = random_counts();
    const Hand x = hand_of(a), y = hand_of(b);
    bool covers = true;
    int total = 0;
    Counts most{}, least{};
    for (std::size_t i = 0; i < 7; ++i) {
      RC_ASSERT(x.count(hand_kinds[i]) == a[i]);
      RC_ASSERT(x.has(hand_kinds[i]) == (a[i] > 0));
      covers = covers && a[i] >= b[i];
      total += a[i];
      most[i] = std::max(a[i], b[i]);
      least[i] = std::min(a[i], b[i]);
    }
    RC_ASSERT(x.covers(y) == covers);
    RC_ASSERT(x.total() == total);
    RC_ASSERT(Hand::most(x, y) == hand_of(most));
    RC_ASSERT(Hand::least(x, y) == hand_of(least));
  }));
}

TEST(TsumeMove, TextAndMirrors) {
  const Move16 step = Move16::promotion(square_at(1, 1), square_at(2, 2));
  EXPECT_EQ(step.mirrored().mirrored(), step);
  EXPECT_EQ(step.turned().turned(), step);
  EXPECT_EQ(step.mirrored(), Move16::promotion(square_at(7, 1), square_at(6, 2)));
  EXPECT_EQ(step.turned(), Move16::promotion(square_at(7, 7), square_at(6, 6)));
  const Move16 drop = Move16::drop(Kind::gold, square_at(4, 0));
  EXPECT_TRUE(drop.is_drop());
  EXPECT_EQ(drop.dropped(), Kind::gold);
  EXPECT_EQ(drop.turned(), Move16::drop(Kind::gold, square_at(4, 8)));
}

}  // namespace
}  // namespace nazo::tsume
