#include "workshop/item_run.hpp"

#include <chrono>

#include "base/json.hpp"
#include "base/parallel.hpp"
#include "base/text.hpp"

namespace nazo {

namespace {

/// An item on its way: what it is made of, and what came of it earlier.
struct Waiting {
  std::uint64_t number = 0;
  std::size_t line = 0;  ///< in the log
  Value of{};
  std::optional<Value> made{};
};

std::int64_t whole_number(const Value& object, std::string_view name) {
  const Value* field = object.find(name);
  return field == nullptr || field->integer() == nullptr ? 0 : *field->integer();
}

std::string text_field(const Value& object, std::string_view name) {
  const Value* field = object.find(name);
  return field == nullptr || field->string() == nullptr ? "" : *field->string();
}

Value answer_of(const Result<Value>& made) {
  return made ? Value::object().set("made", *made) : Value::object().set("error", packed_error(made.error()));
}

Result<Value> made_of(const Value& answer) {
  if (const Value* made = answer.find("made")) return *made;
  if (const Value* error = answer.find("error")) return std::unexpected(error_of(*error));
  return fail("a rank answered something that cannot be read");
}

class Leader {
 public:
  Leader(const ItemRun& run, const ItemPlaces& places) : run_(run), places_(places) {}

  Result<RunEnd> go() {
    const unsigned local = places_.threads;
    const unsigned workers = local + (places_.farm != nullptr ? places_.farm->places() : 0);
    local_free_ = local;
    first_line_ = next_line_ = turn_ = places_.log == nullptr ? 0 : places_.log->taken();
    // An item may take a thousand times as long as the others; with somebody to help that must not keep anybody idle.
    const bool unfettered = places_.farm != nullptr || kept();
    ordered_pipe<Waiting, Result<Value>>(
        workers, [&] { return next(); }, [&](const Waiting& item) { return make(item); },
        [&](Waiting item, Result<Value> made) { return take(item, made); }, unfettered ? 4096 : 4);
    if (places_.farm != nullptr) places_.farm->over();
    tell_resumed();
    if (error_) return std::unexpected(*error_);
    if (interrupted()) return RunEnd::interrupted;
    if (kept()) places_.log->forget_early();
    return places_.shard.whole() ? RunEnd::whole : RunEnd::shard_done;
  }

 private:
  using Clock = std::chrono::steady_clock;
  /// Who has just made an item takes the next one before this; longer, and there is none.
  static constexpr std::chrono::milliseconds a_moment{5};

  [[nodiscard]] bool kept() const { return places_.log != nullptr && !places_.log->path().empty(); }
  [[nodiscard]] bool interrupted() const { return run_.stopped && run_.stopped(); }

  std::optional<Waiting> next() {
    while (auto of = run_.next()) {
      const std::uint64_t number = next_++;
      if (!places_.shard.has(number)) continue;
      Waiting item{number, next_line_++, *std::move(of), {}};
      if (places_.log != nullptr)
        if (const Value* made = places_.log->finished(item.line, first_line_)) item.made = *made;
      return item;
    }
    return std::nullopt;
  }

  Result<Value> make(const Waiting& item) {
    if (item.made) return *item.made;
    if (places_.all_made)
      return fail(cat("item ", item.number + 1, " is not in the parts: its shard has not come so far"));
    Result<Value> made = interrupted() ? fail_limit(Limit::stopped) : make_somewhere(item);
    // What is finished before its turn is kept too, so that only what is being made is lost when this process ends.
    if (made && kept() && !interrupted()) {
      const Locked lock(mutex_);
      if (item.line != turn_) NAZO_CHECK(places_.log->keep_early(item.line, first_line_, *made));
    }
    return made;
  }

  Result<Value> make_somewhere(const Waiting& item) {
    if (take_local_place(Clock::duration::zero())) return make_here(item);
    const Value order = Value::object().set("item", item.number).set("of", item.of);
    const auto said = places_.farm->ask(order.json(), [&] { return take_local_place(a_moment); });
    if (!said) return make_here(item);
    NAZO_TRY(answer, parse_json(*said));
    return made_of(answer);
  }

