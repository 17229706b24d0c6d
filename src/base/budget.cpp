#include "base/budget.hpp"

#include <algorithm>

namespace nazo {

Meter::Meter(const Budget& budget, std::uint64_t check_every)
    : budget_(budget),
      start_(Clock::now()),
      check_every_(check_every),
      next_check_(std::min(check_every, budget.nodes)) {}

double Meter::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

Limit Meter::overdue() const {
  if (budget_.stop != nullptr && budget_.stop->load(std::memory_order_relaxed)) return Limit::stopped;
  return seconds() >= budget_.seconds ? Limit::time : Limit::none;
}

bool Meter::check() {
  if (limit_ != Limit::none) return false;
  limit_ = used_ > budget_.nodes ? Limit::nodes : overdue();
  if (limit_ != Limit::none) {
    next_check_ = 0;
    return false;
  }
  next_check_ = used_ + check_every_;
  if (next_check_ > budget_.nodes) next_check_ = budget_.nodes == Budget::unlimited ? next_check_ : budget_.nodes;
  if (next_check_ <= used_) next_check_ = used_ + 1;
  return true;
}

Result<void> affordable(const Budget& budget, std::uint64_t bytes) {
  if (bytes > budget.bytes) return fail_limit(Limit::memory);
  if (budget.stop != nullptr && budget.stop->load(std::memory_order_relaxed)) return fail_limit(Limit::stopped);
  return {};
}

Budget Meter::rest() const {
  Budget rest = budget_;
  rest.seconds = std::max(0.0, budget_.seconds - seconds());
  if (budget_.nodes != Budget::unlimited) rest.nodes = budget_.nodes > used_ ? budget_.nodes - used_ : 0;
  return rest;
}

}  // namespace nazo
