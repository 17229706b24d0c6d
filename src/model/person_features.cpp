#include "model/person_features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/rng.hpp"
#include "model/paired.hpp"
#include "model/plays.hpp"

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double r_of(const VectorXd& a, const VectorXd& b) {
  return correlation({a.data(), static_cast<std::size_t>(a.size())}, {b.data(), static_cast<std::size_t>(b.size())});
}

double sign_of(double v) { return (v > 0 ? 1 : 0) - (v < 0 ? 1 : 0); }

VectorXd without_row(const VectorXd& v, Index row) {
  VectorXd out(v.size() - 1);
  out << v.head(row), v.tail(v.size() - row - 1);
  return out;
}

/// Counts a prediction of (held-out − other) against what the person said.
void count(PairAccuracy& accuracy, double predicted, double actual) {
  if (actual == 0) return;
  ++accuracy.pairs;
  ++accuracy.by_person.back().second;
  if (predicted * actual > 0) {
    ++accuracy.right;
    ++accuracy.by_person.back().first;
  }
}

}  // namespace

MatrixXd person_correlations(const ScoreTable& table) {
  MatrixXd out(table.scores.rows(), table.x.cols());
  for (Index i = 0; i < out.rows(); ++i)
    for (Index f = 0; f < out.cols(); ++f) out(i, f) = r_of(table.scores.row(i).transpose(), table.x.col(f));
  return out;
}

ChanceLevel chance_of_correlation(const ScoreTable& table, double threshold, int draws, std::uint64_t seed) {
  const Index n = table.x.rows(), features = table.x.cols();
  const std::vector<double> none(static_cast<std::size_t>(features), 0.);
  ChanceLevel out{0, none, none};
  Rng rng(seed);
  VectorXd scores(n);
  for (int d = 0; d < draws; ++d) {
    for (double& score : scores) score = rng.normal();
    bool some = false;
    for (Index f = 0; f < features; ++f) {
      const double r = r_of(scores, table.x.col(f));
      some = some || std::abs(r) >= threshold;
      if (r >= threshold) out.each_positive[static_cast<std::size_t>(f)] += 1. / draws;
      if (std::abs(r) >= threshold) out.each_either[static_cast<std::size_t>(f)] += 1. / draws;
    }
    if (some) out.some_feature += 1. / draws;
  }
  return out;
}

PairAccuracy accuracy_of_feature(const ScoreTable& table, int feature) {
  PairAccuracy accuracy;
  for (Index i = 0; i < table.scores.rows(); ++i) {
    accuracy.by_person.emplace_back();
    for (Index a = 0; a < table.scores.cols(); ++a)
      for (Index b = 0; b < a; ++b)
        count(accuracy, table.x(a, feature) - table.x(b, feature), table.scores(i, a) - table.scores(i, b));
  }
  return accuracy;
}

PairAccuracy accuracy_of_best_feature(const ScoreTable& table) {
  PairAccuracy accuracy;
  for (Index i = 0; i < table.scores.rows(); ++i) {
    accuracy.by_person.emplace_back();
    const VectorXd scores = table.scores.row(i).transpose();
    for (Index held = 0; held < scores.size(); ++held) {
      const VectorXd known = without_row(scores, held);
      Index best = 0;
      double largest = -1;
      for (Index f = 0; f < table.x.cols(); ++f)
        if (const double r = std::abs(r_of(known, without_row(table.x.col(f), held))); r > largest) {
          largest = r;
          best = f;
        }
      const VectorXd x = without_row(table.x.col(best), held);
      const double slope = (x.array() - x.mean()).matrix().dot(known) / (x.array() - x.mean()).square().sum();
      const double predicted = known.mean() + slope * (table.x(held, best) - x.mean());
      for (Index other = 0; other < scores.size(); ++other)
        if (other != held) count(accuracy, predicted - scores[other], scores[held] - scores[other]);
    }
  }
  return accuracy;
}

double accuracy_of_middle(const ScoreTable& table) {
  double right = 0, pairs = 0;
  for (Index i = 0; i < table.scores.rows(); ++i)
    for (Index held = 0; held < table.scores.cols(); ++held) {
      const VectorXd known = without_row(table.scores.row(i).transpose(), held);
      for (Index other = 0; other < known.size(); ++other) {
        const double actual = table.scores(i, held) - known[other];
        if (actual == 0) continue;
        // Above the middle: more of the known ones lie below it than above.
        double place = 0;
        for (Index third = 0; third < known.size(); ++third) place += sign_of(known[other] - known[third]);
        pairs += 1;
        if (place == 0)
          right += .5;
        else if (place * actual < 0)
          right += 1;
      }
    }
  return pairs == 0 ? 0 : right / pairs;
}

