#include "tiles/space/estimate_figures.hpp"

#include <algorithm>
#include <cmath>

#include "tiles/intervals.hpp"

namespace nazo::tiles {

namespace {

/// Neighbours in a chain are alike: so many of its states count as one where an event was never seen.
constexpr double alike = 4;
/// Met less often than this by all chains together, nothing is said.
constexpr double too_rare = 50;
/// Chains that came back to the start less often than this have not forgotten where they began: their intervals would
/// not hold.
constexpr std::uint64_t too_few_returns = 16;

double quotient(double part, double whole) { return whole == 0 ? 0 : part / whole; }

/// What is asked for, as far as it is the same for all states seen.
struct Figures {
  double states = 0, transitions = 0;
  double moves_mean = 0, moves_mean_first = 0, moves_mean_second = 0;
  double lost_share = 0, losing = 0, losing_of_solvable = 0;
};

Figures figures_of(const LayersSeen& seen, const std::vector<double>& sizes, std::size_t split) {
  double states[2]{}, moves[2]{};
  double looked_at = 0, moves_looked_at = 0, lost = 0, lost_moves = 0, losing = 0;
  for (std::size_t d = 0; d < seen.size(); ++d) {
    const LayerSeen& layer = seen[d];
    const std::size_t part = d < split ? 0 : 1;
    const double moves_here = sizes[d] * quotient(layer.moves, layer.plays);
    states[part] += sizes[d];
    moves[part] += moves_here;
    if (layer.looks == 0) continue;
    const double weight = sizes[d] / layer.looks;
    looked_at += sizes[d];
    moves_looked_at += moves_here;
    lost += weight * layer.lost;
    lost_moves += weight * layer.lost_moves;
    losing += weight * layer.losing;
  }
  Figures out;
  out.states = states[0] + states[1];
  out.transitions = moves[0] + moves[1];
  out.moves_mean = quotient(out.transitions, out.states);
  out.moves_mean_first = quotient(moves[0], states[0]);
  out.moves_mean_second = quotient(moves[1], states[1]);
  out.lost_share = quotient(lost, looked_at);
  out.losing = quotient(losing, moves_looked_at);
  out.losing_of_solvable = quotient(losing, moves_looked_at - lost_moves);
  return out;
}

/// A number with its variance.
struct Spread {
  double value = 0, variance = 0;
  double degrees = 1;  ///< of freedom of the variance
};

/// The figures from all chains, and those with one of them left out each time.
class Jackknife {
 public:
  Jackknife(const std::vector<Replicate>& all, std::size_t split) : together_(all.front().layers.size()) {
    for (const Replicate& chain : all)
      for (std::size_t d = 0; d < together_.size(); ++d) together_[d] += chain.layers[d];
    sizes_ = sizes_of_layers(together_);
    figures_ = figures_of(together_, sizes_, split);
    for (const Replicate& chain : all) {
      LayersSeen rest = together_;
      for (std::size_t d = 0; d < rest.size(); ++d) rest[d] -= chain.layers[d];
      sizes_without_.push_back(sizes_of_layers(rest));
      without_.push_back(figures_of(rest, sizes_without_.back(), split));
    }
  }

  [[nodiscard]] const LayersSeen& together() const { return together_; }
  [[nodiscard]] const std::vector<double>& sizes() const { return sizes_; }

  [[nodiscard]] Spread of(double Figures::* figure) const {
    return spread(figures_.*figure, [&](std::size_t i) { return without_[i].*figure; });
  }
  /// The logarithm of it.
  [[nodiscard]] Spread log_of(double Figures::* figure) const {
    return spread(std::log(figures_.*figure), [&](std::size_t i) { return std::log(without_[i].*figure); });
  }
  [[nodiscard]] Spread log_of_size(std::size_t layer) const {
    return spread(std::log(sizes_[layer]), [&](std::size_t i) { return std::log(sizes_without_[i][layer]); });
  }

 private:
  [[nodiscard]] Spread spread(double value, auto&& without) const {
    const auto n = static_cast<double>(without_.size());
    double mean = 0, squares = 0;
    for (std::size_t i = 0; i < without_.size(); ++i) mean += without(i) / n;
    for (std::size_t i = 0; i < without_.size(); ++i) squares += (without(i) - mean) * (without(i) - mean);
    return {value, squares * (n - 1) / n, n - 1};
  }

