// Long work as records: shares, one holder at a time, leases that run out, what is found on the way.
#include "store/jobs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>

#include "fixture.hpp"

namespace nazo::store {
namespace {

using namespace std::chrono_literals;

class JobRecords : public EachStore {
 protected:
  void SetUp() override {
    where_ = fresh();
    auto opened = Store::open(where_);
    ASSERT_OK(opened);
    auto jobs = Jobs::open(where_);
    ASSERT_OK(jobs);
    jobs_.emplace(std::move(*jobs));
  }
  [[nodiscard]] Jobs& jobs() { return *jobs_; }
  Jobs::Ordered order(const std::string& key, const std::string& owner = "a", const Jobs::Shares& shares = {},
                      const std::string& once = "") {
    const auto ordered = jobs().order({.key = key,
                                       .owner = owner,
                                       .address = "address of " + owner,
                                       .what = "solve",
                                       .request = Value::object().set("what", "solve"),
                                       .once = once},
                                      shares);
    EXPECT_OK(ordered);
    return ordered.value_or(Jobs::Ordered::queue_full);
  }
  Job taken(const Jobs::Terms& terms = {}) {
    auto job = jobs().take(terms);
    EXPECT_OK(job);
    EXPECT_TRUE(*job);
    return job && *job ? **job : Job{};
  }
  Job found(const std::string& key) {
    auto job = jobs().find(key);
    EXPECT_OK(job);
    EXPECT_TRUE(*job);
    return job && *job ? **job : Job{};
  }

