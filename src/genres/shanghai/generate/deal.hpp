// Faces for a layout: shuffled, or given out backwards so that the board can be cleared.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "base/rng.hpp"
#include "genres/shanghai/rules/rules.hpp"
#include "genres/shanghai/text/text.hpp"

namespace nazo::shanghai {

/// The faces for so many tiles: four of a kind, chosen at random among the 36 kinds, the whole set where it fits; what
/// is over (two tiles) is a pair of one more kind. With `kinds` given, so many kinds share the tiles evenly.
[[nodiscard]] Result<std::vector<int>> choose_faces(std::size_t tiles, int kinds, int copies, Rng& rng);

/// The faces in random order.
[[nodiscard]] Board shuffled_board(const Layout& layout, std::vector<int> faces, Seen seen, Rng& rng);

/// Deals boards that can be cleared: blank tiles are taken away in random free pairs, and only then get their faces.
/// What lies in whose way is worked out once for a layout.
class ReverseDealer {
 public:
  explicit ReverseDealer(const Layout& layout);
  /// `moves` receives a solution. Nothing if the layout itself cannot be cleared by pairs in `tries` attempts.
  [[nodiscard]] std::optional<Board> deal(std::vector<int> faces, Seen seen, Rng& rng, std::vector<SlotPair>& moves,
                                          int tries = 1000) const;

 private:
  bool take_all(Rng& rng, std::vector<Pair>& pairs) const;
  Layout layout_;
  /// Tiles that one is in the way of, and what its going takes off their bytes.
  struct Releases {
    struct Release {
      std::uint8_t tile, by;
    };
    std::array<Release, 8> list{};
    std::size_t count = 0;
  };
  std::vector<Releases> releases_{};
  std::vector<std::uint8_t> blocked_{};
};

/// A layout that has no faces yet gets them: solvable, by the seed alone.
[[nodiscard]] Result<Board> deal_layout(const Layout& layout, Seen seen, std::uint64_t seed);

}  // namespace nazo::shanghai
