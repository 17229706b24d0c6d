#include "genres/superpuzz/play/play.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.hpp"
#include "genres/superpuzz/solve/best/search.hpp"
#include "genres/superpuzz/text/text.hpp"

namespace nazo::superpuzz {

namespace {

constexpr std::array<std::string_view, suits> suit_signs{"♥", "♦", "♠", "♣"};

std::string rank_for_person(int rank) { return rank == 9 ? "10" : card_text(card_of(rank, 0)).substr(1); }
std::string card_for_person(Card card) {
  return cat(suit_signs[static_cast<std::size_t>(suit_of(card))], rank_for_person(rank_of(card)));
}

Cell cell_of(Place place) { return {row_of(place) + 1, column_of(place) + 1}; }

/// Cards that lie in a run from an ace in the leftmost column.
bool in_place(const Position& position, Place place) {
  const Card ace = position.at[place_of(row_of(place), 0)];
  for (int column = 0; column <= column_of(place); ++column)
    if (rank_of(ace) != 0 || position.at[place_of(row_of(place), column)] != ace + column * suits) return false;
  return column_of(place) < position.top_rank();
}

int cards_in_place(const Position& position) {
  int count = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < position.top_rank(); ++column) count += in_place(position, place_of(row, column));
  return count;
}

struct Reason {
  std::string technique;
  std::string text;
  std::string comer{};  ///< the card that can come next, where that is the reason
};

/// Why a step of a solution is a good one, as far as one sees it on the table.
Reason reason_for(const Position& position, const Step& step) {
  Position next = position;
  const Place from = position.place_of_card(step.card);
  play(next, step);
  if (won(next)) return {"wins", "it wins"};
  if (column_of(from) == 0 && rank_of(step.card) != 0)
    return {"opens_left_column", "it opens the leftmost column for an ace"};
  if (column_of(from) == 0) return {"moves_an_ace", "it makes room to change the rows of the aces"};
  if (column_of(step.to) == 0) return {"ace_to_the_left", "the aces belong into the leftmost column"};
  if (in_place(next, step.to)) return {"final_place", "there it is in its final place"};
  if (const Card comer = taken_by(next, from); comer != no_card)
    return {"makes_room", cat("it makes room for ", card_for_person(comer)), card_for_person(comer)};
  return {"hole_not_needed", "the hole it leaves is not needed before"};
}

}  // namespace

std::vector<Move> moves_for_person(const Position& position) {
  std::vector<Move> moves;
  for (const Step& step : legal_steps(position))
    moves.push_back(
        {.text = step_text(step),
         .label = cat(card_for_person(step.card), " to row ", row_of(step.to) + 1, ", column ", column_of(step.to) + 1),
         .from = cell_of(position.place_of_card(step.card)),
         .to = cell_of(step.to)});
  return moves;
}

Result<Step> typed_step(const Position& position, std::string_view text) {
  text = trim(text);
  if (text.find_first_of("@>,(") == std::string_view::npos) {
    std::vector<Step> fitting;
    for (const Step& step : legal_steps(position))
      if (lower(card_text(step.card)) == lower(text) ||
          lower(text) == lower(cat(card_text(step.card).substr(0, 1), rank_for_person(rank_of(step.card)))))
        fitting.push_back(step);
    if (fitting.size() == 1) return fitting.front();
    if (fitting.size() > 1)
      return fail(
          cat(in_quotes(text), " may go to several holes: add the row and column, as in ", step_text(fitting.front())));
  }
  NAZO_TRY(step, step_of(text, position));
  if (legality(position, step) != Legality::legal) return fail(why_not(position, step));
  return step;
}

Standing standing(const Position& position) {
  if (won(position)) return Standing::won;
  return legal_steps(position).empty() ? Standing::stuck : Standing::playing;
}

Hint hint(const Position& position, HintLevel level, const Context& context) {
  if (won(position)) return {.text = "It is won.", .solvable = true, .technique = "solved"};
  const best::Outcome outcome = best::search(position, context.budget, {.seed = context.seed});
  if (outcome.ending == search::Ending::unknown)
    return {.text = "I could not find out whether this can be won.", .technique = "unknown"};
  if (outcome.ending == search::Ending::unsolvable && legal_steps(position).empty())
    return {.text = "No card can move any more.", .solvable = false, .technique = "no_card_moves"};
  if (outcome.ending == search::Ending::unsolvable)
    return {.text = "This can no longer be won: take back some moves.", .solvable = false, .technique = "unsolvable"};
  Hint hint{.text = "This can still be won.", .solvable = true, .technique = "solvable"};
  if (level == HintLevel::solvable) return hint;
  const Step step = outcome.solution.front();
  hint.move = step_text(step);
  hint.text =
      cat("Move ", card_for_person(step.card), " to row ", row_of(step.to) + 1, ", column ", column_of(step.to) + 1);
  hint.technique = "move_card";
  hint.cells = {cell_of(position.place_of_card(step.card)), cell_of(step.to)};
  hint.values.set("card", card_for_person(step.card));
  if (level != HintLevel::why) {
    hint.text += ".";
    return hint;
  }
  const std::size_t length = outcome.solution.size();
  Reason reason = reason_for(position, step);
  hint.text += cat(": ", reason.text, ". From here I know a way of ", length, length == 1 ? " move." : " moves.");
  hint.technique = std::move(reason.technique);
  hint.values.set("length", length);
  if (!reason.comer.empty()) hint.values.set("comer", std::move(reason.comer));
  return hint;
}

TextPicture draw(const Position& position) {
  constexpr int plain = 0, red = 1, strong = 2, dim = 3, warning = 5;
  TextPicture picture{.rows = {}, .cell_width = 3};
  for (int row = 0; row < rows; ++row) {
    auto& cells = picture.rows.emplace_back();
    for (int column = 0; column < position.columns; ++column) {
      const Place place = place_of(row, column);
      const Card card = position.at[place];
      const bool takes = column == 0 || taken_by(position, place) != no_card;
      if (position.is_hole(card)) {
        cells.push_back({takes ? "[ ]" : " - ", takes ? warning : dim});
        continue;
      }
      const int black = in_place(position, place) ? strong : plain;
      cells.push_back({card_for_person(card), suit_of(card) < 2 ? red : black});
    }
  }
  picture.caption = cat(cards_in_place(position), " of ", position.top_rank() * rows, " cards in place");
  return picture;
}

Value view(const Position& position) {
  Value table = Value::array();
  for (int row = 0; row < rows; ++row) {
    Value cells = Value::array();
    for (int column = 0; column < position.columns; ++column) {
      const Place place = place_of(row, column);
      const Card card = position.at[place];
      Value cell = Value::object();
      if (position.is_hole(card)) {
        Value takes = Value::array();
        if (column == 0)
          for (int suit = 0; suit < suits; ++suit) takes.push(card_text(card_of(0, suit)));
        else if (const Card comer = taken_by(position, place); comer != no_card)
          takes.push(card_text(comer));
        cell.set("hole", true).set("name", position.named ? Value(card_text(card)) : Value()).set("takes", takes);
      } else {
        cell.set("card", card_text(card))
            .set("suit", card_text(card).substr(0, 1))
            .set("rank", rank_of(card) + 1)
            .set("in_place", in_place(position, place));
      }
      cells.push(cell);
    }
    table.push(cells);
  }
  return Value::object()
      .set("columns", position.columns)
      .set("rows", table)
      .set("in_place", cards_in_place(position))
      .set("cards", position.top_rank() * rows);
}

}  // namespace nazo::superpuzz
