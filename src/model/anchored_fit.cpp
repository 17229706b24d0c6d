// The fit of an anchored model: plays become weights and responses, persons are eliminated, spreads averaged, and that
// again until b stands still; then the gates.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "model/anchored_model.hpp"
#include "model/first_plays.hpp"
#include "model/honesty.hpp"
#include "model/opinions.hpp"
#include "model/person_side.hpp"
#include "model/told_to_stop.hpp"

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double student_degrees = 5;

/// How far a gate is open: not at all up to `from`, wholly beyond `to`, and in between as far as that.
double opened(double value, double from, double to) { return std::clamp((value - from) / (to - from), 0., 1.); }

/// What the plays are before anything is known.
struct FitData {
  PlayList plays;
  std::vector<double> y;  ///< ln t, or 1 for not solved
  std::vector<char> censored;
  VectorXd cap;  ///< of each person: what a play of theirs counts
};

/// The first play of each puzzle by each person, with the number of plays before it.
FitData data_of(const PlayTable& table, Measure measure, double& typical) {
  FitData data;
  PlayList& plays = data.plays;
  plays.persons = table.persons;
  plays.puzzles = table.puzzles;
  plays.of_person.resize(static_cast<std::size_t>(table.persons));
  for (const Observation& play : first_plays(table.plays)) {
    plays.of_person[static_cast<std::size_t>(play.person)].push_back(plays.size());
    plays.person.push_back(play.person);
    plays.puzzle.push_back(play.puzzle);
    plays.practice.push_back(std::log1p(play.plays_before));
    const bool time = measure == Measure::time;
    data.y.push_back(time ? std::log(std::max(play.seconds, .1)) : (play.solved ? 0. : 1.));
    data.censored.push_back(time && !play.solved);
  }
  const auto count = static_cast<double>(std::max<std::size_t>(1, plays.size()));
  double known = 0;
  typical = 0;
  for (const double practised : plays.practice) {
    if (std::isnan(practised)) continue;
    typical += practised;
    known += 1;
  }
  if (known > 0) typical /= known;
  for (double& practised : plays.practice) practised = std::isnan(practised) ? 0 : practised - typical;
  // Nobody is more than a part of the public.
  const double most = std::max(24., 4 * count / std::max(1, plays.persons));
  data.cap = VectorXd::Ones(plays.persons);
  for (Index i = 0; i < data.cap.size(); ++i) {
    const auto own = static_cast<double>(plays.of_person[static_cast<std::size_t>(i)].size());
    if (own > most) data.cap[i] = most / own;
  }
  return data;
}

/// Everything that moves while the fit goes on.
struct FitState {
  VectorXd b, b_variance;
  PersonSide persons;
  PersonSpreads spreads;
  double sigma = .5;
  VectorXd scale, honest;  ///< of each person: noise relative to the typical, probability to play in earnest
  double odd_share = .03;
  Mixture mixture;
};

/// w, and b of the played puzzles.
struct Shown {
  VectorXd w, b;
  void towards(const Shown& other, double share) {
    w += share * (other.w - w);
    b += share * (other.b - b);
  }
};

class AnchoredFit {
 public:
  AnchoredFit(const PlayTable& table, const Collection& collection, Measure measure, const VectorXd* honest)
      : measure_(measure), grid_(measure == Measure::time ? time_grid() : failure_grid()) {
    model_.measure = measure;
    data_ = data_of(table, measure, model_.typical_practice);
    make_basis(table, collection);
    set_leaning();
    set_tastes();
    opinions_.emplace(table.opinions, table.persons, beyond_);
    start(table);
    if (honest != nullptr) state_.honest = *honest;
  }

  AnchoredModel run() {
    constexpr int most_rounds = 30, plays_alone = 4;
    for (int round = 0; round < most_rounds; ++round) {
      Stoppable::look();
      const VectorXd before = state_.b;
      // How far people's words are to be trusted is found once, against what plays and genre say without them: words
      // that had moved b would confirm themselves, and four marks of one person turn a genre over.
      if (round == plays_alone) opinions_->measure(state_.b);
      step(round, round < plays_alone ? Heard::plays : Heard::all);
      if (round > plays_alone && (state_.b - before).cwiseAbs().maxCoeff() < 2e-3) break;
    }
    finish();
    return std::move(model_);
  }

