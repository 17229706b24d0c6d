#include "workshop/generate_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "puzzle/verified.hpp"
#include "search/key_index.hpp"

namespace nazo {

/// What one item of the run became after analysis; made on any thread.
struct GenerateRun::Made {
  std::vector<Candidate> kept{};
  std::uint64_t candidates = 0;
  std::vector<std::pair<std::string, std::uint64_t>> rejected{};
  std::map<std::string, Extent> extents{};
  std::optional<Error> error{};
  Limit cut = Limit::none;  ///< not none: time ran out on the way; nothing of it counts, and the run ends
};

namespace {

/// Does this limit end the run? What one item may use in nodes and memory is for that item alone, and the same every
/// time.
bool ends_run(Limit limit) { return limit == Limit::time || limit == Limit::stopped; }

/// What `keep` may ask beside features: what the genre thinks of a puzzle before anyone has played it.
constexpr std::array<std::string_view, 4> judgements{"difficulty", "interest", "time", "success"};

void widen(std::map<std::string, Extent>& extents, const std::string& name, Extent by) {
  const auto [there, first] = extents.try_emplace(name, by);
  if (first) return;
  there->second.low = std::min(there->second.low, by.low);
  there->second.high = std::max(there->second.high, by.high);
}

bool is_judgement(const Genre& genre, std::string_view name) {
  return std::ranges::count(judgements, name) != 0 &&
         std::ranges::count(genre.facts().features, name, &FeatureFact::name) == 0;
}

bool asks_for_judgement(const GenerateOrder& order) {
  return order.keep && std::ranges::any_of(order.keep->names(),
                                           [&](const std::string& name) { return is_judgement(*order.genre, name); });
}

/// The features, and beside them what the genre thinks of such a puzzle; what it cannot say is missing.
Value with_judgements(const Genre& genre, const Value& features) {
  const Prior prior = genre.prior(features);
  Value known = features;
  const std::array values{prior.difficulty, prior.interest, prior.time, prior.success};
  for (std::size_t i = 0; i < judgements.size(); ++i)
    if (values[i] && is_judgement(genre, judgements[i])) known.set(std::string(judgements[i]), *values[i]);
  return known;
}

/// What a candidate has of that which `keep` asks for.
void note_extents(const Expression& keep, const Value& known, std::map<std::string, Extent>& extents) {
  for (const std::string& name : keep.names()) {
    const Value* value = known.find(name);
    const double number = value == nullptr ? std::nan("") : value->number();
    if (std::isfinite(number)) widen(extents, name, {number, number});
  }
}

std::vector<std::string> missing_features(const GenerateOrder& order, const Value& known) {
  std::vector<std::string> wanted = order.features;
  if (asks_for_judgement(order)) wanted.emplace_back("all");
  if (std::ranges::count(wanted, "all")) {
    wanted.clear();
    for (const FeatureFact& feature : order.genre->facts().features) wanted.push_back(feature.name);
  }
  if (order.keep)
    for (const std::string& name : order.keep->names()) wanted.push_back(name);
  std::erase_if(
      wanted, [&](const std::string& name) { return known.find(name) != nullptr || is_judgement(*order.genre, name); });
  std::ranges::sort(wanted);
  const auto [first, last] = std::ranges::unique(wanted);
  wanted.erase(first, last);
  return wanted;
}

/// Do the features that the generator knows already rule a candidate out? That saves the analysis of the others.
bool is_out_of_bounds(const Expression& keep, const Value& known) {
  for (const std::string& name : keep.names())
    if (const Value* value = known.find(name)) {
      const double number = value->number();
      if (number < keep.lower_bound(name, number) || number > keep.upper_bound(name, number)) return true;
    }
  return false;
}

/// The features that are wanted and that the generator did not bring.
Result<Limit> add_missing_features(const GenerateOrder& order, const Options& analysis, const Context& context,
                                   Candidate& candidate) {
  const auto missing = missing_features(order, candidate.features);
  if (missing.empty()) return Limit::none;
  NAZO_TRY(found, order.genre->analyze(candidate.puzzle, missing, analysis, context));
  for (const auto& [name, value] : *found.features.fields())
    if (std::ranges::count(missing, name)) candidate.features.set(name, value);
  return found.limit;
}

/// A key of a long text, eight letters at a time. It lives no longer than the run.
Key128 key_of(std::string_view text) {
  Key128 key{0x9b05688c2b3e6c1fULL ^ text.size(), 0x5be0cd19137e2179ULL};
  for (std::size_t at = 0; at < text.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, std::min<std::size_t>(8, text.size() - at));
    key.low = mix64(key.low ^ word);
    key.high = mix64(key.high + word) ^ key.low;
  }
  return key;
}

Result<void> check_names(const GenerateOrder& order) {
  std::vector<std::string> names = order.features;
  if (order.keep) names.insert(names.end(), order.keep->names().begin(), order.keep->names().end());
  for (const std::string& name : names) {
    if (name == "all" || std::ranges::count(order.genre->facts().features, name, &FeatureFact::name)) continue;
    if (order.keep && is_judgement(*order.genre, name)) continue;
    std::vector<std::string> known;
    for (const FeatureFact& feature : order.genre->facts().features) known.push_back(feature.name);
    return fail(cat(order.genre->facts().name, " has no feature ", in_quotes(name), "; it has ", join(known, ", ")));
  }
  return {};
}

/// Refuses an expression that asks of one feature to be both above and below something.
Result<void> check_bounds(const GenerateOrder& order) {
  if (!order.keep) return {};
  constexpr double far = std::numeric_limits<double>::infinity();
  for (const std::string& name : order.keep->names()) {
    const double low = order.keep->lower_bound(name, -far), high = order.keep->upper_bound(name, far);
    if (low > high)
      return fail(cat("what is to be kept contradicts itself: ", name, " cannot be at least ", text_of(low, 3),
                      " and at most ", text_of(high, 3)));
  }
  return {};
}

}  // namespace

