#include "genres/shanghai/analyse/features.hpp"

#include <algorithm>
#include <iterator>

#include "genres/shanghai/analyse/plays.hpp"
#include "genres/shanghai/analyse/space.hpp"

namespace nazo::shanghai {

namespace {

constexpr int simulated_plays = 400;

/// The share of plays that a simulated player wins; the plays are the same every time.
void add_win(Analysis& analysis, std::string_view feature, bool (&play)(const Pile&, Rng&), const Board& board,
             const Meter& meter) {
  const Pile pile(board);
  int won = 0;
  for (int number = 0; number < simulated_plays; ++number) {
    if (const Limit limit = meter.overdue(); limit != Limit::none) return tiles::note_limit(analysis, limit);
    Rng rng(1, static_cast<std::uint64_t>(number), 7);
    won += play(pile, rng) ? 1 : 0;
  }
  analysis.features.set(std::string(feature), static_cast<double>(won) / simulated_plays);
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
        {"sighted_win", "share of 400 plays won by the same player where every face is seen"},
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
  if (order.wants("blind_win")) add_win(analysis, "blind_win", play_blind, board, meter);
  if (order.wants("sighted_win")) add_win(analysis, "sighted_win", play_sighted, board, meter);
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
  // side. The same measure for both games, so that one is seen to be easier than the other.
  constexpr tiles::WinPrior population{.mean = -3.01, .deviation = 2.24, .seconds_a_pair = 5};
  const double blind = tiles::number_of(features, "blind_win", -1);
  const bool hidden = tiles::number_of(features, "unseen_faces", 0) > 0;
  const double share = hidden ? blind : tiles::number_of(features, "sighted_win", blind);
  if (share < 0) return {};
  const double win = (share * simulated_plays + 1) / (simulated_plays + 2);
  return tiles::prior_of_win(win, tiles::number_of(features, "tiles", most_tiles) / 2, population);
}

}  // namespace nazo::shanghai
