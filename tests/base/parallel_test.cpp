#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/rng.hpp"
#include "faults/threads.hpp"

namespace nazo {
namespace {

std::string run(unsigned threads, std::uint64_t count) {
  std::string out;
  ordered_map<std::uint64_t>(
      count, threads,
      [](std::uint64_t i) {
        Rng rng(9, i);
        std::uint64_t x = 0;  // items of very different length finish out of order
        for (std::uint64_t n = rng.below(20000); n-- > 0;) x ^= rng();
        return x;
      },
      [&](std::uint64_t i, std::uint64_t x) {
        out += std::to_string(i) + ":" + std::to_string(x) + "\n";
        return true;
      });
  return out;
}

TEST(OrderedMap, GivesTheSameBytesWithAnyNumberOfThreads) {
  const std::string one = run(1, 300);
  EXPECT_EQ(one, run(2, 300));
  EXPECT_EQ(one, run(7, 300));
}

TEST(OrderedMap, StopsWhenTheTakerHasEnough) {
  for (const unsigned threads : {1u, 3u}) {
    std::uint64_t taken = 0;
    std::atomic<std::uint64_t> made = 0;
    ordered_map<int>(
        endless, threads,
        [&](std::uint64_t) {
          ++made;
          return 0;
        },
        [&](std::uint64_t, int) { return ++taken < 10; });
    EXPECT_EQ(taken, 10u);
    EXPECT_LE(made.load(), 10 + 5 * threads) << "the window bounds what is made in vain";
  }
}

TEST(OrderedMap, AnExceptionOfAWorkerReachesTheCaller) {
  const auto go = [] {
    ordered_map<int>(
        100, 2, [](std::uint64_t i) -> int { return i == 50 ? throw std::runtime_error("boom") : 0; },
        [](std::uint64_t, int) { return true; });
  };
  EXPECT_THROW(go(), std::runtime_error);
}

TEST(OrderedMap, WhatTheTakerThrowsReachesTheCaller) {
  for (const unsigned threads : {1u, 2u, 5u}) {
    const auto go = [&] {
      ordered_map<int>(
          endless, threads, [](std::uint64_t) { return 0; },
          [](std::uint64_t i, int) -> bool { return i == 20 ? throw std::runtime_error("boom") : true; });
    };
    EXPECT_THROW(go(), std::runtime_error);
  }
}

TEST(OrderedMap, WhatTheSourceThrowsReachesTheCaller) {
  for (const unsigned threads : {1u, 2u, 5u}) {
    int given = 0;
    const auto go = [&] {
      ordered_pipe<int, int>(
          threads, [&]() -> std::optional<int> { return given == 20 ? throw std::runtime_error("boom") : given++; },
          [](const int& item) { return item; }, [](int, int) { return true; });
    };
    EXPECT_THROW(go(), std::runtime_error);
  }
}

TEST(OrderedMap, AThreadThatBreaksAtItsTopEndsTheWork) {
  const faults::ThrowIn thrower("pipe");
  EXPECT_THROW(run(3, 300), faults::Thunder);
  EXPECT_EQ(faults::ThrowIn::count(), 1);
}

TEST(OrderedMap, ManagesWithTheThreadsThereIsRoomFor) {
  const std::string one = run(1, 300);
  for (const int room : {0, 1, 3}) {
    const faults::NoRoomFor full("pipe", room);
    EXPECT_EQ(one, run(7, 300)) << room;
  }
}

TEST(ParallelFor, WhatAnyoneThrowsReachesTheCaller) {
  for (const unsigned culprit : {0u, 1u, 2u}) {
    std::atomic<bool> thrown = false;
    const auto go = [&] {
      parallel_for(1'000'000, 3, [&](unsigned worker, std::uint64_t) {
        if (worker == culprit && !thrown.exchange(true)) throw std::runtime_error("boom");
        if (!thrown) std::this_thread::yield();  // so that everybody gets a turn
      });
    };
    EXPECT_THROW(go(), std::runtime_error);
  }
}

TEST(ParallelFor, AThreadThatBreaksAtItsTopReachesTheCaller) {
  const faults::ThrowIn thrower("for");
  EXPECT_THROW(parallel_for(100, 3, [](unsigned, std::uint64_t) {}), faults::Thunder);
}

TEST(ParallelFor, ManagesWithTheThreadsThereIsRoomFor) {
  for (const int room : {0, 1}) {
    const faults::NoRoomFor full("for", room);
    std::vector<std::atomic<int>> calls(1000);
    parallel_for(calls.size(), 4, [&](unsigned worker, std::uint64_t i) {
      EXPECT_LE(worker, static_cast<unsigned>(room));
      ++calls[i];
    });
    for (const auto& n : calls) EXPECT_EQ(n.load(), 1);
  }
}

TEST(ParallelFor, CallsEveryIndexOnceAndEachWorkerInOrder) {
  for (const unsigned threads : {1u, 3u}) {
    std::vector<std::atomic<int>> calls(1000);
    std::vector<std::uint64_t> last(threads, 0);
    std::atomic<bool> in_order = true;
    parallel_for(calls.size(), threads, [&](unsigned worker, std::uint64_t i) {
      ++calls[i];
      if (i < last[worker]) in_order = false;
      last[worker] = i;
    });
    for (const auto& n : calls) EXPECT_EQ(n.load(), 1);
    EXPECT_TRUE(in_order);
  }
  parallel_for(0, 2, [](unsigned, std::uint64_t) { FAIL() << "nothing to do"; });
}

TEST(Crew, EveryWorkerIsCalledOnceARunOnAThreadOfItsOwn) {
  for (const unsigned size : {1u, 2u, 5u}) {
    Crew crew(size);
    ASSERT_EQ(crew.size(), size);
    std::vector<int> calls(size, 0);
    std::vector<std::thread::id> threads(size), before;
    for (int run = 1; run <= 200; ++run) {
      crew.run([&](unsigned worker) {
        ++calls[worker];
        threads[worker] = std::this_thread::get_id();
      });
      for (const int n : calls) ASSERT_EQ(n, run) << "all have ended when run returns";
      EXPECT_EQ(threads[0], std::this_thread::get_id());
      if (run > 1) {
        EXPECT_EQ(threads, before) << "the same threads again";
      }
      before = threads;
    }
    for (unsigned i = 1; i < size; ++i) EXPECT_NE(threads[i], threads[i - 1]);
  }
}

TEST(Crew, MeetsEveryIndexOnceAndEachWorkerInOrder) {
  for (const unsigned size : {1u, 3u}) {
    Crew crew(size);
    for (const std::uint64_t count : {0u, 1u, 2u, 500u}) {
      std::vector<std::atomic<int>> calls(count);
      std::vector<std::uint64_t> last(size, 0);
      std::atomic<bool> in_order = true;
      crew.for_each(count, [&](unsigned worker, std::uint64_t i) {
        ++calls[i];
        if (i < last[worker]) in_order = false;
        last[worker] = i;
      });
      for (const auto& n : calls) EXPECT_EQ(n.load(), 1);
      EXPECT_TRUE(in_order);
    }
  }
}

TEST(Crew, WorkersCanWaitForEachOther) {
  Crew crew(2);
  Mutex mutex;
  Signal signal;
  for (int round = 0; round < 100; ++round) {
    int turn = 0;
    crew.run([&](unsigned worker) {
      const Locked lock(mutex);
      for (int i = 0; i < 4; ++i) {
        while (turn % 2 != static_cast<int>(worker)) signal.wait(mutex);
        ++turn;
        signal.notify_all();
      }
    });
    EXPECT_EQ(turn, 8);
  }
}

TEST(Crew, WhatAnyoneThrowsReachesTheCallerAndTheCrewStays) {
  Crew crew(3);
  for (const unsigned culprit : {0u, 1u, 2u}) {
    const auto go = [&] {
      crew.run([&](unsigned worker) {
        if (worker == culprit) throw std::runtime_error("boom");
      });
    };
    EXPECT_THROW(go(), std::runtime_error);
    std::atomic<int> calls = 0;
    crew.run([&](unsigned) { ++calls; });
    EXPECT_EQ(calls, 3);
  }
}

TEST(Crew, AThreadThatBreaksAtItsTopBeginsAgain) {
  const faults::ThrowIn thrower("crew", 5);
  Crew crew(3);
  for (int run = 0; run < 20; ++run) {
    std::atomic<int> calls = 0;
    crew.run([&](unsigned) { ++calls; });
    EXPECT_EQ(calls, 3);
  }
  EXPECT_EQ(faults::ThrowIn::count(), 5);
}

TEST(Crew, ManagesWithTheThreadsThereIsRoomFor) {
  for (const int room : {0, 2}) {
    const faults::NoRoomFor full("crew", room);
    Crew crew(5);
    EXPECT_EQ(crew.size(), static_cast<unsigned>(room) + 1);
    std::vector<std::atomic<int>> calls(500);
    crew.for_each(calls.size(), [&](unsigned, std::uint64_t i) { ++calls[i]; });
    for (const auto& n : calls) EXPECT_EQ(n.load(), 1);
  }
}

TEST(Crew, ACrewWithoutWorkLeaves) {
  for (int i = 0; i < 50; ++i) Crew crew(4);
}

}  // namespace
}  // namespace nazo
