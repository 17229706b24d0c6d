#include "genres/nonogram/analyse/usual.hpp"

#include "base/text.hpp"

namespace nazo::nonogram {

namespace {

class UsualPictures final : public UsualPuzzles {
 public:
  [[nodiscard]] std::span<const FeatureQuantiles> usual_features() const override {
    static constexpr FeatureQuantiles table[] = {
#include "genres/nonogram/analyse/usual.inc"
    };
    return table;
  }

  [[nodiscard]] std::vector<std::pair<std::string, std::string>> options_like(const Value& features) const override {
    const int width = usual_number(features, "width", 10, 3, 40), height = usual_number(features, "height", 10, 3, 40);
    return {{"size", cat(width, "x", height)}, {"trials", "2000"}, {"simulations", "40"}};
  }
};

}  // namespace

const UsualPuzzles& usual_puzzles() {
  static const UsualPictures puzzles;
  return puzzles;
}

}  // namespace nazo::nonogram
