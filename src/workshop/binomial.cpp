#include "workshop/binomial.hpp"

#include <cmath>

namespace nazo {

namespace {

/// The regularised incomplete beta function I_x(a, b) by Lentz's continued fraction.
double beta_share(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - beta_share(b, a, 1 - x);
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x)) / a;
  constexpr double tiny = 1e-300;
  double f = 1, c = 1, d = 0;
  for (int i = 0; i <= 2000; ++i) {
    const int m = i / 2;
    double term = 1;
    if (i != 0) term = i % 2 == 0 ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)) : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 + term * d;
    if (std::abs(d) < tiny) d = tiny;
    d = 1 / d;
    c = 1 + term / c;
    if (std::abs(c) < tiny) c = tiny;
    f *= c * d;
    if (std::abs(1 - c * d) < 1e-14) break;
  }
  return front * (f - 1);
}

/// The x with I_x(a, b) = share, by bisection: 60 steps give every bit that matters.
double beta_quantile(double a, double b, double share) {
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (beta_share(a, b, middle) < share ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

Interval binomial_interval(std::uint64_t successes, std::uint64_t trials, double confidence) {
  if (trials == 0) return {};
  const double k = static_cast<double>(successes), n = static_cast<double>(trials), tail = (1 - confidence) / 2;
  return {successes == 0 ? 0 : beta_quantile(k, n - k + 1, tail), successes == trials ? 1 : beta_quantile(k + 1, n - k, 1 - tail)};
}

Interval binomial_interval_undecided(std::uint64_t successes, std::uint64_t failures, std::uint64_t undecided, double confidence) {
  const std::uint64_t trials = successes + failures + undecided;
  return {binomial_interval(successes, trials, confidence).low, binomial_interval(successes + undecided, trials, confidence).high};
}

}  // namespace nazo
