#include "model/staged_share.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace nazo::model {

namespace {

struct Share {
  double value = 0;
  double variance = 0;
};

/// The share in the end, from the last stage to the first, if what is open after the last one succeeds with this share.
/// In each stage a trial counts 1, 0, or, left open, the share of the later stages, which has a variance of its own.
Share share_if(std::span<const TrialStage> stages, double of_the_last_open) {
  Share later{.value = of_the_last_open};
  for (const TrialStage& stage : std::views::reverse(stages)) {
    const double all = static_cast<double>(stage.trials()) + 1.5;
    const double won = (static_cast<double>(stage.successes) + .5) / all;
    const double open = (static_cast<double>(stage.open) + .5) / all;
    const double value = won + open * later.value;
    const double spread = won + open * later.value * later.value - value * value;
    later = {.value = value, .variance = spread / all + open * open * later.variance};
  }
  return later;
}

}  // namespace

Interval staged_share_interval(std::span<const TrialStage> stages, double confidence) {
  if (stages.size() == 1) {
    const TrialStage& only = stages.front();
    return binomial_interval_undecided(only.successes, only.failures, only.open, confidence);
  }
  const double errors = normal_quantile((1 + confidence) / 2);
  const Share least = share_if(stages, 0), most = share_if(stages, 1);
  return {.low = std::max(0.0, least.value - errors * std::sqrt(least.variance)),
          .high = std::min(1.0, most.value + errors * std::sqrt(most.variance))};
}

TrialStage joined(const TrialStage& stage, const TrialStage& whole_next) {
  return {.successes = stage.successes + whole_next.successes,
          .failures = stage.failures + whole_next.failures,
          .open = whole_next.open};
}

}  // namespace nazo::model
