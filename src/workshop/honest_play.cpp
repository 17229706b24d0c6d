#include "workshop/honest_play.hpp"

#include <algorithm>

namespace nazo {
namespace {

constexpr double quickest_solution = .3, quickest_gesture = .05;
constexpr int gestures_to_judge = 8;
/// One click may walk many steps: moves that follow so closely are one movement of the hand.
constexpr double same_gesture = .01;
constexpr store::Moment forgiven = 60'000;

int gestures(const std::vector<store::PlayEvent>& events) {
  return static_cast<int>(std::ranges::count_if(events, [](const store::PlayEvent& event) {
    return event.kind == store::EventKind::move && event.seconds >= same_gesture;
  }));
}

bool faster_than_hands(const store::Play& play, const store::PlaySummary& summary) {
  if (play.outcome == store::Outcome::solved && summary.seconds < quickest_solution) return true;
  if (summary.moves >= gestures_to_judge && summary.seconds < same_gesture * summary.moves) return true;
  const int made = gestures(play.events);
  return made >= gestures_to_judge && summary.seconds < quickest_gesture * made;
}

}  // namespace

store::PlayMarks honest_marks(const store::Play& play, const Arrival& arrival) {
  const store::PlaySummary summary = store::summary(play.events);
  const store::Moment end = play.started + static_cast<store::Moment>(1000 * summary.seconds);
  store::PlayMarks marks = play.marks;
  marks.robot = marks.robot || faster_than_hands(play, summary);
  const store::Background& known = arrival.background;
  const auto claimed = static_cast<store::Moment>(1000 * (known.seconds_claimed + summary.seconds));
  const bool more_than_there_was = known.met && claimed > arrival.now - *known.met + forgiven;
  marks.clock = marks.clock || end > arrival.now + forgiven || more_than_there_was;
  marks.shown = marks.shown || (known.shown && *known.shown <= std::min(end, arrival.now));
  marks.replay = marks.replay || known.looked_before;
  return marks;
}

}  // namespace nazo
