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

/// How long answers of one kind took.
struct Waits {
  std::size_t count = 0;
  std::chrono::duration<double> sum{0}, longest{0};

  void add(Clock::duration waited) {
    ++count;
    sum += waited;
    longest = std::max<std::chrono::duration<double>>(longest, waited);
  }
  void add(const Waits& other) {
    count += other.count;
    sum += other.sum;
    longest = std::max(longest, other.longest);
  }
  [[nodiscard]] std::string text() const {
    return cat(count, " in ", text_of(1000 * sum.count() / static_cast<double>(std::max<std::size_t>(count, 1)), 1),
               " ms, at most ", text_of(1000 * longest.count(), 0));
  }
};

/// One of the 64: keeps the books of what it was promised. Every fourth deletes its data now and then; whatever the
/// others play stays, so that nearly everything that was acknowledged is compared in the end.
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
      else if (choice < 52 && number_ % 16 == 0)
        work(wire);
      else if (choice < 56 && number_ % 4 == 3)
        go(wire);
      else
        ask(wire, "GET", choice % 2 == 0 ? "/api/puzzles?limit=20" : "/api/puzzles/" + puzzles[choice % 3]);
      if (!broke_off_) continue;
      wire = Wire(port, 20s);
      broke_off_ = false;
    }
  }

  /// Plays that were acknowledged and not deleted since.
  [[nodiscard]] const std::map<std::string, std::int64_t>& promised() const { return promised_; }
  /// Plays whose deletion was acknowledged.
  [[nodiscard]] const std::vector<std::string>& deleted() const { return deleted_; }
  [[nodiscard]] const std::map<int, std::size_t>& statuses() const { return statuses_; }
  [[nodiscard]] std::int64_t played() const { return played_; }
  /// Every answer that nobody promised.
  [[nodiscard]] const std::string& surprises() const { return surprises_; }
  /// By what was asked.
  [[nodiscard]] const std::map<std::string, Waits>& waits() const { return waits_; }

 private:
  /// Asks, and keeps account of what was answered.
  Answer ask(Wire& wire, std::string_view method, const std::string& target, const std::string& body = {}) {
    const auto begun = Clock::now();
    Answer answer = wire.ask(method, target, body, cookie_);
    waits_[method == "GET" ? "reads" : cat(method, " ", target.substr(0, target.find('/', 5)))].add(Clock::now() -
                                                                                                    begun);
    ++statuses_[answer.status];
    if (answer.status == 0) broke_off_ = true;
    const bool promised_503 = answer.status == 503 && !answer.header("Retry-After").empty();
    // Where workers get little processor time, somebody's jobs pile up to the number that one may have.
    const bool jobs_enough = answer.status == 429 && method == "POST" && target == "/api/jobs";
    if (answer.status == 0 || (answer.status >= 300 && !promised_503 && !jobs_enough))
      surprises_ += cat("\n", method, " ", target, ": ", answer.status, " ", answer.why, answer.body);
    return answer;
  }
  void meet(Wire& wire) {
    const Answer answer = ask(wire, "POST", "/api/player", "{}");
    if (answer.status != 201) return;
    const std::string set = answer.header("Set-Cookie");
    cookie_ = cat("Cookie: ", set.substr(0, set.find(';')), "\r\n");
  }
  void play(Wire& wire) {
    if (cookie_.empty()) return;
    const std::string key = cat("soak-", number_, "-", ++played_);
    const int status = until_taken([&] { return ask(wire, "POST", "/api/plays", play_text_(key, played_)).status; });
    if (status == 201) promised_.emplace(key, played_);
  }
  void work(Wire& wire) {
    const Answer ordered =
        ask(wire, "POST", "/api/jobs", R"({"what":"solve","genre":"sokoban","text":"#######\n#@$ . #\n#######"})");
    if (ordered.status != 202) return;
    const auto job = parse_json(ordered.body);
    ask(wire, rng_.chance(.5) ? "GET" : "DELETE", "/api/jobs/" + *job->find("id")->string());
  }
  void go(Wire& wire) {
    if (cookie_.empty()) return;
    const int status = until_taken([&] { return ask(wire, "DELETE", "/api/me").status; });
    // A 503 does not say that nothing was deleted: the data base may have gone after it did and before it said so.
    const auto gone = std::exchange(promised_, {});
    if (status != 200 && status != 204) return;
    for (const auto& [key, started] : gone) deleted_.push_back(key);
    cookie_.clear();
  }
  /// As the page does it: again while the answer is to come again.
  static int until_taken(const std::function<int()>& once) {
    int status = once();
    for (int tries = 1; tries < 200 && status == 503; ++tries) {
      std::this_thread::sleep_for(50ms);
      status = once();
    }
    return status;
  }

  std::uint64_t number_;
  Rng rng_;
  std::function<std::string(const std::string&, std::int64_t)> play_text_;
  std::string cookie_;
  std::int64_t played_ = 0;
  bool broke_off_ = false;
  std::map<std::string, std::int64_t> promised_;
  std::vector<std::string> deleted_;
  std::map<int, std::size_t> statuses_;
  std::map<std::string, Waits> waits_;
  std::string surprises_;
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
  std::vector<std::string> deleted;
  std::map<std::string, Waits> waits;
  std::string surprises;
  std::int64_t fewest = visitors.front()->played(), most_played = fewest;
  for (const auto& visitor : visitors) {
    fewest = std::min(fewest, visitor->played());
    most_played = std::max(most_played, visitor->played());
    surprises += visitor->surprises();
    for (const auto& [status, times] : visitor->statuses()) statuses[status] += times;
    for (const auto& [what, waited] : visitor->waits()) waits[what].add(waited);
    promised.insert(visitor->promised().begin(), visitor->promised().end());
    deleted.insert(deleted.end(), visitor->deleted().begin(), visitor->deleted().end());
  }
  std::string report;
  for (const auto& [status, times] : statuses) report += cat(" ", status, ": ", times);
  std::printf("# soak of %.0f s, %d restarts:%s; %zu plays promised, %zu deleted, %lld to %lld each; ", seconds,
              restarts, report.c_str(), promised.size(), deleted.size(), static_cast<long long>(fewest),
              static_cast<long long>(most_played));
  std::printf("resident %.1f to %.1f MB\n", static_cast<double>(least) / 1e6, static_cast<double>(most) / 1e6);
  for (const auto& [what, waited] : waits) std::printf("#   %s: %s\n", what.c_str(), waited.text().c_str());
  EXPECT_EQ(surprises, "") << server->log();
  // What is compared is most of what was acknowledged.
  EXPECT_GT(promised.size(), 100u);
  EXPECT_GT(promised.size(), statuses[201] / 2);
  // A file is always there, and nobody else writes to it.
  if (!Database::there()) {
    EXPECT_EQ(statuses[503], 0u) << server->log();
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
  for (const std::string& key : deleted) EXPECT_FALSE(there.contains(key)) << key << " was deleted";
  // Short runs have not settled yet.
  if (seconds >= 120) {
    EXPECT_LT(static_cast<double>(most), 1.2 * static_cast<double>(least));
  }
}

}  // namespace
}  // namespace nazo::attack