  std::string where_;
  std::optional<Jobs> jobs_;
};
ON_EACH_STORE(JobRecords);

TEST_P(JobRecords, AJobIsOrderedTakenToldOfAndEnded) {
  ASSERT_EQ(order("one"), Jobs::Ordered::taken);
  EXPECT_EQ(found("one").state, JobState::waiting);
  EXPECT_TRUE(*jobs().anything_to_take());
  const Job job = taken();
  EXPECT_EQ(job.key, "one");
  EXPECT_EQ(job.request.json(), R"({"what":"solve"})");
  EXPECT_EQ(found("one").state, JobState::running);
  EXPECT_FALSE(*jobs().anything_to_take());
  EXPECT_FALSE(*jobs().take({})) << "taken once";
  const std::int64_t before = found("one").revision;
  EXPECT_EQ(*jobs().beat(job, {.progress = Value::object().set("done", 1), .events = {{"puzzle", "1"}}}, {}),
            Jobs::Hold::kept);
  EXPECT_GT(found("one").revision, before);
  EXPECT_EQ(found("one").progress.json(), R"({"done":1})");
  EXPECT_TRUE(*jobs().end(job, JobState::done, Value::object().set("sum", 3), {}, {.events = {{"puzzle", "2"}}}));
  const Job over = found("one");
  EXPECT_EQ(over.state, JobState::done);
  EXPECT_EQ(over.result.json(), R"({"sum":3})");
  EXPECT_EQ(over.address, "") << "where it came from is nobody's business any more";
  const auto events = jobs().events("one", 1);
  ASSERT_OK(events);
  ASSERT_EQ(events->size(), 1u);
  EXPECT_EQ(events->front().data, "2");
  EXPECT_EQ(jobs().events("one", 0)->size(), 2u);
}

TEST_P(JobRecords, SharesAreKeptToExactly) {
  const Jobs::Shares shares{.waiting = 4, .each = 2, .each_address = 100};
  EXPECT_EQ(order("1", "a", shares), Jobs::Ordered::taken);
  EXPECT_EQ(order("2", "a", shares), Jobs::Ordered::taken);
  EXPECT_EQ(order("3", "a", shares), Jobs::Ordered::owner_full);
  EXPECT_EQ(order("4", "b", shares), Jobs::Ordered::taken);
  EXPECT_EQ(order("5", "c", {.waiting = 4, .each = 9, .each_address = 0}), Jobs::Ordered::address_full);
  EXPECT_EQ(order("6", "c", shares), Jobs::Ordered::taken);
  EXPECT_EQ(order("7", "d", shares), Jobs::Ordered::queue_full);
  (void)taken();
  EXPECT_EQ(order("8", "a", shares), Jobs::Ordered::owner_full) << "what runs counts too";
  EXPECT_EQ(order("9", "d", shares), Jobs::Ordered::taken);
}

TEST_P(JobRecords, WhatIsOrderedOnceIsOrderedAgainWhenItHasEnded) {
  EXPECT_EQ(order("1", "a", {}, "learn x"), Jobs::Ordered::taken);
  EXPECT_EQ(order("2", "b", {}, "learn x"), Jobs::Ordered::there_is_one);
  EXPECT_EQ(order("3", "b", {}, "learn y"), Jobs::Ordered::taken);
  const Job job = taken();
  EXPECT_EQ(order("4", "b", {}, "learn x"), Jobs::Ordered::there_is_one);
  EXPECT_TRUE(*jobs().end(job, JobState::failed, {}, Value("no"), {}));
  EXPECT_EQ(order("5", "b", {}, "learn x"), Jobs::Ordered::taken);
}

TEST_P(JobRecords, WhoFallsSilentLosesTheJob) {
  order("one");
  const Jobs::Terms short_lease{.lease = 50ms};
  const Job first = taken(short_lease);
  EXPECT_EQ(*jobs().beat(first, {.events = {{"puzzle", "1"}}}, short_lease), Jobs::Hold::kept);
  std::this_thread::sleep_for(80ms);
  const Job second = taken();
  EXPECT_EQ(second.key, "one");
  EXPECT_EQ(second.tries, 2);
  EXPECT_NE(second.holder, first.holder);
  EXPECT_TRUE(jobs().events("one", 0)->empty()) << "it begins at its beginning";
  EXPECT_EQ(*jobs().beat(first, {.events = {{"puzzle", "late"}}}, {}), Jobs::Hold::lost);
  EXPECT_FALSE(*jobs().end(first, JobState::done, Value("late"), {}, {}));
  ASSERT_OK(jobs().give_back(first));
  EXPECT_EQ(found("one").state, JobState::running) << "nothing that the first says counts";
  EXPECT_TRUE(jobs().events("one", 0)->empty());
  EXPECT_TRUE(*jobs().end(second, JobState::done, Value("in time"), {}, {}));
  EXPECT_EQ(found("one").result.json(), R"("in time")");
}

TEST_P(JobRecords, AJobThatNobodySurvivesFails) {
  order("one");
  const Jobs::Terms terms{.lease = 5ms, .tries = 2};
  (void)taken(terms);
  std::this_thread::sleep_for(20ms);
  (void)taken(terms);
  std::this_thread::sleep_for(20ms);
  EXPECT_FALSE(*jobs().take(terms));
  EXPECT_EQ(found("one").state, JobState::failed);
  EXPECT_NE(found("one").error.json().find("2 workers"), std::string::npos);
}

TEST_P(JobRecords, WhatIsGivenBackWaitsAndCountsNoTry) {
  order("one");
  const Job first = taken();
  ASSERT_OK(jobs().give_back(first));
  EXPECT_EQ(found("one").state, JobState::waiting);
  EXPECT_EQ(taken().tries, 1);
}

TEST_P(JobRecords, CancellingReachesWhatWaitsAndWhatRuns) {
  order("one");
  order("two");
  const Job first = taken();
  EXPECT_TRUE(*jobs().cancel("one"));
  EXPECT_TRUE(*jobs().cancel("two"));
  EXPECT_FALSE(*jobs().cancel("none"));
  EXPECT_EQ(found("two").state, JobState::cancelled);
  EXPECT_EQ(*jobs().beat(first, {}, {}), Jobs::Hold::stop);
  EXPECT_TRUE(*jobs().end(first, JobState::cancelled, {}, {}, {}));
  EXPECT_EQ(jobs().counts()->waiting, 0);
  EXPECT_EQ(jobs().counts()->running, 0);
}

TEST_P(JobRecords, NobodyGetsAJobThatSomebodyElseHas) {
  constexpr int all = 60;
  for (int n = 0; n < all; ++n) order(cat("job-", n), "a", {.waiting = 1000, .each = 1000, .each_address = 1000});
  std::mutex mutex;
  std::multiset<std::string> got;
  {
    std::vector<std::jthread> workers;
    for (int n = 0; n < 4; ++n)
      workers.emplace_back([&] {
        auto own = Jobs::open(where_);
        ASSERT_OK(own);
        for (;;) {
          const auto job = own->take({});
          ASSERT_OK(job);
          if (!*job) break;
          const std::lock_guard lock(mutex);
          got.insert((*job)->key);
        }
      });
  }
  // Where two look at once one may find nothing: what is left is there for the next look.
  for (auto job = jobs().take({}); job && *job; job = jobs().take({})) got.insert((*job)->key);
  EXPECT_EQ(got.size(), static_cast<std::size_t>(all));
  EXPECT_EQ(std::set(got.begin(), got.end()).size(), got.size());
}

TEST_P(JobRecords, WhatEndedIsForgottenByNumberAndByBytes) {
  const Jobs::Shares shares{.waiting = 1000, .each = 1000, .each_address = 1000};
  for (int n = 0; n < 30; ++n) {
    order(cat("job-", n), "a", shares);
    const Job job = taken();
    const std::string data(n < 20 ? 10 : 10'000, 'x');
    EXPECT_TRUE(*jobs().end(job, JobState::done, {}, {}, {.events = {{"item", data}}}));
  }
  order("waits");
  ASSERT_OK(jobs().tidy({.jobs = 15, .bytes = 50'000}));
  int known = 0;
  for (int n = 0; n < 30; ++n) known += jobs().find(cat("job-", n))->has_value() ? 1 : 0;
  EXPECT_EQ(known, 4);
  EXPECT_TRUE(*jobs().find("job-29"));
  EXPECT_TRUE(*jobs().find("waits"));
  EXPECT_EQ(jobs().revisions({"job-0", "job-29"})->size(), 1u);
  ASSERT_OK(jobs().tidy({.jobs = 15, .bytes = 1}));
  EXPECT_TRUE(*jobs().find("job-29")) << "the newest can always be asked for";
}

TEST_P(JobRecords, LearningIsForOneOfAll) {
  EXPECT_FALSE(*jobs().plays_to_learn("sokoban", 7, 10, 1h));
  EXPECT_FALSE(*jobs().plays_to_learn("tsume", 7, 10, 1h));
  EXPECT_TRUE(*jobs().plays_to_learn("sokoban", 7, 10, 1h)) << "14 of two servers";
  EXPECT_FALSE(*jobs().plays_to_learn("sokoban", 50, 10, 1h)) << "not before the pause is over";
  EXPECT_TRUE(*jobs().plays_to_learn("tsume", 3, 10, 0s));
  EXPECT_TRUE(*jobs().plays_to_learn("tsume", 10, 10, 0s));
}

}  // namespace
}  // namespace nazo::store
