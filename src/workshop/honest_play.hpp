// Is a play evidence of how hard its puzzle is? What can be told from the play itself, the server's clock and what the
// player had been shown.
#pragma once

#include <optional>

#include "store/records.hpp"

namespace nazo {

/// When a play came in, and when (if ever) its player had been shown the puzzle's solution.
struct Arrival {
  store::Moment now = 0;
  std::optional<store::Moment> shown{};
};

/// robot: a solution within a third of a second, or eight gestures and more at over twenty a second (the
/// steps that one click walks are one gesture). clock: more time than
/// had passed since it began, or a beginning in the future (a minute is forgiven: clocks differ). shown: the solution
/// was shown before the play was over.
[[nodiscard]] store::PlayMarks honest_marks(const store::Play& play, const Arrival& arrival);

}  // namespace nazo
