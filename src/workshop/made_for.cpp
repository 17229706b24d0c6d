#include "workshop/made_for.hpp"

#include <algorithm>
#include <cmath>

#include "model/stats.hpp"

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

}  // namespace nazo
