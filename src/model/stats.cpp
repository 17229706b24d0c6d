#include "model/stats.hpp"

#include <algorithm>
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
  double low = -40, high = 40;
  for (int i = 0; i < 200 && high - low > 1e-14; ++i) {
    const double middle = (low + high) / 2;
    (normal_cdf(middle) < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

namespace {

/// The regularised incomplete beta function by Lentz's continued fraction.
double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incomplete_beta(b, a, 1 - x);
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x)) / a;
  constexpr double tiny = 1e-300;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::abs(d) < tiny ? tiny : d);
  double f = d;
  for (int m = 1; m < 500; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / std::max(tiny, 1 + even * d);
    c = 1 + even / c;
    f *= c * d;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 + odd * d;
    d = 1 / (std::abs(d) < tiny ? tiny : d);
    c = 1 + odd / c;
    const double step = c * d;
    f *= step;
    if (std::abs(step - 1) < 1e-15) break;
  }
  return front * f;
}

}  // namespace

double student_cdf(double t, double degrees) {
  const double tail = incomplete_beta(degrees / 2, .5, degrees / (degrees + t * t)) / 2;
  return t >= 0 ? 1 - tail : tail;
}

double student_quantile(double p, double degrees) {
  double low = -1, high = 1;
  while (student_cdf(low, degrees) > p && low > -1e15) low *= 2;
  while (student_cdf(high, degrees) < p && high < 1e15) high *= 2;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (student_cdf(middle, degrees) < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

double minimise(const std::function<double(double)>& f, double low, double high, double tolerance) {
  constexpr double golden = 0.6180339887498949;
  double a = high - golden * (high - low), b = low + golden * (high - low);
  double fa = f(a), fb = f(b);
  while (high - low > tolerance) {
    if (fa <= fb) {
      high = b, b = a, fb = fa;
      a = high - golden * (high - low), fa = f(a);
    } else {
      low = a, a = b, fa = fb;
      b = low + golden * (high - low), fb = f(b);
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
