// A puzzle as a row of numbers in which b is linear:  b = row · w + e.
//
//   constant | m | beyond | features' scores, clamped | smooth bumps
//
// The first three are the anchor (anchor.hpp). The bumps are a Gaussian process with the kernel exp(−d²/4), d² the mean
// squared difference over m and the features, by Nyström's method: far from everything they fall to 0. The linear part
// stands still half a deviation beyond what was played.
#pragma once

#include <Eigen/Core>

#include "model/anchor.hpp"
#include "model/feature_scale.hpp"

namespace nazo::model {

struct BasisRow {
  Eigen::VectorXd values{};
  double lost = 0;     ///< share of the bumps' variance that the basis does not have at this place
  double outside = 0;  ///< by how much of the linear part the clamp held back: mean squared distance
  double excess = 0;   ///< distance from the range that was played, in deviations
};

class Basis {
 public:
  static constexpr Eigen::Index constant = 0, slope = 1, beyond = 2, first_feature = 3;
  static constexpr Eigen::Index most_centres = 64;

  Anchor anchor{};
  FeatureScale scale{};
  Eigen::MatrixXd centres{};            ///< of the bumps, by (m, scores)
  Eigen::VectorXd lowest{}, highest{};  ///< of what was played, by (m, scores)

  /// `places` are (m, scores) of the whole collection; the centres are spread over it.
  void choose_centres(const Eigen::MatrixXd& places);
  void set_played(const Eigen::MatrixXd& places);
  void prepare();  ///< after the centres were set

  [[nodiscard]] Eigen::Index features() const { return static_cast<Eigen::Index>(scale.tables().size()); }
  [[nodiscard]] Eigen::Index bumps() const { return centres.rows(); }
  [[nodiscard]] Eigen::Index columns() const { return first_feature + features() + bumps(); }

  /// (m, scores) of a puzzle.
  [[nodiscard]] Eigen::VectorXd place(double index, const Eigen::VectorXd& raw_features) const;
  [[nodiscard]] BasisRow row(const Eigen::VectorXd& place, double beyond_line) const;

  /// Prior variance of w with the slope free to move by `slope_sd` and corrections of deviation `correction_sd`.
  [[nodiscard]] Eigen::VectorXd prior_variance(double level_sd, double slope_sd, double correction_sd) const;
  [[nodiscard]] Eigen::VectorXd prior_mean() const;

 private:
  Eigen::MatrixXd whitening_{};  ///< L⁻¹ of the centres' kernel LLᵀ
};

}  // namespace nazo::model
