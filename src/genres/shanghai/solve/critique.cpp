#include "genres/shanghai/solve/critique.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/text.hpp"
#include "genres/shanghai/solve/solve.hpp"
#include "genres/shanghai/text/text.hpp"
#include "puzzle/critique.hpp"
#include "tiles/kinds.hpp"
#include "tiles/mend.hpp"

namespace nazo::shanghai {

namespace {

/// What judging one changed board may cost: a critique looks at hundreds of them.
constexpr std::uint64_t nodes_for_a_change = 20'000;
constexpr std::size_t most_repairs = 3;

/// The board with other faces on its tiles; no_tile takes one away.
Board with_faces(const Board& board, const std::vector<int>& faces) {
  std::vector<FacedSlot> tiles;
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (faces[i] != no_tile) tiles.push_back({board.tiles[i].slot, faces[i]});
  return make_board({board.width, board.height, board.layers}, board.seen, std::move(tiles));
}

/// Can it be cleared? Nothing once the meter ran out; what is not decided quickly is a no.
std::optional<bool> can_be_cleared(const Board& board, Meter& meter) {
  if (!meter.check()) return std::nullopt;
  if (board.odd_kind() < board.kinds()) return false;
  for (int kind = 0; kind < board.kinds(); ++kind)
    if (board.copies(kind) > tiles::most_copies) return false;
  Budget budget = meter.rest();
  budget.nodes = std::min(budget.nodes, nodes_for_a_change);
  return decide(board, budget).outcome == Outcome::cleared;
}

/// Does something lie on this tile, so that it cannot be taken away alone?
bool carries(const Board& board, std::size_t tile) {
  return std::ranges::any_of(board.tiles,
                             [&](const Tile& other) { return lies_on(other.slot, board.tiles[tile].slot); });
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
    const int copies = board.copies(kind);
    if (copies % 2 == 0) continue;
    Places places;
    for (const Tile& tile : board.tiles)
      if (tile.kind == kind) places.push_back(write_slot(tile.slot));
    found.push_back(
        {"odd_kind",
         cat("kind ", group_name(board.groups[index(kind)]), " has ", copies, copies == 1 ? " tile" : " tiles"),
         std::move(places)});
  }
  return found;
}

void add_repairs(Critique& critique, const Board& board, Meter& meter) {
  std::vector<int> kinds, faces;
  for (const Tile& tile : board.tiles) {
    kinds.push_back(tile.kind);
    faces.push_back(tile.face);
  }
  /// A face of each kind, for tiles that change into it.
  std::vector<int> face_of_kind(index(board.kinds()));
  for (const Tile& tile : board.tiles) face_of_kind[index(tile.kind)] = tile.face;
  const auto faces_for = [&](const std::vector<int>& changed) {
    std::vector<int> out = faces;
    for (std::size_t i = 0; i < out.size(); ++i)
      if (changed[i] != kinds[i]) out[i] = changed[i] == no_tile ? no_tile : face_of_kind[index(changed[i])];
    return out;
  };
  const auto cleared = [&](const std::vector<int>& changed) {
    return can_be_cleared(with_faces(board, faces_for(changed)), meter);
  };
  const auto offer = [&](const char* code, std::string message, const std::vector<int>& changed, Places places) {
    critique.repairs.push_back({code, std::move(message), write_board(with_faces(board, changed)), std::move(places)});
  };
  const auto place = [&](std::size_t tile) { return write_slot(board.tiles[tile].slot); };
  std::vector<int> odd;
  for (int kind = 0; kind < board.kinds(); ++kind)
    if (board.copies(kind) % 2 != 0) odd.push_back(kind);

  if (odd.size() == 1)
    for (std::size_t tile = 0; tile < kinds.size() && critique.repairs.size() < most_repairs; ++tile) {
      if (kinds[tile] != odd.front() || carries(board, tile) || kinds.size() < 2) continue;
      std::vector<int> less = kinds;
      less[tile] = no_tile;
      if (cleared(less).value_or(false))
        offer("remove_tile", cat("without the tile at ", place(tile)), faces_for(less), {place(tile)});
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
    offer("change_tile",
          cat("the tile at ", place(change.tile), " becomes ", group_name(board.groups[index(change.kind)])),
          faces_for(changed), {place(change.tile)});
  }
  if (critique.verdict.status == Status::unsolvable) {
    const auto apart = [&](std::size_t a, std::size_t b) {
      const Slot p = board.tiles[a].slot, q = board.tiles[b].slot;
      return std::abs(p.row - q.row) + std::abs(p.column - q.column) + 2 * std::abs(p.layer - q.layer);
    };
    for (const auto& [a, b] :
         tiles::mending_exchanges(kinds, std::vector<bool>(kinds.size()), most_repairs, apart, cleared)) {
      std::vector<int> changed = faces;
      std::swap(changed[a], changed[b]);
      offer("swap_tiles", cat("exchange the tiles at ", place(a), " and ", place(b)), changed, {place(a), place(b)});
    }
  }
  if (!meter.check()) critique.limit = meter.limit();
}

}  // namespace nazo::shanghai
