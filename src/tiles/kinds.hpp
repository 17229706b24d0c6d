// Tiles of several kinds that go in pairs of one kind: how the games of this family number them.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace nazo::tiles {

using TileId = std::uint16_t;
inline constexpr int no_tile = -1;
inline constexpr int most_copies = 64;  ///< tiles of one kind, so that they fit one word of bits

/// Tiles of one kind as bits: bit i is the kind's i-th tile.
using Members = std::uint64_t;

/// Small whole numbers (kinds, tiles) as places in a list.
[[nodiscard]] constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// A move: two tiles by their ids, the smaller first.
struct Pair {
  TileId a = 0, b = 0;
  friend constexpr bool operator==(const Pair&, const Pair&) = default;
};

/// Which tile is of which kind. Tiles of one kind have neighbouring ids.
class Kinds {
 public:
  /// `first`: kind → its first tile; one entry more than kinds.
  explicit Kinds(std::span<const TileId> first) : first_(first.begin(), first.end()) {
    for (int kind = 0; kind < kinds(); ++kind)
      for (int copy = 0; copy < copies(kind); ++copy) kind_of_.push_back(static_cast<TileId>(kind));
  }

  [[nodiscard]] int kinds() const { return static_cast<int>(first_.size()) - 1; }
  [[nodiscard]] int tiles() const { return static_cast<int>(kind_of_.size()); }
  [[nodiscard]] int copies(int kind) const { return first_[at(kind) + 1] - first_[at(kind)]; }
  [[nodiscard]] TileId first(int kind) const { return first_[at(kind)]; }
  [[nodiscard]] TileId tile(int kind, int member) const { return static_cast<TileId>(first_[at(kind)] + member); }
  [[nodiscard]] int kind_of(TileId tile) const { return kind_of_[tile]; }
  [[nodiscard]] int member_of(TileId tile) const { return tile - first_[kind_of_[tile]]; }
  /// All tiles of a kind.
  [[nodiscard]] Members every(int kind) const {
    return copies(kind) == most_copies ? ~Members{0} : (Members{1} << copies(kind)) - 1;
  }

 private:
  std::vector<TileId> first_, kind_of_{};
};

/// Which tiles have been decided to go together.
class Pairing {
 public:
  explicit Pairing(const Kinds& kinds) : kinds_(kinds), mate_(at(kinds.tiles()), no_tile), mated_(at(kinds.kinds())) {}

  [[nodiscard]] int mate(TileId tile) const { return mate_[tile]; }
  [[nodiscard]] Members mated(int kind) const { return mated_[at(kind)]; }
  [[nodiscard]] bool decided(Pair p) const { return mate_[p.a] == p.b; }
  void decide(Pair p) {
    mate_[p.a] = p.b;
    mate_[p.b] = p.a;
    mated_[at(kinds_.kind_of(p.a))] |= both(p);
  }
  void undo(Pair p) {
    mate_[p.a] = no_tile;
    mate_[p.b] = no_tile;
    mated_[at(kinds_.kind_of(p.a))] &= ~both(p);
  }

 private:
  [[nodiscard]] Members both(Pair p) const {
    return Members{1} << kinds_.member_of(p.a) | Members{1} << kinds_.member_of(p.b);
  }
  const Kinds& kinds_;
  std::vector<int> mate_;
  std::vector<Members> mated_;
};

}  // namespace nazo::tiles
