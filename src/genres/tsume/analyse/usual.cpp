#include "genres/tsume/analyse/usual.hpp"

#include "base/text.hpp"

namespace nazo::tsume {

namespace {

class UsualProblems final : public UsualPuzzles {
 public:
  [[nodiscard]] std::span<const FeatureQuantiles> usual_features() const override {
    static constexpr FeatureQuantiles table[] = {
#include "genres/tsume/analyse/usual.inc"
    };
    return table;
  }

  [[nodiscard]] UsualOptions options_like(const Value& features) const override {
    const int plies = usual_number(features, "length", 3, 1, 13);
    // The next length too: of two mates in three a harder one may not be found at once.
    return {{"plies", cat(plies, "..", plies + 2)}};
  }

  [[nodiscard]] std::vector<Shelf> shelves() const override {
    return {{.title = "Mate in 1", .options = {{"plies", "1"}}, .count = 8},
            {.title = "Mate in 3", .options = {{"plies", "3"}}, .count = 14},
            {.title = "Mate in 5", .options = {{"plies", "5"}}, .count = 10}};
  }
};

}  // namespace

const UsualPuzzles& usual_puzzles() {
  static const UsualProblems puzzles;
  return puzzles;
}

}  // namespace nazo::tsume
