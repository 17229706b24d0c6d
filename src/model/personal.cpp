#include "model/personal.hpp"

#include <Eigen/Cholesky>
#include <cmath>

#include "base/rng.hpp"
#include "model/crossed_data.hpp"
#include "model/likelihoods.hpp"
#include "model/told_to_stop.hpp"

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

std::vector<Person> by_person(const PlayTable& table, const CommonPart& common, double sign) {
  const MatrixXd& x = common.x;
  std::vector<std::vector<std::size_t>> of(static_cast<std::size_t>(table.persons));
  for (std::size_t k = 0; k < table.plays.size(); ++k) of[static_cast<std::size_t>(table.plays[k].person)].push_back(k);
  std::vector<Person> persons;
  for (const auto& plays : of) {
    const auto n = static_cast<Index>(plays.size());
    Person person{MatrixXd(n, x.cols() + 1), VectorXd(n), VectorXd(n), plays};
    for (Index r = 0; r < n; ++r) {
      const std::size_t k = plays[static_cast<std::size_t>(r)];
      const int j = table.plays[k].puzzle;
      person.rows(r, 0) = 1;
      person.rows.row(r).tail(x.cols()) = x.row(j);
      person.offset[r] = sign * (common.b[j] - (common.practised.empty() ? 0 : common.practised[k]));
      person.variance[r] = common.b_se[j] * common.b_se[j];
    }
    persons.push_back(std::move(person));
  }
  return persons;
}

constexpr double nearly_none = 1e-4;  // a spread that is none

struct OwnFit {
  VectorXd v;
  MatrixXd covariance;
  double log_marginal = 0;  ///< Laplace
};

