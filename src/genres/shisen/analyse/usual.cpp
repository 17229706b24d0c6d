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

  [[nodiscard]] std::vector<std::pair<std::string, std::string>> options_like(const Value& features) const override {
    const int width = usual_number(features, "width", 10, 2, 18), height = usual_number(features, "height", 6, 2, 18);
    // Larger boards are estimated: their state spaces are not explored while somebody waits.
    constexpr int explored_tiles = 40;
    std::vector<std::pair<std::string, std::string>> options{{"size", cat(width, "x", height)}};
    if (width * height > explored_tiles) options.emplace_back("estimate", "true");
    return options;
  }
};

}  // namespace

const UsualPuzzles& usual_puzzles() {
  static const UsualBoards puzzles;
  return puzzles;
}

}  // namespace nazo::shisen
