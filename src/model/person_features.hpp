// Paper 001, chapter 4, for any puzzles: how each person's scores go with each feature, what of that is chance, and how
// well a personal model orders a puzzle that it has not seen.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "model/stats.hpp"

namespace nazo::model {

/// Scores of persons for puzzles (higher is harder), and the features of the puzzles.
struct ScoreTable {
  std::vector<std::string> persons{}, puzzles{}, features{};
  Eigen::MatrixXd scores{};  ///< persons × puzzles
  Eigen::MatrixXd x{};       ///< puzzles × features
};

/// Persons × features: Pearson's r of a person's scores with a feature.
[[nodiscard]] Eigen::MatrixXd person_correlations(const ScoreTable& table);

/// What scores without any meaning would show: normal random scores, `draws` times.
struct ChanceLevel {
  double some_feature = 0;            ///< share of draws with |r| ≥ threshold for at least one feature
  std::vector<double> each_positive;  ///< share with r ≥ threshold, by feature
  std::vector<double> each_either;    ///< share with |r| ≥ threshold, by feature
};
[[nodiscard]] ChanceLevel chance_of_correlation(const ScoreTable& table, double threshold, int draws,
                                                std::uint64_t seed);

/// Pairs of puzzles ordered as the person did; tied pairs do not count.
struct PairAccuracy {
  std::int64_t right = 0, pairs = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> by_person{};  ///< right, pairs
  [[nodiscard]] double rate() const { return pairs == 0 ? 0 : static_cast<double>(right) / static_cast<double>(pairs); }
};

/// One feature for everyone: the larger, the harder. Nothing is learnt, so nothing needs to be held out.
[[nodiscard]] PairAccuracy accuracy_of_feature(const ScoreTable& table, int feature);

/// The person's best single feature, puzzle by puzzle held out: the feature with the largest |r| on the other puzzles,
/// a line through them, and the held-out puzzle's predicted score against the others' actual scores.
[[nodiscard]] PairAccuracy accuracy_of_best_feature(const ScoreTable& table);

/// No feature at all: the held-out puzzle is put in the middle of the person's own order of the others. A method that
/// knows that order starts from here, not from one half. Pairs it cannot decide count half.
[[nodiscard]] double accuracy_of_middle(const ScoreTable& table);

/// Who else may know the held-out puzzle.
enum class HeldOut {
  from_everyone,  ///< nobody's judgement of it is used: a new puzzle
  from_person,    ///< the others have judged it: new to this person only
};

struct PersonalOptions {
  HeldOut held_out = HeldOut::from_everyone;
  /// The feature that everyone's strength begins with; −1: chosen inside each fold, by mean correlation over persons.
  int population_feature = -1;
  /// Two puzzles are held out at a time and their order is predicted: then chance is one half again.
  bool two_at_a_time = false;
  bool quick = false;  ///< coarser search of the shrinkage, for many repetitions
};

/// Strength = c·(population feature) + x·u_person, u shrunk to 0 (and with HeldOut::from_person a common effect of each
/// puzzle), cumulative logit on the pairs that do not touch the held-out puzzle. Only the order of the remaining
/// puzzles is used: a person's scores sum to 0, so the remaining *scores* would give the held-out one away.
[[nodiscard]] PairAccuracy accuracy_of_personal(const ScoreTable& table, const PersonalOptions& options);

/// The same on tables whose scores are shuffled over the puzzles, for each person separately: what the method makes of
/// nothing.
struct PermutationNull {
  double mean = 0, low = 0, high = 0;  ///< 95 % of the shuffles lie between
  double p_value = 0;  ///< share of shuffles at least as good as the real table (the real one counted in)
  int shuffles = 0;
};
/// The personal model's rate on scores shuffled over the puzzles, each person's for themselves: one of many such, a
/// function of its arguments.
[[nodiscard]] double shuffled_rate(const ScoreTable& table, const PersonalOptions& options, std::uint64_t seed,
                                   std::uint64_t shuffle);
/// The real rate beside those of the shuffles.
[[nodiscard]] PermutationNull permutation_null(double real, std::vector<double> rates);

/// Persons drawn again with replacement: a 95 % interval of a rate, and of the difference of two.
struct BootstrapInterval {
  double low = 0, high = 0;
};
[[nodiscard]] BootstrapInterval bootstrap_rate(const PairAccuracy& accuracy, int draws, std::uint64_t seed);
[[nodiscard]] BootstrapInterval bootstrap_difference(const PairAccuracy& a, const PairAccuracy& b, int draws,
                                                     std::uint64_t seed);

}  // namespace nazo::model
