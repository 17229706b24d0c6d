// Features on one scale: normal scores over a whole collection, Φ⁻¹((rank − ½)/count), brought to deviation 1. A
// feature that spans powers of ten becomes as tame as any other, and a new puzzle beyond the ends of what the
// collection has gets the end's value.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace nazo::model {

/// One feature: scores at some of its values, straight lines between them.
struct FeatureTable {
  std::vector<double> value{}, score{};  ///< both ascending; empty: the feature never varied
  [[nodiscard]] double at(double x) const;
};

class FeatureScale {
 public:
  FeatureScale() = default;
  explicit FeatureScale(std::vector<FeatureTable> tables) : tables_(std::move(tables)) {}

  /// Of all puzzles of a collection (rows). NaN: the puzzle lacks the feature.
  [[nodiscard]] static FeatureScale of(const Eigen::MatrixXd& collection);

  /// Scores of puzzles. A missing value gets 0, the middle: nothing is known that would move it either way. So does
  /// every value of a feature that never varied.
  [[nodiscard]] Eigen::MatrixXd apply(const Eigen::MatrixXd& features) const;

  [[nodiscard]] const std::vector<FeatureTable>& tables() const { return tables_; }

 private:
  std::vector<FeatureTable> tables_;
};

}  // namespace nazo::model
