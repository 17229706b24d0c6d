// nazo generate: new puzzles to order.
#include <algorithm>
#include <ostream>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/run_places.hpp"
#include "cli/verbs.hpp"
#include "workshop/answer_fields.hpp"
#include "workshop/generate_run.hpp"
#include "workshop/made_for.hpp"
#include "workshop/puzzle_sheet.hpp"

namespace nazo::cli {

namespace {

void summarise(const GenerateSummary& summary, std::uint64_t wanted, std::ostream& err) {
  err << "kept " << summary.kept << " of " << grouped(summary.candidates) << " candidates from "
      << grouped(summary.items) << " items";
  if (summary.limit != Limit::none) err << " before " << name(summary.limit) << " ran out";
  err << "\n";
  if (summary.rejected.empty() || summary.kept >= wanted) return;
  for (const auto& [reason, count] : summary.rejected)
    err << "  " << padded(grouped(count), 12, true) << "  " << reason << "\n";
  for (const auto& [asked, extent] : summary.extents)
    err << "  candidates had " << asked << " from " << text_of(extent.low, 2) << " to " << text_of(extent.high, 2)
        << "\n";
}

/// What the user ordered, but for the options of the genre.
Result<GenerateOrder> order_of(const Invocation& call, const Genre& genre, const Options& options) {
  NAZO_TRY(context, call.context());
  GenerateOrder order{.genre = &genre, .options = options, .context = context};
  if (call.has("keep")) {
    auto keep = Expression::parse(call.value("keep"));
    if (!keep) return fail(cat("--keep: ", keep.error().message));
    order.keep = *keep;
  }
  if (const std::string list = call.value("features"); !list.empty())
    for (const auto feature : split(list, ',')) order.features.emplace_back(trim(feature));
  want_for_sorting(order, call.value("sort"));
  order.count = static_cast<std::uint64_t>(call.integer("count"));
  order.first_index = static_cast<std::uint64_t>(call.integer("first"));
  if (call.has("items")) order.most_items = static_cast<std::uint64_t>(call.integer("items"));
  return order;
}

/// Where made puzzles go: one by one to standard output, or together into a file or on a sheet.
class Delivery {
 public:
  Delivery(const Invocation& call, const GenerateOrder& order)
      : call_(call),
        order_(order),
        format_(call.value("to")),
        sheet_(is_sheet_format(format_)),
        streaming_(!call.has("output") && !sheet_) {}

  /// An error if the genre does not write what is wanted.
  [[nodiscard]] Result<void> possible() const {
    const std::string& name = order_.genre->facts().name;
    if (format_.empty() || sheet_ || writes_format(*order_.genre, format_)) return {};
    return fail(cat(name, " does not write ", in_quotes(format_), " (nazo genres ", name, ")"));
  }

  /// `expected`: what is thought of it for one person, if it was made for one.
  [[nodiscard]] Result<void> give(const Kept& kept, const Value& expected = {}) {
    Puzzle puzzle = kept.candidate.puzzle;
    puzzle.solution = kept.candidate.solution;
    if (sheet_) {
      items_.push_back({.id = puzzle.title, .genre = order_.genre, .options = order_.options, .puzzle = puzzle});
      return {};
    }
    if (call_.json()) {
      put(line_of(kept, *order_.genre, order_.context.seed, expected).json() + "\n");
      return {};
    }
    const std::string& format = format_.empty() ? order_.genre->facts().formats.front().name : format_;
    NAZO_TRY(text, order_.genre->print(puzzle, format, order_.options, order_.context));
    NAZO_CHECK(room_in_one_file(text, format, order_.count));
    if (!text.ends_with('\n')) text += "\n";
    // Puzzles of several lines stand apart.
    if (given_ && text.find('\n') + 1 < text.size()) text.insert(0, "\n");
    put(text);
    return {};
  }

  /// The exit code.
  [[nodiscard]] int finish() {
    if (sheet_) {
      const bool booklet = call_.has("booklet");
      auto made = make_sheet(
          items_, {.format = format_, .solved = booklet, .booklet = booklet, .heading = call_.value("heading")},
          order_.context);
      if (!made) return call_.complain(made.error());
      collected_ = *made;
    }
    return streaming_ ? yes : write_output(call_, collected_);
  }

 private:
  void put(const std::string& text) {
    given_ = true;
    if (streaming_)
      call_.streams.out << text << std::flush;
    else
      collected_ += text;
  }

