// Writers take turns: whoever wants to write gets to, however busy the recorder is.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <thread>

#include "fixture.hpp"
#include "store/recorder.hpp"
#include "store/write_turns.hpp"

namespace nazo::store {
namespace {

using namespace std::chrono_literals;

TEST(WriteTurns, FirstComeFirstServedAndNobodyWaitsForWhoHasGivenUp) {
  const auto turns = WriteTurns::of("somewhere/nazo.db");
  EXPECT_EQ(turns, WriteTurns::of("somewhere/else/../nazo.db"));
  EXPECT_NE(turns, WriteTurns::of("somewhere/other.db"));
  for (int round = 0; round < 50; ++round) {
    ASSERT_TRUE(turns->take(1s));
    std::atomic<int> had_turn = 0, gave_up = 0;
    std::vector<std::jthread> threads;
    for (int who = 0; who < 6; ++who)
      threads.emplace_back([&, who] {
        const auto patience = who % 2 == 0 ? 60s : std::chrono::milliseconds(who);
        if (!turns->take(patience)) {
          ++gave_up;
          return;
        }
        ++had_turn;
        turns->end();
      });
    while (gave_up < 3) std::this_thread::yield();
    EXPECT_EQ(had_turn, 0) << "somebody else has the turn";
    turns->end();
    threads.clear();
    EXPECT_EQ(had_turn, 3);
  }
  EXPECT_TRUE(turns->take(0ms)) << "at the end nobody has it";
  turns->end();
}

/// Records play after play, so that the file is locked nearly all the time.
void keep_recording(Recorder& recorder, std::atomic<bool>& over, std::atomic<std::int64_t>& kept) {
  std::deque<std::future<Result<Kept>>> receipts;
  Rng rng(7);
  for (std::int64_t i = 0; !over; ++i) {
    receipts.push_back(recorder.record(some_play(rng, cat("busy-", i), "p1", "shisen-1")));
    if (receipts.size() < 16) continue;
    EXPECT_OK(receipts.front().get());
    receipts.pop_front();
    ++kept;
  }
  while (!receipts.empty()) {
    EXPECT_OK(receipts.front().get());
    receipts.pop_front();
  }
}

TEST(WriteTurns, AWriterBesideABusyRecorderWaitsForOneTransaction) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  ASSERT_OK(store_with_people(path));
  auto recorder = Recorder::start(path, {.batch = 1});
  ASSERT_OK(recorder);
  auto writer = Store::open_to_serve(path);
  ASSERT_OK(writer);
  std::atomic<bool> over = false;
  std::atomic<std::int64_t> kept = 0;
  std::jthread busy([&] { keep_recording(**recorder, over, kept); });
  while (kept < 20) std::this_thread::yield();
  std::vector<std::int64_t> overtaken;
  for (int i = 0; i < 41; ++i) {
    const std::int64_t before = kept;
    ASSERT_OK(writer->try_writing());
    overtaken.push_back(kept - before);
  }
  over = true;
  busy.join();
  // Not the largest: this thread may be put aside between its look at the number and its place in the queue.
  std::ranges::nth_element(overtaken, overtaken.begin() + 20);
  EXPECT_LE(overtaken[20], 4);
}

TEST(WriteTurns, AWriterInAnotherProgramGetsItsTurnToo) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  ASSERT_OK(store_with_people(path));
  const pid_t busy = fork();
  ASSERT_GE(busy, 0);
  if (busy == 0) {
    auto recorder = Recorder::start(path, {.batch = 1});
    std::atomic<bool> never = false;
    std::atomic<std::int64_t> kept = 0;
    if (recorder) keep_recording(**recorder, never, kept);
    _exit(1);
  }
  auto writer = Store::open_to_serve(path);
  EXPECT_OK(writer);
  const auto plays = [&] { return writer ? *writer->count_plays({}) : 0; };
  while (writer && plays() < 20 && waitpid(busy, nullptr, WNOHANG) == 0) std::this_thread::sleep_for(1ms);
  const std::int64_t before = plays();
  for (int i = 0; i < 100 && writer; ++i) EXPECT_OK(writer->try_writing());
  EXPECT_EQ(waitpid(busy, nullptr, WNOHANG), 0) << "it still records";
  // On a busy machine the other program may not have run at all meanwhile: both go on until it has.
  const auto end = std::chrono::steady_clock::now() + 30s;
  while (writer && plays() <= before && std::chrono::steady_clock::now() < end) EXPECT_OK(writer->try_writing());
  EXPECT_GT(plays(), before) << "the other one had its turns as well";
  kill(busy, SIGKILL);
  waitpid(busy, nullptr, 0);
}

}  // namespace
}  // namespace nazo::store
