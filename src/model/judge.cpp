#include "model/judge.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/rng.hpp"
#include "model/crossed_data.hpp"
#include "model/first_plays.hpp"
#include "model/success_model.hpp"

namespace nazo::model {
namespace {

constexpr int cuts = 4;
constexpr std::size_t most_judged_plays = 6000;

/// Which part each puzzle or person belongs to.
std::vector<int> parted(int count, std::uint64_t seed) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  Rng(seed, 21).shuffle(std::span(order));
  std::vector<int> part(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) part[static_cast<std::size_t>(order[k])] = static_cast<int>(k) % cuts;
  return part;
}

/// The plays that say something of their puzzles, with the number of plays before each written down: leaving plays out
/// does not change it.
PlayTable with_practice(const PlayTable& table) {
  PlayTable out = table;
  out.plays = first_plays(table.plays);
  return out;
}

/// The table without some puzzles: those that remain are numbered anew, the others lie unplayed in the collection.
struct Reduced {
  PlayTable table{};
  Collection collection{};
  std::vector<int> number{};  ///< of each puzzle of the whole table; −1: held out
};

Reduced reduced(const PlayTable& whole, const Collection& collection, const std::vector<char>& keep_play) {
  Reduced out;
  out.number.assign(static_cast<std::size_t>(whole.puzzles), -1);
  std::vector<int> person(static_cast<std::size_t>(whole.persons), -1);
  for (std::size_t k = 0; k < whole.plays.size(); ++k) {
    if (!keep_play[k]) continue;
    Observation play = whole.plays[k];
    int& j = out.number[static_cast<std::size_t>(play.puzzle)];
    int& i = person[static_cast<std::size_t>(play.person)];
    if (j < 0) j = out.table.puzzles++;
    if (i < 0) i = out.table.persons++;
    play.puzzle = j;
    play.person = i;
    out.table.plays.push_back(play);
  }
  out.table.feature_names = whole.feature_names;
  out.table.features.resize(out.table.puzzles, whole.features.cols());
  if (!whole.words.empty()) out.table.words.resize(static_cast<std::size_t>(out.table.puzzles));
  for (std::size_t j = 0; j < out.number.size(); ++j) {
    if (out.number[j] < 0) continue;
    out.table.features.row(out.number[j]) = whole.features.row(static_cast<Eigen::Index>(j));
    if (!whole.words.empty()) out.table.words[static_cast<std::size_t>(out.number[j])] = whole.words[j];
  }
  const auto now = [&](int puzzle) { return out.number[static_cast<std::size_t>(puzzle)]; };
  const auto who = [&](int one) { return person[static_cast<std::size_t>(one)]; };
  for (const Pairing& pair : whole.opinions.pairs)
    if (now(pair.x) >= 0 && now(pair.y) >= 0 && who(pair.person) >= 0)
      out.table.opinions.pairs.push_back({who(pair.person), now(pair.x), now(pair.y), pair.level});
  for (const MarkGiven& mark : whole.opinions.marks)
    if (now(mark.puzzle) >= 0 && who(mark.person) >= 0)
      out.table.opinions.marks.push_back({who(mark.person), now(mark.puzzle), mark.mark});
  out.collection = collection;
  for (int& number : out.collection.number)
    if (number >= 0) number = out.number[static_cast<std::size_t>(number)];
  return out;
}

/// What a model fitted without the play says of it, for somebody nobody knows.
Word word_of_fit(const AnchoredModel& time, const AnchoredModel& failure, const Reduced& seen, const PlayTable& whole,
                 const Observation& play) {
  const int number = seen.number[static_cast<std::size_t>(play.puzzle)];
  const PriorWord word = whole.words.empty() ? PriorWord{} : whole.words[static_cast<std::size_t>(play.puzzle)];
  const Eigen::VectorXd features = whole.features.row(play.puzzle).transpose();
  const Estimate b = number >= 0 ? time.played(number) : time.cold(word, features);
  const Estimate f = number >= 0 ? failure.played(number) : failure.cold(word, features);
  const double variance = f.standard_error * f.standard_error + failure.person_sd * failure.person_sd;
  return {b.value - time.practised(play.plays_before),
          averaged_logistic(failure.practised(play.plays_before) - f.value, variance)};
}

double judged_loss(LossKind loss, const Word& word, const Observation& play) {
  if (loss == LossKind::success) return -std::log(std::clamp(play.solved ? word.success : 1 - word.success, .001, 1.));
  const double off = std::log(std::max(play.seconds, .1)) - word.log_time;
  if (play.solved) return std::abs(off);
  return std::max(0., off);  // given up: only that it was too short a guess is known
}

struct GroupLosses {
  double fresh = 0, other = 0, plays = 0;
};

Trial trial_of(const std::string& rival, Withheld held_out, LossKind loss, const std::map<int, GroupLosses>& groups) {
  Trial trial{rival, held_out, loss};
  std::vector<double> differences;
  for (const auto& [group, sums] : groups) {
    trial.fresh += sums.fresh;
    trial.other += sums.other;
    trial.plays += static_cast<std::size_t>(sums.plays);
    differences.push_back((sums.fresh - sums.other) / sums.plays);
  }
  trial.groups = static_cast<int>(differences.size());
  if (trial.groups == 0) return trial;
  trial.fresh /= static_cast<double>(trial.plays);
  trial.other /= static_cast<double>(trial.plays);
  trial.difference = mean(differences);
  trial.standard_error = std::sqrt(variance(differences) / static_cast<double>(differences.size()));
  return trial;
}

}  // namespace

