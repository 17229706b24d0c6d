#include "genres/shisen/play/hint.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "genres/shisen/analyse/patterns.hpp"
#include "genres/shisen/solve/solve.hpp"
#include "genres/shisen/text/picture.hpp"
#include "genres/shisen/text/text.hpp"
#include "tiles/faces.hpp"

namespace nazo::shisen {

namespace {

Cell cell_of(Place place) { return {place.row, place.column}; }

/// What a person calls a kind: the name of its face, or its number where it has none.
std::string kind_name(const Board& board, KindId kind) {
  const int face = face_of(board, kind);
  return face < 0 ? cat("kind ", board.labels[kind]) : tiles::face_name(face);
}

/// What a hint says besides naming the move.
struct Reason {
  std::string technique;
  std::string text;
  std::vector<std::string> others{};  ///< moves that would lose
};

/// Why a move of the solution is a good one.
Reason reason_for(const Board& board, Pair pair, Meter& meter) {
  const KindId kind = board.tiles[pair.a].kind;
  const int label = board.labels[kind];
  const std::string name = kind_name(board, kind);
  if (board.copies(kind) == 2)
    return {"last_pair", cat("They are the last two tiles of ", name, ", so taking them can never hurt.")};
  const Board after = without(board, pair);
  const auto rest = legal_pairs(after);
  const bool whole_kind = board.copies(kind) == 4 &&
                          std::ranges::any_of(rest, [&](Pair p) { return after.label_of(after.tiles[p.a]) == label; });
  if (whole_kind)
    return {"whole_kind",
            cat("All four tiles of ", name, " can go now, one pair after the other, so taking them can never hurt.")};
  std::vector<std::string> losing;
  for (const Pair other : legal_pairs(board)) {
    if (board.tiles[other.a].kind != kind || other == pair) continue;
    const Decision decision = decide(Field(without(board, other)), meter.rest());
    if (decision.outcome == Outcome::impossible)
      losing.push_back(write_pair(board.tiles[other.a].place, board.tiles[other.b].place));
    if (!meter.spend(decision.nodes)) break;  // those found so far are worth telling
  }
  if (!losing.empty())
    return {"other_pair_loses", cat("Pairing ", name, " as ", join(losing, " or "), " instead would lose."), losing};
  return {"rest_follows", cat("This way the tiles of ", name, " can go, and the rest of the board still follows.")};
}

/// Adds which tiles are in each other's way when nothing can clear the board any more.
void tell_what_blocks(Hint& hint, const Board& board, const Budget& budget) {
  const Patterns patterns = deadlock_patterns(board, budget);
  if (patterns.groups.empty()) {
    hint.text += " No order of moves clears it.";
    return;
  }
  const TileGroup& group = patterns.groups.front();
  std::vector<std::string> names;
  Value labels = Value::array();
  for (const TileId tile : group) {
    hint.cells.push_back(cell_of(board.tiles[tile].place));
    const std::string name = kind_name(board, board.tiles[tile].kind);
    if (std::ranges::find(names, name) != names.end()) continue;
    names.push_back(name);
    labels.push(board.label_of(board.tiles[tile]));
  }
  hint.technique = "blocked";
  hint.values.set("kinds", std::move(labels));
  if (names.size() > 8) {
    hint.text += cat(" No order of moves clears it: ", names.size(), " kinds are in each other's way.");
    return;
  }
  hint.text += cat(" The tiles of ", join(names, ", "), " block each other.");
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
  Meter meter(context.budget, 1);
  const Decision decision = decide(Field(board), context.budget, context.seed);
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
    if (level == HintLevel::why) tell_what_blocks(hint, board, meter.rest());
    return hint;
  }
  if (level == HintLevel::solvable) {
    hint.text = "This can still be cleared.";
    hint.technique = "solvable";
    return hint;
  }
  const Pair pair = decision.moves.front();
  const Place a = board.tiles[pair.a].place, b = board.tiles[pair.b].place;
  hint.move = write_pair(a, b);
  hint.text = cat("Take the two tiles of ", kind_name(board, board.tiles[pair.a].kind), " at ", write_place(a), " and ",
                  write_place(b), ".");
  hint.technique = "take_pair";
  hint.cells = {cell_of(a), cell_of(b)};
  hint.values.set("kind", board.label_of(board.tiles[pair.a]));
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
  // Neighbouring numbers get different styles, so that equal tiles catch the eye.
  constexpr int styles[5] = {0, 6, 1, 4, 5};
  std::size_t widest = 1;
  for (const int label : board.labels) widest = std::max(widest, std::to_string(label).size());
  TextPicture picture;
  picture.cell_width = static_cast<int>(std::max<std::size_t>(2, widest));
  const std::vector<int> cells = labels_by_cell(board);
  for (int row = 0; row < board.height; ++row) {
    auto& line = picture.rows.emplace_back();
    for (int column = 0; column < board.width; ++column) {
      const int label = cells[static_cast<std::size_t>(row * board.width + column)];
      if (label == no_tile) {
        line.push_back({"·", 3});
      } else {
        line.push_back({std::to_string(label), styles[label % 5]});
      }
    }
  }
  const std::size_t open = legal_pairs(board).size();
  picture.caption = cat(board.tiles.size(), " tiles left, ", open == 0 ? std::string("no") : cat(open),
                        open == 1 || open == 0 ? " pair can go" : " pairs can go");
  return picture;
}

Value view_of(const Board& board) {
  const auto place_value = [](Place p) { return Value::array().push(p.row).push(p.column); };
  Value cells = Value::array(), kinds = Value::array(), moves = Value::array();
  const std::vector<int> labels = labels_by_cell(board);
  for (int row = 0; row < board.height; ++row) {
    Value line = Value::array();
    for (int column = 0; column < board.width; ++column) {
      const int label = labels[static_cast<std::size_t>(row * board.width + column)];
      line.push(label == no_tile ? Value() : Value(label));
    }
    cells.push(std::move(line));
  }
  for (int kind = 0; kind < board.kinds(); ++kind) {
    const int face = face_of(board, static_cast<KindId>(kind));
    kinds.push(Value::object()
                   .set("label", board.labels[static_cast<std::size_t>(kind)])
                   .set("left", board.copies(static_cast<KindId>(kind)))
                   .set("face", face)
                   .set("name", face < 0 ? Value() : Value(tiles::face_name(face))));
  }
  const Occupancy o = occupancy_of(board);
  for (const Pair pair : legal_pairs(board)) {
    const Place a = board.tiles[pair.a].place, b = board.tiles[pair.b].place;
    Value path = Value::array();
    for (const Place corner : joining_path(o, board.width, board.height, a, b)) path.push(place_value(corner));
    moves.push(Value::object()
                   .set("move", write_pair(a, b))
                   .set("from", place_value(a))
                   .set("to", place_value(b))
                   .set("path", std::move(path)));
  }
  return Value::object()
      .set("width", board.width)
      .set("height", board.height)
      .set("border", name(board.border))
      .set("tiles", board.tiles.size())
      .set("cells", std::move(cells))
      .set("kinds", std::move(kinds))
      .set("moves", std::move(moves));
}

}  // namespace nazo::shisen