 private:
  void make_basis(const PlayTable& table, const Collection& collection) {
    const bool whole = !collection.words.empty();
    const MatrixXd& features = whole ? collection.features : table.features;
    std::vector<PriorWord> words = whole ? collection.words : table.words;
    if (words.empty()) words.resize(static_cast<std::size_t>(table.puzzles));
    const auto own = [&](const PriorWord& word) { return measure_ == Measure::time ? word.log_time : word.failure; };
    const auto n = static_cast<Index>(words.size());
    VectorXd index(n), word(n);
    for (Index j = 0; j < n; ++j) {
      index[j] = words[static_cast<std::size_t>(j)].index;
      word[j] = own(words[static_cast<std::size_t>(j)]);
    }
    Basis& basis = model_.basis;
    const double usual = collection.usual.known() ? usual_weight(static_cast<double>(n)) : 0;
    basis.anchor = Anchor::of(index, word, measure_ == Measure::time ? time_limits : failure_limits, usual);
    basis.scale = FeatureScale::of(features, collection.usual);
    MatrixXd places(n, 1 + features.cols());
    for (Index j = 0; j < n; ++j) places.row(j) = basis.place(index[j], features.row(j).transpose()).transpose();
    basis.choose_centres(places);
    MatrixXd played(table.puzzles, 1 + features.cols());
    const auto word_of = [&](Index j) {
      return table.words.empty() ? PriorWord{} : table.words[static_cast<std::size_t>(j)];
    };
    for (Index j = 0; j < table.puzzles; ++j)
      played.row(j) = basis.place(word_of(j).index, table.features.row(j).transpose()).transpose();
    basis.set_played(played);
    rows_.resize(table.puzzles, basis.columns());
    beyond_.resize(table.puzzles);
    for (Index j = 0; j < table.puzzles; ++j) {
      beyond_[j] = basis.anchor.beyond(word_of(j).index, own(word_of(j)));
      rows_.row(j) = basis.row(played.row(j).transpose(), beyond_[j]).values;
    }
  }

  /// People differ in what the genre's difficulty and each feature mean to them; 0 is what is usually played, so that
  /// θ is somebody's speed there.
  void set_tastes() {
    PlayList& plays = data_.plays;
    std::vector<Index> columns{Basis::slope};
    for (Index f = 0; f < model_.basis.features(); ++f) columns.push_back(Basis::first_feature + f);
    plays.x = rows_(Eigen::all, columns);
    VectorXd middle = VectorXd::Zero(plays.tastes());
    for (const int j : plays.puzzle) middle += plays.x.row(j).transpose() / static_cast<double>(plays.size());
    plays.x.rowwise() -= middle.transpose();
    plays.x /= std::sqrt(static_cast<double>(plays.tastes()));
    plays.set_design();
  }

  void set_leaning() {
    PlayList& plays = data_.plays;
    plays.leaning.assign(static_cast<std::size_t>(plays.persons), 0.);
    double sum = 0, players = 0;
    for (std::size_t i = 0; i < plays.of_person.size(); ++i) {
      const auto& own = plays.of_person[i];
      if (own.empty()) continue;
      for (const std::size_t k : own) plays.leaning[i] += rows_(plays.puzzle[k], Basis::slope);
      plays.leaning[i] /= static_cast<double>(own.size());
      sum += plays.leaning[i];
      players += 1;
    }
    for (double& leaning : plays.leaning) leaning -= sum / std::max(1., players);
  }

  void start(const PlayTable& table) {
    if (measure_ == Measure::failure) state_.spreads = {.8, .1, .2, .25, 1};
    state_.spreads.taste_sd = usual_taste();
    const PlayList& plays = data_.plays;
    state_.b = rows_ * model_.basis.prior_mean();
    state_.b_variance = VectorXd::Constant(table.puzzles, .5);
    state_.persons = no_persons(plays, state_.spreads);
    state_.scale = VectorXd::Ones(table.persons);
    state_.honest = VectorXd::Ones(table.persons);
    if (measure_ == Measure::failure || plays.size() == 0) return;
    // The level first: a genre may be off by a factor of ten and right in everything else.
    std::vector<double> off;
    for (std::size_t k = 0; k < plays.size(); ++k) off.push_back(data_.y[k] - state_.b[plays.puzzle[k]]);
    std::ranges::nth_element(off, off.begin() + static_cast<std::ptrdiff_t>(off.size() / 2));
    state_.b.array() += std::clamp(off[off.size() / 2], -3., 3.);
  }

