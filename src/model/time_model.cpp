#include "model/time_model.hpp"

#include <cmath>
#include <optional>

#include "model/crossed_data.hpp"
#include "model/likelihoods.hpp"

namespace nazo::model {
namespace {

/// The EM step for sigma: squared residuals (for censored plays: what they are expected to be), plus what the fit has
/// used up.
double next_sigma(const LogTime& data, const CrossedDesign& design, const CrossedFit& fit, const OwnParts* own) {
  double sum = 0;
  for (std::size_t k = 0; k < data.y.size(); ++k) {
    const double eta = fit.b[design.puzzle[k]] - fit.s[design.person[k]];
    if (own != nullptr) sum += own->variance[k];
    if (data.censored[k]) {
      const double u = (eta - data.y[k]) / data.sigma;
      sum += data.sigma * data.sigma * (1 - u * normal_hazard(u));
    } else {
      sum += (data.y[k] - eta) * (data.y[k] - eta);
    }
  }
  sum += data.sigma * data.sigma * fit.effective_parameters;
  return std::sqrt(std::max(1e-6, sum / static_cast<double>(data.y.size())));
}

struct TimeHyper {
  CrossedVariances variances;
  double sigma;
};

CrossedFit fit_times(const PlayTable& table, const Eigen::MatrixXd& x, TimeHyper& hyper, const FitLimits& limits,
                     CrossedDesign& design, const CrossedFit* start = nullptr, const OwnParts* own = nullptr) {
  design = design_of(table, x, 1);
  LogTime data = log_times(table);
  data.sigma = hyper.sigma;
  if (own != nullptr)
    for (std::size_t k = 0; k < data.y.size(); ++k) data.y[k] -= own->offset[k];
  const Likelihood likelihood = [&](std::size_t k, double eta, double) {
    return own == nullptr ? data(k, eta)
                          : data.with_sigma(k, eta, std::sqrt(data.sigma * data.sigma + own->variance[k]));
  };
  CrossedFit fit = settle(
      design, hyper.variances, likelihood, limits,
      [&](const CrossedFit& f) {
        const double next = next_sigma(data, design, f, own), change = std::abs(next - data.sigma) / data.sigma;
        data.sigma = next;
        return change;
      },
      start);
  hyper.sigma = data.sigma;
  return fit;
}

void take_over(TimeModel& model, const CrossedFit& fit, const TimeHyper& hyper) {
  model.weights = fit.w;
  model.weight_covariance = fit.w_covariance;
  model.sigma = hyper.sigma;
  model.person_sd = std::sqrt(hyper.variances.person);
  model.puzzle_sd = std::sqrt(hyper.variances.puzzle);
  model.b = fit.b;
  model.b_se = fit.b_variance.cwiseSqrt();
  model.s = fit.s;
  model.s_se = fit.s_variance.cwiseSqrt();
  model.exact_variances = fit.exact_variances;
}

}  // namespace

Estimate TimeModel::cold(const Eigen::VectorXd& features) const {
  return cold_estimate(standard, weights, weight_covariance, puzzle_sd, features);
}
Estimate TimeModel::weight(int k) const { return normal_estimate(weights[k], std::sqrt(weight_covariance(k, k))); }

TimeModel fit_time(const PlayTable& table, const FitLimits& limits) {
  TimeModel model;
  model.plays = table.plays.size();
  model.standard = Standardiser::of(table.features);
  const Eigen::MatrixXd x = model.standard.apply(table.features);
  TimeHyper hyper{{.25, .25, .25}, 1};
  CrossedDesign design;
  FitLimits here = limits;
  std::optional<CrossedFit> start;
  if (is_large(table)) {  // the variances hardly need everyone
    start = for_everyone(fit_times(sample_of_persons(table, persons_for_variances), x, hyper, limits, design), table);
    here.em_steps = std::min(limits.em_steps, 1);
  }
  const CrossedFit fit = fit_times(table, x, hyper, here, design, start ? &*start : nullptr);
  take_over(model, fit, hyper);
  return model;
}

TimeModel refit_time(const PlayTable& table, const TimeModel& before, const OwnParts& own, const FitLimits& limits) {
  TimeModel model = before;
  TimeHyper hyper{{before.person_sd * before.person_sd, before.puzzle_sd * before.puzzle_sd, .25}, before.sigma};
  CrossedFit start;
  start.s = before.s;
  start.b = before.b;
  start.w = before.weights;
  start.eta_variance.assign(table.plays.size(), 0);
  FitLimits here = limits;
  if (is_large(table)) here.em_steps = std::min(limits.em_steps, 2);
  CrossedDesign design;
  take_over(model, fit_times(table, before.standard.apply(table.features), hyper, here, design, &start, &own), hyper);
  return model;
}

}  // namespace nazo::model
