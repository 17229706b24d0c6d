#include "genres/shanghai/generate/shape.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"

namespace nazo::shanghai {

namespace {

constexpr int free_width = 14, free_height = 9;  ///< the ground where no silhouette is given, in tiles

struct Spot {
  int row = 0, column = 0;
  friend auto operator<=>(const Spot&, const Spot&) = default;
};

/// The spots that one stands for, itself included.
std::set<Spot> images(Spot spot, Symmetry symmetry, int width, int height) {
  const Spot across{spot.row, width - 1 - spot.column}, down{height - 1 - spot.row, spot.column},
      opposite{height - 1 - spot.row, width - 1 - spot.column};
  switch (symmetry) {
    case Symmetry::none:
      return {spot};
    case Symmetry::left_right:
      return {spot, across};
    case Symmetry::top_bottom:
      return {spot, down};
    case Symmetry::both:
      return {spot, across, down, opposite};
    case Symmetry::half_turn:
      break;
  }
  return {spot, opposite};
}

/// A heap of tiles that grows spot by spot with its images.
class Heap {
 public:
  Heap(const ShapeOrder& order, int width, int height)
      : order_(order), width_(width), height_(height), heights_(index(width * height), 0) {}

  [[nodiscard]] int tiles() const { return tiles_; }
  [[nodiscard]] int height_at(int row, int column) const {
    if (row < 0 || column < 0 || row >= height_ || column >= width_) return 0;
    return heights_[index(row * width_ + column)];
  }

  /// Puts a tile on a spot and on its images; false if that is not allowed.
  bool put(Spot spot) {
    const auto spots = images(spot, order_.symmetry, width_, height_);
    if (tiles_ + static_cast<int>(spots.size()) > order_.tiles) return false;
    for (const Spot s : spots)
      if (height_at(s.row, s.column) >= order_.layers) return false;
    for (const Spot s : spots) ++heights_[index(s.row * width_ + s.column)];
    tiles_ += static_cast<int>(spots.size());
    return true;
  }

  /// Takes one tile off a stack that is its own image; false if there is none.
  bool take_one_off() {
    for (int row = 0; row < height_; ++row)
      for (int column = 0; column < width_; ++column) {
        if (height_at(row, column) < 2 || images({row, column}, order_.symmetry, width_, height_).size() != 1) continue;
        --heights_[index(row * width_ + column)];
        --tiles_;
        return true;
      }
    return false;
  }

  [[nodiscard]] Layout layout() const {
    Layout slots;
    for (int row = 0; row < height_; ++row)
      for (int column = 0; column < width_; ++column)
        for (int layer = 0; layer < height_at(row, column); ++layer) slots.push_back({layer, 2 * row, 2 * column});
    return in_the_corner(std::move(slots));
  }

 private:
  const ShapeOrder& order_;
  int width_, height_, tiles_ = 0;
  std::vector<int> heights_;
};

}  // namespace

Result<Silhouette> read_silhouette(std::string_view text) {
  Silhouette silhouette;
  std::vector<std::string_view> rows;
  for (const Line& line : lines_of(text)) {
    std::string_view row = line.text;
    while (!row.empty() && row.back() == ' ') row.remove_suffix(1);
    if (row.size() > longest_side / 2 || (rows.size() >= longest_side / 2 && !row.empty()))
      return fail_at(line.number, 1, cat("a silhouette is at most ", longest_side / 2, " tiles wide and high"));
    if (rows.size() < longest_side / 2) rows.push_back(row);
  }
  while (!rows.empty() && rows.back().empty()) rows.pop_back();
  silhouette.height = static_cast<int>(rows.size());
  for (const std::string_view row : rows) silhouette.width = std::max(silhouette.width, static_cast<int>(row.size()));
  for (const std::string_view row : rows)
    for (std::size_t i = 0; i < index(silhouette.width); ++i)
      silhouette.ground.push_back(i < row.size() && row[i] != '.' && row[i] != ' ');
  if (std::ranges::count(silhouette.ground, true) == 0)
    return fail("the silhouette is empty: expected rows of # and .");
  return silhouette;
}

Result<Layout> make_layout(const ShapeOrder& order, Rng& rng) {
  const bool given = order.silhouette.width > 0;
  const int width = given ? order.silhouette.width : free_width, height = given ? order.silhouette.height : free_height;
  Heap heap(order, width, height);
  std::vector<Spot> ground;
  if (given) {
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < width; ++column) {
        if (!order.silhouette.at(row, column)) continue;
        ground.push_back({row, column});
        for (const Spot image : images({row, column}, order.symmetry, width, height))
          if (!order.silhouette.at(image.row, image.column))
            return fail(cat("the silhouette has not the symmetry: ground at row ", row + 1, ", column ", column + 1,
                            ", none at row ", image.row + 1, ", column ", image.column + 1));
      }
    if (static_cast<int>(ground.size()) > order.tiles)
      return fail(cat("the silhouette needs ", ground.size(), " tiles, more than ", order.tiles));
    for (const Spot spot : ground)
      if (heap.height_at(spot.row, spot.column) == 0) heap.put(spot);
  } else {
    // Ground that grows from the middle: a spot beside it, one after the other.
    const int wanted = std::min(width * height, order.layers == 1 ? order.tiles : (order.tiles * 3 + 4) / 5);
    std::vector<Spot> edge{{height / 2, width / 2}};
    while (heap.tiles() < wanted && !edge.empty()) {
      const std::size_t at = rng.below(edge.size());
      const Spot spot = edge[at];
      edge[at] = edge.back();
      edge.pop_back();
      if (heap.height_at(spot.row, spot.column) != 0 || !heap.put(spot)) continue;
      for (const Spot step : {Spot{0, 1}, Spot{0, -1}, Spot{1, 0}, Spot{-1, 0}}) {
        const Spot next{spot.row + step.row, spot.column + step.column};
        if (next.row >= 0 && next.column >= 0 && next.row < height && next.column < width) edge.push_back(next);
      }
    }
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < width; ++column)
        if (heap.height_at(row, column) != 0) ground.push_back({row, column});
  }
  // The rest goes up: rather where the neighbours are high already, so that there are hills.
  for (int fails = 0; heap.tiles() < order.tiles && fails < 4000;) {
    const Spot spot = ground[rng.below(ground.size())];
    const int here = heap.height_at(spot.row, spot.column);
    int carried = 0;
    for (const Spot step : {Spot{0, 1}, Spot{0, -1}, Spot{1, 0}, Spot{-1, 0}})
      carried += heap.height_at(spot.row + step.row, spot.column + step.column) >= here ? 1 : 0;
    const bool grows = rng.below(4) < static_cast<std::uint64_t>(carried) && heap.put(spot);
    fails = grows ? 0 : fails + 1;
  }
  if (heap.tiles() % 2 != 0 && !heap.take_one_off())
    return fail(cat("this order gives ", heap.tiles(), " tiles, an odd number"));
  return heap.layout();
}

}  // namespace nazo::shanghai
