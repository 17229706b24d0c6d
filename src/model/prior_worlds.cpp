#include "model/prior_worlds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>

#include "base/rng.hpp"
#include "model/feature_scale.hpp"
#include "model/stats.hpp"

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

using NamedWorld = std::pair<PriorWorld, std::string_view>;
constexpr std::array<NamedWorld, 18> world_names{{{PriorWorld::exact, "exact"},
                                                  {PriorWorld::noise, "noise"},
                                                  {PriorWorld::steep, "steep"},
                                                  {PriorWorld::good, "good"},
                                                  {PriorWorld::mediocre, "mediocre"},
                                                  {PriorWorld::curved, "curved"},
                                                  {PriorWorld::heavy_tail, "heavy_tail"},
                                                  {PriorWorld::useless, "useless"},
                                                  {PriorWorld::reversed, "reversed"},
                                                  {PriorWorld::learners, "learners"},
                                                  {PriorWorld::half_right, "half_right"},
                                                  {PriorWorld::two_crowds, "two_crowds"},
                                                  {PriorWorld::grown, "grown"},
                                                  {PriorWorld::few_players, "few_players"},
                                                  {PriorWorld::passers_by, "passers_by"},
                                                  {PriorWorld::only_hard, "only_hard"},
                                                  {PriorWorld::time_limit, "time_limit"},
                                                  {PriorWorld::interrupted, "interrupted"}}};
constexpr std::size_t designed_in = 10;  // the first ones

/// Mean 0, deviation 1, and nothing of `against` in it.
VectorXd unrelated(VectorXd v, const VectorXd& against) {
  v.array() -= v.mean();
  v -= against * (against.dot(v) / std::max(1e-9, against.squaredNorm()));
  return v / std::max(1e-9, std::sqrt(v.squaredNorm() / static_cast<double>(v.size())));
}

VectorXd standard_index(const Collection& collection) {
  VectorXd m(static_cast<Index>(collection.words.size()));
  for (Index j = 0; j < m.size(); ++j) {
    const double index = collection.words[static_cast<std::size_t>(j)].index;
    m[j] = std::isfinite(index) ? index : 0;
  }
  m.array() -= m.mean();
  return m / std::max(.3, std::sqrt(m.squaredNorm() / static_cast<double>(m.size())));
}

/// What the features know and the genre does not.
VectorXd feature_truth(const MatrixXd& scores, const VectorXd& m, bool curved, Rng& rng) {
  VectorXd out = VectorXd::Zero(scores.rows());
  for (Index f = 0; f < scores.cols(); ++f) {
    out += rng.normal() * scores.col(f);
    if (!curved) continue;
    out += .7 * rng.normal() * VectorXd(scores.col(f).cwiseAbs2());
    const Index other = static_cast<Index>(rng.below(static_cast<std::uint64_t>(scores.cols())));
    out += .7 * rng.normal() * VectorXd(scores.col(f).cwiseProduct(scores.col(other)));
  }
  return unrelated(out, m);
}

struct Shape {
  double slope, correlation, own;
  bool curved;
};
Shape shape_of(PriorWorld world, Rng& rng) {
  switch (world) {
    case PriorWorld::exact:
      return {1, 1, 0, false};
    case PriorWorld::noise:
    case PriorWorld::grown:
      return {1, 1, .5, false};
    case PriorWorld::steep:
      return {rng.chance(.5) ? .35 : 1.8, 1, .2, false};
    case PriorWorld::good:
    case PriorWorld::learners:
    case PriorWorld::two_crowds:
      return {1, .93, .2, false};
    case PriorWorld::mediocre:
    case PriorWorld::heavy_tail:
      return {1, .6, .3, false};
    case PriorWorld::curved:
      return {1, .6, .3, true};
    case PriorWorld::half_right:
      return {1, 1, .2, false};
    case PriorWorld::useless:
      return {1, 0, .3, false};
    case PriorWorld::reversed:
      return {1, -.7, .3, false};
    case PriorWorld::few_players:
    case PriorWorld::passers_by:
    case PriorWorld::only_hard:
    case PriorWorld::time_limit:
    case PriorWorld::interrupted: {
      constexpr std::array correlations{1., .93, .6, 0.};
      return {1, correlations[rng.below(correlations.size())], .3, false};
    }
  }
  return {};
}

/// Student's t with 3 degrees of freedom, brought to variance 1.
double heavy_noise(Rng& rng) {
  const double z = rng.normal(), a = rng.normal(), b = rng.normal(), c = rng.normal();
  return z / std::sqrt(a * a + b * b + c * c);
}

