#include "genres/shanghai/play/hint.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/text.hpp"
#include "genres/shanghai/analyse/plays.hpp"
#include "genres/shanghai/rules/layouts.hpp"
#include "genres/shanghai/solve/solve.hpp"
#include "genres/shanghai/text/text.hpp"

namespace nazo::shanghai {

namespace {

Cell cell_of(Slot slot) { return {slot.row + 1, slot.column + 1}; }

/// What a hint says besides naming the move.
struct Reason {
  std::string technique;
  std::string text;
  std::vector<std::string> others{};  ///< moves that would lose
};

/// Why a move of the solution is a good one.
Reason reason_for(const Board& board, Pair pair, Meter& meter) {
  const int kind = board.tiles[pair.a].kind;
  if (board.copies(kind) == 2)
    return {"last_pair", "They are the last two of their kind, so taking them can never hurt."};
  const auto pairs = legal_pairs(board);
  const std::vector<bool> free = free_tiles(board);
  bool whole = true;
  for (int i = board.first[index(kind)]; i < board.first[index(kind) + 1]; ++i) whole = whole && free[index(i)];
  if (whole) return {"whole_kind", "All that is left of this kind is free, so taking it can never hurt."};
  std::vector<std::string> losing;
  for (const Pair other : pairs) {
    if (board.tiles[other.a].kind != kind || other == pair) continue;
    const Decision decision = decide(without(board, other), meter.rest());
    if (decision.outcome == Outcome::impossible)
      losing.push_back(write_pair(board.tiles[other.a].slot, board.tiles[other.b].slot));
    if (!meter.spend(decision.nodes)) break;  // those found so far are worth telling
  }
  if (!losing.empty())
    return {"other_pair_loses", cat("Taking ", join(losing, " or "), " instead would lose."), losing};
  return {"rest_follows", "This kind can go this way, and the rest of the board still follows."};
}

void name_pair(Hint& hint, const Board& board, Pair pair) {
  const Tile &a = board.tiles[pair.a], &b = board.tiles[pair.b];
  hint.move = write_pair(a.slot, b.slot);
  hint.text = cat("Take the two tiles (", group_name(group_of(a.face)), ") at ", slot_in_words(a.slot), " and ",
                  slot_in_words(b.slot), ".");
  hint.technique = "take_pair";
  hint.cells = {cell_of(a.slot), cell_of(b.slot)};
  hint.values.set("kind", group_of(a.face));
}

/// Adds which tiles are in each other's way, where one core says it all.
void tell_what_blocks(Hint& hint, const Board& board, const Proof& proof) {
  const auto core = std::ranges::find_if(
      proof.steps, [](const ProofStep& step) { return step.pairs.empty() && !step.stuck.empty(); });
  if (core == proof.steps.end()) {
    hint.text += " No order of moves clears it.";
    return;
  }
  std::set<int> groups;
  Value slots = Value::array();  // a cell does not tell the layer
  for (const TileId tile : core->stuck) {
    hint.cells.push_back(cell_of(board.tiles[tile].slot));
    slots.push(write_slot(board.tiles[tile].slot));
    groups.insert(group_of(board.tiles[tile].face));
  }
  Value kinds = Value::array();
  for (const int group : groups) kinds.push(group);
  hint.technique = "blocked";
  hint.text += cat(" ", core->stuck.size(), " tiles of ", groups.size(), groups.size() == 1 ? " kind" : " kinds",
                   " are in each other's way.");
  hint.values.set("kinds", std::move(kinds)).set("tiles", core->stuck.size()).set("slots", std::move(slots));
}

/// What somebody can know who sees only the top: no more is said.
Hint blind_hint(const Board& board, HintLevel level, const Context& context) {
  Hint hint;
  if (legal_pairs(board).empty()) {
    hint.text = "No two free tiles match: take moves back.";
    hint.technique = "unsolvable";
    hint.solvable = false;
    return hint;
  }
  if (level == HintLevel::solvable) {
    hint.text = "What lies under the tiles decides that, and nobody has seen it yet.";
    hint.technique = "hidden";
    hint.values.set("hidden", std::ranges::count(covered_tiles(board), true));
    return hint;
  }
  const Pile pile(board);
  Rng rng(context.seed);
  const BlindMove move = blind_move(pile, pile.start(), rng);
  name_pair(hint, board, move.pair);
  if (level != HintLevel::why) return hint;
  if (move.whole_kind) {
    hint.technique = board.copies(board.tiles[move.pair.a].kind) == 2 ? "last_pair" : "whole_kind";
    hint.text += " All that is left of this kind is free, so taking it can never hurt.";
  } else {
    hint.technique = "uncovers";
    hint.values.set("freed", move.freed);
    hint.text += cat(" It sets ", move.freed, move.freed == 1 ? " tile" : " tiles",
                     " free, as many as any pair does; what lies below nobody knows.");
  }
  return hint;
}

}  // namespace

Hint hint_for(const Board& board, HintLevel level, const Context& context) {
  Hint hint;
  if (board.empty()) {
    hint.text = "The board is cleared.";
    hint.technique = "solved";
    hint.solvable = true;
    return hint;
  }
  const bool all_in_sight = board.seen == Seen::all || std::ranges::count(covered_tiles(board), true) == 0;
  if (!all_in_sight) return blind_hint(board, level, context);
  Meter meter(context.budget, 1);
  const Decision decision = decide(board, context.budget, context.seed);
  meter.spend(decision.nodes);
  if (decision.outcome == Outcome::undecided) {
    hint.text = "I could not find out in time whether this can still be cleared.";
    hint.technique = "unknown";
    return hint;
  }
  hint.solvable = decision.outcome == Outcome::cleared;
  if (!*hint.solvable) {
    hint.text = "This can no longer be cleared: take moves back.";
    hint.technique = "unsolvable";
    if (level == HintLevel::why) tell_what_blocks(hint, board, decision.proof);
    return hint;
  }
  if (level == HintLevel::solvable) {
    hint.text = "This can still be cleared.";
    hint.technique = "solvable";
    return hint;
  }
  const Pair pair = decision.moves.front();
  name_pair(hint, board, pair);
  if (level != HintLevel::why) return hint;
  Reason reason = reason_for(board, pair, meter);
  hint.text += " " + reason.text;
  hint.technique = std::move(reason.technique);
  Value others = Value::array();
  for (const std::string& other : reason.others) others.push(other);
  if (!reason.others.empty()) hint.values.set("others", std::move(others));
  return hint;
}

TextPicture draw_text(const Board& board) {
  constexpr int free_style = 2, dim_style = 3, plain_style = 0;
  TextPicture picture;
  picture.cell_width = 1;
  picture.gap = 0;
  picture.rows.assign(index(board.height), std::vector<TextCell>(index(board.width), {"·", dim_style}));
  const std::vector<bool> free = free_tiles(board), covered = covered_tiles(board);
  std::vector<std::size_t> order(board.tiles.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return board.tiles[i].slot; });
  // Higher tiles are drawn over lower ones: a tile is its letters, and below them its layer.
  for (const std::size_t i : order) {
    const Slot slot = board.tiles[i].slot;
    const bool hidden = board.seen == Seen::top && covered[i];
    const std::string code = hidden ? "??" : face_code(board.tiles[i].face);
    const int style = free[i] ? free_style : plain_style;
    auto& upper = picture.rows[index(slot.row)];
    auto& lower = picture.rows[index(slot.row) + 1];
    upper[index(slot.column)] = {code.substr(0, 1), style};
    upper[index(slot.column) + 1] = {code.substr(1, 1), style};
    lower[index(slot.column)] = {std::to_string(slot.layer + 1), dim_style};
    lower[index(slot.column) + 1] = {free[i] ? "_" : " ", dim_style};
  }
  const std::size_t open = legal_pairs(board).size();
  picture.caption = cat(board.tiles.size(), " tiles left, ", open == 0 ? std::string("no") : cat(open),
                        open == 1 || open == 0 ? " pair can go" : " pairs can go");
  return picture;
}

