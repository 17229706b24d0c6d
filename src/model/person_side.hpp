// Inside the room: the persons' half of   eta = b_puzzle − θ_person − (γ + δ_person)·ln(1 + plays before)
//
// θ ~ N(λ·leaning, level_sd²) is a person's speed or skill, γ what everybody gains by practice, δ ~ N(0, practice_sd²)
// how much more one person gains. `leaning` is how hard the puzzles are, by the genre's word, that the person played:
// who is good plays harder ones, and a model that takes skill and choice for independent then calls hard puzzles easy.
// Given weights and responses of the plays (a normal likelihood, or one made so for a step) the persons, γ and λ are
// eliminated exactly; what is left speaks of the puzzles' b alone.
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
  std::vector<std::vector<std::size_t>> of_person{};
  [[nodiscard]] std::size_t size() const { return person.size(); }
};

/// −½·weight·(response − eta)² is what a play says of eta.
struct Working {
  std::vector<double> weight{}, response{};
};

struct PersonSpreads {
  double level_sd = .45, practice_sd = .06;
  double practice_mean = .12, practice_prior_sd = .12;  ///< of γ, before the plays
  double leaning_sd = .5;                               ///< of λ, before the plays
};

/// What is known of the persons and of γ.
struct PersonSide {
  Eigen::MatrixXd own{};         ///< persons × (θ, δ)
  Eigen::VectorXd expected{};    ///< λ·leaning
  Eigen::VectorXd variance{};    ///< of θ
  Eigen::VectorXd d_variance{};  ///< of δ
  double practice = 0, practice_se = 0;
  double used = 0;  ///< how many observations' worth of parameters
  [[nodiscard]] double part(int person, double practised) const {
    return own(person, 0) + (practice + own(person, 1)) * practised;
  }
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
