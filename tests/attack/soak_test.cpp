// A long day in a short time: 64 visitors play, read, order work and delete their own data while the data base is
// restarted twice. No error that is not a promised 503, no lost play, memory flat.
//
//   NAZO_SOAK_SECONDS=600 tests/tools/with_postgres build/nazo_test_attack --gtest_filter='Soak*'
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "attack/database.hpp"
#include "attack/house.hpp"
#include "base/json.hpp"
#include "base/rng.hpp"

namespace nazo::attack {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

double soak_seconds() {
  if (const char* said = std::getenv("NAZO_SOAK_SECONDS")) return real_of(said).value_or(10);
  return all_tests() ? 600 : 8;
}

/// One of the 64: keeps the books of what it was promised.
class Visitor {
 public:
  Visitor(std::uint64_t number, std::function<std::string(const std::string&, std::int64_t)> play_text)
      : number_(number), rng_(17, number), play_text_(std::move(play_text)) {}

  void live(std::uint16_t port, const std::vector<std::string>& puzzles, const std::atomic<bool>& over) {
    Wire wire(port, 20s);
    while (!over) {
      if (cookie_.empty()) meet(wire);
      const std::uint64_t choice = rng_.below(100);
      if (choice < 50)
        play(wire);
      else if (choice < 97)
        note(wire.ask("GET", choice % 2 == 0 ? "/api/puzzles?limit=20" : "/api/puzzles/" + puzzles[choice % 3]));
      else if (choice < 99 && number_ % 16 == 0)
        work(wire);
      else if (choice == 99)
        go(wire);
      if (!broke_off_) continue;
      wire = Wire(port, 20s);
      broke_off_ = false;
    }
  }

  /// Plays that were acknowledged and not deleted since.
  [[nodiscard]] const std::map<std::string, std::int64_t>& promised() const { return promised_; }
  [[nodiscard]] const std::map<int, std::size_t>& statuses() const { return statuses_; }

 private:
  int note(const Answer& answer) {
    ++statuses_[answer.status];
    broke_off_ = answer.status == 0;
    return answer.status;
  }
  void meet(Wire& wire) {
    const Answer answer = wire.ask("POST", "/api/player", "{}");
    if (note(answer) != 201) return;
    const std::string set = answer.header("Set-Cookie");
    cookie_ = cat("Cookie: ", set.substr(0, set.find(';')), "\r\n");
  }
  void play(Wire& wire) {
    if (cookie_.empty()) return;
    const std::string key = cat("soak-", number_, "-", ++played_);
    // As the page does it: again until it is acknowledged.
    for (int tries = 0; tries < 200; ++tries) {
      const int status = note(wire.ask("POST", "/api/plays", play_text_(key, played_), cookie_));
      if (status == 201) promised_.emplace(key, played_);
      if (status != 503) return;
      std::this_thread::sleep_for(50ms);
    }
  }
  void work(Wire& wire) {
    const Answer ordered = wire.ask(
        "POST", "/api/jobs", R"({"what":"solve","genre":"sokoban","text":"#######\n#@$ . #\n#######"})", cookie_);
    if (note(ordered) != 202) return;
    const auto job = parse_json(ordered.body);
    note(wire.ask(rng_.chance(.5) ? "GET" : "DELETE", "/api/jobs/" + *job->find("id")->string()));
  }
  void go(Wire& wire) {
    if (cookie_.empty()) return;
    const int status = note(wire.ask("DELETE", "/api/me", {}, cookie_));
    if (status != 200 && status != 204) return;
    promised_.clear();
    cookie_.clear();
  }

  std::uint64_t number_;
  Rng rng_;
  std::function<std::string(const std::string&, std::int64_t)> play_text_;
  std::string cookie_;
  std::int64_t played_ = 0;
  bool broke_off_ = false;
  std::map<std::string, std::int64_t> promised_;
  std::map<int, std::size_t> statuses_;
};

class Soak : public House {};

TEST_F(Soak, NothingIsLostAndNothingGrows) {
  if (Database::there()) store_ = Database::fresh("soak_" + store::random_key());
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  const auto server = serve();
  const double seconds = soak_seconds();
  std::vector<std::unique_ptr<Visitor>> visitors;
  for (std::uint64_t n = 0; n < 64; ++n)
    visitors.push_back(std::make_unique<Visitor>(
        n, [this](const std::string& key, std::int64_t started) { return play_text(key, started); }));
  std::atomic<bool> over = false;
  std::vector<std::jthread> threads;
  for (auto& visitor : visitors)
    threads.emplace_back([&, who = visitor.get()] { who->live(server->port(), puzzles_, over); });

  const auto begun = Clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - begun).count() / seconds; };
  const double settled = std::min(.5, 60 / seconds);
  std::size_t least = server->process().resident();
  std::size_t most = 0;
  int restarts = 0;
  while (passed() < 1) {
    std::this_thread::sleep_for(200ms);
    if (passed() > settled) {
      const std::size_t now = server->process().resident();
      least = most == 0 ? now : std::min(least, now);
      most = std::max(most, now);
    }
    if (Database::there() && passed() > (restarts + 1) / 3.0 && restarts < 2) {
      ++restarts;
      EXPECT_TRUE(Database::stop());
      std::this_thread::sleep_for(1s);
      EXPECT_TRUE(Database::start());
    }
  }
  over = true;
  threads.clear();

  std::map<int, std::size_t> statuses;
  std::map<std::string, std::int64_t> promised;
  for (const auto& visitor : visitors) {
    for (const auto& [status, times] : visitor->statuses()) statuses[status] += times;
    promised.insert(visitor->promised().begin(), visitor->promised().end());
  }
  std::string report;
  for (const auto& [status, times] : statuses) report += cat(" ", status, ": ", times);
  std::printf("soak of %.0f s, %d restarts:%s; %zu plays promised; resident %.1f to %.1f MB\n", seconds, restarts,
              report.c_str(), promised.size(), static_cast<double>(least) / 1e6, static_cast<double>(most) / 1e6);
  for (const auto& [status, times] : statuses)
    EXPECT_TRUE(status == 200 || status == 201 || status == 202 || status == 204 || status == 503)
        << status << ", " << times << " times: " << server->log();
  EXPECT_GT(promised.size(), 100u);
  if (!Database::there()) {
    EXPECT_EQ(statuses.count(503), 0u);
  }
  auto store = store::Store::open_to_read(store_);
  ASSERT_TRUE(store) << store.error().text();
  std::map<std::string, std::int64_t> there;
  const auto rows = store->play_rows({});
  ASSERT_TRUE(rows) << rows.error().text();
  for (const store::PlayRow& row : *rows) there.emplace(row.key, row.started);
  std::size_t lost = 0;
  for (const auto& [key, started] : promised) lost += there.contains(key) && there[key] == started ? 0 : 1;
  EXPECT_EQ(lost, 0u);
  // Short runs have not settled yet.
  if (seconds >= 120) {
    EXPECT_LT(static_cast<double>(most), 1.2 * static_cast<double>(least));
  }
}

}  // namespace
}  // namespace nazo::attack
