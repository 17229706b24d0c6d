// Nothing acknowledged is lost: the writer is killed at random moments and what it had confirmed must be there, whole.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <thread>

#include "fixture.hpp"
#include "store/recorder.hpp"

namespace nazo::store {
namespace {

class KillTest : public EachStore {};
ON_EACH_STORE(KillTest);

/// The play of that number: the reader knows what the writer wrote.
Play numbered_play(std::int64_t number) {
  Rng rng(99, static_cast<std::uint64_t>(number));
  return some_play(rng, cat("life-", number), cat("p", rng.below(4)), cat("shisen-", rng.below(8)));
}

/// Records plays from `next` on until it is killed; each acknowledged number goes into the pipe after its receipt.
[[noreturn]] void write_until_killed(const std::string& where, std::int64_t next, int pipe) {
  auto recorder = Recorder::start(where);
  if (!recorder) _exit(3);
  Rng rng(static_cast<std::uint64_t>(next));
  for (;;) {
    std::vector<std::future<Result<Kept>>> receipts;
    const auto count = static_cast<std::int64_t>(1 + rng.below(40));
    for (std::int64_t i = 0; i < count; ++i) receipts.push_back((*recorder)->record(numbered_play(next + i)));
    for (std::int64_t i = 0; i < count; ++i) {
      if (!receipts[static_cast<std::size_t>(i)].get()) _exit(4);
      const std::int64_t number = next + i;
      if (write(pipe, &number, sizeof number) != sizeof number) _exit(5);
    }
    next += count;
  }
}

TEST_P(KillTest, AcknowledgedPlaysSurviveFiftyKillsOfTheWriter) {
  const std::string where = fresh();
  ASSERT_OK(store_with_people(where));
  Rng rng(2024);
  std::int64_t next = 0;
  std::vector<std::int64_t> acknowledged;
  int kills_while_writing = 0;
  for (int kill_number = 0; kill_number < 50; ++kill_number) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      close(ends[0]);
      write_until_killed(where, next, ends[1]);
    }
    close(ends[1]);
    // Wait for the first receipt, so that the kill falls into the writing, then a random while.
    std::int64_t number = 0;
    std::size_t received = 0;
    if (read(ends[0], &number, sizeof number) == sizeof number) {
      acknowledged.push_back(number);
      ++received;
      std::this_thread::sleep_for(std::chrono::microseconds(rng.below(30'000)));
    }
    kill(child, SIGKILL);
    while (read(ends[0], &number, sizeof number) == sizeof number) {
      acknowledged.push_back(number);
      ++received;
    }
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the writer ended by itself: " << WEXITSTATUS(status);
    kills_while_writing += received > 0;
    next = (acknowledged.empty() ? 0 : acknowledged.back()) + 1000;

    auto store = Store::open(where);
    ASSERT_OK(store);
    ASSERT_OK(store->check_integrity());
    for (std::size_t i = acknowledged.size() - received; i < acknowledged.size(); ++i) {
      const auto found = store->find_play(numbered_play(acknowledged[i]).key);
      ASSERT_OK(found);
      ASSERT_TRUE(found->has_value()) << "lost: " << acknowledged[i];
      EXPECT_EQ(**found, numbered_play(acknowledged[i]));
    }
  }
  EXPECT_EQ(kills_while_writing, 50);
  // In the end: all that was ever acknowledged, and no play that is not whole.
  auto store = Store::open(where);
  ASSERT_OK(store);
  std::size_t present = 0;
  ASSERT_OK(store->each_play({}, [&](const Play& play) {
    EXPECT_EQ(play, numbered_play(*number_of<std::int64_t>(std::string_view(play.key).substr(5))));
    ++present;
    return true;
  }));
  EXPECT_GE(present, acknowledged.size());
}

}  // namespace
}  // namespace nazo::store
