// Levels as they usually are (puzzle/usual.hpp). The table is made by tools/usual_features from usual.orders.
#pragma once

#include "puzzle/usual.hpp"

namespace nazo::sokoban {

class UsualLevels : public UsualPuzzles {
 public:
  [[nodiscard]] std::span<const FeatureQuantiles> usual_features() const override;
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> options_like(const Value& features) const override;
};

}  // namespace nazo::sokoban
