// Looks at the clock and the stop flag once in a while, without using up nodes: for long work inside one node, and for
// work that has no nodes.
#pragma once

#include <cstdint>

#include "base/budget.hpp"

namespace nazo {

class Pulse {
 public:
  explicit Pulse(Meter& meter, std::uint32_t every = 64) : meter_(meter), every_(every), left_(every) {}

  /// False as soon as a limit has run out (and ever after).
  [[nodiscard]] bool goes_on() {
    if (--left_ > 0) return meter_.limit() == Limit::none;
    left_ = every_;
    return meter_.check();
  }

 private:
  Meter& meter_;
  std::uint32_t every_, left_;
};

}  // namespace nazo