/// Who plays how much of what: a pool of puzzles, and for each person an order of it.
struct Sitting {
  int persons = 0, each = 0;
  std::vector<int> pool{};
};
Sitting sitting_of(const PriorWorldOrder& order, const VectorXd& m, const std::vector<int>& there, Rng& rng) {
  const int all = static_cast<int>(there.size());
  Sitting out;
  out.persons = std::max(2, static_cast<int>(std::round(std::pow(order.plays, .57) * .4)));
  if (order.world == PriorWorld::few_players) out.persons = 3;
  if (order.world == PriorWorld::passers_by) out.persons = order.plays;
  out.each = std::max(1, order.plays / out.persons);
  const int pool = std::clamp(static_cast<int>(.7 * all), 1, std::max(out.each, order.plays / 3));
  out.pool = there;
  if (order.world == PriorWorld::only_hard)
    std::ranges::stable_sort(out.pool, std::greater{}, [&](int j) { return m[j]; });
  else if (order.choice == PuzzleChoice::random)
    rng.shuffle(std::span(out.pool));
  else
    std::ranges::stable_sort(out.pool, {}, [&](int j) { return m[j]; });
  out.pool.resize(static_cast<std::size_t>(std::min(pool, static_cast<int>(.7 * all))));
  out.each = std::min(out.each, static_cast<int>(out.pool.size()));
  return out;
}

std::vector<int> order_for(const Sitting& sitting, const PriorWorldOrder& order, const VectorXd& m, double skill,
                           Rng& rng) {
  std::vector<int> own = sitting.pool;
  if (order.choice == PuzzleChoice::near_own_level) {
    const double wanted = m[own[own.size() / 2]] + skill;
    std::vector<double> distance(static_cast<std::size_t>(m.size()));
    for (const int j : own) distance[static_cast<std::size_t>(j)] = std::abs(m[j] - wanted) + .5 * rng.unit();
    std::ranges::stable_sort(own, {}, [&](int j) { return distance[static_cast<std::size_t>(j)]; });
  } else {
    rng.shuffle(std::span(own));
  }
  own.resize(static_cast<std::size_t>(sitting.each));
  if (order.choice == PuzzleChoice::easiest) std::ranges::stable_sort(own, {}, [&](int j) { return m[j]; });
  return own;
}

/// The genre knows one kind of puzzles, told apart by a feature, and nothing of the other.
void forget_half(VectorXd& hardness, const MatrixXd& scores, const VectorXd& beside, Rng& rng) {
  const Index kind = static_cast<Index>(rng.below(static_cast<std::uint64_t>(scores.cols())));
  for (Index j = 0; j < hardness.size(); ++j)
    if (scores(j, kind) > 0) hardness[j] = beside[j] + .2 * rng.normal();
}

/// Somebody mistyped, or a search ran wild: one value in fifty is far from all others.
void spoil(MatrixXd& features, Rng& rng) {
  for (double& x : features.reshaped())
    if (rng.chance(.02)) x = rng.chance(.5) ? 1e9 : -1e9;
}

/// The places of the puzzles that are there when people play.
std::vector<int> there_at_first(const PriorWorldOrder& order, const VectorXd& m, Rng& rng) {
  std::vector<int> there(static_cast<std::size_t>(m.size()));
  std::iota(there.begin(), there.end(), 0);
  if (order.world != PriorWorld::grown) return there;
  VectorXd late = m;
  for (double& one : late) one += .5 * rng.normal();
  std::ranges::stable_sort(there, {}, [&](int j) { return late[j]; });
  there.resize(there.size() * 6 / 10);
  std::ranges::sort(there);
  return there;
}

Collection part_of(const Collection& whole, const std::vector<int>& places) {
  if (places.size() == whole.words.size()) return whole;
  Collection out;
  out.features = whole.features(places, Eigen::all);
  for (const int j : places) out.words.push_back(whole.words[static_cast<std::size_t>(j)]);
  return out;
}

std::vector<PriorWorld> worlds_of(std::span<const NamedWorld> named) {
  std::vector<PriorWorld> out;
  for (const auto& [world, text] : named) out.push_back(world);
  return out;
}

}  // namespace

const std::vector<PriorWorld>& prior_worlds() {
  static const std::vector<PriorWorld> all = worlds_of(std::span(world_names).first(designed_in));
  return all;
}
const std::vector<PriorWorld>& strange_worlds() {
  static const std::vector<PriorWorld> all = worlds_of(std::span(world_names).subspan(designed_in));
  return all;
}

std::string_view name(PriorWorld world) {
  for (const auto& [one, text] : world_names)
    if (one == world) return text;
  return "?";
}

Collection invented_collection(int puzzles, int features, std::uint64_t seed) {
  Rng rng(seed, 0, 3);
  Collection out;
  out.features.resize(puzzles, features);
  MatrixXd factors(puzzles, 3);
  for (double& x : factors.reshaped()) x = rng.normal();
  for (int f = 0; f < features; ++f) {
    const double a = rng.normal(), b = rng.normal(), c = rng.normal(), own = .6;
    for (int j = 0; j < puzzles; ++j) {
      const double x = (a * factors(j, 0) + b * factors(j, 1) + c * factors(j, 2)) / std::sqrt(a * a + b * b + c * c);
      const double mixed = x + own * rng.normal();
      const double kinds[] = {mixed, std::exp(2.5 * mixed), std::floor(2 * mixed), 1 / (1 + std::exp(-3 * mixed))};
      out.features(j, f) = kinds[f % 4];
      if (f == features - 1 && rng.chance(.2)) out.features(j, f) = std::nan("");
    }
  }
  for (int j = 0; j < puzzles; ++j) {
    const double index = std::clamp(factors(j, 0) + .4 * rng.normal(), -2.5, 2.5);
    out.words.push_back(prior_word(100 * normal_cdf(index), std::nan(""), std::nan("")));
  }
  return out;
}

