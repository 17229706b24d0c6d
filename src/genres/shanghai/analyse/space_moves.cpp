#include "genres/shanghai/analyse/space_moves.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "genres/shanghai/rules/places.hpp"

namespace nazo::shanghai {

namespace {

using tiles::CodeTable;
using tiles::Leaf;
using tiles::MoveGenerator;
using tiles::SpaceKind;
using tiles::SpaceLayout;

/// Groups as bits.
using Groups = std::uint32_t;

class PileMoves final : public MoveGenerator {
 public:
  PileMoves(const Board& board, const SpaceLayout& layout)
      : MoveGenerator(layout),
        layout_(layout),
        high_tiles_(index(layout.high_tiles)),
        most_(layout.tiles.size()),
        least_(layout.tiles.size()),
        ways_(layout.tiles.size()) {
    std::vector<std::size_t> place(board.tiles.size());  // tile of the board → tile of the layout
    for (std::size_t t = 0; t < layout.tiles.size(); ++t) place[layout.tiles[t].tile] = t;
    const std::vector<Ways> ways = ways_of(layout_of(board));
    for (std::size_t tile = 0; tile < board.tiles.size(); ++tile) {
      Ways& way = ways_[place[tile]];
      const auto add = [&](const FewTiles& from, FewTiles& to) {
        for (const std::uint8_t other : from.tiles()) to.add(static_cast<int>(place[other]));
      };
      add(ways[tile].on, way.on);
      add(ways[tile].left, way.left);
      add(ways[tile].right, way.right);
    }
  }

  void generate(std::span<const std::uint64_t> keys, const Leaf* leaves, Sets sets) override {
    std::ranges::fill(most_.there, 0);
    for (int k = 0; k < layout_.high_kinds; ++k) place_kind(layout_.kinds[index(k)], keys);
    std::ranges::copy_n(most_.there.begin(), layout_.high_tiles, least_.there.begin());
    for (std::size_t t = high_tiles_; t < ways_.size(); ++t) place_leaf_tile(t, keys.size(), leaves, sets);
    most_.find_free(ways_);
    least_.find_free(ways_);
    for (std::size_t p = 0; p < layout_.pairs.size(); ++p) {
      const auto a = index(layout_.pairs[p].a), b = index(layout_.pairs[p].b);
      can_[p] = most_.there[a] & most_.there[b] & least_.free[a] & least_.free[b];
      sure_[p] = can_[p] & most_.free[a] & most_.free[b];
    }
  }

  [[nodiscard]] Leaf leaves(int lane, int pair) const override {
    return free_with(lane, index(layout_.pairs[index(pair)].a)) & free_with(lane, index(layout_.pairs[index(pair)].b));
  }

 private:
  /// The boards of all groups: with every leaf tile that some leaf has, or with those only that all leaves have.
  struct View {
    explicit View(std::size_t tiles) : there(tiles), free(tiles) {}
    std::vector<Groups> there, free;

    [[nodiscard]] Groups blocked(const FewTiles& way) const {
      Groups groups = 0;
      for (const std::uint8_t tile : way.tiles()) groups |= there[tile];
      return groups;
    }
    void find_free(const std::vector<Ways>& ways) {
      for (std::size_t t = 0; t < ways.size(); ++t)
        free[t] = ~blocked(ways[t].on) & ~(blocked(ways[t].left) & blocked(ways[t].right));
    }
  };

  void place_kind(const SpaceKind& kind, std::span<const std::uint64_t> keys) {
    const CodeTable& table = layout_.codes(kind);
    Groups* const tiles = most_.there.data() + kind.first_tile;
    for (std::size_t lane = 0; lane < keys.size(); ++lane)
      for (unsigned members = table.present[layout_.code_of(keys[lane], kind)]; members != 0; members &= members - 1)
        tiles[std::countr_zero(members)] |= Groups{1} << lane;
  }

  void place_leaf_tile(std::size_t tile, std::size_t groups, const Leaf* leaves, Sets sets) {
    const Leaf& gone = layout_.gone[tile - high_tiles_];
    Groups some = 0, always = 0;
    for (std::size_t lane = 0; lane < groups; ++lane) {
      if ((leaves[lane] - gone).any()) some |= Groups{1} << lane;
      if (sets == Sets::closed && !(leaves[lane] & gone).any()) always |= Groups{1} << lane;
    }
    most_.there[tile] = some;
    least_.there[tile] = always;
  }

  /// Leaves in which nothing is in the way from one direction; none if a tile of a high kind is.
  [[nodiscard]] Leaf open(int lane, const FewTiles& way) const {
    Leaf leaves = every_leaf_;
    for (const std::uint8_t tile : way.tiles()) {
      if (tile >= high_tiles_) {
        leaves &= layout_.gone[tile - high_tiles_];
      } else if ((most_.there[tile] >> lane & 1) != 0) {
        return {};
      }
    }
    return leaves;
  }
  [[nodiscard]] Leaf free_with(int lane, std::size_t tile) const {
    const Ways& way = ways_[tile];
    return open(lane, way.on) & (open(lane, way.left) | open(lane, way.right));
  }

  const SpaceLayout& layout_;
  std::size_t high_tiles_;
  View most_, least_;
  std::vector<Ways> ways_;  ///< by tile of the layout
  Leaf every_leaf_ = Leaf::all();
};

}  // namespace

std::unique_ptr<MoveGenerator> pile_moves(const Board& board, const SpaceLayout& layout) {
  return std::make_unique<PileMoves>(board, layout);
}

}  // namespace nazo::shanghai
