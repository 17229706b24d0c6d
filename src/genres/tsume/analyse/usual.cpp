#include "genres/tsume/analyse/usual.hpp"

#include "base/text.hpp"

namespace nazo::tsume {

std::span<const FeatureQuantiles> UsualProblems::usual_features() const {
  static constexpr FeatureQuantiles table[] = {
#include "genres/tsume/analyse/usual.inc"
  };
  return table;
}

std::vector<std::pair<std::string, std::string>> UsualProblems::options_like(const Value& features) const {
  const int plies = usual_number(features, "length", 3, 1, 13);
  // The next length too: of two mates in three a harder one may not be found at once.
  return {{"plies", cat(plies, "..", plies + 2)}};
}

}  // namespace nazo::tsume
