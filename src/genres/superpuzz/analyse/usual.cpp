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

  [[nodiscard]] std::vector<std::pair<std::string, std::string>> options_like(const Value& features) const override {
    const int columns = usual_number(features, "columns", 6, 4, 13);
    return {{"columns", cat(columns)}, {"keep", "solvable"}};
  }
};

}  // namespace

const UsualPuzzles& usual_puzzles() {
  static const UsualDeals puzzles;
  return puzzles;
}

}  // namespace nazo::superpuzz
