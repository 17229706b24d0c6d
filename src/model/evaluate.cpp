#include "model/evaluate.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "base/rng.hpp"
#include "model/online.hpp"
#include "model/personal.hpp"
#include "model/regression.hpp"
#include "model/stats.hpp"
#include "model/success_model.hpp"
#include "model/time_model.hpp"

namespace nazo::model {

std::string_view name(Split split) {
  return split == Split::time ? "time" : split == Split::new_person ? "new_person" : "new_puzzle";
}

SplitTable split_plays(const PlayTable& table, Split split, std::uint64_t seed) {
  SplitTable out{table, {}};
  out.train.plays.clear();
  const auto fifth = [&](int count) {
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    Rng(seed, 5).shuffle(std::span(order));
    std::vector<char> chosen(order.size(), 0);
    for (std::size_t i = 0; i < order.size() / 5; ++i) chosen[static_cast<std::size_t>(order[i])] = 1;
    return chosen;
  };
  if (split == Split::time) {
    std::vector<int> count(static_cast<std::size_t>(table.persons), 0), seen = count;
    for (const Observation& play : table.plays) ++count[static_cast<std::size_t>(play.person)];
    for (const Observation& play : in_time_order(table.plays)) {
      const auto i = static_cast<std::size_t>(play.person);
      (++seen[i] > count[i] - count[i] / 5 ? out.test : out.train.plays).push_back(play);
    }
    return out;
  }
  const std::vector<char> held = fifth(split == Split::new_person ? table.persons : table.puzzles);
  for (const Observation& play : table.plays)
    (held[static_cast<std::size_t>(split == Split::new_person ? play.person : play.puzzle)] ? out.test
                                                                                            : out.train.plays)
        .push_back(play);
  return out;
}

namespace {

double log_time(const Observation& play) { return std::log(std::max(play.seconds, .1)); }

/// Group means shrunk a little to the mean of all (as if three plays at the mean were added).
struct Means {
  double all = 0;
  std::vector<double> deviation{};
};
Means means_by(const std::vector<Observation>& plays, int groups, const std::function<int(const Observation&)>& group,
               const std::function<double(const Observation&)>& value) {
  Means out{0, std::vector<double>(static_cast<std::size_t>(groups), 0.)};
  std::vector<double> count(out.deviation.size(), 0.);
  for (const Observation& play : plays) out.all += value(play) / static_cast<double>(plays.size());
  for (const Observation& play : plays) {
    const auto g = static_cast<std::size_t>(group(play));
    out.deviation[g] += value(play) - out.all;
    count[g] += 1;
  }
  for (std::size_t g = 0; g < count.size(); ++g) out.deviation[g] /= count[g] + 3;
  return out;
}

/// Slope of the observed values on the predicted ones.
double slope(const std::vector<double>& predicted, const std::vector<double>& observed) {
  const double mp = mean(predicted), mo = mean(observed);
  double po = 0, pp = 0;
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    po += (predicted[i] - mp) * (observed[i] - mo);
    pp += (predicted[i] - mp) * (predicted[i] - mp);
  }
  return pp > 1e-12 ? po / pp : 0;
}

using Predictor = std::function<double(const Observation&)>;

Rung time_rung(const SplitTable& split, std::string name, const Predictor& predict) {
  Rung rung{std::move(name)};
  std::vector<double> predicted, observed;
  double squares = 0;
  for (const Observation& play : split.test) {
    rung.predicted.push_back(predict(play));
    if (!play.solved) continue;  // the true time of a give-up is not known
    predicted.push_back(rung.predicted.back());
    observed.push_back(log_time(play));
    squares += (predicted.back() - observed.back()) * (predicted.back() - observed.back());
  }
  rung.score = std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, predicted.size())));
  rung.calibration = slope(predicted, observed);
  return rung;
}

double loss_of(double p, bool solved) { return -std::log(std::clamp(solved ? p : 1 - p, 1e-9, 1.)); }

