// New boards: shuffled ones that are proved solvable, and ones built so that they are.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "base/rng.hpp"
#include "genres/shisen/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::shisen {

struct BoardPlan {
  int width = 10, height = 6;
  Border border = Border::outside;
  std::vector<int> copies{};  ///< tiles of each kind; together they fill the board
};

/// From the options size, kinds, copies and border; an order that cannot be met is one clear line.
[[nodiscard]] Result<BoardPlan> plan_board(const Options& options);

/// The tiles in random order.
[[nodiscard]] Board shuffled_board(const BoardPlan& plan, Rng& rng);

/// Blank tiles are taken away in random pairs that can be joined, and only then get their kinds: what was taken is a
/// solution. `moves` receives it.
[[nodiscard]] Board reverse_board(const BoardPlan& plan, Rng& rng, std::vector<std::pair<Place, Place>>& moves);

[[nodiscard]] Result<Batch> generate_boards(const Order& order, const Context& context);

}  // namespace nazo::shisen
