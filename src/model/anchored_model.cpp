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
  const Eigen::VectorXd place = basis.place(word.index, features);
  const BasisRow row = basis.row(place, basis.anchor.beyond(word.index, own_word(word, measure)));
  const double value = row.values.dot(shown), average = row.values.dot(mixed);
  constexpr double a_deviation_outside = .5;
  double variance = row.values.dot(covariance * row.values) + rest_variance;
  variance += correction_variance / 2 * (row.lost + row.outside);
  const double se = std::sqrt(widening * widening * variance + (average - value) * (average - value) +
                              a_deviation_outside * a_deviation_outside * row.excess * row.excess);
  // Nothing is known here that the genre did not know better.
  const double genre_se = measure == Measure::time ? 2.5 : 3;
  if (se > genre_se) return bounded(prior_b(word), genre_se, measure);
  return bounded(value, se, measure);
}

Estimate AnchoredModel::played(int puzzle) const { return bounded(b[puzzle], b_se[puzzle], measure); }

Estimate AnchoredModel::weight(int feature) const {
  const Eigen::Index k = Basis::first_feature + feature;
  return normal_estimate(shown[k], std::sqrt(std::max(0., covariance(k, k))));
}

double AnchoredModel::practised(double plays_before) const {
  return practice * (std::log1p(std::max(0., plays_before)) - typical_practice);
}

}  // namespace nazo::model
