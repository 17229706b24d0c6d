#include "model/honesty.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace nazo::model {
namespace {

/// ln density of values with independent variances around one unknown mean ~ N(centre, spread²).
double around_one_level(const std::vector<double>& value, const std::vector<double>& variance, double centre,
                        double spread) {
  double precision = 1 / (spread * spread), pull = 0, quadratic = 0, logs = std::log(spread * spread);
  for (std::size_t k = 0; k < value.size(); ++k) {
    const double off = value[k] - centre;
    precision += 1 / variance[k];
    pull += off / variance[k];
    quadratic += off * off / variance[k];
    logs += std::log(2 * std::numbers::pi * variance[k]);
  }
  return -.5 * (quadratic - pull * pull / precision + std::log(precision) + logs);
}

double of_anything(const std::vector<double>& value, double centre) {
  static constexpr std::array spreads{.35, .7, 1.2, 2.};
  double sum = 0, best = -1e300;
  std::array<double, spreads.size()> log_density{};
  for (std::size_t s = 0; s < spreads.size(); ++s) {
    const std::vector<double> variance(value.size(), spreads[s] * spreads[s]);
    log_density[s] = around_one_level(value, variance, centre, 1.2);
    best = std::max(best, log_density[s]);
  }
  for (const double one : log_density) sum += std::exp(one - best) / spreads.size();
  return best + std::log(sum);
}

}  // namespace

Eigen::VectorXd honesty(const HonestyInput& input, double& share) {
  const PlayList& plays = input.plays;
  double centre = 0;
  for (const double y : input.working.response) centre += y / static_cast<double>(plays.size());
  Eigen::VectorXd for_play = Eigen::VectorXd::Zero(plays.persons);
  for (std::size_t i = 0; i < plays.of_person.size(); ++i) {
    std::vector<double> off, variance, plain;
    for (const std::size_t k : plays.of_person[i]) {
      const int j = plays.puzzle[k];
      const auto at = static_cast<Eigen::Index>(i);
      // The puzzle as the others left it: what this play gave is taken back, and it gave less the less is known of the
      // person.
      const double response = input.working.response[k] + input.persons.practice * plays.practice[k];
      const double weight = input.working.weight[k] * input.honest[at];
      const double given = weight / (1 + weight * input.persons.variance[at]);
      const double before = std::max(.02 / input.b_variance[j], 1 / input.b_variance[j] - given);
      const double said = input.working.response[k] + input.persons.part(static_cast<int>(i), plays.practice[k]);
      const double others = input.b[j] - given * (said - input.b[j]) / before;
      const double noise = 1.5 * input.scale[at] * input.scale[at];
      const double spread = std::sqrt(noise + 1 / before + input.level_sd * input.level_sd);
      // An odd play now and then is human.
      off.push_back(std::clamp(response - others, -3 * spread, 3 * spread));
      variance.push_back(noise + 1 / before);
      plain.push_back(input.working.response[k]);
    }
    if (off.size() > 1)
      for_play[static_cast<Eigen::Index>(i)] =
          around_one_level(off, variance, 0, input.level_sd) - of_anything(plain, centre);
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
