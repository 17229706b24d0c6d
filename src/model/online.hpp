// Ratings that follow each play at once: Elo with a step that shrinks as plays come in, and Glicko-2 (Glickman 2012),
// which also carries its own uncertainty. A play is a game of the person against the puzzle; solving it is winning.
#pragma once

#include <span>
#include <vector>

#include "model/plays.hpp"

namespace nazo::model {

/// Elo on the logit scale: the person's θ and the puzzle's b, P(solved) = logistic(θ − b). After n plays the step is
/// first/(1 + decay·n), so that a newcomer moves fast and an old hand slowly.
class Elo {
 public:
  Elo(int persons, int puzzles, double first = 1.2, double decay = .08);

  [[nodiscard]] double expected(int person, int puzzle) const;
  void update(int person, int puzzle, bool solved);
  [[nodiscard]] double skill(int person) const { return persons_[static_cast<std::size_t>(person)].rating; }
  [[nodiscard]] double difficulty(int puzzle) const { return puzzles_[static_cast<std::size_t>(puzzle)].rating; }
  /// Starts a puzzle at a rating (from its features) instead of 0.
  void set_difficulty(int puzzle, double rating) { puzzles_[static_cast<std::size_t>(puzzle)].rating = rating; }

 private:
  struct One {
    double rating = 0;
    int plays = 0;
  };
  [[nodiscard]] double step(const One& one) const { return first_ / (1 + decay_ * one.plays); }
  double first_, decay_;
  std::vector<One> persons_, puzzles_;
};

/// A rating of Glicko-2 on the scale people know (1500 ± 350 at first).
struct GlickoRating {
  double rating = 1500;
  double deviation = 350;
  double volatility = .06;
};

struct GlickoGame {
  GlickoRating opponent;
  double score = 0;  ///< 1 won, 0 lost
};

/// One rating period of one player, exactly as published. Without games only the deviation grows.
[[nodiscard]] GlickoRating glicko2(const GlickoRating& player, std::span<const GlickoGame> games, double tau = .5);
/// The probability that a beats b.
[[nodiscard]] double glicko_expected(const GlickoRating& a, const GlickoRating& b);

struct GlickoTable {
  std::vector<GlickoRating> persons{}, puzzles{};
};
/// Plays in their order in time, in rating periods of `period` milliseconds.
[[nodiscard]] GlickoTable run_glicko(const PlayTable& table, std::int64_t period, double tau = .5);
[[nodiscard]] Elo run_elo(const PlayTable& table);

/// The plays of a table by the moment they began (ties as they stand).
[[nodiscard]] std::vector<Observation> in_time_order(std::vector<Observation> plays);

}  // namespace nazo::model