namespace {

/// The puzzles that are held out: one or two.
struct Hidden {
  Index first = -1, second = -1;
  [[nodiscard]] bool touches(Index a, Index b) const { return a == first || b == first || a == second || b == second; }
};

/// The feature that goes best with the scores over all persons and the puzzles that may be seen.
int chosen_feature(const ScoreTable& table, const Hidden& hidden) {
  int best = 0;
  double largest = -1;
  for (Index f = 0; f < table.x.cols(); ++f) {
    double sum = 0;  // over the order of pairs only, as everything here
    for (Index a = 0; a < table.scores.cols(); ++a)
      for (Index b = 0; b < a; ++b) {
        if (hidden.touches(a, b)) continue;
        for (Index i = 0; i < table.scores.rows(); ++i)
          sum += sign_of(table.scores(i, a) - table.scores(i, b)) * sign_of(table.x(a, f) - table.x(b, f));
      }
    if (std::abs(sum) > largest) {
      largest = std::abs(sum);
      best = static_cast<int>(f);
    }
  }
  return best;
}

/// The model of one fold: who is asked (−1: everyone alike), and which puzzle is hidden from whom.
struct Fold {
  PairDesign design;
  PairPriors priors;
};

Fold fold_of(const ScoreTable& table, const MatrixXd& x, const PersonalOptions& options, const Hidden& hidden,
             Index person) {
  const Index puzzles = x.rows();
  const bool others_know = options.held_out == HeldOut::from_person;
  const int feature = options.population_feature >= 0 ? options.population_feature : chosen_feature(table, hidden);
  Fold fold;
  fold.design.persons = static_cast<int>(table.scores.rows());
  fold.design.shared.resize(puzzles, others_know ? 1 + puzzles : 1);
  fold.design.shared.col(0) = x.col(feature);
  if (others_know) fold.design.shared.rightCols(puzzles).setIdentity();
  fold.design.own = compact_own(x / std::sqrt(static_cast<double>(x.cols())));
  for (Index i = 0; i < table.scores.rows(); ++i)
    for (Index a = 0; a < puzzles; ++a)
      for (Index b = 0; b < a; ++b) {
        const bool touches = hidden.touches(a, b);
        if (touches && (!others_know || i == person)) continue;
        const double said = sign_of(table.scores(i, a) - table.scores(i, b));
        fold.design.pairs.push_back(
            {static_cast<int>(i), static_cast<int>(a), static_cast<int>(b), 3 - static_cast<int>(said)});
      }
  fold.priors.shared_variance = VectorXd::Constant(fold.design.shared.cols(), 1.);
  fold.priors.shared_variance[0] = 100;  // the population's weight is all but free
  fold.priors.own_variance = 7;
  fold.priors.near = .5;
  fold.priors.far = std::numeric_limits<double>::infinity();
  PairSearch search{.shared = std::vector<bool>(static_cast<std::size_t>(fold.design.shared.cols()), true),
                    .far = false};
  search.shared[0] = false;
  if (options.quick) {
    search.rounds = 1;
    search.tolerance = 1;
    search.near = false;
  }
  fold.priors = best_priors(fold.design, fold.priors, search);
  return fold;
}

}  // namespace