namespace {

/// The name of the layout that the board fills, if it is one of ours and nothing has gone yet.
Value layout_name(const Board& board) {
  Layout slots;
  for (const Tile& tile : board.tiles) slots.push_back(tile.slot);
  slots = in_the_corner(std::move(slots));
  for (const NamedLayout& named : layouts())
    if (named.slots.size() == slots.size() && in_the_corner(named.slots) == slots) return Value(named.name);
  return {};
}

}  // namespace

Value view_of(const Board& board) {
  const auto slot_value = [](Slot s) { return Value::array().push(s.layer + 1).push(s.row + 1).push(s.column + 1); };
  const std::vector<bool> free = free_tiles(board), covered = covered_tiles(board);
  std::vector<std::size_t> order(board.tiles.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  // Painted in this order no tile hides what it should not: the sides of a tile show at its right and below.
  std::ranges::sort(order, {}, [&](std::size_t i) {
    const Slot s = board.tiles[i].slot;
    return std::tuple{s.layer, s.row + s.column, s.row};
  });
  Value list = Value::array(), moves = Value::array();
  for (const std::size_t i : order) {
    const Tile& tile = board.tiles[i];
    const bool hidden = board.seen == Seen::top && covered[i];
    list.push(Value::object()
                  .set("slot", slot_value(tile.slot))
                  .set("face", hidden ? Value() : Value(tile.face))
                  .set("kind", hidden ? Value() : Value(group_of(tile.face)))
                  .set("name", hidden ? Value() : Value(face_name(tile.face)))
                  .set("free", static_cast<bool>(free[i]))
                  .set("covered", static_cast<bool>(covered[i])));
  }
  for (const Pair pair : legal_pairs(board)) {
    const Slot a = board.tiles[pair.a].slot, b = board.tiles[pair.b].slot;
    moves.push(Value::object().set("move", write_pair(a, b)).set("from", slot_value(a)).set("to", slot_value(b)));
  }
  return Value::object()
      .set("width", board.width)
      .set("height", board.height)
      .set("layers", board.layers)
      .set("seen", board.seen == Seen::top ? "top" : "all")
      .set("tiles", board.tiles.size())
      .set("layout", layout_name(board))
      .set("list", std::move(list))
      .set("moves", std::move(moves));
}

}  // namespace nazo::shanghai
