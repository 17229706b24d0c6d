#include "model/feature_scale.hpp"

#include <algorithm>
#include <cmath>

#include "model/stats.hpp"

namespace nazo::model {
namespace {

constexpr std::size_t most_knots = 65;

/// A value and how many puzzles it stands for.
struct Weighted {
  double value = 0, weight = 1;
};

/// Distinct values with the normal score of their middle rank.
FeatureTable all_scores(std::vector<Weighted> values) {
  std::ranges::sort(values, {}, &Weighted::value);
  FeatureTable table;
  double count = 0, below = 0;
  for (const Weighted& one : values) count += one.weight;
  for (std::size_t first = 0; first < values.size();) {
    std::size_t last = first;
    double here = 0;
    for (; last < values.size() && values[last].value == values[first].value; ++last) here += values[last].weight;
    table.value.push_back(values[first].value);
    table.score.push_back(normal_quantile((below + here / 2) / count));
    below += here;
    first = last;
  }
  return table;
}

/// Mean 0 and deviation 1 over the values, each as often as it occurs. A deviation below `least` is taken for that: a
/// few usual values beside many that are one must not be thrown far out.
void standardise(FeatureTable& table, const std::vector<Weighted>& values, double least) {
  double count = 0, sum = 0, squares = 0;
  for (const Weighted& one : values) {
    const double score = table.at(one.value);
    count += one.weight;
    sum += one.weight * score;
    squares += one.weight * score * score;
  }
  const double centre = sum / count;
  const double spread = std::max(least, std::sqrt(std::max(1e-12, squares / count - centre * centre)));
  for (double& score : table.score) score = (score - centre) / spread;
}

FeatureTable thinned(const FeatureTable& table) {
  if (table.value.size() <= most_knots) return table;
  FeatureTable out;
  for (std::size_t k = 0; k < most_knots; ++k) {
    const std::size_t at = k * (table.value.size() - 1) / (most_knots - 1);
    out.value.push_back(table.value[at]);
    out.score.push_back(table.score[at]);
  }
  return out;
}

}  // namespace

double FeatureTable::at(double x) const {
  if (value.empty() || !std::isfinite(x)) return 0;
  const auto above = std::ranges::lower_bound(value, x);
  if (above == value.begin()) return score.front();
  if (above == value.end()) return score.back();
  const auto k = static_cast<std::size_t>(above - value.begin());
  const double share = (x - value[k - 1]) / (value[k] - value[k - 1]);
  return score[k - 1] + share * (score[k] - score[k - 1]);
}

double usual_weight(double puzzles) {
  constexpr double alone = 24, enough = 240;
  return alone * std::max(0., 1 - puzzles / enough);
}

FeatureScale FeatureScale::of(const Eigen::MatrixXd& collection, const UsualScale& usual) {
  const double weight = usual.known() ? usual_weight(static_cast<double>(collection.rows())) : 0;
  std::vector<FeatureTable> tables;
  for (Eigen::Index f = 0; f < collection.cols(); ++f) {
    std::vector<Weighted> values;
    for (const double x : collection.col(f))
      if (std::isfinite(x)) values.push_back({x});
    double least = 0;
    if (const auto at = static_cast<std::size_t>(f); weight > 0 && !usual.quantiles[at].empty()) {
      const std::vector<double>& quantiles = usual.quantiles[at];
      for (const double x : quantiles) values.push_back({x, weight / static_cast<double>(quantiles.size())});
      least = .3;
    }
    FeatureTable table = all_scores(values);
    if (table.value.size() < 2) table = {};
    if (!table.value.empty()) standardise(table, values, least);
    tables.push_back(thinned(table));
  }
  return FeatureScale(std::move(tables));
}

Eigen::MatrixXd FeatureScale::apply(const Eigen::MatrixXd& features) const {
  Eigen::MatrixXd out(features.rows(), features.cols());
  for (Eigen::Index f = 0; f < features.cols(); ++f)
    for (Eigen::Index j = 0; j < features.rows(); ++j)
      out(j, f) = tables_[static_cast<std::size_t>(f)].at(features(j, f));
  return out;
}

}  // namespace nazo::model
