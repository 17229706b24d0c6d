#include "model/opinions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "model/stats.hpp"

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::array strengths{.2, .4, .7, 1., 1.5, 2.2, 3.3, 5.};
constexpr double usual_strength = 1.5, strength_spread = .7, most_of_one = 24;

/// P = logistic(high − eta) − logistic(low − eta).
OrdinalStep between(double low, double high, double eta) {
  const double a = logistic(low - eta), b = logistic(high - eta);
  const double p = std::max(b - a, 1e-9);
  OrdinalStep out;
  out.log_likelihood = std::log(p);
  out.gradient = a + b - 1;  // (a(1−a) − b(1−b)) / (b − a)
  out.curvature = std::max(1e-6, a * (1 - a) + b * (1 - b));
  return out;
}

double strength_prior(double strength) {
  const double off = std::log(strength / usual_strength) / strength_spread;
  return -.5 * off * off;
}

/// Of each person's answers. What one or two people say is their own taste, or a scale turned round: it says something
/// of puzzles at large from about three people on, as plays do. Who said little is little of a person.
std::vector<double> weights_of(const std::vector<int>& count) {
  double sum = 0, squares = 0;
  for (const int n : count) {
    const double heard = std::min<double>(n, most_of_one);
    sum += heard;
    squares += heard * heard;
  }
  const double persons = squares > 0 ? sum * sum / squares : 0;
  const double public_word = std::clamp((persons - 2) / .8, 0., 1.);
  std::vector<double> out;
  for (const int n : count) out.push_back(public_word * (n > most_of_one ? most_of_one / n : 1.));
  return out;
}

}  // namespace

OrdinalStep of_level(int level, double near, double far, double difference) {
  // Level 1 is "X is much harder": on the scale of Y − X it lies lowest.
  const std::array cuts{-40., -far, -near, near, far, 40.};
  const auto at = static_cast<std::size_t>(level);
  OrdinalStep out = between(cuts[at - 1], cuts[at], -difference);
  out.gradient = -out.gradient;
  return out;
}

OpinionFit::OpinionFit(const Opinions& opinions, int persons, const VectorXd& size) : opinions_(opinions), size_(size) {
  marks_of_.resize(static_cast<std::size_t>(persons));
  std::vector<int> pairs(static_cast<std::size_t>(persons), 0), marks = pairs;
  for (const Pairing& pair : opinions.pairs) ++pairs[static_cast<std::size_t>(pair.person)];
  for (std::size_t k = 0; k < opinions.marks.size(); ++k) {
    const auto person = static_cast<std::size_t>(opinions.marks[k].person);
    marks_of_[person].push_back(k);
    ++marks[person];
  }
  pair_weight_ = weights_of(pairs);
  mark_weight_ = weights_of(marks);
}

void OpinionFit::measure(const VectorXd& b) {
  if (!opinions_.pairs.empty()) measure_pairs(b);
  if (!opinions_.marks.empty()) measure_marks(b);
}

void OpinionFit::measure_pairs(const VectorXd& b) {
  const VectorXd own = b - size_;
  double best = -1e300;
  for (const double strength : strengths)
    for (const double near : {.15, .4, .8, 1.4})
      for (const double wide : {.6, 1.2, 2., 3.}) {
        double sum = strength_prior(strength);
        for (const Pairing& pair : opinions_.pairs)
          sum += pair_weight_[static_cast<std::size_t>(pair.person)] *
                 of_level(pair.level, near, near + wide, strength * (own[pair.x] - own[pair.y])).log_likelihood;
        if (sum <= best) continue;
        best = sum;
        pairs_.strength = strength;
        pairs_.near = near;
        pairs_.far = near + wide;
      }
}

double OpinionFit::severity(std::size_t person, const VectorXd& b, double strength) const {
  double value = 0;
  for (int step = 0; step < 4; ++step) {
    double gradient = -value, curvature = 1;
    for (const std::size_t k : marks_of_[person]) {
      const MarkGiven& mark = opinions_.marks[k];
      const double low = mark.mark == 1 ? -40 : mark_cuts_[static_cast<std::size_t>(mark.mark) - 2];
      const double high = mark.mark == 5 ? 40 : mark_cuts_[static_cast<std::size_t>(mark.mark) - 1];
      const OrdinalStep at = between(low, high, strength * (b[mark.puzzle] - size_[mark.puzzle] - middle_) + value);
      gradient += at.gradient;
      curvature += at.curvature;
    }
    value += gradient / curvature;
  }
  return std::clamp(value, -4., 4.);
}

