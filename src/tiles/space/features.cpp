#include "tiles/space/features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace nazo::tiles {

namespace {

/// How many of the facts need every state of the space.
constexpr std::size_t of_the_space = 16;

Value ratio(double part, double whole) { return whole == 0 ? Value() : Value(part / whole); }

Value interval(const Estimate& estimate) { return Value::array().push(estimate.low).push(estimate.high); }

}  // namespace

const std::vector<FeatureFact>& space_feature_facts() {
  static const std::vector<FeatureFact> facts = {
      {"states", "sets of tiles that can be left in play, the start and the empty board included"},
      {"transitions", "moves, summed over all states"},
      {"moves_mean", "moves a state has on average"},
      {"moves_mean_first", "the same over states with fewer than --split pairs gone"},
      {"moves_mean_second", "the same over the other states"},
      {"solvable_fraction", "share of states from which the board can still be cleared"},
      {"unsolvable_transition_fraction", "share of all moves that lead from a solvable state to an unsolvable one"},
      {"unsolvable_transition_fraction_solvable", "the same as a share of the moves of solvable states"},
      {"unsolvable_longest", "longest play inside the unsolvable part, in moves (-1: there is none)"},
      {"deadlocks", "states with tiles but no move"},
      {"first_deadlock_depth", "fewest pairs gone at a deadlock (-1: there is none)"},
      {"random_walk_win", "probability that a player who moves at random clears the board"},
      {"solvable_fraction_layers", "solvable_fraction of each layer (number of pairs gone), averaged over the layers"},
      {"unsolvable_transition_fraction_layers",
       "unsolvable_transition_fraction of each layer, averaged over the layers"},
      {"unsolvable_longest_layers",
       "longest play inside the unsolvable part that begins on each layer (-1: none), averaged over the layers"},
      {"layers", "for every number of pairs gone: states, moves_mean, solvable_fraction, losing_fraction, longest"},
      {"explored", "states found before a limit ran out"},
      {"intervals", "with --estimate: for each estimated feature its 95 % interval [low, high]"},
  };
  return facts;
}

std::vector<OptionFact> space_option_facts() {
  const std::vector<std::string> verbs{"analyze", "rate", "generate"};
  return {{.name = "split",
           .kind = OptionKind::integer,
           .help = "pairs gone where moves_mean_second begins",
           .fallback = "13",
           .verbs = verbs,
           .lowest = 0,
           .highest = 450},
          {.name = "estimate",
           .kind = OptionKind::flag,
           .help = "sample the state space within --time instead of exploring all of it",
           .verbs = verbs},
          {.name = "sweeps",
           .kind = OptionKind::integer,
           .help = "with --estimate: so much work, and the same answer every time, instead of all of --time",
           .fallback = "0",
           .verbs = verbs,
           .lowest = 0,
           .highest = 1e6}};
}

bool SpaceOrder::wants(std::string_view feature) const {
  return wanted.empty() || std::ranges::find(wanted, feature) != wanted.end();
}

bool SpaceOrder::wants_space() const {
  const auto facts = std::span(space_feature_facts()).first(of_the_space);
  return std::ranges::any_of(facts, [&](const FeatureFact& fact) { return wants(fact.name); });
}

SpaceOrder space_order(const std::vector<std::string>& wanted, const Options& options) {
  return {.wanted = wanted,
          .split = static_cast<int>(options.integer("split")),
          .estimate = options.flag("estimate"),
          .sweeps = static_cast<std::uint64_t>(options.integer("sweeps"))};
}

void note_limit(Analysis& analysis, Limit limit) {
  analysis.exact = false;
  if (limit != Limit::none) analysis.limit = limit;
}