Result<Options> analysis_options(const Genre& genre, const Options& given) {
  std::map<std::string, std::string> mine = given.all_given();
  std::erase_if(mine, [&](const auto& entry) {
    const auto fact = std::ranges::find(genre.facts().options, entry.first, &OptionFact::name);
    return !std::ranges::count(fact->verbs, "analyze");
  });
  return Options::make(genre.facts().options, mine);
}

struct GenerateRun::Seen {
  search::KeyIndex<Key128> keys{std::numeric_limits<std::uint64_t>::max()};
};

GenerateRun::GenerateRun(GenerateOrder order, Options analysis)
    : order_(std::move(order)),
      analysis_(std::move(analysis)),
      seen_(std::make_unique<Seen>()),
      meter_(order_.context.budget, 1),
      whole_(meter_) {
  ended_ = order_.count == 0 || order_.most_items == 0;
}
GenerateRun::~GenerateRun() = default;
GenerateRun::GenerateRun(GenerateRun&&) noexcept = default;
GenerateRun& GenerateRun::operator=(GenerateRun&&) noexcept = default;

Result<GenerateRun> GenerateRun::make(GenerateOrder order) {
  NAZO_CHECK(check_names(order));
  NAZO_CHECK(check_bounds(order));
  NAZO_TRY(analysis, analysis_options(*order.genre, order.options));
  return GenerateRun(std::move(order), std::move(analysis));
}

GenerateRun::Made GenerateRun::make_item(std::uint64_t index) const {
  const GenerateOrder& order = order_;
  const auto failed = [](const Error& error) -> Made {
    if (ends_run(error.limit)) return {.cut = error.limit};
    return {.error = error};
  };
  Made made;
  const auto context = [&] {
    return Context{.budget = whole_.rest(), .threads = 1, .seed = order.context.seed, .scratch = order.context.scratch};
  };
  auto batch = order.genre->generate({.options = order.options,
                                      .keep = order.keep ? &*order.keep : nullptr,
                                      .seed = order.context.seed,
                                      .index = index},
                                     context());
  if (!batch) return failed(batch.error());
  if (ends_run(batch->limit)) return {.cut = batch->limit};
  made.rejected = std::move(batch->rejected);
  made.candidates = batch->candidates.size();
  for (Candidate& candidate : batch->candidates) {
    if (order.keep && is_out_of_bounds(*order.keep, candidate.features)) {
      note_extents(*order.keep, candidate.features, made.extents);
      made.rejected.emplace_back("keep", 1);
      continue;
    }
    const auto limit = add_missing_features(order, analysis_, context(), candidate);
    if (!limit) return failed(limit.error());
    if (ends_run(*limit)) return {.cut = *limit};
    if (order.keep) {
      const bool judged = asks_for_judgement(order);
      const Value known = judged ? with_judgements(*order.genre, candidate.features) : candidate.features;
      note_extents(*order.keep, known, made.extents);
      if (!order.keep->accepts(known)) {
        made.rejected.emplace_back("keep", 1);
        continue;
      }
    }
    if (!candidate.solution.empty())
      if (auto holds = confirm_solution(*order.genre, candidate.puzzle, candidate.solution, order.options, context());
          !holds)
        return failed(holds.error());
    made.kept.push_back(std::move(candidate));
  }
  return made;
}

