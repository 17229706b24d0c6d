#include "store/record_text.hpp"

#include <cmath>
#include <limits>

#include "base/json.hpp"
#include "base/text.hpp"
#include "store/field_reader.hpp"

namespace nazo::store {
namespace {

constexpr std::int64_t last_moment = 253'402'300'799'999;  // the end of the year 9999
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr double longest_thought = 1e9;  // seconds; longer is a broken clock

Value or_null(const std::string& text) { return text.empty() ? Value() : Value(text); }
template <class T>
Value or_null(const std::optional<T>& value) {
  return value ? Value(*value) : Value();
}

Value typed(const char* type) {
  Value value = Value::object();
  return std::move(value.set("type", type));
}

Value list_of(const std::vector<std::string>& texts) {
  Value list = Value::array();
  for (const std::string& text : texts) list.push(text);
  return list;
}

// ── each record, both ways ─────────────────────────────────────────────────────────────────────────────────────────

Value value_of(const Puzzle& p) {
  Value value = std::move(typed("puzzle")
                              .set("key", p.key)
                              .set("genre", p.genre)
                              .set("puzzle", p.text)
                              .set("title", p.title)
                              .set("solution", p.solution)
                              .set("source", p.source)
                              .set("notes", p.notes)
                              .set("features", p.features)
                              .set("exact", p.exact)
                              .set("created", p.created));
  if (!p.listed) value.set("listed", false);
  return value;
}
Puzzle read(FieldReader& f, Puzzle p) {
  p.key = f.text("key");
  p.genre = f.text("genre");
  p.text = f.text("puzzle");
  p.title = f.optional_text("title");
  p.solution = f.optional_text("solution");
  p.source = f.optional_text("source");
  p.notes = f.object("notes");
  p.features = f.object("features");
  p.exact = f.flag("exact", true);
  p.listed = f.flag("listed", true);
  p.created = f.integer("created", 0, last_moment);
  return p;
}

Value value_of(const Player& p) {
  return std::move(typed("player").set("key", p.key).set("created", p.created).set("simulated", p.simulated));
}
Player read(FieldReader& f, Player p) {
  p.key = f.text("key");
  p.created = f.integer("created", 0, last_moment);
  p.simulated = f.flag("simulated", false);
  return p;
}

Value value_of(const Study& s) {
  return std::move(typed("study")
                       .set("key", s.key)
                       .set("genre", s.genre)
                       .set("title", s.title)
                       .set("order", name(s.order))
                       .set("seed", std::int64_t{s.seed})
                       .set("ask_experience", s.ask_experience)
                       .set("ask_rating", s.ask_rating)
                       .set("ask_comparisons", s.ask_comparisons)
                       .set("keep", s.keep)
                       .set("puzzles", list_of(s.puzzles))
                       .set("created", s.created)
                       .set("closed", or_null(s.closed)));
}
Study read(FieldReader& f, Study s) {
  s.key = f.text("key");
  s.genre = f.text("genre");
  s.title = f.optional_text("title");
  s.order = f.word("order", &study_order);
  s.seed = static_cast<std::uint32_t>(f.integer("seed", 0, std::numeric_limits<std::uint32_t>::max()));
  s.ask_experience = f.flag("ask_experience", true);
  s.ask_rating = f.flag("ask_rating", true);
  s.ask_comparisons = f.flag("ask_comparisons", false);
  s.keep = f.optional_text("keep");
  s.puzzles = f.texts("puzzles");
  s.created = f.integer("created", 0, last_moment);
  s.closed = f.optional_integer("closed", 0, last_moment);
  return s;
}

Value value_of(const Participant& p) {
  return std::move(typed("participant")
                       .set("study", p.study)
                       .set("player", p.player)
                       .set("number", p.number)
                       .set("joined", p.joined)
                       .set("answers", p.answers));
}
Participant read(FieldReader& f, Participant p) {
  p.study = f.text("study");
  p.player = f.text("player");
  p.number = f.integer("number", 0, most);
  p.joined = f.integer("joined", 0, last_moment);
  p.answers = f.object("answers");
  return p;
}

Value value_of(const Play& p) {
  return std::move(typed("play")
                       .set("key", p.key)
                       .set("player", p.player)
                       .set("puzzle", p.puzzle)
                       .set("study", or_null(p.study))
                       .set("started", p.started)
                       .set("outcome", name(p.outcome))
                       .set("rating", or_null(p.rating))
                       .set("deadlocks", p.deadlocks)
                       .set("marks", or_null(text_of(p.marks)))
                       .set("before", or_null(p.before))
                       .set("events", events_value(p.events)));
}
Play read(FieldReader& f, Play p) {
  p.key = f.text("key");
  p.player = f.text("player");
  p.puzzle = f.text("puzzle");
  p.study = f.optional_text("study");
  p.started = f.integer("started", 0, last_moment);
  p.outcome = f.word("outcome", &outcome_of);
  if (const auto rating = f.optional_integer("rating", 1, 5)) p.rating = static_cast<int>(*rating);
  p.deadlocks = static_cast<int>(f.optional_integer("deadlocks", 0, 1'000'000'000).value_or(0));
  if (const auto before = f.optional_integer("before", 0, 1'000'000'000)) p.before = static_cast<int>(*before);
  const std::string marks = f.optional_text("marks");
  if (const auto known = play_marks(marks))
    p.marks = *known;
  else
    f.complain(cat("field 'marks' cannot be ", in_quotes(marks)));
  if (const Value* events = f.raw("events")) {
    if (auto read_events = events_of(*events))
      p.events = *std::move(read_events);
    else
      f.complain(read_events.error().text());
  }
  return p;
}

Value value_of(const Comparison& c) {
  return std::move(typed("comparison")
                       .set("key", c.key)
                       .set("player", c.player)
                       .set("study", or_null(c.study))
                       .set("puzzle_x", c.puzzle_x)
                       .set("puzzle_y", c.puzzle_y)
                       .set("level", c.level)
                       .set("made", c.made));
}
Comparison read(FieldReader& f, Comparison c) {
  c.key = f.text("key");
  c.player = f.text("player");
  c.study = f.optional_text("study");
  c.puzzle_x = f.text("puzzle_x");
  c.puzzle_y = f.text("puzzle_y");
  c.level = static_cast<int>(f.integer("level", 1, 5));
  c.made = f.integer("made", 0, last_moment);
  return c;
}

Value value_of(const Model& m) {
  return std::move(typed("model")
                       .set("key", m.key)
                       .set("genre", m.genre)
                       .set("kind", m.kind)
                       .set("version", m.version)
                       .set("created", m.created)
                       .set("plays", m.plays)
                       .set("note", m.note)
                       .set("state", name(m.state))
                       .set("simulated", m.simulated)
                       .set("figures", m.figures)
                       .set("data", m.data));
}
Model read(FieldReader& f, Model m) {
  m.key = f.text("key");
  m.genre = f.text("genre");
  m.kind = f.text("kind");
  m.version = f.integer("version", 1, 1'000'000);
  m.created = f.integer("created", 0, last_moment);
  m.plays = f.integer("plays", 0, most);
  m.note = f.optional_text("note");
  m.data = f.object("data");
  m.simulated = f.flag("simulated", false);
  m.figures = f.object("figures");
  const std::string state = f.optional_text("state");
  const auto known = model_state(state);
  // Of an older program: nobody judged it.
  m.state = known.value_or(m.kind == "people" ? ModelState::kept : ModelState::live);
  if (!known && !state.empty()) f.complain(cat("field 'state' cannot be ", in_quotes(state)));
  return m;
}

Value value_of(const Rating& r) {
  const Estimates& e = r.estimates;
  return std::move(typed("rating")
                       .set("puzzle", r.puzzle)
                       .set("model", r.model)
                       .set("made", r.made)
                       .set("stands", r.stands)
                       .set("difficulty", or_null(e.difficulty))
                       .set("interest", or_null(e.interest))
                       .set("time", or_null(e.time))
                       .set("success", or_null(e.success))
                       .set("difficulty_se", or_null(e.difficulty_se))
                       .set("time_se", or_null(e.time_se))
                       .set("success_se", or_null(e.success_se)));
}
Rating read(FieldReader& f, Rating r) {
  r.puzzle = f.text("puzzle");
  r.model = f.text("model");
  r.made = f.integer("made", 0, last_moment);
  r.stands = f.flag("stands", true);
  Estimates& e = r.estimates;
  e.difficulty = f.optional_real("difficulty", 0, 100);
  e.interest = f.optional_real("interest", 0, 100);
  e.time = f.optional_real("time", 0, 1e300);
  e.success = f.optional_real("success", 0, 1);
  e.difficulty_se = f.optional_real("difficulty_se", 0, 1e300);
  e.time_se = f.optional_real("time_se", 0, 1e300);
  e.success_se = f.optional_real("success_se", 0, 1e300);
  return r;
}

std::optional<std::string> target_word(std::string_view text) {
  return text == "success" || text == "time" ? std::optional<std::string>(text) : std::nullopt;
}

Value value_of(const Recommendation& r) {
  return std::move(typed("recommendation")
                       .set("key", r.key)
                       .set("player", r.player)
                       .set("puzzle", r.puzzle)
                       .set("model", r.model)
                       .set("target", r.target)
                       .set("wanted", r.wanted)
                       .set("predicted", r.predicted)
                       .set("propensity", r.propensity)
                       .set("made", r.made));
}
Recommendation read(FieldReader& f, Recommendation r) {
  r.key = f.text("key");
  r.player = f.text("player");
  r.puzzle = f.text("puzzle");
  r.model = f.text("model");
  r.target = f.word("target", &target_word);
  r.wanted = f.real("wanted", -1e300, 1e300);
  r.predicted = f.real("predicted", -1e300, 1e300);
  r.propensity = f.real("propensity", 0, 1);
  r.made = f.integer("made", 0, last_moment);
  return r;
}

template <class T>
Result<Record> record_of(const Value& value) {
  FieldReader fields(value);
  (void)fields.text("type");
  T record = read(fields, T{});
  NAZO_CHECK(fields.done());
  return Record(std::move(record));
}

template <std::size_t... i>
Result<Record> record_of_type(std::size_t type, const Value& value, std::index_sequence<i...>) {
  Result<Record> result = fail("no such type");
  ((type == i ? void(result = record_of<std::variant_alternative_t<i, Record>>(value)) : void()), ...);
  return result;
}

}  // namespace

const std::vector<std::string>& record_types() {
  static const std::vector<std::string> types = {"puzzle",     "player", "study",  "participant",   "play",
                                                 "comparison", "model",  "rating", "recommendation"};
  return types;
}

Value to_value(const Record& record) {
  return std::visit([](const auto& r) { return value_of(r); }, record);
}

Result<Record> from_value(const Value& value) {
  if (!value.is_object()) return fail("expected a JSON object");
  const Value* type = value.find("type");
  if (type == nullptr || type->string() == nullptr) return fail("field 'type' is missing");
  const auto& types = record_types();
  for (std::size_t i = 0; i < types.size(); ++i)
    if (types[i] == *type->string()) return record_of_type(i, value, all_record_types);
  return fail(cat("there is no record type ", in_quotes(*type->string()), "; expected ", join(types, ", ")));
}

Value events_value(const std::vector<PlayEvent>& events) {
  Value::Array list;
  list.reserve(events.size());
  for (const PlayEvent& event : events) {
    Value::Array one{Value(name(event.kind)), Value(event.seconds)};
    if (moves_something(event.kind)) one.emplace_back(event.move);
    list.emplace_back(std::move(one));
  }
  return Value(std::move(list));
}

Result<std::vector<PlayEvent>> events_of(const Value& value) {
  const auto* items = value.items();
  if (items == nullptr) return fail("the events must be a list");
  std::vector<PlayEvent> events;
  events.reserve(items->size());
  for (std::size_t i = 0; i < items->size(); ++i) {
    const auto* parts = (*items)[i].items();
    const auto wrong = [&](std::string_view what) { return fail(cat("event ", i + 1, ": ", what)); };
    if (parts == nullptr || parts->size() < 2 || parts->size() > 3)
      return wrong("expected [kind, seconds] or [\"move\", seconds, move]");
    const std::string* kind_text = (*parts)[0].string();
    const auto kind = kind_text == nullptr ? std::nullopt : event_kind(*kind_text);
    if (!kind) return wrong("expected move, undo, restart, hint, give_up, assisted or time");
    const double seconds = (*parts)[1].boolean() == nullptr ? (*parts)[1].number() : std::nan("");
    if (!(seconds >= 0 && seconds <= longest_thought))
      return wrong("the thinking time must be a number of seconds from 0 on");
    const std::string* move = parts->size() == 3 ? (*parts)[2].string() : nullptr;
    if (moves_something(*kind) != (move != nullptr) || (move != nullptr && move->empty()))
      return wrong("a move has a third part, its text; nothing else has");
    events.push_back({*kind, seconds, move == nullptr ? std::string() : *move});
  }
  return events;
}

}  // namespace nazo::store
