#include "model/censored.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace nazo::model {

namespace {

double log_likelihood(std::span<const Censored> values, double mu, double log_sigma) {
  const double sigma = std::exp(log_sigma);
  double sum = 0;
  for (const Censored& one : values) {
    const double z = (std::log(one.value) - mu) / sigma;
    sum += one.at_least ? log_normal_cdf(-z) : -z * z / 2 - log_sigma;
  }
  return sum;
}

/// Expectation and maximisation by turns: what is cut off is replaced by what the fit expects of it.
void climb(std::span<const Censored> values, double& mu, double& sigma) {
  constexpr int most_steps = 5000;
  const auto n = static_cast<double>(values.size());
  for (int step = 0; step < most_steps; ++step) {
    double sum = 0, squares = 0;
    for (const Censored& one : values) {
      const double x = std::log(one.value) - mu;
      if (one.at_least) {
        const double a = x / sigma, hazard = normal_hazard(-a);
        const double expected = sigma * hazard;
        sum += expected;
        squares += sigma * sigma * (1 + a * hazard);
      } else {
        sum += x;
        squares += x * x;
      }
    }
    const double shift = sum / n;
    const double next = std::sqrt(std::max(squares / n - shift * shift, 1e-18));
    const bool settled = std::abs(shift) < 1e-10 * sigma && std::abs(next - sigma) < 1e-10 * sigma;
    mu += shift;
    sigma = next;
    if (settled) break;
  }
}

/// The standard error of μ + σ²/2 from the curvature of the likelihood.
double error_of_log_mean(std::span<const Censored> values, double mu, double sigma) {
  const double at = std::log(sigma), h = 1e-3, k = 1e-3 * sigma;
  const auto f = [&](double i, double j) { return log_likelihood(values, mu + i * k, at + j * h); };
  const double mm = -(f(1, 0) - 2 * f(0, 0) + f(-1, 0)) / (k * k);
  const double ss = -(f(0, 1) - 2 * f(0, 0) + f(0, -1)) / (h * h);
  const double ms = -(f(1, 1) - f(1, -1) - f(-1, 1) + f(-1, -1)) / (4 * h * k);
  const double determinant = mm * ss - ms * ms;
  if (!(determinant > 0)) return std::numeric_limits<double>::infinity();
  const double slope = sigma * sigma;  // of σ²/2 by ln σ
  return std::sqrt((ss - 2 * slope * ms + slope * slope * mm) / determinant);
}

}  // namespace

std::optional<LogNormal> fit_log_normal(std::span<const Censored> values) {
  std::vector<double> known;
  for (const Censored& one : values)
    if (!one.at_least) known.push_back(std::log(one.value));
  if (known.size() < 3) return std::nullopt;
  LogNormal fit{.mu = mean(known), .sigma = std::sqrt(variance(known))};
  if (!(fit.sigma > 1e-9)) return std::nullopt;
  climb(values, fit.mu, fit.sigma);
  const double log_mean = fit.mu + fit.sigma * fit.sigma / 2;
  const double error = error_of_log_mean(values, fit.mu, fit.sigma);
  const double width = normal_quantile(.975) * error;
  fit.mean = {std::exp(log_mean), error, std::exp(log_mean - width), std::exp(log_mean + width)};
  return fit;
}

double least_mean(std::span<const Censored> values) {
  double sum = 0;
  for (const Censored& one : values) sum += one.value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

std::optional<double> censored_quantile(std::span<const Censored> values, double share) {
  if (values.empty()) return std::nullopt;
  std::vector<double> sorted;
  for (const Censored& one : values)
    sorted.push_back(one.at_least ? std::numeric_limits<double>::infinity() : one.value);
  std::ranges::sort(sorted);
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at), above = std::min(below + 1, sorted.size() - 1);
  const double part = at - static_cast<double>(below);
  const double last = part > 0 ? sorted[above] : sorted[below];
  if (std::isinf(last)) return std::nullopt;
  return sorted[below] + part * (last - sorted[below]);
}

}  // namespace nazo::model
