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

  /// Of the hundred problems of Itō Kanju's Shogi Zuko the three shortest that are proved sound at once: mates in 13,
  /// 21 and 23 plies.
  [[nodiscard]] std::vector<GivenPuzzle> given_puzzles() const override {
    const auto of_zuko = [](int number, std::string sfen) {
      const std::string source = cat("by 伊藤看寿 (Itō Kanju), 将棋図巧 ", number, ", 1755");
      return GivenPuzzle{"Classics", std::move(sfen), source};
    };
    return {of_zuko(92, "6kp1/8n/5R1L1/4+b2sB/6N2/9/6L2/9/9 b r4g3s2n2l17p 1"),
            of_zuko(2, "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1"),
            of_zuko(18, "7n1/5+B+P1r/7k1/7+p1/6P2/7N1/7N1/8B/9 b N2Pr4g4s4l13p 1")};
  }
};

}  // namespace

const UsualPuzzles& usual_puzzles() {
  static const UsualProblems puzzles;
  return puzzles;
}

}  // namespace nazo::tsume
