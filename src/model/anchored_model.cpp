#include "model/anchored_model.hpp"

#include <algorithm>
#include <cmath>

namespace nazo::model {
namespace {

double own_word(const PriorWord& word, Measure measure) {
  return measure == Measure::time ? word.log_time : word.failure;
}

/// Inside the range; what the bound took off is doubt.
Estimate bounded(double value, double standard_error, Measure measure) {
  const BRange range = range_of(measure);
  const double held = std::clamp(value, range.low, range.high);
  return normal_estimate(held, std::max(standard_error, std::abs(value - held)));
}

}  // namespace

BRange range_of(Measure measure) {
  if (measure == Measure::failure) return {-6, 6};
  return {std::log(2.), std::log(86'400.)};
}

double AnchoredModel::prior_b(const PriorWord& word) const {
  return basis.anchor.prior_b(word.index, own_word(word, measure));
}

double AnchoredModel::size_part(const PriorWord& word) const {
  return shown[Basis::beyond] * basis.anchor.beyond(word.index, own_word(word, measure));
}

Estimate AnchoredModel::cold(const PriorWord& word, const Eigen::VectorXd& features) const {
  const Estimate free = unbounded(word, features);
  return bounded(free.value, free.standard_error, measure);
}

Estimate AnchoredModel::unbounded(const PriorWord& word, const Eigen::VectorXd& features) const {
  const Eigen::VectorXd place = basis.place(word.index, features);
  const BasisRow row = basis.row(place, basis.anchor.beyond(word.index, own_word(word, measure)));
  const double value = row.values.dot(shown), average = row.values.dot(mixed);
  // A yes or no says less of what lies beyond than a time does.
  const double a_deviation_outside = measure == Measure::time ? .5 : 1.2;
  double variance = row.values.dot(covariance * row.values) + rest_variance;
  variance += correction_variance / 2 * (row.lost + row.outside);
  const double se = std::sqrt(widening * widening * variance + (average - value) * (average - value) +
                              a_deviation_outside * a_deviation_outside * row.excess * row.excess);
  // Where the error is larger than what is known before any play, the genre's line is shown, on the level that was
  // learnt: without it, or with a sudden change, puzzles would change places for no reason.
  const double genre_se = measure == Measure::time ? 2.5 : 3;
  if (se <= genre_se) return normal_estimate(value, se);
  const double line = shown[Basis::constant] + basis.anchor.slope * row.values[Basis::slope] +
                      shown[Basis::beyond] * row.values[Basis::beyond];
  const double trust = genre_se * genre_se / (se * se);
  return normal_estimate(line + trust * (value - line), genre_se);
}

Estimate AnchoredModel::played(int puzzle) const { return bounded(b[puzzle], b_se[puzzle], measure); }

Estimate AnchoredModel::weight(int feature) const {
  const Eigen::Index k = Basis::first_feature + feature;
  return normal_estimate(shown[k], std::sqrt(std::max(0., covariance(k, k))));
}

double AnchoredModel::practised(double plays_before) const {
  if (std::isnan(plays_before)) return 0;
  return practice * (std::log1p(std::max(0., plays_before)) - typical_practice);
}

}  // namespace nazo::model
