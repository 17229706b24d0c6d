// Is a play evidence of how hard its puzzle is? What can be told from the play itself, the server's clock and what the
// player had been shown.
#pragma once

#include "store/records.hpp"

namespace nazo {

/// When a play came in, and what was known of its player and its puzzle.
struct Arrival {
  store::Moment now = 0;
  store::Background background{};
};

/// robot: a solution within a third of a second, or eight gestures and more at over twenty a second (the
/// steps that one click walks are one gesture). clock: more time than
/// had passed since it began, or a beginning in the future (a minute is forgiven: clocks differ); or, since when it
/// began is the player's own word, more time in all their plays than has passed since the server first saw them. Plays
/// made offline and sent later are within that. shown: the solution was shown before the play was over. replay: the
/// player had looked at the puzzle before.
[[nodiscard]] store::PlayMarks honest_marks(const store::Play& play, const Arrival& arrival);

}  // namespace nazo
