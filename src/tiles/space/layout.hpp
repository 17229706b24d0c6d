// How the states of one board are numbered for the exact analysis.
//
// A kind with c tiles has an even number of them gone: 2^(c−1) possibilities, numbered by how many are gone (0: all
// there). That is the kind's code, c−1 bits. The codes of the high kinds make a 64-bit key, those of the last few kinds
// (at most 9 bits) the leaf. A move adds a constant to key or leaf that depends on the kind's old code only: for each
// (pair, old code) the map from state to child is monotone. Sorted layers therefore make few sorted streams of
// children.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "base/result.hpp"
#include "tiles/kinds.hpp"
#include "tiles/space/game.hpp"
#include "tiles/space/leaf.hpp"

namespace nazo::tiles {

/// The codes of a kind with so many copies.
struct CodeTable {
  static constexpr std::uint16_t illegal = 0xffff;
  int copies = 0, bits = 0;
  std::vector<std::uint16_t> present{};                        ///< code → which tiles are there, as bits
  std::vector<std::uint8_t> pairs_gone{};                      ///< code → how many pairs are gone
  std::vector<std::pair<std::uint8_t, std::uint8_t>> pairs{};  ///< members (i, j), i < j
  std::vector<std::uint16_t> next{};  ///< [pair · codes + code] → the code when that pair went too, or `illegal`

  explicit CodeTable(int copies);
  [[nodiscard]] std::size_t codes() const { return present.size(); }
};
inline constexpr int most_copies_of_key = 12;
inline constexpr int longest_key = 62;  ///< bits of the high kinds

struct SpaceKind {
  int kind = 0;  ///< of the board
  std::vector<CodeTable>::size_type table = 0;
  int shift = 0;  ///< in the key, or in the leaf
  int first_tile = 0, first_pair = 0;
};

struct SpaceTile {
  TileId tile = 0;           ///< of the board
  int kind = 0, member = 0;  ///< of the layout
};

/// Two tiles of a kind that may go together.
struct SpacePair {
  int kind = 0, in_kind = 0;  ///< of the layout; the number of the pair in the kind's table
  int a = 0, b = 0;           ///< tiles of the layout
};

/// One way a pair of leaf tiles goes: leaves of `from` move up by `distance`.
struct LeafStep {
  Leaf from;
  unsigned distance = 0;
  enum class How { in_words, by_words, across } how = How::across;  ///< the quickest way to move by that distance

  [[nodiscard]] Leaf moved(const Leaf& leaves) const {
    switch (how) {
      case How::in_words:
        return leaves.moved_in_words(distance);
      case How::by_words:
        return leaves.moved_by_words(distance / 64);
      case How::across:
        break;
    }
    return leaves.moved(distance);
  }
};

/// Everything about a board that the analysis looks up. High kinds, tiles and pairs come first, those of the leaf last.
struct SpaceLayout {
  std::vector<CodeTable> tables{};
  std::vector<SpaceKind> kinds{};
  std::vector<SpaceTile> tiles{};
  std::vector<SpacePair> pairs{};
  int high_kinds = 0, high_tiles = 0, high_pairs = 0;
  int key_bits = 0, leaf_size = 1;  ///< leaves 0 … leaf_size−1

  bool can_be_cleared = true;  ///< no kind is odd
  std::uint64_t last_key = 0;  ///< of the empty board
  unsigned last_leaf = 0;
  std::uint64_t least_step = 0;  ///< the smallest constant a move adds to the key
  int high_layers = 1;           ///< layers by pairs of high kinds gone: 0 … high_layers−1
  int layers = 1;                ///< by all pairs

  std::vector<Leaf> gone{};                              ///< leaf tile → leaves in which it is gone
  std::vector<Leaf> both_there{};                        ///< leaf pair → leaves in which both tiles are there
  std::vector<std::vector<LeafStep>> leaf_steps{};       ///< leaf pair → how leaves change
  std::vector<std::vector<std::uint16_t>> leaf_child{};  ///< leaf pair → leaf → leaf after it
  std::vector<std::uint8_t> leaf_pairs_gone{};           ///< leaf → pairs gone

  [[nodiscard]] const CodeTable& codes(const SpaceKind& kind) const { return tables[kind.table]; }
  [[nodiscard]] unsigned code_of(std::uint64_t key, const SpaceKind& kind) const {
    return static_cast<unsigned>(key >> kind.shift & (codes(kind).codes() - 1));
  }
};

/// Why a board is too large for a key, in one clear line; nothing if it is not.
[[nodiscard]] Result<void> fits_a_key(const SpaceGame& game);

/// Fails, with one clear line, where the board is too large for a key. If time runs out (see the clock) the layout is
/// as good as any other, only slower.
[[nodiscard]] Result<SpaceLayout> make_layout(const SpaceGame& game, const Meter& clock);

}  // namespace nazo::tiles
