// A PostgreSQL that goes away and comes back: nothing acknowledged is lost, nothing is stored twice, and nobody has to
// start anything again.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <set>
#include <thread>

#include "fixture.hpp"
#include "store/recorder.hpp"

namespace nazo::store {
namespace {

using namespace std::chrono_literals;

class RestartTest : public EachStore {
 protected:
  static void run_named_command(const char* variable) {
    const char* command = std::getenv(variable);
    ASSERT_NE(command, nullptr) << variable << " is set by tests/tools/with_postgres";
    ASSERT_EQ(std::system(command), 0) << command;
  }
  static void stop_postgres() { run_named_command("NAZO_TEST_POSTGRES_STOP"); }
  static void start_postgres() { run_named_command("NAZO_TEST_POSTGRES_START"); }
};
ON_EACH_STORE(RestartTest);

Play numbered(std::int64_t number) {
  Rng rng(7, static_cast<std::uint64_t>(number));
  return some_play(rng, cat("r-", number), cat("p", rng.below(4)), cat("shisen-", rng.below(8)));
}

TEST_P(RestartTest, ReadersAndWritersConnectAgain) {
  if (on_sqlite()) return;
  const std::string where = fresh();
  ASSERT_OK(store_with_people(where));
  auto reader = Store::open_to_read(where);
  auto writer = Store::open_to_serve(where);
  ASSERT_OK(reader);
  ASSERT_OK(writer);
  stop_postgres();
  const auto lost = reader->find_player("p1");
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().trouble, Trouble::passing) << lost.error().text();
  const auto refused = writer->record_plays(std::vector{numbered(1)});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().trouble, Trouble::passing) << refused.error().text();
  start_postgres();
  std::this_thread::sleep_for(2100ms);  // longer than the longest pause between two tries
  EXPECT_OK(reader->find_player("p1"));
  EXPECT_OK(writer->record_plays(std::vector{numbered(1)}));
  EXPECT_FALSE(reader->add_players(std::vector<Player>{{"new", 1}})) << "a reader stays a reader";
  // A restart between two questions is not noticed at all.
  stop_postgres();
  start_postgres();
  EXPECT_OK(reader->find_player("p1"));
  EXPECT_OK(writer->record_plays(std::vector{numbered(2)}));
}

TEST_P(RestartTest, PlaysThatArriveDuringRestartsAreKeptOnceOrRefused) {
  if (on_sqlite()) return;
  const std::string where = fresh();
  ASSERT_OK(store_with_people(where));
  auto recorder = Recorder::start(where, {.patience = 300ms});
  ASSERT_OK(recorder);
  std::atomic<std::int64_t> next = 0;
  std::atomic<int> refused = 0;
  std::mutex mutex;
  std::set<std::int64_t> acknowledged;
  {
    std::vector<std::jthread> players;
    for (int n = 0; n < 8; ++n)
      players.emplace_back([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
          const std::int64_t number = ++next;
          // As the page does it: sent again until it is acknowledged.
          for (bool sent = false; !sent && !stop.stop_requested();) {
            const auto kept = (*recorder)->record(numbered(number)).get();
            sent = kept.has_value();
            if (sent) {
              const std::lock_guard lock(mutex);
              acknowledged.insert(number);
            } else {
              ++refused;
              EXPECT_EQ(kept.error().trouble, Trouble::passing) << kept.error().text();
            }
          }
        }
      });
    for (int restart = 0; restart < 3; ++restart) {
      std::this_thread::sleep_for(400ms);
      stop_postgres();
      std::this_thread::sleep_for(500ms);
      start_postgres();
    }
    std::this_thread::sleep_for(2500ms);
  }
  EXPECT_GT(refused, 0) << "the data base was away for longer than plays wait";
  auto store = Store::open_to_read(where);
  ASSERT_OK(store);
  std::map<std::string, int> times;
  ASSERT_OK(store->each_play({}, [&](const Play& play) {
    ++times[play.key];
    EXPECT_EQ(play, numbered(*number_of<std::int64_t>(std::string_view(play.key).substr(2))));
    return true;
  }));
  for (const std::int64_t number : acknowledged) EXPECT_EQ(times[cat("r-", number)], 1) << number;
  EXPECT_GT(acknowledged.size(), 50u);
}

}  // namespace
}  // namespace nazo::store
