#include "genres/shanghai/solve/solve.hpp"

namespace nazo::shanghai {

Decision decide(const Board& board, const Budget& budget, std::uint64_t seed) {
  return tiles::decide(Pile(board), budget, seed);
}

}  // namespace nazo::shanghai
