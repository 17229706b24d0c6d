// Is a solution right? Is a problem fit to publish?
//
// `verify` knows the rules of shogi and nothing of the solver. `check` asks the solver for lengths and judges what they
// mean: second solutions (yozume), pieces left over, pieces that do nothing.
#pragma once

#include <string>
#include <string_view>

#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/rules/position.hpp"
#include "puzzle/genre.hpp"

namespace nazo::tsume {

/// Replays a solution (USI moves separated by blanks): every move legal, every attacking move a check, mate at the end.
/// Solutions of at most nine plies are also put to the referee (referee.hpp): as many plies must suffice against every
/// defence that counts. Where a line is longer, or takes the referee more nodes than it is given, the report says
/// `replayed`; where time runs out or someone asks to stop, it is undecided.
[[nodiscard]] Report verify(const Position& start, std::string_view solution, Rules rules, const Budget& budget = {});

/// A square as findings name places: row and column of the board as it is drawn, "2,7" for 3b.
[[nodiscard]] std::string place_of(Square s);
/// The attacker's hand as a place.
inline constexpr std::string_view hand_place = "hand";

/// Everything that speaks against publishing it; what sound means is in soundness.hpp.
[[nodiscard]] Report check(const Position& start, Rules rules, const Context& context);

}  // namespace nazo::tsume
