#include "genres/shisen/analyse/usual.hpp"

#include "base/text.hpp"

namespace nazo::shisen {

namespace {

class UsualBoards final : public UsualPuzzles {
 public:
  [[nodiscard]] std::span<const FeatureQuantiles> usual_features() const override {
    static constexpr FeatureQuantiles table[] = {
#include "genres/shisen/analyse/usual.inc"
    };
    return table;
  }

  [[nodiscard]] UsualOptions options_like(const Value& features) const override {
    const int width = usual_number(features, "width", 10, 2, 18), height = usual_number(features, "height", 6, 2, 18);
    // Larger boards are estimated: their state spaces are not explored while somebody waits.
    constexpr int explored_tiles = 40;
    UsualOptions options{{"size", cat(width, "x", height)}};
    if (width * height > explored_tiles) {
      options.emplace_back("estimate", "true");
      options.emplace_back("sweeps", "20");
    }
    return options;
  }

  [[nodiscard]] std::vector<Shelf> shelves() const override {
    static const UsualOptions sampled{{"estimate", "true"}, {"sweeps", "4"}};
    return {{.title = "Small", .options = {{"size", "6x4"}}, .count = 12},
            {.title = "Middle", .options = {{"size", "8x5"}}, .count = 12},
            {.title = "Large", .options = {{"size", "10x6"}}, .count = 12, .analysis = sampled}};
  }
};

}  // namespace

const UsualPuzzles& usual_puzzles() {
  static const UsualBoards puzzles;
  return puzzles;
}

}  // namespace nazo::shisen
