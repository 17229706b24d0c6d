#include "genres/shisen/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "genres/shisen/plays.hpp"
#include "genres/shisen/sampling.hpp"

namespace nazo::shisen {

namespace {

// ── intervals ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// The 97.5 % point of Student's t (Cornish–Fisher expansion; good to a percent from five degrees on).
double student(double degrees) {
  constexpr double z = 1.959964;
  const double z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees) +
         (3 * z5 * z * z + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees * degrees * degrees);
}

/// The p-quantile of a chi-squared variable (Wilson and Hilferty's cube).
double chi_squared(double degrees, double z) {
  if (degrees <= 0) return 0;
  const double a = 2 / (9 * degrees), cube = 1 - a + z * std::sqrt(a);
  return cube <= 0 ? 0 : degrees * cube * cube * cube;
}

/// 95 % interval for the mean of a Poisson variable that came out as `count` (Garwood), whole or not.
Estimate poisson(double count) {
  return {count, chi_squared(2 * count, -1.959964) / 2,
          count < 1e-9 ? 3.689 : chi_squared(2 * count + 2, 1.959964) / 2};
}

/// Wilson's interval for a share.
Estimate share(double successes, double trials) {
  constexpr double z = 1.959964;
  const double p = successes / trials, half = z * std::sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials));
  const double middle = p + z * z / (2 * trials), scale = 1 + z * z / trials;
  return {p, std::max(0.0, (middle - half) / scale), std::min(1.0, (middle + half) / scale)};
}

// ── populations ────────────────────────────────────────────────────────────────────────────────────────────────────

/// What one population says of a layer: its size, and sums over its states.
struct LayerSums {
  double states = 0, moves = 0, solvable = 0, solvable_moves = 0, losing = 0, deadlocks = 0;

  LayerSums& operator+=(const LayerSums& other) {
    states += other.states;
    moves += other.moves;
    solvable += other.solvable;
    solvable_moves += other.solvable_moves;
    losing += other.losing;
    deadlocks += other.deadlocks;
    return *this;
  }
};

struct Replicate {
  bool finished = false;
  std::vector<LayerSums> layers{};
  LayerSums total{}, first{}, second{};
  double squares = 0;  ///< of layer sizes: how evenly the sampled states weigh
};

Replicate run_population(const Board& board, std::size_t size, Rng rng, int split, const Meter& clock) {
  StateSampler sampler(board);
  Replicate replicate;
  std::vector<StateSampler::State> population(size, sampler.start());
  std::vector<Pair> moves;
  double layer_size = 1;
  for (int gone = 0; !population.empty(); ++gone) {
    LayerSums sums;
    for (StateSampler::State& state : population) {
      if (clock.seconds() > clock.budget().seconds) return replicate;
      sampler.moves(state, moves);
      const auto n = static_cast<double>(moves.size());
      sums.moves += n;
      if (sampler.solvable(state)) {
        sums.solvable += 1;
        sums.solvable_moves += n;
        sums.losing += sampler.losing_moves(state, moves);
      } else if (moves.empty()) {
        sums.deadlocks += 1;
      }
    }
    const double scale = layer_size / static_cast<double>(size);
    LayerSums layer{layer_size,          sums.moves * scale,    sums.solvable * scale, sums.solvable_moves * scale,
                    sums.losing * scale, sums.deadlocks * scale};
    replicate.layers.push_back(layer);
    replicate.total += layer;
    (gone < split ? replicate.first : replicate.second) += layer;
    replicate.squares += layer_size * layer_size;
    layer_size *= sampler.advance(population, rng);
  }
  replicate.finished = true;
  return replicate;
}

// ── from populations to features ───────────────────────────────────────────────────────────────────────────────────

using Part = double (*)(const Replicate&);

Estimate mean_of(const std::vector<Replicate>& all, auto&& part) {
  const auto n = static_cast<double>(all.size());
  double sum = 0, squares = 0;
  for (const Replicate& r : all) sum += part(r);
  const double mean = sum / n;
  for (const Replicate& r : all) squares += (part(r) - mean) * (part(r) - mean);
  const double half = student(n - 1) * std::sqrt(squares / (n * (n - 1)));
  return {mean, std::max(0.0, mean - half), mean + half};
}

/// The ratio of two sums, by the delta method.
std::optional<Estimate> ratio_of(const std::vector<Replicate>& all, auto&& part, auto&& whole) {
  const auto n = static_cast<double>(all.size());
  double a = 0, b = 0, squares = 0;
  for (const Replicate& r : all) a += part(r), b += whole(r);
  if (b == 0) return {};
  const double ratio = a / b;
  for (const Replicate& r : all) squares += std::pow(part(r) - ratio * whole(r), 2);
  const double half = student(n - 1) * std::sqrt(squares * n / (n - 1)) / b;
  return Estimate{ratio, std::max(0.0, ratio - half), ratio + half};
}

