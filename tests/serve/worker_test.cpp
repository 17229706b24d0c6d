// Work in a process of its own, with programs in the worker's place that do what a worker should never do.
#include "serve/worker.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "store/records.hpp"

namespace nazo::serve {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class WorkerTest : public ::testing::Test {
 protected:
  WorkerTest() : folder_(std::filesystem::temp_directory_path() / ("nazo-worker-" + store::random_key())) {
    std::filesystem::create_directories(folder_);
  }
  ~WorkerTest() override { std::filesystem::remove_all(folder_); }

  /// A worker that is a shell script.
  std::string script(const std::string& lines) {
    const std::string path = (folder_ / "worker").string();
    std::ofstream(path) << "#!/bin/sh\n" << lines << "\n";
    ::chmod(path.c_str(), 0755);
    return path;
  }
  Result<Value> work(const std::string& lines, const WorkerLimits& limits = {}) {
    const auto begun = Clock::now();
    auto result =
        work_apart(script(lines), Value::object().set("what", "test"), limits, stop_,
                   [&](std::string_view event, const Value& data) { heard_ += std::string(event) + data.json(); });
    took_ = Clock::now() - begun;
    return result;
  }

  std::filesystem::path folder_;
  std::atomic<bool> stop_ = false;
  std::string heard_;
  Clock::duration took_{};
};

TEST_F(WorkerTest, GetsTheOrderAndTellsWhatItFinds) {
  const auto result = work(R"(read order
echo '{"event":"item","data":1}'
echo 'not JSON at all'
echo '{"event":"item","data":2}'
echo "{\"end\":{\"result\":$order}}")");
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(result->json(), R"({"what":"test"})");
  EXPECT_EQ(heard_, "item1item2");
  EXPECT_EQ(workers_alive(), 0u);
}

TEST_F(WorkerTest, ItsErrorsKeepTheirPlace) {
  const auto result = work(R"(echo '{"end":{"error":{"message":"no","line":3,"column":4}}}')");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error(), (Error{.message = "no", .line = 3, .column = 4}));
}

TEST_F(WorkerTest, ACrashIsAClearMessage) {
  const auto crashed = work("kill -SEGV $$");
  ASSERT_FALSE(crashed);
  EXPECT_NE(crashed.error().message.find("crashed (signal 11)"), std::string::npos) << crashed.error().message;
  const auto left = work("exit 7");
  ASSERT_FALSE(left);
  EXPECT_NE(left.error().message.find("exit code 7"), std::string::npos) << left.error().message;
  EXPECT_FALSE(work_apart("/no/such/program", Value::object(), {}, stop_, [](std::string_view, const Value&) {}));
}

TEST_F(WorkerTest, AnEndlessLoopEndsAfterItsTime) {
  const auto result = work("while :; do :; done", {.seconds = .1});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().limit, Limit::time);
  EXPECT_LT(took_, 6s);
}

TEST_F(WorkerTest, WhoDoesNotStopIsGoneWithinASecond) {
  std::jthread canceller([this] {
    std::this_thread::sleep_for(100ms);
    stop_ = true;
  });
  const auto result = work("trap '' TERM INT HUP PIPE; while :; do sleep 1; done");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().limit, Limit::stopped);
  EXPECT_LT(took_, 1100ms);
}

TEST_F(WorkerTest, WhoNeverStopsTalkingIsEnded) {
  const auto result =
      work(R"(while :; do echo '{"event":"item","data":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}'; done)",
           {.said = 100'000});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().limit, Limit::memory);
  const auto one_line = work("tr '\\0' x </dev/zero", {.said = 1'000'000});
  ASSERT_FALSE(one_line);
  EXPECT_EQ(one_line.error().limit, Limit::memory);
}

TEST_F(WorkerTest, NoneOfOurFilesAreOpenInIt) {
  const std::string path = (folder_ / "ours").string();
  const int ours = ::open(path.c_str(), O_CREAT | O_RDWR, 0600);  // one that a child would inherit
  const auto result = work(R"(n=$(ls -l /proc/$$/fd | grep -c ours); echo "{\"end\":{\"result\":$n}}")");
  ::close(ours);
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(result->json(), "0");
}

}  // namespace
}  // namespace nazo::serve
