// How much a long computation may use, and who stops it.
//
//   Meter meter(budget);
//   while (work_left()) {
//     if (!meter.spend()) return unknown(meter.limit());
//     ...
//   }
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "base/limit.hpp"
#include "base/result.hpp"

namespace nazo {

/// Limits for one puzzle. Memory is what its search may allocate; time is by the clock on the wall.
struct Budget {
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  std::uint64_t nodes = unlimited;
  std::uint64_t bytes = std::uint64_t{1} << 30;
  const std::atomic<bool>* stop = nullptr;  ///< set from another thread or a signal handler
};

/// An error unless `bytes` fit into the budget and nobody has asked to stop: for work whose size is known beforehand.
[[nodiscard]] Result<void> affordable(const Budget& budget, std::uint64_t bytes);

/// Counts nodes against a Budget. The clock and the stop flag are read once in `check_every` nodes only,
/// so that spending is an increment and a compare.
class Meter {
 public:
  explicit Meter(const Budget& budget, std::uint64_t check_every = 1024);

  /// Uses up `count` nodes; false as soon as a limit has run out (and ever after).
  bool spend(std::uint64_t count = 1) {
    used_ += count;
    return used_ < next_check_ || check();
  }

  /// Reads the clock and the stop flag now.
  bool check();

  /// What the clock and the stop flag say now: time, stopped or none. Counts nothing, so any thread may ask.
  [[nodiscard]] Limit overdue() const;

  /// Says that the memory limit was met: the caller's table could not grow.
  void out_of_memory() {
    limit_ = Limit::memory;
    next_check_ = 0;
  }

  [[nodiscard]] Limit limit() const { return limit_; }
  [[nodiscard]] std::uint64_t nodes() const { return used_; }
  [[nodiscard]] double seconds() const;
  [[nodiscard]] const Budget& budget() const { return budget_; }
  /// The part of the budget that is left, to hand on to a helper search.
  [[nodiscard]] Budget rest() const;

 private:
  using Clock = std::chrono::steady_clock;
  Budget budget_;
  Clock::time_point start_;
  std::uint64_t check_every_;
  std::uint64_t used_ = 0;
  std::uint64_t next_check_;
  Limit limit_ = Limit::none;
};

}  // namespace nazo
