#include "model/stats.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numbers>

namespace nazo::model {

double mean(std::span<const double> values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

double variance(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double m = mean(values);
  double sum = 0;
  for (const double v : values) sum += (v - m) * (v - m);
  return sum / static_cast<double>(values.size() - 1);
}

double correlation(std::span<const double> a, std::span<const double> b) {
  const double ma = mean(a), mb = mean(b);
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - ma) * (b[i] - mb);
    aa += (a[i] - ma) * (a[i] - ma);
    bb += (b[i] - mb) * (b[i] - mb);
  }
  // A side that only varies by rounding does not vary.
  const double tiny = 1e-24;
  return aa <= tiny * ma * ma * static_cast<double>(a.size()) || bb <= tiny * mb * mb * static_cast<double>(b.size())
             ? 0
             : ab / std::sqrt(aa * bb);
}

double logistic(double x) { return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }
double log_logistic(double x) { return x >= 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x)); }

double normal_density(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi); }
double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

namespace {

/// x·(1 − Φ(x))/φ(x) → 1: the continued fraction of Mills' ratio, for x ≥ 5.
double mills_ratio(double x) {
  double f = 0;
  for (int k = 60; k >= 1; --k) f = k / (x + f);
  return 1 / (x + f);
}

}  // namespace

double log_normal_cdf(double x) {
  if (x > -5) return std::log(normal_cdf(x));
  return -x * x / 2 - std::log(2 * std::numbers::pi) / 2 + std::log(mills_ratio(-x));
}

double normal_hazard(double x) { return x > -5 ? normal_density(x) / normal_cdf(x) : 1 / mills_ratio(-x); }

double normal_quantile(double p) {
  if (p <= 0) return -HUGE_VAL;
  if (p >= 1) return HUGE_VAL;
  return boost::math::quantile(boost::math::normal_distribution<>(), p);
}

double student_cdf(double t, double degrees) {
  return boost::math::cdf(boost::math::students_t_distribution<>(degrees), t);
}

double student_quantile(double p, double degrees) {
  return boost::math::quantile(boost::math::students_t_distribution<>(degrees), p);
}

Interval binomial_interval(std::uint64_t successes, std::uint64_t trials, double confidence) {
  using Binomial = boost::math::binomial_distribution<>;
  if (trials == 0) return {};
  const auto n = static_cast<double>(trials), k = static_cast<double>(successes), tail = (1 - confidence) / 2;
  return {successes == 0 ? 0 : Binomial::find_lower_bound_on_p(n, k, tail),
          successes == trials ? 1 : Binomial::find_upper_bound_on_p(n, k, tail)};
}

Interval binomial_interval_undecided(std::uint64_t successes, std::uint64_t failures, std::uint64_t undecided,
                                     double confidence) {
  const std::uint64_t trials = successes + failures + undecided;
  return {binomial_interval(successes, trials, confidence).low,
          binomial_interval(successes + undecided, trials, confidence).high};
}

double minimise(const std::function<double(double)>& f, double low, double high, double tolerance) {
  constexpr double golden = 0.6180339887498949;
  double a = high - golden * (high - low), b = low + golden * (high - low);
  double fa = f(a), fb = f(b);
  while (high - low > tolerance) {
    if (fa <= fb) {
      high = b;
      b = a;
      fb = fa;
      a = high - golden * (high - low);
      fa = f(a);
    } else {
      low = a;
      a = b;
      fa = fb;
      b = low + golden * (high - low);
      fb = f(b);
    }
  }
  return (low + high) / 2;
}

Estimate normal_estimate(double value, double standard_error) {
  constexpr double z = 1.959963984540054;
  return {value, standard_error, value - z * standard_error, value + z * standard_error};
}

double percentile_of(double x, std::span<const double> sorted) {
  if (sorted.empty()) return 50;
  const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), x);
  const auto below = static_cast<double>(first - sorted.begin()), equal = static_cast<double>(last - first);
  return 100 * (below + equal / 2) / static_cast<double>(sorted.size());
}

}  // namespace nazo::model
