// The mean of positive numbers of which some are only known to be larger than a bound: searches that were cut off.
//
// Leaving these out would make the mean smaller than it is, and taking the bound for the number as well. A log-normal
// distribution is fitted to all of them by maximum likelihood; its mean is the estimate. That the numbers are
// log-normal is an assumption: with many cut off, the estimate stands on the shape of a tail that nobody saw.
#pragma once

#include <optional>
#include <span>

#include "model/stats.hpp"

namespace nazo::model {

struct Censored {
  double value = 1;       ///< positive
  bool at_least = false;  ///< the number is this or larger
};

struct LogNormal {
  double mu = 0, sigma = 0;  ///< of the logarithm
  Estimate mean{};           ///< with a 95 % interval; its standard error is that of the mean's logarithm
};

/// Nothing with fewer than three numbers that are known exactly, or when these are all equal.
[[nodiscard]] std::optional<LogNormal> fit_log_normal(std::span<const Censored> values);

/// The mean if every number were its bound: the true mean of these is this or larger.
[[nodiscard]] double least_mean(std::span<const Censored> values);

/// The number below which this share of all lies; nothing when that is one of those that were cut off.
[[nodiscard]] std::optional<double> censored_quantile(std::span<const Censored> values, double share);

}  // namespace nazo::model
