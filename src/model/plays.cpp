#include "model/plays.hpp"

#include <cmath>
#include <limits>

namespace nazo::model {

std::vector<Observation> without(const std::vector<Observation>& plays, const Exclusion& rule, Excluded* counts) {
  std::vector<Observation> rest;
  rest.reserve(plays.size());
  for (const Observation& play : plays) {
    const bool paused = play.longest_pause >= rule.longest_pause;
    const bool at_once = !play.solved && (play.moves < rule.least_moves || play.seconds < rule.least_seconds);
    if (counts != nullptr) {
      counts->paused += paused;
      counts->at_once += !paused && at_once;
    }
    if (!paused && !at_once) rest.push_back(play);
  }
  return rest;
}

namespace {

struct SaidOfPuzzle {
  int person = 0, puzzle = 0;
  double value = 0;
};

std::vector<SaidOfPuzzle> values_for(const PlayTable& table, Target target) {
  std::vector<SaidOfPuzzle> values;
  if (target == Target::marks)
    for (const MarkGiven& given : table.opinions.marks)
      values.push_back({given.person, given.puzzle, static_cast<double>(given.mark)});
  else
    for (const Observation& play : table.plays)
      values.push_back({play.person, play.puzzle, target == Target::time ? play.seconds : play.solved ? 1. : 0.});
  return values;
}

}  // namespace

Eigen::VectorXd difficulty_index(const PlayTable& table, Target target) {
  const std::vector<SaidOfPuzzle> values = values_for(table, target);
  Eigen::VectorXd own = Eigen::VectorXd::Zero(table.persons), own_count = own;
  for (const SaidOfPuzzle& one : values) {
    own[one.person] += one.value;
    own_count[one.person] += 1;
  }
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(table.puzzles), count = sum;
  for (const SaidOfPuzzle& one : values) {
    sum[one.puzzle] += one.value - own[one.person] / own_count[one.person];
    count[one.puzzle] += 1;
  }
  for (int j = 0; j < table.puzzles; ++j)
    sum[j] = count[j] > 0 ? sum[j] / count[j] : std::numeric_limits<double>::quiet_NaN();
  return sum;
}

Standardiser Standardiser::of(const Eigen::MatrixXd& features) {
  Standardiser out{Eigen::VectorXd::Zero(features.cols()), Eigen::VectorXd::Zero(features.cols())};
  for (Eigen::Index f = 0; f < features.cols(); ++f) {
    double sum = 0, squares = 0, n = 0;
    for (Eigen::Index i = 0; i < features.rows(); ++i)
      if (std::isfinite(features(i, f))) {
        sum += features(i, f);
        n += 1;
      }
    const double centre = n > 0 ? sum / n : 0;
    for (Eigen::Index i = 0; i < features.rows(); ++i)
      if (std::isfinite(features(i, f))) squares += (features(i, f) - centre) * (features(i, f) - centre);
    const double sd = n > 0 ? std::sqrt(squares / n) : 0;
    out.centre[f] = centre;
    out.scale[f] = sd > 1e-12 * (1 + std::abs(centre)) ? sd : 0;
  }
  return out;
}

Eigen::MatrixXd Standardiser::apply(const Eigen::MatrixXd& features) const {
  Eigen::MatrixXd out(features.rows(), features.cols());
  for (Eigen::Index f = 0; f < features.cols(); ++f)
    for (Eigen::Index i = 0; i < features.rows(); ++i)
      out(i, f) = scale[f] > 0 && std::isfinite(features(i, f)) ? (features(i, f) - centre[f]) / scale[f] : 0;
  return out;
}

}  // namespace nazo::model
