#include "model/recommend.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace nazo::model {

using Eigen::ArrayXf;
using Eigen::Index;

namespace {

/// value += x·u and variance += 2·x·c + xᵀ·C·x for every candidate, a block of candidates at a time, so that what is
/// added up stays in the first cache, and with each pair of features once.
void add_personal(const Eigen::MatrixXf& x, const OwnState& own, ArrayXf& value, ArrayXf& variance) {
  constexpr Index block = 512;
  const Index features = x.cols();
  Eigen::Array<float, block, 1> sum;
  for (Index from = 0; from < x.rows(); from += block) {
    const Index rows = std::min(block, x.rows() - from);
    for (Index a = 0; a < features; ++a) {
      const auto column = x.col(a).segment(from, rows).array();
      value.segment(from, rows) += static_cast<float>(own.u[a]) * column;
      sum.head(rows) =
          static_cast<float>(2 * own.covariance(0, a + 1)) + static_cast<float>(own.covariance(a + 1, a + 1)) * column;
      for (Index b = a + 1; b < features; ++b)
        sum.head(rows) += static_cast<float>(2 * own.covariance(a + 1, b + 1)) * x.col(b).segment(from, rows).array();
      variance.segment(from, rows) += sum.head(rows) * column;
    }
  }
}

}  // namespace

Recommender::Recommender(const PeopleModel& model, const std::vector<PuzzleView>& candidates) : model_(model) {
  const auto n = static_cast<Index>(candidates.size()), p = static_cast<Index>(model.feature_names.size());
  x_.resize(n, p);
  time_b_.resize(n);
  time_variance_.resize(n);
  success_b_.resize(n);
  success_variance_.resize(n);
  for (Index i = 0; i < n; ++i) {
    const PuzzleView& view = candidates[static_cast<std::size_t>(i)];
    if (p > 0) x_.row(i) = model.time.basis.scale.apply(view.features.transpose()).row(0).cast<float>();
    const Estimate time = model.time_of(view), success = model.failure_of(view);
    time_b_[i] = static_cast<float>(time.value);
    time_variance_[i] = static_cast<float>(time.standard_error * time.standard_error);
    success_b_[i] = static_cast<float>(success.value);
    success_variance_[i] = static_cast<float>(success.standard_error * success.standard_error);
  }
}

std::vector<Choice> Recommender::recommend(const PersonState* person, const Wish& wish, std::span<const int> avoid,
                                           Rng& rng) const {
  const bool time = wish.target == Wanted::time;
  // One pass over all candidates, in floats and whole arrays: this is what a request costs.
  ArrayXf value = time ? ArrayXf(time_b_) : ArrayXf(-success_b_), variance = time ? time_variance_ : success_variance_;
  if (person == nullptr) {
    const double spread = time ? model_.time.person_sd : model_.failure.person_sd;
    variance += static_cast<float>(spread * spread);
  } else {
    const OwnState& own = time ? person->time : person->success;
    value += static_cast<float>(own.own);
    const double practised =
        time ? -model_.time.practised(person->plays_before) : model_.failure.practised(person->plays_before);
    value += static_cast<float>(practised);
    variance += static_cast<float>(own.covariance(0, 0));
    if (x_.cols() > 0 && own.u.squaredNorm() > 0) {
      add_personal(x_, own, value, variance);
    }
  }
  if (!time) {
    value = 1 / (1 + (-value / (1 + static_cast<float>(std::numbers::pi / 8) * variance).sqrt()).exp());
  }
  return draw_choices(value, variance, wish, avoid, rng);
}

std::vector<Choice> draw_choices(const ArrayXf& value, const ArrayXf& variance, const Wish& wish,
                                 std::span<const int> avoid, Rng& rng) {
  const bool time = wish.target == Wanted::time;
  const auto size = static_cast<std::size_t>(value.size());
  const float aim = static_cast<float>(time ? std::log(wish.value) : wish.value);
  ArrayXf distance = (value - aim).abs();
  for (const int i : avoid)
    if (i >= 0 && i < distance.size()) distance[i] = std::numeric_limits<float>::infinity();

  std::vector<int> pool(size);
  std::iota(pool.begin(), pool.end(), 0);
  const std::size_t kept = std::min(pool.size(), std::max(wish.pool, wish.count));
  const auto nearer = [&](int a, int b) { return distance[a] != distance[b] ? distance[a] < distance[b] : a < b; };
  if (kept < pool.size()) std::ranges::nth_element(pool, pool.begin() + static_cast<std::ptrdiff_t>(kept), nearer);
  pool.resize(kept);
  std::erase_if(pool, [&](int i) { return std::isinf(distance[i]); });
  std::ranges::sort(pool, nearer);

  double typical = 0;
  for (const int i : pool) typical += std::sqrt(variance[i]) / static_cast<double>(pool.size());
  std::vector<double> weight;
  for (const int i : pool)
    weight.push_back(std::exp(-distance[i] / wish.width) *
                         (1 + wish.curiosity * std::sqrt(variance[i]) / std::max(typical, 1e-9)) +
                     1e-12);

  std::vector<Choice> choices;
  while (choices.size() < wish.count && !pool.empty()) {
    const double total = std::accumulate(weight.begin(), weight.end(), 0.);
    double left = rng.unit() * total;
    std::size_t drawn = 0;
    while (drawn + 1 < pool.size() && (left -= weight[drawn]) >= 0) ++drawn;
    const int i = pool[drawn];
    choices.push_back({i, time ? std::exp(static_cast<double>(value[i])) : static_cast<double>(value[i]),
                       std::sqrt(static_cast<double>(variance[i])), weight[drawn] / total});
    pool.erase(pool.begin() + static_cast<std::ptrdiff_t>(drawn));
    weight.erase(weight.begin() + static_cast<std::ptrdiff_t>(drawn));
  }
  return choices;
}

}  // namespace nazo::model
