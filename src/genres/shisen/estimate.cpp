#include "genres/shisen/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <span>

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

// ── layers and populations ─────────────────────────────────────────────────────────────────────────────────────────

using State = StateSampler::State;

/// Sums over the states of a layer, or of several.
struct Sums {
  double states = 0, moves = 0, solvable = 0, solvable_moves = 0, losing = 0;

  Sums& operator+=(const Sums& other) {
    states += other.states;
    moves += other.moves;
    solvable += other.solvable;
    solvable_moves += other.solvable_moves;
    losing += other.losing;
    return *this;
  }
  [[nodiscard]] Sums times(double factor) const {
    return {states * factor, moves * factor, solvable * factor, solvable_moves * factor, losing * factor};
  }
};

/// What there is to know of one state; `losing` receives its moves from solvable to unsolvable.
Sums look_at(StateSampler& sampler, State& state, std::vector<Pair>& losing) {
  std::vector<Pair> moves;
  sampler.moves(state, moves);
  losing.clear();
  Sums sums{.states = 1, .moves = static_cast<double>(moves.size())};
  if (sampler.solvable(state)) {
    sampler.losing_moves(state, moves, losing);
    sums.solvable = 1;
    sums.solvable_moves = sums.moves;
    sums.losing = static_cast<double>(losing.size());
  }
  return sums;
}

/// The first layers, in full.
struct Prefix {
  std::vector<Sums> layers{};
  std::vector<State> last{};  ///< the states of the last of them
  bool whole = false;         ///< there are no more
};

Prefix explore_prefix(const Board& board, std::size_t most_states, const Meter& clock) {
  StateSampler sampler(board, &clock);
  Prefix prefix;
  std::vector<State> layer{sampler.start()};
  std::vector<Pair> moves;
  while (!layer.empty()) {
    Sums sums;
    for (State& state : layer) {
      sums += look_at(sampler, state, moves);
      if (sampler.failed() || clock.seconds() > clock.budget().seconds) return prefix;
    }
    prefix.layers.push_back(sums);
    prefix.last = layer;
    std::vector<State> next;
    std::set<Key128> known;
    for (const State& state : layer) {
      sampler.moves(state, moves);
      for (const Pair move : moves) {
        if (!known.insert(state.key ^ zobrist(move.a) ^ zobrist(move.b)).second) continue;
        if (known.size() > most_states) return prefix;
        next.push_back(state);
        sampler.play(next.back(), move);
      }
    }
    layer = std::move(next);
  }
  prefix.whole = true;
  return prefix;
}

struct Replicate {
  bool finished = false;
  std::vector<Sums> layers{};  ///< the prefix included
  Sums total{}, first{}, second{};
};

using Weighted = StateSampler::Weighted;

/// One population. Solvable states are drawn walking down from the layers known in full to the layer `meeting`, and
/// walking up to it from the end; near its start either walk is good, far from it both miss what few states lead to.
/// Unsolvable states are drawn walking down from the losing moves met on the way.
class Population {
 public:
  Population(const Board& board, const Prefix& prefix, std::size_t size, Rng rng, const Meter& clock)
      : prefix_(prefix),
        size_(size),
        rng_(rng),
        clock_(clock),
        sampler_(board, &clock),
        layers_(prefix.layers),
        entrances_(static_cast<std::size_t>(sampler_.field().tiles() / 2) + 2) {
    layers_.resize(entrances_.size() - 1);
  }

