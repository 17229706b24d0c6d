// experiment nonogram-personal: difficulty for one person, from what paper 001 printed.
#include <algorithm>
#include <cmath>
#include <ostream>

#include "base/text.hpp"
#include "experiments/paper001_data.hpp"
#include "experiments/papers.hpp"
#include "model/person_features.hpp"
#include "workshop/people_scores.hpp"
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

struct PersonLine {
  std::string what;
  PairAccuracy accuracy;
  std::string remark{};
};

/// What is known of the persons and puzzles, and which feature the population's strength begins with.
struct Data {
  model::ScoreTable table{};
  int steps = 7;        ///< T_mean
  bool printed = true;  ///< paper 001's own
  [[nodiscard]] const std::string& feature() const { return table.features[static_cast<std::size_t>(steps)]; }
};

Result<Data> data_for(const ExperimentCall& call) {
  Data data;
  if (call.files.empty()) {
    data.table = paper001_scores();
    return data;
  }
  if (call.files.size() != 2)
    return fail(
        "nazo experiment nonogram-personal [SCORES.csv FEATURES.csv|FEATURES.jsonl]: expected two files or none");
  NAZO_TRY(table, read_score_table(call.files[0], call.files[1]));
  const std::string wanted = call.options.text("feature");
  const auto found = std::ranges::find(table.features, wanted);
  if (found == table.features.end())
    return fail(cat("no feature ", in_quotes(wanted), " here (--feature); there are ", join(table.features, ", ")));
  data.steps = static_cast<int>(found - table.features.begin());
  data.table = std::move(table);
  // The printed correlations stand beside ours only where the data are the paper's.
  const model::ScoreTable& paper = paper001_scores();
  data.printed = data.table.features == paper.features && data.table.scores == paper.scores && data.table.x == paper.x;
  return data;
}

/// Everything that is computed, before anything is printed.
struct Findings {
  Eigen::MatrixXd r{};
  Agreement agreement{};
  model::ChanceLevel chance{};
  int some = 0, with_steps = 0;
  std::vector<PersonLine> lines{};
  double middle = 0;
  model::PermutationNull null{}, null_two{};
};

