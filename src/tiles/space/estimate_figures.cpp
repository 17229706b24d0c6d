#include "tiles/space/estimate_figures.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tiles/intervals.hpp"

namespace nazo::tiles {

namespace {

template <class One>
std::optional<Ratio> ratio_of(const std::vector<One>& all, auto&& part, auto&& whole) {
  const auto n = static_cast<double>(all.size());
  double a = 0, b = 0;
  for (const One& r : all) {
    a += part(r);
    b += whole(r);
  }
  if (b == 0) return {};
  Ratio out{a / b, 0, {}};
  for (const One& r : all) {
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
  // Events in layers that hardly count say nothing of the others: what was not seen there bounds it, too.
  const double unseen = poisson(0).high * one;
  if (ratio->value == 0) return Estimate{0, 0, unseen};
  if (ratio->variance == 0) return Estimate{ratio->value, ratio->value, ratio->value};
  const double events = 1 / ratio->variance;
  const Estimate counted = poisson(events);
  return Estimate{ratio->value, ratio->value * counted.low / events,
                  std::max(unseen, ratio->value * counted.high / events)};
}

/// The same for a share of a whole: what is rare may be the event or its absence.
std::optional<Estimate> as_rare_share(const std::vector<Sums>& all, auto&& part, auto&& whole, double one) {
  const auto rest = [&](const Sums& r) { return whole(r) - part(r); };
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
/// Chains that came back to the start less often than this have not forgotten where they began: their intervals would
/// not hold.
constexpr std::uint64_t too_few_returns = 16;

/// How many states of equal weight would tell as much as those that were looked at.
double effective_looks(const std::vector<Replicate>& all) {
  double sum = 0, squares = 0;
  for (const Replicate& r : all)
    for (const Sums& layer : r.layers) {
      if (layer.met == 0) continue;
      sum += layer.states;
      squares += layer.states * layer.states / layer.met;
    }
  return sum * sum / squares;
}

/// The sums of some layers, chain by chain.
std::vector<Sums> summed(const std::vector<Replicate>& all, std::size_t first_layer) {
  std::vector<Sums> sums(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t d = first_layer; d < all[i].layers.size(); ++d) sums[i] += all[i].layers[d];
  return sums;
}

}  // namespace

void add_features(SpaceEstimate& out, const std::vector<Replicate>& all, int split) {
  std::uint64_t looks = 0, returns = 0;
  for (const Replicate& r : all) {
    looks += r.looks;
    returns += r.returns;
  }
  const bool counted = looks == 0;
  if (!counted && returns < too_few_returns) return;
  const auto of = [](auto member) { return [member](const Sums& sums) { return sums.*member; }; };
  const auto states = of(&Sums::states), moves = of(&Sums::moves), losing = of(&Sums::losing);
  const std::vector<Sums> total = summed(all, 0), second = summed(all, static_cast<std::size_t>(std::max(split, 0)));
  std::vector<Sums> first;
  for (const Replicate& r : all) first.push_back(r.first);
  const auto met = [](const std::vector<Sums>& sums) {
    double n = 0;
    for (const Sums& one : sums) n += one.met;
    return n;
  };
  const auto moves_mean = ratio_of(total, moves, states);
  out.moves_mean = as_mean(moves_mean);
  if (counted || met(first) >= too_rare) out.moves_mean_first = as_mean(ratio_of(first, moves, states));
  if (counted || met(second) >= too_rare) out.moves_mean_second = as_mean(ratio_of(second, moves, states));
  const double least = counted ? 0 : alike / effective_looks(all);
  out.solvable_fraction = as_rare_share(total, of(&Sums::solvable), states, least);
  const double a_move = least / std::max(1.0, out.moves_mean->value);
  out.losing_fraction = as_rare(ratio_of(total, losing, moves), a_move);
  out.losing_fraction_solvable = as_rare(ratio_of(total, losing, of(&Sums::solvable_moves)), a_move);

  const auto at_start = [](const Replicate& r) { return r.visits.front(); };
  const auto everywhere = [](const Replicate& r) { return std::accumulate(r.visits.begin(), r.visits.end(), 0.0); };
  const auto size = ratio_of(all, everywhere, at_start);
  out.states = as_size(size);
  if (size) out.transitions = as_size(times(*size, *moves_mean));
  for (std::size_t d = 0; d < all.front().layers.size(); ++d) {
    Sums sum;
    for (const Replicate& r : all) sum += r.layers[d];
    LayerEstimate layer{{}, sum.moves / sum.states, sum.solvable / sum.states};
    const auto here = [d](const Replicate& r) { return r.visits[d]; };
    if (counted || sum.met >= too_rare) layer.states = as_size(ratio_of(all, here, at_start));
    out.layers.push_back(layer);
  }
}

}  // namespace nazo::tiles
