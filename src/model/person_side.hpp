// Inside the room: the persons' half of   eta = b_puzzle − θ_person − (γ + δ_person)·ln(1 + plays before) − x·u_person
//
// θ ~ N(λ·leaning, level_sd²) is a person's speed or skill, γ what everybody gains by practice, δ ~ N(0, practice_sd²)
// how much more one person gains. u ~ N(0, taste_sd²) is what features mean to this person beyond what they mean to
// everybody: where people differ a few of them, however much they play, say little of people at large, and a model that
// does not know takes the taste of a crowd for what a feature does to everybody. `leaning` is how hard the puzzles are,
// by the genre's word, that the person played: who is good plays harder ones, and a model that takes skill and choice
// for independent then calls hard puzzles easy. Given weights and responses of the plays (a normal likelihood, or one
// made so for a step) the persons, γ and λ are eliminated exactly; what is left speaks of the puzzles' b alone.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "model/mixture.hpp"

namespace nazo::model {

/// Who played what, and ln(1 + plays before).
struct PlayList {
  int persons = 0, puzzles = 0;
  std::vector<int> person{}, puzzle{};
  std::vector<double> practice{};
  std::vector<double> leaning{};  ///< of each person: mean m of their puzzles, less that of all persons
  Eigen::MatrixXd x{};            ///< puzzles × what people may differ in; mean square of a row about 1
  std::vector<std::vector<std::size_t>> of_person{};
  [[nodiscard]] std::size_t size() const { return person.size(); }
  [[nodiscard]] Eigen::Index tastes() const { return x.cols(); }
  /// Of each person: what their (θ, δ, u) is multiplied with in each of their plays. Set once everything else is.
  std::vector<Eigen::MatrixXd> design{};
  void set_design();
};

/// −½·weight·(response − eta)² is what a play says of eta.
struct Working {
  std::vector<double> weight{}, response{};
};

struct PersonSpreads {
  double level_sd = .45, practice_sd = .06;
  double practice_mean = .12, practice_prior_sd = .12;  ///< of γ, before the plays
  double leaning_sd = .5;                               ///< of λ, before the plays
  double taste_sd = .15;
};

/// What is known of the persons and of γ.
struct PersonSide {
  Eigen::MatrixXd own{};         ///< persons × (θ, δ, u)
  Eigen::MatrixXd variance{};    ///< of each of them
  Eigen::VectorXd expected{};    ///< λ·leaning
  std::vector<double> part{};    ///< of each play: what the person and practice take off b
  std::vector<double> unsure{};  ///< its variance, γ known
  double practice = 0, practice_se = 0;
  double used = 0;  ///< how many observations' worth of parameters
};

/// The most puzzles for which all pairs of them are kept.
inline constexpr int most_full = 700;

/// Persons, γ and λ integrated out.
[[nodiscard]] Evidence without_persons(const PlayList& plays, const Working& working, const PersonSpreads& spreads);
/// Persons and γ as they are, each play's weight lessened by what is not known of the person.
[[nodiscard]] Evidence given_persons(const PlayList& plays, const Working& working, const PersonSide& persons);

/// The persons and γ when the puzzles are known as `b` with variances.
[[nodiscard]] PersonSide persons_given(const PlayList& plays, const Working& working, const PersonSpreads& spreads,
                                       const Eigen::VectorXd& b, const Eigen::VectorXd& b_variance);
[[nodiscard]] PersonSide no_persons(const PlayList& plays, const PersonSpreads& spreads);

}  // namespace nazo::model
