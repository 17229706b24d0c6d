#include "genres/sokoban/analyse/usual.hpp"

#include "base/text.hpp"

namespace nazo::sokoban {

std::span<const FeatureQuantiles> UsualLevels::usual_features() const {
  static constexpr FeatureQuantiles table[] = {
#include "genres/sokoban/analyse/usual.inc"
  };
  return table;
}

std::vector<std::pair<std::string, std::string>> UsualLevels::options_like(const Value& features) const {
  const int boxes = usual_number(features, "boxes", 3, 1, 6), area = usual_number(features, "area", 20, 4, 70);
  // Outlines fill a little more than half of the board within its walls.
  int side = 6;
  while (side < 12 && 10 * area > 6 * (side - 2) * (side - 2)) ++side;
  return {{"boxes", cat(boxes)}, {"size", cat(side, "x", side)}, {"per-walk", "1"}};
}

}  // namespace nazo::sokoban
