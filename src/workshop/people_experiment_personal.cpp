// experiment nonogram-personal: difficulty for one person, from what paper 001 printed.
#include <cmath>
#include <ostream>

#include "base/text.hpp"
#include "model/person_features.hpp"
#include "workshop/people_experiments.hpp"
#include "workshop/people_paper001.hpp"
#include "workshop/text_table.hpp"

namespace nazo {
namespace {

using Eigen::Index;
using model::PairAccuracy;

/// Two decimals, cut toward zero as the paper does.
std::string cut(double r) {
  const double cut_off = std::trunc(r * 100 + (r >= 0 ? 1e-9 : -1e-9)) / 100;
  return text_of(cut_off == 0 ? 0. : cut_off, 2);
}

struct Agreement {
  int exact = 0, within = 0, all = 0;
  double largest = 0;
};

Agreement compare_correlations(const Eigen::MatrixXd& ours) {
  const Eigen::MatrixXd& printed = paper001_correlations();
  Agreement agreement;
  for (Index i = 0; i < ours.rows(); ++i)
    for (Index f = 0; f < ours.cols(); ++f) {
      ++agreement.all;
      const double shown = printed(i, f),
                   off = std::trunc(ours(i, f) * 100 + (ours(i, f) >= 0 ? 1e-9 : -1e-9)) / 100 - shown;
      if (std::abs(off) < 1e-6) ++agreement.exact;
      agreement.largest = std::max(agreement.largest, std::abs(off));
      // A value cut to `shown` came from [shown, shown + .01) away from zero.
      const double low = shown > 0 ? shown : shown - .01, high = shown < 0 ? shown : shown + .01;
      const CorrelationRange range = paper001_range(i, f);
      if (range.high >= low - 1e-9 && range.low <= high + 1e-9) ++agreement.within;
    }
  return agreement;
}

struct Line {
  std::string what;
  PairAccuracy accuracy;
  std::string remark{};
};

Result<int> run(const ExperimentCall& call) {
  const model::ScoreTable& table = paper001_scores();
  const Eigen::MatrixXd r = model::person_correlations(table);
  const Agreement agreement = compare_correlations(r);
  const model::ChanceLevel chance = model::chance_of_correlation(table, .7, 20'000, call.context.seed);
  constexpr int steps = 7;  // T_mean
  int some = 0, with_steps = 0;
  for (Index i = 0; i < r.rows(); ++i) some += r.row(i).cwiseAbs().maxCoeff() >= .7, with_steps += r(i, steps) >= .7;
  const auto shuffles = static_cast<int>(call.options.integer("shuffles"));

  using model::HeldOut;
  const PairAccuracy mean_steps = model::accuracy_of_feature(table, steps);
  const std::vector<Line> lines = {
      {"mean steps alone", mean_steps, "nothing is learnt; chance .5"},
      {"best single feature of the person", model::accuracy_of_best_feature(table),
       "a line through the scores of the other four"},
      {"personal, shrunk to mean steps; new puzzle", model::accuracy_of_personal(table, {.population_feature = steps}),
       "nobody's word on the held-out puzzle is used"},
      {"the same, population feature chosen in the fold", model::accuracy_of_personal(table, {}),
       "four puzzles do not tell which feature matters"},
      {"personal, new to this person only",
       model::accuracy_of_personal(table,
                                   {.held_out = HeldOut::from_person, .population_feature = steps, .quick = true}),
       "the other eleven have judged it"},
      {"two held out at a time; new puzzles",
       model::accuracy_of_personal(table, {.population_feature = steps, .two_at_a_time = true}),
       "their order; chance .5"},
  };
  const double middle = model::accuracy_of_middle(table);
  const model::PermutationNull null =
      model::permutation_null(table, {.population_feature = steps, .quick = true}, shuffles, call.context.seed);
  const model::PermutationNull null_two = model::permutation_null(
      table, {.population_feature = steps, .two_at_a_time = true, .quick = true}, shuffles, call.context.seed);

  if (call.json) {
    for (Index i = 0; i < r.rows(); ++i) {
      Value own = Value::object();
      for (Index f = 0; f < r.cols(); ++f) own.set(table.features[static_cast<std::size_t>(f)], r(i, f));
      call.out
          << Value::object().set("person", table.persons[static_cast<std::size_t>(i)]).set("correlations", own).json()
          << "\n";
    }
    call.out << Value::object()
                    .set("printed", agreement.all)
                    .set("exact", agreement.exact)
                    .set("within_rounding", agreement.within)
                    .set("largest_difference", agreement.largest)
                    .json()
             << "\n";
    call.out << Value::object()
                    .set("persons_with_some_strong_feature", some)
                    .set("chance_some", chance.some_feature)
                    .set("persons_with_strong_mean_steps", with_steps)
                    .set("chance_mean_steps", chance.each_positive[steps])
                    .json()
             << "\n";
    for (const Line& line : lines) {
      const auto interval = model::bootstrap_rate(line.accuracy, 2000, call.context.seed);
      call.out << Value::object()
                      .set("method", line.what)
                      .set("accuracy", line.accuracy.rate())
                      .set("right", line.accuracy.right)
                      .set("pairs", line.accuracy.pairs)
                      .set("low", interval.low)
                      .set("high", interval.high)
                      .set("remark", line.remark)
                      .json()
               << "\n";
    }
    call.out
        << Value::object().set("method", "put in the middle of the person's own order").set("accuracy", middle).json()
        << "\n";
    for (const auto* one : {&null, &null_two})
      call.out << Value::object()
                      .set("null", one == &null ? "one held out" : "two held out")
                      .set("mean", one->mean)
                      .set("low", one->low)
                      .set("high", one->high)
                      .set("p_value", one->p_value)
                      .set("shuffles", one->shuffles)
                      .json()
               << "\n";
    return 0;
  }

  call.out << "Nonograms, paper 001 chapter 4: twelve people, five puzzles, eleven features\n\n"
           << "Correlation of each person's scores with each feature, from table 4.2 and the scores, cut at two "
              "decimals as printed:\n";
  std::vector<std::string> head{"person"};
  head.insert(head.end(), table.features.begin(), table.features.end());
  std::vector<std::vector<std::string>> rows;
  for (Index i = 0; i < r.rows(); ++i) {
    std::vector<std::string> row{table.persons[static_cast<std::size_t>(i)]};
    for (Index f = 0; f < r.cols(); ++f) row.push_back(cut(r(i, f)));
    rows.push_back(std::move(row));
  }
  for (const std::string& line : table_lines(head, rows)) call.out << "  " << line << "\n";
  call.out << "  " << agreement.exact << " of " << agreement.all << " as printed, the others differ by at most "
           << text_of(agreement.largest, 3) << "; " << agreement.within
           << " within what the rounding of table 4.2 allows\n\n";

  call.out
      << "Warning 1: " << some
      << " of 12 people have a feature with |r| ≥ .7. With 5 puzzles and 11 features meaningless scores have one in "
      << text_of(100 * chance.some_feature, 0)
      << " % of cases,\nso \"a strongly correlated feature exists\" proves nothing.\n"
      << "Warning 2: the real signal is mean steps: r ≥ .7 for " << with_steps << " of 12 people ("
      << text_of(100 * chance.each_positive[steps], 0) << " % by chance).\n\n";

  call.out
      << "Pairs ordered as the person did (a puzzle held out at a time; ties left out; 95 % interval over persons):\n";
  rows.clear();
  for (const Line& line : lines) {
    const auto interval = model::bootstrap_rate(line.accuracy, 2000, call.context.seed);
    rows.push_back({line.what, text_of(line.accuracy.rate(), 3), cat(line.accuracy.right, "/", line.accuracy.pairs),
                    cat(text_of(interval.low, 2), "…", text_of(interval.high, 2)), line.remark});
  }
  rows.push_back({"no feature: put in the middle of the person's own order", text_of(middle, 3), "", "",
                  "knowing the order of the other four is worth that much"});
  for (const std::string& line : table_lines({"method", "accuracy", "right", "95 %", ""}, rows))
    call.out << "  " << line << "\n";
  const auto shown = [&](const model::PermutationNull& n) {
    return cat(text_of(n.mean, 3), " (95 % ", text_of(n.low, 2), "…", text_of(n.high, 2),
               "), p = ", text_of(n.p_value, 3), ", ", n.shuffles, " shuffles");
  };
  call.out << "  permutation null of the personal model, scores shuffled over the puzzles: one held out " << shown(null)
           << "\n"
           << "  the same with two held out at a time: " << shown(null_two) << "\n\n";
  const auto gain = model::bootstrap_difference(lines[2].accuracy, mean_steps, 2000, call.context.seed);
  call.out
      << "Read with care: with one puzzle held out the person's order of the other four is known, which alone gives "
      << text_of(middle, 2)
      << "; that is why the null is not .5.\nOf the four remaining puzzles only their order is used, never their "
         "scores: a person's scores sum to 0, so they would give the held-out one away.\n"
      << "Personal against mean steps alone: " << text_of(lines[2].accuracy.rate() - mean_steps.rate(), 3)
      << " (95 % over persons " << text_of(gain.low, 2) << "…" << text_of(gain.high, 2)
      << "). Twelve people and five puzzles cannot settle it; with two\npuzzles held out mean steps alone is the "
         "better guess.\n";
  return 0;
}

}  // namespace

Experiment nonogram_personal() {
  return {.name = "nonogram-personal",
          .summary = "paper 001, chapter 4: twelve people's correlations, and what a personal model can do",
          .about =
              "Recomputes the 132 printed correlations from table 4.2 and the recovered scores, shows what of them is "
              "chance, and compares ways to order a puzzle that a person has not "
              "judged: mean steps, the person's best feature, a personal model shrunk to the population, with a "
              "permutation null beside them.",
          .options = {{.name = "shuffles",
                       .kind = OptionKind::integer,
                       .help = "repetitions of the permutation null",
                       .fallback = "200",
                       .lowest = 0,
                       .highest = 100000,
                       .value = "N"}},
          .run = run};
}

}  // namespace nazo
