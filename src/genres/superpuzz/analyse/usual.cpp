#include "genres/superpuzz/analyse/usual.hpp"

#include "base/text.hpp"

namespace nazo::superpuzz {

namespace {

class UsualDeals final : public UsualPuzzles {
 public:
  [[nodiscard]] std::span<const FeatureQuantiles> usual_features() const override {
    static constexpr FeatureQuantiles table[] = {
#include "genres/superpuzz/analyse/usual.inc"
    };
    return table;
  }

  [[nodiscard]] UsualOptions options_like(const Value& features) const override {
    const int columns = usual_number(features, "columns", 6, 4, 13);
    return {{"columns", cat(columns)}, {"keep", "solvable"}};
  }

  [[nodiscard]] std::vector<Shelf> shelves() const override {
    static const UsualOptions few_states{{"paper-states", "20000"}};
    return {{"Four columns", {{"columns", "4"}}, "solvable && solution_length >= 4", 10, few_states},
            {"Six columns", {{"columns", "6"}}, "solvable", 12, few_states},
            {"Nine columns", {{"columns", "9"}}, "solvable", 10, few_states}};
  }
};

}  // namespace

const UsualPuzzles& usual_puzzles() {
  static const UsualDeals puzzles;
  return puzzles;
}

}  // namespace nazo::superpuzz
