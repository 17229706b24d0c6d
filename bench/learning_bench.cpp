// Learning judged in worlds whose truth is known (bench/people.md):
//
//   nazo_bench_learning [--seed N] [--runs N] [--plays N,N,…] --figures       the table of bench/people.md at once
//   nazo_bench_learning [--seed N] --learners
//   nazo_bench_learning [--seed N] [--runs N] [--plays N,N,…] [--nonsense SHARE] [--worlds NAME,…] [--time] [--success]
//                       [--puzzles N] [FEATURES.jsonl…]
//
// FEATURES are puzzles as `nazo rate --json` writes them; without any, collections are invented. Each run simulates
// plays of some puzzles and looks at all the others: inside is what lies within the range of difficulty that was
// played, outside what lies beyond. Everything here is simulated.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "base/json.hpp"
#include "base/text.hpp"
#include "model/anchored_model.hpp"
#include "model/prior_worlds.hpp"
#include "model/simulate.hpp"

namespace nazo {
namespace {

using model::Collection;
using model::Measure;
using model::PriorWorld;

struct Order {
  std::uint64_t seed = 1;
  int runs = 6;
  std::vector<int> plays{10, 36, 100, 1000, 10'000};
  double nonsense = 0;
  std::vector<Measure> measures{Measure::time, Measure::failure};
  std::vector<PriorWorld> worlds = model::prior_worlds();
  std::vector<Collection> collections{};
  int puzzles = 200;  ///< of an invented collection
};

/// Sums over runs of one kind: squared errors of the model, of the genre, and of the genre with its level learnt.
struct Score {
  std::vector<double> own{}, raw{}, level{};  ///< mean squares of each run
  double held = 0, intervals = 0;
  double bias = 0;
  std::vector<double> held_in{}, intervals_in{};  ///< of each run: its errors go together
  void add(const Score& o) {
    if (o.intervals > 0) {
      held_in.push_back(o.held);
      intervals_in.push_back(o.intervals);
    }
    own.insert(own.end(), o.own.begin(), o.own.end());
    raw.insert(raw.end(), o.raw.begin(), o.raw.end());
    level.insert(level.end(), o.level.begin(), o.level.end());
    held += o.held;
    intervals += o.intervals;
    bias += o.bias;
  }
  /// Ratio of the root mean squares over all runs.
  [[nodiscard]] static double ratio(const std::vector<double>& a, const std::vector<double>& b) {
    return std::sqrt(model::mean(a) / model::mean(b));
  }
  /// Its standard error, from runs left out one by one.
  [[nodiscard]] static double doubt(const std::vector<double>& a, const std::vector<double>& b) {
    const double n = static_cast<double>(a.size()), sum_a = n * model::mean(a), sum_b = n * model::mean(b);
    double squares = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      const double off = std::sqrt((sum_a - a[k]) / (sum_b - b[k])) - ratio(a, b);
      squares += off * off;
    }
    return std::sqrt(squares * (n - 1) / n);
  }
  /// How many intervals hold, and the standard error of that, again by runs.
  [[nodiscard]] double share_held() const { return held / intervals; }
  [[nodiscard]] double share_doubt() const {
    const auto n = static_cast<double>(held_in.size());
    double squares = 0;
    for (std::size_t k = 0; k < held_in.size(); ++k) {
      const double off = (held - held_in[k]) / (intervals - intervals_in[k]) - share_held();
      squares += off * off;
    }
    return n > 1 ? std::sqrt(squares * (n - 1) / n) : 1;
  }
};
struct Result {
  Score inside{}, outside{};
  double open = 0, absurd = 0, runs = 0, practice = 0;
  void add(const Result& o) {
    inside.add(o.inside);
    outside.add(o.outside);
    open += o.open;
    absurd += o.absurd;
    runs += o.runs;
    practice += o.practice;
  }
};

double mean_square(const std::vector<double>& values) {
  double sum = 0;
  for (const double x : values) sum += x * x;
  return sum / static_cast<double>(values.size());
}

Result judge(const model::PriorWorldPlays& data, Measure measure) {
  const bool time = measure == Measure::time;
  const model::PlayTable& table = time ? data.times : data.outcomes;
  const Eigen::VectorXd& truth = time ? data.time_b : data.failure_b;
  std::optional<Eigen::VectorXd> honest;
  if (!time) honest = model::fit_anchored(data.times, data.at_the_fit, Measure::time).honest;
  const model::AnchoredModel fit = model::fit_anchored(table, data.at_the_fit, measure, honest ? &*honest : nullptr);
  Result out;
  out.runs = 1;
  out.open = fit.gates.corrections > 0;
  out.practice = fit.practice - (time ? 1 : 2) * data.practice;
  // The genre with nothing but its level learnt, from the same persons as the model found them.
  double level = 0;
  for (const model::Observation& play : table.plays)
    level += fit.b[play.puzzle] - fit.prior_b(table.words[static_cast<std::size_t>(play.puzzle)]);
  level = level / static_cast<double>(table.plays.size()) + fit.practice * fit.typical_practice;
  std::vector<char> played(data.collection.words.size(), 0);
  for (const int j : data.played) played[static_cast<std::size_t>(j)] = 1;
  std::vector<double> errors[2], raw[2], levelled[2];
  for (Eigen::Index j = 0; j < truth.size(); ++j) {
    if (played[static_cast<std::size_t>(j)]) continue;
    const model::PriorWord& word = data.collection.words[static_cast<std::size_t>(j)];
    const Eigen::VectorXd features = data.collection.features.row(j).transpose();
    const model::Estimate estimate = fit.cold(word, features);
    const model::BRange range = model::range_of(measure);
    const double value = std::clamp(estimate.value + fit.practice * fit.typical_practice, range.low, range.high);
    const double se = std::hypot(estimate.standard_error, fit.practice_se * fit.typical_practice);
    const double m = fit.basis.anchor.m(word.index);
    const bool outside = m < fit.basis.lowest[0] || m > fit.basis.highest[0];
    Score& score = outside ? out.outside : out.inside;
    score.held += std::abs(value - truth[j]) <= 1.645 * se;
    score.intervals += 1;
    score.bias += value - truth[j];
    errors[outside].push_back(value - truth[j]);
    raw[outside].push_back(fit.prior_b(word) - truth[j]);
    levelled[outside].push_back(fit.prior_b(word) + level - truth[j]);
    if (time && (std::exp(value) < 1 || std::exp(value) > 86'400)) out.absurd = 1;
  }
  for (const bool outside : {false, true}) {
    if (errors[outside].size() < 3) continue;
    Score& score = outside ? out.outside : out.inside;
    score.own.push_back(mean_square(errors[outside]));
    score.raw.push_back(mean_square(raw[outside]));
    score.level.push_back(mean_square(levelled[outside]));
  }
  return out;
}

void show(const std::string& what, const Result& r) {
  std::cout << what << std::string(what.size() < 28 ? 28 - what.size() : 1, ' ');
  for (const Score* s : {&r.inside, &r.outside})
    std::cout << " | raw " << text_of(Score::ratio(s->own, s->raw), 2) << " level "
              << text_of(Score::ratio(s->own, s->level), 2) << "±" << text_of(Score::doubt(s->own, s->level), 2)
              << " hold " << text_of(s->share_held(), 3) << "±" << text_of(s->share_doubt(), 3) << " bias "
              << text_of(s->bias / s->intervals, 2);
  std::cout << " | open " << text_of(r.open / r.runs, 2) << " practice " << text_of(r.practice / r.runs, 3)
            << (r.absurd > 0 ? cat(" ABSURD ", r.absurd) : "") << "\n";
}

/// All runs of one measure with so many plays.
struct Pool {
  std::map<std::string, Result> by_world{}, by_choice{};
  Result all{};
};
Pool pool_of(const Order& order, Measure measure, int plays) {
  Pool out;
  std::uint64_t item = 0;
  for (const PriorWorld world : order.worlds)
    for (const auto choice :
         {model::PuzzleChoice::random, model::PuzzleChoice::easiest, model::PuzzleChoice::near_own_level})
      for (const Collection& collection : order.collections)
        for (int run = 0; run < order.runs; ++run) {
          const auto data = model::simulate_prior_world(
              collection, {.world = world, .choice = choice, .plays = plays, .nonsense = order.nonsense}, order.seed,
              item++);
          const Result one = judge(data, measure);
          out.by_world[std::string(name(world))].add(one);
          out.by_choice[cat("choice ", static_cast<int>(choice))].add(one);
          out.all.add(one);
        }
  return out;
}

int run(const Order& order) {
  for (const Measure measure : order.measures)
    for (const int plays : order.plays) {
      const Pool pool = pool_of(order, measure, plays);
      const std::string head = cat(measure == Measure::time ? "time" : "failure", " ", plays, " ");
      for (const auto& [world, result] : pool.by_world) show(head + world, result);
      for (const auto& [choice, result] : pool.by_choice) show(head + choice, result);
      show(head + "ALL", pool.all);
      std::cout << std::flush;
    }
  return 0;
}

/// One line of the table of figures: what was measured, beside what must and what should be.
void line(const std::string& work, const std::string& floor, const std::string& aim, const std::string& measured) {
  std::cout << "| " << work << " | " << floor << " | " << aim << " | " << measured << " |\n" << std::flush;
}

std::string in_and_out(const Result& r, const std::vector<double> Score::* against) {
  const auto one = [&](const Score& s) { return s.own.empty() ? "–" : text_of(Score::ratio(s.own, s.*against), 2); };
  return cat(one(r.inside), "/", one(r.outside));
}

/// How many of the 90 % intervals outside hold, over all worlds and in the worst.
std::string held_outside(const Pool& pool) {
  const auto text = [](const Score& s) { return cat(text_of(s.share_held(), 3), " ± ", text_of(s.share_doubt(), 3)); };
  const auto worst =
      std::ranges::min_element(pool.by_world, {}, [](const auto& one) { return one.second.outside.share_held(); });
  return cat(text(pool.all.outside), ", worst ", text(worst->second.outside), " (", worst->first, ")");
}

int run_learners(std::uint64_t seed);

/// Everything that simulated worlds can say, in one go.
int run_figures(Order order) {
  std::cout << "seed " << order.seed << "; inside/outside the range that was played\n\n"
            << "| work | floor | aim | measured |\n|---|---|---|---|\n";
  const int runs = order.runs;
  const auto runs_for = [&](int plays) {
    if (plays >= 10'000) return (runs + 3) / 4;
    return plays >= 1000 ? (runs + 1) / 2 : runs;
  };
  for (const int plays : order.plays) {
    order.runs = runs_for(plays);
    const Pool pool = pool_of(order, Measure::time, plays);
    const std::string head = cat(plays, " plays, ", pool.all.runs, " runs: ");
    const std::string floor = plays < 36 ? "≤ 1.15" : "≤ 1.0", aim = plays < 36 ? "" : "≤ .8";
    line(head + "RMSE of ln t of the genre's", floor, aim, in_and_out(pool.all, &Score::raw));
    line(head + "of the genre's with its level", floor, aim, in_and_out(pool.all, &Score::level));
    for (const char* world : {"exact", "noise"}) {
      const Result& right = pool.by_world.at(world);
      line(cat(head, "prior right (", world, ")"), "≤ 1.05/1.10", "≤ 1.02",
           cat(in_and_out(right, &Score::level), " ± ",
               text_of(Score::doubt(right.outside.own, right.outside.level), 2)));
    }
    line(head + "90 % intervals of time outside", "≥ .85, worst ≥ .78", ".88–.92, worst ≥ .85", held_outside(pool));
    if (pool.all.absurd > 0) line(head + "absurd times", "none", "", text_of(pool.all.absurd, 0));
    line(head + "90 % intervals of success outside", "≥ .75", "≥ .85",
         held_outside(pool_of(order, Measure::failure, plays)));
  }
  order.nonsense = .2;
  order.runs = runs;
  for (const int plays : order.plays) {
    if (plays < 36 || plays > 100) continue;
    line(cat(plays, " plays, a fifth plays nonsense: 90 % intervals of time outside"), "≥ .80", "≥ .87",
         held_outside(pool_of(order, Measure::time, plays)));
  }
  std::cout << "\n";
  return order.plays.front() <= 36 ? run_learners(order.seed) : 0;
}

/// Paper 000's size, people who get faster by a quarter with ln(1 + plays), random orders: is b as it was planted?
int run_learners(std::uint64_t seed) {
  constexpr int runs = 20;
  for (const Measure measure : {Measure::time, Measure::failure}) {
    std::vector<double> bias, practice;
    double held = 0, intervals = 0;
    for (int item = 0; item < runs; ++item) {
      const auto data = model::simulate_plays(model::World::learning, {}, seed, static_cast<std::uint64_t>(item));
      const bool time = measure == Measure::time;
      const model::AnchoredModel fit = model::fit_anchored(time ? data.times : data.outcomes, {}, measure);
      const Eigen::VectorXd truth = time ? data.time_b : data.outcome_b;
      const double at_first = fit.practice * fit.typical_practice;
      const Eigen::VectorXd off = (fit.b - truth).array() + at_first;
      bias.push_back(off.mean());
      practice.push_back(fit.practice);
      held += static_cast<double>((off.array().abs() <= 1.645 * fit.b_se.array()).count());
      intervals += static_cast<double>(off.size());
    }
    std::cout << "learners, " << (measure == Measure::time ? "time" : "failure") << ": bias of b "
              << text_of(model::mean(bias), 3) << " ± " << text_of(std::sqrt(model::variance(bias) / runs), 3)
              << ", practice " << text_of(model::mean(practice), 3) << ", 90 % intervals hold "
              << text_of(held / intervals, 3) << "\n";
  }
  return 0;
}

Collection read_collection(const std::string& path) {
  std::ifstream file(path);
  std::vector<Value> lines;
  for (std::string line; std::getline(file, line);)
    if (auto value = parse_json(line)) lines.push_back(*value);
  std::vector<std::string> names;
  for (const Value& line : lines)
    for (const auto& [name, value] : *line.find("features")->fields())
      if (std::isfinite(value.number()) && std::ranges::find(names, name) == names.end()) names.push_back(name);
  Collection out;
  out.features.resize(static_cast<Eigen::Index>(lines.size()), static_cast<Eigen::Index>(names.size()));
  for (std::size_t j = 0; j < lines.size(); ++j) {
    for (std::size_t f = 0; f < names.size(); ++f) {
      const Value* value = lines[j].find("features")->find(names[f]);
      out.features(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(f)) =
          value == nullptr ? std::nan("") : value->number();
    }
    const auto number = [&](const char* name) {
      const Value* value = lines[j].find(name);
      return value == nullptr ? std::nan("") : value->number();
    };
    out.words.push_back(model::prior_word(number("difficulty"), number("time"), number("success")));
  }
  return out;
}

int run_words(const std::vector<std::string>& words) {
  Order order;
  bool figures = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto next = [&] { return i + 1 < words.size() ? words[++i] : std::string("0"); };
    if (words[i] == "--seed") {
      order.seed = number_of<std::uint64_t>(next()).value_or(1);
    } else if (words[i] == "--learners") {
      return run_learners(order.seed);
    } else if (words[i] == "--figures") {
      figures = true;
    } else if (words[i] == "--time") {
      order.measures = {Measure::time};
    } else if (words[i] == "--success") {
      order.measures = {Measure::failure};
    } else if (words[i] == "--runs") {
      order.runs = number_of<int>(next()).value_or(1);
    } else if (words[i] == "--puzzles") {
      order.puzzles = number_of<int>(next()).value_or(200);
    } else if (words[i] == "--nonsense") {
      order.nonsense = real_of(next()).value_or(0);
    } else if (words[i] == "--plays") {
      order.plays.clear();
      const std::string sizes = next();
      for (const auto part : split(sizes, ',')) {
        const auto size = number_of<int>(part);
        if (!size || *size < 1) {
          std::cerr << "--plays takes numbers, not " << in_quotes(part) << "\n";
          return 2;
        }
        order.plays.push_back(*size);
      }
    } else if (words[i] == "--worlds") {
      order.worlds.clear();
      const std::string wanted = next();
      const auto names = split(wanted, ',');
      for (const auto& worlds : {model::prior_worlds(), model::strange_worlds()})
        for (const PriorWorld world : worlds)
          if (std::ranges::count(names, name(world)) > 0) order.worlds.push_back(world);
    } else {
      order.collections.push_back(read_collection(words[i]));
      if (order.collections.back().words.empty()) {
        std::cerr << words[i] << ": no puzzles with features\n";
        return 2;
      }
    }
  }
  if (order.collections.empty())
    for (std::uint64_t k = 0; k < 4; ++k)
      order.collections.push_back(
          model::invented_collection(order.puzzles, 6 + 3 * static_cast<int>(k), order.seed + k));
  return figures ? run_figures(order) : run(order);
}

}  // namespace
}  // namespace nazo

int main(int count, char** words) { return nazo::run_words({words + 1, words + count}); }
