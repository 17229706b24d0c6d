#include "serve/replay.hpp"

#include "base/text.hpp"

namespace nazo::serve {

Result<void> replay_play(const Genre& genre, const Puzzle& puzzle, store::Play& play) {
  NAZO_TRY(options, Options::make(genre.facts().options));
  NAZO_TRY(start, genre.start(puzzle, options));
  std::vector<std::string> positions{start};
  play.deadlocks = 0;
  bool gave_up = false;
  for (std::size_t i = 0; i < play.events.size(); ++i) {
    const store::PlayEvent& event = play.events[i];
    const auto wrong = [&](std::string_view what) { return fail(cat("event ", i + 1, " ", what)); };
    if (gave_up) return wrong("comes after giving up");
    switch (event.kind) {
      case store::EventKind::move: {
        auto next = genre.play(positions.back(), event.move, options);
        if (!next) return wrong(cat("is no legal move: ", next.error().message));
        positions.push_back(std::move(*next));
        NAZO_TRY(standing, genre.status(positions.back(), options));
        if (standing == Standing::stuck) ++play.deadlocks;
        break;
      }
      case store::EventKind::undo:
        if (positions.size() == 1) return wrong("takes back a move, but there is none");
        positions.pop_back();
        break;
      case store::EventKind::restart: positions.resize(1); break;
      case store::EventKind::hint: break;
      case store::EventKind::give_up: gave_up = true; break;
    }
  }
  NAZO_TRY(standing, genre.status(positions.back(), options));
  if (play.outcome == store::Outcome::solved && (gave_up || standing != Standing::won)) return fail("the outcome is \"solved\", but the moves do not solve it");
  if (play.outcome == store::Outcome::gave_up && !gave_up) return fail("the outcome is \"gave_up\", but no event says so");
  if (play.outcome == store::Outcome::unfinished && gave_up) return fail("the outcome is \"unfinished\", but the player gave up");
  return {};
}

}  // namespace nazo::serve
