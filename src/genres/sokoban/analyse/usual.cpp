#include "genres/sokoban/analyse/usual.hpp"

#include "base/text.hpp"

namespace nazo::sokoban {

namespace {

class UsualLevels final : public UsualPuzzles {
 public:
  [[nodiscard]] std::span<const FeatureQuantiles> usual_features() const override {
    static constexpr FeatureQuantiles table[] = {
#include "genres/sokoban/analyse/usual.inc"
    };
    return table;
  }

  [[nodiscard]] std::vector<std::pair<std::string, std::string>> options_like(const Value& features) const override {
    const int boxes = usual_number(features, "boxes", 3, 1, 6), area = usual_number(features, "area", 20, 4, 70);
    // Outlines fill a little more than half of the board within its walls.
    int side = 6;
    while (side < 12 && 10 * area > 6 * (side - 2) * (side - 2)) ++side;
    return {{"boxes", cat(boxes)}, {"size", cat(side, "x", side)}, {"per-walk", "1"}};
  }
};

}  // namespace

const UsualPuzzles& usual_puzzles() {
  static const UsualLevels puzzles;
  return puzzles;
}

}  // namespace nazo::sokoban
