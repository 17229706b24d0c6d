#include "experiments/winnability_tally.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/text.hpp"

namespace nazo {

Result<std::vector<DeeperStage>> deeper_stages(std::string_view text) {
  std::vector<DeeperStage> stages;
  if (text.empty()) return stages;
  for (const std::string_view part : split(text, ',')) {
    const std::vector<std::string_view> numbers = split(part, ':');
    const auto nodes = numbers.size() == 2 ? number_of<std::uint64_t>(numbers[0]) : std::nullopt;
    const auto deals = numbers.size() == 2 ? number_of<std::uint64_t>(numbers[1]) : std::nullopt;
    if (!nodes || !deals || *nodes == 0 || *deals == 0)
      return fail(cat("--deeper is STATES:DEALS,…, for example 5000000:500,50000000:100, not ", text));
    if (!stages.empty() && *nodes <= stages.back().nodes) return fail("the states of --deeper must grow");
    stages.push_back({.nodes = *nodes, .deals = *deals});
  }
  return stages;
}

void WinnabilityTally::begin_stage() {
  stages_.emplace_back();
  open_.clear();
}

void WinnabilityTally::add(const Value& item) {
  const auto deal = static_cast<std::uint64_t>(item.find("deal")->number());
  const std::string& status = *item.find("status")->string();
  if (deal >= ends_.size()) {
    ends_.resize(deal + 1);
    seconds_.resize(deal + 1);
  }
  DealEnd& end = ends_[deal];
  end.nodes = item.find("nodes")->number();
  seconds_[deal] += item.find("seconds")->number();
  model::TrialStage& stage = stages_.back();
  if (status == "solved") {
    end.status = Status::solved;
    ++stage.successes;
  } else if (status == "unsolvable") {
    end.status = Status::unsolvable;
    ++stage.failures;
  } else {
    ++stage.open;
    open_.push_back(deal);
  }
}

std::uint64_t WinnabilityTally::count(Status status) const {
  return static_cast<std::uint64_t>(std::ranges::count(ends_, status, &DealEnd::status));
}

std::vector<model::TrialStage> WinnabilityTally::joined_stages() const {
  std::vector<model::TrialStage> joined;
  for (const model::TrialStage& stage : stages_) {
    if (stage.trials() == 0) continue;
    if (!joined.empty() && stage.trials() == joined.back().open)
      joined.back() = model::joined(joined.back(), stage);
    else
      joined.push_back(stage);
  }
  return joined;
}

model::Interval WinnabilityTally::interval() const { return model::staged_share_interval(joined_stages()); }

bool WinnabilityTally::sampled() const { return joined_stages().size() > 1; }

std::optional<Supposed> WinnabilityTally::supposed() const {
  // Late is: after at least a tenth of the states at which the first undecided deal was given up.
  constexpr std::uint64_t fewest_late = 10;
  if (sampled()) return std::nullopt;
  double given_up = std::numeric_limits<double>::infinity();
  for (const DealEnd& end : ends_)
    if (end.status == Status::unknown) given_up = std::min(given_up, end.nodes);
  Supposed found;
  for (const DealEnd& end : ends_) {
    if (end.status == Status::unknown || end.nodes < given_up / 10) continue;
    ++found.late;
    found.late_won += end.status == Status::solved;
  }
  const std::uint64_t undecided = count(Status::unknown);
  if (undecided == 0 || found.late < fewest_late) return std::nullopt;
  const auto all = static_cast<double>(ends_.size()), open = static_cast<double>(undecided);
  // One of each added, so that a share of none or all does not look certain.
  const double late_all = static_cast<double>(found.late) + 2;
  const double late_share = (static_cast<double>(found.late_won) + 1) / late_all;
  found.share = (static_cast<double>(count(Status::solved)) + open * late_share) / all;
  return found;
}

double WinnabilityTally::all_seconds() const { return std::accumulate(seconds_.begin(), seconds_.end(), 0.0); }

double WinnabilityTally::seconds_quantile(double share) const {
  std::vector<double> sorted = seconds_;
  std::ranges::sort(sorted);
  const double at = share * static_cast<double>(sorted.size());
  return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(at))];
}

}  // namespace nazo
