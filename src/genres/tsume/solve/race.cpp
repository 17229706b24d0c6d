#include "genres/tsume/solve/race.hpp"

#include <vector>

#include "base/parallel.hpp"

#ifndef NAZO_NO_THREADS
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#endif

namespace nazo::tsume {
namespace {

RaceResult run_one(const Position& p, const SolveOptions& options, const Budget& budget, unsigned variety) {
  RaceResult result;
  Meter meter(budget);
  Solver solver(budget.bytes);
  solver.search().set_variety(variety);
  result.solution = solver.solve(p, options, meter);
  result.nodes = solver.search().nodes();
  result.winner = static_cast<int>(variety);
  return result;
}

}  // namespace

#ifdef NAZO_NO_THREADS

RaceResult race(const Position& p, const SolveOptions& options, const Budget& budget, int /*threads*/) {
  return run_one(p, options, budget, 0);
}

#else

namespace {

/// Is there nothing left that another solver could add?
bool is_final(const Solution& s, const SolveOptions& options) {
  return s.status == Status::unsolvable ||
         (s.status == Status::solved && (s.optimal || options.goal != SolveOptions::Goal::shortest));
}

}  // namespace

RaceResult race(const Position& p, const SolveOptions& options, const Budget& budget, int threads) {
  if (threads <= 1) return run_one(p, options, budget, 0);
  std::atomic<bool> halt = false;
  std::mutex mutex;
  std::condition_variable finished;
  int running = threads;
  bool has_winner = false;
  RaceResult best;
  std::uint64_t nodes = 0;
  Budget share = budget;
  share.bytes = budget.bytes / static_cast<std::uint64_t>(threads);
  share.stop = &halt;
  Thrown thrown;
  const auto solve_once = [&](unsigned i) {
    RaceResult mine = run_one(p, options, share, i);
    const std::lock_guard lock(mutex);
    nodes += mine.nodes;
    const bool wins = is_final(mine.solution, options);
    if (!has_winner && (wins || best.solution.status == Status::unknown)) best = std::move(mine);
    has_winner |= wins;
    if (has_winner) halt.store(true);
  };
  std::vector<std::jthread> solvers;
  for (int i = 0; i < threads; ++i)
    solvers.emplace_back([&, i] {
      thrown.guard([&] { solve_once(static_cast<unsigned>(i)); });
      const std::lock_guard lock(mutex);
      --running;
      finished.notify_one();
    });
  {
    std::unique_lock lock(mutex);
    while (running > 0) {
      if (budget.stop != nullptr && budget.stop->load()) halt.store(true);
      finished.wait_for(lock, std::chrono::milliseconds(5));
    }
  }
  solvers.clear();
  if (!has_winner) thrown.rethrow();  // who ran out of memory may have been the one to know
  best.nodes = nodes;
  return best;
}

#endif

}  // namespace nazo::tsume
