#include "genres/shanghai/analyse/features.hpp"

#include <algorithm>
#include <iterator>

#include "genres/shanghai/analyse/plays.hpp"
#include "genres/shanghai/analyse/space.hpp"

namespace nazo::shanghai {

namespace {

constexpr int blind_plays = 400;

/// The share of plays that a player who sees only free tiles wins; the plays are the same every time.
void add_blind_win(Analysis& analysis, const Board& board, const Meter& meter) {
  const Pile pile(board);
  int won = 0;
  for (int play = 0; play < blind_plays; ++play) {
    if (const Limit limit = meter.overdue(); limit != Limit::none) return tiles::note_limit(analysis, limit);
    Rng rng(1, static_cast<std::uint64_t>(play), 7);
    won += play_blind(pile, rng) ? 1 : 0;
  }
  analysis.features.set("blind_win", static_cast<double>(won) / blind_plays);
}

}  // namespace

const std::vector<FeatureFact>& feature_facts() {
  static const std::vector<FeatureFact> facts = [] {
    std::vector<FeatureFact> list = {
        {"tiles", "tiles on the board"},
        {"kinds", "kinds of tiles"},
        {"layers_high", "layers of the board"},
        {"free_tiles", "tiles that are free at the start"},
        {"hidden_tiles", "tiles under others at the start"},
        {"unseen_faces", "of those, how many keep their faces from the player: none in the open game"},
        {"blind_win", "share of 400 plays won by a player who sees only the free tiles"},
    };
    std::ranges::copy(tiles::space_feature_facts(), std::back_inserter(list));
    return list;
  }();
  return facts;
}

Result<Analysis> analyze_board(const Board& board, const SpaceOrder& order, const Context& context) {
  Analysis analysis;
  const Meter meter(context.budget, 1);
  const auto covered = std::ranges::count(covered_tiles(board), true);
  analysis.features.set("tiles", board.tiles.size())
      .set("kinds", board.kinds())
      .set("layers_high", board.layers)
      .set("free_tiles", std::ranges::count(free_tiles(board), true))
      .set("hidden_tiles", covered)
      .set("unseen_faces", board.seen == Seen::top ? covered : 0);
  if (order.wants("blind_win")) add_blind_win(analysis, board, meter);
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
  // Of 75 random solvable turtles: ln(win / (1 − win)) of a player who sees only free tiles, one play added to each
  // side.
  constexpr tiles::WinPrior population{.mean = -3.01, .deviation = 2.24, .seconds_a_pair = 5};
  const double blind = tiles::number_of(features, "blind_win", -1);
  if (blind < 0) return {};
  const double win = (blind * blind_plays + 1) / (blind_plays + 2);
  return tiles::prior_of_win(win, tiles::number_of(features, "tiles", most_tiles) / 2, population);
}

}  // namespace nazo::shanghai