Rung success_rung(const SplitTable& split, std::string name, const Predictor& predict) {
  Rung rung{std::move(name)};
  std::vector<double> observed;
  for (const Observation& play : split.test) {
    rung.predicted.push_back(predict(play));
    observed.push_back(play.solved ? 1 : 0);
    rung.score += loss_of(rung.predicted.back(), play.solved) / static_cast<double>(split.test.size());
  }
  rung.calibration = slope(rung.predicted, observed);
  return rung;
}

}  // namespace

std::vector<Rung> time_ladder(const SplitTable& split) {
  std::vector<Observation> solved;  // the simple rungs know nothing of censoring
  for (const Observation& play : split.train.plays)
    if (play.solved) solved.push_back(play);
  const Means persons = means_by(solved, split.train.persons, [](const Observation& p) { return p.person; }, log_time);
  const Means puzzles = means_by(solved, split.train.puzzles, [](const Observation& p) { return p.puzzle; }, log_time);
  const Means rest = means_by(
      solved, split.train.puzzles, [](const Observation& p) { return p.puzzle; },
      [&](const Observation& p) { return log_time(p) - persons.deviation[static_cast<std::size_t>(p.person)]; });
  const auto of = [](const Means& means, int g) { return means.deviation[static_cast<std::size_t>(g)]; };
  std::vector<Rung> rungs;
  rungs.push_back(time_rung(split, "mean of all", [&](const Observation&) { return persons.all; }));
  rungs.push_back(
      time_rung(split, "person's mean", [&](const Observation& p) { return persons.all + of(persons, p.person); }));
  rungs.push_back(
      time_rung(split, "puzzle's mean", [&](const Observation& p) { return puzzles.all + of(puzzles, p.puzzle); }));
  rungs.push_back(time_rung(split, "person + puzzle means", [&](const Observation& p) {
    return rest.all + of(persons, p.person) + of(rest, p.puzzle);
  }));
  if (split.train.features.cols() > 0) {
    const Eigen::MatrixXd x = Standardiser::of(split.train.features).apply(split.train.features);
    Eigen::MatrixXd rows(static_cast<Eigen::Index>(solved.size()), x.cols());
    Eigen::VectorXd y(rows.rows());
    for (std::size_t k = 0; k < solved.size(); ++k) {
      rows.row(static_cast<Eigen::Index>(k)) = x.row(solved[k].puzzle);
      y[static_cast<Eigen::Index>(k)] = log_time(solved[k]);
    }
    const Ridge ridge = ridge_gcv(rows, y);
    rungs.push_back(time_rung(split, "features (ridge)", [&](const Observation& p) {
      return ridge.constant + x.row(p.puzzle).dot(ridge.weights);
    }));
  }
  const TimeModel model = fit_time(split.train);
  rungs.push_back(
      time_rung(split, "time model", [&](const Observation& p) { return model.b[p.puzzle] - model.s[p.person]; }));
  const TimeTogether together = fit_together(split.train, model);
  const TimeModel& common = together.common;
  const PersonalWeights& own = together.own;
  const Eigen::MatrixXd x = model.standard.apply(split.train.features);
  rungs.push_back(time_rung(split, "with personal weights", [&](const Observation& p) {
    return common.b[p.puzzle] + own.own[p.person] + own.u.row(p.person).dot(x.row(p.puzzle));
  }));
  return rungs;
}

