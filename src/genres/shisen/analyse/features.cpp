#include "genres/shisen/analyse/features.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/text.hpp"
#include "genres/shisen/analyse/estimate.hpp"
#include "genres/shisen/analyse/patterns.hpp"
#include "genres/shisen/analyse/space.hpp"
#include "genres/shisen/text/text.hpp"

namespace nazo::shisen {

namespace {

/// Features that need every state of the space.
constexpr const char* space_features[] = {"states",
                                          "transitions",
                                          "moves_mean",
                                          "moves_mean_first",
                                          "moves_mean_second",
                                          "solvable_fraction",
                                          "unsolvable_transition_fraction",
                                          "unsolvable_transition_fraction_solvable",
                                          "unsolvable_longest",
                                          "deadlocks",
                                          "first_deadlock_depth",
                                          "random_walk_win",
                                          "layers"};

Value ratio(double part, double whole) { return whole == 0 ? Value() : Value(part / whole); }

void add_space(Value& features, const SpaceCounts& counts, int split) {
  double moves[2]{}, states[2]{};
  Value layers = Value::array();
  for (std::size_t i = 0; i < counts.layers.size(); ++i) {
    const LayerCount& layer = counts.layers[i];
    const int part = static_cast<int>(i) < split ? 0 : 1;
    moves[part] += static_cast<double>(layer.transitions);
    states[part] += static_cast<double>(layer.states);
    const auto n = static_cast<double>(layer.states);
    layers.push(Value::object()
                    .set("states", layer.states)
                    .set("moves_mean", ratio(static_cast<double>(layer.transitions), n))
                    .set("solvable_fraction", ratio(static_cast<double>(layer.solvable), n)));
  }
  const auto all = static_cast<double>(counts.states), transitions = static_cast<double>(counts.transitions);
  const auto losing = static_cast<double>(counts.losing_transitions);
  features.set("states", counts.states)
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
      .set("layers", std::move(layers));
}

/// Estimates, and their intervals in a list of their own. What cannot be estimated honestly is null: the longest play
/// among unsolvable states and the first deadlock are extremes, of which a sample only ever sees a part; and deadlocks
/// come in so few places that samples mostly miss most of them.
void add_estimates(Value& features, const SpaceEstimate& e) {
  Value intervals = Value::object();
  const auto add = [&](const char* name, const std::optional<Estimate>& estimate) {
    features.set(name, estimate ? Value(estimate->value) : Value());
    if (estimate) intervals.set(name, Value::array().push(estimate->low).push(estimate->high));
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
  Value layers = Value::array();
  for (const LayerEstimate& layer : e.layers) {
    const auto& n = layer.states;
    layers.push(Value::object()
                    .set("states", n ? Value(n->value) : Value())
                    .set("states_interval", n ? Value::array().push(n->low).push(n->high) : Value())
                    .set("moves_mean", n ? Value(layer.moves_mean) : Value())
                    .set("solvable_fraction", n ? Value(layer.solvable_fraction) : Value()));
  }
  features.set("layers", std::move(layers)).set("intervals", std::move(intervals));
}

/// Groups of tiles as their places: [["1,2","2,1",…],…].
Value groups_value(const Board& board, const std::vector<TileGroup>& groups) {
  Value list = Value::array();
  for (const TileGroup& group : groups) {
    Value tiles = Value::array();
    for (const TileId tile : group) tiles.push(cat(board.tiles[tile].place.row, ",", board.tiles[tile].place.column));
    list.push(std::move(tiles));
  }
  return list;
}

}  // namespace

const std::vector<FeatureFact>& feature_facts() {
  static const std::vector<FeatureFact> facts = {
      {"width", "columns"},
      {"height", "rows"},
      {"tiles", "tiles on the board"},
      {"kinds", "kinds of tiles"},
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
      {"layers", "for every number of pairs gone: states, moves_mean, solvable_fraction"},
      {"deadlock_patterns",
       "smallest groups of kinds that alone cannot be cleared, as places of their tiles; empty if the board can be"},
      {"deadlock_pattern_count", "how many deadlock_patterns there are"},
      {"deadlock_pattern_size", "tiles in each of them (0: none)"},
      {"traps_two", "groups of two pairs that block each other once only they are left"},
      {"traps_three", "the same with three pairs, and no smaller trap inside"},
      {"explored", "states found before a limit ran out"},
      {"intervals", "with --estimate: for each estimated feature its 95 % interval [low, high]"},
  };
  return facts;
}

Result<Analysis> analyze_board(const Board& board, const AnalysisRequest& request, const Context& context) {
  Analysis analysis;
  Value& features = analysis.features;
  const auto wants = [&](std::string_view feature) {
    return request.wanted.empty() || std::ranges::find(request.wanted, feature) != request.wanted.end();
  };
  features.set("width", board.width)
      .set("height", board.height)
      .set("tiles", board.tiles.size())
      .set("kinds", board.kinds());
  Meter meter(context.budget, 1);
  if (wants("deadlock_patterns") || wants("deadlock_pattern_count") || wants("deadlock_pattern_size")) {
    const Patterns patterns = deadlock_patterns(board, meter.rest());
    if (patterns.limit == Limit::none) {
      features.set("deadlock_patterns", groups_value(board, patterns.groups))
          .set("deadlock_pattern_count", patterns.groups.size())
          .set("deadlock_pattern_size", patterns.groups.empty() ? std::size_t{0} : patterns.groups.front().size());
    } else {
      analysis.exact = false;
      analysis.limit = patterns.limit;
    }
  }
  if (wants("traps_two") || wants("traps_three")) {
    const Traps traps = find_traps(board, TrapGroups::count, meter.rest());
    if (traps.limit == Limit::none) {
      features.set("traps_two", traps.two).set("traps_three", traps.three_known ? Value(traps.three) : Value());
    } else {
      analysis.exact = false;
      analysis.limit = traps.limit;
    }
  }
  if (std::ranges::any_of(space_features, wants) && request.estimate) {
    analysis.exact = false;
    const SpaceEstimate estimate = estimate_space(board, {.budget = meter.rest(),
                                                          .threads = context.threads,
                                                          .seed = context.seed,
                                                          .split = request.split,
                                                          .sweeps = request.sweeps,
                                                          .progress = context.progress});
    add_estimates(features, estimate);
    if (estimate.limit != Limit::none) analysis.limit = estimate.limit;
  } else if (std::ranges::any_of(space_features, wants)) {
    NAZO_TRY(counts, explore_space(board, {.budget = meter.rest(),
                                           .threads = context.threads,
                                           .scratch = context.scratch,
                                           .progress = context.progress}));
    if (counts.limit == Limit::none) {
      add_space(features, counts, request.split);
    } else {
      analysis.exact = false;
      analysis.limit = counts.limit;
      features.set("explored", counts.states);
    }
  }
  return analysis;
}

Prior prior_of(const Value& features) {
  // Of 200 random solvable 10×6 boards, paths round the outside: ln(win / (1 − win)) of a random player.
  constexpr double mean = 3.69, deviation = 1.98;
  const Value* value = features.find("random_walk_win");
  if (value == nullptr || std::isnan(value->number())) return {};
  const double win = std::clamp(value->number(), 1e-6, 1 - 1e-6), odds = std::log(win / (1 - win));
  Prior prior;
  prior.difficulty = 50 * std::erfc((odds - mean) / (deviation * std::numbers::sqrt2));
  // Dull where nothing can go wrong, and where nothing can go right.
  prior.interest = 100 * 4 * win * (1 - win);
  const Value* tiles = features.find("tiles");
  const double pairs = tiles != nullptr && !std::isnan(tiles->number()) ? tiles->number() / 2 : 30;
  // A player looks at each pair for some seconds and starts again as often as a careful random player would.
  constexpr double seconds_a_pair = 6, tries = 3;
  prior.success = 1 - std::pow(1 - win, tries);
  prior.time = seconds_a_pair * pairs * (1 + (1 - win));
  return prior;
}

}  // namespace nazo::shisen
