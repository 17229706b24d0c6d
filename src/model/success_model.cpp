#include "model/success_model.hpp"

#include <cmath>
#include <numbers>
#include <optional>

#include "model/crossed_data.hpp"
#include "model/likelihoods.hpp"

namespace nazo::model {
namespace {

/// One Newton step of each ln α given everything else, then their spread. θ is uncertain: its variance counts too.
double refine_alpha(const PlayTable& table, const Bernoulli& data, const CrossedFit& fit, Eigen::VectorXd& log_alpha,
                    double& alpha_sd) {
  const Eigen::Index m = log_alpha.size();
  Eigen::VectorXd gradient = -log_alpha / (alpha_sd * alpha_sd),
                  curvature = Eigen::VectorXd::Constant(m, 1 / (alpha_sd * alpha_sd));
  for (std::size_t k = 0; k < table.plays.size(); ++k) {
    const int i = table.plays[k].person, j = table.plays[k].puzzle;
    const double alpha = std::exp(log_alpha[j]), z = fit.s[i] - fit.b[j];
    const double p = logistic(alpha * z);
    gradient[j] += ((data.solved[k] ? 1. : 0.) - p) * alpha * z - alpha * alpha * p * (1 - p) * fit.s_variance[i];
    curvature[j] += p * (1 - p) * alpha * alpha * (z * z + fit.s_variance[i]);
  }
  const Eigen::VectorXd step = gradient.cwiseQuotient(curvature).cwiseMax(-.5).cwiseMin(.5);
  log_alpha += step;
  log_alpha.array() -= log_alpha.mean();  // the scale belongs to θ
  const double next = std::sqrt((log_alpha.squaredNorm() + curvature.cwiseInverse().sum()) / static_cast<double>(m));
  alpha_sd = std::clamp(next, .02, 1.5);
  return step.cwiseAbs().maxCoeff() / 10;
}

struct SuccessHyper {
  CrossedVariances variances{1, 1, .25};
  double alpha_sd = 0;
  Eigen::VectorXd log_alpha{};
};

CrossedFit fit_successes(const PlayTable& table, const Eigen::MatrixXd& x, SuccessHyper& hyper, const FitLimits& limits,
                         CrossedDesign& design, const CrossedFit* start, const OwnParts* own = nullptr) {
  design = design_of(table, x, -1);
  const Bernoulli data = outcomes(table);
  const Likelihood likelihood = [&](std::size_t k, double eta, double variance) {
    if (own == nullptr) return data(k, eta, variance);
    const double alpha = -design.factor[design.puzzle[k]];
    return data(k, eta + alpha * own->offset[k], variance + alpha * alpha * own->variance[k]);
  };
  if (own != nullptr) {  // sharpness stays as it is
    design.factor = -hyper.log_alpha.array().exp();
    return settle(design, hyper.variances, likelihood, limits, {}, start);
  }
  if (hyper.alpha_sd == 0) return settle(design, hyper.variances, likelihood, limits, {}, start);
  design.factor = -hyper.log_alpha.array().exp();
  return settle(
      design, hyper.variances, likelihood, limits,
      [&](const CrossedFit& fit) {
        const double change = refine_alpha(table, data, fit, hyper.log_alpha, hyper.alpha_sd);
        design.factor = -hyper.log_alpha.array().exp();
        return change;
      },
      start);
}

/// A model as the start of another fit.
CrossedFit start_from(const SuccessModel& model, const PlayTable& table) {
  CrossedFit fit;
  fit.s = model.theta;
  fit.b = model.b;
  fit.w = model.weights;
  fit.s_variance = model.theta_se.cwiseAbs2();
  fit.b_variance = model.b_se.cwiseAbs2();
  for (const Observation& play : table.plays)
    fit.eta_variance.push_back(fit.s_variance[play.person] + fit.b_variance[play.puzzle]);
  return fit;
}

void take_over(SuccessModel& model, const CrossedFit& fit, const SuccessHyper& hyper) {
  model.weights = fit.w;
  model.weight_covariance = fit.w_covariance;
  model.person_sd = std::sqrt(hyper.variances.person);
  model.puzzle_sd = std::sqrt(hyper.variances.puzzle);
  model.alpha_sd = hyper.alpha_sd;
  model.alpha = hyper.log_alpha.array().exp();
  model.b = fit.b;
  model.b_se = fit.b_variance.cwiseSqrt();
  model.theta = fit.s;
  model.theta_se = fit.s_variance.cwiseSqrt();
  model.exact_variances = fit.exact_variances;
}

SuccessModel fit_success(const PlayTable& table, const FitLimits& limits, const SuccessModel* rasch) {
  SuccessModel model;
  model.plays = table.plays.size();
  model.standard = Standardiser::of(table.features);
  const Eigen::MatrixXd x = model.standard.apply(table.features);
  SuccessHyper hyper{.log_alpha = Eigen::VectorXd::Zero(table.puzzles)};
  CrossedDesign design;
  FitLimits here = limits;
  std::optional<CrossedFit> start;
  if (rasch != nullptr) {
    hyper.alpha_sd = .3;
    hyper.variances = {rasch->person_sd * rasch->person_sd, rasch->puzzle_sd * rasch->puzzle_sd, .25};
    start = start_from(*rasch, table);
    if (is_large(table)) here.em_steps = std::min(limits.em_steps, 4);
  } else if (is_large(table)) {
    start = for_everyone(
        fit_successes(sample_of_persons(table, persons_for_variances), x, hyper, limits, design, nullptr), table);
    here.em_steps = std::min(limits.em_steps, 1);
  }
  const CrossedFit fit = fit_successes(table, x, hyper, here, design, start ? &*start : nullptr);
  take_over(model, fit, hyper);
  return model;
}

}  // namespace

Estimate SuccessModel::cold(const Eigen::VectorXd& features) const {
  return cold_estimate(standard, weights, weight_covariance, puzzle_sd, features);
}
Estimate SuccessModel::weight(int k) const { return normal_estimate(weights[k], std::sqrt(weight_covariance(k, k))); }

SuccessModel fit_rasch(const PlayTable& table, const FitLimits& limits) { return fit_success(table, limits, nullptr); }
SuccessModel fit_2pl(const PlayTable& table, const SuccessModel& rasch, const FitLimits& limits) {
  return fit_success(table, limits, &rasch);
}

SuccessModel refit_success(const PlayTable& table, const SuccessModel& before, const OwnParts& own,
                           const FitLimits& limits) {
  SuccessModel model = before;
  SuccessHyper hyper{{before.person_sd * before.person_sd, before.puzzle_sd * before.puzzle_sd, .25},
                     before.alpha_sd,
                     before.alpha.array().log()};
  FitLimits here = limits;
  if (is_large(table)) here.em_steps = std::min(limits.em_steps, 2);
  CrossedDesign design;
  const CrossedFit start = start_from(before, table);
  take_over(model, fit_successes(table, before.standard.apply(table.features), hyper, here, design, &start, &own),
            hyper);
  return model;
}

double averaged_logistic(double mean, double variance) {
  return logistic(mean / std::sqrt(1 + std::numbers::pi * variance / 8));
}

}  // namespace nazo::model
