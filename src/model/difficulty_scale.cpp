#include "model/difficulty_scale.hpp"

#include <algorithm>
#include <cmath>

#include "model/stats.hpp"

namespace nazo::model {
namespace {

constexpr std::size_t most_places = 401;

/// Ties get places of their own next to one another: what was learnt may tell puzzles apart that the genre could not.
void part_ties(std::vector<double>& ascending) {
  constexpr double step = 1e-4;
  for (std::size_t k = 1; k < ascending.size(); ++k) ascending[k] = std::max(ascending[k], ascending[k - 1] + step);
  const double over = ascending.back() - 100;
  if (over > 0)
    for (double& value : ascending) value = std::max(0., value - over);
}

}  // namespace

BScale BScale::of(std::span<const double> b) {
  if (b.empty()) return {};
  const double centre = mean(b), spread = std::sqrt(variance(b));
  return {centre, spread > 1e-6 ? spread : 1};
}

void DifficultyScale::measure(std::vector<double> indices, std::vector<double> genre) {
  std::ranges::sort(indices);
  std::erase_if(genre, [](double value) { return !std::isfinite(value); });
  const std::size_t n = indices.size();
  if (2 * genre.size() < n) {
    genre.clear();
    for (std::size_t k = 0; k < n; ++k) genre.push_back(100 * (static_cast<double>(k) + .5) / static_cast<double>(n));
  }
  std::ranges::sort(genre);
  index.clear();
  difficulty.clear();
  const std::size_t places = std::min(n, most_places);
  for (std::size_t k = 0; k < places; ++k) {
    const std::size_t at = places > 1 ? k * (n - 1) / (places - 1) : 0;
    const std::size_t there = n > 1 ? at * (genre.size() - 1) / (n - 1) : 0;
    if (!index.empty() && indices[at] <= index.back()) continue;
    index.push_back(indices[at]);
    difficulty.push_back(genre[there]);
  }
  if (!difficulty.empty()) part_ties(difficulty);
}

double DifficultyScale::at(double x) const {
  if (index.empty()) return 100 * normal_cdf(x);
  // Beyond the ends it goes on towards 0 and 100 and never arrives.
  if (x <= index.front()) return difficulty.front() * std::exp(x - index.front());
  if (x >= index.back()) return 100 - (100 - difficulty.back()) * std::exp(index.back() - x);
  const auto k = static_cast<std::size_t>(std::ranges::upper_bound(index, x) - index.begin());
  const double share = (x - index[k - 1]) / (index[k] - index[k - 1]);
  return difficulty[k - 1] + share * (difficulty[k] - difficulty[k - 1]);
}

double DifficultyScale::at(double x, double genre_number, double harder) const {
  const double plain = at(x);
  if (index.empty() || !std::isfinite(genre_number) || (x > index.front() && x < index.back())) return plain;
  const auto score = [](double number) { return normal_quantile(std::clamp(number / 100, .0005, .9995)); };
  std::vector<double> scores;
  for (const double number : difficulty) scores.push_back(score(number));
  const double spread = scores.size() > 1 ? std::sqrt(variance(scores)) : 0;
  const double limit = 100 * normal_cdf(score(genre_number) + spread * harder);
  if (x >= index.back()) return std::min(plain, std::max(limit, difficulty.back()));
  return std::max(plain, std::min(limit, difficulty.front()));
}

}  // namespace nazo::model
