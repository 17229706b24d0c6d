// Every n-th allocation fails, every n-th write fails: an error in words, nothing acknowledged lost, nothing stored
// twice, and the store is whole and works on as soon as the fault is over.
#include <gtest/gtest.h>

#include <cstdlib>

#include "faults/faults.hpp"
#include "fixture.hpp"
#include "store/recorder.hpp"

namespace nazo::store {
namespace {

using faults::Fault;
using faults::Faults;
using faults::Plan;
using Lasts = Plan::Lasts;

struct FaultCase {
  Fault what;
  Lasts lasts;
};

class FaultTest : public testing::TestWithParam<FaultCase> {
 protected:
  void SetUp() override {
    if (!faults::can_fail(GetParam().what)) GTEST_SKIP() << "a sanitizer has taken malloc";
  }
  /// Every place in --all, else one in some.
  static std::uint64_t step(std::uint64_t some) { return std::getenv("NAZO_TEST_ALL") != nullptr ? 1 : some; }
  [[nodiscard]] Plan plan(std::uint64_t at) const { return {.at = at, .lasts = GetParam().lasts}; }

  static Play play_number(std::uint64_t number) {
    Rng rng(5, number);
    return some_play(rng, cat("f-", number), cat("p", rng.below(4)), cat("shisen-", rng.below(8)));
  }
  /// Everything that was promised is there, once, as it was given.
  static void expect_kept(const std::string& path, const std::vector<std::uint64_t>& promised) {
    auto store = Store::open_to_read(path);
    ASSERT_OK(store);
    std::map<std::string, Play> there;
    ASSERT_OK(store->each_play({}, [&](const Play& play) {
      EXPECT_TRUE(there.emplace(play.key, play).second) << play.key << " twice";
      return true;
    }));
    for (const std::uint64_t number : promised) {
      const auto found = there.find(cat("f-", number));
      ASSERT_NE(found, there.end()) << "lost: " << number;
      EXPECT_EQ(found->second, play_number(number));
    }
    EXPECT_OK(store->check_integrity());
  }
};
INSTANTIATE_TEST_SUITE_P(Of, FaultTest,
                         testing::Values(FaultCase{Fault::memory, Lasts::once},
                                         FaultCase{Fault::memory, Lasts::for_ever},
                                         FaultCase{Fault::write, Lasts::once},
                                         FaultCase{Fault::write, Lasts::for_ever}),
                         [](const auto& chosen) {
                           return cat(chosen.param.what == Fault::memory ? "memory" : "writes",
                                      chosen.param.lasts == Lasts::once ? "_once" : "_for_ever");
                         });

TEST_P(FaultTest, RecordingPlays) {
  const Folder folder;
  const std::string path = folder.file("nazo.db");
  auto store = store_with_people(path);
  ASSERT_OK(store);
  std::vector<std::uint64_t> promised;
  bool more = true;
  std::uint64_t failures = 0;
  for (std::uint64_t at = 1, number = 0; more && !HasFailure(); at += step(7)) {
    const std::vector<Play> plays{play_number(++number), play_number(++number)};
    Result<std::vector<Kept>> kept;
    {
      const Faults armed(GetParam().what, plan(at));
      kept = store->record_plays(plays);
      more = armed.happened();
    }
    if (kept) {
      promised.insert(promised.end(), {number - 1, number});
      continue;
    }
    ++failures;
    EXPECT_EQ(kept.error().trouble, Trouble::passing) << at << ": " << kept.error().text();
    const bool has_words = GetParam().what == Fault::write || GetParam().lasts == Lasts::once;
    EXPECT_TRUE(!has_words || !kept.error().message.empty());
    const auto again = store->record_plays(plays);
    EXPECT_TRUE(again) << "after fault " << at << ": " << again.error().text();
    if (again) promised.insert(promised.end(), {number - 1, number});
  }
  EXPECT_GT(failures, 0u);
  expect_kept(path, promised);
}

TEST_P(FaultTest, OpeningAStore) {
  const Folder folder;
  const std::string path = folder.file("nazo.db");
  ASSERT_OK(store_with_people(path));
  bool more = true;
  for (std::uint64_t at = 1; more && !HasFailure(); at += step(41)) {
    const Faults armed(GetParam().what, plan(at));
    const auto opened = Store::open_to_serve(path);
    more = armed.happened();
  }
  auto store = Store::open(path);
  ASSERT_OK(store);
  EXPECT_OK(store->check_integrity());
  EXPECT_TRUE(store->find_player("p1")->has_value());
}

/// The thread that records has nobody above it: it must go on, and everyone who waits must hear something.
TEST_P(FaultTest, TheRecordersThread) {
  const Folder folder;
  const std::string path = folder.file("nazo.db");
  ASSERT_OK(store_with_people(path));
  auto recorder = Recorder::start(path, {.patience = std::chrono::milliseconds(50)});
  ASSERT_OK(recorder);
  std::vector<std::uint64_t> promised;
  bool more = true;
  for (std::uint64_t at = 1, number = 0; more && !HasFailure(); at += step(23)) {
    std::future<Result<Kept>> receipt;
    Play play = play_number(++number);
    bool answered = false;
    bool kept = false;
    {
      Plan elsewhere = plan(at);
      elsewhere.where = Plan::Where::elsewhere;
      const Faults armed(GetParam().what, elsewhere);
      receipt = (*recorder)->record(std::move(play));
      answered = receipt.wait_for(std::chrono::seconds(20)) == std::future_status::ready;
      more = armed.happened();
    }
    ASSERT_TRUE(answered) << "fault " << at;
    const auto result = receipt.get();
    kept = result.has_value();
    if (!kept) {
      EXPECT_EQ(result.error().trouble, Trouble::passing) << result.error().text();
    }
    // Sent again it is kept. On a busy machine the 50 ms of patience may be over first: then it is told so, and sent
    // once more.
    for (int tries = 0; !kept && tries < 100; ++tries) {
      const auto again = (*recorder)->record(play_number(number)).get();
      kept = again.has_value();
      if (!kept) {
        EXPECT_EQ(again.error().trouble, Trouble::passing) << again.error().text();
      }
    }
    EXPECT_TRUE(kept) << "after fault " << at;
    if (kept) promised.push_back(number);
  }
  expect_kept(path, promised);
}

}  // namespace
}  // namespace nazo::store