  Replicate run(std::size_t meeting, int split) {
    Replicate replicate;
    if (!walk_up(meeting) || !walk_down(meeting) || !walk_down_lost()) return replicate;
    while (layers_.back().states == 0) layers_.pop_back();
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      replicate.total += layers_[i];
      (static_cast<int>(i) < split ? replicate.first : replicate.second) += layers_[i];
    }
    replicate.layers = std::move(layers_);
    replicate.finished = true;
    return replicate;
  }

  /// The layers from `meeting` on, solvable states only. False if time ran out.
  bool walk_up(std::size_t meeting) {
    if (prefix_.layers.front().solvable == 0) return true;
    const auto end = sampler_.finish();
    if (!end) return false;
    std::vector<State> population(size_, *end);
    double layer_size = 1;
    for (std::size_t depth = layers_.size(); depth-- > meeting && !population.empty();) {
      look_at_all(depth, population, layer_size);
      layer_size *= sampler_.retreat(population, rng_);
      if (!in_time()) return false;
    }
    return true;
  }

  /// The layers before `meeting`.
  bool walk_down(std::size_t meeting) {
    std::vector<State> population = drawn_evenly();
    double layer_size = static_cast<double>(prefix_.layers.back().solvable);
    for (std::size_t depth = prefix_.layers.size(); depth < meeting && !population.empty(); ++depth) {
      layer_size *= advance(population);
      if (!in_time()) return false;
      look_at_all(depth, population, layer_size);
    }
    return in_time();
  }

  [[nodiscard]] const std::vector<Sums>& layers() const { return layers_; }

 private:
  [[nodiscard]] bool in_time() const { return !sampler_.failed() && clock_.seconds() < clock_.budget().seconds; }

  /// Solvable states of the last layer known in full, each as often as any other, up to one.
  std::vector<State> drawn_evenly() {
    std::vector<const State*> solvable;
    for (const State& state : prefix_.last)
      if (!state.lost) solvable.push_back(&state);
    rng_.shuffle(std::span(solvable));
    std::vector<State> drawn;
    for (std::size_t i = 0; i < size_ && !solvable.empty(); ++i) drawn.push_back(*solvable[i % solvable.size()]);
    return drawn;
  }

  void look_at_all(std::size_t depth, std::vector<State>& population, double layer_size) {
    const double weight = layer_size / static_cast<double>(population.size());
    std::vector<Pair> losing;
    Sums sums, each;
    for (std::size_t i = 0; i < population.size(); ++i) {
      if (i > 0 && population[i].key == population[i - 1].key) {  // resampling makes copies, which are neighbours
        population[i] = population[i - 1];
      } else {
        each = look_at(sampler_, population[i], losing);
      }
      add_entrances(depth, population[i], losing, weight);
      sums += each;
    }
    layers_[depth] += sums.times(weight);
  }

  /// Notes the unsolvable children of a solvable state in layer `depth`.
  void add_entrances(std::size_t depth, const State& state, const std::vector<Pair>& losing, double weight) {
    for (const Pair move : losing) {
      Weighted child{state, weight};
      sampler_.play(child.state, move);
      child.state.lost = true;
      entrances_[depth + 1].push_back(std::move(child));
    }
  }

  /// One step down of solvable states: every one to a random solvable child. Returns the ratio of the layers' sizes.
  double advance(std::vector<State>& population) {
    std::vector<Weighted> children;
    std::vector<Pair> moves, losing;
    double total = 0;
    for (State& state : population) {
      sampler_.moves(state, moves);
      sampler_.losing_moves(state, moves, losing);
      std::erase_if(moves, [&](Pair move) { return std::ranges::find(losing, move) != losing.end(); });
      if (moves.empty()) continue;  // the end of the board
      Weighted& child = children.emplace_back(std::move(state), static_cast<double>(moves.size()));
      sampler_.play(child.state, moves[rng_.below(moves.size())]);
      child.weight *= sampler_.one_over_parents(child.state, rng_);
      total += child.weight;
      if (!in_time()) return 0;
    }
    const double ratio = total / static_cast<double>(population.size());
    if (children.empty()) {
      population.clear();
      return 0;
    }
    StateSampler::resample(children, population.size(), rng_);
    for (std::size_t i = 0; i < population.size(); ++i) population[i] = std::move(children[i].state);
    return ratio;
  }

  bool walk_down_lost() {
    std::vector<Weighted> lost;
    std::vector<Pair> losing;
    for (const State& known : prefix_.last) {
      State state = known;
      look_at(sampler_, state, losing);
      if (state.lost) {
        lost.push_back({std::move(state), 1});
      } else {
        add_entrances(prefix_.layers.size() - 1, state, losing, 1);
      }
    }
    for (std::size_t depth = prefix_.layers.size(); depth < layers_.size(); ++depth) {
      thin(lost);
      sampler_.advance(lost, rng_);
      thin(entrances_[depth]);
      for (Weighted& entrance : entrances_[depth]) {
        entrance.weight *= sampler_.one_over_parents(entrance.state, rng_);
        lost.push_back(std::move(entrance));
        if (!in_time()) return false;
      }
      for (Weighted& w : lost) layers_[depth] += look_at(sampler_, w.state, losing).times(w.weight);
      if (!in_time()) return false;
    }
    return true;
  }

  void thin(std::vector<Weighted>& population) {
    if (population.size() > size_) StateSampler::resample(population, size_, rng_);
  }

  const Prefix& prefix_;
  std::size_t size_;
  Rng rng_;
  const Meter& clock_;
  StateSampler sampler_;
  std::vector<Sums> layers_;
  std::vector<std::vector<Weighted>> entrances_;  // layer → unsolvable states by a losing move into it
};