OwnFit fit_person(const Person& person, const OwnLikelihood& likelihood, double level, double spread) {
  Stoppable::look();
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
      objective += slope.log_likelihood;
      weight[r] = slope.curvature;
      pull[r] = slope.gradient;
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
                        Index features, Tastes tastes) {
  PersonalWeights out;
  out.level = level;
  out.u = MatrixXd::Zero(static_cast<Index>(persons.size()), features);
  out.own = VectorXd::Zero(static_cast<Index>(persons.size()));
  if (features > 0 && tastes == Tastes::any) {
    // The spread needs many plays but not everyone.
    std::vector<const Person*> sample;
    std::size_t plays = 0;
    std::vector<std::size_t> order(persons.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    Rng(7).shuffle(std::span(order));
    for (const std::size_t i : order) {
      if (plays > 20'000) break;
      if (persons[i].rows.rows() > 1) {
        sample.push_back(&persons[i]);
        plays += static_cast<std::size_t>(persons[i].rows.rows());
      }
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
      if (const double f = against(l); f < least) {
        least = f;
        best = l;
      }
    if (least < none) {
      best = minimise(against, best - 1, best + 1, .05);
      const double found = against(best);
      if (found < none) {
        out.spread = std::exp(best);
        out.log_likelihood_gain = none - found;
      }
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

/// The yes or no of a puzzle of sharpness alpha, by the logit of one of sharpness 1.
Slope sharpened(const Bernoulli& data, std::size_t k, double eta, double variance, double alpha) {
  Slope slope = data(k, alpha * eta, alpha * alpha * variance);
  slope.gradient *= alpha;
  slope.curvature *= alpha * alpha;
  return slope;
}

}  // namespace

double OwnState::standard_error(const VectorXd& x) const {
  VectorXd row(x.size() + 1);
  row << 1, x;
  return std::sqrt(std::max(0., row.dot(covariance * row)));
}

OwnState PersonalWeights::of(int person) const {
  return {own[person], u.row(person).transpose(), covariance[static_cast<std::size_t>(person)]};
}

PersonalWeights fit_personal(const PlayTable& table, const CommonPart& common, Target target, Tastes tastes) {
  if (target == Target::time) {
    const LogTime data = log_times(table);
    const auto likelihood = [&](std::size_t k, double eta, double variance) {
      return data.with_sigma(k, eta, std::hypot(common.sigma, std::sqrt(variance)));
    };
    return fit_all(by_person(table, common, 1), likelihood, common.person_sd, common.x.cols(), tastes);
  }
  const Bernoulli data = outcomes(table);
  const auto likelihood = [&](std::size_t k, double eta, double variance) {
    const double alpha = common.alpha.size() > 0 ? common.alpha[table.plays[k].puzzle] : 1;
    return sharpened(data, k, eta, variance, alpha);
  };
  return fit_all(by_person(table, common, -1), likelihood, common.person_sd, common.x.cols(), tastes);
}

PersonalWeights fit_personal_time(const PlayTable& table, const TimeModel& common) {
  const CommonPart part{.x = common.standard.apply(table.features),
                        .b = common.b,
                        .b_se = common.b_se,
                        .sigma = common.sigma,
                        .person_sd = common.person_sd};
  return fit_personal(table, part, Target::time, Tastes::any);
}

PersonalWeights fit_personal_success(const PlayTable& table, const SuccessModel& common) {
  const CommonPart part{.x = common.standard.apply(table.features),
                        .b = common.b,
                        .b_se = common.b_se,
                        .alpha = common.alpha,
                        .person_sd = common.person_sd};
  return fit_personal(table, part, Target::success, Tastes::any);
}

namespace {

/// One person for `fit_person`, with the puzzles' parts as offsets.
OwnState learn(const OwnPlays& plays, const OwnLikelihood& likelihood, const PersonalWeights& spread, double sign) {
  const auto n = static_cast<Index>(plays.plays.size());
  Person person{MatrixXd(n, plays.x.cols() + 1), sign * plays.b, plays.b_se.cwiseAbs2(), {}};
  person.rows.col(0).setOnes();
  person.rows.rightCols(plays.x.cols()) = plays.x;
  for (std::size_t k = 0; k < plays.plays.size(); ++k) person.observation.push_back(k);
  OwnFit fit = fit_person(person, likelihood, spread.level, std::max(spread.spread, nearly_none));
  OwnState state{fit.v[0], fit.v.tail(plays.x.cols()), std::move(fit.covariance)};
  if (spread.spread == 0) state.u.setZero();
  return state;
}

}  // namespace

OwnState learn_time(const OwnPlays& plays, double sigma, const PersonalWeights& spread) {
  PlayTable table;
  table.plays = plays.plays;
  const LogTime data = log_times(table);
  return learn(
      plays,
      [&](std::size_t k, double eta, double variance) {
        return data.with_sigma(k, eta, std::hypot(sigma, std::sqrt(variance)));
      },
      spread, 1);
}

OwnState learn_success(const OwnPlays& plays, const PersonalWeights& spread) {
  PlayTable table;
  table.plays = plays.plays;
  const Bernoulli data = outcomes(table);
  return learn(
      plays,
      [&](std::size_t k, double eta, double variance) {
        return sharpened(data, k, eta, variance, plays.alpha[static_cast<Index>(k)]);
      },
      spread, -1);
}

OwnParts own_parts(const PlayTable& table, const MatrixXd& x, const PersonalWeights& own) {
  OwnParts parts;
  const Index p = x.cols();
  for (const Observation& play : table.plays) {
    const VectorXd row = x.row(play.puzzle).transpose();
    const auto& covariance = own.covariance[static_cast<std::size_t>(play.person)];
    parts.offset.push_back(own.u.row(play.person).dot(row));
    parts.variance.push_back(std::max(0., row.dot(covariance.bottomRightCorner(p, p) * row)));
  }
  return parts;
}

namespace {

/// The common weights are the mean of these persons' weights, not of all people's: by how much that may be off. A
/// person counts by their plays.
void widen(MatrixXd& weight_covariance, const PlayTable& table, double spread) {
  std::vector<double> plays(static_cast<std::size_t>(table.persons), 0.);
  for (const Observation& play : table.plays) plays[static_cast<std::size_t>(play.person)] += 1;
  double squares = 0;
  for (const double n : plays) squares += n * n;
  const auto all = static_cast<double>(table.plays.size());
  weight_covariance.diagonal().tail(weight_covariance.cols() - 1).array() += spread * spread * squares / (all * all);
}

template <class Together, class Model, class FitOwn, class Refit>
Together in_turn(const PlayTable& table, Model common, const FitOwn& fit_own, const Refit& refit) {
  const int most_rounds = is_large(table) ? 1 : 12;  // many plays leave little to be said twice
  Together out{std::move(common), {}};
  out.own = fit_own(out.common);
  for (int round = 0; round < most_rounds && out.own.spread > 0; ++round) {
    const double before = out.own.spread;
    out.common = refit(out.common, own_parts(table, out.common.standard.apply(table.features), out.own));
    out.own = fit_own(out.common);
    if (std::abs(out.own.spread - before) < .01 * before) break;
  }
  widen(out.common.weight_covariance, table, out.own.spread);
  return out;
}

}  // namespace

TimeTogether fit_together(const PlayTable& table, TimeModel common, const FitLimits& limits) {
  return in_turn<TimeTogether>(
      table, std::move(common), [&](const TimeModel& m) { return fit_personal_time(table, m); },
      [&](const TimeModel& m, const OwnParts& own) { return refit_time(table, m, own, limits); });
}

SuccessTogether fit_together(const PlayTable& table, SuccessModel common, const FitLimits& limits) {
  return in_turn<SuccessTogether>(
      table, std::move(common), [&](const SuccessModel& m) { return fit_personal_success(table, m); },
      [&](const SuccessModel& m, const OwnParts& own) { return refit_success(table, m, own, limits); });
}

}  // namespace nazo::model
