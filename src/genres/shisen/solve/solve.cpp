#include "genres/shisen/solve/solve.hpp"

#include "genres/shisen/solve/game.hpp"
#include "tiles/pairing_search.hpp"

namespace nazo::shisen {

Decision decide(const Field& field, const Budget& budget, std::uint64_t seed) {
  return tiles::decide(PathGame(field), budget, seed);
}

}  // namespace nazo::shisen
