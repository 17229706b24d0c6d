// What a genre may know of its puzzles as they usually are, beside `Genre`: how its features are spread over generated
// puzzles of usual sizes, what to order from its generator to get a puzzle of the same kind as another, and what a
// starter collection has of it.
//
// `Genre::usual` hands it out. A genre that does not know works all the same: features are then measured on the
// collection alone, "like this" means the generator's own defaults, and the starter collection has ten of those.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "puzzle/genre.hpp"

namespace nazo {

/// A feature's values at 0, 5, …, 100 % of the generated puzzles.
struct FeatureQuantiles {
  std::string_view name{};
  std::array<double, 21> at{};
};

/// Options by name, as a preset has them.
using UsualOptions = std::vector<std::pair<std::string, std::string>>;

/// A shelf of the starter collection: what is ordered from the generator, and how closely it is looked at. Orders say
/// how much work is done (never "as long as there is time"): everybody's collection is the same.
struct Shelf {
  std::string title;  ///< of its puzzles, numbered
  UsualOptions options{};
  std::string keep{};
  std::uint64_t count = 10;
  UsualOptions analysis{};  ///< a rough idea will do: a shelf is filled while somebody waits
};

/// A puzzle of the starter collection that somebody drew.
struct GivenPuzzle {
  std::string shelf;   ///< its title there is the shelf's and a number: a name would give the picture away
  std::string text;    ///< in any format the genre reads
  std::string source;  ///< who made it; a page shows it
};

class UsualPuzzles {
 public:
  virtual ~UsualPuzzles() = default;

  /// Made by tools/usual_features; features that hardly any puzzle has, or that never vary, are not among them.
  [[nodiscard]] virtual std::span<const FeatureQuantiles> usual_features() const = 0;
  /// Options of the generator (and "keep", as in a preset) for puzzles of about the size of one with these features.
  [[nodiscard]] virtual UsualOptions options_like(const Value& features) const = 0;
  /// From easy to hard.
  [[nodiscard]] virtual std::vector<Shelf> shelves() const = 0;
  /// Puzzles of our own, and known ones that may be passed on, in the order of their shelves; for most genres none.
  [[nodiscard]] virtual std::vector<GivenPuzzle> given_puzzles() const { return {}; }
  /// How closely those are looked at.
  [[nodiscard]] virtual UsualOptions given_analysis() const { return {}; }
};

/// A whole number among the features, within bounds; `fallback` where it is missing.
[[nodiscard]] inline int usual_number(const Value& features, std::string_view name, int fallback, int least, int most) {
  const Value* value = features.find(name);
  const double number = value == nullptr ? fallback : value->number();
  if (!(number >= least)) return number < least ? least : fallback;
  return number > most ? most : static_cast<int>(number);
}

}  // namespace nazo
