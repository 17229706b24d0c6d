#include "model/personal.hpp"

#include <Eigen/Dense>
#include <cmath>

#include "base/rng.hpp"
#include "model/likelihoods.hpp"

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// One person's plays: rows (1, x of the puzzle), and where the common model already stands.
struct Person {
  MatrixXd rows;
  VectorXd offset;
  VectorXd variance;  ///< of the offset: what is not known of the puzzle
  std::vector<std::size_t> observation;
};

/// The likelihood of an observation by its linear predictor, with an additional variance of it.
using OwnLikelihood = std::function<Slope(std::size_t observation, double eta, double variance)>;

std::vector<Person> by_person(const PlayTable& table, const MatrixXd& x, const VectorXd& b, const VectorXd& b_se,
                              double sign) {
  std::vector<std::vector<std::size_t>> of(static_cast<std::size_t>(table.persons));
  for (std::size_t k = 0; k < table.plays.size(); ++k) of[static_cast<std::size_t>(table.plays[k].person)].push_back(k);
  std::vector<Person> persons;
  for (const auto& plays : of) {
    const auto n = static_cast<Index>(plays.size());
    Person person{MatrixXd(n, x.cols() + 1), VectorXd(n), VectorXd(n), plays};
    for (Index r = 0; r < n; ++r) {
      const int j = table.plays[plays[static_cast<std::size_t>(r)]].puzzle;
      person.rows(r, 0) = 1;
      person.rows.row(r).tail(x.cols()) = x.row(j);
      person.offset[r] = sign * b[j];
      person.variance[r] = b_se[j] * b_se[j];
    }
    persons.push_back(std::move(person));
  }
  return persons;
}

struct OwnFit {
  VectorXd v;
  MatrixXd covariance;
  double log_marginal = 0;  ///< Laplace
};

OwnFit fit_person(const Person& person, const OwnLikelihood& likelihood, double level, double spread) {
  const Index p = person.rows.cols();
  VectorXd precision = VectorXd::Constant(p, 1 / (spread * spread));
  precision[0] = 1 / (level * level);
  OwnFit fit{VectorXd::Zero(p), {}, 0};
  MatrixXd hessian;
  const auto slopes = [&](const VectorXd& v, VectorXd* gradient) {
    const VectorXd eta = person.offset + person.rows * v;
    double objective = -.5 * v.cwiseAbs2().dot(precision);
    VectorXd weight(eta.size()), pull(eta.size());
    for (Index r = 0; r < eta.size(); ++r) {
      const Slope slope = likelihood(person.observation[static_cast<std::size_t>(r)], eta[r], person.variance[r]);
      objective += slope.log_likelihood, weight[r] = slope.curvature, pull[r] = slope.gradient;
    }
    if (gradient != nullptr) {
      *gradient = person.rows.transpose() * pull - precision.cwiseProduct(v);
      hessian = person.rows.transpose() * weight.asDiagonal() * person.rows;
      hessian.diagonal() += precision;
    }
    return objective;
  };
  VectorXd gradient;
  double objective = slopes(fit.v, &gradient);
  for (int step = 0; step < 25; ++step) {
    const VectorXd move = hessian.llt().solve(gradient);
    double scale = 1;
    while (scale > 1e-6 && slopes(fit.v + scale * move, nullptr) < objective - 1e-10) scale /= 2;
    fit.v += scale * move;
    objective = slopes(fit.v, &gradient);
    if (move.cwiseAbs().maxCoeff() < 1e-6) break;
  }
  const Eigen::LLT<MatrixXd> cholesky(hessian);
  fit.covariance = cholesky.solve(MatrixXd::Identity(p, p));
  fit.log_marginal =
      objective + .5 * precision.array().log().sum() - MatrixXd(cholesky.matrixL()).diagonal().array().log().sum();
  return fit;
}

PersonalWeights fit_all(const std::vector<Person>& persons, const OwnLikelihood& likelihood, double level,
                        Index features) {
  PersonalWeights out;
  out.level = level;
  out.u = MatrixXd::Zero(static_cast<Index>(persons.size()), features);
  out.own = VectorXd::Zero(static_cast<Index>(persons.size()));
  constexpr double nearly_none = 1e-4;
  if (features > 0) {
    // The spread needs many plays but not everyone.
    std::vector<const Person*> sample;
    std::size_t plays = 0;
    std::vector<std::size_t> order(persons.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    Rng(7).shuffle(std::span(order));
    for (const std::size_t i : order) {
      if (plays > 20'000) break;
      if (persons[i].rows.rows() > 1)
        sample.push_back(&persons[i]), plays += static_cast<std::size_t>(persons[i].rows.rows());
    }
    const auto against = [&](double log_spread) {
      double sum = 0;
      for (const Person* person : sample)
        sum -= fit_person(*person, likelihood, level, std::exp(log_spread)).log_marginal;
      return sum;
    };
    const double none = against(std::log(nearly_none));
    double best = 0, least = none;
    for (double l = -4.5; l <= .5; l += 1)
      if (const double f = against(l); f < least) least = f, best = l;
    if (least < none) {
      best = minimise(against, best - 1, best + 1, .05);
      const double found = against(best);
      if (found < none) out.spread = std::exp(best), out.log_likelihood_gain = none - found;
    }
  }
  for (std::size_t i = 0; i < persons.size(); ++i) {
    OwnFit fit = fit_person(persons[i], likelihood, level, std::max(out.spread, nearly_none));
    out.own[static_cast<Index>(i)] = fit.v[0];
    if (out.spread > 0) out.u.row(static_cast<Index>(i)) = fit.v.tail(features).transpose();
    out.covariance.push_back(std::move(fit.covariance));
  }
  return out;
}

}  // namespace

double PersonalWeights::standard_error(int person, const VectorXd& x) const {
  VectorXd row(x.size() + 1);
  row << 1, x;
  return std::sqrt(std::max(0., row.dot(covariance[static_cast<std::size_t>(person)] * row)));
}

PersonalWeights fit_personal_time(const PlayTable& table, const TimeModel& common) {
  const MatrixXd x = common.standard.apply(table.features);
  const LogTime data = log_times(table);
  const auto likelihood = [&](std::size_t k, double eta, double variance) {
    return data.with_sigma(k, eta, std::hypot(common.sigma, std::sqrt(variance)));
  };
  return fit_all(by_person(table, x, common.b, common.b_se, 1), likelihood, common.person_sd, x.cols());
}

PersonalWeights fit_personal_success(const PlayTable& table, const SuccessModel& common) {
  const MatrixXd x = common.standard.apply(table.features);
  const Bernoulli data = outcomes(table);
  const auto likelihood = [&](std::size_t k, double eta, double variance) {
    const double alpha = common.alpha[table.plays[k].puzzle];
    Slope slope = data(k, alpha * eta, alpha * alpha * variance);
    slope.gradient *= alpha, slope.curvature *= alpha * alpha;
    return slope;
  };
  return fit_all(by_person(table, x, common.b, common.b_se, -1), likelihood, common.person_sd, x.cols());
}

}  // namespace nazo::model