/// Widens an interval to what so many sampled states can tell of an event that happens `a state` times in each.
Estimate widened(Estimate e, double sampled_states, double per_unit) {
  const Estimate counted = poisson(e.value * sampled_states / per_unit);
  return {e.value, std::min(e.low, counted.low * per_unit / sampled_states),
          std::max(e.high, counted.high * per_unit / sampled_states)};
}

}  // namespace

SpaceEstimate estimate_space(const Board& board, const EstimateRequest& request) {
  SpaceEstimate out;
  Meter clock(request.budget, 1);
  const bool timed = std::isfinite(request.budget.seconds);
  constexpr std::uint64_t populations = 24;
  std::size_t size = 100;
  if (timed) {  // a first small population tells what there is time for
    Budget pilot_budget = request.budget;
    pilot_budget.seconds *= 0.1;
    constexpr std::size_t pilot = 4;
    Meter pilot_clock(pilot_budget, 1);
    const Replicate tried = run_population(board, pilot, Rng(request.seed, 1u << 20), request.split, pilot_clock);
    const double each = pilot_clock.seconds() / pilot, left = request.budget.seconds - clock.seconds();
    const double fits = tried.finished ? 0.7 * left * request.threads / (each * populations) : 0;
    size = static_cast<std::size_t>(std::clamp(fits, 2.0, 2000.0));
  }

  // A tenth of the time for plays at random.
  const Field field(board);
  std::uint64_t won = 0;
  for (std::uint64_t i = 0; timed ? clock.seconds() < 0.2 * request.budget.seconds : i < 20'000; ++i) {
    Rng rng(request.seed, i, 1);
    won += walk_at_random(field, rng).cleared ? 1 : 0;
    ++out.walks;
  }
  if (out.walks > 0) out.random_walk_win = share(static_cast<double>(won), static_cast<double>(out.walks));

  std::vector<Replicate> all(populations);
  parallel_for(populations, request.threads, [&](unsigned, std::uint64_t i) {
    all[i] = run_population(board, size, Rng(request.seed, i, 2), request.split, clock);
    if (request.progress) request.progress({"populations", i + 1, populations, {}});
  });
  std::erase_if(all, [](const Replicate& r) { return !r.finished; });
  out.populations = static_cast<int>(all.size());
  out.population_size = static_cast<int>(size);
  if (all.size() < 6) return out;  // too few to tell how much they differ

  const auto n = static_cast<double>(all.size());
  double weight = 0, squares = 0;
  for (const Replicate& r : all) weight += r.total.states, squares += r.squares;
  const double sampled = weight * weight / squares * static_cast<double>(size);  // states, as if all weighed the same

  const auto states = [](const Replicate& r) { return r.total.states; };
  const auto moves = [](const Replicate& r) { return r.total.moves; };
  out.states = mean_of(all, states);
  out.transitions = mean_of(all, moves);
  out.moves_mean = ratio_of(all, moves, states);
  out.moves_mean_first = ratio_of(
      all, [](const Replicate& r) { return r.first.moves; }, [](const Replicate& r) { return r.first.states; });
  out.moves_mean_second = ratio_of(
      all, [](const Replicate& r) { return r.second.moves; }, [](const Replicate& r) { return r.second.states; });
  const Estimate unsolvable =
      widened(*ratio_of(
                  all, [](const Replicate& r) { return r.total.states - r.total.solvable; }, states),
              sampled, 1);
  out.solvable_fraction =
      Estimate{1 - unsolvable.value, std::max(0.0, 1 - unsolvable.high), std::min(1.0, 1 - unsolvable.low)};
  const auto losing = [](const Replicate& r) { return r.total.losing; };
  const auto solvable_moves = [](const Replicate& r) { return r.total.solvable_moves; };
  if (auto fraction = ratio_of(all, losing, moves))
    out.losing_fraction = widened(*fraction, sampled, 1 / out.moves_mean->value);
  if (auto fraction = ratio_of(all, losing, solvable_moves))
    out.losing_fraction_solvable = widened(*fraction, sampled, 1 / out.moves_mean->value);
  const auto deadlock_share = widened(*ratio_of(
                                          all, [](const Replicate& r) { return r.total.deadlocks; }, states),
                                      sampled, 1);
  out.deadlocks = Estimate{deadlock_share.value * out.states->value, deadlock_share.low * out.states->low,
                           deadlock_share.high * out.states->high};

  std::size_t depth = 0;
  for (const Replicate& r : all) depth = std::max(depth, r.layers.size());
  for (std::size_t d = 0; d < depth; ++d) {
    const auto layer = [d](const Replicate& r) { return d < r.layers.size() ? r.layers[d] : LayerSums{}; };
    LayerEstimate estimate{mean_of(all, [&](const Replicate& r) { return layer(r).states; })};
    double sum = 0, layer_moves = 0, solvable = 0;
    for (const Replicate& r : all) sum += layer(r).states, layer_moves += layer(r).moves, solvable += layer(r).solvable;
    estimate.moves_mean = layer_moves / sum;
    estimate.solvable_fraction = solvable / sum;
    out.layers.push_back(estimate);
  }
  (void)n;
  return out;
}

}  // namespace nazo::shisen
