// Shisen-sho as the shared searches see it: deciding boards (tiles/pairing_search.hpp) and sampling their states
// (tiles/space/sampling.hpp).
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "genres/shisen/solve/field.hpp"
#include "genres/shisen/solve/position.hpp"
#include "tiles/space/sampling.hpp"

namespace nazo::shisen {

class PathGame {
 public:
  using Position = shisen::Position;
  explicit PathGame(const Board& board) : PathGame(std::make_shared<const Field>(board)) {}
  /// The field outlives the game.
  explicit PathGame(const Field& field) : PathGame(std::shared_ptr<const Field>(std::shared_ptr<void>(), &field)) {}

  [[nodiscard]] const Field& field() const { return *field_; }
  [[nodiscard]] const tiles::Kinds& kinds() const { return *field_; }
  [[nodiscard]] Position start() const { return {all_, start_}; }
  void play_safe(const Pairing& pairing, Position& position, std::vector<Pair>& played,
                 std::vector<Pair>& choices) const {
    shisen::play_safe(*field_, pairing, position, played, choices);
  }
  void relax(const Pairing& pairing, Position& position, int first_kind) const {
    shisen::relax(*field_, all_, pairing, position, first_kind);
  }
  [[nodiscard]] bool playable(const Position& position, Pair pair) const {
    return meet(position.o, field_->spot(pair.a), field_->spot(pair.b));
  }
  bool random_play(Rng& rng, Position& position, std::vector<Pair>& played, std::vector<Pair>& room,
                   const Meter* clock) const {
    return shisen::random_play(*field_, rng, position, played, room, clock);
  }

  void open_pairs(const Position& position, std::vector<Pair>& pairs) const {
    shisen::open_pairs(*field_, position, pairs);
  }
  void gone_pairs(const Position& position, std::vector<Pair>& pairs) const {
    shisen::gone_pairs(*field_, all_, position, pairs);
  }
  void take(Position& position, TileId tile) const {
    shisen::take(position.o, field_->spot(tile));
    position.present[index(field_->kind_of(tile))] &= ~(Members{1} << field_->member_of(tile));
    --position.left;
  }
  void put(Position& position, TileId tile) const {
    shisen::put(position.o, field_->spot(tile));
    position.present[index(field_->kind_of(tile))] |= Members{1} << field_->member_of(tile);
    ++position.left;
  }
  [[nodiscard]] PathGame part(const std::vector<Members>& tiles, const Position& standing) const {
    PathGame game(*this);
    game.all_ = tiles;
    game.start_ = standing.o;
    return game;
  }

 private:
  explicit PathGame(std::shared_ptr<const Field> field)
      : field_(std::move(field)), all_(field_->all()), start_(field_->start()) {}

  std::shared_ptr<const Field> field_;
  std::vector<Members> all_;  ///< the tiles to be cleared, by kind
  Occupancy start_;
};

static_assert(tiles::SampledGame<PathGame>);

}  // namespace nazo::shisen
