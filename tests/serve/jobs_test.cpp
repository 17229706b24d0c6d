#include "serve/jobs.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"

namespace nazo::serve {

namespace {

using namespace std::chrono_literals;

void wait_for(const std::function<bool()>& what) {
  for (int i = 0; i < 1000 && !what(); ++i) std::this_thread::sleep_for(5ms);
  EXPECT_TRUE(what());
}

/// Work that goes on until it is told to stop.
Result<Value> endless(JobRun& run) {
  while (!*run.stop()) std::this_thread::sleep_for(1ms);
  return Value("stopped");
}

TEST(Jobs, EventsComeInOrderAlsoToThoseWhoComeLate) {
  JobQueue queue({});
  auto job = queue.submit("a", "count", [](JobRun& run) -> Result<Value> {
    for (int i = 0; i < 5; ++i) run.found("item", i);
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
  for (const char* owner : {"a", "a"}) jobs.push_back(*queue.submit(owner, "wait", endless));
  EXPECT_FALSE(queue.submit("a", "wait", endless)) << "two of one owner";
  wait_for([&] { return queue.running() == 1; });
  for (const char* owner : {"b", "c"}) jobs.push_back(*queue.submit(owner, "wait", endless));
  EXPECT_FALSE(queue.submit("d", "wait", endless)) << "three wait";
  queue.cancel(*jobs[0]);
  wait_for([&] { return jobs[0]->state() == JobState::cancelled && jobs[1]->state() == JobState::running; });
  EXPECT_TRUE(queue.submit("d", "wait", endless));
}

TEST(Jobs, WhatWaitsCanBeCancelledToo) {
  JobQueue queue({});
  auto first = *queue.submit("a", "wait", endless), second = *queue.submit("a", "wait", endless);
  wait_for([&] { return first->state() == JobState::running; });
  queue.cancel(*second);
  EXPECT_EQ(second->state(), JobState::cancelled);
  EXPECT_EQ(queue.waiting(), 0u);
  queue.cancel(*first);
  wait_for([&] { return first->state() == JobState::cancelled; });
}

TEST(Jobs, AFailureIsTold) {
  JobQueue queue({});
  auto bad = *queue.submit("a", "fail", [](JobRun&) -> Result<Value> { return fail("no"); });
  auto thrown = *queue.submit("a", "throw", [](JobRun&) -> Result<Value> { throw std::runtime_error("oh"); });
  wait_for([&] { return thrown->state() == JobState::failed; });
  EXPECT_EQ(bad->value().find("error")->json(), R"({"message":"no"})");
  EXPECT_EQ(thrown->value().find("error")->json(), R"({"message":"the work failed: oh"})");
}

TEST(Jobs, StoppingEndsEverything) {
  JobQueue queue({});
  auto first = *queue.submit("a", "wait", endless), second = *queue.submit("a", "wait", endless);
  queue.stop();
  wait_for([&] { return first->state() == JobState::cancelled && second->state() == JobState::cancelled; });
  EXPECT_FALSE(queue.submit("a", "wait", endless));
}

TEST(Jobs, WhoLeavesHearsNoMore) {
  JobQueue queue({});
  std::atomic<bool> go = false;
  auto job = *queue.submit("a", "wait", [&](JobRun& run) -> Result<Value> {
    while (!go) std::this_thread::sleep_for(1ms);
    run.found("late", 1);
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
