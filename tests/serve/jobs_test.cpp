// Jobs of the store, done by workers and listened to by servers that know nothing of one another.
#include "serve/jobs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/text.hpp"
#include "serve/job_worker.hpp"
#include "serve/learner.hpp"
#include "store/store.hpp"

namespace nazo::serve {

namespace {

using namespace std::chrono_literals;

bool comes_to_be(const std::function<bool()>& what) {
  for (int i = 0; i < 2000 && !what(); ++i) std::this_thread::sleep_for(5ms);
  return what();
}

class JobFlow : public ::testing::Test {
 protected:
  JobFlow()
      : folder_(std::filesystem::temp_directory_path() / ("nazo-jobs-" + store::random_key())),
        where_((folder_ / "nazo.db").string()) {
    std::filesystem::create_directories(folder_);
    auto opened = store::Store::open(where_);
    EXPECT_TRUE(opened);
    auto jobs = store::Jobs::open(where_);
    EXPECT_TRUE(jobs);
    jobs_.emplace(std::move(*jobs));
  }
  ~JobFlow() override { std::filesystem::remove_all(folder_); }

  void order(const std::string& key) {
    const auto ordered = jobs_->order(
        {.key = key, .owner = "a", .address = "a", .what = "solve", .request = Value::object().set("what", key)},
        {.waiting = 1000, .each = 1000, .each_address = 1000});
    ASSERT_TRUE(ordered) << ordered.error().text();
  }
  store::Job job(const std::string& key) {
    const auto found = jobs_->find(key);
    EXPECT_TRUE(found && *found);
    return found && *found ? **found : store::Job{};
  }
  bool ends(const std::string& key) {
    return comes_to_be([&] { return job(key).over(); });
  }
  std::unique_ptr<JobWorker> worker(JobWorker::Work work, store::Jobs::Terms terms = {}, unsigned slots = 1) {
    auto started = JobWorker::start({.store = where_, .slots = slots, .work = std::move(work), .terms = terms});
    EXPECT_TRUE(started) << started.error().text();
    return started ? std::move(*started) : nullptr;
  }
  std::unique_ptr<JobWatcher> watcher() {
    auto reads = store::Jobs::open_to_read(where_);
    EXPECT_TRUE(reads);
    return std::make_unique<JobWatcher>(std::move(*reads), [] {});
  }

  std::shared_ptr<EventStream> stream_of(JobWatcher& watcher, const std::string& key) {
    return watcher.stream(job(key), *jobs_);
  }

  /// Work that goes on until it is told to stop.
  static Result<Value> endless(const Value&, const std::atomic<bool>& stop, const JobWorker::Heard&) {
    while (!stop) std::this_thread::sleep_for(1ms);
    return Value("stopped");
  }
  static Result<Value> counting(const Value&, const std::atomic<bool>&, const JobWorker::Heard& heard) {
    for (int i = 0; i < 5; ++i) heard("item", i);
    return Value::object().set("sum", 10);
  }

  std::filesystem::path folder_;
  std::string where_;
  std::optional<store::Jobs> jobs_;
};

/// Everything that one listener has heard.
struct Ear {
  std::mutex mutex{};
  std::vector<std::string> heard{};
  bool over = false;