bool GenerateRun::take_item(std::uint64_t index, Made made, const std::function<bool(Kept)>& take) {
  if (made.error) {
    error_ = made.error;
    return false;
  }
  if (made.cut != Limit::none) {
    summary_.limit = made.cut;
    return false;
  }
  ++summary_.items;
  summary_.candidates += made.candidates;
  for (const auto& [reason, count] : made.rejected) summary_.rejected[reason] += count;
  for (const auto& [name, extent] : made.extents) widen(summary_.extents, name, extent);
  std::uint64_t part = 0;
  for (Candidate& candidate : made.kept) {
    if (summary_.kept == order_.count) break;
    auto canonical = order_.genre->canonical(candidate.puzzle, order_.context);
    const auto known = canonical ? seen_->keys.insert(key_of(*canonical)) : std::nullopt;
    if (!known || !known->inserted) {
      ++summary_.rejected["duplicate"];
      continue;
    }
    if (!candidate.kin.empty() && !kin_.insert(candidate.kin).second) {
      ++summary_.rejected["too like another"];
      continue;
    }
    if (candidate.puzzle.title.empty()) {
      candidate.puzzle.title = cat(order_.genre->facts().name, "-", order_.context.seed, "-", index);
      if (part != 0) candidate.puzzle.title += cat("-", part);
    }
    ++part;
    ++summary_.kept;
    if (!take({std::move(candidate), index})) return false;
  }
  if (order_.context.progress)
    order_.context.progress({"kept", summary_.kept, order_.count, cat(grouped(summary_.candidates), " candidates")});
  if (summary_.kept == order_.count) return false;
  if (!meter_.check()) summary_.limit = meter_.limit();
  return summary_.limit == Limit::none;
}

// ── items as they travel ───────────────────────────────────────────────────────────────────────────────────────────

Result<Value> GenerateRun::packed(Made made) const {
  if (made.error) return std::unexpected(*made.error);
  if (made.cut != Limit::none) return fail_limit(made.cut);
  Value kept = Value::array(), rejected = Value::array();
  for (const Candidate& candidate : made.kept) {
    const Puzzle& puzzle = candidate.puzzle;
    kept.push(Value::object()
                  .set("puzzle", puzzle.text)
                  .set("title", puzzle.title)
                  .set("brought", puzzle.solution)
                  .set("notes", puzzle.notes)
                  .set("solution", candidate.solution)
                  .set("features", candidate.features)
                  .set("kin", candidate.kin));
  }
  for (const auto& [reason, count] : made.rejected) rejected.push(Value::array().push(reason).push(count));
  Value extents = Value::object();
  for (const auto& [name, extent] : made.extents) extents.set(name, Value::array().push(extent.low).push(extent.high));
  return Value::object()
      .set("kept", kept)
      .set("candidates", made.candidates)
      .set("rejected", rejected)
      .set("extents", extents);
}

GenerateRun::Made GenerateRun::unpacked(const Value& value) const {
  const auto text = [](const Value& object, std::string_view name) {
    const Value* field = object.find(name);
    return field == nullptr || field->string() == nullptr ? std::string() : *field->string();
  };
  const auto object_of = [](const Value& object, std::string_view name) {
    const Value* field = object.find(name);
    return field == nullptr ? Value::object() : *field;
  };
  const Value *kept = value.find("kept"), *rejected = value.find("rejected"), *candidates = value.find("candidates");
  Made made;
  if (kept == nullptr || kept->items() == nullptr || rejected == nullptr || rejected->items() == nullptr ||
      candidates == nullptr || candidates->integer() == nullptr) {
    made.error = Error{"an item of the run cannot be read"};
    return made;
  }
  made.candidates = static_cast<std::uint64_t>(*candidates->integer());
  for (const Value& one : *kept->items())
    made.kept.push_back({.puzzle = {.genre = order_.genre->facts().name,
                                    .text = text(one, "puzzle"),
                                    .title = text(one, "title"),
                                    .solution = text(one, "brought"),
                                    .notes = object_of(one, "notes")},
                         .solution = text(one, "solution"),
                         .features = object_of(one, "features"),
                         .kin = text(one, "kin")});
  for (const Value& pair : *rejected->items())
    if (pair.items() != nullptr && pair.items()->size() == 2)
      made.rejected.emplace_back(*pair.items()->front().string(),
                                 static_cast<std::uint64_t>(*pair.items()->back().integer()));
  const Value extents = object_of(value, "extents");  // logs of before have none
  if (extents.fields() != nullptr)
    for (const auto& [name, pair] : *extents.fields())
      if (pair.items() != nullptr && pair.items()->size() == 2)
        made.extents[name] = {pair.items()->front().number(), pair.items()->back().number()};
  return made;
}

