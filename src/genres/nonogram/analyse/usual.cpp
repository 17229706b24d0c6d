#include "genres/nonogram/analyse/usual.hpp"

#include "base/text.hpp"

namespace nazo::nonogram {

std::span<const FeatureQuantiles> UsualPictures::usual_features() const {
  static constexpr FeatureQuantiles table[] = {
#include "genres/nonogram/analyse/usual.inc"
  };
  return table;
}

std::vector<std::pair<std::string, std::string>> UsualPictures::options_like(const Value& features) const {
  const int width = usual_number(features, "width", 10, 3, 40), height = usual_number(features, "height", 10, 3, 40);
  return {{"size", cat(width, "x", height)}, {"trials", "2000"}, {"simulations", "40"}};
}

}  // namespace nazo::nonogram
