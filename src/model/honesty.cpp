#include "model/honesty.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace nazo::model {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Values with independent variances around design·(unknowns ~ N(0, spread²)): what does not hang on the spread is
/// worked out once.
class Around {
 public:
  Around(const VectorXd& value, const VectorXd& variance, const MatrixXd& design) {
    const MatrixXd weighted = variance.cwiseInverse().asDiagonal() * design;
    precision_ = design.transpose() * weighted;
    pull_ = weighted.transpose() * value;
    constant_ = value.cwiseAbs2().cwiseQuotient(variance).sum() + (2 * std::numbers::pi * variance.array()).log().sum();
  }
  [[nodiscard]] double log_density(const VectorXd& spread) const {
    MatrixXd precision = spread.asDiagonal() * precision_ * spread.asDiagonal();
    precision.diagonal().array() += 1;
    const Eigen::LLT<MatrixXd> cholesky(precision);
    const VectorXd pull = spread.cwiseProduct(pull_);
    const double logs = 2 * cholesky.matrixLLT().diagonal().array().log().sum();
    return -.5 * (constant_ - pull.dot(cholesky.solve(pull)) + logs);
  }

 private:
  MatrixXd precision_;
  VectorXd pull_;
  double constant_ = 0;
};

/// ln of the mean of densities.
template <std::size_t N>
double log_mean(const std::array<double, N>& log_density) {
  const double best = *std::ranges::max_element(log_density);
  double sum = 0;
  for (const double one : log_density) sum += std::exp(one - best) / static_cast<double>(N);
  return best + std::log(sum);
}

/// Somebody who clicks about: times around a level of their own, at least twice as scattered as those of others. Whose
/// times are calm does no harm, whatever they go by.
double of_anything(const VectorXd& value, double usual_noise) {
  static constexpr std::array wilder{2., 4.};
  std::array<double, wilder.size()> log_density{};
  for (std::size_t s = 0; s < wilder.size(); ++s) {
    const double spread = wilder[s] * usual_noise;
    const Around level(value, VectorXd::Constant(value.size(), spread * spread), MatrixXd::Ones(value.size(), 1));
    log_density[s] = level.log_density(VectorXd::Constant(1, 1.2));
  }
  return log_mean(log_density);
}

/// Somebody who plays has a level and may have tastes of their own, weak or strong: without those a crowd to which
/// other puzzles are hard would pass for people who click about.
double of_somebody(const VectorXd& value, const VectorXd& variance, const MatrixXd& tastes, double level_sd) {
  static constexpr std::array spreads{.05, .25, .6, 1.2};
  std::array<double, spreads.size()> log_density{};
  MatrixXd design(value.size(), 1 + tastes.cols());
  design.col(0).setOnes();
  design.rightCols(tastes.cols()) = tastes;
  const Around person(value, variance, design);
  for (std::size_t s = 0; s < spreads.size(); ++s) {
    VectorXd spread = VectorXd::Constant(design.cols(), spreads[s]);
    spread[0] = level_sd;
    log_density[s] = person.log_density(spread);
  }
  return log_mean(log_density);
}

}  // namespace

Eigen::VectorXd honesty(const HonestyInput& input, double& share) {
  const PlayList& plays = input.plays;
  double centre = 0;
  for (const double y : input.working.response) centre += y / static_cast<double>(plays.size());
  VectorXd for_play = VectorXd::Zero(plays.persons);
  for (std::size_t i = 0; i < plays.of_person.size(); ++i) {
    const auto& own = plays.of_person[i];
    if (own.size() < 2) continue;
    const auto n = static_cast<Eigen::Index>(own.size()), at = static_cast<Eigen::Index>(i);
    VectorXd off(n), variance(n), plain(n);
    for (Eigen::Index r = 0; r < n; ++r) {
      const std::size_t k = own[static_cast<std::size_t>(r)];
      const int j = plays.puzzle[k];
      // The puzzle as the others left it: what this play gave is taken back, and it gave less the less is known of the
      // person.
      const double response = input.working.response[k] + input.persons.practice * plays.practice[k];
      const double weight = input.working.weight[k] * input.honest[at];
      const double given = weight / (1 + weight * input.persons.variance(at, 0));
      const double before = std::max(.02 / input.b_variance[j], 1 / input.b_variance[j] - given);
      const double said = input.working.response[k] + input.persons.part[k];
      const double others = input.b[j] - given * (said - input.b[j]) / before;
      const double noise = 1.5 * input.scale[at] * input.scale[at];
      const double spread = std::sqrt(noise + 1 / before + input.level_sd * input.level_sd);
      // An odd play now and then is human.
      off[r] = std::clamp(response - others, -3 * spread, 3 * spread);
      variance[r] = noise + 1 / before;
      plain[r] = input.working.response[k] - centre;
    }
    for_play[at] = of_somebody(off, variance, plays.design[i].rightCols(plays.tastes()), input.level_sd) -
                   of_anything(plain, input.scale[at]);
  }
  Eigen::VectorXd honest(plays.persons);
  constexpr double most = 1. / 3, pseudo_persons = 20, usual = .03;
  for (int round = 0; round < 10; ++round) {
    for (Eigen::Index i = 0; i < honest.size(); ++i)
      honest[i] = 1 / (1 + share / (1 - share) * std::exp(-std::clamp(for_play[i], -30., 30.)));
    const double odd = (1 - honest.array()).sum();
    share = std::min(most, (pseudo_persons * usual + odd) / (pseudo_persons + static_cast<double>(plays.persons)));
  }
  return honest;
}

}  // namespace nazo::model
