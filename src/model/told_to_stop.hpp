// A fit is loops within loops, none of which has anything to say before all have ended. Told to stop, it leaves them by
// a throw, which who began it catches.
#pragma once

#include "base/budget.hpp"

namespace nazo::model {

struct ToldToStop {
  Limit limit = Limit::none;
};

/// As long as it lives, fits of this thread keep to the meter's time and stop.
class Stoppable {
 public:
  explicit Stoppable(const Meter& meter) : outer_(meter_) { meter_ = &meter; }
  ~Stoppable() { meter_ = outer_; }
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;

  /// Asked once a round and once a person. Throws ToldToStop.
  static void look() {
    if (meter_ == nullptr) return;
    if (const Limit limit = meter_->overdue(); limit != Limit::none) throw ToldToStop{limit};
  }

 private:
  const Meter* outer_;
  static inline thread_local const Meter* meter_ = nullptr;
};

}  // namespace nazo::model
