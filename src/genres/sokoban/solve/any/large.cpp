// The largest boards have a file of their own: each size of a template takes its time to compile.
#include "genres/sokoban/solve/any/corral_filter.hpp"
#include "genres/sokoban/solve/any/portfolio.hpp"
#include "genres/sokoban/solve/any/turns.hpp"

namespace nazo::sokoban::any {

Outcome take_turns_on_large(const Board& board, const Budget& budget, Effort effort) {
  return Portfolio<most_squares / 64>(board, budget, effort).run();
}
std::unique_ptr<CorralFilter> filter_for_large(const Board& board, Meter& meter) {
  return std::make_unique<Filter<most_squares / 64>>(board, meter);
}

}  // namespace nazo::sokoban::any
