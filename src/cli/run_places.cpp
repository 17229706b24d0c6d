#include "cli/run_places.hpp"

#include <algorithm>
#include <deque>
#include <ostream>
#include <set>

#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/shared_room.hpp"
#include "base/text.hpp"
#include "cli/version.hpp"
#include "workshop/checkpoint_files.hpp"
#include "workshop/scratch_files.hpp"

namespace nazo::cli {

namespace {

/// Options that say where a run is made, not what it is.
const std::set<std::string, std::less<>> about_the_place{"log", "shard", "threads", "output", "checkpoint", "scratch"};

/// The words of a call without those options.
Value words_of(const Invocation& call) {
  Value words = Value::array();
  for (std::size_t i = 0; i < call.words.size(); ++i) {
    const std::string& word = call.words[i];
    const std::string name = word.starts_with("--") ? word.substr(2, word.find('=') - 2) : "";
    if (name == "log" || name == "shard" || name == "threads") {
      if (word.find('=') == std::string::npos) ++i;
      continue;
    }
    words.push(word);
  }
  return words;
}

std::string shard_text(const Shard& shard) { return cat(shard.number, "/", shard.of); }

/// The items of all parts in order, as far as they go; an error unless they are the shards of this very run.
Result<std::vector<Value>> items_of(const Parts& parts, const Value& identity) {
  const std::size_t of = parts.logs.size();
  std::vector<const LogText*> by_number(of, nullptr);
  for (std::size_t i = 0; i < of; ++i) {
    Value::Object fields = *parts.logs[i].parameters.fields();
    const auto taken = [&](std::string_view name) {
      const auto field = std::ranges::find(fields, name, &std::pair<std::string, Value>::first);
      if (field == fields.end()) return Value();
      Value value = field->second;
      fields.erase(field);
      return value;
    };
    const Value shard_field = taken("shard");
    (void)taken("words");
    if (Value(fields) != ResumeFile::as_read(identity))
      return std::unexpected(Error{"this part belongs to another run than the first part", parts.files[i]});
    NAZO_TRY(shard, shard_of(shard_field.string() == nullptr ? "" : *shard_field.string()));
    if (shard.of != of)
      return std::unexpected(
          Error{cat("this is shard ", shard_text(shard), ", but there are ", of, " parts"), parts.files[i]});
    if (by_number[shard.number - 1] != nullptr)
      return std::unexpected(Error{cat("shard ", shard_text(shard), " is there twice"), parts.files[i]});
    by_number[shard.number - 1] = &parts.logs[i];
  }
  std::vector<Value> items;
  for (std::size_t i = 0;; ++i) {
    const std::vector<Value>& theirs = by_number[i % of]->items;
    if (i / of >= theirs.size()) return items;
    items.push_back(theirs[i / of]);
  }
}

}  // namespace

const std::vector<OptionFact>& run_options() {
  static const std::vector<OptionFact> options{
      {.name = "log",
       .kind = OptionKind::text,
       .help =
           "keep what is finished here; the same command then goes on where it was interrupted, and prints the same",
       .value = "FILE"},
      {.name = "shard",
       .kind = OptionKind::text,
       .help = "make only items k, k+n, k+2n, … and keep them in --log; nazo merge makes one run of all n parts",
       .value = "k/n"}};
  return options;
}

bool goes_elsewhere(const Invocation& call) {
  return call.has("log") || call.has("shard") || call.parts != nullptr || call.together() || call.has("checkpoint") ||
         call.has("scratch");
}

Value identity_of(const Invocation& call) {
  Value options = Value::object();
  for (const auto& [name, value] : call.values)
    if (!about_the_place.contains(name))
      options.set(name, value.size() < 200 ? Value(value) : Value(hash_text(value).low));
  Value identity = Value::object().set("verb", call.verb.name).set("options", options);
  if (call.streams.colour && !call.json()) identity.set("colour", true);
  return identity;
}

Result<RunPlaces> RunPlaces::open(const Invocation& call, const Context& context, const Value& identity) {
  RunPlaces made;
  made.threads_ = context.threads;
  Value parameters = identity;
  std::string path = call.value("log");
  if (call.has("shard")) {
    NAZO_TRY(shard, shard_of(call.value("shard")));
    made.shard_ = shard;
    if (!call.has("log")) return fail("--shard needs --log FILE: its items are kept there, for nazo merge");
    if (call.together()) return fail("one of --shard and several ranks");
    if (call.parts != nullptr) return fail("nazo merge makes one run of the parts, not a part");
    parameters.set("shard", shard_text(shard)).set("words", words_of(call));
  }
  if (call.together()) {
    NAZO_TRY(farm, Farm::make(*call.ranks, context.threads));
    made.farm_ = std::make_unique<Farm>(std::move(farm));
    if (made.helps()) path.clear();
  }
  auto log = ResumeFile::open(path, parameters);
  if (call.together()) NAZO_CHECK(call.ranks->agree("log", log ? Result<void>{} : std::unexpected(log.error())));
  if (!log) return std::unexpected(log.error());
  made.log_ = std::make_unique<ResumeFile>(*std::move(log));
  if (call.parts != nullptr) {
    NAZO_TRY(items, items_of(*call.parts, identity));
    NAZO_CHECK(made.log_->lend(items));
    made.merging_ = true;
  }
  return made;
}

ItemPlaces RunPlaces::places() {
  return {.threads = threads_, .log = log_.get(), .shard = shard_, .farm = farm_.get(), .all_made = merging_};
}

int RunPlaces::shard_done(const Invocation& call) const {
  call.streams.err << "nazo: shard " << shard_text(shard_) << " is made: " << grouped(log_->taken()) << " items in "
                   << log_->path() << "; nazo merge makes one run of all parts\n";
  return yes;
}

namespace {

/// A puzzle on its way to who asks about it.
Value packed(const Result<Item>& item) {
  if (!item) return Value::object().set("error", packed_error(item.error()));
  return Value::object()
      .set("id", item->id)
      .set("genre", item->genre->facts().name)
      .set("puzzle", item->puzzle.text)
      .set("title", item->puzzle.title)
      .set("solution", item->puzzle.solution)
      .set("notes", item->puzzle.notes)
      .set("carried", item->carried);
}

std::string text_in(const Value& object, std::string_view name) {
  const Value* field = object.find(name);
  return field == nullptr || field->string() == nullptr ? "" : *field->string();
}

Value object_in(const Value& object, std::string_view name) {
  const Value* field = object.find(name);
  return field == nullptr || !field->is_object() ? Value::object() : *field;
}

Result<Item> unpacked(const Value& value, const Invocation& call) {
  if (const Value* error = value.find("error")) return std::unexpected(error_of(*error));
  const Genre* genre = find_genre(call.genres, text_in(value, "genre"));
  if (genre == nullptr) return fail(cat("no genre ", in_quotes(text_in(value, "genre"))));
  NAZO_TRY(options, options_for(*genre, {.genres = call.genres, .verb = call.verb.name, .given = call.genre_values()}));
  return Item{.id = text_in(value, "id"),
              .genre = genre,
              .options = options,
              .puzzle = {.genre = genre->facts().name,
                         .text = text_in(value, "puzzle"),
                         .title = text_in(value, "title"),
                         .solution = text_in(value, "solution"),
                         .notes = object_in(value, "notes")},
              .carried = object_in(value, "carried")};
}

/// Which puzzle an answer is about, so that a log is not taken for that of another input.
Value mark_of(const Value& item) { return hash_text(text_in(item, "puzzle") + text_in(item, "id")).low; }

/// An answer as it is kept: its fields where those are printed, else its text.
Value kept_answer(const Answer& answer, const Value& item, bool fields) {
  Value kept = Value::object().set("id", text_in(item, "id")).set("puzzle", mark_of(item)).set("code", answer.code);
  if (answer.error) return kept.set("error", packed_error(*answer.error));
  return fields ? kept.set("answer", answer.json) : kept.set("text", answer.text);
}

Answer answer_in(const Value& kept) {
  Answer answer;
  const Value* code = kept.find("code");
  answer.code = code == nullptr || code->integer() == nullptr ? bad : static_cast<int>(*code->integer());
  answer.json = object_in(kept, "answer");
  answer.text = text_in(kept, "text");
  if (const Value* error = kept.find("error")) answer.error = error_of(*error);
  return answer;
}

/// What is lent to all ranks that look at one puzzle together.
struct TogetherRoom {
  std::unique_ptr<ScratchFiles> files{};
  std::unique_ptr<CheckpointFiles> checkpoint{};
};

Result<TogetherRoom> room_for_all(const Invocation& call, const Item& item) {
  TogetherRoom room{.files = std::make_unique<ScratchFiles>(call.value("scratch"))};
  NAZO_CHECK(room.files->new_area());  // a folder that is missing is told of now, not hours later
  if (!call.has("checkpoint")) return room;
  const unsigned rank = call.together() ? call.ranks->rank() : 0;
  const Value about = Value::object()
                          .set("program", cat("nazo ", version(), " ", commit()))
                          .set("genre", item.genre->facts().name)
                          .set("puzzle", item.puzzle.text)
                          .set("run", hash_text(identity_of(call).json()).low)
                          .set("ranks", call.together() ? call.ranks->size() : 1);
  NAZO_TRY(checkpoint, CheckpointFiles::look(cat(call.value("checkpoint"), "/rank-", rank), about));
  room.checkpoint = std::move(checkpoint);
  return room;
}

/// All ranks ask about one puzzle, and share the work inside; rank 0 tells.
int answer_together(Invocation& call, const Context& context, const Value& packed_item, const Ask& ask,
                    const Show& show) {
  auto item = unpacked(packed_item, call);
  if (!item) {
    if (!call.together() || call.ranks->first()) call.complain(item.error());
    return bad;
  }
  auto room = room_for_all(call, *item);
  Result<void> ready = room ? Result<void>{} : std::unexpected(room.error());
  const auto of_all = [&](std::string_view label, const Result<void>& mine) {
    return call.together() ? call.ranks->agree(label, mine) : mine;
  };
  ready = of_all("room", ready);
  // All have looked before any of them writes.
  if (ready && room->checkpoint) ready = of_all("checkpoint folder", room->checkpoint->begin());
  if (!ready) return call.complain(ready.error());
  SharedRoom shared(room->files.get(), call.together() ? call.ranks : nullptr, room->checkpoint.get());
  Context inner = context;
  inner.scratch = &shared;
  TerminalProgress progress;
  inner.progress = progress.sink();
  const Answer answer = ask_within_memory(ask, *item, inner, true);
  return show_answer(call, item, answer, show);
}

/// The puzzle that all ranks look at together: the only one, of a call that keeps no log of several.
struct Only {
  std::optional<Value> puzzle{};
  std::deque<Value> begun{};  ///< what was read to find out, where there are more
};

Result<Only> only_one(const Invocation& call, const std::unique_ptr<ItemReader>& reader) {
  Only only;
  if (call.verb.name != "analyze" || call.has("log") || call.has("shard") || call.parts != nullptr) return only;
  std::string first;
  if (reader) {
    while (only.begun.size() < 2) {
      auto item = reader->next();
      if (!item) break;
      only.begun.push_back(packed(*item));
    }
    if (only.begun.size() == 1) first = only.begun.front().json();
  }
  if (call.together()) {
    NAZO_TRY(all, call.ranks->gather("puzzle", ByteWriter().text(first).take()));
    first = ByteReader(all.front()).text();
  }
  if (first.empty()) return only;
  NAZO_TRY(puzzle, parse_json(first));
  only.puzzle = puzzle;
  return only;
}

}  // namespace

int answer_elsewhere(Invocation& call, const Context& context, const Ask& ask, const Show& show) {
  std::unique_ptr<ItemReader> reader;
  if (!call.together() || call.ranks->first()) reader.reset(new ItemReader(reader_of(call)));
  auto only = only_one(call, reader);
  if (!only) return call.complain(only.error());
  if (only->puzzle) return answer_together(call, context, *only->puzzle, ask, show);
  if (call.has("checkpoint")) return call.complain("--checkpoint is for one board without --log");
  auto opened = RunPlaces::open(call, context, identity_of(call));
  if (!opened) return call.complain(opened.error());
  Context inner = context;
  inner.threads = 1;
  const bool fields = call.json() || show;
  int code = yes;
  std::optional<Error> wrong;
  TerminalProgress progress;
  const auto end =
      run_items({.next = [&]() -> std::optional<Value> {
                   if (!only->begun.empty()) {
                     Value item = std::move(only->begun.front());
                     only->begun.pop_front();
                     return item;
                   }
                   auto item = reader->next();
                   if (!item) return std::nullopt;
                   return packed(*item);
                 },
                 .make = [&](std::uint64_t, const Value& of) -> Result<Value> {
                   const auto item = unpacked(of, call);
                   const Answer answer = item ? ask_within_memory(ask, *item, inner) : Answer{.error = item.error()};
                   return kept_answer(answer, of, fields);
                 },
                 .take =
                     [&](std::uint64_t i, const Value& of, const Value& made) {
                       if (const Value* mark = made.find("puzzle"); mark == nullptr || *mark != mark_of(of)) {
                         wrong = Error{cat("item ", i + 1, " of this log is another puzzle than that of the input"),
                                       opened->log().path()};
                         return false;
                       }
                       const auto item = unpacked(of, call);
                       const Answer answer = answer_in(made);
                       code = worse(code, show_answer(call, item, answer, show));
                       progress.report({call.verb.name, i + 1, 0});
                       return static_cast<bool>(call.streams.out);  // nobody reads on
                     },
                 .stopped = [&] { return interrupted.load(); }},
                opened->places());
  if (!end) return call.complain(end.error());
  if (wrong) return call.complain(*wrong);
  switch (*end) {
    case RunEnd::whole:
      return code;
    case RunEnd::helped:
      return yes;
    case RunEnd::shard_done:
      return opened->shard_done(call);
    case RunEnd::interrupted:
      break;
  }
  call.streams.err << "interrupted"
                   << (call.has("log") ? "; the same command goes on from here"
                                       : "; with --log FILE it could be gone on with")
                   << "\n";
  return limit;
}

}  // namespace nazo::cli
