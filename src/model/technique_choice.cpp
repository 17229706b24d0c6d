#include "model/technique_choice.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace nazo::model {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int most_rounds = 300;
constexpr double enough = 1e-7;   ///< of the log likelihood a step: less is no more progress
constexpr double shortest = .05;  ///< seconds: a shorter time is a stroke of the hand

/// Where a technique and the two places stand among the coefficients; the first technique has none.
struct Design {
  int techniques;
  [[nodiscard]] Index size() const { return techniques + 1; }
  [[nodiscard]] Index stay() const { return techniques - 1; }
  [[nodiscard]] Index near() const { return techniques; }

  template <class F>
  void each(const Alternative& one, F&& f) const {
    if (one.technique > 0) f(static_cast<Index>(one.technique - 1));
    if (one.stays) f(stay());
    if (one.near) f(near());
  }
  [[nodiscard]] double utility(const Alternative& one, const VectorXd& beta) const {
    double sum = 0;
    each(one, [&](Index k) { sum += beta[k]; });
    return sum;
  }
};

/// ln P(what was found | the alternative).
double log_found(const Alternative& one, double whole) {
  if (one.match == Match::none) return -std::numeric_limits<double>::infinity();
  if (one.finds < 2) return 0;  // there is no part of it
  if (one.match == Match::whole) return std::log(whole);
  // ln(2^n − 2), the number of parts.
  const double parts = one.finds * std::log(2.0) + std::log1p(-std::exp((1 - one.finds) * std::log(2.0)));
  return std::log(1 - whole) - parts;
}

double log_seconds(const Step& step) { return std::log(std::max(shortest, step.seconds)); }

struct State {
  VectorXd beta;
  std::vector<double> cost;
  double stay_cost = 0, sigma = 1, whole = .5;
};

/// Chances of each alternative of a step before (`chosen`) and after (`explains`) what was found is known; the log
/// likelihood of what was found and its time.
struct Expectation {
  std::vector<double> chosen, explains;
  double log_likelihood = 0;
};

void expect(const Design& design, const State& state, const Step& step, Expectation& out) {
  const std::size_t n = step.alternatives.size();
  out.chosen.assign(n, 0);
  out.explains.assign(n, 0);
  double top = -std::numeric_limits<double>::infinity(), best = top;
  const double y = log_seconds(step);
  for (std::size_t i = 0; i < n; ++i) {
    const Alternative& one = step.alternatives[i];
    const double u = design.utility(one, state.beta) + std::log(one.count);
    out.chosen[i] = u;
    top = std::max(top, u);
    const double mean = state.cost[static_cast<std::size_t>(one.technique)] + (one.stays ? state.stay_cost : 0);
    const double z = (y - mean) / state.sigma;
    out.explains[i] = u + log_found(one, state.whole) - .5 * z * z;
    best = std::max(best, out.explains[i]);
  }
  double all = 0, found = 0;
  for (std::size_t i = 0; i < n; ++i) {
    all += out.chosen[i] = std::exp(out.chosen[i] - top);
    found += out.explains[i] = std::exp(out.explains[i] - best);
  }
  for (std::size_t i = 0; i < n; ++i) {
    out.chosen[i] /= all;
    out.explains[i] /= found;
  }
  out.log_likelihood = best + std::log(found) - top - std::log(all) - std::log(state.sigma) - .5 * std::log(2 * M_PI);
}

/// The slope of the penalised log likelihood by the coefficients, and what curves it if the explanations stay as they
/// are.
struct Ascent {
  VectorXd gradient;
  MatrixXd curvature;
};

Ascent ascent_of(const Design& design, const State& state, const std::vector<const Step*>& steps, double precision) {
  const Index p = design.size();
  Ascent ascent{-precision * state.beta, precision * MatrixXd::Identity(p, p)};
  Expectation e;
  for (const Step* step : steps) {
    expect(design, state, *step, e);
    VectorXd mean = VectorXd::Zero(p);
    for (std::size_t i = 0; i < e.chosen.size(); ++i) {
      const Alternative& one = step->alternatives[i];
      design.each(one, [&](Index k) {
        ascent.gradient[k] += e.explains[i] - e.chosen[i];
        mean[k] += e.chosen[i];
        design.each(one, [&](Index l) { ascent.curvature(k, l) += e.chosen[i]; });
      });
    }
    ascent.curvature -= mean * mean.transpose();
  }
  return ascent;
}

/// Costs, spread and the share of whole finds from the explanations.
double renew_times(const Design& design, State& state, const std::vector<const Step*>& steps, const ChoicePrior& prior,
                   std::vector<double>& used) {
  const std::size_t techniques = state.cost.size();
  used.assign(techniques, 0);
  std::vector<double> sum(techniques, 0);
  double all = 0, total = 0, stay_sum = 0, stayed = 0, whole = 1, parted = 1, log_likelihood = 0;
  Expectation e;
  std::vector<Expectation> kept;
  kept.reserve(steps.size());
  for (const Step* step : steps) {
    expect(design, state, *step, e);
    log_likelihood += e.log_likelihood;
    const double y = log_seconds(*step);
    for (std::size_t i = 0; i < e.explains.size(); ++i) {
      const Alternative& one = step->alternatives[i];
      const double r = e.explains[i];
      if (r == 0) continue;
      const auto t = static_cast<std::size_t>(one.technique);
      const double own = y - (one.stays ? state.stay_cost : 0);
      used[t] += r;
      sum[t] += r * own;
      all += r;
      total += r * own;
      if (one.finds > 1) (one.match == Match::whole ? whole : parted) += r;
    }
    kept.push_back(e);
  }
  const double mean = total / all;
  for (std::size_t t = 0; t < techniques; ++t)
    state.cost[t] = (sum[t] + prior.cost_steps * mean) / (used[t] + prior.cost_steps);
  const auto each = [&](auto&& f) {
    for (std::size_t s = 0; s < steps.size(); ++s)
      for (std::size_t i = 0; i < kept[s].explains.size(); ++i)
        if (const double r = kept[s].explains[i]; r > 0) {
          const Alternative& one = steps[s]->alternatives[i];
          f(r, one, log_seconds(*steps[s]) - state.cost[static_cast<std::size_t>(one.technique)]);
        }
  };
  each([&](double r, const Alternative& one, double rest) {
    if (!one.stays) return;
    stay_sum += r * rest;
    stayed += r;
  });
  state.stay_cost = stay_sum / (stayed + prior.cost_steps);
  double squares = 1;  // as if one step had been off by one
  each([&](double r, const Alternative& one, double rest) {
    const double off = rest - (one.stays ? state.stay_cost : 0);
    squares += r * off * off;
  });
  state.sigma = std::sqrt(squares / (all + 1));
  state.whole = whole / (whole + parted);
  return log_likelihood;
}

