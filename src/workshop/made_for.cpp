#include "workshop/made_for.hpp"

#include <algorithm>
#include <cmath>
#include <map>

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

}  // namespace

Result<PersonalRun> make_for(const PersonalOrder& wish, const Rater& rater) {
  constexpr std::uint64_t made_for_one = 12;
  GenerateOrder order = wish.order;
  order.count = made_for_one * wish.order.count;
  order.features = {"all"};
  PersonalRun out;
  NAZO_TRY(summary, generate_run(order, [&](const Kept& kept) {
             out.given.push_back(judged(kept, rater));
             return true;
           }));
  out.summary = summary;
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

/// The whole of what is known of each, in what is left of the time: an analysis that is cut off is better than none.
void analyse_all(std::vector<Kept>& made, const GenerateOrder& order, const Options& looking, const Meter& clock) {
  const Genre& genre = *order.genre;
  for (std::size_t k = 0; k < made.size(); ++k) {
    Context context = order.context;
    const double left = order.context.budget.seconds - clock.seconds();
    context.budget.seconds = std::max(.05, left / static_cast<double>(made.size() - k));
    Candidate& candidate = made[k].candidate;
    const auto analysis = genre.analyze(candidate.puzzle, {}, looking, context);
    if (!analysis) continue;
    for (const auto& [name, value] : *analysis->features.fields()) candidate.features.set(name, value);
  }
}

}  // namespace

Result<HarderRun> make_harder(const HarderOrder& wish, const Rater& rater) {
  constexpr std::uint64_t looked_at = 12;
  const Meter clock(wish.context.budget);
  NAZO_TRY(order, order_like(wish));
  order.count = looked_at;
  order.context = wish.context;
  order.context.budget.seconds = wish.context.budget.seconds / 2;
  std::vector<Kept> made;
  NAZO_CHECK(generate_run(order, [&](const Kept& kept) {
    made.push_back(kept);
    return true;
  }));
  NAZO_TRY(looking, analysis_options(*wish.genre, order.options));
  order.context.budget.seconds = wish.context.budget.seconds;
  analyse_all(made, order, looking, clock);
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
