#include "genres/shisen/solve/solve.hpp"

#include "genres/shisen/solve/position.hpp"
#include "tiles/pairing_search.hpp"

namespace nazo::shisen {

namespace {

/// Shisen-sho as the search over pairings sees it.
class PathGame {
 public:
  using Position = shisen::Position;
  explicit PathGame(const Field& field) : field_(field) {}

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
    return joined(position.o, field_.place(pair.a), field_.place(pair.b));
  }
  bool random_play(Rng& rng, Position& position, std::vector<Pair>& played, std::vector<Pair>& room,
                   const Meter* clock) const {
    return shisen::random_play(field_, rng, position, played, room, clock);
  }

 private:
  const Field& field_;
};

}  // namespace

Decision decide(const Field& field, const Budget& budget, std::uint64_t seed) {
  return tiles::decide(PathGame(field), budget, seed);
}

}  // namespace nazo::shisen
