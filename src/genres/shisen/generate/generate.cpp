#include "genres/shisen/generate/generate.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "genres/shisen/solve/field.hpp"
#include "genres/shisen/solve/game.hpp"
#include "genres/shisen/solve/solve.hpp"
#include "genres/shisen/text/text.hpp"
#include "tiles/walk.hpp"

namespace nazo::shisen {

namespace {

Result<std::pair<int, int>> read_size(std::string_view text) {
  const std::string lowered = lower(text);
  const auto parts = split(lowered, 'x');
  if (parts.size() == 2) {
    const auto width = number_of<int>(parts[0]), height = number_of<int>(parts[1]);
    if (width && height && *width >= 1 && *height >= 1 && *width <= longest_side && *height <= longest_side)
      return std::pair{*width, *height};
  }
  return fail(
      cat("--size takes WIDTHxHEIGHT, each from 1 to ", longest_side, " (for example 10x6), not ", in_quotes(text)));
}

std::string solution_text(const std::vector<PlacePair>& moves) {
  std::string text;
  for (const auto& [a, b] : moves) text += (text.empty() ? "" : " ") + write_pair(a, b);
  return text;
}

}  // namespace

Result<BoardPlan> plan_board(const Options& options) {
  BoardPlan plan;
  NAZO_TRY(size, read_size(options.text("size")));
  plan.width = size.first;
  plan.height = size.second;
  plan.border = options.text("border") == "inside" ? Border::inside : Border::outside;
  const int cells = plan.width * plan.height;
  if (cells % 2 != 0)
    return fail(cat("a board of ", plan.width, "x", plan.height, " has an odd number of cells: nothing can clear it"));
  const bool kinds_given = options.given("kinds"), copies_given = options.given("copies");
  const auto kinds = static_cast<int>(options.integer("kinds")), copies = static_cast<int>(options.integer("copies"));
  if (copies_given && copies % 2 != 0) return fail(cat("--copies takes an even number, not ", copies));
  if (kinds_given && copies_given && kinds * copies != cells)
    return fail(cat("--kinds ", kinds, " with --copies ", copies, " makes ", kinds * copies,
                    " tiles, but the board has ", cells, " cells"));
  if (kinds_given && !copies_given) {  // pairs as evenly as they go
    if (kinds * 2 > cells)
      return fail(cat("--kinds ", kinds, " needs ", kinds * 2, " tiles at least, but the board has ", cells, " cells"));
    const int pairs = cells / 2;
    for (int kind = 0; kind < kinds; ++kind)
      plan.copies.push_back(2 * (pairs / kinds + (kind < pairs % kinds ? 1 : 0)));
  } else {
    for (int left = cells; left > 0; left -= plan.copies.back()) plan.copies.push_back(std::min(left, copies));
  }
  if (std::ranges::max(plan.copies) > most_copies) return fail(cat("a kind has at most ", most_copies, " tiles"));
  return plan;
}

Board shuffled_board(const BoardPlan& plan, Rng& rng) {
  std::vector<int> cells;
  for (std::size_t kind = 0; kind < plan.copies.size(); ++kind)
    cells.insert(cells.end(), static_cast<std::size_t>(plan.copies[kind]), static_cast<int>(kind) + 1);
  rng.shuffle(std::span(cells));
  return make_board(plan.width, plan.height, plan.border, cells);
}

Board reverse_board(const BoardPlan& plan, Rng& rng, std::vector<PlacePair>& moves) {
  std::vector<Place> tiles;
  Occupancy o = empty_grid(plan.width, plan.height, plan.border);
  for (int row = 1; row <= plan.height; ++row)
    for (int column = 1; column <= plan.width; ++column) {
      tiles.push_back({row, column});
      o.put({row, column});
    }
  moves.clear();
  while (!tiles.empty()) {
    // Two tiles at random until they can be joined; neighbours always can, so this ends.
    std::size_t a = 0, b = 0;
    for (int tries = 0;; ++tries) {
      a = rng.below(tiles.size());
      b = rng.below(tiles.size());
      if (tries >= 2000) {  // hardly ever: take the first that go
        bool found = false;
        for (a = 0; a < tiles.size() && !found; ++a)
          for (b = a + 1; b < tiles.size() && !found; ++b) found = joined(o, tiles[a], tiles[b]);
        --a;
        --b;
        break;
      }
      if (a != b && joined(o, tiles[a], tiles[b])) break;
    }
    moves.emplace_back(std::min(tiles[a], tiles[b]), std::max(tiles[a], tiles[b]));
    o.take(tiles[a]);
    o.take(tiles[b]);
    for (const std::size_t i : {std::max(a, b), std::min(a, b)}) {
      tiles[i] = tiles.back();
      tiles.pop_back();
    }
  }
  std::vector<int> kind_of_pair;
  for (std::size_t kind = 0; kind < plan.copies.size(); ++kind)
    kind_of_pair.insert(kind_of_pair.end(), static_cast<std::size_t>(plan.copies[kind] / 2),
                        static_cast<int>(kind) + 1);
  rng.shuffle(std::span(kind_of_pair));
  std::vector<int> cells(static_cast<std::size_t>(plan.width * plan.height), no_tile);
  for (std::size_t move = 0; move < moves.size(); ++move)
    for (const Place p : {moves[move].first, moves[move].second})
      cells[static_cast<std::size_t>((p.row - 1) * plan.width + p.column - 1)] = kind_of_pair[move];
  return make_board(plan.width, plan.height, plan.border, cells);
}

Result<Batch> generate_boards(const Order& order, const Context& context) {
  NAZO_TRY(plan, plan_board(order.options));
  Batch batch;
  const Meter meter(context.budget);
  Rng rng(order.seed, order.index);
  std::vector<PlacePair> moves;
  const bool reverse = order.options.text("method") == "reverse";
  const Board board = reverse ? reverse_board(plan, rng, moves) : shuffled_board(plan, rng);
  const Field field(board);
  if (!reverse) {
    const Decision decision = decide(field, context.budget);
    if (decision.outcome != Outcome::cleared) {
      batch.limit = decision.limit;
      batch.rejected.emplace_back(decision.outcome == Outcome::impossible ? "unsolvable" : "undecided", 1);
      return batch;
    }
    for (const Pair pair : decision.moves) moves.emplace_back(field.place(pair.a), field.place(pair.b));
  }
  // Only boards that may be kept are worth the analysis: a few plays at random tell those apart that are far off.
  if (order.keep != nullptr) {
    const double low = order.keep->lower_bound("random_walk_win", 0),
                 high = order.keep->upper_bound("random_walk_win", 1);
    if (low > 0 || high < 1) {
      constexpr int plays = 200;
      const PathGame game(field);
      int won = 0;
      for (int play = 0; play < plays; ++play) {
        won += tiles::walk_at_random(game, rng).cleared ? 1 : 0;
        if (batch.limit = meter.overdue(); batch.limit != Limit::none) return batch;
      }
      const double share = static_cast<double>(won) / plays,
                   doubt = 4 * std::sqrt((share * (1 - share) + 0.01) / plays);
      if (share + doubt < low || share - doubt > high) {
        batch.rejected.emplace_back("random_walk_win", 1);
        return batch;
      }
    }
  }
  Candidate candidate{.puzzle = {.genre = "shisen", .text = write_board(board)}, .solution = solution_text(moves)};
  batch.candidates.push_back(std::move(candidate));
  return batch;
}

}  // namespace nazo::shisen
