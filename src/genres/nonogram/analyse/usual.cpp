#include "genres/nonogram/analyse/usual.hpp"

#include "base/text.hpp"
#include "genres/nonogram/generate/given.hpp"

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

  [[nodiscard]] UsualOptions options_like(const Value& features) const override {
    const int width = usual_number(features, "width", 10, 3, 40), height = usual_number(features, "height", 10, 3, 40);
    return {{"size", cat(width, "x", height)}, {"trials", "2000"}, {"simulations", "40"}};
  }

  [[nodiscard]] std::vector<Shelf> shelves() const override {
    return {{"Five", {{"size", "5x5"}}, "line_solvable", 12, few_trials()},
            {"Ten", {{"size", "10x10"}}, "line_solvable", 12, few_trials()},
            {"Fifteen", {{"size", "15x15"}}, "line_solvable", 10, few_trials()}};
  }

  [[nodiscard]] std::vector<GivenPuzzle> given_puzzles() const override { return given_pictures(); }
  [[nodiscard]] UsualOptions given_analysis() const override { return few_trials(); }

 private:
  /// Fewer random trials than an analysis makes by itself.
  static UsualOptions few_trials() { return {{"trials", "2000"}, {"simulations", "40"}}; }
};

}  // namespace

const UsualPuzzles& usual_puzzles() {
  static const UsualPictures puzzles;
  return puzzles;
}

}  // namespace nazo::nonogram