  [[nodiscard]] double eta(std::size_t k) const { return state_.b[data_.plays.puzzle[k]] - state_.persons.part[k]; }
  /// An upper bound that is near it where there are many plays.
  [[nodiscard]] double eta_variance(std::size_t k) const {
    return state_.b_variance[data_.plays.puzzle[k]] + state_.persons.unsure[k];
  }
  [[nodiscard]] double noise(int person) const { return state_.sigma * state_.scale[person]; }

  /// Student's t as a normal whose weight falls with the distance; a give-up by the slope of its likelihood; a yes or
  /// no by Pólya–Gamma weights.
  [[nodiscard]] Working working() const {
    Working out;
    for (std::size_t k = 0; k < data_.plays.size(); ++k) {
      const double at = eta(k);
      if (measure_ == Measure::failure) {
        const double size = std::sqrt(at * at + std::min(eta_variance(k), 4.));
        const double weight = size < 1e-4 ? .25 : std::tanh(size / 2) / (2 * size);
        out.weight.push_back(weight);
        out.response.push_back((data_.y[k] - .5) / weight);
        continue;
      }
      const double spread = noise(data_.plays.person[k]);
      if (data_.censored[k]) {
        const double wide = 1.2 * spread, u = (at - data_.y[k]) / wide, hazard = normal_hazard(u);
        const double weight = std::max(1e-4, hazard * (hazard + u)) / (wide * wide);
        out.weight.push_back(weight);
        out.response.push_back(at + std::min(hazard / wide / weight, 3.));
        continue;
      }
      const double off = data_.y[k] - at;
      const double square = off * off + std::min(eta_variance(k), spread * spread);
      out.weight.push_back((student_degrees + 1) / (student_degrees + square / (spread * spread)) / (spread * spread));
      out.response.push_back(data_.y[k]);
    }
    return out;
  }

  [[nodiscard]] Working counted(const Working& full) const {
    Working out = full;
    for (std::size_t k = 0; k < out.weight.size(); ++k) {
      const int i = data_.plays.person[k];
      out.weight[k] = std::max(1e-9, out.weight[k] * data_.cap[i] * state_.honest[i]);
    }
    return out;
  }

  enum class Heard { plays, all };
  void step(int round, Heard heard) {
    const Working full = working(), used = counted(full);
    evidence_ = data_.plays.puzzles <= most_full ? without_persons(data_.plays, used, state_.spreads)
                                                 : given_persons(data_.plays, used, state_.persons);
    if (heard == Heard::all && !opinions_->empty()) opinions_->add(evidence_, state_.b);
    state_.mixture = mix(model_.basis, rows_, grid_, evidence_);
    state_.b = state_.mixture.all.b;
    state_.b_variance = state_.mixture.all.b_variance;
    state_.persons = persons_given(data_.plays, counted(full), state_.spreads, state_.b, state_.b_variance);
    last_ = used;
    if (round >= 1) respread(full);
  }

  [[nodiscard]] double usual_taste() const { return measure_ == Measure::time ? .15 : .225; }

  /// The spreads of persons and noise, drawn to usual values as far as there are few of them.
  void respread(const Working& full) {
    const PersonSide& persons = state_.persons;
    const double usual_level = measure_ == Measure::time ? .45 : .8, usual_drift = measure_ == Measure::time ? .06 : .1;
    constexpr double pseudo_persons = 10;
    const auto spread_of = [&](double usual, const VectorXd& value, const VectorXd& variance) {
      const double sum = state_.honest.dot((value.cwiseAbs2() + variance));
      return std::sqrt((pseudo_persons * usual * usual + sum) / (pseudo_persons + state_.honest.sum()));
    };
    state_.spreads.level_sd = spread_of(usual_level, persons.own.col(0) - persons.expected, persons.variance.col(0));
    state_.spreads.practice_sd = spread_of(usual_drift, persons.own.col(1), persons.variance.col(1));
    const Index tastes = data_.plays.tastes();
    const VectorXd squares =
        (persons.own.rightCols(tastes).cwiseAbs2() + persons.variance.rightCols(tastes)).rowwise().mean();
    state_.spreads.taste_sd = spread_of(usual_taste(), VectorXd::Zero(squares.size()), squares);
    if (measure_ == Measure::failure) return;
    respread_noise();
    const HonestyInput input{data_.plays,       full,    person_noise_,          state_.honest, state_.b,
                             state_.b_variance, persons, state_.spreads.level_sd};
    state_.honest = honesty(input, state_.odd_share);
  }

