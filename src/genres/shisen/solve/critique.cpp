#include "genres/shisen/solve/critique.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/text.hpp"
#include "genres/shisen/analyse/patterns.hpp"
#include "genres/shisen/solve/field.hpp"
#include "genres/shisen/solve/solve.hpp"
#include "genres/shisen/text/text.hpp"
#include "puzzle/critique.hpp"
#include "tiles/mend.hpp"

namespace nazo::shisen {

namespace {

/// What judging one changed board may cost: a critique looks at hundreds of them.
constexpr std::uint64_t nodes_for_a_change = 20'000;
constexpr std::size_t most_repairs = 3;

std::string place(const Tile& tile) { return cat(tile.place.row, ",", tile.place.column); }

/// The board with other kinds on its tiles; no_tile takes one away.
Board with_kinds(const Board& board, const std::vector<int>& kinds) {
  std::vector<int> cells(index(board.width * board.height), no_tile);
  for (std::size_t i = 0; i < board.tiles.size(); ++i) {
    const Place at = board.tiles[i].place;
    if (kinds[i] != no_tile) cells[index((at.row - 1) * board.width + at.column - 1)] = board.labels[index(kinds[i])];
  }
  return make_board(board.width, board.height, board.border, cells);
}

std::vector<int> kinds_of(const Board& board) {
  std::vector<int> kinds;
  for (const Tile& tile : board.tiles) kinds.push_back(tile.kind);
  return kinds;
}

/// Can it be cleared? Nothing once the meter ran out; what is not decided quickly is a no.
std::optional<bool> can_be_cleared(const Board& board, Meter& meter) {
  if (!meter.check()) return std::nullopt;
  if (board.odd_kind() < board.kinds()) return false;
  Budget budget = meter.rest();
  budget.nodes = std::min(budget.nodes, nodes_for_a_change);
  return decide(Field(board), budget).outcome == Outcome::cleared;
}

}  // namespace

std::vector<TechniqueFact> repair_facts() {
  return {{"swap_tiles", "exchange two tiles"},
          {"change_tile", "make a tile one of another kind"},
          {"remove_tile", "take a tile away"}};
}

std::vector<Finding> odd_kinds(const Board& board) {
  std::vector<Finding> found;
  for (int kind = 0; kind < board.kinds(); ++kind) {
    const int copies = board.copies(static_cast<KindId>(kind));
    if (copies % 2 == 0) continue;
    Places places;
    for (const Tile& tile : board.tiles)
      if (tile.kind == kind) places.push_back(place(tile));
    found.push_back(
        {"odd_kind",
         cat("kind ", board.labels[static_cast<std::size_t>(kind)], " has ", copies, copies == 1 ? " tile" : " tiles"),
         std::move(places)});
  }
  return found;
}

void add_blocks(Critique& critique, const Board& board, const Facts& facts, Meter& meter) {
  const Patterns patterns = deadlock_patterns(board, meter.rest());
  if (patterns.groups.empty()) {
    if (patterns.limit != Limit::none) critique.limit = patterns.limit;
    return;
  }
  Places places;
  for (const TileId tile : patterns.groups.front()) places.push_back(place(board.tiles[tile]));
  std::string said = cat("these tiles alone block each other: ", join(places, " "));
  add_remark(critique, facts, {"blocking", std::move(said), std::move(places)});
}

void add_repairs(Critique& critique, const Board& board, Meter& meter) {
  const std::vector<int> kinds = kinds_of(board);
  const auto cleared = [&](const std::vector<int>& changed) {
    return can_be_cleared(with_kinds(board, changed), meter);
  };
  const auto offer = [&](const char* code, std::string message, const std::vector<int>& changed, Places places) {
    critique.repairs.push_back({code, std::move(message), write_board(with_kinds(board, changed)), std::move(places)});
  };
  std::vector<int> odd;
  for (int kind = 0; kind < board.kinds(); ++kind)
    if (board.copies(static_cast<KindId>(kind)) % 2 != 0) odd.push_back(kind);

  if (odd.size() == 1)
    for (std::size_t tile = 0; tile < kinds.size() && critique.repairs.size() < most_repairs; ++tile) {
      std::vector<int> less = kinds;
      less[tile] = no_tile;
      const bool helps = kinds[tile] == odd.front() && board.tiles.size() > 1 && cleared(less).value_or(false);
      if (helps)
        offer("remove_tile", cat("without the tile at ", place(board.tiles[tile])), less, {place(board.tiles[tile])});
    }
  // More than two odd kinds are mended two at a time.
  const bool last_two = odd.size() == 2;
  const auto evener = [&](const std::vector<int>& changed) -> std::optional<bool> {
    return last_two ? cleared(changed) : std::optional(true);
  };
  auto changes = tiles::mending_changes(kinds, odd, most_repairs, evener);
  // Even kinds are the first step, also where the board is then still blocked.
  if (changes.empty())
    changes = tiles::mending_changes(kinds, odd, most_repairs, [](const auto&) { return std::optional(true); });
  for (const tiles::Change& change : changes) {
    std::vector<int> changed = kinds;
    changed[change.tile] = change.kind;
    const std::string at = place(board.tiles[change.tile]);
    offer("change_tile", cat("the tile at ", at, " becomes ", board.labels[index(change.kind)]), changed, {at});
  }
  if (critique.verdict.status == Status::unsolvable) {
    std::vector<bool> suspects(kinds.size());
    for (const Finding& remark : critique.remarks)
      for (std::size_t i = 0; i < kinds.size(); ++i)
        suspects[i] = suspects[i] || std::ranges::count(remark.places, place(board.tiles[i])) > 0;
    const auto apart = [&](std::size_t a, std::size_t b) {
      const Place p = board.tiles[a].place, q = board.tiles[b].place;
      return std::abs(p.row - q.row) + std::abs(p.column - q.column);
    };
    for (const auto& [a, b] : tiles::mending_exchanges(kinds, suspects, most_repairs, apart, cleared)) {
      std::vector<int> changed = kinds;
      std::swap(changed[a], changed[b]);
      const Places places{place(board.tiles[a]), place(board.tiles[b])};
      offer("swap_tiles", cat("exchange the tiles at ", join(places, " and ")), changed, places);
    }
  }
  if (!meter.check()) critique.limit = meter.limit();
}

}  // namespace nazo::shisen
