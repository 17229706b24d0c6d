// The features of a state space as `analyze` prints them: the same names and meanings in every game of tiles.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/genre.hpp"
#include "tiles/space/estimate.hpp"
#include "tiles/space/space.hpp"

namespace nazo::tiles {

/// Features that need every state of the space, or an estimate; and those that come with them.
[[nodiscard]] const std::vector<FeatureFact>& space_feature_facts();
/// The options that go with them: --split, --estimate and --sweeps.
[[nodiscard]] std::vector<OptionFact> space_option_facts();

/// What is asked for.
struct SpaceOrder {
  std::vector<std::string> wanted{};  ///< features; empty: all
  int split = 13;                     ///< pairs gone: where the second part begins
  bool estimate = false;
  std::uint64_t sweeps = 0;  ///< of an estimate; 0: as many as time allows

  [[nodiscard]] bool wants(std::string_view feature) const;
  [[nodiscard]] bool wants_space() const;
};
[[nodiscard]] SpaceOrder space_order(const std::vector<std::string>& wanted, const Options& options);

/// Notes that a limit ran out before everything was known.
void note_limit(Analysis& analysis, Limit limit);
void add_counts(Analysis& analysis, const SpaceCounts& counts, int split);
/// What cannot be estimated honestly is null: the longest play among unsolvable states and the first deadlock are
/// extremes, of which a sample only ever sees a part; and deadlocks come in so few places that samples mostly miss most
/// of them.
void add_estimates(Analysis& analysis, const SpaceEstimate& estimate);

/// How a board is judged by the chance of a simulated player: difficulty is the percentile of ln(win / (1 − win)) in a
/// population, interest is highest where every other play wins, success is one of three tries, and time so many seconds
/// a pair, longer where more is lost.
struct WinPrior {
  double mean = 0, deviation = 1;  ///< of ln(win / (1 − win))
  double seconds_a_pair = 5;
};
[[nodiscard]] Prior prior_of_win(double win, double pairs, const WinPrior& prior);
/// A number among features, or `fallback`.
[[nodiscard]] double number_of(const Value& features, std::string_view name, double fallback);

}  // namespace nazo::tiles