bool Trial::passed() const {
  if (groups == 0 || difference <= unnoticed) return true;
  if (groups == 1) return false;
  const double one_in_six = student_quantile(.84, groups - 1.);
  // Three players far apart prove nothing, and that is no reason to let anything pass.
  if (held_out == Withheld::persons && groups < few_groups && difference > most_unproved) return false;
  return difference <= one_in_six * standard_error;
}

bool GateVerdict::live() const {
  return std::ranges::all_of(trials, [](const Trial& trial) { return trial.passed(); });
}

std::vector<Trial> judge_opinions(const PlayTable& table, const Collection& collection, std::uint64_t seed) {
  if (table.opinions.pairs.empty() && table.opinions.marks.empty()) return {};
  PlayTable whole = with_practice(table);
  if (whole.plays.size() > most_judged_plays) {
    const double share = static_cast<double>(most_judged_plays) / static_cast<double>(whole.plays.size());
    whole = sample_of_persons(whole, static_cast<std::size_t>(share * static_cast<double>(whole.persons)) + 1);
  }
  std::vector<char> spoken_of(static_cast<std::size_t>(whole.puzzles), 0);
  for (const Pairing& pair : whole.opinions.pairs)
    spoken_of[static_cast<std::size_t>(pair.x)] = spoken_of[static_cast<std::size_t>(pair.y)] = 1;
  for (const MarkGiven& mark : whole.opinions.marks) spoken_of[static_cast<std::size_t>(mark.puzzle)] = 1;
  const std::vector<int> part = parted(whole.puzzles, seed);
  std::map<int, GroupLosses> times, successes;
  for (int out = 0; out < cuts; ++out) {
    PlayTable heard = whole;
    std::erase_if(heard.plays,
                  [&](const Observation& play) { return part[static_cast<std::size_t>(play.puzzle)] == out; });
    if (heard.plays.empty()) continue;
    PlayTable unheard = heard;
    unheard.opinions = {};
    const auto fitted = [&](const PlayTable& seen) {
      AnchoredModel time = fit_anchored(seen, collection, Measure::time);
      AnchoredModel failure = fit_anchored(seen, collection, Measure::failure, &time.honest);
      return std::pair(std::move(time), std::move(failure));
    };
    const auto word = [](const std::pair<AnchoredModel, AnchoredModel>& fit, const Observation& play) -> Word {
      const Estimate b = fit.first.played(play.puzzle), f = fit.second.played(play.puzzle);
      const double variance = f.standard_error * f.standard_error + fit.second.person_sd * fit.second.person_sd;
      return {b.value - fit.first.practised(play.plays_before),
              averaged_logistic(fit.second.practised(play.plays_before) - f.value, variance)};
    };
    const auto with = fitted(heard), without = fitted(unheard);
    for (const Observation& play : whole.plays) {
      const auto puzzle = static_cast<std::size_t>(play.puzzle);
      if (part[puzzle] != out || spoken_of[puzzle] == 0) continue;
      for (const LossKind loss : {LossKind::time, LossKind::success}) {
        GroupLosses& group = (loss == LossKind::time ? times : successes)[play.puzzle];
        group.fresh += judged_loss(loss, word(with, play), play);
        group.other += judged_loss(loss, word(without, play), play);
        group.plays += 1;
      }
    }
  }
  if (times.empty()) return {};
  return {trial_of(std::string(plays_alone), Withheld::puzzles, LossKind::time, times),
          trial_of(std::string(plays_alone), Withheld::puzzles, LossKind::success, successes)};
}

