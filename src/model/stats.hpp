// Small statistics that every model here stands on: moments, correlation, distributions and exact intervals.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace nazo::model {

[[nodiscard]] double mean(std::span<const double> values);
/// Unbiased (n − 1); 0 for fewer than two values.
[[nodiscard]] double variance(std::span<const double> values);
/// Pearson's r; 0 if either side does not vary.
[[nodiscard]] double correlation(std::span<const double> a, std::span<const double> b);

[[nodiscard]] double logistic(double x);
[[nodiscard]] double log_logistic(double x);  ///< ln(1/(1+e^−x)), without overflow

[[nodiscard]] double normal_density(double x);
[[nodiscard]] double normal_cdf(double x);
[[nodiscard]] double log_normal_cdf(double x);
/// φ(x)/Φ(x), exact also far in the tail.
[[nodiscard]] double normal_hazard(double x);
[[nodiscard]] double normal_quantile(double p);

[[nodiscard]] double student_cdf(double t, double degrees);
[[nodiscard]] double student_quantile(double p, double degrees);

struct Interval {
  double low = 0, high = 1;
};
/// Clopper–Pearson: covers the true share with at least the given confidence, whatever it is.
[[nodiscard]] Interval binomial_interval(std::uint64_t successes, std::uint64_t trials, double confidence = 0.95);
/// The same where some trials are undecided: they may all be failures (low) or all successes (high).
[[nodiscard]] Interval binomial_interval_undecided(std::uint64_t successes, std::uint64_t failures,
                                                   std::uint64_t undecided, double confidence = 0.95);

/// The least x of a unimodal function on [low, high], to within `tolerance` (golden section).
[[nodiscard]] double minimise(const std::function<double(double)>& f, double low, double high, double tolerance);

/// An estimate with a 95 % interval.
struct Estimate {
  double value = 0;
  double standard_error = 0;
  double low = 0, high = 0;
};
[[nodiscard]] Estimate normal_estimate(double value, double standard_error);

/// Share of the values at or below x among `sorted`, as a percentile 0–100 (ties count half).
[[nodiscard]] double percentile_of(double x, std::span<const double> sorted);

}  // namespace nazo::model