Result<void> GenerateRun::go_on_elsewhere(const std::function<bool(Kept)>& take) {
  std::uint64_t given = 0;
  const auto end =
      run_items({.next = [&]() -> std::optional<Value> {
                   if (given == order_.most_items) return std::nullopt;
                   ++given;
                   return Value();
                 },
                 .make = [&](std::uint64_t i, const Value&) { return packed(make_item(order_.first_index + i)); },
                 .take = [&](std::uint64_t i, const Value&,
                             const Value& made) { return take_item(order_.first_index + i, unpacked(made), take); },
                 .stopped = [&] { return whole_.overdue() == Limit::stopped; }},
                *order_.places);
  ended_ = true;
  if (!end && !ends_run(end.error().limit)) return std::unexpected(end.error());
  if (!end) summary_.limit = end.error().limit;
  if (end && *end == RunEnd::interrupted) summary_.limit = Limit::stopped;
  if (end) summary_.end = *end;
  if (error_) return std::unexpected(*error_);
  return {};
}

Result<void> GenerateRun::go_on(std::uint64_t some, const std::function<bool(Kept)>& take) {
  if (ended_) return {};
  if (order_.places) return go_on_elsewhere(take);
  const std::uint64_t first = next_, enough = summary_.kept + std::min(some, order_.count - summary_.kept);
  ordered_map<Made>(
      order_.most_items - first, std::max(1u, order_.context.threads),
      [&](std::uint64_t i) { return make_item(order_.first_index + first + i); },
      [&](std::uint64_t i, Made made) {
        next_ = first + i + 1;
        ended_ = !take_item(order_.first_index + first + i, std::move(made), take) || next_ == order_.most_items;
        return !ended_ && summary_.kept < enough;
      });
  if (error_) return std::unexpected(*error_);
  return {};
}

Result<GenerateSummary> generate_run(const GenerateOrder& order, const std::function<bool(const Kept&)>& take) {
  NAZO_TRY(run, GenerateRun::make(order));
  NAZO_CHECK(run.go_on(order.count, [&](const Kept& kept) { return take(kept); }));
  return run.summary();
}

Result<void> apply_preset(const Genre& genre, const std::string& preset, std::map<std::string, std::string>& given) {
  const auto& presets = genre.facts().presets;
  const auto found = std::ranges::find(presets, preset, &PresetFact::name);
  if (found == presets.end()) {
    std::vector<std::string> names;
    for (const PresetFact& one : presets) names.push_back(one.name);
    return fail(cat(genre.facts().name, " has no preset ", in_quotes(preset),
                    names.empty() ? "" : "; it has " + join(names, ", ")));
  }
  for (const auto& [name, value] : found->options) given.emplace(name, value);
  return {};
}

void want_for_sorting(GenerateOrder& order, const std::string& by) {
  if (by == "difficulty" || by == "interest")
    order.features.emplace_back("all");
  else if (!by.empty())
    order.features.push_back(by);
}

namespace {

/// Nothing known comes last.
double sorting_value(const Kept& kept, const Genre& genre, const std::string& by) {
  const Value& features = kept.candidate.features;
  std::optional<double> value;
  if (by == "difficulty")
    value = genre.prior(features).difficulty;
  else if (by == "interest")
    value = genre.prior(features).interest;
  else if (const Value* feature = features.find(by))
    value = feature->number();
  return value && !std::isnan(*value) ? *value : std::numeric_limits<double>::infinity();
}

}  // namespace

void sort_kept(std::vector<Kept>& kept, const Genre& genre, const std::string& by) {
  std::ranges::stable_sort(kept, {}, [&](const Kept& one) { return sorting_value(one, genre, by); });
}

}  // namespace nazo
