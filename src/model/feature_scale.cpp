#include "model/feature_scale.hpp"

#include <algorithm>
#include <cmath>

#include "model/stats.hpp"

namespace nazo::model {
namespace {

constexpr std::size_t most_knots = 65;

/// Distinct values with the normal score of their middle rank.
FeatureTable all_scores(std::vector<double> values) {
  std::ranges::sort(values);
  FeatureTable table;
  const auto count = static_cast<double>(values.size());
  for (std::size_t first = 0; first < values.size();) {
    std::size_t last = first;
    while (last < values.size() && values[last] == values[first]) ++last;
    const double middle = (static_cast<double>(first) + static_cast<double>(last)) / 2;
    table.value.push_back(values[first]);
    table.score.push_back(normal_quantile(middle / count));
    first = last;
  }
  return table;
}

/// Mean 0 and deviation 1 over the values, each as often as it occurs.
void standardise(FeatureTable& table, const std::vector<double>& values) {
  double sum = 0, squares = 0;
  for (const double x : values) {
    const double score = table.at(x);
    sum += score;
    squares += score * score;
  }
  const double n = static_cast<double>(values.size()), centre = sum / n;
  const double spread = std::sqrt(std::max(1e-12, squares / n - centre * centre));
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

FeatureScale FeatureScale::of(const Eigen::MatrixXd& collection) {
  std::vector<FeatureTable> tables;
  for (Eigen::Index f = 0; f < collection.cols(); ++f) {
    std::vector<double> values;
    for (const double x : collection.col(f))
      if (std::isfinite(x)) values.push_back(x);
    FeatureTable table = all_scores(values);
    if (table.value.size() < 2) table = {};
    if (!table.value.empty()) standardise(table, values);
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
