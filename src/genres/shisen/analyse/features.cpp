#include "genres/shisen/analyse/features.hpp"

#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "genres/shisen/analyse/patterns.hpp"
#include "genres/shisen/analyse/space.hpp"
#include "genres/shisen/text/text.hpp"

namespace nazo::shisen {

namespace {

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
  static const std::vector<FeatureFact> facts = [] {
    std::vector<FeatureFact> list = {
        {"width", "columns"},
        {"height", "rows"},
        {"tiles", "tiles on the board"},
        {"kinds", "kinds of tiles"},
        {"deadlock_patterns",
         "smallest groups of kinds that alone cannot be cleared, as places of their tiles; empty if the board can be"},
        {"deadlock_pattern_count", "how many deadlock_patterns there are"},
        {"deadlock_pattern_size", "tiles in each of them (0: none)"},
        {"traps_two", "groups of two pairs that block each other once only they are left"},
        {"traps_three", "the same with three pairs, and no smaller trap inside"},
    };
    std::ranges::copy(tiles::space_feature_facts(), std::back_inserter(list));
    return list;
  }();
  return facts;
}

Result<Analysis> analyze_board(const Board& board, const SpaceOrder& order, const Context& context) {
  Analysis analysis;
  Value& features = analysis.features;
  features.set("width", board.width)
      .set("height", board.height)
      .set("tiles", board.tiles.size())
      .set("kinds", board.kinds());
  Meter meter(context.budget, 1);
  if (order.wants("deadlock_patterns") || order.wants("deadlock_pattern_count") ||
      order.wants("deadlock_pattern_size")) {
    const Patterns patterns = deadlock_patterns(board, meter.rest());
    if (patterns.limit == Limit::none) {
      features.set("deadlock_patterns", groups_value(board, patterns.groups))
          .set("deadlock_pattern_count", patterns.groups.size())
          .set("deadlock_pattern_size", patterns.groups.empty() ? std::size_t{0} : patterns.groups.front().size());
    } else {
      tiles::note_limit(analysis, patterns.limit);
    }
  }
  if (order.wants("traps_two") || order.wants("traps_three")) {
    const Traps traps = find_traps(board, TrapGroups::count, meter.rest());
    if (traps.limit == Limit::none) {
      features.set("traps_two", traps.two).set("traps_three", traps.three_known ? Value(traps.three) : Value());
    } else {
      tiles::note_limit(analysis, traps.limit);
    }
  }
  if (!order.wants_space()) return analysis;
  if (order.estimate) {
    add_estimates(analysis, estimate_space(board, {.budget = meter.rest(),
                                                   .threads = context.threads,
                                                   .seed = context.seed,
                                                   .split = order.split,
                                                   .sweeps = order.sweeps,
                                                   .progress = context.progress}));
    return analysis;
  }
  NAZO_TRY(counts, explore_space(board, {.budget = meter.rest(),
                                         .threads = context.threads,
                                         .scratch = context.scratch,
                                         .progress = context.progress}));
  add_counts(analysis, counts, order.split);
  return analysis;
}

Prior prior_of(const Value& features) {
  // Of 200 random solvable 10×6 boards, paths round the outside: ln(win / (1 − win)) of a random player.
  constexpr tiles::WinPrior population{.mean = 3.69, .deviation = 1.98, .seconds_a_pair = 6};
  const double win = tiles::number_of(features, "random_walk_win", -1);
  if (win < 0) return {};
  const double pairs = tiles::number_of(features, "tiles", 60) / 2;
  return tiles::prior_of_win(std::clamp(win, 1e-6, 1 - 1e-6), pairs, population);
}

}  // namespace nazo::shisen
