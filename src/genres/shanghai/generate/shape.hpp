// New layouts: to a silhouette, to a symmetry, with so many tiles and layers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/rng.hpp"
#include "genres/shanghai/rules/rules.hpp"

namespace nazo::shanghai {

enum class Symmetry { none, left_right, top_bottom, both, half_turn };

/// The ground a layout may stand on, a sign for a whole tile: anything but a point or a blank is ground.
struct Silhouette {
  int width = 0, height = 0;
  std::vector<bool> ground{};
  [[nodiscard]] bool at(int row, int column) const {
    return row >= 0 && column >= 0 && row < height && column < width && ground[index(row * width + column)];
  }
};
[[nodiscard]] Result<Silhouette> read_silhouette(std::string_view text);

struct ShapeOrder {
  int tiles = most_tiles;
  int layers = most_layers;
  Symmetry symmetry = Symmetry::left_right;
  Silhouette silhouette{};  ///< empty: any outline
};

/// A layout that keeps to the order. Layers are stacks: each tile lies wholly on another. A silhouette is covered as a
/// whole; it must have the symmetry itself. Where the symmetry does not allow the exact number of tiles, it is the next
/// smaller even one.
[[nodiscard]] Result<Layout> make_layout(const ShapeOrder& order, Rng& rng);

}  // namespace nazo::shanghai
