// Items handed out to other ranks: nobody is idle while another holds an order that it has not begun.
#include "workshop/farm.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "tools/local_ranks.hpp"
#include "workshop/item_run.hpp"

namespace nazo {
namespace {

/// Items of which some take until all others are made, however long that is. Who is not given another one in their
/// place waits in vain.
class UnevenItems {
 public:
  explicit UnevenItems(std::vector<int> long_items, int items) : long_(std::move(long_items)), items_(items) {}

  std::string make(int item, unsigned rank) {
    std::unique_lock lock(mutex_);
    made_by_[item].push_back(rank);
    const bool is_long = std::ranges::find(long_, item) != long_.end() && !long_ended_;
    if (is_long) {
      const int short_items = items_ - 1;
      in_time_ &= changed_.wait_for(lock, std::chrono::seconds(20), [&] { return done_ == short_items; });
      long_ended_ = true;
    }
    ++done_;
    changed_.notify_all();
    return std::to_string(item * item);
  }
  [[nodiscard]] bool in_time() const { return in_time_; }
  [[nodiscard]] std::size_t times_made() const {
    std::size_t times = 0;
    for (const auto& [item, ranks] : made_by_) times += ranks.size();
    return times;
  }

 private:
  std::vector<int> long_;
  int items_, done_ = 0;
  bool long_ended_ = false, in_time_ = true;
  std::mutex mutex_{};
  std::condition_variable changed_{};
  std::map<int, std::vector<unsigned>> made_by_{};
};

/// What rank 0 takes, in order, of items that are made by so many ranks.
std::string take_all(UnevenItems& items, int count, unsigned size, unsigned threads) {
  LocalRanks ranks(size);
  std::string taken;
  ranks.run([&](Ranks& mine) {
    auto farm = Farm::make(mine, threads);
    ASSERT_TRUE(farm);
    int given = 0;
    const ItemRun run{.next = [&]() -> std::optional<Value> {
                        if (given == count) return std::nullopt;
                        return Value(given++);
                      },
                      .make = [&](std::uint64_t item, const Value&) -> Result<Value> {
                        return Value(items.make(static_cast<int>(item), mine.rank()));
                      },
                      .take =
                          [&](std::uint64_t, const Value&, const Value& made) {
                            taken += *made.string() + " ";
                            return true;
                          }};
    EXPECT_TRUE(run_items(run, {.threads = threads, .farm = &*farm}));
  });
  return taken;
}

TEST(Farm, NobodyIsIdleWhileAnotherHoldsAnOrderItHasNotBegun) {
  // The item that takes until all others are made is each of them in turn: whoever has it holds another one behind it.
  for (const unsigned size : {2u, 3u, 4u})
    for (const unsigned threads : {1u, 2u})
      for (int long_item = 0; long_item < 6; ++long_item) {
        UnevenItems items({long_item}, 6);
        EXPECT_EQ(take_all(items, 6, size, threads), "0 1 4 9 16 25 ");
        ASSERT_TRUE(items.in_time()) << size << " ranks, " << threads << " threads, item " << long_item;
      }
}

TEST(Farm, QuickItemsAreMadeOnceEach) {
  UnevenItems items({}, 2000);
  const std::string taken = take_all(items, 2000, 3, 2);
  EXPECT_EQ(taken.substr(0, 10), "0 1 4 9 16");
  EXPECT_EQ(std::ranges::count(taken, ' '), 2000);
  // One that is taken back at the moment when it is begun is made twice: now and then, at the end.
  EXPECT_LE(items.times_made(), 2200U);
}

}  // namespace
}  // namespace nazo
