// Plays as numbers: who played what, for how long, with what outcome. Persons and puzzles are numbered from 0.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/anchor.hpp"
#include "model/feature_scale.hpp"

namespace nazo::model {

struct Observation {
  int person = 0;
  int puzzle = 0;
  double seconds = 0;  ///< until solved, or until given up
  bool solved = false;
  double longest_pause = 0;
  int moves = 0;
  std::int64_t moment = 0;  ///< when it began; orders the plays in time
  /// Finished plays of the genre before it; −1: as many as the table has; NaN: nobody knows, taken as usual.
  double plays_before = -1;
};

/// "Which of the two is harder?", on five levels: 1 X is much harder, 3 the same, 5 Y is much harder.
struct Pairing {
  int person = 0;
  int x = 0, y = 0;  ///< the two puzzles
  int level = 3;     ///< 1 … 5
};
/// "How hard was it?", 1 … 5.
struct MarkGiven {
  int person = 0, puzzle = 0, mark = 3;
};
/// What people say of difficulty beside their plays.
struct Opinions {
  std::vector<Pairing> pairs{};
  std::vector<MarkGiven> marks{};
};

/// Everything a fit needs. Features may hold NaN where a puzzle lacks one; `complete` fills those by the column's mean.
struct PlayTable {
  int persons = 0;
  int puzzles = 0;
  std::vector<Observation> plays{};
  std::vector<std::string> feature_names{};
  Eigen::MatrixXd features{};      ///< puzzles × features
  std::vector<PriorWord> words{};  ///< what the genre says of each puzzle; empty: nothing
  Opinions opinions{};             ///< of the same persons and puzzles; some of them may have no plays
};

/// All puzzles there are, played or not, or a fair sample of them: the scale that features are measured on.
struct Collection {
  Eigen::MatrixXd features{};
  std::vector<PriorWord> words{};
  std::vector<int> number{};  ///< of each in the table of plays; −1: nobody has played it
  UsualScale usual{};         ///< by feature; what a small collection is measured on
};

/// Which plays an analysis leaves out, as paper 000 does. The data stay as they are.
struct Exclusion {
  double longest_pause = 180;  ///< seconds: a pause of this length or more means that the player went away
  int least_moves = 1;         ///< given up with fewer moves: given up at once
  double least_seconds = 0;    ///< given up within so many seconds
};
struct Excluded {
  std::size_t paused = 0, at_once = 0;
};
/// The plays that remain.
[[nodiscard]] std::vector<Observation> without(const std::vector<Observation>& plays, const Exclusion& rule,
                                               Excluded* counts = nullptr);

enum class Target { time, success, marks };

/// Paper 000's index of difficulty: from each value (seconds of the play, 1/0 for solved or not, or the mark of 1 to 5
/// that the player gave) the player's own mean is taken off, then the values are averaged for each puzzle. NaN for
/// puzzles without any.
[[nodiscard]] Eigen::VectorXd difficulty_index(const PlayTable& table, Target target);

/// Features brought to mean 0 and standard deviation 1 over the puzzles; what it took is kept for puzzles that come
/// later.
struct Standardiser {
  Eigen::VectorXd centre{}, scale{};
  [[nodiscard]] static Standardiser of(const Eigen::MatrixXd& features);
  /// Missing values (NaN) become 0, the mean; a feature that never varied is 0 everywhere.
  [[nodiscard]] Eigen::MatrixXd apply(const Eigen::MatrixXd& features) const;
};

}  // namespace nazo::model