  const Invocation& call_;
  const GenerateOrder& order_;
  std::string format_;
  bool sheet_, streaming_, given_ = false;
  std::string collected_{};
  std::vector<Item> items_{};
};

/// What is expected of this person, with its 90 % ranges.
Value expected_value(const MadeFor& made) {
  const store::Estimates& e = made.rated.estimates;
  const auto number = [](const std::optional<double>& value) { return value ? Value(*value) : Value(); };
  const auto range = [](double low, double high) { return Value::array().push(low).push(high); };
  const auto times = likely_times(e);
  return Value::object()
      .set("success", number(e.success))
      .set("success_range", e.success ? range(made.low, made.high) : Value())
      .set("time", times ? Value(*e.time) : Value())
      .set("time_range", times ? range(times->low, times->high) : Value())
      .set("difficulty", number(e.difficulty))
      .set("model", made.rated.model);
}

/// The same in words for the terminal.
std::string expectation(const MadeFor& made) {
  const auto percent = [](double p) { return text_of(100 * p, 0); };
  const store::Estimates& e = made.rated.estimates;
  std::string words = cat(
      made.kept.candidate.puzzle.title, ": ",
      e.success ? cat("solved with ", percent(*e.success), " % (", percent(made.low), " to ", percent(made.high), ")")
                : "success unknown");
  if (const auto times = likely_times(e))
    words += cat(", about ", time_text(*e.time), " (", time_text(times->low), " to ", time_text(times->high), ")");
  return words + cat(", difficulty ", text_of(e.difficulty.value_or(50), 0), "; model ", made.rated.model);
}

int generate_for(Invocation& call, GenerateOrder order) {
  if (!call.has("store")) return call.complain("--for needs the store that knows the player: --store");
  auto store = store::Store::open_to_read(call.value("store"));
  if (!store) return call.complain(store.error());
  const auto rater = Rater::make(*order.genre, &*store, call.value("for"), "");
  if (!rater) return call.complain(rater.error());
  if (!rater->trouble().empty()) call.streams.err << rater->trouble() << "; the genre's own word is used\n";
  // Nothing is given before all are made: without a limit somebody might wait forever.
  if (!call.has("time")) order.context.budget.seconds = seconds_for_one * static_cast<double>(order.count);
  const auto made = make_for({.order = order, .success = *real_of(call.value("target-success"))}, *rater);
  if (!made) return call.complain(made.error());
  Delivery delivery(call, order);
  for (const MadeFor& one : made->given) {
    const auto given = delivery.give(one.kept, expected_value(one));
    if (!given) return call.complain(given.error());
    call.streams.err << expectation(one) << "\n";
  }
  if (!rater->has_model())
    call.streams.err << "no model speaks yet: this is the genre's own word, for people at large\n";
  else if (rater->player_plays() == 0)
    call.streams.err << "nothing is known of this player yet: this is for people at large\n";
  if (const int delivered = delivery.finish(); delivered != yes) return delivered;
  if (made->summary.limit != Limit::none && made->given.size() >= order.count)
    call.streams.err << "chosen from " << made->made << " before " << name(made->summary.limit) << " ran out\n";
  if (made->given.size() >= order.count) return yes;
  summarise(made->summary, order.count, call.streams.err);
  return made->summary.limit != Limit::none ? limit : no;
}

}  // namespace

int run_generate(Invocation& call) {
  const std::string name = call.take_genre();
  const Genre* genre = find_genre(call.genres, name);
  if (genre == nullptr)
    return call.complain(name.empty() ? "which genre? nazo generate GENRE (nazo genres lists them)"
                                      : cat("no genre ", in_quotes(name)));
  if (!call.operands.empty()) return call.complain(cat("generate takes no file: ", in_quotes(call.operands.front())));
  if (call.has("preset"))
    if (auto applied = apply_preset(*genre, call.value("preset"), call.values); !applied)
      return call.complain(applied.error());
  const auto options = options_for(*genre, {.genres = call.genres, .verb = "generate", .given = call.genre_values()});
  if (!options) return call.complain(options.error());
  auto order = order_of(call, *genre, *options);
  if (!order) return call.complain(order.error());
  Delivery delivery(call, *order);
  if (auto possible = delivery.possible(); !possible) return call.complain(possible.error());

  std::optional<RunPlaces> places;
  if (goes_elsewhere(call)) {
    if (call.has("for"))
      return call.complain("--for makes one puzzle after another: not with --log, --shard or several ranks");
    if (call.has("shard") && !call.has("items"))
      return call.complain("--shard needs --items N: how many items of the run are shared out");
    auto opened = RunPlaces::open(call, order->context, identity_of(call).set("genre", name));
    if (!opened) return call.complain(opened.error());
    places = *std::move(opened);
    order->places = places->places();
  }

  TerminalProgress progress;
  order->context.progress = progress.sink();
  if (call.has("for")) return generate_for(call, *order);
  const std::string sort = call.value("sort");
  std::vector<Kept> waiting;  // for all to be there, so that they can be sorted
  Result<void> given;
  const auto summary = generate_run(*order, [&](const Kept& kept) {
    if (sort.empty())
      given = delivery.give(kept);
    else
      waiting.push_back(kept);
    return given && call.streams.out;  // nobody reads on
  });
  if (!summary) return call.complain(summary.error());
  if (summary->end == RunEnd::helped) return yes;
  if (summary->end == RunEnd::shard_done) return places->shard_done(call);
  sort_kept(waiting, *genre, sort);
  for (std::size_t i = 0; i < waiting.size() && given; ++i) {
    if (call.has("booklet")) waiting[i].candidate.puzzle.title = std::to_string(i + 1);
    given = delivery.give(waiting[i]);
  }
  if (!given) return call.complain(given.error());
  if (const int delivered = delivery.finish(); delivered != yes) return delivered;
  if (call.streams.terminal_out || summary->kept < order->count) summarise(*summary, order->count, call.streams.err);
  if (summary->kept >= order->count) return yes;
  return summary->limit != Limit::none ? limit : no;
}

}  // namespace nazo::cli
