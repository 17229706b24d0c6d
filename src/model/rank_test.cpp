#include "model/rank_test.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "model/stats.hpp"

namespace nazo::model {

namespace {

/// Steps of the exact count that are taken at most; beyond, the normal law is near enough.
constexpr double most_steps = 4e6;

struct Ranks {
  std::vector<int> doubled;  ///< twice the mean rank of each value, so that it is whole
  double ties = 0;           ///< Σ (t³ − t) over groups of equal values
};

Ranks ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  Ranks ranks{.doubled = std::vector<int>(values.size())};
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && values[order[last + 1]] == values[order[first]]) ++last;
    for (std::size_t i = first; i <= last; ++i) ranks.doubled[order[i]] = static_cast<int>(first + last + 2);
    const auto equal = static_cast<double>(last - first + 1);
    ranks.ties += equal * equal * equal - equal;
    first = last + 1;
  }
  return ranks;
}

/// The share of all choices of `n` of the ranks whose sum is at least as far from its mean as `distance`.
double exact_p(const std::vector<int>& doubled, std::size_t n, double distance) {
  const auto total = static_cast<std::size_t>(std::accumulate(doubled.begin(), doubled.end(), 0));
  // ways[k][s]: choices of k ranks with sum s, over the ranks seen so far.
  std::vector<std::vector<double>> ways(n + 1, std::vector<double>(total + 1, 0.0));
  ways[0][0] = 1;
  for (const int rank : doubled) {
    const auto step = static_cast<std::size_t>(rank);
    for (std::size_t k = n; k-- > 0;)
      for (std::size_t sum = 0; sum + step <= total; ++sum)
        if (ways[k][sum] != 0) ways[k + 1][sum + step] += ways[k][sum];
  }
  const double mean = static_cast<double>(total) * static_cast<double>(n) / static_cast<double>(doubled.size());
  double all = 0, far = 0;
  for (std::size_t sum = 0; sum <= total; ++sum) {
    all += ways[n][sum];
    if (std::abs(static_cast<double>(sum) - mean) >= distance - 1e-9) far += ways[n][sum];
  }
  return far / all;
}

}  // namespace

RankTest rank_test(std::span<const double> a, std::span<const double> b) {
  std::vector<double> values;
  const auto add = [&](std::span<const double> group) {
    std::size_t taken = 0;
    for (const double value : group)
      if (!std::isnan(value)) {
        values.push_back(value);
        ++taken;
      }
    return taken;
  };
  RankTest test;
  test.n = add(a);
  test.m = add(b);
  if (test.n == 0 || test.m == 0) return test;
  const Ranks ranks = ranks_of(values);
  const auto n = static_cast<double>(test.n), m = static_cast<double>(test.m), all = n + m;
  double rank_sum = 0;
  for (std::size_t i = 0; i < test.n; ++i) rank_sum += ranks.doubled[i] / 2.0;
  const double u = rank_sum - n * (n + 1) / 2;
  test.superiority = u / (n * m);
  const double distance = std::abs(u - n * m / 2);
  test.exact = std::min(n, m) * all * all * (all + 1) <= most_steps;
  if (test.exact) {
    test.p = exact_p(ranks.doubled, std::min(test.n, test.m), 2 * distance);
    return test;
  }
  const double variance = n * m / 12 * (all + 1 - ranks.ties / (all * (all - 1)));
  // Half a step towards the middle, because U takes whole steps.
  if (variance > 0) test.p = std::min(1.0, 2 * normal_cdf(-std::max(0.0, distance - .5) / std::sqrt(variance)));
  return test;
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return p[i]; });
  std::vector<double> raised(p.size());
  double before = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    before = std::max(before, std::min(1.0, static_cast<double>(p.size() - k) * p[order[k]]));
    raised[order[k]] = before;
  }
  return raised;
}

}  // namespace nazo::model