  /// One of the threads of this rank, if one has been free for so long.
  bool take_local_place(Clock::duration for_so_long) {
    const Locked lock(mutex_);
    if (local_free_ == 0 || Clock::now() - local_free_since_ < for_so_long) return false;
    --local_free_;
    return true;
  }

  Result<Value> make_here(const Waiting& item) {
    Result<Value> made = run_.make(item.number, item.of);
    const Locked lock(mutex_);
    ++local_free_;
    local_free_since_ = Clock::now();
    return made;
  }

  bool take(const Waiting& item, const Result<Value>& made) {
    if (!made) {
      if (!interrupted()) error_ = made.error();
      return false;
    }
    if (!item.made && interrupted()) return false;
    if (places_.log != nullptr) {
      if (places_.log->in_order(item.line))
        resumed_ = item.line + 1 - first_line_;
      else
        tell_resumed();
      const Locked lock(mutex_);
      turn_ = item.line + 1;
      if (auto kept = places_.log->keep(*made); !kept) {
        error_ = kept.error();
        return false;
      }
    }
    if (!places_.shard.whole()) return true;
    // What is read back from a log is what is taken, whether it was or not.
    const Value value = ResumeFile::as_read(*made);
    if (run_.all_take && places_.farm != nullptr)
      places_.farm->tell(Value::object().set("item", item.number).set("made", value).json());
    return run_.take(item.number, item.of, value);
  }

  void tell_resumed() {
    if (run_.resumed && resumed_ != 0 && !places_.all_made) run_.resumed(resumed_);
    resumed_ = 0;
  }

  const ItemRun& run_;
  const ItemPlaces& places_;
  Mutex mutex_{};
  std::uint64_t next_ = 0, resumed_ = 0;
  std::size_t first_line_ = 0, next_line_ = 0, turn_ = 0;
  unsigned local_free_ = 1;
  Clock::time_point local_free_since_ = Clock::now();
  std::optional<Error> error_{};
};

/// Makes what it is sent. Gives what it makes to the leader, and takes what the leader says that came of it.
Result<RunEnd> help(const ItemRun& run, const ItemPlaces& places) {
  bool enough = false;
  places.farm->help(
      [&](const std::string& order) {
        const auto read = parse_json(order);
        if (!read) return answer_of(std::unexpected(read.error())).json();
        const Value* of = read->find("of");
        const auto number = static_cast<std::uint64_t>(whole_number(*read, "item"));
        return answer_of(run.make(number, of == nullptr ? Value() : *of)).json();
      },
      [&](const std::string& news) {
        const auto read = parse_json(news);
        if (!read || enough) return;
        enough = !run.take(static_cast<std::uint64_t>(whole_number(*read, "item")), {}, *read->find("made"));
      });
  return RunEnd::helped;
}

}  // namespace

Result<Shard> shard_of(const std::string& text) {
  const auto parts = split(text, '/');
  const auto number = parts.size() == 2 ? number_of<std::uint64_t>(parts[0]) : std::nullopt;
  const auto of = parts.size() == 2 ? number_of<std::uint64_t>(parts[1]) : std::nullopt;
  if (!number || !of || *number < 1 || *number > *of)
    return fail(cat("--shard takes k/n with k from 1 to n, not ", in_quotes(text)));
  return Shard{*number, *of};
}

Value packed_error(const Error& error) {
  return Value::object()
      .set("message", error.message)
      .set("file", error.file)
      .set("line", error.line)
      .set("column", error.column)
      .set("limit", static_cast<int>(error.limit))
      .set("trouble", static_cast<int>(error.trouble));
}

Error error_of(const Value& value) {
  return {.message = text_field(value, "message"),
          .file = text_field(value, "file"),
          .line = static_cast<std::size_t>(whole_number(value, "line")),
          .column = static_cast<std::size_t>(whole_number(value, "column")),
          .limit = static_cast<Limit>(whole_number(value, "limit")),
          .trouble = static_cast<Trouble>(whole_number(value, "trouble"))};
}

Result<RunEnd> run_items(const ItemRun& run, const ItemPlaces& places) {
  if (places.farm != nullptr && !places.farm->leads()) return help(run, places);
  return Leader(run, places).go();
}

}  // namespace nazo
