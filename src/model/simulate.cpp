#include "model/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/rng.hpp"
#include "model/stats.hpp"

namespace nazo::model {

const std::vector<World>& worlds() {
  static const std::vector<World> all{World::correct, World::heavy_tail, World::curved, World::learning,
                                      World::leaving, World::null,       World::nothing};
  return all;
}

std::string_view name(World world) {
  switch (world) {
    case World::correct:
      return "correct";
    case World::heavy_tail:
      return "heavy_tail";
    case World::curved:
      return "curved";
    case World::learning:
      return "learning";
    case World::leaving:
      return "leaving";
    case World::null:
      return "null";
    case World::nothing:
      return "nothing";
  }
  return "?";
}

std::string_view about(World world) {
  switch (world) {
    case World::correct:
      return "as the models assume";
    case World::heavy_tail:
      return "noise of ln t with 3 degrees of freedom";
    case World::curved:
      return "a feature acts by its square too";
    case World::learning:
      return "people get better as they play";
    case World::leaving:
      return "people who fail stop sooner";
    case World::null:
      return "no personal weights";
    case World::nothing:
      return "no personal weights, features without meaning";
  }
  return "?";
}

Planted planted(World world, int features) {
  static constexpr double pattern[] = {.4, -.3, .2, 0, .1};
  Planted truth;
  truth.weights = Eigen::VectorXd::Zero(features + 1);
  truth.weights[0] = 4.5;  // e^4.5 = 90 seconds
  if (world != World::nothing)
    for (int f = 0; f < features; ++f) truth.weights[f + 1] = pattern[f % 5];
  if (world == World::null || world == World::nothing) truth.personal_spread = 0;
  return truth;
}

namespace {

/// Student's t with 3 degrees of freedom, brought to variance 1.
double heavy(Rng& rng) {
  const double z = rng.normal(), a = rng.normal(), b = rng.normal(), c = rng.normal();
  return z / std::sqrt((a * a + b * b + c * c) / 3) / std::sqrt(3.);
}

/// How many plays each person makes: very different, adding up to `plays`.
std::vector<int> play_counts(Rng& rng, const WorldSize& size) {
  std::vector<double> zeal(static_cast<std::size_t>(size.persons));
  for (double& z : zeal) z = std::exp(.8 * rng.normal());
  const double total = std::accumulate(zeal.begin(), zeal.end(), 0.);
  std::vector<int> counts;
  int left = size.plays;
  for (const double z : zeal) {
    counts.push_back(std::min(left, std::max(1, static_cast<int>(z / total * size.plays))));
    left -= counts.back();
  }
  for (std::size_t i = 0; left > 0; i = (i + 1) % counts.size(), --left) ++counts[i];
  return counts;
}

}  // namespace

SimulatedPlays simulate_plays(World world, const WorldSize& size, std::uint64_t seed, std::uint64_t item) {
  Rng rng(seed, item);
  SimulatedPlays out;
  out.truth = planted(world, size.features);
  const Planted& truth = out.truth;
  PlayTable& table = out.times;
  table.persons = size.persons;
  table.puzzles = size.puzzles;
  table.features.resize(size.puzzles, size.features);
  for (Eigen::Index j = 0; j < size.puzzles; ++j)
    for (Eigen::Index f = 0; f < size.features; ++f) table.features(j, f) = rng.normal();
  table.features = Standardiser::of(table.features).apply(table.features);
  for (int f = 0; f < size.features; ++f) table.feature_names.push_back("x" + std::to_string(f + 1));
  const Eigen::MatrixXd& x = table.features;

  out.time_b.resize(size.puzzles);
  out.outcome_b.resize(size.puzzles);
  for (int j = 0; j < size.puzzles; ++j) {
    double common = x.row(j).dot(truth.weights.tail(size.features));
    if (world == World::curved) common += .3 * (x(j, 0) * x(j, 0) - 1);
    out.time_b[j] = truth.weights[0] + common + truth.puzzle_sd * rng.normal();
    out.outcome_b[j] = common + truth.logit_puzzle_sd * rng.normal();
  }
  out.person_speed.resize(size.persons);
  out.person_skill.resize(size.persons);
  out.u = Eigen::MatrixXd::Zero(size.persons, size.features);
  for (int i = 0; i < size.persons; ++i) {
    out.person_speed[i] = truth.person_sd * rng.normal();
    out.person_skill[i] = truth.logit_person_sd * rng.normal();
    for (int f = 0; f < size.features; ++f) out.u(i, f) = truth.personal_spread * rng.normal();
  }
  out.outcomes = table;

  const std::vector<int> counts = play_counts(rng, size);
  for (int i = 0; i < size.persons; ++i) {
    std::vector<int> order(static_cast<std::size_t>(size.puzzles));
    std::iota(order.begin(), order.end(), 0);
    rng.shuffle(std::span(order));
    int failures = 0;
    for (int k = 0; k < counts[static_cast<std::size_t>(i)]; ++k) {
      const int j = order[static_cast<std::size_t>(k) % order.size()];
      const double own = out.u.row(i).dot(x.row(j)), better = world == World::learning ? .25 * std::log1p(k) : 0;
      const double noise = world == World::heavy_tail ? heavy(rng) : rng.normal();
      const double log_time = out.time_b[j] - out.person_speed[i] + own - better + truth.sigma * noise;
      const double patience = 5.3 + .5 * rng.normal();
      const std::int64_t moment = (std::int64_t{k} * size.persons + i) * 600'000;
      const Observation time{i, j, std::exp(std::min(log_time, patience)), log_time <= patience, 0, 30, moment};
      const bool solved = rng.chance(logistic(out.person_skill[i] - out.outcome_b[j] - 2 * own + 2 * better));
      Observation outcome = time;
      outcome.solved = solved;
      table.plays.push_back(time);
      out.outcomes.plays.push_back(outcome);
      if (world == World::leaving && (failures += !solved) >= 5 && rng.chance(.25)) break;
    }
  }
  return out;
}

SimulatedPairs simulate_pairs(int persons, int puzzles, double own_spread, std::uint64_t seed, std::uint64_t item) {
  Rng rng(seed, item, 1);
  SimulatedPairs out;
  for (int j = 0; j < puzzles; ++j) out.strength.push_back(rng.normal());
  const double centre = mean(out.strength);
  for (double& s : out.strength) s -= centre;
  constexpr double near = .6, far = 2.2;
  for (int i = 0; i < persons; ++i) {
    std::vector<double> own = out.strength;
    for (double& s : own) s += own_spread * rng.normal();
    for (int a = 0; a < puzzles; ++a)
      for (int b = 0; b < a; ++b) {
        const double d = own[static_cast<std::size_t>(a)] - own[static_cast<std::size_t>(b)], u = rng.unit();
        const int level = u < logistic(d - far)    ? 1
                          : u < logistic(d - near) ? 2
                          : u < logistic(d + near) ? 3
                          : u < logistic(d + far)  ? 4
                                                   : 5;
        out.pairs.push_back({i, a, b, level});
      }
  }
  return out;
}

}  // namespace nazo::model
