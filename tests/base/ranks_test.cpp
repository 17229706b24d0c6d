// What ranks say of one another when they do not meet.
#include "base/ranks.hpp"

#include <gtest/gtest.h>

#include "tools/local_ranks.hpp"

namespace nazo {
namespace {

/// What rank 0 hears at a meeting that rank 1 does not come to.
std::string heard_by_first(const std::function<void(Ranks&)>& other) {
  LocalRanks ranks(2);
  std::string heard;
  ranks.run([&](Ranks& mine) {
    if (!mine.first()) return other(mine);
    const auto all = mine.gather("groups", ByteWriter().number(3).take());
    heard = all ? "all came" : all.error().text();
  });
  return heard;
}

TEST(Ranks, WhoHasLeftSaysWhyInItsOwnWordsAlone) {
  const auto leave = [](std::string_view words) {
    return heard_by_first([&](Ranks& mine) { (void)mine.leave(words); });
  };
  EXPECT_EQ(leave("nazo: kept/rank-1/layer-0: the checkpoint is cut off\n"),
            "rank 1: kept/rank-1/layer-0: the checkpoint is cut off");
  EXPECT_EQ(leave(""), "rank 1 went another way than the others (the end, not groups)");
}

TEST(Ranks, BytesThatAreNoWordsAreNotPrinted) {
  const auto elsewhere = [](Ranks& mine) { (void)mine.gather("share", {7, 1, 255, 10, 'x'}); };
  EXPECT_EQ(heard_by_first(elsewhere), "rank 1 went another way than the others (share, not groups)");
}

}  // namespace
}  // namespace nazo
