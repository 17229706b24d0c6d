// How sure a share is: exact binomial intervals.
#pragma once

#include <cstdint>

namespace nazo {

struct Interval {
  double low = 0, high = 1;
};

/// Clopper–Pearson: covers the true share with at least the given confidence, whatever it is.
[[nodiscard]] Interval binomial_interval(std::uint64_t successes, std::uint64_t trials, double confidence = 0.95);

/// The same where some trials are undecided: they may all be failures (low) or all successes (high).
[[nodiscard]] Interval binomial_interval_undecided(std::uint64_t successes, std::uint64_t failures, std::uint64_t undecided, double confidence = 0.95);

}  // namespace nazo
