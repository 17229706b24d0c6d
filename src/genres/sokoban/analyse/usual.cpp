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

  [[nodiscard]] UsualOptions options_like(const Value& features) const override {
    const int boxes = usual_number(features, "boxes", 3, 1, 6), area = usual_number(features, "area", 20, 4, 70);
    // Outlines fill a little more than half of the board within its walls.
    int side = 6;
    while (side < 12 && 10 * area > 6 * (side - 2) * (side - 2)) ++side;
    // A walk climbs to the hardest start of its outline: of many starts those are kept whose solution is about as long.
    const int pushes = usual_number(features, "pushes", 20, 2, 300);
    return {{"boxes", cat(boxes)},
            {"size", cat(side, "x", side)},
            {"per-walk", "8"},
            {"keep", cat("pushes >= ", pushes * 4 / 5, " && pushes <= ", pushes * 7 / 5 + 5)}};
  }

  [[nodiscard]] std::vector<Shelf> shelves() const override {
    return {{"Two boxes", {{"boxes", "2"}, {"size", "7x7"}, {"per-walk", "1"}}, "pushes >= 4 && pushes <= 20", 12},
            {"Three boxes", {{"boxes", "3"}, {"size", "8x8"}, {"per-walk", "1"}}, "pushes >= 10", 12},
            {"Four boxes", {{"boxes", "4"}, {"size", "9x9"}, {"per-walk", "1"}}, "pushes >= 15", 10}};
  }
};

}  // namespace

const UsualPuzzles& usual_puzzles() {
  static const UsualLevels puzzles;
  return puzzles;
}

}  // namespace nazo::sokoban
