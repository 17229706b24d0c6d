#include "workshop/replay.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "base/text.hpp"
#include "workshop/stored_puzzle.hpp"

namespace nazo {

Context replay_limits(const std::atomic<bool>* stop) {
  return {.budget = {.seconds = 5, .nodes = 2'000'000, .bytes = std::uint64_t{128} << 20, .stop = stop}};
}

Context quick_replay_limits(const std::atomic<bool>* stop) {
  return {.budget = {.seconds = 0.002, .nodes = 1000, .bytes = std::uint64_t{16} << 20, .stop = stop}};
}

Result<void> replay_play(const Genre& genre, const Puzzle& puzzle, store::Play& play, const Context& context) {
  if (play.events.size() > most_play_events)
    return fail(cat("play ", play.key, " has more than ", most_play_events, " events"));
  Meter meter(context.budget);
  Context rest = context;
  NAZO_TRY(options, Options::make(genre.facts().options));
  NAZO_TRY(start, genre.start(puzzle, options, context));
  std::vector<std::string> positions{start};  // since the last restart, for undo
  NAZO_TRY(first, genre.status(start, options, context));
  Standing standing = first;
  int deadlocks = 0, moves = 0;
  std::uint64_t kept_bytes = start.size();
  for (std::size_t i = 0; i < play.events.size(); ++i) {
    const store::PlayEvent& event = play.events[i];
    const auto wrong = [&](const std::string& what) {
      return fail(cat("play ", play.key, ", event ", i + 1, ": ", what));
    };
    switch (event.kind) {
      case store::EventKind::move:
      case store::EventKind::assisted: {
        ++moves;
        rest.budget = meter.rest();
        auto next = genre.play(positions.back(), event.move, options, rest);
        if (!next && next.error().limit != Limit::none) return std::unexpected(next.error());
        if (!next)
          return wrong(cat("move ", moves, " ", in_quotes(event.move), " is not legal: ", next.error().text()));
        kept_bytes += next->size();
        if (kept_bytes > context.budget.bytes) return fail_limit(Limit::memory);
        if (!meter.check()) return fail_limit(meter.limit());
        positions.push_back(*std::move(next));
        NAZO_TRY(now, genre.status(positions.back(), options, rest));
        standing = now;
        deadlocks += standing == Standing::stuck;
        if (standing == Standing::won && i + 1 < play.events.size())
          return wrong("the puzzle is solved here, but the play goes on");
        break;
      }
      case store::EventKind::undo:
        if (positions.size() == 1) return wrong("nothing is left to take back");
        kept_bytes -= positions.back().size();
        positions.pop_back();
        standing = Standing::playing;
        break;
      case store::EventKind::restart:
        positions.resize(1);
        kept_bytes = start.size();
        standing = first;
        break;
      case store::EventKind::hint:
        break;
      case store::EventKind::time:
        return wrong("a play that is replayed has moves");
      case store::EventKind::give_up:
        if (i + 1 != play.events.size()) return wrong("given up, but the play goes on");
        break;
    }
  }
  const bool won = standing == Standing::won,
             gave_up = !play.events.empty() && play.events.back().kind == store::EventKind::give_up;
  const auto contradiction = [&](std::string_view what) {
    return fail(cat("play ", play.key, ": the outcome is ", name(play.outcome), ", but ", what));
  };
  if (play.outcome == store::Outcome::solved && !won) return contradiction("its moves do not solve the puzzle");
  if (play.outcome != store::Outcome::solved && won) return contradiction("its moves solve the puzzle");
  if (play.outcome == store::Outcome::gave_up && !gave_up) return contradiction("its last event is not give_up");
  if (play.outcome == store::Outcome::unfinished && gave_up) return contradiction("its last event is give_up");
  play.deadlocks = deadlocks;
  return {};
}

namespace {

/// A play from elsewhere: time, and perhaps that it was given up.
Result<void> without_moves(const store::Play& play) {
  const bool plain = std::ranges::all_of(play.events, [](const store::PlayEvent& event) {
    return event.kind == store::EventKind::time || event.kind == store::EventKind::give_up;
  });
  if (!plain) return fail(cat("play ", play.key, ": it is marked unreplayed, but has moves"));
  return {};
}

}  // namespace

Result<void> same_kind_of_player(store::Store& store, const store::Player& player) {
  NAZO_TRY(there, store.find_player(player.key));
  if (!there || there->simulated == player.simulated) return {};
  return fail(cat("player ", in_quotes(player.key), there->simulated ? " is simulated" : " is a person",
                  " in this store, and here ", player.simulated ? "simulated" : "a person"));
}

std::function<Result<void>(store::Store&, store::Record&)> import_check(Catalog genres) {
  struct Known {
    const Genre* genre;
    Puzzle puzzle;
  };
  auto known = std::make_shared<std::map<std::string, Known>>();
  return [genres, known](store::Store& store, store::Record& record) -> Result<void> {
    if (auto* kept = std::get_if<store::Puzzle>(&record)) {
      const Genre* genre = find_genre(genres, kept->genre);
      if (genre == nullptr) return fail(cat("there is no genre ", in_quotes(kept->genre)));
      NAZO_TRY(options, Options::make(genre->facts().options));
      auto parsed = genre->parse(kept->text, "", options);
      if (!parsed) return fail(cat("puzzle ", kept->key, ": ", parsed.error().text()));
      if (parsed->size() != 1) return fail(cat("puzzle ", kept->key, ": expected one puzzle, found ", parsed->size()));
      NAZO_TRY(canonical, genre->canonical(parsed->front(), replay_limits()));
      if (kept->key != store::puzzle_key(kept->genre, canonical) &&
          kept->key != store::drawn_key(kept->genre, kept->text))
        return fail(cat("the key ", in_quotes(kept->key), " is not that of its puzzle"));
      return {};
    }
    if (const auto* player = std::get_if<store::Player>(&record)) return same_kind_of_player(store, *player);
    if (auto* play = std::get_if<store::Play>(&record)) {
      auto found = known->find(play->puzzle);
      if (found == known->end()) {
        NAZO_TRY(puzzle, store.find_puzzle(play->puzzle));
        if (!puzzle) return fail(cat("play ", play->key, ": there is no puzzle ", in_quotes(play->puzzle)));
        const Genre* genre = find_genre(genres, puzzle->genre);
        if (genre == nullptr) return fail(cat("there is no genre ", in_quotes(puzzle->genre)));
        found = known->emplace(play->puzzle, Known{genre, puzzle_of(*puzzle)}).first;
      }
      if (play->marks.unreplayed) return without_moves(*play);
      return replay_play(*found->second.genre, found->second.puzzle, *play, replay_limits());
    }
    return {};
  };
}

}  // namespace nazo
