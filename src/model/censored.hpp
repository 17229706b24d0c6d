// The mean of heavy-tailed positive numbers, of which some may only be known to be larger than a bound: counts of
// searches, some of them cut off.
//
// A few large numbers make such a mean, and a hundred of them rarely hold their largest kin. So the interval stands on
// the numbers themselves and on no distribution: a log-normal one, say, which counts of searches resemble, puts the
// mean at half of what it is (bench/superpuzz.md). Where numbers are cut off there is no upper end: nobody saw the
// tail.
#pragma once

#include <optional>
#include <span>

#include "model/stats.hpp"

namespace nazo::model {

struct Censored {
  double value = 1;       ///< positive
  bool at_least = false;  ///< the number is this or larger
};

/// The mean if every number were its bound: the true mean of these is this or larger. Those that are doubtful may
/// belong to them or not; as many count as make the mean least.
[[nodiscard]] double least_mean(std::span<const Censored> values, std::span<const Censored> doubtful = {});

/// The ends of a 95 % interval of the mean, from samples drawn again. Measured on counts of searches: of 88 numbers
/// known exactly it holds the true mean in 95 to 98 %, of 30 in 90 to 98 %.
struct MeanEnds {
  std::optional<double> low{};   ///< of the mean, or of what it is at least; nothing with fewer than 10 numbers
  std::optional<double> high{};  ///< nothing with fewer than 30, where one was cut off, or where one is doubtful
};
[[nodiscard]] MeanEnds mean_ends(std::span<const Censored> values, std::span<const Censored> doubtful = {});

struct LogNormal {
  double mu = 0, sigma = 0;  ///< of the logarithm
  [[nodiscard]] double mean() const;
};
/// By maximum likelihood. Its mean is a guess, and stands on the shape of a tail that nobody saw. Nothing with fewer
/// than three numbers that are known exactly, or when these are all equal.
[[nodiscard]] std::optional<LogNormal> fit_log_normal(std::span<const Censored> values);

/// The number below which this share of all lies; nothing when that is one of those that were cut off.
[[nodiscard]] std::optional<double> censored_quantile(std::span<const Censored> values, double share);

}  // namespace nazo::model
