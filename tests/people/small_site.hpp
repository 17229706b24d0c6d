// A small site on its first day: the starter collection of one genre in a store of its own, and a few players whose
// times are drawn from what the genre itself expects.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "catalog/catalog.hpp"
#include "model/stats.hpp"
#include "store/store.hpp"
#include "workshop/generate_run.hpp"
#include "workshop/rate_puzzles.hpp"
#include "workshop/starter.hpp"
#include "workshop/stored_puzzle.hpp"

namespace nazo {

class SmallSite {
 public:
  enum class Stock { starter, nothing };
  explicit SmallSite(const std::string& genre_name, Stock stock = Stock::starter)
      : genre(*find_genre(catalog(), genre_name)),
        folder_(std::filesystem::temp_directory_path() / ("nazo-people-" + store::random_key())) {
    std::filesystem::create_directories(folder_);
    auto opened = store::Store::open((folder_ / "nazo.db").string());
    EXPECT_TRUE(opened) << opened.error().text();
    store_ = std::make_unique<store::Store>(*std::move(opened));
    if (stock == Stock::nothing) return;
    if (genre_name == "shisen") {
      stock_small_boards({{"size", "6x4"}});
    } else if (genre_name == "shanghai") {
      stock_small_boards({{"layout", "hill"}}, {"blind_win"});
    } else {
      stock_starter();
    }
  }
  ~SmallSite() {
    store_.reset();
    std::filesystem::remove_all(folder_);
  }
  SmallSite(const SmallSite&) = delete;
  SmallSite& operator=(const SmallSite&) = delete;

  [[nodiscard]] store::Store& store() { return *store_; }

  /// All puzzles, from easy to hard by the ratings that stand.
  [[nodiscard]] std::vector<store::Puzzle> puzzles() {
    auto found = store_->list_puzzles(
        {.genre = genre.facts().name, .order = store::PuzzleQuery::Order::difficulty, .limit = 1000});
    EXPECT_TRUE(found) << found.error().text();
    return *found;
  }

  /// What the genre expects of people: its own word for time, or 90 s at its middle and more for harder ones.
  [[nodiscard]] double expected_log_time(const store::Puzzle& puzzle) const {
    const Prior prior = genre.prior(puzzle.features);
    if (prior.time) return std::log(*prior.time);
    const double place = std::clamp(prior.difficulty.value_or(50) / 100, .005, .995);
    return std::log(90.) + .8 * model::normal_quantile(place);
  }

  /// Each of the players plays each of the puzzles once, from the first to the last.
  void play(const std::vector<store::Puzzle>& played, int players, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<store::Play> plays;
    for (int i = 0; i < players; ++i) {
      const store::Player player{cat("player-", i), 1};
      ASSERT_TRUE(store_->add_players({&player, 1}));
      const double speed = .4 * rng.normal();
      store::Moment moment = 1'700'000'000'000 + 1000 * i;
      for (const store::Puzzle& puzzle : played) {
        store::Play play{.key = store::random_key(), .player = player.key, .puzzle = puzzle.key};
        play.started = moment += 600'000;
        play.outcome = store::Outcome::solved;
        const double seconds = std::exp(expected_log_time(puzzle) - speed + .4 * rng.normal());
        for (int k = 0; k < 20; ++k) play.events.push_back({store::EventKind::move, seconds / 20, "a move"});
        plays.push_back(play);
      }
    }
    const auto kept = store_->record_plays(plays);
    ASSERT_TRUE(kept) << kept.error().text();
  }

  const Genre& genre;

 private:
  void stock_starter() {
    const Genre* const only[] = {&genre};
    const auto made = make_starter(only, *store_, {.threads = 1});
    EXPECT_TRUE(made) << made.error().text();
  }

  /// The large boards of the starter collection take many seconds to analyse; `wanted` may ask for less.
  void stock_small_boards(const std::map<std::string, std::string>& kind, const std::vector<std::string>& wanted = {}) {
    const auto options = Options::make(genre.facts().options, kind);
    GenerateOrder order{.genre = &genre, .options = *options, .count = 36};
    std::vector<store::Puzzle> puzzles;
    const auto keep = [&](const Kept& kept) {
      auto record = stored_puzzle(genre, kept.candidate.puzzle, {});
      const auto analysis = genre.analyze(kept.candidate.puzzle, wanted, *options, {});
      if (!record || !analysis) return false;
      record->features = analysis->features;
      puzzles.push_back(*std::move(record));
      return true;
    };
    EXPECT_TRUE(generate_run(order, keep));
    EXPECT_TRUE(store_->add_puzzles(puzzles));
    EXPECT_TRUE(rate_collection(genre, *store_));
  }

  std::filesystem::path folder_;
  std::unique_ptr<store::Store> store_;
};

/// Places of values among all of them, ties in the middle.
inline std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<double> out;
  for (const double x : values) {
    const auto below = std::ranges::count_if(values, [&](double y) { return y < x; });
    const auto same = std::ranges::count(values, x);
    out.push_back(static_cast<double>(below) + .5 * static_cast<double>(same));
  }
  return out;
}

/// Spearman's.
inline double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  return model::correlation(ranks(a), ranks(b));
}

}  // namespace nazo