Findings find_out(const Data& data, int shuffles, std::uint64_t seed) {
  using model::HeldOut;
  const model::ScoreTable& table = data.table;
  const int steps = data.steps;
  Findings out;
  out.r = model::person_correlations(table);
  if (data.printed) out.agreement = compare_correlations(out.r);
  out.chance = model::chance_of_correlation(table, .7, 20'000, seed);
  for (Index i = 0; i < out.r.rows(); ++i) {
    out.some += out.r.row(i).cwiseAbs().maxCoeff() >= .7;
    out.with_steps += out.r(i, steps) >= .7;
  }
  const std::string what = data.feature() == "T_mean" ? "mean steps" : data.feature();
  out.lines = {
      {cat(what, " alone"), model::accuracy_of_feature(table, steps), "nothing is learnt; chance .5"},
      {"best single feature of the person", model::accuracy_of_best_feature(table),
       "a line through the scores of the others"},
      {cat("personal, shrunk to ", what, "; new puzzle"),
       model::accuracy_of_personal(table, {.population_feature = steps}),
       "nobody's word on the held-out puzzle is used"},
      {"the same, population feature chosen in the fold", model::accuracy_of_personal(table, {}),
       "few puzzles do not tell which feature matters"},
      {"personal, new to this person only",
       model::accuracy_of_personal(table,
                                   {.held_out = HeldOut::from_person, .population_feature = steps, .quick = true}),
       "the other persons have judged it"},
      {"two held out at a time; new puzzles",
       model::accuracy_of_personal(table, {.population_feature = steps, .two_at_a_time = true}),
       "their order; chance .5"},
  };
  out.middle = model::accuracy_of_middle(table);
  out.null = model::permutation_null(table, {.population_feature = steps, .quick = true}, shuffles, seed);
  out.null_two = model::permutation_null(table, {.population_feature = steps, .two_at_a_time = true, .quick = true},
                                         shuffles, seed);
  return out;
}

bool is_simulated(const std::string& person) { return person.starts_with(simulated_name); }

void print_json(const ExperimentCall& call, const Data& data, const Findings& found) {
  const model::ScoreTable& table = data.table;
  const auto line_out = [&](const Value& value) { call.out << value.json() << "\n"; };
  for (Index i = 0; i < found.r.rows(); ++i) {
    Value own = Value::object();
    for (Index f = 0; f < found.r.cols(); ++f) own.set(table.features[static_cast<std::size_t>(f)], found.r(i, f));
    const std::string& person = table.persons[static_cast<std::size_t>(i)];
    Value line = Value::object().set("person", person).set("correlations", own);
    if (is_simulated(person)) line.set("simulated", true);
    line_out(line);
  }
  if (data.printed)
    line_out(Value::object()
                 .set("printed", found.agreement.all)
                 .set("exact", found.agreement.exact)
                 .set("within_rounding", found.agreement.within)
                 .set("largest_difference", found.agreement.largest));
  line_out(Value::object()
               .set("persons_with_some_strong_feature", found.some)
               .set("chance_some", found.chance.some_feature)
               .set("feature", data.feature())
               .set("persons_with_strong_mean_steps", found.with_steps)
               .set("chance_mean_steps", found.chance.each_positive[static_cast<std::size_t>(data.steps)]));
  for (const PersonLine& line : found.lines) {
    const auto interval = model::bootstrap_rate(line.accuracy, 2000, call.context.seed);
    line_out(Value::object()
                 .set("method", line.what)
                 .set("accuracy", line.accuracy.rate())
                 .set("right", line.accuracy.right)
                 .set("pairs", line.accuracy.pairs)
                 .set("low", interval.low)
                 .set("high", interval.high)
                 .set("remark", line.remark));
  }
  line_out(Value::object().set("method", "put in the middle of the person's own order").set("accuracy", found.middle));
  for (const auto* one : {&found.null, &found.null_two})
    line_out(Value::object()
                 .set("null", one == &found.null ? "one held out" : "two held out")
                 .set("mean", one->mean)
                 .set("low", one->low)
                 .set("high", one->high)
                 .set("p_value", one->p_value)
                 .set("shuffles", one->shuffles));
}

void print_correlations(const ExperimentCall& call, const Data& data, const Findings& found) {
  const model::ScoreTable& table = data.table;
  call.out << "Correlation of each person's scores with each feature, cut at two decimals as the paper prints them:\n";
  std::vector<std::string> head{"person"};
  head.insert(head.end(), table.features.begin(), table.features.end());
  std::vector<std::vector<std::string>> rows;
  for (Index i = 0; i < found.r.rows(); ++i) {
    std::vector<std::string> row{table.persons[static_cast<std::size_t>(i)]};
    for (Index f = 0; f < found.r.cols(); ++f) row.push_back(cut(found.r(i, f)));
    rows.push_back(std::move(row));
  }
  for (const std::string& line : table_lines(head, rows)) call.out << "  " << line << "\n";
  if (data.printed)
    call.out << "  " << found.agreement.exact << " of " << found.agreement.all
             << " as printed in tables 4.3 and 4.4, the others differ by at most "
             << text_of(found.agreement.largest, 3) << "; " << found.agreement.within
             << " within what the rounding of table 4.2 allows\n";
  const std::string what = data.feature() == "T_mean" ? "mean steps" : data.feature();
  call.out << "\nWarning 1: " << found.some << " of " << found.r.rows() << " people have a feature with |r| ≥ .7. With "
           << table.puzzles.size() << " puzzles and " << table.features.size()
           << " features meaningless scores have one in " << text_of(100 * found.chance.some_feature, 0)
           << " % of cases,\nso \"a strongly correlated feature exists\" proves "
           << (found.chance.some_feature >= .3 ? "nothing" : "little") << ".\n"
           << "Warning 2: " << (data.printed ? "the real signal is " : "look at the feature named beforehand, ") << what
           << ": r ≥ .7 for " << found.with_steps << " of " << found.r.rows() << " people ("
           << text_of(100 * found.chance.each_positive[static_cast<std::size_t>(data.steps)], 0)
           << " % by chance).\n\n";
}

void print_accuracies(const ExperimentCall& call, const Findings& found) {
  call.out
      << "Pairs ordered as the person did (a puzzle held out at a time; ties left out; 95 % interval over persons):\n";
  std::vector<std::vector<std::string>> rows;
  for (const PersonLine& line : found.lines) {
    const auto interval = model::bootstrap_rate(line.accuracy, 2000, call.context.seed);
    rows.push_back({line.what, text_of(line.accuracy.rate(), 3), cat(line.accuracy.right, "/", line.accuracy.pairs),
                    cat(text_of(interval.low, 2), "…", text_of(interval.high, 2)), line.remark});
  }
  rows.push_back({"no feature: put in the middle of the person's own order", text_of(found.middle, 3), "", "",
                  "knowing the order of the others is worth that much"});
  for (const std::string& line : table_lines({"method", "accuracy", "right", "95 %", ""}, rows))
    call.out << "  " << line << "\n";
  const auto shown = [&](const model::PermutationNull& n) {
    return cat(text_of(n.mean, 3), " (95 % ", text_of(n.low, 2), "…", text_of(n.high, 2),
               "), p = ", text_of(n.p_value, 3), ", ", n.shuffles, " shuffles");
  };
  call.out << "  permutation null of the personal model, scores shuffled over the puzzles: one held out "
           << shown(found.null) << "\n"
           << "  the same with two held out at a time: " << shown(found.null_two) << "\n\n";
  const PairAccuracy& personal = found.lines[2].accuracy;
  const PairAccuracy& plain = found.lines[0].accuracy;
  const auto gain = model::bootstrap_difference(personal, plain, 2000, call.context.seed);
  call.out << "Read with care: with one puzzle held out the person's order of the others is known, which alone gives "
           << text_of(found.middle, 2)
           << "; that is why the null is not .5.\nOf the remaining puzzles only their order is used, never their "
              "scores: a person's scores sum to 0, so they would give the held-out one away.\n"
           << "Personal against " << found.lines[0].what << ": " << text_of(personal.rate() - plain.rate(), 3)
           << " (95 % over persons " << text_of(gain.low, 2) << "…" << text_of(gain.high, 2) << ")"
           << (gain.low <= 0 && gain.high >= 0 ? ": these data cannot settle which is better" : "") << ".\n";
  const double two = found.lines[5].accuracy.rate();
  if (two < plain.rate())
    call.out << "With two puzzles held out (" << text_of(two, 3) << ") " << found.lines[0].what
             << " is the better guess.\n";
}

Result<int> run_personal(const ExperimentCall& call) {
  NAZO_TRY(data, data_for(call));
  const Findings found = find_out(data, static_cast<int>(call.options.integer("shuffles")), call.context.seed);
  if (call.json) {
    print_json(call, data, found);
    return 0;
  }
  const auto invented = std::ranges::count_if(data.table.persons, is_simulated);
  if (invented > 0) call.out << "[simulated] " << invented << " of these people do not exist\n";
  call.out << (data.printed ? "Nonograms, paper 001 chapter 4: " : "As paper 001, chapter 4: ")
           << data.table.persons.size() << " people, " << data.table.puzzles.size() << " puzzles, "
           << data.table.features.size() << " features\n\n";
  print_correlations(call, data, found);
  print_accuracies(call, found);
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
              "permutation null beside them. The paper's figures are in the program: without files they are used. For "
              "people and puzzles of your own name two files: SCORES.csv (header person,PUZZLE,…; a line a person; "
              "higher is harder) and FEATURES (CSV with header puzzle,FEATURE,…, or the lines of nazo analyze --json). "
              "The paper's own tables are in examples/nonogram_human_scores.csv and examples/nonogram_table_4_2.csv.",
          .options = {{.name = "feature",
                       .kind = OptionKind::text,
                       .help = "with files: the feature that everyone's difficulty begins with",
                       .fallback = "T_mean",
                       .value = "NAME"},
                      {.name = "shuffles",
                       .kind = OptionKind::integer,
                       .help = "repetitions of the permutation null",
                       .fallback = "200",
                       .lowest = 0,
                       .highest = 100000,
                       .value = "N"}},
          .run = run_personal};
}

}  // namespace nazo