PriorWorldPlays simulate_prior_world(const Collection& collection, const PriorWorldOrder& order, std::uint64_t seed,
                                     std::uint64_t item) {
  Rng rng(seed, item, 4);
  PriorWorldPlays out;
  out.collection = collection;
  const bool interrupted = order.world == PriorWorld::interrupted;
  const VectorXd m = standard_index(collection);
  const MatrixXd scores = FeatureScale::of(collection.features).apply(collection.features);
  const Shape shape = shape_of(order.world, rng);
  const VectorXd beside = feature_truth(scores, m, shape.curved, rng);
  const double rest = std::sqrt(std::max(0., 1 - shape.correlation * shape.correlation));
  VectorXd hardness = shape.slope * (shape.correlation * m + rest * beside);
  for (double& h : hardness) h += shape.own * rng.normal();
  if (order.world == PriorWorld::half_right) forget_half(hardness, scores, beside, rng);
  const double time_level = 4.5 + .7 * rng.normal(), failure_level = -1 + .7 * rng.normal();
  out.time_b = (time_level + .8 * hardness.array()).matrix();
  out.failure_b = (failure_level + hardness.array()).matrix();
  // A genre with words of its own on time has the shape of the truth but for the level.
  if (order.world == PriorWorld::exact)
    for (Index j = 0; j < m.size(); ++j) {
      const PriorWord& word = collection.words[static_cast<std::size_t>(j)];
      if (std::isfinite(word.log_time)) out.time_b[j] = word.log_time + .7 * (time_level - 4.5);
      if (std::isfinite(word.failure)) out.failure_b[j] = word.failure + .7 * (failure_level + 1);
    }
  if (order.world == PriorWorld::learners) out.practice = .25;

  if (interrupted) spoil(out.collection.features, rng);
  const std::vector<int> there = there_at_first(order, m, rng);
  out.at_the_fit = part_of(out.collection, there);
  const Sitting sitting = sitting_of(order, m, there, rng);
  std::vector<int> number(static_cast<std::size_t>(m.size()), -1);
  for (int i = 0; i < sitting.persons; ++i) {
    const double speed = .45 * rng.normal(), skill = .8 * rng.normal();
    const bool nonsense = i < static_cast<int>(order.nonsense * sitting.persons + .5);
    const double own_level = time_level + .5 * rng.normal();
    double taste = 0;  // for what the features know and the genre does not
    if (order.world == PriorWorld::two_crowds) taste = i % 2 == 0 ? .6 : -.6;
    int before = 0;
    for (const int j : order_for(sitting, order, m, skill, rng)) {
      int& at = number[static_cast<std::size_t>(j)];
      if (at < 0) {
        at = static_cast<int>(out.played.size());
        out.played.push_back(j);
      }
      const double practised = out.practice * std::log1p(before);
      const double noise = order.world == PriorWorld::heavy_tail ? heavy_noise(rng) : rng.normal();
      double log_time = out.time_b[j] + .8 * taste * beside[j] - speed - practised + .5 * noise;
      double logit = skill + 2 * practised - out.failure_b[j] - taste * beside[j];
      if (interrupted && rng.chance(.1)) log_time += std::log(10.);
      if (nonsense) {
        log_time = own_level + 1.2 * rng.normal();
        logit = 0;
      }
      double patience = time_level + 1.6 + .5 * rng.normal();
      if (order.world == PriorWorld::time_limit) patience = time_level;
      const std::int64_t moment = (std::int64_t{before} * sitting.persons + i) * 600'000;
      const Observation time{i, at, std::exp(std::min(log_time, patience)), log_time <= patience, 0, 30, moment};
      Observation outcome = time;
      outcome.solved = rng.chance(logistic(logit));
      out.times.plays.push_back(time);
      out.outcomes.plays.push_back(outcome);
      ++before;
    }
  }
  PlayTable& table = out.times;
  table.persons = sitting.persons;
  table.puzzles = static_cast<int>(out.played.size());
  table.features.resize(table.puzzles, collection.features.cols());
  for (std::size_t k = 0; k < out.played.size(); ++k) {
    table.features.row(static_cast<Index>(k)) = out.collection.features.row(out.played[k]);
    table.words.push_back(collection.words[static_cast<std::size_t>(out.played[k])]);
  }
  for (Index f = 0; f < collection.features.cols(); ++f) table.feature_names.push_back("x" + std::to_string(f + 1));
  out.outcomes.persons = table.persons;
  out.outcomes.puzzles = table.puzzles;
  out.outcomes.features = table.features;
  out.outcomes.words = table.words;
  out.outcomes.feature_names = table.feature_names;
  return out;
}

}  // namespace nazo::model