  void respread_noise() {
    constexpr double pseudo_plays = 20, usual = .5, own_plays = 10;
    const PlayList& plays = data_.plays;
    VectorXd squares = VectorXd::Zero(plays.persons);
    double sum = pseudo_plays * usual * usual, count = pseudo_plays;
    for (std::size_t k = 0; k < plays.size(); ++k) {
      const int i = plays.person[k];
      if (data_.censored[k]) continue;
      const double own = noise(i), off = data_.y[k] - eta(k);
      const double weight = (student_degrees + 1) / (student_degrees + off * off / (own * own));
      const double relative = weight * off * off / (state_.scale[i] * state_.scale[i]);
      squares[i] += weight * off * off;
      sum += state_.honest[i] * relative;
      count += state_.honest[i];
    }
    const double used = std::min(.8 * (count - pseudo_plays), state_.mixture.used + state_.persons.used);
    state_.sigma = std::sqrt(sum / (count - used));
    std::vector<double> scales;
    for (Index i = 0; i < squares.size(); ++i) {
      const auto n = static_cast<double>(plays.of_person[static_cast<std::size_t>(i)].size());
      state_.scale[i] = std::sqrt((own_plays + squares[i] / (state_.sigma * state_.sigma)) / (own_plays + n));
      scales.push_back(state_.scale[i]);
    }
    std::ranges::nth_element(scales, scales.begin() + static_cast<std::ptrdiff_t>(scales.size() / 2));
    if (!scales.empty()) state_.scale /= scales[scales.size() / 2];
    person_noise_ = VectorXd::Constant(squares.size(), state_.sigma);
  }

