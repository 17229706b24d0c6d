// How deals ended that were searched in stages: all of them a little, some of those that were left undecided more.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/value.hpp"
#include "model/staged_share.hpp"
#include "puzzle/genre.hpp"

namespace nazo {

/// A later stage: so many of the deals that are still undecided, the first ones, with so many states each.
struct DeeperStage {
  std::uint64_t nodes = 0, deals = 0;
};

/// "5000000:500,50000000:100", the states growing.
[[nodiscard]] Result<std::vector<DeeperStage>> deeper_stages(std::string_view text);

/// What became of one deal and after how many states.
struct DealEnd {
  Status status = Status::unknown;
  double nodes = 0;
};

/// How it looks if undecided deals are won as often as those that were decided late: a guess without an interval. Where
/// deals are won the less often the later they are decided, it is too high.
struct Supposed {
  std::uint64_t late = 0, late_won = 0;
  double share = 0;
};

class WinnabilityTally {
 public:
  /// A stage begins: what is added from here on is of it.
  void begin_stage();
  /// An item of the run, with its deal's number, status, nodes and seconds.
  void add(const Value& item);

  [[nodiscard]] std::uint64_t deals() const { return ends_.size(); }
  [[nodiscard]] std::uint64_t count(Status status) const;
  /// Every deal's end in the last stage that searched it.
  [[nodiscard]] const std::vector<DealEnd>& ends() const { return ends_; }
  /// The deals that the last stage left undecided, in order.
  [[nodiscard]] const std::vector<std::uint64_t>& undecided() const { return open_; }
  /// How the deals of each stage ended.
  [[nodiscard]] const std::vector<model::TrialStage>& stages() const { return stages_; }
  /// The share of deals that can be won, at 95 %.
  [[nodiscard]] model::Interval interval() const;
  /// True when a later stage looked at some of the undecided deals only.
  [[nodiscard]] bool sampled() const;
  /// Nothing where too few deals were decided late, or a sample of the undecided says more.
  [[nodiscard]] std::optional<Supposed> supposed() const;

  [[nodiscard]] double all_seconds() const;
  /// So that this share of the deals took no longer.
  [[nodiscard]] double seconds_quantile(double share) const;

 private:
  /// The stages with those joined that looked at everything the stage before left open.
  [[nodiscard]] std::vector<model::TrialStage> joined_stages() const;

  std::vector<DealEnd> ends_{};
  std::vector<double> seconds_{};
  std::vector<std::uint64_t> open_{};
  std::vector<model::TrialStage> stages_{};
};

}  // namespace nazo
