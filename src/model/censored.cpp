#include "model/censored.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/rng.hpp"

namespace nazo::model {

namespace {

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

}  // namespace

std::optional<LogNormal> fit_log_normal(std::span<const Censored> values) {
  std::vector<double> known;
  for (const Censored& one : values)
    if (!one.at_least) known.push_back(std::log(one.value));
  if (known.size() < 3) return std::nullopt;
  LogNormal fit{.mu = mean(known), .sigma = std::sqrt(variance(known))};
  if (!(fit.sigma > 1e-9)) return std::nullopt;
  climb(values, fit.mu, fit.sigma);
  return fit;
}

double LogNormal::mean() const { return std::exp(mu + sigma * sigma / 2); }

double least_mean(std::span<const Censored> values, std::span<const Censored> doubtful) {
  double sum = 0;
  for (const Censored& one : values) sum += one.value;
  auto n = static_cast<double>(values.size());
  std::vector<double> rest;
  for (const Censored& one : doubtful) rest.push_back(one.value);
  std::ranges::sort(rest);
  for (const double value : rest) {
    if (value * n >= sum) break;  // this one and all larger ones raise the mean
    sum += value;
    ++n;
  }
  return n == 0 ? 0 : sum / n;
}

namespace {

constexpr int draws = 999;
constexpr std::uint64_t draws_seed = 2002;

/// The k-th smallest of the draws, for a share of them.
double at_share(std::vector<double>& drawn, double share) {
  const auto place = drawn.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(drawn.size()));
  std::ranges::nth_element(drawn, place);
  return *place;
}

/// Mean and its relative error.
struct Moments {
  double mean = 0, relative_error = 0;
};

Moments moments(std::span<const double> values) {
  const double middle = mean(values);
  return {middle, std::sqrt(variance(values) / static_cast<double>(values.size())) / middle};
}

/// The upper end by the studentised bootstrap on the logarithmic scale: how far means of samples fall short of the
/// sample's mean, in their own errors, says how far this mean may fall short of the truth.
double upper_end(const std::vector<double>& values) {
  // Not .025: a hundred heavy-tailed numbers rarely hold their largest kin, so the upper end is missed more often than
  // its nominal share. With .005, and the lower end that is hardly ever missed, 95 % was measured (bench/superpuzz.md).
  constexpr double share = .005;
  const Moments here = moments(values);
  std::vector<double> short_by, again(values.size());
  for (int d = 0; d < draws; ++d) {
    Rng rng(draws_seed, static_cast<std::uint64_t>(d));
    for (double& one : again) one = values[rng.below(values.size())];
    const Moments there = moments(again);
    if (there.relative_error > 0)
      short_by.push_back((std::log(there.mean) - std::log(here.mean)) / there.relative_error);
  }
  if (short_by.empty()) return here.mean;
  return here.mean * std::exp(-at_share(short_by, share) * here.relative_error);
}

/// The lower end by the plain bootstrap: of numbers with a long upper tail it lies below the truth more often than its
/// nominal share.
double lower_end(std::span<const Censored> values, std::span<const Censored> doubtful) {
  constexpr double share = .025;
  std::vector<double> means;
  std::vector<Censored> sure, others;
  const std::size_t n = values.size() + doubtful.size();
  for (int d = 0; d < draws; ++d) {
    Rng rng(draws_seed, static_cast<std::uint64_t>(d));
    sure.clear();
    others.clear();
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t k = rng.below(n);
      if (k < values.size()) {
        sure.push_back(values[k]);
      } else {
        others.push_back(doubtful[k - values.size()]);
      }
    }
    means.push_back(least_mean(sure, others));
  }
  return at_share(means, share);
}

}  // namespace

MeanEnds mean_ends(std::span<const Censored> values, std::span<const Censored> doubtful) {
  constexpr std::size_t fewest_below = 10, fewest_above = 30;
  MeanEnds ends;
  if (values.size() < fewest_below) return ends;
  ends.low = lower_end(values, doubtful);
  const bool whole = doubtful.empty() && std::ranges::none_of(values, &Censored::at_least);
  if (!whole || values.size() < fewest_above) return ends;
  std::vector<double> known;
  for (const Censored& one : values) known.push_back(one.value);
  ends.high = upper_end(known);
  return ends;
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
