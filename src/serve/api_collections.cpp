// Routes about collections: what a maker publishes, what others play of it, and where they get stuck. Whoever made one
// is known by the browser's secret, as every player is; the administrator can take it down.
#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "base/text.hpp"
#include "puzzle/verified.hpp"
#include "serve/api.hpp"
#include "serve/collection_order.hpp"
#include "serve/puzzle_text.hpp"
#include "workshop/fit_data.hpp"
#include "workshop/stored_puzzle.hpp"
#include "workshop/stuck.hpp"

namespace nazo::serve {

namespace {

constexpr std::string_view no_collection = "there is no such collection";
constexpr CollectionLimits collection_limits{};
constexpr std::size_t most_plays_along = 300;
constexpr double booklet_seconds = 30;
constexpr std::uint64_t booklet_bytes = std::uint64_t{256} << 20;
/// Somebody may still be playing a puzzle whose collection was removed.
constexpr store::Moment kept_after_removal = store::Moment{7} * 24 * 3600 * 1000;
/// Checking all puzzles of a posted collection may take so long.
constexpr double checking_seconds = 20;
/// … and so long of it solving those that came without a solution: all of them, and each.
constexpr double solving_seconds = 10;
constexpr double solving_each = 3;
constexpr double least_solving = .05;
constexpr std::uint64_t solving_bytes = std::uint64_t{256} << 20;

Context checking_limits() {
  Context context = answering_limits();
  context.budget.seconds = checking_seconds;
  return context;
}

/// The same puzzles under the same titles, in the same order.
bool says_the_same(const store::Collection& one, const store::Collection& other) {
  return one.title == other.title && one.puzzles == other.puzzles;
}

/// A puzzle that somebody posted, as the store keeps it: read, and its solution gone through by the rules.
Result<store::Puzzle> checked_puzzle(const PostedCollection::Entry& entry, const Context& context) {
  const auto options = Options::make(entry.genre->facts().options);
  NAZO_TRY(puzzles, entry.genre->parse(entry.text, "", *options));
  if (puzzles.size() != 1) return fail(cat("its text holds ", puzzles.size(), " puzzles, not one"));
  Puzzle& puzzle = puzzles.front();
  puzzle.title.clear();  // its title is the collection's business
  puzzle.notes = Value::object();
  puzzle.solution = entry.solution;
  if (!entry.solution.empty()) {
    auto holds = confirm_solution(*entry.genre, puzzle, entry.solution, *options, context);
    if (!holds) return std::unexpected(std::move(holds).error());
  }
  NAZO_TRY(record, stored_puzzle(*entry.genre, puzzle, context));
  record.source = "a collection";
  record.listed = false;
  return record;
}

Value number_or_null(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// Plays that say where people get stuck: of people, not of the maker, not marked as misleading.
bool says_something(const store::PlayRow& play, const std::string& maker, const std::set<std::string>& simulated) {
  return play.player != maker && !play.marks.misleading() && !play.marks.unreplayed && !simulated.contains(play.player);
}

}  // namespace

Result<std::optional<store::Collection>> Api::seen_collection(const Call& call) {
  NAZO_TRY(store, reader());
  NAZO_TRY(found, (*store)->find_collection(call.word("key")));
  if (!found) return found;
  const bool own = call.admin || (!call.player.empty() && found->owner == call.player);
  return own || found->is_open() ? found : std::nullopt;
}

Result<std::optional<store::Collection>> Api::own_collection(const Call& call) {
  NAZO_TRY(found, seen_collection(call));
  if (found && !call.admin && found->owner != call.player) return std::optional<store::Collection>{};
  return found;
}

Result<Value> Api::shown_collection(const store::Collection& collection, const Call& call) {
  const bool mine = !call.player.empty() && collection.owner == call.player;
  Value puzzles = Value::array();
  for (const auto& [key, title] : collection.puzzles) {
    NAZO_TRY(known, known_puzzle(key));
    if (!known) continue;
    Value line = brief(known->puzzle);
    if (!title.empty()) line.set("title", title);
    if (mine || call.admin) line.set("has_solution", !known->puzzle.solution.empty());
    puzzles.push(line);
  }
  return Value::object()
      .set("key", collection.key)
      .set("title", collection.title)
      .set("author", collection.author)
      .set("about", collection.about)
      .set("published", collection.published.has_value())
      .set("taken_down", collection.taken_down.has_value())
      .set("why", collection.why)
      .set("mine", mine)
      .set("created", collection.created)
      .set("changed", collection.changed)
      .set("puzzles", puzzles);
}

Response Api::list_collections(Call& call) {
  const bool all = !call.asked("all").empty();
  if (all && !call.admin) return refusal(403, "this needs the admin token");
  Value list = Value::array();
  if (all || !call.player.empty()) {
    constexpr std::size_t most_listed_collections = 1000;
    auto store = reader();
    if (!store) return refusal(503, store.error());
    const auto found = (**store)->list_collections(all ? std::string() : call.player, most_listed_collections);
    if (!found) return refusal(500, found.error());
    for (const store::Collection& collection : *found) {
      const auto shown = shown_collection(collection, call);
      if (!shown) return refusal(500, shown.error());
      list.push(*shown);
    }
  }
  Response response = json_response(Value::object().set("collections", list));
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

Response Api::get_collection(Call& call) {
  const auto found = seen_collection(call);
  if (!found) return refusal(500, found.error());
  if (!*found) return refusal(404, no_collection);
  const auto shown = shown_collection(**found, call);
  if (!shown) return refusal(500, shown.error());
  Response response = json_response(*shown);
  response.headers.emplace_back("Cache-Control", "no-store");  // whether it is the visitor's own differs
  return response;
}

Response Api::post_collection(Call& call) {
  if (call.player.empty()) return refusal(401, who_are_you);
  if (auto refused = refused_to_keep(call)) return std::move(*refused);
  const auto object = call.object();
  if (!object) return refusal(400, object.error());
  auto posted = read_collection(settings_.genres, *object, collection_limits);
  if (!posted) return refusal(400, posted.error());
  // A secret that somebody made up is a new player too, and takes as much room.
  if (auto refused = refused_to_meet(call, call.player)) return std::move(*refused);
  // Reading puzzles and going through their solutions takes a while: not on the threads that everyone needs.
  const auto held = std::make_shared<const Request>(call.request);
  return {.later = Later{Later::Lane::work,
                         [this, held, posted = std::make_shared<const PostedCollection>(std::move(*posted)),
                          player = call.player, admin = call.admin, arrived = call.arrived] {
                           const Call again{.request = *held, .player = player, .admin = admin, .arrived = arrived};
                           return keep_collection(*posted, again);
                         }}};
}

Result<std::string> Api::way_through(const store::Puzzle& puzzle, const Meter& patience) const {
  const double seconds = std::min(solving_each, patience.rest().seconds);
  if (seconds < least_solving) return std::string();
  const Value order = Value::object()
                          .set("what", "solve")
                          .set("genre", puzzle.genre)
                          .set("text", puzzle.text)
                          .set("seconds", seconds)
                          .set("bytes", solving_bytes);
  const auto verdict = doer_(order, stopping_, [](std::string_view, const Value&) {});
  if (!verdict) return std::string();  // whatever went wrong with solving it is no fault of the puzzle
  NAZO_TRY(status, text_field(*verdict, "status"));
  if (status == name(Status::unsolvable)) return fail("it cannot be solved");
  if (status != name(Status::solved)) return std::string();
  return text_field(*verdict, "solution");
}

Result<store::Collection> Api::collected(const PostedCollection& posted, const Call& call) {
  const Context limits = checking_limits();
  Meter meter(limits.budget);
  const Meter patience({.seconds = solving_seconds});
  store::Collection collection{.key = posted.key, .owner = call.player, .title = posted.title};
  collection.author = posted.author;
  collection.about = posted.about;
  collection.bytes = posted.bytes;
  collection.created = collection.changed = settings_.now();
  if (posted.published) collection.published = collection.created;
  std::vector<store::Puzzle> records;
  std::vector<std::string> shared;  // keys under which others may know the new ones
  for (const PostedCollection::Entry& entry : posted.puzzles) {
    const auto wrong = [&](const Error& error) {
      Error said = error;
      said.message = cat("puzzle ", collection.puzzles.size() + 1, ": ", error.text());
      said.line = said.column = 0;
      return std::unexpected(std::move(said));
    };
    Context rest = limits;
    rest.budget = meter.rest();
    std::string key = entry.key;
    if (key.empty()) {
      auto record = checked_puzzle(entry, rest);
      if (!record) return wrong(record.error());
      record->created = collection.created;
      shared.push_back(record->key);
      NAZO_TRY(store, reader());
      NAZO_CHECK(as_it_is_drawn(**store, *record));
      key = record->key;
      records.push_back(std::move(*record));
    } else {
      NAZO_TRY(known, known_puzzle(key));
      if (!known) return wrong(Error{.message = "there is no such puzzle"});
      // One that was kept without a solution may find it now.
      if (known->puzzle.solution.empty()) records.push_back(known->puzzle);
    }
    if (std::ranges::count(collection.puzzles, key, &store::CollectionPuzzle::puzzle) > 0)
      return wrong(Error{.message = "it is there twice"});
    if (!records.empty() && records.back().key == key && records.back().solution.empty()) {
      auto found = way_through(records.back(), patience);
      if (!found) return wrong(found.error());
      records.back().solution = std::move(*found);
    }
    collection.puzzles.push_back({key, entry.title});
  }
  NAZO_CHECK(meet(call.player, call.arrived));
  const std::lock_guard lock(writing_);
  // Publishing the same thing once more is the same collection, whichever key the browser made up for it.
  NAZO_TRY(own, writer_->list_collections(call.player, static_cast<std::size_t>(collection_limits.of_one_maker)));
  auto before = std::ranges::find(own, collection.key, &store::Collection::key);
  if (before == own.end())
    before = std::ranges::find_if(own, [&](const store::Collection& one) { return says_the_same(one, collection); });
  if (before != own.end()) {
    collection.key = before->key;
    collection.created = before->created;
    if (posted.published && before->published) collection.published = before->published;
  } else {
    NAZO_TRY(all, writer_->collection_totals(""));
    if (static_cast<std::int64_t>(own.size()) >= collection_limits.of_one_maker)
      return fail(cat("you have ", own.size(), " collections, which is the most: remove one first"));
    if (all.collections >= collection_limits.of_all || all.bytes + collection.bytes > collection_limits.bytes)
      return fail("this workshop has no room for more collections");
  }
  const auto keep_all = [&]() -> Result<void> {
    NAZO_CHECK(writer_->add_puzzles(records));
    return writer_->save_collection(collection);
  };
  NAZO_CHECK(writer_->together(keep_all));
  for (const store::Puzzle& record : records) forget_puzzle(record.key);  // it may have a solution now
  // Who makes a puzzle has seen it solved, as others know it, too.
  for (const store::CollectionPuzzle& one : collection.puzzles)
    NAZO_CHECK(writer_->note_shown(call.player, one.puzzle, settings_.now()));
  for (const std::string& key : shared) {
    NAZO_TRY(known, writer_->find_puzzle(key));
    if (known) NAZO_CHECK(writer_->note_shown(call.player, key, settings_.now()));
  }
  NAZO_CHECK(writer_->sweep_collections(settings_.now() - kept_after_removal));
  return collection;
}

Response Api::keep_collection(const PostedCollection& posted, const Call& call) {
  const auto kept = collected(posted, call);
  if (!kept) return refusal(422, kept.error());
  log("collection kept", Value::object().set("collection", kept->key).set("published", kept->published.has_value()));
  const auto shown = shown_collection(*kept, call);
  return shown ? json_response(*shown, 201) : refusal(500, shown.error());
}

Response Api::delete_collection(Call& call) {
  const auto own = own_collection(call);
  if (!own) return refusal(500, own.error());
  if (!*own) return refusal(404, no_collection);
  const std::lock_guard lock(writing_);
  const auto removed = writer_->remove_collection((*own)->key, settings_.now());
  if (!removed) return refusal(500, removed.error());
  if (const auto swept = writer_->sweep_collections(settings_.now() - kept_after_removal); !swept)
    return refusal(500, swept.error());
  log("collection removed", Value::object().set("collection", (*own)->key));
  return json_response(Value::object().set("removed", *removed));
}

Response Api::take_down_collection(Call& call) {
  const auto object = call.object();
  if (!object) return refusal(400, object.error());
  const auto why = text_field(*object, "why");
  if (!why) return refusal(400, why.error());
  if (why->size() > collection_limits.about) return refusal(400, "\"why\" is too long");
  const std::lock_guard lock(writing_);
  if (auto down = writer_->take_down_collection(call.word("key"), *why, settings_.now()); !down)
    return refusal(404, down.error());
  log("collection taken down", Value::object().set("collection", call.word("key")));
  return json_response(Value::object().set("taken_down", true));
}

Response Api::get_booklet(Call& call) {
  const bool solutions = !call.asked("solutions").empty();
  const bool sheet = call.asked("form") == "sheet";
  const auto found = solutions ? own_collection(call) : seen_collection(call);
  if (!found) return refusal(500, found.error());
  if (!*found) return refusal(404, no_collection);
  const store::Collection& collection = **found;
  Value items = Value::array();
  for (const auto& [key, title] : collection.puzzles) {
    const auto known = known_puzzle(key);
    if (!known) return refusal(500, known.error());
    if (!*known) continue;
    const store::Puzzle& puzzle = (*known)->puzzle;
    const std::string name = title.empty() ? puzzle.title : title;
    Value item = Value::object()
                     .set("genre", puzzle.genre)
                     .set("text", puzzle.text)
                     .set("title", name.empty() ? std::to_string(items.items()->size() + 1)
                                                : cat(items.items()->size() + 1, ". ", name));
    // What a study keeps to itself no booklet tells.
    const auto told = solutions ? may_see_solution(call, key) : Result<bool>(false);
    if (!told) return refusal(500, told.error());
    if (*told) item.set("solution", puzzle.solution);
    items.push(item);
  }
  const Value order = Value::object()
                          .set("what", "sheet")
                          .set("title", collection.title)
                          .set("author", collection.author)
                          .set("about", collection.about)
                          .set("foot", cat(call.request.header("Host"), "/c/", collection.key))
                          .set("cover", !sheet)
                          .set("items", items)
                          .set("seconds", booklet_seconds)
                          .set("bytes", booklet_bytes);
  return {.later = Later{Later::Lane::work, [this, order, name = collection.key] {
                           return file_response(order, "application/pdf", cat(name, ".pdf"));
                         }}};
}

Response Api::get_collection_plays(Call& call) {
  const auto found = own_collection(call);
  if (!found) return refusal(500, found.error());
  if (!*found) return refusal(404, no_collection);
  auto store = reader();
  if (!store) return refusal(503, store.error());
  const auto simulated = simulated_players(***store);
  if (!simulated) return refusal(500, simulated.error());
  Value list = Value::array();
  for (const auto& [key, title] : (*found)->puzzles) {
    const auto rows = (**store)->play_rows({.puzzle = key});
    if (!rows) return refusal(500, rows.error());
    std::map<store::Outcome, std::int64_t> ends;
    std::vector<double> seconds;
    std::vector<double> marks;
    for (const store::PlayRow& play : *rows) {
      if (!says_something(play, (*found)->owner, *simulated)) continue;
      ++ends[play.outcome];
      if (play.outcome == store::Outcome::solved) seconds.push_back(play.summary.seconds);
      if (play.rating) marks.push_back(*play.rating);
    }
    list.push(Value::object()
                  .set("puzzle", key)
                  .set("solved", ends[store::Outcome::solved])
                  .set("gave_up", ends[store::Outcome::gave_up])
                  .set("unfinished", ends[store::Outcome::unfinished])
                  .set("median_seconds", number_or_null(seconds))
                  .set("median_mark", number_or_null(marks)));
  }
  Response response = json_response(Value::object().set("puzzles", list));
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

Response Api::get_stuck(Call& call) {
  const auto found = own_collection(call);
  if (!found) return refusal(500, found.error());
  const std::string& key = call.word("puzzle");
  if (!*found || std::ranges::count((*found)->puzzles, key, &store::CollectionPuzzle::puzzle) == 0)
    return refusal(404, no_collection);
  const auto known = known_puzzle(key);
  if (!known) return refusal(500, known.error());
  if (!*known) return refusal(404, "there is no such puzzle");
  // The moves of a study's participants are nobody else's.
  const auto told = may_see_solution(call, key);
  if (!told) return refusal(500, told.error());
  if (!*told) return refusal(403, "this puzzle belongs to a study that is still open");
  if ((*known)->puzzle.solution.empty()) return refusal(404, "no solution is kept with this puzzle");
  return {.later = Later{Later::Lane::work, [this, puzzle = *known, maker = (*found)->owner]() -> Response {
                           auto store = reader();
                           if (!store) return refusal(503, store.error());
                           const auto rows = (**store)->play_rows({.puzzle = puzzle->puzzle.key});
                           const auto simulated = simulated_players(***store);
                           if (!rows || !simulated) return refusal(500, rows ? simulated.error() : rows.error());
                           std::vector<store::Play> plays;
                           for (std::size_t i = rows->size(); i > 0 && plays.size() < most_plays_along; --i) {
                             if (!says_something((*rows)[i - 1], maker, *simulated)) continue;
                             auto play = (**store)->find_play((*rows)[i - 1].key);
                             if (!play) return refusal(500, play.error());
                             if (*play) plays.push_back(std::move(**play));
                           }
                           Context limits = answering_limits();
                           limits.budget.stop = &stopping_;
                           const Puzzle plain = puzzle_of(puzzle->puzzle);
                           const auto map = where_stuck(*puzzle->genre, plain, plain.solution, plays, limits);
                           if (!map) return refusal(422, map.error());
                           Value steps = Value::array();
                           for (const StuckStep& step : map->steps)
                             steps.push(Value::object()
                                            .set("move", step.move)
                                            .set("found", step.found)
                                            .set("seconds", step.found == 0
                                                                ? Value()
                                                                : Value(step.seconds / static_cast<double>(step.found)))
                                            .set("undone", step.undone)
                                            .set("failed", step.failed));
                           Response response = json_response(Value::object()
                                                                 .set("puzzle", puzzle->puzzle.key)
                                                                 .set("plays", map->plays)
                                                                 .set("solved", map->solved)
                                                                 .set("gave_up", map->gave_up)
                                                                 .set("unfinished", map->unfinished)
                                                                 .set("skipped", map->skipped)
                                                                 .set("steps", steps));
                           response.headers.emplace_back("Cache-Control", "no-store");
                           return response;
                         }}};
}

}  // namespace nazo::serve
