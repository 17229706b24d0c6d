#include "tiles/space/estimate_figures.hpp"

#include <algorithm>
#include <cmath>

#include "tiles/intervals.hpp"

namespace nazo::tiles {

namespace {

std::optional<Ratio> ratio_of(const std::vector<Replicate>& all, auto&& part, auto&& whole) {
  const auto n = static_cast<double>(all.size());
  double a = 0, b = 0;
  for (const Replicate& r : all) {
    a += part(r);
    b += whole(r);
  }
  if (b == 0) return {};
  Ratio out{a / b, 0, {}};
  for (const Replicate& r : all) {
    const double influence = a == 0 ? 0 : (part(r) - out.value * whole(r)) / a;
    out.influence.push_back(influence);
    out.variance += influence * influence * n / (n - 1);
  }
  return out;
}

/// A product of ratios; what each chain does to all of them is added up.
Ratio times(const Ratio& x, const Ratio& y) {
  const auto n = static_cast<double>(x.influence.size());
  Ratio out{x.value * y.value, 0, x.influence};
  for (std::size_t i = 0; i < out.influence.size(); ++i) {
    out.influence[i] += y.influence[i];
    out.variance += out.influence[i] * out.influence[i] * n / (n - 1);
  }
  return out;
}

/// A mean that varies moderately.
std::optional<Estimate> as_mean(const std::optional<Ratio>& ratio) {
  if (!ratio) return {};
  const double half =
      ratio->value * student(static_cast<double>(ratio->influence.size()) - 1) * std::sqrt(ratio->variance);
  return Estimate{ratio->value, ratio->value - half, ratio->value + half};
}

/// A size: products of many factors vary by factors.
std::optional<Estimate> as_size(const std::optional<Ratio>& ratio) {
  if (!ratio || ratio->value == 0) return {};
  const double factor =
      std::exp(student(static_cast<double>(ratio->influence.size()) - 1) * std::sqrt(ratio->variance));
  return Estimate{ratio->value, ratio->value / factor, ratio->value * factor};
}

/// How often a rare event happens: as a count that varies as much as this did. `one` is what a single event would
/// count, for the bound where none was seen.
std::optional<Estimate> as_rare(const std::optional<Ratio>& ratio, double one) {
  if (!ratio) return {};
  if (ratio->value == 0) return Estimate{0, 0, poisson(0).high * one};
  if (ratio->variance == 0) return Estimate{ratio->value, ratio->value, ratio->value};
  const double events = 1 / ratio->variance;
  const Estimate counted = poisson(events);
  return Estimate{ratio->value, ratio->value * counted.low / events, ratio->value * counted.high / events};
}

/// The same for a share of a whole: what is rare may be the event or its absence.
std::optional<Estimate> as_rare_share(const std::vector<Replicate>& all, auto&& part, auto&& whole, double one) {
  const auto rest = [&](const Replicate& r) { return whole(r) - part(r); };
  const auto share = ratio_of(all, part, whole);
  if (!share) return {};
  const bool common = share->value > .5;
  const Estimate e = *as_rare(common ? ratio_of(all, rest, whole) : share, one);
  if (common) return Estimate{1 - e.value, std::max(0.0, 1 - e.high), 1 - e.low};
  return Estimate{e.value, e.low, std::min(1.0, e.high)};
}

/// Neighbours in a chain are alike: so many of its states count as one where an event was never seen.
constexpr double alike = 4;
/// Met less often than this by all chains together, nothing is said.
constexpr double too_rare = 50;

}  // namespace

void add_features(SpaceEstimate& out, const std::vector<Replicate>& all, const std::optional<Ratio>& size,
                  double looks) {
  const auto states = [](const Replicate& r) { return r.total.states; };
  const auto moves = [](const Replicate& r) { return r.total.moves; };
  const auto losing = [](const Replicate& r) { return r.total.losing; };
  const auto moves_mean = ratio_of(all, moves, states);
  out.moves_mean = as_mean(moves_mean);
  out.states = as_size(size);
  if (size) out.transitions = as_size(times(*size, *moves_mean));
  out.moves_mean_first = as_mean(ratio_of(
      all, [](const Replicate& r) { return r.first.moves; }, [](const Replicate& r) { return r.first.states; }));
  double met = 0;
  for (const Replicate& r : all) met += r.second.states;
  if (met >= too_rare || looks == 0)
    out.moves_mean_second = as_mean(ratio_of(
        all, [](const Replicate& r) { return r.second.moves; }, [](const Replicate& r) { return r.second.states; }));
  const double least = looks > 0 ? alike / looks : 0;
  out.solvable_fraction = as_rare_share(all, [](const Replicate& r) { return r.total.solvable; }, states, least);
  const double a_move = least / std::max(1.0, out.moves_mean->value);
  out.losing_fraction = as_rare(ratio_of(all, losing, moves), a_move);
  out.losing_fraction_solvable =
      as_rare(ratio_of(all, losing, [](const Replicate& r) { return r.total.solvable_moves; }), a_move);
  for (std::size_t d = 0; d < all.front().layers.size(); ++d) {
    const auto layer_states = [d](const Replicate& r) { return r.layers[d].states; };
    Sums sum;
    for (const Replicate& r : all) sum += r.layers[d];
    LayerEstimate layer{{}, sum.moves / sum.states, sum.solvable / sum.states};
    if (size && (sum.states >= too_rare || looks == 0))
      layer.states = as_size(times(*size, *ratio_of(all, layer_states, states)));
    out.layers.push_back(layer);
  }
}

std::optional<Ratio> size_of_space(const std::vector<Replicate>& all, std::size_t kinds) {
  Ratio size{1, 0, std::vector<double>(all.size(), 0)};
  for (std::size_t k = 0; k < kinds; ++k) {
    const auto share =
        ratio_of(all, [k](const Replicate& r) { return r.settled_share[k]; }, [](const Replicate&) { return 1.0; });
    if (!share || share->value == 0) return {};
    Ratio inverse{1 / share->value, share->variance, share->influence};
    for (double& influence : inverse.influence) influence = -influence;
    size = times(size, inverse);
  }
  return size;
}

}  // namespace nazo::tiles
