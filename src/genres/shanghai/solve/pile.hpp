// The board as the solver plays on it: for each tile how many others are in its way, and which tiles are free.
//
// A tile's byte counts what lies on it, at its left and at its right. Taking a tile lowers the bytes of those it was in
// the way of; the kinds of which a tile became free are all that has to be looked at next.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "base/rng.hpp"
#include "genres/shanghai/rules/rules.hpp"
#include "tiles/pairing_search.hpp"

namespace nazo::shanghai {

using tiles::Members;
using tiles::Pairing;

/// Kinds as bits.
using KindSet = std::uint64_t;

using KindMembers = std::array<Members, group_count>;

struct Position {
  KindMembers present{}, free{};                   ///< by kind
  std::array<std::uint8_t, most_tiles> blocked{};  ///< by tile
  int left = 0;                                    ///< tiles
};

class PilePart;

/// A board for searching, made once; what tiles::decide and tiles::StateSampler ask of a game.
class Pile : public tiles::Kinds {
 public:
  using Position = shanghai::Position;
  explicit Pile(const Board& board);

  [[nodiscard]] const Kinds& kinds() const { return *this; }
  [[nodiscard]] int kind_count() const { return Kinds::kinds(); }
  [[nodiscard]] const Position& start() const { return start_; }
  [[nodiscard]] bool playable(const Position& position, Pair pair) const {
    const Members both = bit(pair.a) | bit(pair.b);
    return (position.free[index(kind_of(pair.a))] & both) == both;
  }
  void play_safe(const Pairing& pairing, Position& position, std::vector<Pair>& played,
                 std::vector<Pair>& choices) const;
  void relax(const Pairing& pairing, Position& position, int first_kind) const {
    relax(start_.present, pairing, position, first_kind);
  }
  /// The same where only these tiles, by kind, are to be cleared.
  void relax(const KindMembers& all, const Pairing& pairing, Position& position, int first_kind) const;
  bool random_play(Rng& rng, Position& position, std::vector<Pair>& played, std::vector<Pair>& room,
                   const Meter* clock) const;

  /// All playable pairs.
  void open_pairs(const Position& position, std::vector<Pair>& pairs) const;
  /// All pairs of tiles gone that could be played if they were put back.
  void gone_pairs(const Position& position, std::vector<Pair>& pairs) const;
  /// Takes a tile; the kinds of which tiles became free.
  KindSet take(Position& position, TileId tile) const;
  /// Puts a tile back.
  void put(Position& position, TileId tile) const;
  KindSet take(Position& position, Pair pair) const { return take(position, pair.a) | take(position, pair.b); }
  [[nodiscard]] PilePart part(const std::vector<Members>& tiles, const Position& standing) const;
  [[nodiscard]] Members bit(TileId tile) const { return Members{1} << member_of(tile); }

 private:
  /// A tile that another is in the way of, and what its going takes off the byte.
  struct Released {
    std::uint8_t tile, by;
  };
  struct Neighbours {
    std::array<Released, 8> list{};
    int count = 0;
  };
  template <class Decided>
  KindSet settle(const Decided& decided, Position& position, int kind, std::vector<Pair>& played) const;
  template <class Decided>
  void settle_all(const Decided& decided, Position& position, KindSet dirty, std::vector<Pair>& played) const;
  template <class Decided>
  void add_choices(const Decided& decided, const Position& position, std::vector<Pair>& choices) const;
  /// What a tile's byte would be if another were put back, too.
  [[nodiscard]] std::uint8_t blocked_with(const Position& position, TileId tile, TileId other) const;
  KindSet clear_four(Position& position, int kind, Members four, std::vector<Pair>& played) const;
  [[nodiscard]] KindSet all_kinds() const { return (KindSet{1} << kind_count()) - 1; }

  std::vector<Neighbours> releases_{};
  std::vector<bool> own_way_{};  ///< by kind: one of its tiles is in another's way
  Position start_{};
};

/// A pile of which only some tiles are to be cleared; what else stands there stays for ever. The pile outlives it.
class PilePart {
 public:
  using Position = shanghai::Position;
  PilePart(const Pile& pile, const std::vector<Members>& tiles, const Position& standing);

  [[nodiscard]] const tiles::Kinds& kinds() const { return pile_.kinds(); }
  [[nodiscard]] const Position& start() const { return start_; }
  [[nodiscard]] bool playable(const Position& position, Pair pair) const { return pile_.playable(position, pair); }
  void play_safe(const Pairing& pairing, Position& position, std::vector<Pair>& played,
                 std::vector<Pair>& choices) const {
    pile_.play_safe(pairing, position, played, choices);
  }
  void relax(const Pairing& pairing, Position& position, int first_kind) const {
    pile_.relax(start_.present, pairing, position, first_kind);
  }
  bool random_play(Rng& rng, Position& position, std::vector<Pair>& played, std::vector<Pair>& room,
                   const Meter* clock) const {
    return pile_.random_play(rng, position, played, room, clock);
  }

 private:
  const Pile& pile_;
  Position start_;
};

inline PilePart Pile::part(const std::vector<Members>& tiles, const Position& standing) const {
  return {*this, tiles, standing};
}

}  // namespace nazo::shanghai