bool explained(const Step& step) {
  return std::ranges::any_of(step.alternatives, [](const Alternative& one) { return one.match != Match::none; });
}

/// Standard errors of the coefficients: the slope of the likelihood itself is known, so what curves it is a difference.
VectorXd errors_of(const Design& design, const State& state, const std::vector<const Step*>& steps, double precision) {
  const Index p = design.size();
  constexpr double step = 1e-4;
  MatrixXd information(p, p);
  for (Index k = 0; k < p; ++k) {
    State up = state, down = state;
    up.beta[k] += step;
    down.beta[k] -= step;
    information.col(k) =
        (ascent_of(design, down, steps, precision).gradient - ascent_of(design, up, steps, precision).gradient) /
        (2 * step);
  }
  const MatrixXd symmetric = .5 * (information + information.transpose());
  const MatrixXd covariance = symmetric.inverse();
  VectorXd errors(p);
  for (Index k = 0; k < p; ++k)
    errors[k] = covariance(k, k) > 0 ? std::sqrt(covariance(k, k)) : 1 / std::sqrt(precision);
  return errors;
}

}  // namespace

double TechniqueChoice::seconds(std::size_t technique) const { return std::exp(cost[technique] + .5 * sigma * sigma); }

TechniqueChoice fit_techniques(const std::vector<Step>& all_steps, int techniques, const ChoicePrior& prior) {
  const Design design{techniques};
  std::vector<const Step*> steps;
  for (const Step& step : all_steps)
    if (explained(step)) steps.push_back(&step);
  TechniqueChoice fit;
  fit.steps = steps.size();
  fit.unexplained = all_steps.size() - steps.size();
  const double precision = 1 / (prior.preference_deviation * prior.preference_deviation);
  State state{.beta = VectorXd::Zero(design.size()), .cost = std::vector<double>(static_cast<std::size_t>(techniques))};
  if (!steps.empty()) {
    double mean = 0;
    for (const Step* step : steps) mean += log_seconds(*step) / static_cast<double>(steps.size());
    state.cost.assign(static_cast<std::size_t>(techniques), mean);
    double before = -std::numeric_limits<double>::infinity();
    for (int round = 0; round < most_rounds; ++round) {
      const Ascent ascent = ascent_of(design, state, steps, precision);
      state.beta += ascent.curvature.partialPivLu().solve(ascent.gradient);
      fit.log_likelihood = renew_times(design, state, steps, prior, fit.used);
      if (fit.log_likelihood - before < enough * static_cast<double>(steps.size()) && round > 10) break;
      before = fit.log_likelihood;
    }
  } else {
    fit.used.assign(static_cast<std::size_t>(techniques), 0);
  }
  const VectorXd errors = errors_of(design, state, steps, precision);
  fit.preference.push_back(normal_estimate(0, 0));
  for (Index k = 0; k < design.stay(); ++k) fit.preference.push_back(normal_estimate(state.beta[k], errors[k]));
  fit.stay = normal_estimate(state.beta[design.stay()], errors[design.stay()]);
  fit.near = normal_estimate(state.beta[design.near()], errors[design.near()]);
  fit.cost = state.cost;
  fit.stay_cost = state.stay_cost;
  fit.sigma = state.sigma;
  fit.whole = state.whole;
  for (const double used : fit.used) fit.cost_se.push_back(state.sigma / std::sqrt(used + prior.cost_steps));
  return fit;
}

ChosenStep choose_step(const TechniqueChoice& person, const std::vector<Alternative>& alternatives, Rng& rng) {
  std::vector<double> weight;
  double all = 0;
  for (const Alternative& one : alternatives) {
    const double u = person.preference[static_cast<std::size_t>(one.technique)].value +
                     (one.stays ? person.stay.value : 0) + (one.near ? person.near.value : 0);
    weight.push_back(one.count * std::exp(u));
    all += weight.back();
  }
  double left = rng.unit() * all;
  ChosenStep chosen;
  while (chosen.alternative + 1 < alternatives.size() && left >= weight[chosen.alternative])
    left -= weight[chosen.alternative++];
  const Alternative& one = alternatives[chosen.alternative];
  chosen.all = one.finds < 2 || rng.chance(person.whole);
  const double mean = person.cost[static_cast<std::size_t>(one.technique)] + (one.stays ? person.stay_cost : 0);
  chosen.seconds = std::exp(mean + person.sigma * rng.normal());
  return chosen;
}

}  // namespace nazo::model
