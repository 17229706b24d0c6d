// A server whose PostgreSQL goes away: plays wait or hear 503, then everything goes on by itself.
#include <thread>

#include "attack/database.hpp"
#include "attack/house.hpp"

namespace nazo::attack {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class DatabaseAway : public House {
 protected:
  void SetUp() override {
    if (!Database::there()) GTEST_SKIP() << "runs under tests/tools/with_postgres";
    store_ = Database::fresh("attack_" + store::random_key());
    ASSERT_NO_FATAL_FAILURE(stock(store_));
    server_ = serve();
    ASSERT_TRUE(server_->up());
    player_ = server_->new_player();
  }
  int post(const std::string& key, std::int64_t started) {
    return server_->ask("POST", "/api/plays", play_text(key, started), player_).status;
  }
  /// SIGTERM, while somebody waits for an answer.
  void expect_quick_end() {
    std::jthread somebody([&] { (void)post("never", 1); });
    std::this_thread::sleep_for(300ms);
    const auto begun = Clock::now();
    server_->process().signal(SIGTERM);
    EXPECT_EQ(server_->process().wait(stretched(10s)), 0);
    EXPECT_LT(Clock::now() - begun, stretched(5s));
  }
  std::unique_ptr<Server> server_;
  std::string player_;
};

TEST_F(DatabaseAway, PlaysHear503AndAreKeptWhenItIsBack) {
  EXPECT_EQ(post("before", 1), 201);
  ASSERT_TRUE(Database::stop());
  const Answer refused = server_->ask("POST", "/api/plays", play_text("meanwhile", 2), player_);
  EXPECT_EQ(refused.status, 503) << refused.body;
  EXPECT_FALSE(refused.header("Retry-After").empty());
  EXPECT_EQ(server_->ask("GET", "/healthz").status, 503);
  EXPECT_EQ(server_->metric("nazo_store_in_trouble"), 1);
  ASSERT_TRUE(Database::start());
  EXPECT_TRUE(eventually([&] { return post("meanwhile", 2) == 201; }, 10s)) << server_->log();
  EXPECT_TRUE(eventually([&] { return server_->ask("GET", "/healthz").status == 200; }, 10s));
  auto store = store::Store::open_to_read(store_);
  ASSERT_TRUE(store) << store.error().text();
  EXPECT_EQ(*store->count_plays({}), 2);
}

TEST_F(DatabaseAway, AShortAbsenceIsNotEvenNoticed) {
  EXPECT_EQ(post("before", 1), 201);
  const auto gone = Clock::now();
  ASSERT_TRUE(Database::stop());
  Clock::time_point back;
  std::jthread starts([&] {
    std::this_thread::sleep_for(300ms);
    Database::start();
    back = Clock::now();
  });
  const int status = post("waits", 2);
  starts.join();
  // A busy machine may take long to start a data base: then the play was promised a 503, and comes again.
  if (back - gone > 3s && status == 503)
    EXPECT_TRUE(eventually([&] { return post("waits", 2) == 201; }, 10s));
  else
    EXPECT_EQ(status, 201) << "it waited\n" << server_->log();
}

/// Not away, which is noticed at once, but silent.
TEST_F(DatabaseAway, OneThatHangsKeepsNobodyWaiting) {
  EXPECT_EQ(post("before", 1), 201);
  std::vector<Answer> answers(9);
  {
    const Hanging hanging;
    const auto begun = Clock::now();
    std::vector<std::jthread> visitors;
    for (std::size_t who = 0; who < answers.size(); ++who)
      visitors.emplace_back([&, who] {
        answers[who] = who == 0 ? server_->ask("POST", "/api/plays", play_text("hangs", 2), player_)
                                : server_->ask("GET", cat("/api/puzzles?limit=", who), {}, player_);
      });
    std::this_thread::sleep_for(500ms);  // by now they hold all threads that ask the data base
    EXPECT_EQ(server_->ask("GET", "/openapi.json").status, 200);
    EXPECT_LT(Clock::now() - begun, stretched(5s)) << "what needs no store is answered";
    visitors.clear();
    EXPECT_LT(Clock::now() - begun, stretched(15s));
    EXPECT_EQ(server_->metric("nazo_store_in_trouble"), 1);
  }
  for (const Answer& answer : answers) {
    EXPECT_EQ(answer.status, 503) << answer.why << answer.body;
    EXPECT_FALSE(answer.header("Retry-After").empty());
  }
  EXPECT_TRUE(eventually([&] { return post("hangs", 2) == 201; }, 10s)) << server_->log();
  auto store = store::Store::open_to_read(store_);
  ASSERT_TRUE(store) << store.error().text();
  EXPECT_EQ(*store->count_plays({}), 2);
}

/// What is worked out in the data base, an export, may take longer than a visitor's question.
TEST_F(DatabaseAway, AnExportIsWaitedForLonger) {
  if (!all_tests()) GTEST_SKIP() << "13 seconds; in ./test --all";
  EXPECT_EQ(post("before", 1), 201);
  constexpr const char* everything = "/api/studies/first/export?form=jsonl";
  // Once before, so that the connection is there: one that cannot be made is given up sooner.
  EXPECT_EQ(server_->ask("GET", everything, {}, admin_header).status, 200);
  Answer exported, asked;
  std::jthread researcher, visitor;
  {
    const Hanging hanging;
    researcher = std::jthread([&] { exported = server_->ask("GET", everything, {}, admin_header); });
    std::this_thread::sleep_for(300ms);  // it has taken that connection
    visitor = std::jthread([&] { asked = server_->ask("GET", "/api/puzzles?limit=2", {}, player_); });
    std::this_thread::sleep_for(13s);
  }
  visitor.join();
  researcher.join();
  EXPECT_EQ(asked.status, 503) << asked.why << asked.body;
  EXPECT_EQ(exported.status, 200) << exported.why << exported.body;
  EXPECT_NE(exported.body.find("\"study\""), std::string::npos) << exported.body;
}

TEST_F(DatabaseAway, TheServerEndsWithinFiveSecondsWhenItHangs) {
  const Hanging hanging;
  expect_quick_end();
}

TEST_F(DatabaseAway, TheServerEndsWithinFiveSecondsAllTheSame) {
  ASSERT_TRUE(Database::stop());
  expect_quick_end();
  ASSERT_TRUE(Database::start());
}

}  // namespace
}  // namespace nazo::attack
