#include "serve/jobs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.hpp"

namespace nazo::serve {

namespace {

using namespace std::chrono_literals;

void wait_for(const std::function<bool()>& what) {
  for (int i = 0; i < 1000 && !what(); ++i) std::this_thread::sleep_for(5ms);
  EXPECT_TRUE(what());
}

/// Somebody with an address of their own.
JobOwner from(const std::string& who) { return {who, "address of " + who}; }

/// Work that goes on until it is told to stop.
Result<Value> endless(JobRun& run) {
  while (!*run.stop()) std::this_thread::sleep_for(1ms);
  return Value("stopped");
}

TEST(Jobs, EventsComeInOrderAlsoToThoseWhoComeLate) {
  JobQueue queue({});
  auto job = queue.submit(from("a"), "count", [](JobRun& run) -> Result<Value> {
    for (int i = 0; i < 5; ++i) run.tell("item", i);
    return Value::object().set("sum", 10);
  });
  ASSERT_TRUE(job);
  wait_for([&] { return (*job)->state() == JobState::done; });
  for (const std::size_t seen : {0u, 3u}) {
    std::vector<std::string> heard;
    bool over = false;
    (*job)->listen(seen, [&](std::string_view event, bool last) {
      EXPECT_FALSE(over);
      heard.emplace_back(event);
      over = last;
    });
    EXPECT_TRUE(over);
    ASSERT_EQ(heard.size(), 6 - seen);
    EXPECT_TRUE(heard[0].starts_with(cat("id: ", seen + 1, "\nevent: item\ndata: ", seen, "\n\n"))) << heard[0];
    EXPECT_NE(heard.back().find("event: end"), std::string::npos);
  }
  EXPECT_EQ((*job)->value().find("result")->json(), R"({"sum":10})");
}

TEST(Jobs, TheQueueAndEveryonesShareAreBounded) {
  JobQueue queue({.threads = 1, .waiting = 3, .each = 2});
  std::vector<std::shared_ptr<Job>> jobs;
  for (const char* owner : {"a", "a"}) jobs.push_back(*queue.submit(from(owner), "wait", endless));
  EXPECT_FALSE(queue.submit(from("a"), "wait", endless)) << "two of one owner";
  wait_for([&] { return queue.running() == 1; });
  for (const char* owner : {"b", "c"}) jobs.push_back(*queue.submit(from(owner), "wait", endless));
  EXPECT_FALSE(queue.submit(from("d"), "wait", endless)) << "three wait";
  queue.cancel(*jobs[0]);
  wait_for([&] { return jobs[0]->state() == JobState::cancelled && jobs[1]->state() == JobState::running; });
  EXPECT_TRUE(queue.submit(from("d"), "wait", endless));
}

TEST(Jobs, AnAddressHasAShareHoweverManyPlayersItClaimsToBe) {
  JobQueue queue({.threads = 1, .waiting = 64, .each = 2, .each_address = 3});
  std::vector<std::shared_ptr<Job>> jobs;
  for (int i = 0; i < 3; ++i) jobs.push_back(*queue.submit({cat("cookie", i), "there"}, "wait", endless));
  const auto refused = queue.submit({"cookie9", "there"}, "wait", endless);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().trouble, Trouble::none) << "their own doing, not ours";
  EXPECT_TRUE(queue.submit({"cookie9", "elsewhere"}, "wait", endless));
}

TEST(Jobs, WhatEndedIsForgottenByNumberAndByBytes) {
  JobQueue queue({.waiting = 1000, .each = 1000, .each_address = 1000, .remembered = 20, .remembered_bytes = 50'000});
  const auto talk = [](std::size_t bytes) {
    return [bytes](JobRun& run) -> Result<Value> {
      run.tell("item", std::string(bytes, 'x'));
      return Value();
    };
  };
  std::vector<std::shared_ptr<Job>> jobs;
  for (int i = 0; i < 40; ++i) jobs.push_back(*queue.submit(from("a"), "talk", talk(10)));
  for (int i = 0; i < 10; ++i) jobs.push_back(*queue.submit(from("a"), "talk", talk(10'000)));
  wait_for([&] { return jobs.back()->over() && queue.running() == 0; });
  const auto kept = std::ranges::count_if(jobs, [&](const auto& job) { return queue.find(job->id()) != nullptr; });
  EXPECT_LE(kept, 5);
  EXPECT_NE(queue.find(jobs.back()->id()), nullptr);
}

TEST(Jobs, WhatWaitsCanBeCancelledToo) {
  JobQueue queue({});
  auto first = *queue.submit(from("a"), "wait", endless), second = *queue.submit(from("a"), "wait", endless);
  wait_for([&] { return first->state() == JobState::running; });
  queue.cancel(*second);
  EXPECT_EQ(second->state(), JobState::cancelled);
  EXPECT_EQ(queue.waiting(), 0u);
  queue.cancel(*first);
  wait_for([&] { return first->state() == JobState::cancelled; });
}

TEST(Jobs, AFailureIsTold) {
  JobQueue queue({});
  auto bad = *queue.submit(from("a"), "fail", [](JobRun&) -> Result<Value> { return fail("no"); });
  auto thrown = *queue.submit(from("a"), "throw", [](JobRun&) -> Result<Value> { throw std::runtime_error("oh"); });
  wait_for([&] { return thrown->state() == JobState::failed; });
  EXPECT_EQ(bad->value().find("error")->json(), R"({"message":"no"})");
  EXPECT_EQ(thrown->value().find("error")->json(), R"({"message":"the work failed: oh"})");
}

TEST(Jobs, StoppingEndsEverything) {
  JobQueue queue({});
  auto first = *queue.submit(from("a"), "wait", endless), second = *queue.submit(from("a"), "wait", endless);
  queue.stop();
  wait_for([&] { return first->state() == JobState::cancelled && second->state() == JobState::cancelled; });
  EXPECT_FALSE(queue.submit(from("a"), "wait", endless));
}

TEST(Jobs, WhoLeavesHearsNoMore) {
  JobQueue queue({});
  std::atomic<bool> go = false;
  auto job = *queue.submit(from("a"), "wait", [&](JobRun& run) -> Result<Value> {
    while (!go) std::this_thread::sleep_for(1ms);
    run.tell("late", 1);
    return Value();
  });
  int heard = 0;
  job->leave(job->listen(0, [&](std::string_view, bool) { ++heard; }));
  go = true;
  wait_for([&] { return job->state() == JobState::done; });
  EXPECT_EQ(heard, 0);
}

}  // namespace

}  // namespace nazo::serve
