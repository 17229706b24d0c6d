#include "model/own_opinions.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace nazo::model {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::vector<Pairing> as_pairs(const Opinions& said) {
  constexpr std::size_t most = 400;
  std::vector<Pairing> out = said.pairs;
  for (std::size_t i = 0; i < said.marks.size(); ++i)
    for (std::size_t j = i + 1; j < said.marks.size() && out.size() < most; ++j) {
      const MarkGiven &a = said.marks[i], &b = said.marks[j];
      if (a.mark == b.mark || a.puzzle == b.puzzle) continue;
      const bool much = std::abs(a.mark - b.mark) > 1;
      const int harder = much ? 1 : 2, easier = much ? 5 : 4;
      out.push_back({0, a.puzzle, b.puzzle, a.mark > b.mark ? harder : easier});
    }
  return out;
}

void hear(OwnState& state, const std::vector<OwnComparison>& said, const OpinionScale& scale, Tastes shown) {
  const Index p = said.empty() ? 0 : said.front().features.size();
  if (p == 0) return;
  constexpr double usual = .25;
  if (state.u.size() != p) state.u = VectorXd::Zero(p);
  if (state.covariance.rows() != p + 1) {
    const double own = state.covariance.size() > 0 ? state.covariance(0, 0) : 1;
    state.covariance = MatrixXd::Zero(p + 1, p + 1);
    state.covariance(0, 0) = own;
  }
  MatrixXd spread = state.covariance.bottomRightCorner(p, p);
  if (shown == Tastes::none) spread = MatrixXd::Identity(p, p) * (usual * usual / static_cast<double>(p));
  // A puzzle that is in many comparisons is not as many witnesses.
  const double weight = std::min(1., 24. / static_cast<double>(said.size()));
  const MatrixXd precision = spread.llt().solve(MatrixXd::Identity(p, p));
  const VectorXd start = state.u;
  MatrixXd system = precision;
  for (int step = 0; step < 8; ++step) {
    system = precision;
    VectorXd gradient = -precision * (state.u - start);
    for (const OwnComparison& one : said) {
      const double place = scale.strength * (one.difference + one.features.dot(state.u));
      const OrdinalStep at = of_level(one.level, scale.near, scale.far, place);
      gradient += weight * scale.strength * at.gradient * one.features;
      system += weight * scale.strength * scale.strength * at.curvature * one.features * one.features.transpose();
    }
    state.u += system.llt().solve(gradient);
  }
  state.covariance.bottomRightCorner(p, p) = system.llt().solve(MatrixXd::Identity(p, p));
}

}  // namespace nazo::model
