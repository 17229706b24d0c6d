#include "workshop/generate_run.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>

#include "base/hash.hpp"
#include "base/parallel.hpp"
#include "base/text.hpp"
#include "puzzle/verified.hpp"

namespace nazo {

namespace {

/// What one item of the run became after analysis; made on any thread.
struct Made {
  std::vector<Candidate> kept{};
  std::uint64_t candidates = 0;
  std::vector<std::pair<std::string, std::uint64_t>> rejected{};
  std::optional<Error> error{};
  Limit cut = Limit::none;  ///< not none: time ran out on the way; nothing of it counts, and the run ends
};

/// Does this limit end the run? What one item may use in nodes and memory is for that item alone, and the same every
/// time.
bool ends_run(Limit limit) { return limit == Limit::time || limit == Limit::stopped; }

std::vector<std::string> missing_features(const GenerateOrder& order, const Value& known) {
  std::vector<std::string> wanted = order.features;
  if (std::ranges::count(wanted, "all")) {
    wanted.clear();
    for (const FeatureFact& feature : order.genre->facts().features) wanted.push_back(feature.name);
  }
  if (order.keep)
    for (const std::string& name : order.keep->names()) wanted.push_back(name);
  std::erase_if(wanted, [&](const std::string& name) { return known.find(name) != nullptr; });
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

Made failed(const Error& error) {
  if (ends_run(error.limit)) return {.cut = error.limit};
  return {.error = error};
}

Made make_item(const GenerateOrder& order, const Options& analysis, std::uint64_t index, const Meter& run) {
  Made made;
  const auto context = [&] {
    return Context{.budget = run.rest(), .threads = 1, .seed = order.context.seed, .scratch = order.context.scratch};
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
      made.rejected.emplace_back("keep", 1);
      continue;
    }
    const auto limit = add_missing_features(order, analysis, context(), candidate);
    if (!limit) return failed(limit.error());
    if (ends_run(*limit)) return {.cut = *limit};
    if (order.keep && !order.keep->accepts(candidate.features)) {
      made.rejected.emplace_back("keep", 1);
      continue;
    }
    if (!candidate.solution.empty())
      if (auto holds = confirm_solution(*order.genre, candidate.puzzle, candidate.solution, order.options, context());
          !holds)
        return failed(holds.error());
    made.kept.push_back(std::move(candidate));
  }
  return made;
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
      return fail(cat("--keep contradicts itself: ", name, " cannot be at least ", text_of(low, 3), " and at most ",
                      text_of(high, 3)));
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

Result<GenerateSummary> generate_run(const GenerateOrder& order, const std::function<bool(const Kept&)>& take) {
  NAZO_CHECK(check_names(order));
  NAZO_CHECK(check_bounds(order));
  NAZO_TRY(analysis, analysis_options(*order.genre, order.options));
  GenerateSummary summary;
  std::optional<Error> error;
  // Canonical texts: a run never prints the same puzzle twice. Their keys are kept, since millions of texts would fill
  // the memory.
  std::set<Key128> seen;
  std::set<std::string> kin;
  Meter meter(order.context.budget, 1);
  const Meter whole = meter;  // for the threads: it only tells what is left

  if (order.count == 0) return summary;
  ordered_map<Made>(
      order.most_items, std::max(1u, order.context.threads),
      [&](std::uint64_t i) { return make_item(order, analysis, order.first_index + i, whole); },
      [&](std::uint64_t i, Made made) {
        if (made.error) {
          error = made.error;
          return false;
        }
        if (made.cut != Limit::none) {
          summary.limit = made.cut;
          return false;
        }
        ++summary.items;
        summary.candidates += made.candidates;
        for (const auto& [reason, count] : made.rejected) summary.rejected[reason] += count;
        std::uint64_t part = 0;
        for (Candidate& candidate : made.kept) {
          if (summary.kept == order.count) break;
          auto canonical = order.genre->canonical(candidate.puzzle, order.context);
          if (!canonical || !seen.insert(key_of(*canonical)).second) {
            ++summary.rejected["duplicate"];
            continue;
          }
          if (!candidate.kin.empty() && !kin.insert(candidate.kin).second) {
            ++summary.rejected["too like another"];
            continue;
          }
          const std::uint64_t index = order.first_index + i;
          if (candidate.puzzle.title.empty()) {
            candidate.puzzle.title = cat(order.genre->facts().name, "-", order.context.seed, "-", index);
            if (part != 0) candidate.puzzle.title += cat("-", part);
          }
          ++part;
          ++summary.kept;
          if (!take({std::move(candidate), index})) return false;
        }
        if (order.context.progress)
          order.context.progress({"kept", summary.kept, order.count, cat(grouped(summary.candidates), " candidates")});
        if (summary.kept == order.count) return false;
        if (!meter.check()) {
          summary.limit = meter.limit();
          return false;
        }
        return true;
      });
  if (error) return std::unexpected(*error);
  return summary;
}

}  // namespace nazo
