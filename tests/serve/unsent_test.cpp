#include "serve/unsent.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace nazo::serve {
namespace {

TEST(Unsent, AHouseholdHasAQuarterAndEverybodyTheWhole) {
  const auto unsent = std::make_shared<Unsent>(1000);
  std::vector<std::shared_ptr<void>> kept;
  const auto asks = [&](const std::string& household, std::size_t bytes) {
    auto room = unsent->room_for(bytes, household);
    if (!room) return false;
    kept.push_back(std::move(*room));
    return true;
  };
  EXPECT_TRUE(asks("a", 200));
  EXPECT_FALSE(asks("a", 100)) << "more than its share";
  EXPECT_TRUE(asks("a", 50));
  EXPECT_TRUE(asks("b", 400)) << "the first may be larger";
  EXPECT_FALSE(asks("b", 1));
  EXPECT_TRUE(asks("", 300)) << "who has no share has what is left";
  EXPECT_FALSE(asks("c", 100)) << "there is no more";
  EXPECT_EQ(unsent->bytes(), 950u);
  kept.clear();
  EXPECT_EQ(unsent->bytes(), 0u);
  EXPECT_TRUE(asks("c", 5000)) << "alone one may be larger than everything";
  EXPECT_FALSE(asks("d", 1));
}

}  // namespace
}  // namespace nazo::serve
