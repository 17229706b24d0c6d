// Several programs on one store at once, each killed at random moments: what any of them acknowledged is there, as it
// was sent, and the store is whole.
#include <atomic>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>

#include "attack/house.hpp"
#include "base/rng.hpp"
#include "store/record_text.hpp"

namespace nazo::attack {
namespace {

using namespace std::chrono_literals;

int wanted_kills() {
  if (const char* said = std::getenv("NAZO_KILLS")) return number_of<int>(said).value_or(10);
  return all_tests() ? 100 : 10;
}

/// What was acknowledged: a play's key and the moment it says it began.
class Acknowledged {
 public:
  void add(const std::string& key, std::int64_t started) {
    const std::lock_guard lock(mutex_);
    plays_.emplace(key, started);
  }
  [[nodiscard]] std::map<std::string, std::int64_t> all() const {
    const std::lock_guard lock(mutex_);
    return plays_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::int64_t> plays_;
};

class SideBySide : public House {
 protected:
  /// The importer's player, and plays enough for a fit.
  void add_people() {
    auto store = store::Store::open(store_);
    ASSERT_TRUE(store);
    std::vector<store::Player> players{{"importer", 1}};
    std::vector<store::Play> plays;
    Rng rng(3);
    for (int who = 0; who < 8; ++who) {
      players.push_back({cat("player", who), 1});
      for (const std::string& puzzle : puzzles_) {
        store::Play play{.key = cat("early-", who, "-", puzzle), .player = players.back().key, .puzzle = puzzle};
        play.outcome = store::Outcome::solved;
        play.study = "first";
        play.events = {{store::EventKind::move, 5 + 20 * rng.unit(), "R"}};
        plays.push_back(std::move(play));
      }
    }
    ASSERT_TRUE(store->add_players(players));
    const auto recorded = store->record_plays(plays);
    ASSERT_TRUE(recorded) << recorded.error().text();
  }

  /// Posts plays to one of the servers until told to stop; goes on with the new one after a kill.
  void post_plays(int who, std::size_t place) {
    std::int64_t number = 0;
    while (!over_) {
      const std::uint16_t port = ports_[place];
      Wire wire(port, 5s);
      const std::string cookie = wire.ask("POST", "/api/player", "{}").header("Set-Cookie");
      const std::string header = cat("Cookie: ", cookie.substr(0, cookie.find(';')), "\r\n");
      while (!over_ && port == ports_[place] && !cookie.empty()) {
        const std::string key = cat("load-", who, "-", ++number);
        const Answer answer = wire.ask("POST", "/api/plays", play_text(key, number), header);
        if (answer.status == 201) acknowledged_.add(key, number);
        if (answer.status == 0) break;
        if (answer.status != 201 && answer.status != 503) ADD_FAILURE() << answer.status << ": " << answer.body;
      }
      std::this_thread::sleep_for(2ms);
    }
  }

  /// Imports batch after batch; a batch counts as acknowledged when the importer has ended well.
  void begin_import() {
    const int batch = ++batches_;
    importing_.clear();
    std::ofstream lines(file("import.jsonl"), std::ios::trunc);
    for (int i = 0; i < 40; ++i) {
      store::Play play{.key = cat("import-", batch, "-", i), .player = "importer", .puzzle = puzzles_[1]};
      play.started = 1'000'000 + batch;
      play.outcome = store::Outcome::gave_up;
      play.events = {{store::EventKind::give_up, 2, {}}};
      lines << store::to_value(store::Record(play)).json() << "\n";
      importing_.emplace_back(play.key, play.started);
    }
    lines.close();
    importer_ = start({"study", "import", file("import.jsonl"), "--store", store_}, "import");
  }

  /// Starts again whatever has ended, and takes note of what ended well.
  void tend() {
    if (const auto code = importer_->wait(0ms)) {
      if (*code == 0)
        for (const auto& [key, started] : importing_) acknowledged_.add(key, started);
      else
        EXPECT_EQ(*code, 128 + SIGKILL) << text_of_file("import.err");
      imported_ += *code == 0 ? 1 : 0;
      begin_import();
    }
    if (const auto code = fit_->wait(0ms)) {
      EXPECT_TRUE(*code == 0 || *code == 128 + SIGKILL) << *code << text_of_file("fit.err");
      fitted_ += *code == 0 ? 1 : 0;
      fit_ = start({"fit", "sokoban", "--target", "models", "--store", store_}, "fit");
    }
    if (const auto code = export_->wait(0ms)) {
      EXPECT_TRUE(*code == 0 || *code == 128 + SIGKILL) << *code << text_of_file("export.err");
      exported_ += *code == 0 ? 1 : 0;
      export_ = start({"study", "export", "first", "--output", file("first.jsonl"), "--store", store_}, "export");
    }
    for (std::size_t place = 0; place < servers_.size(); ++place) {
      if (servers_[place] && !servers_[place]->process().wait(0ms)) continue;
      if (servers_[place]) {
        EXPECT_EQ(servers_[place]->process().wait(0ms), 128 + SIGKILL) << servers_[place]->log();
      }
      servers_[place] = serve();
      ports_[place] = servers_[place]->port();
    }
  }

