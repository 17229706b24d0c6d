#include "base/budget.hpp"

#include <gtest/gtest.h>

namespace nazo {
namespace {

TEST(Meter, AllowsExactlyTheNodesOfTheBudget) {
  for (const std::uint64_t nodes : {0, 1, 5, 1023, 1024, 1025, 5000}) {
    Meter meter({.nodes = nodes});
    std::uint64_t allowed = 0;
    while (allowed < 100000 && meter.spend()) ++allowed;
    EXPECT_EQ(allowed, nodes);
    EXPECT_EQ(meter.limit(), Limit::nodes);
    EXPECT_FALSE(meter.spend()) << "once out, always out";
  }
}

TEST(Meter, StopsWhenTheFlagIsSet) {
  std::atomic<bool> stop = false;
  Meter meter({.stop = &stop});
  EXPECT_TRUE(meter.check());
  stop = true;
  EXPECT_FALSE(meter.check());
  EXPECT_EQ(meter.limit(), Limit::stopped);
}

TEST(Meter, StopsAtTheTime) {
  Meter meter({.seconds = 0.02});
  while (meter.spend()) {
  }
  EXPECT_EQ(meter.limit(), Limit::time);
  EXPECT_GE(meter.seconds(), 0.02);
}

TEST(Meter, SaysWhatTheClockSaysWithoutCounting) {
  std::atomic<bool> stop = false;
  const Meter meter({.seconds = 0.01, .nodes = 0, .stop = &stop});
  EXPECT_EQ(meter.overdue(), Limit::none) << "nodes are no matter of the clock";
  stop = true;
  EXPECT_EQ(meter.overdue(), Limit::stopped);
  stop = false;
  while (meter.seconds() < 0.01) {
  }
  EXPECT_EQ(meter.overdue(), Limit::time);
  EXPECT_EQ(meter.limit(), Limit::none) << "nobody has spent anything";
}

TEST(Meter, ReportsMemory) {
  Meter meter({});
  meter.out_of_memory();
  EXPECT_FALSE(meter.spend());
  EXPECT_EQ(name(meter.limit()), "memory");
}

TEST(Meter, TheRestShrinks) {
  Meter meter({.seconds = 100, .nodes = 10});
  meter.spend(4);
  EXPECT_EQ(meter.rest().nodes, 6u);
  EXPECT_LE(meter.rest().seconds, 100);
}

}  // namespace
}  // namespace nazo
