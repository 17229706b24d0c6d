// Worlds in which a genre's own word is right, nearly right, useless or wrong, with players that do not exist: what
// learning from plays is judged by. The truth of every puzzle is known, played or not.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/plays.hpp"

namespace nazo::model {

enum class PriorWorld {
  exact,       ///< b is what the genre says, but for the level
  noise,       ///< and every puzzle has something of its own
  steep,       ///< the genre is right in order, wrong in scale
  good,        ///< correlation .93 with the truth; the features know the rest
  mediocre,    ///< .6
  curved,      ///< .6, and the features act by their squares and products
  heavy_tail,  ///< .6, and times have 3 degrees of freedom
  useless,     ///< 0
  reversed,    ///< −.7
  learners,    ///< good, and people get faster by a quarter with ln(1 + plays)
  half_right,  ///< right for one kind of puzzles, useless for the other
  two_crowds,  ///< good for people at large; what is hard for one half of them is easy for the other
  grown,       ///< noise, and four puzzles in ten, mostly hard ones, came after the fit
  // In these the genre is right, good, mediocre or useless, by lot.
  few_players,  ///< three people made all plays
  passers_by,   ///< everybody played one puzzle
  only_hard,    ///< only the hardest were played
  time_limit,   ///< nobody is given longer than the middle puzzle takes most people
  interrupted,  ///< one play in ten took ten times as long, and features have wild values here and there
};
/// The ten kinds that learning was designed in, and those that nothing was chosen by.
[[nodiscard]] const std::vector<PriorWorld>& prior_worlds();
[[nodiscard]] const std::vector<PriorWorld>& strange_worlds();
[[nodiscard]] std::string_view name(PriorWorld world);

/// Who plays what.
enum class PuzzleChoice { random, easiest, near_own_level };

struct PriorWorldOrder {
  PriorWorld world = PriorWorld::good;
  PuzzleChoice choice = PuzzleChoice::easiest;
  int plays = 36;
  double nonsense = 0;  ///< share of players whose times have nothing to do with the puzzles
};

struct PriorWorldPlays {
  Collection collection{};                ///< all puzzles
  Collection at_the_fit{};                ///< those that were there when the plays were made
  PlayTable times{}, outcomes{};          ///< of the played ones
  std::vector<int> played{};              ///< their places in the collection
  Eigen::VectorXd time_b{}, failure_b{};  ///< the truth, of the whole collection
  double practice = .12;
};

/// A collection of so many puzzles with features as genres have them: some span powers of ten, some take few values,
/// most go along with one another.
[[nodiscard]] Collection invented_collection(int puzzles, int features, std::uint64_t seed);

[[nodiscard]] PriorWorldPlays simulate_prior_world(const Collection& collection, const PriorWorldOrder& order,
                                                   std::uint64_t seed, std::uint64_t item);

}  // namespace nazo::model
