#include "genres/superpuzz/analyse/usual.hpp"

#include "base/text.hpp"

namespace nazo::superpuzz {

std::span<const FeatureQuantiles> UsualDeals::usual_features() const {
  static constexpr FeatureQuantiles table[] = {
#include "genres/superpuzz/analyse/usual.inc"
  };
  return table;
}

std::vector<std::pair<std::string, std::string>> UsualDeals::options_like(const Value& features) const {
  const int columns = usual_number(features, "columns", 6, 4, 13);
  return {{"columns", cat(columns)}, {"keep", "solvable"}};
}

}  // namespace nazo::superpuzz
