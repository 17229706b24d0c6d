#include "serve/lane.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "serve/fixture.hpp"

namespace nazo::serve {
namespace {

class LaneTest : public ApiTest {
 protected:
  /// Who is answered in which order by a lane of one thread, when all of these wait at once.
  [[nodiscard]] std::string order_of(const std::vector<std::string>& households) {
    std::promise<void> all_are_here;
    const auto wait = all_are_here.get_future().share();
    std::string order;
    {
      Lane lane(*api_, {.threads = 1, .waiting = 64, .each = 16}, [](const Lane::Late&) {});
      lane.add({.request = {},
                .later = {.finish =
                              [wait] {
                                wait.wait();
                                return Response{};
                              },
                          .household = "first"},
                .send = [](const Response&) {}});
      for (const std::string& household : households)
        lane.add({.request = {},
                  .later = {.finish = [] { return Response{}; }, .household = household},
                  .send = [&order, household](const Response& response) {
                    order += response.status == 200 ? household : "-";
                  }});
      all_are_here.set_value();
      while (!lane.idle()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return order;
  }
};

TEST_F(LaneTest, AHouseholdThatFillsItIsNotServedTwiceInARowWhileAnotherWaits) {
  EXPECT_EQ(order_of({"a", "a", "a", "a", "b"}), "abaaa");
  EXPECT_EQ(order_of({"a", "a", "b", "b", "c"}), "ababc");
  EXPECT_EQ(order_of({"a", "b", "c"}), "abc");
}

/// Who was told to come again is not worked for as well: it would be done twice, and perhaps when nobody wants it.
TEST_F(LaneTest, WhatIsOverdueIsNotBegun) {
  const auto now = std::chrono::steady_clock::now();
  std::atomic<int> begun = 0;
  Lane lane(*api_, {.threads = 1, .waiting = 8, .each = 8}, [](const Lane::Late&) {});
  for (const auto due : {now - std::chrono::seconds(1), now + std::chrono::hours(1)})
    lane.add({.request = {},
              .later = {.finish =
                            [&] {
                              ++begun;
                              return Response{};
                            }},
              .send = [](const Response&) {},
              .due = due});
  while (!lane.idle()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(begun, 1);
}

TEST_F(LaneTest, WhoHasNoShareIsServedInLine) { EXPECT_EQ(order_of({"", "a", "", ""}), "a"); }

TEST_F(LaneTest, NobodyTakesMoreThanAShare) {
  const std::string order = order_of(std::vector<std::string>(20, "a"));
  EXPECT_EQ(order, "----" + std::string(16, 'a'));
}

}  // namespace
}  // namespace nazo::serve