void OpinionFit::measure_marks(const VectorXd& b) {
  const VectorXd own = b - size_;
  double sum = 0;
  std::array<double, 4> below{.5, .5, .5, .5};
  for (const MarkGiven& mark : opinions_.marks) {
    sum += own[mark.puzzle];
    for (int l = mark.mark; l <= 4; ++l) below[static_cast<std::size_t>(l) - 1] += 1;
  }
  const double count = static_cast<double>(opinions_.marks.size());
  middle_ = sum / count;
  double squares = 0;
  for (const MarkGiven& mark : opinions_.marks) squares += std::pow(own[mark.puzzle] - middle_, 2);
  double best = -1e300;
  std::vector<double> best_cuts = mark_cuts_;
  for (const double strength : strengths) {
    // The shares of the marks are averages over a spread of places: seen from the middle the cuts lie further apart.
    const double spread = std::sqrt(1 + .346 * (strength * strength * squares / count + 1));
    for (std::size_t l = 0; l < 4; ++l) {
      const double share = below[l] / (count + 1);
      mark_cuts_[l] = spread * std::log(share / (1 - share)) + .01 * static_cast<double>(l);
    }
    double fit = strength_prior(strength);
    for (std::size_t i = 0; i < marks_of_.size(); ++i) {
      if (marks_of_[i].empty()) continue;
      const double severe = severity(i, b, strength);
      fit -= .5 * severe * severe;
      for (const std::size_t k : marks_of_[i]) {
        const MarkGiven& mark = opinions_.marks[k];
        const double low = mark.mark == 1 ? -40 : mark_cuts_[static_cast<std::size_t>(mark.mark) - 2];
        const double high = mark.mark == 5 ? 40 : mark_cuts_[static_cast<std::size_t>(mark.mark) - 1];
        fit += mark_weight_[i] * between(low, high, strength * (own[mark.puzzle] - middle_) + severe).log_likelihood;
      }
    }
    if (fit <= best) continue;
    best = fit;
    mark_strength_ = strength;
    best_cuts = mark_cuts_;
  }
  mark_cuts_ = best_cuts;
}

void OpinionFit::add(Evidence& evidence, const VectorXd& b) const {
  if (evidence.full.size() == 0) return;
  add_pairs(evidence, b);
  add_marks(evidence, b);
  evidence.diagonal = evidence.full.diagonal();
}

void OpinionFit::add_pairs(Evidence& evidence, const VectorXd& b) const {
  for (const Pairing& pair : opinions_.pairs) {
    const double difference = pairs_.strength * (b[pair.x] - size_[pair.x] - b[pair.y] + size_[pair.y]);
    const OrdinalStep at = of_level(pair.level, pairs_.near, pairs_.far, difference);
    const double weight = pair_weight_[static_cast<std::size_t>(pair.person)];
    const double h = weight * pairs_.strength * pairs_.strength * at.curvature;
    const double pull = weight * pairs_.strength * at.gradient + h * (b[pair.x] - b[pair.y]);
    evidence.full(pair.x, pair.x) += h;
    evidence.full(pair.y, pair.y) += h;
    evidence.full(pair.x, pair.y) -= h;
    evidence.full(pair.y, pair.x) -= h;
    evidence.shift[pair.x] += pull;
    evidence.shift[pair.y] -= pull;
  }
}

void OpinionFit::add_marks(Evidence& evidence, const VectorXd& b) const {
  if (opinions_.marks.empty()) return;
  MatrixXd full = MatrixXd::Zero(b.size(), b.size());
  VectorXd shift = VectorXd::Zero(b.size());
  for (std::size_t i = 0; i < marks_of_.size(); ++i) {
    const auto& own = marks_of_[i];
    if (own.empty()) continue;
    const double severe = severity(i, b, mark_strength_);
    // In b alone, the person's severity eliminated.
    const auto n = static_cast<Index>(own.size());
    VectorXd h(n), pull(n);
    double sum_h = 1, sum_pull = 0;
    for (Index k = 0; k < n; ++k) {
      const MarkGiven& mark = opinions_.marks[own[static_cast<std::size_t>(k)]];
      const double low = mark.mark == 1 ? -40 : mark_cuts_[static_cast<std::size_t>(mark.mark) - 2];
      const double high = mark.mark == 5 ? 40 : mark_cuts_[static_cast<std::size_t>(mark.mark) - 1];
      const double place = mark_strength_ * (b[mark.puzzle] - size_[mark.puzzle] - middle_) + severe;
      const OrdinalStep at = between(low, high, place);
      h[k] = mark_weight_[i] * at.curvature;
      // The response on the scale of κ·b + severity: where this answer would like the place to be.
      pull[k] = h[k] * (mark_strength_ * b[mark.puzzle] + severe) + mark_weight_[i] * at.gradient;
      sum_h += h[k];
      sum_pull += pull[k];
    }
    for (Index k = 0; k < n; ++k) {
      const int row = opinions_.marks[own[static_cast<std::size_t>(k)]].puzzle;
      shift[row] += mark_strength_ * (pull[k] - h[k] * sum_pull / sum_h);
      full(row, row) += mark_strength_ * mark_strength_ * h[k];
      for (Index l = 0; l < n; ++l) {
        const int column = opinions_.marks[own[static_cast<std::size_t>(l)]].puzzle;
        full(row, column) -= mark_strength_ * mark_strength_ * h[k] * h[l] / sum_h;
      }
    }
  }
  // The mean of all puzzles is not theirs to say: the cuts follow it, and without plays the two would run away
  // together.
  const VectorXd level = full.rowwise().sum();
  const double whole = level.sum();
  if (whole > 1e-9) {
    shift -= level * (shift.sum() / whole);
    full -= level * level.transpose() / whole;
  }
  evidence.full += full;
  evidence.shift += shift;
}

}  // namespace nazo::model
