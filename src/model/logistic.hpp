// Yes or no by features: logistic regression with weights shrunk towards 0, for few answers and many features.
//
// Features are brought to mean 0 and spread 1; a weight has the prior N(0, 1), the constant none to speak of. Intervals
// are those of the normal distribution at the most likely weights.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "base/result.hpp"
#include "model/regression.hpp"
#include "model/stats.hpp"

namespace nazo::model {

struct Logistic {
  Eigen::VectorXd centre{}, spread{};  ///< of each feature; a feature that does not vary has spread 0 and weight 0
  Estimate constant{};
  std::vector<Estimate> weights{};  ///< of the features brought to scale
  std::size_t yes = 0, no = 0;

  // Predictions from folds that did not see the answer.
  double cv_log_loss = 0;
  double base_log_loss = 0;  ///< of the share of yes alone
  double cv_auc = 0;         ///< chance that a yes is rated above a no; .5 is guessing

  [[nodiscard]] double predict(const Eigen::VectorXd& row) const;
};

/// Needs three answers of each kind.
[[nodiscard]] Result<Logistic> fit_logistic(const Eigen::MatrixXd& x, const std::vector<bool>& answers,
                                            const FoldPlan& plan = {});

/// The chance that one of the first kind is rated above one of the second; ties count half.
[[nodiscard]] double area_under_curve(const std::vector<double>& ratings, const std::vector<bool>& answers);

}  // namespace nazo::model
