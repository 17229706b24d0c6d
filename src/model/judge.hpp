// The gate between a fit and its use: a new model goes live only if, on plays it has not seen, it predicts no worse
// than what stands and no worse than the genre's own word.
//
// Twice the plays are cut into parts, by whole puzzles and by whole persons; a model is fitted without one part and
// judged on it. Losses are compared pair by pair, puzzle by puzzle or person by person, because the plays of one puzzle
// are not independent of one another.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/people_model.hpp"

namespace nazo::model {

/// What somebody else would have said of a play: ln of the median time, and the probability of success.
struct Word {
  double log_time = 0, success = .5;
};
/// What stands, asked of a puzzle of the table for somebody with so many plays behind them.
using Standing = std::function<Word(int puzzle, double plays_before)>;

/// Plays that no standing model has seen; those before are not judged against it.
struct Rival {
  std::string name;
  Standing says;
  std::int64_t judged_from = 0;  ///< only plays begun at this moment or later
  /// Has it seen others play this puzzle? Then it is no match for a model that is fitted without the puzzle: such
  /// puzzles count where players are held out. Empty: it has seen none.
  std::function<bool(int puzzle)> knows{};
};

/// A difference of half a percent in time, or of so many nats.
inline constexpr double unnoticed = .005;

/// Fewer persons than these prove little: then the mean itself may not be worse by more than this. (Of few puzzles
/// nothing but the level is learnt.)
inline constexpr int few_groups = 8;
inline constexpr double most_unproved = .05;

/// The rival of what people say of difficulty: the same plays without it.
inline constexpr std::string_view plays_alone = "plays alone";

enum class Withheld { puzzles, persons };
enum class LossKind { time, success };  ///< |error of ln t|, −ln P of what happened

/// One comparison: mean losses of both, and the mean difference (new − rival) with its standard error over groups.
struct Trial {
  std::string rival;
  Withheld held_out = Withheld::puzzles;
  LossKind loss = LossKind::time;
  double fresh = 0, other = 0;
  double difference = 0, standard_error = 0;
  int groups = 0;
  std::size_t plays = 0;
  /// Not worse by more than one standard error (Student's for few groups), or by so little that nobody would notice. A
  /// large error excuses nothing where persons are few.
  [[nodiscard]] bool passed() const;
};

struct GateVerdict {
  std::vector<Trial> trials{};
  [[nodiscard]] bool live() const;
};

/// Fits models without parts of the plays and holds them against the rivals. Large tables are judged by a sample of
/// persons.
[[nodiscard]] GateVerdict judge(const PlayTable& table, const Collection& collection, const std::vector<Rival>& rivals,
                                std::uint64_t seed = 1);

/// Do opinions help? Puzzles are held out that somebody spoke of: their plays, not what was said. A fit that heard it
/// is held against one that did not. Empty: nobody said anything of a puzzle that was played.
[[nodiscard]] std::vector<Trial> judge_opinions(const PlayTable& table, const Collection& collection,
                                                std::uint64_t seed = 1);

}  // namespace nazo::model