  EventStream::Listener listener() {
    return [this](std::string_view event, bool last) {
      const std::lock_guard lock(mutex);
      EXPECT_FALSE(over);
      if (!event.empty()) heard.emplace_back(event);
      over = last;
    };
  }
  bool hears_the_end() {
    return comes_to_be([&] {
      const std::lock_guard lock(mutex);
      return over;
    });
  }
};

TEST_F(JobFlow, EventsComeInOrderAlsoToThoseWhoComeLate) {
  const auto watching = watcher();
  order("one");
  Ear early;
  stream_of(*watching, "one")->listen(0, early.listener());
  const auto working = worker(counting);
  ASSERT_TRUE(early.hears_the_end());
  EXPECT_EQ(early.heard.size(), 6u);
  for (const std::size_t seen : {0u, 3u}) {
    Ear late;
    stream_of(*watching, "one")->listen(seen, late.listener());
    ASSERT_TRUE(late.hears_the_end());
    ASSERT_EQ(late.heard.size(), 6 - seen);
    EXPECT_TRUE(late.heard[0].starts_with(cat("id: ", seen + 1, "\nevent: item\ndata: ", seen, "\n\n")))
        << late.heard[0];
    EXPECT_NE(late.heard.back().find("event: end"), std::string::npos);
  }
  EXPECT_EQ(value_of(job("one")).find("result")->json(), R"({"sum":10})");
}

TEST_F(JobFlow, AnyServerHearsOfAJob) {
  const auto one = watcher(), other = watcher();
  order("one");
  Ear here, there;
  stream_of(*one, "one")->listen(0, here.listener());
  stream_of(*other, "one")->listen(0, there.listener());
  const auto working = worker(counting);
  ASSERT_TRUE(here.hears_the_end() && there.hears_the_end());
  EXPECT_EQ(here.heard, there.heard);
}

TEST_F(JobFlow, ACancelledJobEndsWhereverItRuns) {
  const auto working = worker(endless);
  order("one");
  ASSERT_TRUE(comes_to_be([&] { return job("one").state == store::JobState::running; }));
  ASSERT_TRUE(*jobs_->cancel("one"));  // as another server would
  EXPECT_TRUE(ends("one"));
  EXPECT_EQ(job("one").state, store::JobState::cancelled);
}

TEST_F(JobFlow, AFailureIsTold) {
  const auto working = worker([](const Value& request, const std::atomic<bool>&, const JobWorker::Heard&) {
    if (*request.find("what")->string() == "throws") throw std::runtime_error("oh");
    return Result<Value>(fail("no"));
  });
  order("fails");
  order("throws");
  ASSERT_TRUE(ends("fails") && ends("throws"));
  EXPECT_EQ(job("fails").error.json(), R"({"message":"no"})");
  EXPECT_EQ(job("throws").error.json(), R"({"message":"the work failed: oh"})");
  EXPECT_EQ(job("throws").state, store::JobState::failed);
}

TEST_F(JobFlow, WhoEndsGivesBackWhatTheyHold) {
  auto first = worker(endless, {}, 2);
  order("one");
  order("two");
  ASSERT_TRUE(comes_to_be([&] { return first->running() == 2; }));
  first.reset();
  EXPECT_EQ(job("one").state, store::JobState::waiting);
  const auto second = worker(counting);
  EXPECT_TRUE(ends("one") && ends("two"));
  EXPECT_EQ(job("one").tries, 1);
}

/// A holder whose lease runs out, since its heart does not beat: here a lease so short that no heart could.
TEST_F(JobFlow, WhoIsTooSlowIsToldThatTheJobIsLost) {
  std::atomic<int> begun = 0;
  const auto slow = [&](const Value& order, const std::atomic<bool>& stop, const JobWorker::Heard& heard) {
    return ++begun == 1 ? endless(order, stop, heard) : counting(order, stop, heard);
  };
  const auto one = worker(slow, {.lease = 1ms}), other = worker(slow, {.lease = 1ms, .tries = 1000});
  order("one");
  EXPECT_TRUE(ends("one"));
  EXPECT_EQ(job("one").state, store::JobState::done);
  EXPECT_EQ(job("one").result.json(), R"({"sum":10})");
  EXPECT_TRUE(comes_to_be([&] { return one->running() + other->running() == 0; })) << "the first has heard it";
}

TEST_F(JobFlow, WhoLeavesHearsNoMore) {
  const auto watching = watcher();
  order("one");
  int heard = 0;
  const auto stream = stream_of(*watching, "one");
  stream->leave(stream->listen(0, [&](std::string_view, bool) { ++heard; }));
  Ear other;
  stream->listen(0, other.listener());
  const auto working = worker(counting);
  ASSERT_TRUE(other.hears_the_end());
  EXPECT_EQ(heard, 0);
}

TEST_F(JobFlow, TwoServersLearnOnce) {
  std::atomic<int> ended = 0, fits = 0;
  const auto learner = [&] {
    auto opened = store::Jobs::open(where_);
    EXPECT_TRUE(opened);
    return std::make_unique<Learner>(std::move(*opened),
                                     Learner::Settings{.after = 10, .ended = [&](const store::Job& job) {
                                                         EXPECT_EQ(job.state, store::JobState::done);
                                                         ++ended;
                                                       }});
  };
  const auto one = learner(), other = learner();
  const auto working = worker([&](const Value& order, const std::atomic<bool>&, const JobWorker::Heard&) {
    EXPECT_EQ(order.find("store"), nullptr) << "an order says no address, which may hold a password";
    ++fits;
    return Result<Value>(order);
  });
  for (int n = 0; n < 6; ++n) {
    one->played("sokoban");
    other->played("sokoban");
  }
  EXPECT_TRUE(comes_to_be([&] { return ended == 1; }));
  std::this_thread::sleep_for(1500ms);
  EXPECT_EQ(fits, 1);
  EXPECT_EQ(ended, 1);
}

}  // namespace

}  // namespace nazo::serve
