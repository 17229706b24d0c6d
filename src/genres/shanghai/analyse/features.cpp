#include "genres/shanghai/analyse/features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "genres/shanghai/analyse/plays.hpp"
#include "genres/shanghai/analyse/space.hpp"

namespace nazo::shanghai {

namespace {

/// Features that need every state of the space.
constexpr std::array<std::string_view, 13> space_features = {"states",
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

constexpr std::uint64_t blind_plays = 400;
constexpr std::uint64_t usual_sweeps = 200, walks_a_sweep = 100;

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

/// What can be said of a board whose space nobody can enumerate: how often plays at random clear it. The rest of the
/// space's features are null.
Limit add_estimate(Value& features, const Pile& pile, std::uint64_t sweeps, std::uint64_t seed, const Meter& meter) {
  for (const std::string_view feature : space_features) features.set(feature, Value());
  const bool timed = sweeps == 0 && std::isfinite(meter.budget().seconds);
  const std::uint64_t most_walks = walks_a_sweep * (sweeps != 0 ? sweeps : usual_sweeps);
  Share share;
  Limit limit = Limit::none;
  while (limit == Limit::none && (timed || share.of < most_walks)) {
    Rng rng(seed, share.of);
    share.won += walk_at_random(pile, rng) ? 1u : 0u;
    ++share.of;
    limit = meter.overdue();
  }
  features.set("random_walk_win", share.value())
      .set("intervals", Value::object().set("random_walk_win", Value::array().push(share.low()).push(share.high())));
  return timed && limit == Limit::time ? Limit::none : limit;
}

}  // namespace

const std::vector<FeatureFact>& feature_facts() {
  static const std::vector<FeatureFact> facts = {
      {"tiles", "tiles on the board"},
      {"kinds", "kinds of tiles"},
      {"layers_high", "layers of the board"},
      {"free_tiles", "tiles that are free at the start"},
      {"hidden_tiles", "tiles under others at the start"},
      {"unseen_faces", "of those, how many keep their faces from the player: none in the open game"},
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
      {"blind_win", "share of 400 plays won by a player who sees only the free tiles"},
      {"explored", "states found before a limit ran out"},
      {"intervals", "with --estimate: for each estimated feature its 95 % interval [low, high]"},
  };
  return facts;
}

Analysis analyze_board(const Board& board, const AnalysisRequest& request, const Context& context) {
  Analysis analysis;
  Value& features = analysis.features;
  const auto wants = [&](std::string_view feature) {
    return request.wanted.empty() || std::ranges::find(request.wanted, feature) != request.wanted.end();
  };
  const Meter meter(context.budget, 1);
  const Pile pile(board);
  const auto covered = std::ranges::count(covered_tiles(board), true);
  features.set("tiles", board.tiles.size())
      .set("kinds", board.kinds())
      .set("layers_high", board.layers)
      .set("free_tiles", std::ranges::count(free_tiles(board), true))
      .set("hidden_tiles", covered)
      .set("unseen_faces", board.seen == Seen::top ? covered : 0);
  const auto ran_out = [&](Limit limit) {
    analysis.exact = false;
    if (limit != Limit::none) analysis.limit = limit;
  };
  if (wants("blind_win")) {
    Share share;
    Limit limit = meter.overdue();
    while (share.of < blind_plays && limit == Limit::none) {
      Rng rng(1, share.of, 7);
      share.won += play_blind(pile, rng) ? 1u : 0u;
      ++share.of;
      limit = meter.overdue();
    }
    if (share.of == blind_plays) {
      features.set("blind_win", share.value());
    } else {
      ran_out(limit);
    }
  }
  if (std::ranges::none_of(space_features, wants)) return analysis;
  if (request.estimate) {
    ran_out(add_estimate(features, pile, request.sweeps, context.seed, meter));
    return analysis;
  }
  const SpaceCounts counts = explore_space(board, meter.rest());
  if (counts.limit == Limit::none) {
    add_space(features, counts, request.split);
  } else {
    ran_out(counts.limit);
    features.set("explored", counts.states);
  }
  return analysis;
}

Prior prior_of(const Value& features) {
  // Of 75 random solvable turtles: ln(win / (1 − win)) of a player who sees only free tiles, one play added to each
  // side.
  constexpr double mean = -3.01, deviation = 2.24;
  const Value* blind = features.find("blind_win");
  if (blind == nullptr || std::isnan(blind->number())) return {};
  const double plays = blind_plays;
  const double win = (blind->number() * plays + 1) / (plays + 2), odds = std::log(win / (1 - win));
  Prior prior;
  prior.difficulty = 50 * std::erfc((odds - mean) / (deviation * std::numbers::sqrt2));
  // Dull where nothing can go wrong, and where nothing can go right.
  prior.interest = 100 * 4 * win * (1 - win);
  const Value* tiles = features.find("tiles");
  const double pairs = tiles != nullptr && !std::isnan(tiles->number()) ? tiles->number() / 2 : most_tiles / 2;
  constexpr double seconds_a_pair = 5, tries = 3;
  prior.success = 1 - std::pow(1 - win, tries);
  prior.time = seconds_a_pair * pairs * (1 + (1 - win));
  return prior;
}

}  // namespace nazo::shanghai