void add_counts(Analysis& analysis, const SpaceCounts& counts, int split) {
  if (counts.limit != Limit::none) {
    note_limit(analysis, counts.limit);
    analysis.features.set("explored", counts.states);
    return;
  }
  double moves[2]{}, states[2]{};
  double solvable_sum = 0, losing_sum = 0, moving_layers = 0, longest_sum = 0;
  Value layers = Value::array();
  for (std::size_t i = 0; i < counts.layers.size(); ++i) {
    const LayerCount& layer = counts.layers[i];
    const int part = static_cast<int>(i) < split ? 0 : 1;
    moves[part] += static_cast<double>(layer.transitions);
    states[part] += static_cast<double>(layer.states);
    const auto n = static_cast<double>(layer.states);
    layers.push(
        Value::object()
            .set("states", layer.states)
            .set("moves_mean", ratio(static_cast<double>(layer.transitions), n))
            .set("solvable_fraction", ratio(static_cast<double>(layer.solvable), n))
            .set("losing_fraction", ratio(static_cast<double>(layer.losing), static_cast<double>(layer.transitions)))
            .set("longest", layer.longest));
    solvable_sum += static_cast<double>(layer.solvable) / n;
    longest_sum += layer.longest;
    if (layer.transitions == 0) continue;
    losing_sum += static_cast<double>(layer.losing) / static_cast<double>(layer.transitions);
    ++moving_layers;
  }
  const auto depth = static_cast<double>(counts.layers.size());
  const auto all = static_cast<double>(counts.states), transitions = static_cast<double>(counts.transitions);
  const auto losing = static_cast<double>(counts.losing_transitions);
  analysis.features.set("states", counts.states)
      .set("transitions", counts.transitions)
      .set("moves_mean", ratio(transitions, all))
      .set("moves_mean_first", ratio(moves[0], states[0]))
      .set("moves_mean_second", ratio(moves[1], states[1]))
      .set("solvable_fraction", ratio(static_cast<double>(counts.solvable), all))
      .set("unsolvable_transition_fraction", ratio(losing, transitions))
      .set("unsolvable_transition_fraction_solvable", ratio(losing, static_cast<double>(counts.solvable_transitions)))
      .set("unsolvable_longest", counts.unsolvable_longest)
      .set("deadlocks", counts.deadlocks)
      .set("first_deadlock_depth", counts.first_deadlock)
      .set("random_walk_win", counts.random_walk_win)
      .set("solvable_fraction_layers", ratio(solvable_sum, depth))
      .set("unsolvable_transition_fraction_layers", ratio(losing_sum, moving_layers))
      .set("unsolvable_longest_layers", ratio(longest_sum, depth))
      .set("layers", std::move(layers));
}

void add_estimates(Analysis& analysis, const SpaceEstimate& e) {
  note_limit(analysis, e.limit);
  Value intervals = Value::object();
  const auto add = [&](const char* name, const std::optional<Estimate>& estimate) {
    analysis.features.set(name, estimate ? Value(estimate->value) : Value());
    if (estimate) intervals.set(name, interval(*estimate));
  };
  add("states", e.states);
  add("transitions", e.transitions);
  add("moves_mean", e.moves_mean);
  add("moves_mean_first", e.moves_mean_first);
  add("moves_mean_second", e.moves_mean_second);
  add("solvable_fraction", e.solvable_fraction);
  add("unsolvable_transition_fraction", e.losing_fraction);
  add("unsolvable_transition_fraction_solvable", e.losing_fraction_solvable);
  add("unsolvable_longest", {});
  add("deadlocks", {});
  add("first_deadlock_depth", {});
  add("random_walk_win", e.random_walk_win);
  for (const char* unknown :
       {"solvable_fraction_layers", "unsolvable_transition_fraction_layers", "unsolvable_longest_layers"})
    add(unknown, {});
  Value layers = Value::array();
  for (const LayerEstimate& layer : e.layers) {
    const auto& n = layer.states;
    layers.push(Value::object()
                    .set("states", n ? Value(n->value) : Value())
                    .set("states_interval", n ? interval(*n) : Value())
                    .set("moves_mean", n ? Value(layer.moves_mean) : Value())
                    .set("solvable_fraction", n ? Value(layer.solvable_fraction) : Value()));
  }
  analysis.features.set("layers", std::move(layers)).set("intervals", std::move(intervals));
}

Prior prior_of_win(double win, double pairs, const WinPrior& population) {
  constexpr double tries = 3;
  const double odds = std::log(win / (1 - win));
  Prior prior;
  prior.difficulty = 50 * std::erfc((odds - population.mean) / (population.deviation * std::numbers::sqrt2));
  // Dull where nothing can go wrong, and where nothing can go right.
  prior.interest = 100 * 4 * win * (1 - win);
  prior.success = 1 - std::pow(1 - win, tries);
  prior.time = population.seconds_a_pair * pairs * (1 + (1 - win));
  return prior;
}

double number_of(const Value& features, std::string_view name, double fallback) {
  const Value* value = features.find(name);
  return value == nullptr || std::isnan(value->number()) ? fallback : value->number();
}

}  // namespace nazo::tiles
