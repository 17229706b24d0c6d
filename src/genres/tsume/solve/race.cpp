#include "genres/tsume/solve/race.hpp"

#include "base/parallel.hpp"

#ifndef NAZO_NO_THREADS
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "base/thread.hpp"
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
  unsigned running = 0;
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
  const auto leave = [&] {
    const std::lock_guard lock(mutex);
    --running;
    finished.notify_one();
  };
  Threads solvers;
  {
    std::unique_lock lock(mutex);  // nobody leaves before all are counted
    running = solvers.start_what_fits(
        static_cast<unsigned>(threads), named("race"), AfterThrow::end,
        [&](unsigned i) {
          solve_once(i);
          leave();
        },
        [&](const std::exception_ptr& broken) {
          thrown.keep(broken);
          leave();
        });
    if (running == 0) return run_one(p, options, budget, 0);  // no room for threads
    while (running > 0) {
      if (budget.stop != nullptr && budget.stop->load()) halt.store(true);
      finished.wait_for(lock, std::chrono::milliseconds(5));
    }
  }
  solvers.join();
  if (!has_winner) thrown.rethrow();  // who ran out of memory may have been the one to know
  best.nodes = nodes;
  return best;
}

#endif

}  // namespace nazo::tsume
