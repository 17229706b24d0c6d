// Shisen-sho as the shared searches see it: deciding boards (tiles/pairing_search.hpp) and sampling their states
// (tiles/space/sampling.hpp).
#pragma once

#include <utility>
#include <vector>

#include "genres/shisen/solve/field.hpp"
#include "genres/shisen/solve/position.hpp"
#include "tiles/space/sampling.hpp"

namespace nazo::shisen {

class PathGame {
 public:
  using Position = shisen::Position;
  explicit PathGame(Field field) : field_(std::move(field)) {}
  explicit PathGame(const Board& board) : field_(board) {}

  [[nodiscard]] const Field& field() const { return field_; }
  [[nodiscard]] const tiles::Kinds& kinds() const { return field_; }
  [[nodiscard]] Position start() const { return Position(field_); }
  void play_safe(const Pairing& pairing, Position& position, std::vector<Pair>& played,
                 std::vector<Pair>& choices) const {
    shisen::play_safe(field_, pairing, position, played, choices);
  }
  void relax(const Pairing& pairing, Position& position, int first_kind) const {
    shisen::relax(field_, pairing, position, first_kind);
  }
  [[nodiscard]] bool playable(const Position& position, Pair pair) const {
    return meet(position.o, field_.spot(pair.a), field_.spot(pair.b));
  }
  bool random_play(Rng& rng, Position& position, std::vector<Pair>& played, std::vector<Pair>& room,
                   const Meter* clock) const {
    return shisen::random_play(field_, rng, position, played, room, clock);
  }

  void open_pairs(const Position& position, std::vector<Pair>& pairs) const {
    shisen::open_pairs(field_, position, pairs);
  }
  void take(Position& position, TileId tile) const {
    shisen::take(position.o, field_.spot(tile));
    position.present[index(field_.kind_of(tile))] &= ~(Members{1} << field_.member_of(tile));
    --position.left;
  }
  void put(Position& position, TileId tile) const {
    shisen::put(position.o, field_.spot(tile));
    position.present[index(field_.kind_of(tile))] |= Members{1} << field_.member_of(tile);
    ++position.left;
  }
  [[nodiscard]] PathGame part(const std::vector<Members>& tiles, const Position& standing) const {
    return PathGame(field_.restricted_to(tiles, standing.o));
  }

 private:
  Field field_;
};

static_assert(tiles::SampledGame<PathGame>);

}  // namespace nazo::shisen
