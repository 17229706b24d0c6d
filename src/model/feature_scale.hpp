// Features on one scale: normal scores over a whole collection, Φ⁻¹((rank − ½)/count), brought to deviation 1. A
// feature that spans powers of ten becomes as tame as any other, and a new puzzle beyond the ends of what the
// collection has gets the end's value.
//
// A small collection has no scale: three puzzles, or thirty that are all alike, would tear every feature apart or hide
// it. There usual puzzles of the genre stand beside its own, the fewer it has the heavier (usual_weight).
#pragma once

#include <Eigen/Core>
#include <vector>

namespace nazo::model {

/// One feature: scores at some of its values, straight lines between them.
struct FeatureTable {
  std::vector<double> value{}, score{};  ///< both ascending; empty: the feature never varied
  [[nodiscard]] double at(double x) const;
};

/// Usual puzzles of the genre, where it knows any.
struct UsualScale {
  std::vector<std::vector<double>> quantiles{};  ///< by feature, ascending; empty: nothing is known of it
  [[nodiscard]] bool known() const { return !quantiles.empty(); }
};
/// How many puzzles of its own the usual ones count for beside a collection of so many: 24, falling to none at 240.
[[nodiscard]] double usual_weight(double puzzles);

class FeatureScale {
 public:
  FeatureScale() = default;
  explicit FeatureScale(std::vector<FeatureTable> tables) : tables_(std::move(tables)) {}

  /// Of all puzzles of a collection (rows), with usual ones beside them. NaN: the puzzle lacks the feature.
  [[nodiscard]] static FeatureScale of(const Eigen::MatrixXd& collection, const UsualScale& usual = {});

  /// Scores of puzzles. A missing value gets 0, the middle: nothing is known that would move it either way. So does
  /// every value of a feature that never varied, neither here nor among usual puzzles.
  [[nodiscard]] Eigen::MatrixXd apply(const Eigen::MatrixXd& features) const;

  [[nodiscard]] const std::vector<FeatureTable>& tables() const { return tables_; }

 private:
  std::vector<FeatureTable> tables_;
};

}  // namespace nazo::model