/// The layer from which walking up sees more than walking down. Both are right on average and mostly see too little.
std::size_t meeting_layer(const Board& board, const Prefix& prefix, std::size_t size, std::uint64_t seed,
                          const Meter& clock) {
  constexpr std::uint64_t scouts = 6;
  const std::size_t first = prefix.layers.size(), end = board.tiles.size() / 2 + 1;
  std::vector<double> down(end, 0), up(end, 0);
  for (std::uint64_t i = 0; i < scouts; ++i) {
    Population below(board, prefix, size, Rng(seed, 2 * i, 4), clock),
        above(board, prefix, size, Rng(seed, 2 * i + 1, 4), clock);
    if (!below.walk_down(end) || !above.walk_up(first)) break;
    for (std::size_t d = first; d < end; ++d) {
      down[d] += below.layers()[d].states;
      up[d] += above.layers()[d].states;
    }
  }
  std::size_t meeting = first;
  while (meeting < end && up[meeting] < down[meeting]) ++meeting;
  return meeting;
}

// ── from populations to features ───────────────────────────────────────────────────────────────────────────────────

/// Small populations miss more than they show by differing from each other. How much was measured on boards with known
/// values (docs/SHISEN.md): variances are multiplied by 1 + 60 / size, those of rare events by four times that.
struct Replicates {
  std::vector<Replicate> list{};
  double caution = 1;
};
constexpr double small_population = 60, rare_caution = 4;

/// A ratio of two sums over all populations, and the relative variance of it (delta method).
struct Ratio {
  double value = 0, variance = 0;
};

std::optional<Ratio> ratio_of(const Replicates& all, auto&& part, auto&& whole) {
  const auto n = static_cast<double>(all.list.size());
  double a = 0, b = 0, squares = 0;
  for (const Replicate& r : all.list) a += part(r), b += whole(r);
  if (b == 0) return {};
  const double ratio = a / b;
  for (const Replicate& r : all.list) squares += std::pow(part(r) - ratio * whole(r), 2);
  return Ratio{ratio, a == 0 ? 0 : all.caution * squares * n / (n - 1) / (a * a)};
}

/// A mean that varies moderately.
std::optional<Estimate> as_mean(const std::optional<Ratio>& ratio, std::size_t populations) {
  if (!ratio) return {};
  const double half = ratio->value * student(static_cast<double>(populations) - 1) * std::sqrt(ratio->variance);
  return Estimate{ratio->value, ratio->value - half, ratio->value + half};
}

/// A size: products of many factors vary by factors.
Estimate as_size(const Ratio& ratio, std::size_t populations) {
  const double factor = std::exp(student(static_cast<double>(populations) - 1) * std::sqrt(ratio.variance));
  return {ratio.value, ratio.value / factor, ratio.value * factor};
}

/// How often a rare event happens: as a count that varies as much as this did. `one` is what a single event would
/// count, for the bound where none was seen.
std::optional<Estimate> as_rare(const std::optional<Ratio>& ratio, double one) {
  if (!ratio) return {};
  if (ratio->value == 0) return Estimate{0, 0, poisson(0).high * one};
  if (ratio->variance == 0) return Estimate{ratio->value, ratio->value, ratio->value};
  const double events = 1 / (rare_caution * ratio->variance);
  const Estimate counted = poisson(events);
  return Estimate{ratio->value, ratio->value * counted.low / events, ratio->value * counted.high / events};
}

/// The same for a share of a whole: what is rare may be the event or its absence.
std::optional<Estimate> as_rare_share(const Replicates& all, auto&& part, auto&& whole, double one) {
  const auto rest = [&](const Replicate& r) { return whole(r) - part(r); };
  const auto share = ratio_of(all, part, whole);
  if (!share) return {};
  const bool common = share->value > .5;
  const Estimate e = *as_rare(common ? ratio_of(all, rest, whole) : share, one);
  if (common) return Estimate{1 - e.value, std::max(0.0, 1 - e.high), 1 - e.low};
  return Estimate{e.value, e.low, std::min(1.0, e.high)};
}

