// Routes about players: who they are (a random secret in a cookie), what they played, what they may see and delete.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/text.hpp"
#include "serve/address.hpp"
#include "serve/api.hpp"
#include "serve/puzzle_text.hpp"
#include "serve/secrets.hpp"
#include "store/record_text.hpp"
#include "workshop/honest_play.hpp"
#include "workshop/replay.hpp"
#include "workshop/stored_puzzle.hpp"

namespace nazo::serve {

namespace {

Result<store::Play> play_of(const Value& object) {
  store::Play play;
  NAZO_TRY(key, needed_text(object, "key"));
  NAZO_TRY(puzzle, needed_text(object, "puzzle"));
  NAZO_TRY(study, text_field(object, "study"));
  NAZO_TRY(outcome, needed_text(object, "outcome"));
  NAZO_TRY(started, number_field(object, "started"));
  NAZO_TRY(rating, number_field(object, "rating"));
  if (!looks_like_key(key)) return fail("\"key\" must be letters and digits, at most 80");
  play.key = key;
  play.puzzle = puzzle;
  play.study = study;
  const auto known = store::outcome_of(outcome);
  if (!known) return fail(cat("\"outcome\" cannot be ", in_quotes(outcome)));
  play.outcome = *known;
  if (!started || *started < 0 || *started > 9e15) return fail("\"started\" must be milliseconds since 1970");
  play.started = static_cast<store::Moment>(*started);
  if (rating) {
    if (*rating < 1 || *rating > 5 || *rating != std::floor(*rating)) return fail("\"rating\" must be 1, 2, 3, 4 or 5");
    play.rating = static_cast<int>(*rating);
  }
  const Value* events = object.find("events");
  if (events == nullptr || events->items() == nullptr) return fail("\"events\" must be a list");
  if (events->items()->size() > most_play_events) return fail(cat("more than ", most_play_events, " events"));
  NAZO_TRY(read, store::events_of(*events));
  play.events = read;
  return play;
}

std::string_view name_of(store::Kept kept) {
  switch (kept) {
    case store::Kept::added:
      return "added";
    case store::Kept::replaced:
      return "replaced";
    case store::Kept::present:
      return "present";
  }
  return "present";
}

}  // namespace

Response Api::post_player(Call& call) {
  // Who has a secret keeps it; the cookie is sent again so that it lives on.
  const std::string secret =
      call.player.empty() ? store::random_key() : std::string(call.request.cookie("nazo_player"));
  const std::string player = player_of_secret(secret);
  if (auto refused = refused_to_meet(call, player)) return std::move(*refused);
  if (auto met = meet(player, call.arrived); !met) return refusal(409, met.error());
  Response response = json_response(Value::object().set("player", player), call.player.empty() ? 201 : 200);
  response.headers.emplace_back("Set-Cookie", player_cookie(call.request, secret));
  return response;
}

std::string Api::player_cookie(const Request& request, const std::string& secret) const {
  return cat("nazo_player=", secret, "; Path=/; Max-Age=63072000; HttpOnly; SameSite=Lax",
             speaks_tls(request, settings_.proxy) ? "; Secure" : "");
}

Response Api::post_play(Call& call) {
  if (call.player.empty()) return refusal(401, who_are_you);
  if (auto refused = refused_to_keep(call)) return std::move(*refused);
  const auto object = call.object();
  if (!object) return refusal(400, object.error());
  auto play = play_of(*object);
  if (!play) return refusal(400, play.error());
  play->player = call.player;
  const auto known = known_puzzle(play->puzzle);
  if (!known) return refusal(500, known.error());
  if (!*known) return refusal(404, "there is no such puzzle");
  // Nearly every play is quick.
  if (play->events.size() <= few_play_events) {
    const auto replayed =
        replay_play(*(*known)->genre, puzzle_of((*known)->puzzle), *play, quick_replay_limits(&stopping_));
    if (replayed || replayed.error().limit == Limit::none)
      return replayed_and_kept(replayed, **known, *play, call.arrived);
  }
  // Some genres think about their answers while a play is replayed: not on the threads that everyone needs.
  return {.later = Later{Later::Lane::replay, [this, puzzle = *known, arrived = call.arrived,
                                               play = std::make_shared<store::Play>(std::move(*play))] {
                           const auto replayed =
                               replay_play(*puzzle->genre, puzzle_of(puzzle->puzzle), *play, replay_limits(&stopping_));
                           return replayed_and_kept(replayed, *puzzle, *play, arrived);
                         }}};
}

Response Api::replayed_and_kept(const Result<void>& replayed, const Known& puzzle, store::Play& play,
                                Clock::time_point arrived) {
  if (!replayed) {
    // Too slow just now is no verdict on the play: it may come again.
    const Limit limit = replayed.error().limit;
    if (limit == Limit::time || limit == Limit::stopped) return come_again("the play could not be replayed in time");
    return refusal(422, replayed.error());
  }
  const std::string player = play.player;
  const bool met = has_met(player);
  store::Recorder::Entry entry{.play = std::move(play), .met = met};
  const auto marked = std::make_shared<bool>(false);
  entry.judge = [marked, now = settings_.now()](store::Play& judged, const store::Background& background) {
    judged.marks = {};  // it may be judged more than once before it is kept
    judged.marks = honest_marks(judged, {.now = now, .background = background});
    *marked = judged.marks.any();
  };
  entry.player = store::Player{.key = player, .created = moment_of(arrived)};
  const std::shared_lock remembering(forgetting_);  // nobody goes between the look and the hand-over
  if (gone_since(player, arrived)) return refusal(409, data_was_deleted);
  auto receipt = std::make_shared<std::future<Result<store::Kept>>>(recorder_->record(std::move(entry)));
  return {.later =
              Later{Later::Lane::receipt, [this, receipt, marked, player, met, genre = puzzle.genre]() -> Response {
                      const auto kept = receipt->get();
                      if (!kept) return refusal(409, kept.error());
                      health_.wrote();
                      if (!met) has_come(player);
                      if (*kept != store::Kept::present) {
                        metrics_.add("plays_recorded");
                        if (*marked) metrics_.add("plays_marked");
                        learner_->played(genre->facts().name);
                      }
                      return json_response(Value::object().set("kept", name_of(*kept)), 201);
                    }}};
}

Result<void> Api::note_shown(const std::string& player, const std::string& puzzle, Clock::time_point arrived) {
  if (player.empty()) return {};
  const std::lock_guard lock(writing_);
  {
    const std::shared_lock remembering(forgetting_);
    if (gone_since(player, arrived)) return {};
  }
  return writer_->note_shown(player, puzzle, moment_of(arrived));
}

Response Api::post_comparison(Call& call) {
  if (call.player.empty()) return refusal(401, who_are_you);
  if (auto refused = refused_to_keep(call)) return std::move(*refused);
  const auto object = call.object();
  if (!object) return refusal(400, object.error());
  const auto key = needed_text(*object, "key"), x = needed_text(*object, "puzzle_x"),
             y = needed_text(*object, "puzzle_y"), study = text_field(*object, "study");
  for (const auto* field : {&key, &x, &y, &study})
    if (!*field) return refusal(400, field->error());
  const auto level = number_field(*object, "level");
  if (!level || !*level || **level < 1 || **level > 5 || **level != std::floor(**level))
    return refusal(400, "\"level\" must be 1, 2, 3, 4 or 5");
  if (!looks_like_key(*key)) return refusal(400, "\"key\" must be letters and digits, at most 80");
  if (*x == *y) return refusal(400, "a puzzle cannot be compared with itself");
  for (const std::string& puzzle : {*x, *y}) {
    const auto known = known_puzzle(puzzle);
    if (!known) return refusal(500, known.error());
    if (!*known) return refusal(404, "there is no such puzzle");
  }
  if (auto met = meet(call.player, call.arrived); !met) return refusal(409, met.error());
  const store::Comparison comparison{.key = *key,
                                     .player = call.player,
                                     .study = *study,
                                     .puzzle_x = *x,
                                     .puzzle_y = *y,
                                     .level = static_cast<int>(**level),
                                     .made = settings_.now()};
  const auto kept = keep_of(call, [&] {
    const std::lock_guard lock(writing_);
    return writer_->record_comparisons({&comparison, 1});
  });
  if (!kept) return refusal(409, kept.error());
  return json_response(Value::object().set("kept", kept->front() == store::Kept::added ? "added" : "present"), 201);
}

Response Api::get_my_data(Call& call) {
  if (call.player.empty()) return refusal(401, who_are_you);
  auto store = reader();
  if (!store) return refusal(503, store.error());
  std::string lines;
  const auto player = (**store)->find_player(call.player);
  if (!player) return refusal(500, player.error());
  if (*player) lines += store::to_value(store::Record(**player)).json() + "\n";
  const auto read = (**store)->each_play({.player = call.player}, [&](const store::Play& play) {
    lines += store::to_value(store::Record(play)).json() + "\n";
    return true;
  });
  if (!read) return refusal(500, read.error());
  const auto comparisons = (**store)->comparisons({.player = call.player});
  if (!comparisons) return refusal(500, comparisons.error());
  for (const store::Comparison& comparison : *comparisons)
    lines += store::to_value(store::Record(comparison)).json() + "\n";
  Response response{.body = std::move(lines), .type = "application/jsonl"};
  response.headers.emplace_back("Content-Disposition", "attachment; filename=\"my-nazo-data.jsonl\"");
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

Response Api::get_me(Call& call) {
  if (call.player.empty()) return json_response(Value::object().set("player", Value()).set("plays", Value::array()));
  auto store = reader();
  if (!store) return refusal(503, store.error());
  const auto rows = (**store)->play_rows({.player = call.player});
  if (!rows) return refusal(500, rows.error());
  Value plays = Value::array();
  for (const store::PlayRow& row : *rows) {
    const auto known = known_puzzle(row.puzzle);
    Value play = Value::object()
                     .set("key", row.key)
                     .set("puzzle", row.puzzle)
                     .set("started", row.started)
                     .set("outcome", store::name(row.outcome))
                     .set("rating", row.rating ? Value(*row.rating) : Value())
                     .set("seconds", row.summary.seconds)
                     .set("moves", row.summary.moves)
                     .set("hints", row.summary.hints)
                     .set("assisted", row.summary.assisted)
                     .set("marks", store::text_of(row.marks));
    if (known && *known) {
      const store::Puzzle& puzzle = (*known)->puzzle;
      play.set("genre", puzzle.genre)
          .set("title", puzzle.title)
          .set("difficulty", puzzle.rating.difficulty ? Value(*puzzle.rating.difficulty) : Value());
      play.set("time", puzzle.rating.time ? Value(*puzzle.rating.time) : Value());
      play.set("time_range", time_range(puzzle.rating));
    }
    plays.push(play);
  }
  return json_response(Value::object().set("player", call.player).set("plays", plays));
}

}  // namespace nazo::serve
