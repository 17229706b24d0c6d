// Difficulty 0–100 from time and success together. A puzzle's place among the whole collection is what was learnt; the
// number at that place is the genre's own, so that a percentile of the genre's reference population stays one, and a
// model that learnt nothing changes nothing.
#pragma once

#include <span>
#include <vector>

namespace nazo::model {

/// Centre and spread of b over the collection.
struct BScale {
  double centre = 0, spread = 1;
  [[nodiscard]] static BScale of(std::span<const double> b);
  [[nodiscard]] double z(double b) const { return (b - centre) / spread; }
};

struct DifficultyScale {
  BScale time{}, failure{};
  std::vector<double> index{}, difficulty{};  ///< both ascending

  /// `indices`: (z of time + z of failure)/2 of every puzzle of the collection; `genre`: its own difficulties, NaN
  /// where it has none.
  void measure(std::vector<double> indices, std::vector<double> genre);
  [[nodiscard]] double at(double index) const;
  /// The same for a puzzle whose genre gives it a number of its own (NaN: none), and `harder` deviations of the
  /// collection harder for one person than for others. A collection of small puzzles does not say what a large one is
  /// worth: beyond its ends the genre's number is as far as it goes.
  [[nodiscard]] double at(double index, double genre_number, double harder) const;
};

}  // namespace nazo::model