void add_features(SpaceEstimate& out, const Replicates& all, double looks) {
  const auto one = [](const Replicate&) { return 1.0; };
  const auto states = [](const Replicate& r) { return r.total.states; };
  const auto moves = [](const Replicate& r) { return r.total.moves; };
  const auto losing = [](const Replicate& r) { return r.total.losing; };
  const std::size_t n = all.list.size();
  out.states = as_size(*ratio_of(all, states, one), n);
  out.transitions = as_size(*ratio_of(all, moves, one), n);
  out.moves_mean = as_mean(ratio_of(all, moves, states), n);
  out.moves_mean_first = as_mean(
      ratio_of(
          all, [](const Replicate& r) { return r.first.moves; }, [](const Replicate& r) { return r.first.states; }),
      n);
  out.moves_mean_second = as_mean(
      ratio_of(
          all, [](const Replicate& r) { return r.second.moves; }, [](const Replicate& r) { return r.second.states; }),
      n);
  const double least = looks > 0 ? 1 / looks : 0;
  out.solvable_fraction = as_rare_share(
      all, [](const Replicate& r) { return r.total.solvable; }, states, least);
  const double a_move = least / std::max(1.0, out.moves_mean->value);
  out.losing_fraction = as_rare(ratio_of(all, losing, moves), a_move);
  out.losing_fraction_solvable =
      as_rare(ratio_of(all, losing, [](const Replicate& r) { return r.total.solvable_moves; }), a_move);
  std::size_t depth = 0;
  for (const Replicate& r : all.list) depth = std::max(depth, r.layers.size());
  for (std::size_t d = 0; d < depth; ++d) {
    const auto layer = [d](const Replicate& r) { return d < r.layers.size() ? r.layers[d] : Sums{}; };
    Sums sum;
    for (const Replicate& r : all.list) sum += layer(r);
    out.layers.push_back({as_size(*ratio_of(
                                      all, [&](const Replicate& r) { return layer(r).states; }, one),
                                  n),
                          sum.moves / sum.states, sum.solvable / sum.states});
  }
}

}  // namespace

SpaceEstimate estimate_space(const Board& board, const EstimateRequest& request) {
  SpaceEstimate out;
  const Meter clock(request.budget, 1);
  const bool timed = std::isfinite(request.budget.seconds);
  const auto clock_until = [&](double share) {
    Budget part = request.budget;
    part.seconds = std::max(0.0, part.seconds * share - clock.seconds());
    return Meter(part, 1);
  };

  const Field field(board);
  std::uint64_t won = 0;
  for (; timed ? clock.seconds() < 0.05 * request.budget.seconds : out.walks < request.walks; ++out.walks) {
    Rng rng(request.seed, out.walks, 1);
    won += walk_at_random(field, rng).cleared ? 1 : 0;
  }
  if (out.walks > 0) out.random_walk_win = share(static_cast<double>(won), static_cast<double>(out.walks));

  const Prefix prefix = explore_prefix(board, request.exact_layer, clock_until(0.2));
  if (prefix.layers.empty() || (!prefix.whole && prefix.last.empty())) return out;
  out.exact_layers = static_cast<int>(prefix.layers.size());
  if (prefix.layers.front().solvable == 0) out.random_walk_win = Estimate{};

  std::vector<Replicate> all(prefix.whole ? 1 : estimate_populations);
  auto size = static_cast<std::size_t>(request.population_size);
  if (prefix.whole) {
    size = 0;
    Replicate& only = all.front();
    only.layers = prefix.layers;
    for (std::size_t i = 0; i < only.layers.size(); ++i) {
      only.total += only.layers[i];
      (static_cast<int>(i) < request.split ? only.first : only.second) += only.layers[i];
    }
    all.push_back(only);
  } else {
    std::size_t meeting = prefix.layers.size();
    if (timed) {  // a first small population tells what there is time for
      constexpr std::size_t pilot = 8;
      const Meter pilot_clock = clock_until(0.4);
      const double before = clock.seconds();
      const bool finished =
          Population(board, prefix, pilot, Rng(request.seed, 0, 3), pilot_clock).run(meeting, request.split).finished;
      const double each = (clock.seconds() - before) / pilot, left = request.budget.seconds - clock.seconds();
      const double fits = finished ? 0.6 * left * request.threads / (each * estimate_populations) : 0;
      constexpr double fewest = 16, most = 5000;
      size = static_cast<std::size_t>(std::clamp(fits, fewest, most));
    }
    meeting = meeting_layer(board, prefix, std::max<std::size_t>(size / 4, 8), request.seed, clock);
    out.meeting_layer = static_cast<int>(meeting);
    parallel_for(all.size(), request.threads, [&](unsigned, std::uint64_t i) {
      all[i] = Population(board, prefix, size, Rng(request.seed, i, 2), clock).run(meeting, request.split);
      if (request.progress) request.progress({"populations", i + 1, all.size(), {}});
    });
    std::erase_if(all, [](const Replicate& r) { return !r.finished; });
  }
  out.populations = prefix.whole ? 0 : static_cast<int>(all.size());
  out.population_size = static_cast<int>(size);
  constexpr std::size_t fewest_populations = 8;  // fewer do not tell how much they differ
  if (!prefix.whole && all.size() < fewest_populations) return out;
  const auto each = static_cast<double>(size);
  add_features(out, {std::move(all), prefix.whole ? 1 : 1 + small_population / each}, out.populations * each);
  return out;
}

}  // namespace nazo::shisen
