// Tests that run on SQLite always and on PostgreSQL where $NAZO_TEST_POSTGRES names one (tests/tools/with_postgres sets
// it).
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "store/session.hpp"
#include "store/store.hpp"

namespace nazo::store {

#define ASSERT_OK(result) ASSERT_TRUE((result).has_value()) << (result).error().text()
#define EXPECT_OK(result) EXPECT_TRUE((result).has_value()) << (result).error().text()

/// A folder that goes away with the test.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "nazo_store.XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::vector<std::string> backends() {
  std::vector<std::string> all{"sqlite"};
  if (std::getenv("NAZO_TEST_POSTGRES") != nullptr) all.emplace_back("postgresql");
  return all;
}

class EachStore : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] bool on_sqlite() const { return GetParam() == "sqlite"; }

  /// Where a new empty store can be made.
  [[nodiscard]] std::string fresh() {
    static int count = 0;
    const std::string name = cat("t", getpid(), "_", ++count);
    if (on_sqlite()) return folder_.file(name + ".db");
    const std::string address = std::getenv("NAZO_TEST_POSTGRES");
    Session(address, Access::create).script(cat("CREATE SCHEMA ", name));
    schemas_.push_back(name);
    return cat(address, "&options=-csearch_path%3D", name);
  }

  void TearDown() override {
    for (const std::string& name : schemas_)
      Session(std::getenv("NAZO_TEST_POSTGRES"), Access::create).script(cat("DROP SCHEMA ", name, " CASCADE"));
  }

  Folder folder_;

 private:
  std::vector<std::string> schemas_;
};

#define ON_EACH_STORE(suite) \
  INSTANTIATE_TEST_SUITE_P(On, suite, testing::ValuesIn(backends()), [](const auto& chosen) { return chosen.param; })

// ── records to store ───────────────────────────────────────────────────────────────────────────────────────────────

/// Text of letters from everywhere, quotes, SQL, control characters, the character NUL.
inline std::string odd_text(Rng& rng, std::size_t longest = 12) {
  static const std::vector<std::string> pieces = {"a",
                                                  "Z",
                                                  "0",
                                                  " ",
                                                  "'",
                                                  "\"",
                                                  "\\",
                                                  ";",
                                                  "--",
                                                  "謎",
                                                  "解く",
                                                  "é",
                                                  "🧩",
                                                  "\n",
                                                  "\t",
                                                  "\r",
                                                  "\x01",
                                                  "0",
                                                  "1",
                                                  "%",
                                                  "?",
                                                  ":p1",
                                                  "', 1); DROP TABLE plays; --",
                                                  "{}",
                                                  "NULL",
                                                  "\u202e",
                                                  "\uffff",
                                                  ",",
                                                  std::string(1, '\0')};
  std::string out = "x";
  for (std::uint64_t n = rng.below(longest); n > 0; --n) out += pieces[rng.below(pieces.size())];
  return out;
}

inline Puzzle some_puzzle(Rng& rng, int index, const std::string& genre = "shisen") {
  Puzzle p{.key = cat(genre, "-", index), .genre = genre, .text = odd_text(rng, 40)};
  p.title = odd_text(rng);
  p.solution = odd_text(rng);
  p.source = cat("test ", index);
  p.notes.set(odd_text(rng), odd_text(rng));
  p.features.set("moves_mean", rng.unit() * 10)
      .set("states", static_cast<std::int64_t>(rng.below(1'000'000)))
      .set("flag", rng.chance(.5));
  p.exact = rng.chance(.5);
  p.created = 1'700'000'000'000 + index;
  return p;
}

inline Play some_play(Rng& rng, const std::string& key, const std::string& player, const std::string& puzzle) {
  Play p{.key = key, .player = player, .puzzle = puzzle};
  p.started = 1'700'000'000'000 + static_cast<std::int64_t>(rng.below(1'000'000'000));
  for (std::uint64_t n = rng.below(30); n > 0; --n) {
    const auto kind = static_cast<EventKind>(rng.below(4));
    p.events.push_back({kind, rng.unit() * 100, kind == EventKind::move ? odd_text(rng) : std::string()});
  }
  p.outcome = rng.chance(.5) ? Outcome::solved : Outcome::gave_up;
  if (p.outcome == Outcome::gave_up) p.events.push_back({EventKind::give_up, rng.unit(), {}});
  if (rng.chance(.5)) p.rating = rng.between(1, 5);
  p.deadlocks = rng.between(0, 5);
  return p;
}

/// A store with 8 puzzles shisen-0…7 and 4 players p0…p3.
inline Result<Store> store_with_people(const std::string& where) {
  NAZO_TRY(store, Store::open(where));
  Rng rng(3);
  std::vector<Puzzle> puzzles;
  for (int i = 0; i < 8; ++i) puzzles.push_back(some_puzzle(rng, i));
  NAZO_CHECK(store.add_puzzles(puzzles));
  std::vector<Player> players;
  for (int i = 0; i < 4; ++i) players.push_back({cat("p", i), 1000 + i, i == 3});
  NAZO_CHECK(store.add_players(players));
  return std::move(store);
}

}  // namespace nazo::store
