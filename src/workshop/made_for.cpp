#include "workshop/made_for.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/parallel.hpp"
#include "model/stats.hpp"
#include "puzzle/usual.hpp"

namespace nazo {
namespace {

double logit(double p) {
  const double held = std::clamp(p, .001, .999);
  return std::log(held / (1 - held));
}

/// What the genre alone says of success; where it says nothing, harder means less likely.
double success_of(const Rated& rated) {
  if (rated.estimates.success) return *rated.estimates.success;
  return 1 - rated.estimates.difficulty.value_or(50) / 100;
}

MadeFor judged(const Kept& kept, const Rater& rater) {
  MadeFor out{.kept = kept, .rated = rater.rate_features(kept.candidate.features)};
  constexpr double unmeasured = 1.5;  // of the logit: the genre's word and nothing else
  const double se = rater.has_model() ? out.rated.estimates.success_se.value_or(unmeasured) : unmeasured;
  const double at = logit(success_of(out.rated));
  out.low = model::logistic(at - 1.645 * se);
  out.high = model::logistic(at + 1.645 * se);
  return out;
}

/// The whole of what is known of each, in what is left of the time: an analysis that is cut off is better than none.
void analyse_all(std::vector<Kept>& made, const GenerateOrder& order, const Options& looking, const Meter& clock) {
  const Genre& genre = *order.genre;
  const unsigned threads = std::max(1u, order.context.threads);
  const auto analysed = [&](std::uint64_t k) -> Result<Analysis> {
    Context context = order.context;
    context.threads = 1;
    const double left = order.context.budget.seconds - clock.seconds();
    if (left <= 0) return fail("there is no time left");
    const auto waiting = static_cast<double>(made.size() - k);
    context.budget.seconds = std::max(.05, left * std::min<double>(threads, waiting) / waiting);
    return genre.analyze(made[k].candidate.puzzle, {}, looking, context);
  };
  ordered_map<Result<Analysis>>(made.size(), threads, analysed, [&](std::uint64_t k, const Result<Analysis>& analysis) {
    if (analysis)
      for (const auto& [name, value] : *analysis->features.fields()) made[k].candidate.features.set(name, value);
    return true;
  });
}

/// Half of the time for making, the rest for looking.
Result<std::vector<Kept>> made_and_analysed(GenerateOrder order, GenerateSummary& summary) {
  const Meter clock(order.context.budget);
  const double seconds = order.context.budget.seconds;
  order.context.budget.seconds = seconds / 2;
  std::vector<Kept> made;
  NAZO_TRY(run, generate_run(order, [&](const Kept& kept) {
             made.push_back(kept);
             return true;
           }));
  summary = run;
  NAZO_TRY(looking, analysis_options(*order.genre, order.options));
  order.context.budget.seconds = seconds;
  analyse_all(made, order, looking, clock);
  return made;
}

}  // namespace

Result<PersonalRun> make_for(const PersonalOrder& wish, const Rater& rater) {
  GenerateOrder order = wish.order;
  order.count = made_for_one * wish.order.count;
  PersonalRun out;
  NAZO_TRY(made, made_and_analysed(order, out.summary));
  out.made = made.size();
  for (const Kept& kept : made) out.given.push_back(judged(kept, rater));
  const auto distance = [&](const MadeFor& one) {
    return std::abs(logit(success_of(one.rated)) - logit(wish.success));
  };
  std::ranges::stable_sort(out.given, {}, distance);
  if (out.given.size() > wish.order.count) out.given.resize(wish.order.count);
  out.summary.kept = out.given.size();
  return out;
}

namespace {

/// What is ordered from the generator for puzzles like one of the store.
Result<GenerateOrder> order_like(const HarderOrder& wish) {
  GenerateOrder order{.genre = wish.genre};
  std::map<std::string, std::string> given;
  if (const UsualPuzzles* usual = wish.genre->usual(); usual != nullptr)
    for (const auto& [name, value] : usual->options_like(wish.like.features)) given.emplace(name, value);
  if (const auto keep = given.find("keep"); keep != given.end()) {
    NAZO_TRY(expression, Expression::parse(keep->second));
    order.keep = expression;
    given.erase(keep);
  }
  NAZO_TRY(options, Options::make(wish.genre->facts().options, given));
  order.options = options;
  return order;
}

}  // namespace

Result<HarderRun> make_harder(const HarderOrder& wish, const Rater& rater) {
  NAZO_TRY(order, order_like(wish));
  order.count = made_for_one;
  order.context = wish.context;
  GenerateSummary summary;
  NAZO_TRY(made, made_and_analysed(order, summary));
  HarderRun out;
  out.made = made.size();
  out.from = rater.rate(wish.like);
  const auto difficulty = [](const Rated& rated) { return rated.estimates.difficulty.value_or(50); };
  const double from = difficulty(out.from);
  for (const Kept& kept : made) {
    MadeFor one = judged(kept, rater);
    const double at = difficulty(one.rated);
    const bool harder = at > from;
    const auto off = [&](double d) { return std::abs(d - from - a_little); };
    const bool better =
        !out.given || (harder && !out.harder) || (harder == out.harder && off(at) < off(difficulty(out.given->rated)));
    if (!better) continue;
    out.given = std::move(one);
    out.harder = harder;
  }
  return out;
}

}  // namespace nazo
