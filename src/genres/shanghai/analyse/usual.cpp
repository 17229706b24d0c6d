#include "genres/shanghai/analyse/usual.hpp"

#include "base/text.hpp"

namespace nazo::shanghai {

namespace {

class UsualBoards final : public UsualPuzzles {
 public:
  [[nodiscard]] std::span<const FeatureQuantiles> usual_features() const override {
    static constexpr FeatureQuantiles table[] = {
#include "genres/shanghai/analyse/usual.inc"
    };
    return table;
  }

  /// The layout of about that many tiles; none of its features tells a turtle from a pyramid.
  [[nodiscard]] UsualOptions options_like(const Value& features) const override {
    const int tiles = usual_number(features, "tiles", 144, 24, 144);
    UsualOptions options;
    if (tiles <= 30) {
      options.emplace_back("layout", "hut");
    } else if (tiles <= 42) {
      options.emplace_back("layout", "gate");
    } else if (tiles <= 54) {
      options.emplace_back("layout", "hill");
    } else if (tiles <= 132) {
      options.emplace_back("layout", "new");
      options.emplace_back("tiles", cat(tiles / 4 * 4));
    } else {
      options.emplace_back("layout", "turtle");
    }
    // Larger boards are estimated: their state spaces are not explored while somebody waits.
    if (tiles > 54) {
      options.emplace_back("estimate", "true");
      options.emplace_back("sweeps", "20");
    }
    if (usual_number(features, "unseen_faces", 0, 0, 144) > 0) options.emplace_back("seen", "top");
    return options;
  }

  [[nodiscard]] std::vector<Shelf> shelves() const override {
    // Turtles are judged by the player who sees free tiles only; their state spaces are not looked at here.
    return {{.title = "Hut", .options = {{"layout", "hut"}}},
            {.title = "Hill", .options = {{"layout", "hill"}}},
            {.title = "Turtle", .options = {{"layout", "turtle"}}, .count = 12},
            {"Turtle, hidden", {{"layout", "turtle"}, {"seen", "top"}}, "blind_win > .1", 8}};
  }
};

}  // namespace

const UsualPuzzles& usual_puzzles() {
  static const UsualBoards puzzles;
  return puzzles;
}

}  // namespace nazo::shanghai
