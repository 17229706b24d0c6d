#include "model/crossed_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace nazo::model {

CrossedDesign design_of(const PlayTable& table, const Eigen::MatrixXd& standard_features, double factor) {
  CrossedDesign design;
  design.persons = table.persons;
  design.puzzles = table.puzzles;
  design.sign = -1;
  design.x.resize(table.puzzles, standard_features.cols() + 1);
  design.x.col(0).setOnes();
  design.x.rightCols(standard_features.cols()) = standard_features;
  design.factor = Eigen::VectorXd::Constant(table.puzzles, factor);
  design.person.reserve(table.plays.size());
  design.puzzle.reserve(table.plays.size());
  for (const Observation& play : table.plays) {
    design.person.push_back(play.person);
    design.puzzle.push_back(play.puzzle);
  }
  return design;
}

PlayTable sample_of_persons(const PlayTable& table, std::size_t persons) {
  std::vector<int> order(static_cast<std::size_t>(table.persons));
  std::iota(order.begin(), order.end(), 0);
  Rng(20250101).shuffle(std::span(order));
  std::vector<int> number(order.size(), -1);
  for (std::size_t i = 0; i < std::min(persons, order.size()); ++i)
    number[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  PlayTable part = table;
  part.plays.clear();
  part.opinions = {};
  const auto now = [&](int person) { return number[static_cast<std::size_t>(person)]; };
  for (const Pairing& pair : table.opinions.pairs)
    if (now(pair.person) >= 0) part.opinions.pairs.push_back({now(pair.person), pair.x, pair.y, pair.level});
  for (const MarkGiven& mark : table.opinions.marks)
    if (now(mark.person) >= 0) part.opinions.marks.push_back({now(mark.person), mark.puzzle, mark.mark});
  part.persons = static_cast<int>(std::min(persons, order.size()));
  for (Observation play : table.plays)
    if (const int n = number[static_cast<std::size_t>(play.person)]; n >= 0) {
      play.person = n;
      part.plays.push_back(play);
    }
  return part;
}

bool is_large(const PlayTable& table) { return table.persons > 2 * static_cast<int>(persons_for_variances); }

CrossedFit for_everyone(CrossedFit sample, const PlayTable& table) {
  const double typical = sample.eta_variance.empty()
                             ? 0
                             : std::accumulate(sample.eta_variance.begin(), sample.eta_variance.end(), 0.) /
                                   static_cast<double>(sample.eta_variance.size());
  sample.s = Eigen::VectorXd::Zero(table.persons);
  sample.eta_variance.assign(table.plays.size(), typical);
  return sample;
}

namespace {

/// Where a sequence that closes its distance to the limit by a constant factor is going (Aitken), from three
/// logarithms.
double extrapolated(double first, double second, double third) {
  const double step = second - first, next = third - second;
  if (std::abs(step) < 1e-12) return third;
  const double ratio = std::clamp(next / step, 0., .9);
  return third + next * ratio / (1 - ratio);
}

}  // namespace

CrossedFit settle(const CrossedDesign& design, CrossedVariances& variances, const Likelihood& likelihood,
                  const FitLimits& limits, const std::function<double(const CrossedFit&)>& refine,
                  const CrossedFit* start) {
  CrossedFit fit = fit_crossed(design, variances, likelihood, start != nullptr ? 4 : 30, start);
  std::vector<std::array<double, 3>> path;  // logarithms of the variances since the last leap
  for (int step = 0; step < limits.em_steps; ++step) {
    const CrossedVariances next = next_variances(design, fit);
    const auto moved = [](double from, double to) { return std::abs(to - from) / std::max(from, 1e-3); };
    double change = std::max(moved(variances.person, next.person), moved(variances.puzzle, next.puzzle));
    variances = next;
    path.push_back({std::log(next.person), std::log(next.puzzle), std::log(next.weight)});
    if (path.size() == 3 && change > limits.tolerance) {
      double* const targets[] = {&variances.person, &variances.puzzle, &variances.weight};
      for (std::size_t k = 0; k < 3; ++k)
        *targets[k] = std::max(1e-6, std::exp(extrapolated(path[0][k], path[1][k], path[2][k])));
      path.clear();
    }
    if (refine) change = std::max(change, refine(fit));
    fit = fit_crossed(design, variances, likelihood, 1, &fit);
    if (change < limits.tolerance) break;
  }
  return fit;
}

Estimate cold_estimate(const Standardiser& standard, const Eigen::VectorXd& weights, const Eigen::MatrixXd& covariance,
                       double puzzle_sd, const Eigen::VectorXd& features) {
  Eigen::VectorXd x(weights.size());
  x[0] = 1;
  if (features.size() > 0) x.tail(features.size()) = standard.apply(features.transpose()).row(0).transpose();
  return normal_estimate(x.dot(weights), std::sqrt(x.dot(covariance * x) + puzzle_sd * puzzle_sd));
}

}  // namespace nazo::model
