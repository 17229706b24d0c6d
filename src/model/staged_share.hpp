// A share of successes where trials are decided in stages: what the first stage leaves open is tried harder in the
// second, but only a sample of it, and so on. So most of the effort goes into few trials, and the interval still holds
// for all of them (two-phase sampling, as surveys have it).
#pragma once

#include <cstdint>
#include <span>

#include "model/stats.hpp"

namespace nazo::model {

struct TrialStage {
  /// How the trials of this stage ended. They are all trials in the first stage, later a sample, chosen without regard
  /// to how they will end, of those that the stage before left open.
  std::uint64_t successes = 0, failures = 0, open = 0;

  [[nodiscard]] std::uint64_t trials() const { return successes + failures + open; }
};

/// An interval of the share of successes with this confidence. What the last stage leaves open may be failures (low) or
/// successes (high), all of it. With one stage it is the exact interval of `binomial_interval_undecided`; with several
/// it is that of a normal estimate, each count half a trial larger, so that a share of none or all is not taken as
/// certain. Stages need trials.
[[nodiscard]] Interval staged_share_interval(std::span<const TrialStage> stages, double confidence = 0.95);

/// What a later stage decided of everything that this one left open, is as if this one had decided it.
[[nodiscard]] TrialStage joined(const TrialStage& stage, const TrialStage& whole_next);

}  // namespace nazo::model
