// How good is a model really? Plays are split by time, by person or by puzzle; a ladder of models, from the mean of all
// to the personal one, is fitted to one part and judged on the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/plays.hpp"

namespace nazo::model {

enum class Split { time, new_person, new_puzzle };
[[nodiscard]] std::string_view name(Split split);

struct SplitTable {
  PlayTable train{};
  std::vector<Observation> test{};
};
/// time: the last fifth of every person's plays is judged. new_person / new_puzzle: all plays of a fifth of them.
[[nodiscard]] SplitTable split_plays(const PlayTable& table, Split split, std::uint64_t seed);

/// Predictions of one rung for every play of the test part.
struct Rung {
  std::string name;
  std::vector<double> predicted{};  ///< ln t, or the probability of success
  double score = 0;                 ///< RMSE of ln t (plays that were solved), or log loss
  double calibration = 0;           ///< slope of observed on predicted; 1 is right
};
/// Mean of all, person, puzzle, both, features, the crossed model, with personal weights.
[[nodiscard]] std::vector<Rung> time_ladder(const SplitTable& split);
/// Share of all, person + puzzle by Elo, Glicko-2, features, Rasch, 2PL, with personal weights.
[[nodiscard]] std::vector<Rung> success_ladder(const SplitTable& split);

/// By how much `better` has the lower score than `worse` (in percent of it), with a 95 % interval from persons drawn
/// again.
struct Gain {
  double percent = 0, low = 0, high = 0;
};
[[nodiscard]] Gain time_gain(const SplitTable& split, const Rung& better, const Rung& worse, int draws,
                             std::uint64_t seed);
[[nodiscard]] Gain success_gain(const SplitTable& split, const Rung& better, const Rung& worse, int draws,
                                std::uint64_t seed);

}  // namespace nazo::model
