// A store in trouble: it says so, nothing is half done, and afterwards it goes on as if nothing had been.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "fixture.hpp"
#include "store/recorder.hpp"

namespace nazo::store {
namespace {

using namespace std::chrono_literals;

Play a_play(const std::string& key) {
  Rng rng(5);
  return some_play(rng, key, "p1", "shisen-1");
}

TEST(Trouble, ALockedFileIsAPassingTroubleThatEnds) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  ASSERT_OK(store_with_people(path));
  auto recorder = Recorder::start(path, {.patience = 500ms});
  ASSERT_OK(recorder);
  {
    Session other(path, Access::write);
    Session::Transaction held(other);
    const auto refused = (*recorder)->record(a_play("while locked")).get();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().trouble, Trouble::passing) << refused.error().text();
    EXPECT_NE(refused.error().text().find("locked"), std::string::npos) << refused.error().text();
  }
  EXPECT_EQ((*recorder)->record(a_play("while locked")).get(), Kept::added);
  EXPECT_EQ((*recorder)->record(a_play("while locked")).get(), Kept::present);
}

TEST(Trouble, APlayWaitsForALockThatIsGivenBackInTime) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  ASSERT_OK(store_with_people(path));
  auto recorder = Recorder::start(path, {.patience = 20s});
  ASSERT_OK(recorder);
  std::future<Result<Kept>> receipt;
  {
    Session other(path, Access::write);
    Session::Transaction held(other);
    receipt = (*recorder)->record(a_play("patient"));
    std::this_thread::sleep_for(2500ms);  // longer than one try of the server waits
  }
  EXPECT_EQ(receipt.get(), Kept::added);
}

TEST(Trouble, AfterAFullDiskTheSameRecorderGoesOn) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  ASSERT_OK(store_with_people(path));
  auto recorder = Recorder::start(path, {.patience = 100ms});
  ASSERT_OK(recorder);
  signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit full{1000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &full);
  const auto refused = (*recorder)->record(a_play("k")).get();
  setrlimit(RLIMIT_FSIZE, &before);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().trouble, Trouble::passing) << refused.error().text();
  EXPECT_NE(refused.error().text().find("disk"), std::string::npos) << refused.error().text();
  EXPECT_EQ((*recorder)->record(a_play("k")).get(), Kept::added);
}

TEST(Trouble, ARuleThatIsBrokenIsNoTroubleOfTheStore) {
  const Folder folder;
  auto store = store_with_people(folder.file("a.db"));
  ASSERT_OK(store);
  ASSERT_OK(store->record_plays(std::vector{a_play("k")}));
  Play other = a_play("k");
  other.events.push_back({EventKind::hint, 1, {}});
  const auto refused = store->record_plays(std::vector{other});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().trouble, Trouble::none);
  EXPECT_EQ(refused.error().message.find(folder.path().string()), std::string::npos) << "the path is no part of it";
}

/// Overwrites the middle of the file, as a failing disk would. The file is opened outside SQLite on purpose, by a test
/// in which no connection is open.
void break_pages(const std::string& path) {
  const auto size = std::filesystem::file_size(path);
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(size / 2));
  file << std::string(20'000, '\x5a');
}

TEST(Trouble, ADamagedStoreIsNeverWrittenTo) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  {
    auto store = store_with_people(path);
    ASSERT_OK(store);
    Rng rng(1);
    std::vector<Play> plays;
    for (int i = 0; i < 1000; ++i) plays.push_back(some_play(rng, cat("k", i), "p0", "shisen-1"));
    ASSERT_OK(store->record_plays(plays));
  }
  break_pages(path);
  const auto bytes = [&] {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string before = bytes();
  for (const auto& opened : {Store::open(path), Store::open_existing(path), Store::open_to_serve(path)}) {
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().trouble, Trouble::damage) << opened.error().text();
    EXPECT_NE(opened.error().text().find("damaged"), std::string::npos) << opened.error().text();
  }
  EXPECT_EQ(bytes(), before);
}

TEST(Trouble, DamageThatShowsLaterEndsTheWriting) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  ASSERT_OK(store_with_people(path));
  Session session(path, Access::write);
  const Error error{.message = "a page is broken", .trouble = Trouble::damage};
  session.learn_from(error);
  const auto written = guarded(session, [&] { session.run("DELETE FROM players"); });
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().trouble, Trouble::damage);
  EXPECT_FALSE(guarded(session, [&] { const Session::Transaction transaction(session); }));
  EXPECT_EQ(guarded(session, [&] { return session.integer("SELECT count(*) FROM players"); }), 4) << "reading goes on";
}

TEST(Trouble, ABackupIsWholeWhileOthersWrite) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  auto store = store_with_people(path);
  ASSERT_OK(store);
  auto recorder = Recorder::start(path);
  ASSERT_OK(recorder);
  std::atomic<int> acknowledged = 0;
  std::jthread writer([&](const std::stop_token& stop) {
    Rng rng(8);
    while (!stop.stop_requested())
      if ((*recorder)->record(some_play(rng, cat("k", acknowledged + 1), "p1", "shisen-1")).get()) ++acknowledged;
  });
  for (int n = 0; n < 5; ++n) {
    std::this_thread::sleep_for(30ms);
    const int before = acknowledged;
    const std::string copy = folder.file(cat("copy", n, ".db"));
    ASSERT_OK(store->backup(copy));
    auto other = Store::open(copy);
    ASSERT_OK(other);
    ASSERT_OK(other->check_integrity());
    EXPECT_GE(*other->count_plays({}), before);
    EXPECT_FALSE(store->backup(copy)) << "a copy does not take a file's place";
  }
}

/// A server that starts beside busy programs waits for its turn: only its visitors are impatient.
TEST(Trouble, AServerWaitsLongerWhileItStarts) {
  const Folder folder;
  const std::string path = folder.file("nazo.db");
  ASSERT_OK(store_with_people(path));
  auto other = std::make_unique<Session>(path, Access::write);
  auto held = std::make_unique<Session::Transaction>(*other);
  std::jthread ends([&] {
    std::this_thread::sleep_for(2500ms);
    held.reset();
  });
  auto store = Store::open_to_serve(path);
  ASSERT_OK(store);
  ends.join();
  const Session::Transaction again(*other);
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_FALSE(store->add_players(std::vector<Player>{{"new", 1}}));
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 10s);
}

}  // namespace
}  // namespace nazo::store
