// Routes about puzzles: lists, one puzzle, its picture and files, the puzzle of the day.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "puzzle/values.hpp"
#include "puzzle/verified.hpp"
#include "serve/api.hpp"
#include "serve/puzzle_text.hpp"
#include "serve/secrets.hpp"
#include "workshop/stored_puzzle.hpp"

namespace nazo::serve {

namespace {

constexpr std::size_t most_listed = 200;
constexpr double draw_seconds = 10;
constexpr std::uint64_t draw_bytes = std::uint64_t{128} << 20;
constexpr std::string_view no_puzzle = "there is no such puzzle";

/// The days and the puzzles of the day are the same all over the world: days of UTC.
std::string day_of(store::Moment moment) {
  const std::time_t seconds = moment / 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

/// "2026-01-31", of a calendar that has such a day.
bool is_day(std::string_view text) {
  const auto parts = split(text, '-');
  if (text.size() != 10 || parts.size() != 3 || parts[0].size() != 4 || parts[1].size() != 2) return false;
  const auto year = number_of<int>(parts[0]);
  const auto month = number_of<unsigned>(parts[1]), day = number_of<unsigned>(parts[2]);
  if (!year || !month || !day) return false;
  return std::chrono::year_month_day{std::chrono::year{*year}, std::chrono::month{*month}, std::chrono::day{*day}}.ok();
}

}  // namespace

Response Api::list_puzzles(Call& call) {
  store::PuzzleQuery query{.genre = call.asked("genre")};
  if (!query.genre.empty() && find_genre(settings_.genres, query.genre) == nullptr)
    return refusal(400, cat("no genre ", in_quotes(query.genre)));
  const auto easiest = call.asked_number("easiest"), hardest = call.asked_number("hardest"),
             after = call.asked_number("after_difficulty"), limit = call.asked_number("limit");
  for (const auto* number : {&easiest, &hardest, &after, &limit})
    if (!*number) return refusal(400, number->error());
  query.easiest = *easiest;
  query.hardest = *hardest;
  query.after_difficulty = *after;
  query.after_key = call.asked("after");
  query.order = call.asked("order") == "key" ? store::PuzzleQuery::Order::key : store::PuzzleQuery::Order::difficulty;
  query.limit = static_cast<std::size_t>(std::clamp(limit->value_or(50), 1.0, static_cast<double>(most_listed)));
  auto store = reader();
  if (!store) return refusal(503, store.error());
  const auto puzzles = (**store)->list_puzzles(query);
  if (!puzzles) return refusal(500, puzzles.error());
  Value list = Value::array();
  for (const store::Puzzle& puzzle : *puzzles) list.push(brief(puzzle));
  return json_response(Value::object().set("puzzles", list).set("more", puzzles->size() == query.limit));
}

Response Api::get_puzzle(Call& call) {
  const auto known = known_puzzle(call.word("key"));
  if (!known) return refusal(500, known.error());
  if (!*known) return refusal(404, no_puzzle);
  return json_response(whole((*known)->puzzle));
}

Result<bool> Api::may_see_solution(const Call& call, const std::string& puzzle) {
  if (call.admin) return true;
  NAZO_TRY(store, reader());
  NAZO_TRY(studied, (*store)->in_open_study(puzzle));
  if (!studied) return true;
  if (call.player.empty()) return false;
  NAZO_TRY(plays, (*store)->play_rows({.player = call.player, .puzzle = puzzle}));
  return std::ranges::any_of(plays,
                             [](const store::PlayRow& play) { return play.outcome != store::Outcome::unfinished; });
}

Response Api::get_solution(Call& call) {
  const auto known = known_puzzle(call.word("key"));
  if (!known) return refusal(500, known.error());
  if (!*known) return refusal(404, no_puzzle);
  const store::Puzzle& puzzle = (*known)->puzzle;
  if (puzzle.solution.empty()) return refusal(404, "no solution is kept with this puzzle");
  const auto shown = may_see_solution(call, puzzle.key);
  if (!shown) return refusal(500, shown.error());
  if (!*shown) return refusal(403, "this puzzle belongs to a study: its solution is shown after you have played it");
  // Nobody is shown a solution without the server knowing whom: who has no cookie gets one with it.
  std::string player = call.player, cookie;
  if (player.empty() && !call.admin) {
    const std::string secret = store::random_key();
    player = player_of_secret(secret);
    if (auto refused = refused_to_meet(call, player)) return std::move(*refused);
    cookie = player_cookie(call.request, secret);
  } else if (!player.empty()) {
    if (auto refused = refused_to_keep(call)) return std::move(*refused);
  }
  // Going through a long solution takes a while: not on the threads that everyone needs.
  return {.later = Later{Later::Lane::replay, [this, known = *known, player, cookie, arrived = call.arrived] {
                           return shown_solution(*known, player, cookie, arrived);
                         }}};
}

Response Api::shown_solution(const Known& known, const std::string& player, const std::string& cookie,
                             Clock::time_point arrived) {
  const auto options = Options::make(known.genre->facts().options);
  const store::Puzzle& puzzle = known.puzzle;
  if (auto holds = confirm_solution(*known.genre, puzzle_of(puzzle), puzzle.solution, *options, answering_limits());
      !holds)
    return refusal(500, holds.error());
  Response answer = json_response(Value::object().set("solution", puzzle.solution));
  if (player.empty()) return answer;
  if (!cookie.empty()) answer.headers.emplace_back("Set-Cookie", cookie);
  // That it was shown is written down first, so that a play of it is never taken for the player's own work.
  return {.later = Later{Later::Lane::write, [this, player, newcomer = !cookie.empty(), key = puzzle.key, arrived,
                                              answer = std::move(answer)] {
                           if (newcomer)
                             if (auto met = meet(player, arrived); !met) return refusal(503, met.error());
                           const auto noted = note_shown(player, key, arrived);
                           return noted ? answer : refusal(503, noted.error());
                         }}};
}

Response Api::get_picture(Call& call) {
  const auto known = known_puzzle(call.word("key"));
  if (!known) return refusal(500, known.error());
  if (!*known) return refusal(404, no_puzzle);
  const Genre& genre = *(*known)->genre;
  const auto options = Options::make(genre.facts().options);
  // Without its title: whoever shows the picture says it beside, in the reader's language.
  Puzzle untitled = puzzle_of((*known)->puzzle);
  untitled.title.clear();
  const auto svg = genre.picture(untitled, "", *options, answering_limits());
  if (!svg) return refusal(500, svg.error());
  Response response{.body = *svg, .type = "image/svg+xml"};
  response.headers.emplace_back("Cache-Control", "public, max-age=86400");
  return response;
}

Response Api::get_file(Call& call) {
  const auto known = known_puzzle(call.word("key"));
  if (!known) return refusal(500, known.error());
  if (!*known) return refusal(404, no_puzzle);
  const std::string format = call.asked("format");
  const auto shown = may_see_solution(call, (*known)->puzzle.key);
  if (!shown) return refusal(500, shown.error());
  // Some formats write the solution down beside the puzzle.
  std::shared_ptr<const Known> told = *known;
  if (!*shown) {
    Known without = **known;
    without.puzzle.solution.clear();
    told = std::make_shared<const Known>(std::move(without));
  }
  // Pages and pixels take long enough to keep off the threads that answer players.
  return {.later = Later{Later::Lane::work, [this, told, format] { return puzzle_file(*told, format); }}};
}

Response Api::puzzle_file(const Known& known, const std::string& format) const {
  const Genre& genre = *known.genre;
  const std::string& key = known.puzzle.key;
  if (format == "pdf" || format == "png") {
    const Value order = Value::object()
                            .set("what", "draw")
                            .set("genre", genre.facts().name)
                            .set("text", known.puzzle.text)
                            .set("form", format)
                            .set("seconds", draw_seconds)
                            .set("bytes", draw_bytes);
    return file_response(order, format == "pdf" ? "application/pdf" : "image/png", cat(key, ".", format));
  }
  const auto options = Options::make(genre.facts().options);
  const auto named = [&](std::string bytes, std::string type, std::string_view ending) {
    Response response{.body = std::move(bytes), .type = std::move(type)};
    response.headers.emplace_back("Content-Disposition", cat("attachment; filename=\"", key, ending, "\""));
    return response;
  };
  const Puzzle plain = puzzle_of(known.puzzle);
  if (format == "svg") {
    const auto svg = genre.picture(plain, "", *options, answering_limits());
    if (!svg) return refusal(500, svg.error());
    return named(*svg, "image/svg+xml", ".svg");
  }
  const auto& formats = genre.facts().formats;
  const auto fact = std::ranges::find(formats, format.empty() ? formats.front().name : format, &FormatFact::name);
  if (fact == formats.end() || !fact->writes)
    return refusal(400, cat(genre.facts().name, " does not write ", in_quotes(format)));
  const auto text = genre.print(plain, fact->name, *options, answering_limits());
  if (!text) return refusal(422, text.error());
  return named(*text, "text/plain; charset=utf-8",
               fact->extensions.empty() ? "." + fact->name : fact->extensions.front());
}

Response Api::get_daily(Call& call) {
  const std::string today = day_of(settings_.now());
  const std::string asked = call.asked("day");
  const std::string day = asked.empty() ? today : asked;
  if (!is_day(day)) return refusal(400, "a day is written like 2026-01-31");
  if (day > today) return refusal(404, "this day has not come yet");
  auto store = reader();
  if (!store) return refusal(503, store.error());
  Value list = Value::array();
  for (const Genre* genre : settings_.genres) {
    const std::string& name = genre->facts().name;
    // Neither for beginners only nor for masters only; if there are none such, whatever there is.
    auto puzzles = (**store)->list_puzzles(
        {.genre = name, .order = store::PuzzleQuery::Order::difficulty, .easiest = 15, .hardest = 75, .limit = 1000});
    if (puzzles && puzzles->empty()) puzzles = (**store)->list_puzzles({.genre = name, .limit = 1000});
    if (!puzzles) return refusal(500, puzzles.error());
    if (puzzles->empty()) continue;
    const std::uint64_t chosen = hash_text(cat(day, " ", name)).low % puzzles->size();
    list.push(brief((*puzzles)[chosen]));
  }
  return json_response(Value::object().set("day", day).set("puzzles", list));
}

Response Api::post_puzzle(Call& call) {
  const auto object = call.object();
  if (!object) return refusal(400, object.error());
  const auto name = needed_text(*object, "genre"), text = needed_text(*object, "text"),
             title = text_field(*object, "title"), solution = text_field(*object, "solution");
  for (const auto* field : {&name, &text, &title, &solution})
    if (!*field) return refusal(400, field->error());
  const auto exact = flag_field(*object, "exact", true);
  if (!exact) return refusal(400, exact.error());
  const Genre* genre = find_genre(settings_.genres, *name);
  if (genre == nullptr) return refusal(400, cat("no genre ", in_quotes(*name)));
  const auto options = Options::make(genre->facts().options);
  auto puzzles = genre->parse(*text, "", *options);
  if (!puzzles) return refusal(422, puzzles.error());
  Value keys = Value::array();
  std::vector<store::Puzzle> records;
  for (Puzzle& puzzle : *puzzles) {
    if (!title->empty()) puzzle.title = *title;
    if (!solution->empty()) {
      puzzle.solution = *solution;
      if (const auto holds = confirm_solution(*genre, puzzle, *solution, *options, answering_limits()); !holds)
        return refusal(422, holds.error());
    }
    auto record = stored_puzzle(*genre, puzzle, answering_limits());
    if (!record) return refusal(422, record.error());
    record->created = settings_.now();
    record->source = "the workshop's page";
    if (const Value* features = object->find("features"); features != nullptr && features->is_object())
      record->features = *features;
    record->exact = *exact;
    records.push_back(std::move(*record));
  }
  {
    const std::lock_guard lock(writing_);
    for (std::size_t i = 0; i < records.size(); ++i) {
      const auto drawn = as_it_is_drawn(*writer_, records[i], std::span(records).first(i));
      if (!drawn) return refusal(500, drawn.error());
      keys.push(records[i].key);
    }
    if (auto kept = writer_->add_puzzles(records); !kept) return refusal(500, kept.error());
  }
  // Who adds a puzzle has seen it made, or solved.
  for (const store::Puzzle& record : records)
    if (auto noted = note_shown(call.player, record.key, call.arrived); !noted) return refusal(503, noted.error());
  return json_response(Value::object().set("keys", keys), 201);
}

}  // namespace nazo::serve