std::vector<Rung> success_ladder(const SplitTable& split) {
  const auto& plays = split.train.plays;
  double share = 1;
  for (const Observation& play : plays) share += play.solved;
  share /= static_cast<double>(plays.size() + 2);
  std::vector<Rung> rungs;
  rungs.push_back(success_rung(split, "share of all", [&](const Observation&) { return share; }));
  const Elo elo = run_elo(split.train);
  rungs.push_back(success_rung(split, "Elo", [&](const Observation& p) { return elo.expected(p.person, p.puzzle); }));
  const GlickoTable glicko = run_glicko(split.train, 86'400'000);
  rungs.push_back(success_rung(split, "Glicko-2", [&](const Observation& p) {
    return glicko_expected(glicko.persons[static_cast<std::size_t>(p.person)],
                           glicko.puzzles[static_cast<std::size_t>(p.puzzle)]);
  }));
  const SuccessModel rasch = fit_rasch(split.train), sharp = fit_2pl(split.train, rasch);
  const auto cold = [&](const Observation& p) {
    const Estimate b = rasch.cold(split.train.features.row(p.puzzle).transpose());
    return averaged_logistic(-b.value, b.standard_error * b.standard_error + rasch.person_sd * rasch.person_sd);
  };
  rungs.push_back(success_rung(split, "features alone", cold));
  const auto irt = [](const SuccessModel& m, const Observation& p) {
    const double variance = m.theta_se[p.person] * m.theta_se[p.person] + m.b_se[p.puzzle] * m.b_se[p.puzzle],
                 alpha = m.alpha[p.puzzle];
    return averaged_logistic(alpha * (m.theta[p.person] - m.b[p.puzzle]), alpha * alpha * variance);
  };
  rungs.push_back(success_rung(split, "Rasch", [&](const Observation& p) { return irt(rasch, p); }));
  rungs.push_back(success_rung(split, "2PL", [&](const Observation& p) { return irt(sharp, p); }));
  const SuccessTogether together = fit_together(split.train, rasch);
  const SuccessModel& common = together.common;
  const PersonalWeights& own = together.own;
  const Eigen::MatrixXd x = rasch.standard.apply(split.train.features);
  rungs.push_back(success_rung(split, "with personal weights", [&](const Observation& p) {
    const double error =
        std::hypot(own.of(p.person).standard_error(x.row(p.puzzle).transpose()), common.b_se[p.puzzle]);
    return averaged_logistic(own.own[p.person] + own.u.row(p.person).dot(x.row(p.puzzle)) - common.b[p.puzzle],
                             error * error);
  }));
  return rungs;
}

namespace {

/// The loss of each play, and whether it counts.
using Loss = std::function<double(const Observation&, double predicted)>;

Gain gain_of(const SplitTable& split, const Rung& better, const Rung& worse, int draws, std::uint64_t seed,
             const Loss& loss, bool root) {
  std::map<int, std::array<double, 3>> by_person;  // losses of both, and how many
  for (std::size_t k = 0; k < split.test.size(); ++k) {
    const double a = loss(split.test[k], better.predicted[k]), b = loss(split.test[k], worse.predicted[k]);
    if (std::isnan(a)) continue;
    auto& sums = by_person[split.test[k].person];
    sums[0] += a;
    sums[1] += b;
    sums[2] += 1;
  }
  std::vector<std::array<double, 3>> persons;
  for (const auto& [person, sums] : by_person) persons.push_back(sums);
  if (persons.empty()) return {};
  const auto percent = [&](double a, double b) { return b > 0 ? 100 * (1 - (root ? std::sqrt(a / b) : a / b)) : 0; };
  double a = 0, b = 0;
  for (const auto& sums : persons) {
    a += sums[0];
    b += sums[1];
  }
  Gain gain{percent(a, b)};
  std::vector<double> found;
  for (int d = 0; d < draws; ++d) {
    Rng rng(seed, static_cast<std::uint64_t>(d));
    double da = 0, db = 0;
    for (std::size_t i = 0; i < persons.size(); ++i) {
      const auto& sums = persons[rng.below(persons.size())];
      da += sums[0];
      db += sums[1];
    }
    found.push_back(percent(da, db));
  }
  std::ranges::sort(found);
  if (!found.empty()) {
    gain.low = found[static_cast<std::size_t>(.025 * static_cast<double>(found.size() - 1))];
    gain.high = found[static_cast<std::size_t>(.975 * static_cast<double>(found.size() - 1))];
  }
  return gain;
}

}  // namespace

Gain time_gain(const SplitTable& split, const Rung& better, const Rung& worse, int draws, std::uint64_t seed) {
  return gain_of(
      split, better, worse, draws, seed,
      [](const Observation& play, double predicted) {
        return play.solved ? (log_time(play) - predicted) * (log_time(play) - predicted) : std::nan("");
      },
      true);
}

Gain success_gain(const SplitTable& split, const Rung& better, const Rung& worse, int draws, std::uint64_t seed) {
  return gain_of(
      split, better, worse, draws, seed,
      [](const Observation& play, double predicted) { return loss_of(predicted, play.solved); }, false);
}

}  // namespace nazo::model