  /// Are these enough puzzles and persons for more than a level? 0 to 1; who played little is little of a person.
  [[nodiscard]] double enough() const {
    std::vector<char> seen(static_cast<std::size_t>(data_.plays.puzzles), 0);
    for (const int j : data_.plays.puzzle) seen[static_cast<std::size_t>(j)] = 1;
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < data_.plays.of_person.size(); ++i) {
      const double counted = data_.cap[static_cast<Index>(i)] * static_cast<double>(data_.plays.of_person[i].size());
      sum += counted;
      squares += counted * counted;
    }
    const double players = squares > 0 ? sum * sum / squares : 0;
    return opened(static_cast<double>(std::ranges::count(seen, 1)), 8, 12) * opened(players, 2, 2.8);
  }

  void set_gates() {
    const Mixture& mixture = state_.mixture;
    Gates& gates = model_.gates;
    const double ready = enough();
    gates.few = ready == 0;
    gates.free_slope = mixture.free_slope;
    gates.corrected = mixture.corrected;
    const Evidence alone = given_persons(data_.plays, last_, state_.persons);
    gates.gain =
        correction_gain(model_.basis, rows_, grid_, mixture, alone.shift.cwiseQuotient(alone.diagonal), alone.diagonal);
    const double clearly = gates.gain.mean / std::max(1e-9, gates.gain.standard_error);
    gates.corrections = ready * opened(mixture.corrected, .5, .9) * opened(clearly, 0, 1.5);
    gates.slope = std::max(gates.corrections, ready * opened(mixture.free_slope, .5, .9));
  }

  /// The average over the parts up to these numbers in the grid.
  struct Allowed {
    int slope = 0, correction = 0;
  };
  [[nodiscard]] Shown average(const Allowed& allowed) const {
    Shown out{VectorXd::Zero(rows_.cols()), VectorXd::Zero(rows_.rows())};
    double total = 0;
    for (const MixturePart& part : state_.mixture.parts) {
      if (part.slope > allowed.slope || part.correction > allowed.correction) continue;
      out.w += part.weight * part.w;
      out.b += part.weight * part.b;
      total += part.weight;
    }
    out.w /= total;
    out.b /= total;
    return out;
  }

  /// What is shown: as much of the average as the gates let through.
  void finish() {
    set_gates();
    const Mixture& mixture = state_.mixture;
    const Gates& gates = model_.gates;
    // A slope that may be a little off is shown as the genre has it: outside the range that was played a step that
    // chance took would be multiplied.
    const double moved = std::max(gates.slope, opened(mixture.moved_slope, .65, .9));
    Shown shown = average({.slope = 0, .correction = 0});
    shown.towards(average({.slope = grid_.free_slope() - 1, .correction = 0}), moved);
    shown.towards(average({.slope = grid_.free_slope(), .correction = 0}), gates.slope);
    shown.towards({mixture.all.w, mixture.all.b}, gates.corrections);
    // Of a level that few puzzles or persons have told, as much is shown as is known of it, of all puzzles alike: who
    // played only easy ones cannot say whether people are slow or the slope is wrong.
    const double unsure = mixture.all.w_covariance(Basis::constant, Basis::constant);
    const double doubt = (1 - enough()) * unsure / (unsure + grid_.level_sd * grid_.level_sd);
    const double back = doubt * (shown.w[Basis::constant] - model_.basis.anchor.level);
    shown.w[Basis::constant] -= back;
    shown.b.array() -= back;
    model_.shown = std::move(shown.w);
    model_.b = std::move(shown.b);
    // As far as the features have no say, harder stays harder.
    constexpr double least_slope = .05;
    double& slope = model_.shown[Basis::slope];
    slope += (1 - gates.corrections) * std::max(0., least_slope - slope);
    model_.mixed = mixture.all.w;
    model_.covariance = mixture.all.w_covariance;
    model_.rest_variance = mixture.all.rest_variance;
    model_.correction_variance = mixture.all.correction_variance;
    model_.widening = student_quantile(.95, std::max(3., data_.plays.puzzles - 2.)) / 1.645;
    const Eigen::ArrayXd off = model_.b.array() - mixture.all.b.array();
    const double widening = model_.widening * model_.widening;
    model_.b_se = (widening * mixture.all.b_variance.array() + off.square()).sqrt();

    model_.s = state_.persons.own.col(0);
    model_.s_se = state_.persons.variance.col(0).cwiseSqrt();
    model_.honest = state_.honest;
    model_.sigma = state_.sigma;
    const double leaning_variance = state_.persons.expected.squaredNorm() / std::max(1, data_.plays.persons);
    model_.person_sd = std::sqrt(state_.spreads.level_sd * state_.spreads.level_sd + leaning_variance);
    model_.puzzle_sd = std::sqrt(model_.rest_variance);
    model_.practice = state_.persons.practice;
    model_.practice_se = measure_ == Measure::failure ? practice_error() : state_.persons.practice_se;
    model_.practice_sd = state_.spreads.practice_sd;
    model_.plays = data_.plays.size();
    model_.opinions = opinions_->pairs();
  }

  /// γ is found with b as it is; what is not known of the level and the slope is not known of γ either. Whoever plays
  /// the easiest first gets better while puzzles get harder, and by yes and no the two are hard to tell apart. (Times
  /// tell them apart, and their intervals are wide enough.)
  [[nodiscard]] double practice_error() const {
    constexpr Index line = Basis::first_feature;
    const Working used = counted(working());
    const auto practice_at = [&](const VectorXd& b) {
      return persons_given(data_.plays, used, state_.spreads, b, state_.b_variance).practice;
    };
    const double here = practice_at(state_.b);
    Eigen::Vector<double, line> moved;
    for (Index k = 0; k < line; ++k) moved[k] = practice_at(state_.b + rows_.col(k)) - here;
    const double through = moved.dot(state_.mixture.all.w_covariance.topLeftCorner<line, line>() * moved);
    return std::sqrt(state_.persons.practice_se * state_.persons.practice_se + std::max(0., through));
  }

  Measure measure_;
  SpreadGrid grid_;
  FitData data_;
  MatrixXd rows_;
  VectorXd beyond_;  ///< of each puzzle: what belongs to its size
  std::optional<OpinionFit> opinions_;
  FitState state_;
  Evidence evidence_;
  Working last_;
  VectorXd person_noise_;
  AnchoredModel model_;
};

}  // namespace

AnchoredModel fit_anchored(const PlayTable& table, const Collection& collection, Measure measure,
                           const Eigen::VectorXd* honest) {
  return AnchoredFit(table, collection, measure, honest).run();
}

}  // namespace nazo::model
