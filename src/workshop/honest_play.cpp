#include "workshop/honest_play.hpp"

#include <algorithm>

namespace nazo {
namespace {

constexpr double quickest_solution = .3, quickest_move = .05;
constexpr int moves_to_judge = 8;
constexpr store::Moment forgiven = 60'000;

bool faster_than_hands(const store::Play& play, const store::PlaySummary& summary) {
  if (play.outcome == store::Outcome::solved && summary.seconds < quickest_solution) return true;
  return summary.moves >= moves_to_judge && summary.seconds < quickest_move * summary.moves;
}

}  // namespace

store::PlayMarks honest_marks(const store::Play& play, const Arrival& arrival) {
  const store::PlaySummary summary = store::summary(play.events);
  const store::Moment end = play.started + static_cast<store::Moment>(1000 * summary.seconds);
  store::PlayMarks marks = play.marks;
  marks.robot = marks.robot || faster_than_hands(play, summary);
  marks.clock = marks.clock || end > arrival.now + forgiven;
  marks.shown = marks.shown || (arrival.shown && *arrival.shown <= std::min(end, arrival.now));
  return marks;
}

}  // namespace nazo
