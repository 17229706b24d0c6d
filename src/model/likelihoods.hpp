// Inside the room: the log-likelihood of a time and of a yes or no, with their slopes by the linear predictor.
#pragma once

#include <cmath>
#include <vector>

#include "model/crossed.hpp"
#include "model/plays.hpp"
#include "model/stats.hpp"

namespace nazo::model {

/// Log-likelihood of ln t given its expectation eta; censored plays only say that it is larger.
struct LogTime {
  std::vector<double> y;
  std::vector<char> censored;
  double sigma = 1;

  [[nodiscard]] Slope operator()(std::size_t k, double eta) const { return with_sigma(k, eta, sigma); }

  [[nodiscard]] Slope with_sigma(std::size_t k, double eta, double spread) const {
    if (!censored[k]) {
      const double z = (y[k] - eta) / spread;
      return {z / spread, 1 / (spread * spread), -.5 * z * z - std::log(spread)};
    }
    const double u = (eta - y[k]) / spread, h = normal_hazard(u);
    return {h / spread, std::max(1e-12, h * (h + u)) / (spread * spread), log_normal_cdf(u)};
  }
};

[[nodiscard]] inline LogTime log_times(const PlayTable& table) {
  LogTime out;
  for (const Observation& play : table.plays) {
    out.y.push_back(std::log(std::max(play.seconds, .1)));
    out.censored.push_back(!play.solved);
  }
  return out;
}

/// Yes or no, averaged over what is not known of eta by Gauss–Hermite quadrature.
struct Bernoulli {
  std::vector<char> solved;

  [[nodiscard]] Slope operator()(std::size_t k, double eta, double variance) const {
    static constexpr double three[][2] = {{0, 2. / 3}, {1.7320508075688772, 1. / 6}};
    static constexpr double five[][2] = {
        {0, 8. / 15}, {1.355626179974266, .2220759220056126}, {2.856970013872806, .01125741132772069}};
    if (variance < 1e-4) return at(k, eta);
    const double spread = std::sqrt(variance);
    return variance < .3 ? averaged(k, eta, spread, three) : averaged(k, eta, spread, five);
  }

 private:
  [[nodiscard]] Slope at(std::size_t k, double eta) const {
    const double e = std::exp(-std::abs(eta)), small = e / (1 + e);  // the smaller of the two probabilities
    const double p = eta >= 0 ? 1 - small : small;
    const double against = (eta >= 0) == (solved[k] != 0) ? 0 : std::abs(eta);
    return {(solved[k] ? 1. : 0.) - p, std::max(1e-12, p * (1 - p)), -std::log1p(e) - against};
  }

  template <std::size_t n>
  [[nodiscard]] Slope averaged(std::size_t k, double eta, double spread, const double (&rule)[n][2]) const {
    Slope sum;
    for (const auto& [node, weight] : rule)
      for (const double side : {1., -1.}) {
        if (node == 0 && side < 0) continue;
        const Slope here = at(k, eta + side * spread * node);
        sum.gradient += weight * here.gradient;
        sum.curvature += weight * here.curvature;
        sum.log_likelihood += weight * here.log_likelihood;
      }
    return sum;
  }
};

[[nodiscard]] inline Bernoulli outcomes(const PlayTable& table) {
  Bernoulli out;
  for (const Observation& play : table.plays) out.solved.push_back(play.solved);
  return out;
}

}  // namespace nazo::model
