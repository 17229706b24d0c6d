// What a genre may know of its puzzles as they usually are, beside `Genre`: how its features are spread over generated
// puzzles of usual sizes, and what to order from its generator to get a puzzle of the same kind as another.
//
// `Genre::usual` hands it out. A genre that does not know works all the same: features are then measured on the
// collection alone, and "like this" means the generator's own defaults.
#pragma once

#include <array>
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

class UsualPuzzles {
 public:
  virtual ~UsualPuzzles() = default;

  /// Made by tools/usual_features; features that hardly any puzzle has, or that never vary, are not among them.
  [[nodiscard]] virtual std::span<const FeatureQuantiles> usual_features() const = 0;
  /// Options of the generator (and "keep", as in a preset) for puzzles of about the size of one with these features.
  [[nodiscard]] virtual std::vector<std::pair<std::string, std::string>> options_like(const Value& features) const = 0;
};

/// A whole number among the features, within bounds; `fallback` where it is missing.
[[nodiscard]] inline int usual_number(const Value& features, std::string_view name, int fallback, int least, int most) {
  const Value* value = features.find(name);
  const double number = value == nullptr ? fallback : value->number();
  if (!(number >= least)) return number < least ? least : fallback;
  return number > most ? most : static_cast<int>(number);
}

}  // namespace nazo
