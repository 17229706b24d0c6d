// Hints in words: the easiest next step on a board, with the reason. Techniques are tried on every line and the
// cheapest step wins; assumptions come only where no line says anything.
#pragma once

#include <optional>
#include <string>

#include "base/budget.hpp"
#include "genres/nonogram/play/play.hpp"
#include "genres/nonogram/rules/rules.hpp"
#include "genres/nonogram/solve/board.hpp"
#include "puzzle/genre.hpp"

namespace nazo::nonogram {

/// A step that a person can follow.
struct Step {
  std::string place{};      ///< "Row 7 (5 2)"
  std::string says{};       ///< "the 5 must cover columns 6 to 9"
  std::string why{};        ///< a sentence more
  std::string technique{};  ///< a code of the genre's facts
  int cost = 0;             ///< thousandths; docs/NONOGRAM.md
  Marks cells{};
  Value values = Value::object();  ///< what `says` and `why` are made of: the facts say what belongs to each code
};

/// The cheapest step that one line alone gives. The marks must contradict no line.
[[nodiscard]] std::optional<Step> line_step(const Clues& clues, const Marks& marks);
/// Where no line says anything: a cell whose one value leads to a contradiction, the shortest way; or one on which both
/// values of another cell agree. When the meter runs out, the best so far.
[[nodiscard]] std::optional<Step> probe_step(const Clues& clues, const Marks& marks, Meter& meter);

/// The hint for a player: first whether anything is wrong, then the easiest step, in as many words as the level allows.
[[nodiscard]] Hint hint_for(const Position& position, HintLevel level, const Context& context);

/// The codes of hints, for the facts.
[[nodiscard]] std::vector<TechniqueFact> technique_facts();

/// "row 3, column 4" from row and column counted from 0.
[[nodiscard]] std::string cell_words(int row, int column);

}  // namespace nazo::nonogram
