// Measures the figures of the store and the models (bench/people.md):
//
//   nazo_bench_people record STORE [PLAYS]      durable plays a second, recorded as the server does
//   nazo_bench_people list STORE [ROWS]         the first page of puzzles by genre and difficulty
//   nazo_bench_people fit [PLAYERS PUZZLES PLAYS]
//   nazo_bench_people recommend [PUZZLES]       one request, with and without personal weights
//
// STORE is a new SQLite file or a postgresql:// address; tests/tools/with_postgres gives one in $NAZO_TEST_POSTGRES.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "model/people_model.hpp"
#include "model/recommend.hpp"
#include "model/simulate.hpp"
#include "store/recorder.hpp"

namespace nazo {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double cpu_now() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto of = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return of(used.ru_utime) + of(used.ru_stime);
}
double peak_mebibytes() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_maxrss) / 1024;
}

/// What a Result holds; a bench has nothing to do but stop where there is an error.
template <class T>
T must(Result<T> result) {
  if (!result) {
    std::cerr << "nazo_bench_people: " << result.error().text() << "\n";
    std::exit(2);
  }
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

store::Puzzle some_puzzle(std::size_t number) {
  store::Puzzle puzzle{.key = cat("sokoban-", 1'000'000 + number),
                       .genre = number % 5 == 0 ? "shisen" : "sokoban",
                       .text = "#######\n#  .  #\n# $@$ #\n#  .  #\n#######\n"};
  puzzle.title = cat("level ", number);
  puzzle.features = Value::object();
  Rng rng(1, number);
  for (const char* name : {"pushes", "box_changes", "detour", "area", "boxes"})
    puzzle.features.set(name, rng.below(40));
  puzzle.created = 1;
  return puzzle;
}

// ── record ──

/// A play of thirty moves, about what a game of Shisen-sho has.
store::Play some_play(std::size_t number) {
  Rng rng(2, number);
  store::Play play{.key = cat("bench-", number),
                   .player = cat("player-", rng.below(100)),
                   .puzzle = cat("sokoban-", 1'000'000 + rng.below(1000))};
  play.started = static_cast<store::Moment>(1'700'000'000'000 + number);
  play.outcome = store::Outcome::solved;
  for (int i = 0; i < 30; ++i)
    play.events.push_back({store::EventKind::move, std::round(1000 * rng.unit()) / 100, "1,2-3,4"});
  return play;
}

int record(const std::string& where, std::size_t count) {
  {
    auto store = must(store::Store::open(where));
    std::vector<store::Puzzle> puzzles;
    for (std::size_t i = 0; i < 1000; ++i) puzzles.push_back(some_puzzle(i));
    std::vector<store::Player> players;
    for (int i = 0; i < 100; ++i) players.push_back({cat("player-", i), 1});
    must(store.add_puzzles(puzzles)), must(store.add_players(players));
  }
  std::vector<store::Play> plays;
  for (std::size_t i = 0; i < count; ++i) plays.push_back(some_play(i));
  auto recorder = must(store::Recorder::start(where));
  // As many clients as a busy server has: each sends its next play when the last is acknowledged.
  constexpr std::size_t clients = 512;
  const double start = seconds_now(), cpu = cpu_now();
  std::vector<std::future<Result<store::Kept>>> receipts(clients);
  for (std::size_t i = 0; i < count + clients; ++i) {
    auto& receipt = receipts[i % clients];
    if (receipt.valid()) must(receipt.get());
    if (i < count) receipt = recorder->record(std::move(plays[i]));
  }
  const double took = seconds_now() - start;
  std::cout << "record: " << count << " plays of 30 moves, each acknowledged durable, in " << text_of(took, 2) << " s ("
            << text_of(cpu_now() - cpu, 2) << " s CPU here): " << text_of(static_cast<double>(count) / took, 0)
            << " plays/s\n";
  return 0;
}

// ── list ──

int list(const std::string& where, std::size_t rows) {
  auto store = must(store::Store::open(where));
  const store::Model prior{.key = "prior-bench", .genre = "sokoban", .kind = "prior", .created = 1};
  must(store.save_model(prior));
  const double start = seconds_now();
  constexpr std::size_t batch = 10'000;
  for (std::size_t first = 0; first < rows; first += batch)
    must(store.together([&]() -> Result<void> {
      std::vector<store::Puzzle> puzzles;
      std::vector<store::Rating> ratings;
      for (std::size_t i = first; i < std::min(rows, first + batch); ++i) {
        puzzles.push_back(some_puzzle(i));
        store::Rating rating{.puzzle = puzzles.back().key, .model = prior.key, .made = 1};
        rating.estimates.difficulty = 100 * Rng(3, i).unit();
        ratings.push_back(rating);
      }
      NAZO_CHECK(store.add_puzzles(puzzles));
      return store.save_ratings(ratings);
    }));
  std::cout << "list: " << rows << " rows made in " << text_of(seconds_now() - start, 1) << " s\n";
  using Order = store::PuzzleQuery::Order;
  const auto timed = [&](const char* what, const store::PuzzleQuery& query) {
    double slowest = 0, total = 0;
    std::size_t found = 0;
    for (int i = 0; i < 20; ++i) {
      const double before = seconds_now();
      found = must(store.list_puzzles(query)).size();
      const double took = seconds_now() - before;
      slowest = std::max(slowest, took);
      total += took;
    }
    std::cout << "list: " << what << ": " << found << " puzzles, mean " << text_of(1000 * total / 20, 2)
              << " ms, slowest " << text_of(1000 * slowest, 2) << " ms\n";
  };
  timed("first page of a genre by difficulty", {.genre = "sokoban", .order = Order::difficulty});
  timed("first page of difficulty 40 to 60",
        {.genre = "sokoban", .order = Order::difficulty, .easiest = 40, .hardest = 60});
  timed("page in the middle",
        {.genre = "sokoban", .order = Order::difficulty, .after_difficulty = 50, .after_key = "sokoban-1"});
  timed("first page by key", {.genre = "sokoban"});
  return 0;
}

// ── models ──

model::SimulatedPlays simulated(int players, int puzzles, int plays) {
  return model::simulate_plays(model::World::correct,
                               {.persons = players, .puzzles = puzzles, .plays = plays, .features = 8}, 1, 1);
}

std::vector<std::string> keys(std::string_view prefix, int count) {
  std::vector<std::string> out;
  for (int i = 0; i < count; ++i) out.push_back(cat(prefix, 10'000'000 + i));
  return out;
}

model::PeopleModel fitted(const model::PlayTable& table) {
  return model::fit_people({table, {}, keys("puzzle-", table.puzzles), keys("player-", table.persons)});
}

int fit(int players, int puzzles, int plays) {
  const model::SimulatedPlays data = simulated(players, puzzles, plays);
  const double before = peak_mebibytes(), start = seconds_now(), cpu = cpu_now();
  const model::PeopleModel people = fitted(data.times);
  std::cout << "fit: " << players << " players, " << puzzles << " puzzles, " << data.times.plays.size()
            << " plays: " << text_of(seconds_now() - start, 2) << " s (" << text_of(cpu_now() - cpu, 2)
            << " s CPU), peak " << text_of(peak_mebibytes(), 0) << " MiB (" << text_of(before, 0)
            << " before the fit), sigma " << text_of(people.time.sigma, 3) << " (planted "
            << text_of(data.truth.sigma, 3) << ")\n";
  return 0;
}

int recommend(int puzzles) {
  const model::SimulatedPlays data = simulated(200, 500, 8000);
  const model::PeopleModel people = fitted(data.times);
  std::vector<model::PuzzleView> views;
  Rng rng(5);
  for (int i = 0; i < puzzles; ++i) {
    model::PuzzleView view{i < 500 ? i : -1, Eigen::VectorXd(8)};
    for (Eigen::Index f = 0; f < 8; ++f) view.features[f] = rng.normal();
    views.push_back(std::move(view));
  }
  double start = seconds_now();
  const model::Recommender recommender(people, views);
  std::cout << "recommend: " << puzzles << " puzzles laid out in " << text_of(1000 * (seconds_now() - start), 1)
            << " ms\n";
  const std::vector<int> avoid{1, 2, 3, 50, 700};
  for (const bool personal : {false, true})
    for (const bool time : {false, true}) {
      const model::PersonState person = people.person(7);
      model::Wish wish{.count = 5};
      if (time) {
        wish.target = model::Wanted::time;
        wish.value = 60;
      }
      double slowest = 0;
      const double cpu = cpu_now();
      constexpr int requests = 50;
      start = seconds_now();
      for (int i = 0; i < requests; ++i) {
        const double before = seconds_now();
        (void)recommender.recommend(personal ? &person : nullptr, wish, avoid, rng);
        slowest = std::max(slowest, seconds_now() - before);
      }
      std::cout << "recommend: by " << (time ? "time" : "success")
                << (personal ? ", personal weights" : ", somebody new") << ": mean "
                << text_of(1000 * (seconds_now() - start) / requests, 2) << " ms ("
                << text_of(1000 * (cpu_now() - cpu) / requests, 2) << " ms CPU), slowest " << text_of(1000 * slowest, 2)
                << " ms\n";
    }
  return 0;
}

int run(const std::vector<std::string>& args) {
  const auto number = [&](std::size_t at, int fallback) {
    return args.size() > at ? number_of<int>(args[at]).value_or(fallback) : fallback;
  };
  const std::string task = args.empty() ? "" : args[0];
  if (task == "record" && args.size() >= 2) return record(args[1], static_cast<std::size_t>(number(2, 20'000)));
  if (task == "list" && args.size() >= 2) return list(args[1], static_cast<std::size_t>(number(2, 1'000'000)));
  if (task == "fit") return fit(number(1, 1000), number(2, 5000), number(3, 200'000));
  if (task == "recommend") return recommend(number(1, 100'000));
  std::cerr << "nazo_bench_people record STORE [PLAYS] | list STORE [ROWS] | fit [PLAYERS PUZZLES PLAYS] | recommend "
               "[PUZZLES]\n";
  return 2;
}

}  // namespace
}  // namespace nazo

int main(int argc, char** argv) { return nazo::run({argv + 1, argv + argc}); }