PairAccuracy accuracy_of_personal(const ScoreTable& table, const PersonalOptions& options) {
  const MatrixXd x = Standardiser::of(table.x).apply(table.x);
  const Index persons = table.scores.rows(), puzzles = table.scores.cols();
  std::vector<std::vector<std::pair<double, double>>> predictions(static_cast<std::size_t>(persons));
  const auto predict = [&](const Fold& fold, const PairFit& fit, Index a, Index b, Index i) {
    const int p = static_cast<int>(i);
    predictions[static_cast<std::size_t>(i)].emplace_back(
        fit.strength(fold.design, p, static_cast<int>(a)) - fit.strength(fold.design, p, static_cast<int>(b)),
        table.scores(i, a) - table.scores(i, b));
  };
  /// Fits without the hidden puzzles (for everyone at once, or anew for each person) and asks about pairs with them.
  const auto ask = [&](const Hidden& hidden, const auto& questions) {
    const bool once = options.held_out == HeldOut::from_everyone;
    std::optional<Fold> fold;
    PairFit fit;
    for (Index i = 0; i < persons; ++i) {
      if (!fold || !once) {
        fold = fold_of(table, x, options, hidden, once ? -1 : i);
        fit = fit_pairs(fold->design, fold->priors);
      }
      questions(*fold, fit, i);
    }
  };
  for (Index held = 0; held < puzzles; ++held) {
    if (options.two_at_a_time) {
      for (Index second = 0; second < held; ++second)
        ask({held, second},
            [&](const Fold& fold, const PairFit& fit, Index i) { predict(fold, fit, held, second, i); });
    } else {
      ask({held, -1}, [&](const Fold& fold, const PairFit& fit, Index i) {
        for (Index other = 0; other < puzzles; ++other)
          if (other != held) predict(fold, fit, held, other, i);
      });
    }
  }
  PairAccuracy accuracy;
  for (const auto& own : predictions) {
    accuracy.by_person.emplace_back();
    for (const auto& [predicted, actual] : own) count(accuracy, predicted, actual);
  }
  return accuracy;
}

double shuffled_rate(const ScoreTable& table, const PersonalOptions& options, std::uint64_t seed,
                     std::uint64_t shuffle) {
  Rng rng(seed, shuffle);
  ScoreTable shuffled = table;
  for (Index i = 0; i < table.scores.rows(); ++i) {
    std::vector<double> row(static_cast<std::size_t>(table.scores.cols()));
    for (Index j = 0; j < table.scores.cols(); ++j) row[static_cast<std::size_t>(j)] = table.scores(i, j);
    rng.shuffle(std::span(row));
    for (Index j = 0; j < table.scores.cols(); ++j) shuffled.scores(i, j) = row[static_cast<std::size_t>(j)];
  }
  return accuracy_of_personal(shuffled, options).rate();
}

PermutationNull permutation_null(double real, std::vector<double> rates) {
  PermutationNull out;
  out.shuffles = static_cast<int>(rates.size());
  out.mean = mean(rates);
  std::ranges::sort(rates);
  if (!rates.empty()) {
    out.low = rates[static_cast<std::size_t>(.025 * static_cast<double>(rates.size() - 1))];
    out.high = rates[static_cast<std::size_t>(.975 * static_cast<double>(rates.size() - 1))];
  }
  const auto as_good = 1 + std::ranges::count_if(rates, [&](double rate) { return rate >= real - 1e-12; });
  out.p_value = static_cast<double>(as_good) / static_cast<double>(rates.size() + 1);
  return out;
}

namespace {

/// The spread of a statistic of persons drawn with replacement.
template <class Statistic>
BootstrapInterval bootstrap(std::size_t persons, int draws, std::uint64_t seed, const Statistic& statistic) {
  std::vector<double> found;
  for (int d = 0; d < draws; ++d) {
    Rng rng(seed, static_cast<std::uint64_t>(d));
    std::vector<std::size_t> drawn(persons);
    for (std::size_t& i : drawn) i = rng.below(persons);
    found.push_back(statistic(drawn));
  }
  std::ranges::sort(found);
  const auto at = [&](double share) {
    return found[static_cast<std::size_t>(share * static_cast<double>(found.size() - 1))];
  };
  return found.empty() ? BootstrapInterval{} : BootstrapInterval{at(.025), at(.975)};
}

double rate_of(const PairAccuracy& accuracy, const std::vector<std::size_t>& drawn) {
  double right = 0, pairs = 0;
  for (const std::size_t i : drawn) {
    right += static_cast<double>(accuracy.by_person[i].first);
    pairs += static_cast<double>(accuracy.by_person[i].second);
  }
  return pairs == 0 ? 0 : right / pairs;
}

}  // namespace

BootstrapInterval bootstrap_rate(const PairAccuracy& accuracy, int draws, std::uint64_t seed) {
  return bootstrap(accuracy.by_person.size(), draws, seed, [&](const auto& drawn) { return rate_of(accuracy, drawn); });
}

BootstrapInterval bootstrap_difference(const PairAccuracy& a, const PairAccuracy& b, int draws, std::uint64_t seed) {
  return bootstrap(a.by_person.size(), draws, seed,
                   [&](const auto& drawn) { return rate_of(a, drawn) - rate_of(b, drawn); });
}

}  // namespace nazo::model