GateVerdict judge(const PlayTable& table, const Collection& collection, const std::vector<Rival>& rivals,
                  std::uint64_t seed) {
  PlayTable whole = with_practice(table);
  if (whole.plays.size() > most_judged_plays) {
    const double share = static_cast<double>(most_judged_plays) / static_cast<double>(whole.plays.size());
    const double persons = std::max(20., share * static_cast<double>(whole.persons));
    whole = sample_of_persons(whole, static_cast<std::size_t>(persons));
  }
  GateVerdict verdict;
  for (const Withheld held_out : {Withheld::puzzles, Withheld::persons}) {
    const bool by_puzzle = held_out == Withheld::puzzles;
    const std::vector<int> part = parted(by_puzzle ? whole.puzzles : whole.persons, seed);
    const auto part_of = [&](const Observation& play) {
      return part[static_cast<std::size_t>(by_puzzle ? play.puzzle : play.person)];
    };
    std::map<std::pair<std::size_t, LossKind>, std::map<int, GroupLosses>> sums;
    for (int out = 0; out < cuts; ++out) {
      std::vector<char> keep;
      for (const Observation& play : whole.plays) keep.push_back(part_of(play) != out);
      const Reduced seen = reduced(whole, collection, keep);
      if (seen.table.plays.empty()) continue;
      const AnchoredModel time = fit_anchored(seen.table, seen.collection, Measure::time);
      const AnchoredModel failure = fit_anchored(seen.table, seen.collection, Measure::failure, &time.honest);
      for (std::size_t k = 0; k < whole.plays.size(); ++k) {
        if (keep[k]) continue;
        const Observation& play = whole.plays[k];
        const Word fresh = word_of_fit(time, failure, seen, whole, play);
        for (std::size_t r = 0; r < rivals.size(); ++r) {
          if (play.moment < rivals[r].judged_from) continue;
          if (by_puzzle && rivals[r].knows && rivals[r].knows(play.puzzle)) continue;
          const Word other = rivals[r].says(play.puzzle, play.plays_before);
          for (const LossKind loss : {LossKind::time, LossKind::success}) {
            GroupLosses& group = sums[{r, loss}][by_puzzle ? play.puzzle : play.person];
            group.fresh += judged_loss(loss, fresh, play);
            group.other += judged_loss(loss, other, play);
            group.plays += 1;
          }
        }
      }
    }
    for (std::size_t r = 0; r < rivals.size(); ++r)
      for (const LossKind loss : {LossKind::time, LossKind::success})
        if (sums.contains({r, loss}))
          verdict.trials.push_back(trial_of(rivals[r].name, held_out, loss, sums[{r, loss}]));
  }
  return verdict;
}

}  // namespace nazo::model
