#include "genres/nonogram/analyse/features.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "genres/nonogram/solve/solve.hpp"

namespace nazo::nonogram {

namespace {

constexpr const char* rate_names[solving_ways] = {"d_E", "d_h1", "d_h2", "d_h3", "d_h4", "d_h5", "d_h6"};
constexpr const char* effort_names[solving_ways] = {"effort_E",  "effort_h1", "effort_h2", "effort_h3",
                                                    "effort_h4", "effort_h5", "effort_h6"};

/// So many threads as there is room for; one fits what every call may use besides.
unsigned threads_with_room(const Context& context, std::uint64_t bytes_of_a_thread) {
  const std::uint64_t most = std::max<std::uint64_t>(1, context.budget.bytes / bytes_of_a_thread);
  return static_cast<unsigned>(std::min<std::uint64_t>(std::max(1u, context.threads), most));
}

/// Sums over items 0 … count−1 in chunks, on several threads; each item is a node. Nothing: the budget ran out first.
template <class Sums, class Run>
std::optional<Sums> summed(std::uint64_t count, std::uint64_t chunk, unsigned threads, const ProgressSink& progress,
                           Meter& meter, const char* what, Run&& run) {
  if (!meter.spend(count)) return std::nullopt;
  std::optional<Sums> sums{Sums{}};
  ordered_map<std::optional<Sums>>((count + chunk - 1) / chunk, threads,
                                   [&](std::uint64_t i) { return run(i * chunk, std::min(chunk, count - i * chunk)); },
                                   [&](std::uint64_t i, const std::optional<Sums>& part) {
                                     if (!part) {
                                       sums.reset();
                                       return false;
                                     }
                                     sums->merge(*part);
                                     if (progress) progress({what, std::min(count, (i + 1) * chunk), count});
                                     return true;
                                   });
  if (!sums) meter.check();
  return sums;
}

void set_shape(Value& features, const Clues& clues) {
  int black = 0, ones = 0, blocks = 0, footholds = 0, full_fits = 0;
  for (int line = 0; line < clues.lines(); ++line) {
    const Clue& clue = clues.line(line);
    const int length = clues.length(line), slack = length - room(clue);
    black += blacks(clue);
    blocks += static_cast<int>(clue.size());
    ones += static_cast<int>(std::ranges::count(clue, std::uint8_t{1}));
    const int largest = clue.empty() ? 0 : *std::ranges::max_element(clue);
    // On the empty board E finds something exactly where a block is longer than the slack, or where there is none.
    if (clue.empty() || largest > slack) ++footholds;
    if (!clue.empty() && slack == 0) ++full_fits;
  }
  features.set("width", clues.width()).set("height", clues.height());
  features.set("density", static_cast<double>(black / 2) / (clues.width() * clues.height()));
  features.set("block_mean", blocks == 0 ? Value() : Value(static_cast<double>(black) / blocks));
  features.set("ones_share", blocks == 0 ? Value() : Value(static_cast<double>(ones) / blocks));
  features.set("footholds", footholds).set("footholds_h1", full_fits);
}

}  // namespace

std::vector<FeatureFact> feature_facts() {
  return {
      {"width", "columns"},
      {"height", "rows"},
      {"density", "share of black cells"},
      {"block_mean", "mean length of a block"},
      {"ones_share", "share of the blocks that are single cells"},
      {"footholds", "lines that E can update on the empty board"},
      {"footholds_h1", "lines that have no room to spare"},
      {"line_solvable", "lines alone solve it"},
      {"unique", "it has exactly one solution (null: not decided within the limits)"},
      {"probes", "0: lines suffice, 1: single assumptions suffice, 2: it takes assumptions upon assumptions"},
      {"guess_depth", "most guesses on top of each other in the search"},
      {"d_E", "mean share of the lines that E can update"},
      {"d_h1", "mean share of the lines that h1 (the sum fits) can update"},
      {"d_h2", "mean share of the lines that h2 (all blocks found) can update"},
      {"d_h3", "mean share of the lines that h3 (black near an edge) can update"},
      {"d_h4", "mean share of the lines that h4 (white near an edge) can update"},
      {"d_h5", "mean share of the lines that h5 (largest block) can update"},
      {"d_h6", "mean share of the lines that h6 (smallest block) can update"},
      {"T_mean", "mean number of steps of random line solving"},
      {"T_var", "variance of the number of steps"},
      {"T_min", "fewest steps seen"},
      {"T_max", "most steps seen"},
      {"T_se", "standard error of T_mean"},
      {"bottleneck", "mean over trials of the fewest lines that E could update at any step"},
      {"changed", "cells that were changed to repair the picture a puzzle was made from (generated puzzles only)"},
      {"effort_total", "what the simulated person of --prefer spends, all in all"},
      {"effort_steps", "steps the simulated person takes"},
      {"effort_E", "effort spent on comparing all places of a line"},
      {"effort_h1", "effort spent on h1"},
      {"effort_h2", "effort spent on h2"},
      {"effort_h3", "effort spent on h3"},
      {"effort_h4", "effort spent on h4"},
      {"effort_h5", "effort spent on h5"},
      {"effort_h6", "effort spent on h6"},
  };
}

Analysis features_of(const Clues& clues, const std::vector<std::string>& wanted, const FeatureSettings& settings,
                     const Context& context) {
  const auto wants = [&](auto&& belongs) { return wanted.empty() || std::ranges::any_of(wanted, belongs); };
  const bool wants_trials = wants(
      [](const std::string& name) { return name.starts_with("d_") || name.starts_with("T_") || name == "bottleneck"; });
  const bool wants_effort = wants([](const std::string& name) { return name.starts_with("effort_"); });
  const bool wants_solver =
      wants([](const std::string& name) { return name == "unique" || name == "probes" || name == "guess_depth"; });
  Analysis analysis;
  Meter meter(context.budget, 1);
  Value& features = analysis.features;
  set_shape(features, clues);
  const auto by_lines = solve_by_lines(clues, Marks(clues.width(), clues.height()));
  const bool line_solvable = by_lines && std::ranges::count(by_lines->cells, Mark::unknown) == 0;
  features.set("line_solvable", line_solvable);

  if (line_solvable) {
    features.set("unique", true).set("probes", 0).set("guess_depth", 0);
  } else if (wants_solver) {
    const Answer answer = solve(clues, Marks(clues.width(), clues.height()), Wanted::unique, meter.rest());
    meter.spend(answer.nodes);
    const auto unique = answer.unique();
    features.set("unique", Value());
    if (unique) features.set("unique", *unique);
    if (!unique && answer.unsolvable()) features.set("unique", false);
    const bool by_probes = answer.technique != Technique::search;
    features.set("probes", answer.limit != Limit::none ? Value() : Value(by_probes ? 1 : 2));
    features.set("guess_depth", answer.guesses() ? Value(*answer.guesses()) : Value());
    if (answer.limit != Limit::none || answer.crowded) {
      analysis.exact = false;
      analysis.limit = answer.limit != Limit::none ? answer.limit : Limit::memory;
    }
  }

  if (wants_trials) {
    // Several threads have sums that wait for their turn besides those they work on.
    const unsigned threads = threads_with_room(context, 4 * bytes_of_trials(clues));
    std::optional<TrialSums> sums;
    if (line_solvable)
      sums = summed<TrialSums>(settings.trials, 8192, threads, context.progress, meter, "trials",
                               [&](std::uint64_t first, std::uint64_t count) {
                                 return run_trials(clues, settings.edge_black, context.seed, first, count, meter);
                               });
    const TrialFigures figures = sums ? figures_of(*sums, clues.lines()) : TrialFigures{};
    const auto figure = [&](const char* name, Value value) { features.set(name, sums ? std::move(value) : Value()); };
    for (std::size_t way = 0; way < solving_ways; ++way) figure(rate_names[way], figures.rate[way]);
    figure("T_mean", figures.mean);
    figure("T_var", figures.variance);
    figure("T_min", figures.least);
    figure("T_max", figures.most);
    figure("T_se", std::sqrt(figures.variance / static_cast<double>(settings.trials)));
    figure("bottleneck", figures.narrowest);
    if (line_solvable) analysis.exact = false;
    if (line_solvable && !sums) analysis.limit = meter.limit();
  }
  if (wants_effort) {
    constexpr std::uint64_t bytes_of_a_person = std::uint64_t{1} << 18;
    const unsigned threads = threads_with_room(context, bytes_of_a_person);
    std::optional<EffortSums> sums;
    if (line_solvable)
      sums = summed<EffortSums>(settings.simulations, 32, threads, context.progress, meter, "simulations",
                                [&](std::uint64_t first, std::uint64_t count) {
                                  return simulate(clues, settings.preferences, settings.edge_black, context.seed, first,
                                                  count, meter);
                                });
    const EffortSums all = sums.value_or(EffortSums{});
    const double scale = 1000.0 * static_cast<double>(settings.simulations);
    std::uint64_t total = 0;
    for (const std::uint64_t effort : all.effort_by) total += effort;
    const auto figure = [&](const char* name, double value) { features.set(name, sums ? Value(value) : Value()); };
    figure("effort_total", static_cast<double>(total) / scale);
    figure("effort_steps", static_cast<double>(all.steps) / static_cast<double>(settings.simulations));
    for (std::size_t way = 0; way < solving_ways; ++way)
      figure(effort_names[way], static_cast<double>(all.effort_by[way]) / scale);
    if (line_solvable) analysis.exact = false;
    if (line_solvable && !sums) analysis.limit = meter.limit();
  }
  return analysis;
}

Value features_of_line_solvable(const Clues& clues) {
  Value features = Value::object();
  set_shape(features, clues);
  features.set("line_solvable", true).set("unique", true).set("probes", 0).set("guess_depth", 0);
  return features;
}

namespace {

/// The effort of the simulated person, or what comes nearest among the features there are; NaN if nothing does.
double effort_of(const Value& features) {
  const auto number = [&](const char* name) {
    const Value* value = features.find(name);
    return value == nullptr ? std::nan("") : value->number();
  };
  const double side = (number("width") + number("height")) / 2;
  if (const double effort = number("effort_total"); !std::isnan(effort)) return effort;
  if (const double steps = number("T_mean"); !std::isnan(steps)) return 0.56 * side * steps;
  // From the size alone, and more where assumptions are needed.
  const double probes = number("probes"), by_size = std::exp(5.25 + 2.6 * std::log(side / 10));
  if (probes >= 2) return 4 * by_size;
  return probes >= 1 ? 2 * by_size : by_size;
}

double percentile(double value, double mean, double deviation) {
  return 50 * std::erfc(-(value - mean) / (deviation * std::numbers::sqrt2));
}

}  // namespace

Prior prior_of(const Value& features) {
  constexpr double mean_log_effort = 6.61, deviation_log_effort = 0.92;  // of the reference population
  constexpr double mean_variety = 1.55, deviation_variety = 0.13;
  // Twelve minutes for a usual 10×10, as a study saw; the power, because who plays large boards is quick.
  constexpr double seconds_of_one = 19, power = .7, half_give_up_at = 4000;
  Prior prior;
  const double effort = effort_of(features);
  if (std::isnan(effort) || effort <= 0) return prior;
  prior.difficulty = percentile(std::log(effort), mean_log_effort, deviation_log_effort);
  prior.time = seconds_of_one * std::pow(effort, power);
  prior.success = 1 / (1 + effort / half_give_up_at);
  double total = 0, variety = 0;
  for (const char* name : effort_names)
    if (const Value* value = features.find(name); value != nullptr && value->number() > 0) total += value->number();
  if (total <= 0) return prior;
  for (const char* name : effort_names)
    if (const Value* value = features.find(name); value != nullptr && value->number() > 0)
      variety -= value->number() / total * std::log(value->number() / total);
  prior.interest = percentile(variety, mean_variety, deviation_variety);
  return prior;
}

}  // namespace nazo::nonogram