  /// Only those who live: a signal to somebody who has ended by itself is no kill.
  [[nodiscard]] std::vector<Process*> victims(std::uint64_t whom) {
    const std::array<Process*, 5> all{&servers_[0]->process(), &servers_[1]->process(), importer_.get(), fit_.get(),
                                      export_.get()};
    std::vector<Process*> chosen;
    for (std::uint64_t each = 0; each < all.size(); ++each)
      if ((whom == everybody || whom == each) && !all[each]->wait(0ms)) chosen.push_back(all[each]);
    return chosen;
  }

  /// All at once means that nobody is left whose locks could have kept the file whole.
  void kill(std::uint64_t whom) {
    const auto chosen = victims(whom);
    for (Process* process : chosen) process->signal(SIGKILL);
    for (Process* process : chosen) kills_ += process->wait(20s) == 128 + SIGKILL ? 1 : 0;
  }

  void compare() {
    const auto promised = acknowledged_.all();  // before the store is read: others go on meanwhile
    auto store = store::Store::open_to_read(store_);
    ASSERT_TRUE(store) << store.error().text();
    std::map<std::string, std::int64_t> there;
    const auto rows = store->play_rows({});
    ASSERT_TRUE(rows) << rows.error().text();
    for (const store::PlayRow& row : *rows) there.emplace(row.key, row.started);
    std::size_t lost = 0;
    for (const auto& [key, started] : promised) {
      const auto found = there.find(key);
      if (found == there.end() || found->second != started) ++lost;
    }
    EXPECT_EQ(lost, 0u) << "of " << promised.size() << " acknowledged plays";
    const auto whole = store->check_integrity();
    EXPECT_TRUE(whole) << whole.error().text();
  }

  Acknowledged acknowledged_;
  std::atomic<bool> over_ = false;
  std::array<std::atomic<std::uint16_t>, 2> ports_{};
  std::array<std::unique_ptr<Server>, 2> servers_{};
  std::unique_ptr<Process> importer_, fit_, export_;
  std::vector<std::pair<std::string, std::int64_t>> importing_;
  int batches_ = 0, imported_ = 0, fitted_ = 0, exported_ = 0;
  static constexpr std::uint64_t everybody = 5;
  int kills_ = 0;  ///< signals that ended somebody
};

TEST_F(SideBySide, NothingAcknowledgedIsLostWhoeverIsKilled) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  ASSERT_NO_FATAL_FAILURE(add_people());
  for (std::size_t place : {0u, 1u}) {
    servers_[place] = serve();
    ASSERT_TRUE(servers_[place]->up());
    ports_[place] = servers_[place]->port();
  }
  begin_import();
  fit_ = start({"fit", "sokoban", "--target", "models", "--store", store_}, "fit");
  export_ = start({"study", "export", "first", "--output", file("first.jsonl"), "--store", store_}, "export");
  std::vector<std::jthread> clients;
  for (int who = 0; who < 6; ++who) clients.emplace_back([this, who] { post_plays(who, who % 2 == 0 ? 0 : 1); });

  Rng rng(14);
  const int wanted = wanted_kills();
  int told = 0;
  for (int round = 1; kills_ < wanted && !HasFailure(); ++round) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(100 + rng.below(300));
    while (std::chrono::steady_clock::now() < until) {
      tend();
      std::this_thread::sleep_for(5ms);
    }
    const std::uint64_t whom = rng.below(everybody + 1);
    kill(whom);
    if (whom == everybody || round % 10 == 0) compare();
    if (kills_ >= told + 100) {
      told = kills_;
      std::printf("# %d kills, %zu acknowledged plays\n", kills_, acknowledged_.all().size());
      std::fflush(stdout);
    }
  }
  over_ = true;
  clients.clear();
  kill(everybody);
  compare();
  EXPECT_GT(acknowledged_.all().size(), static_cast<std::size_t>(5 * kills_));
  std::printf("# %zu acknowledged plays after %d kills; %d imports, %d fits, %d exports ended well\n",
              acknowledged_.all().size(), kills_, imported_, fitted_, exported_);
}

/// Another program that only looks at the store must not take the server's locks away.
TEST_F(SideBySide, ALookFromOutsideCostsNoPlay) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  const auto server = serve();
  const std::string player = server->new_player();
  ASSERT_EQ(nazo({"study", "list", "--store", store_}), 0) << text_of_file("nazo.err");
  for (int i = 0; i < 50; ++i) {
    Answer answer;
    // On a machine that is busy with other things a 503 is a promise too; no answer at all is none.
    const auto taken = [&] {
      answer = server->ask("POST", "/api/plays", play_text(cat("after-", i), i), player);
      return answer.status != 503;
    };
    EXPECT_TRUE(eventually(taken, 60s));
    ASSERT_EQ(answer.status, 201) << "play " << i << ": " << answer.why << answer.body << server->log();
  }
  ASSERT_EQ(nazo({"store", "check", "--store", store_}), 0) << text_of_file("nazo.err");
  server->process().kill();
  auto store = store::Store::open_to_read(store_);
  ASSERT_TRUE(store) << store.error().text();
  EXPECT_EQ(*store->count_plays({}), 50);
  EXPECT_TRUE(store->check_integrity());
}

}  // namespace
}  // namespace nazo::attack