  LayersSeen together_;
  std::vector<double> sizes_{};
  Figures figures_{};
  std::vector<std::vector<double>> sizes_without_{};
  std::vector<Figures> without_{};
};

/// A mean that varies moderately.
Estimate as_mean(const Spread& mean) {
  const double half = student(mean.degrees) * std::sqrt(mean.variance);
  return {mean.value, mean.value - half, mean.value + half};
}

/// A size, of which the logarithm is given: products of many factors vary by factors.
std::optional<Estimate> as_size(const Spread& log) {
  if (!std::isfinite(log.value) || !std::isfinite(log.variance)) return {};
  const double value = std::exp(log.value), factor = std::exp(student(log.degrees) * std::sqrt(log.variance));
  return Estimate{value, value / factor, value * factor};
}

/// How often a rare event happens: as a count that varies as much as this did. `one` is what a single event would
/// count, for the bound where none was seen.
Estimate as_rare(const Spread& share, double one) {
  // Events in layers that hardly count say nothing of the others: what was not seen there bounds it, too.
  const double unseen = poisson(0).high * one;
  if (share.value == 0) return {0, 0, unseen};
  if (share.variance == 0) return {share.value, share.value, share.value};
  // The variance itself is known from few chains only: as much as Student's factor is above the normal one.
  const double doubt = student(share.degrees) / 1.959964;
  const double events = share.value * share.value / (share.variance * doubt * doubt);
  const Estimate counted = poisson(events);
  return {share.value, share.value * counted.low / events, std::max(unseen, share.value * counted.high / events)};
}

/// The share of solvable states, from that of the others. What is rare may be either.
Estimate as_solvable(const Spread& lost, double one) {
  const bool common = lost.value > .5;
  const Estimate e = as_rare(common ? Spread{1 - lost.value, lost.variance, lost.degrees} : lost, one);
  if (common) return {e.value, e.low, std::min(1.0, e.high)};
  return {1 - e.value, std::max(0.0, 1 - e.high), 1 - e.low};
}

/// How many states of equal weight would tell as much as those that were looked at.
double effective_looks(const LayersSeen& seen, const std::vector<double>& sizes) {
  double sum = 0, squares = 0;
  for (std::size_t d = 0; d < seen.size(); ++d) {
    if (seen[d].looks == 0) continue;
    sum += sizes[d];
    squares += sizes[d] * sizes[d] / seen[d].looks;
  }
  return quotient(sum * sum, squares);
}

/// How often the states of some layers were played on from.
double plays_in(const LayersSeen& seen, std::size_t first, std::size_t last) {
  double plays = 0;
  for (std::size_t d = first; d < last; ++d) plays += seen[d].plays;
  return plays;
}

std::size_t layers_before(int split, const LayersSeen& seen) {
  return std::min(static_cast<std::size_t>(std::max(split, 0)), seen.size());
}

LayerEstimate averages(const LayerSeen& layer) {
  return {{}, layer.moves / layer.plays, (layer.looks - layer.lost) / layer.looks};
}

}  // namespace

std::vector<double> sizes_of_layers(const LayersSeen& seen) {
  std::vector<double> sizes(seen.size(), 0);
  sizes[0] = 1;
  for (std::size_t d = 1; d < sizes.size(); ++d) {
    const LayerSeen &from = seen[d - 1], &to = seen[d];
    if (from.moves == 0 || to.back == 0) break;
    sizes[d] = sizes[d - 1] * (from.moves / from.plays) * (to.undoings / to.back);
  }
  return sizes;
}

void add_features(SpaceEstimate& out, const std::vector<Replicate>& all, int split) {
  std::uint64_t returns = 0;
  for (const Replicate& chain : all) returns += chain.returns;
  if (returns < too_few_returns) return;
  const std::size_t before = layers_before(split, all.front().layers);
  const Jackknife found(all, before);
  const LayersSeen& seen = found.together();
  out.states = as_size(found.log_of(&Figures::states));
  out.transitions = as_size(found.log_of(&Figures::transitions));
  const Spread moves_mean = found.of(&Figures::moves_mean);
  out.moves_mean = as_mean(moves_mean);
  if (plays_in(seen, 0, before) >= too_rare) out.moves_mean_first = as_mean(found.of(&Figures::moves_mean_first));
  if (plays_in(seen, before, seen.size()) >= too_rare)
    out.moves_mean_second = as_mean(found.of(&Figures::moves_mean_second));
  const double a_state = alike / effective_looks(seen, found.sizes());
  const double a_move = a_state / std::max(1.0, moves_mean.value);
  out.solvable_fraction = as_solvable(found.of(&Figures::lost_share), a_state);
  out.losing_fraction = as_rare(found.of(&Figures::losing), a_move);
  out.losing_fraction_solvable = as_rare(found.of(&Figures::losing_of_solvable), a_move);
  for (std::size_t d = 0; d < seen.size(); ++d) {
    out.layers.push_back(averages(seen[d]));
    if (seen[d].looks >= too_rare) out.layers.back().states = as_size(found.log_of_size(d));
  }
}

void add_counted(SpaceEstimate& out, const LayersSeen& all, int split) {
  const auto sure = [](double value) { return Estimate{value, value, value}; };
  std::vector<double> sizes;
  for (const LayerSeen& layer : all) {
    sizes.push_back(layer.looks);
    out.layers.push_back(averages(layer));
    out.layers.back().states = sure(layer.looks);
  }
  const std::size_t before = layers_before(split, all);
  const Figures figures = figures_of(all, sizes, before);
  out.states = sure(figures.states);
  out.transitions = sure(figures.transitions);
  out.moves_mean = sure(figures.moves_mean);
  if (before > 0) out.moves_mean_first = sure(figures.moves_mean_first);
  if (before < all.size()) out.moves_mean_second = sure(figures.moves_mean_second);
  out.solvable_fraction = sure(1 - figures.lost_share);
  double moves = 0, lost_moves = 0;
  for (const LayerSeen& layer : all) {
    moves += layer.moves;
    lost_moves += layer.lost_moves;
  }
  if (moves > 0) out.losing_fraction = sure(figures.losing);
  if (moves > lost_moves) out.losing_fraction_solvable = sure(figures.losing_of_solvable);
}

}  // namespace nazo::tiles
