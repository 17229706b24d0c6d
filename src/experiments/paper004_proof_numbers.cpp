// Tables 5.1 to 7.8 and figures 5.1 and 5.2 of paper 004 for any sets of problems: proof and disproof numbers at the
// root, useless interpositions counted (as the paper does) and excluded, beside what the paper printed.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "experiments/paper004_sets.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"

namespace nazo {

namespace {

/// Which interpositions the defender has.
enum class Rule { count, exclude };

const char* option_of(Rule rule) { return rule == Rule::count ? "count" : "exclude"; }

std::vector<Rule> rules_of(const ExperimentCall& call) {
  const std::string& asked = call.options.text("mudaai");
  if (asked == "count") return {Rule::count};
  if (asked == "exclude") return {Rule::exclude};
  return {Rule::count, Rule::exclude};
}

/// What a trace is measured in.
enum class Scaling { plain, plies, search };

Scaling scaling_of(const ExperimentCall& call) {
  const std::string& asked = call.options.text("normalise");
  return asked == "plies" ? Scaling::plies : asked == "search" ? Scaling::search : Scaling::plain;
}

/// One file, analysed under one rule.
struct Measured {
  Rule rule = Rule::count;
  std::vector<Item> items{};
  std::vector<Analysed> analyses{};
  std::vector<Value> traces{};  ///< of the first problems: [[update, pn, dn], …]
};

/// Nothing if the run was interrupted.
Result<std::optional<Measured>> measure(const ExperimentCall& call, const std::string& file, Rule rule) {
  Measured set{.rule = rule};
  NAZO_TRY(items, items_of_file(call, file, "tsume",
                                {{"algorithm", call.options.text("algorithm")},
                                 {"ties", call.options.text("ties")},
                                 {"defender-hand", call.options.text("defender-hand")},
                                 {"mudaai", option_of(rule)}}));
  Budget budget = call.context.budget;
  budget.seconds = call.options.real("time");
  std::vector<std::string> wanted{"length"};
  for (const ProofColumn& column : proof_columns()) wanted.emplace_back(column.feature);
  // Traces are long, so they are asked for only where they are drawn.
  const auto drawn = std::min<std::size_t>(items.size(), static_cast<std::size_t>(call.options.integer("traces")));
  const auto middle = items.begin() + static_cast<std::ptrdiff_t>(drawn);
  std::vector<std::string> wanted_drawn = wanted;
  wanted_drawn.emplace_back("pn_trace");
  NAZO_TRY(first, analyze_all(call, {items.begin(), middle}, wanted_drawn, budget));
  if (!first) return std::nullopt;
  NAZO_TRY(others, analyze_all(call, {middle, items.end()}, wanted, budget));
  if (!others) return std::nullopt;
  for (Analysed& one : *first) {
    Value rest = Value::object();
    for (const auto& [name, value] : *one.features.fields()) {
      if (name == "pn_trace")
        set.traces.push_back(value);
      else
        rest.set(name, value);
    }
    if (set.traces.size() < set.analyses.size() + 1) set.traces.emplace_back();
    set.analyses.push_back({one.exact, one.whole, std::move(rest)});
  }
  set.analyses.insert(set.analyses.end(), others->begin(), others->end());
  set.items = std::move(items);
  return set;
}

ProblemSet numbers_of(const std::string& name, const Measured& measured) {
  ProblemSet set{.name = name, .excluded = measured.rule == Rule::exclude};
  for (const Analysed& one : measured.analyses) {
    ProofNumbersOf numbers;
    if (one.whole)
      for (const auto& [feature, value] : *one.features.fields()) numbers[feature] = value.number();
    set.problems.push_back(std::move(numbers));
  }
  return set;
}

/// The paper's layout, and with both rules the other beside it.
Table problems_table(const std::string& name, const std::vector<Measured>& by_rule) {
  const Measured& chief = by_rule.front();
  Table table{
      .name = name,
      .caption = {cat(name, ", ", chief.items.size(), " problems"), cat(name, "、", chief.items.size(), " 題")}};
  table.columns = {{"id", {"problem", "問題番号"}}};
  for (Column& column : proof_table_columns("features.")) table.columns.push_back(std::move(column));
  if (by_rule.size() > 1)
    for (Column& column : proof_table_columns("excluded.", {" *", " *"})) {
      if (!column.field.ends_with("_sum")) table.columns.push_back(std::move(column));
    }
  for (std::size_t i = 0; i < chief.items.size(); ++i) {
    Value fields = Value::object()
                       .set("set", name)
                       .set("exact", chief.analyses[i].exact)
                       .set("features", chief.analyses[i].features)
                       .set("partial", true)
                       .set("interpositions", chief.rule == Rule::count ? "counted" : "excluded");
    if (by_rule.size() > 1) fields.set("excluded", by_rule[1].analyses[i].features);
    table.rows.push_back(json_line(chief.items[i], fields));
  }
  if (by_rule.size() > 1)
    table.notes.push_back({"Useless interpositions counted, as in the paper; * excluded.",
                           "無駄合を論文と同じく数える。*は無駄合を除いた値。"});
  else if (chief.rule == Rule::count)
    table.notes.push_back({"Useless interpositions counted, as in the paper.", "無駄合を論文と同じく数える。"});
  else
    table.notes.push_back({"Useless interpositions excluded.", "無駄合を除く。"});
  return table;
}

/// Points of a trace that are drawn at most.
constexpr std::size_t most_points = 400;

Series trace_series(const std::string& name, const Value& trace, const Analysed& one, Scaling scaling) {
  Series series{.name = name, .mark = Mark::line};
  if (trace.items() == nullptr) return series;
  const auto feature = [&](const char* wanted) {
    const Value* value = one.features.find(wanted);
    return value == nullptr ? std::nan("") : value->number();
  };
  double across = 1, up = 1;
  if (scaling == Scaling::plies) up = feature("length");
  if (scaling == Scaling::search) {
    across = std::max(1.0, feature("updates"));
    up = std::max(1.0, feature("pn_max"));
  }
  const Value::Array& points = *trace.items();
  const std::size_t step = points.size() / most_points + 1;
  for (std::size_t i = 0; i < points.size(); i += step) {
    const Value::Array& point = *points[i].items();
    series.points.push_back({point[0].number() / across, point[1].number() / up});
  }
  if (!points.empty() && (points.size() - 1) % step != 0) {
    const Value::Array& last = *points.back().items();
    series.points.push_back({last[0].number() / across, last[1].number() / up});
  }
  // Solved: the proof number falls to nothing.
  if (one.whole) series.points.push_back({feature("updates") / across, 0});
  return series;
}

/// Figures 5.1 and 5.2: the course of the proof number of a set's first problems, in one picture.
Figure traces_figure(const std::string& set, std::size_t number, const Measured& measured, Scaling scaling) {
  const bool counted = measured.rule == Rule::count;
  Figure figure{
      .name = cat("traces", number, counted ? "" : "-excluded"),
      .caption = {cat("Course of the proof number, ", set, counted ? "" : ", useless interpositions excluded"),
                  cat("証明数の推移、", set, counted ? "" : "、無駄合を除く")}};
  figure.x = {.title = {"updates", "更新数"}, .holds = {0}};
  figure.y = {.title = {"proof number", "証明数"}, .holds = {0}};
  if (scaling == Scaling::plies) figure.y.title = {"proof number / plies of the mate", "証明数 ÷ 詰手数"};
  if (scaling == Scaling::search) {
    figure.x.title = {"share of all updates", "更新数（全体を1とする）"};
    figure.y.title = {"proof number / its largest", "証明数 ÷ PN最大"};
  }
  for (std::size_t i = 0; i < measured.traces.size(); ++i)
    figure.series.push_back(trace_series(measured.items[i].id, measured.traces[i], measured.analyses[i], scaling));
  return figure;
}

/// PN平均 against the length, a series for each set.
Figure means_figure(const std::vector<ProblemSet>& sets) {
  Figure figure{.name = "pn_mean", .caption = {"Mean proof number and length", "PN平均と手数"}};
  figure.x = {.title = {"length in plies", "手数"}, .whole = true};
  figure.y = {.title = {"mean proof number at the root", "根の証明数の平均"}, .scale = Scale::logarithmic};
  // Sets of one length stand beside each other instead of on top.
  const double between = .6 / static_cast<double>(sets.size());
  double aside = -.3;
  for (const ProblemSet& set : sets) {
    Words name = set.name;
    if (set.excluded) name = {cat(name.english, " *"), cat(name.in(Language::japanese), " *")};
    Series series{.name = name, .mark = Mark::points};
    for (const ProofNumbersOf& problem : set.problems)
      if (problem.contains("length") && problem.contains("pn_mean"))
        series.points.push_back({problem.at("length") + aside, problem.at("pn_mean")});
    aside += between;
    figure.series.push_back(std::move(series));
  }
  figure.remarks.push_back({"* useless interpositions excluded; all others counted.", "* 無駄合を除く。他は数える。"});
  return figure;
}

const Words closing{
    "What the paper says of them: prize-winning problems have higher PN means and more updates. What nobody has yet "
    "shown is what\nsolvers themselves think of these numbers (docs/PAPERS.md says how a study would).",
    "論文の主張：入賞作ほどPN平均が高く更新数が多い。解く人自身がこれらの数をどう感じるかはまだ誰も示していない\n"
    "（調べ方はdocs/PAPERS.md）。"};

Result<Findings> run_tsume(const ExperimentCall& call) {
  Findings found;
  std::vector<ProblemSet> sets;
  std::vector<Figure> figures;
  for (const std::string& file : call.files) {
    const std::string name = file.substr(file.rfind('/') + 1);
    std::vector<Measured> by_rule;
    for (const Rule rule : rules_of(call)) {
      NAZO_TRY(measured, measure(call, file, rule));
      if (!measured) return nothing_found();
      for (const Analysed& one : measured->analyses) found.whole = found.whole && one.whole;
      sets.push_back(numbers_of(name, *measured));
      by_rule.push_back(*std::move(measured));
    }
    found.account.add(problems_table(name, by_rule));
    const auto number = static_cast<std::size_t>(&file - call.files.data()) + 1;
    for (const Measured& measured : by_rule)
      if (!measured.traces.empty()) figures.push_back(traces_figure(name, number, measured, scaling_of(call)));
  }
  const std::string& printed = call.options.text("printed");
  if (printed != "none")
    for (ProblemSet& set : printed_sets()) sets.push_back(std::move(set));
  if (sets.empty()) return fail("no set of problems: name files, or leave the printed ones");
  if (printed == "rows") found.account.add(printed_table());
  const std::map<std::string, Words> said = words_of_sets(sets);
  add_in_both(found.account, medians_table(sets), said);
  if (Table tests = rank_tests_table(sets); !tests.rows.empty()) add_in_both(found.account, std::move(tests), said);
  found.account.add(closing);
  for (Figure& figure : figures) found.account.add(std::move(figure));
  found.account.add(means_figure(sets));
  return found;
}

std::vector<OptionFact> proof_number_options() {
  return {{.name = "algorithm",
           .kind = OptionKind::choice,
           .help = "plain proof-number search, or df-pn with the root recomputed",
           .fallback = "pns",
           .choices = {"pns", "dfpn"}},
          {.name = "ties",
           .kind = OptionKind::choice,
           .help = "of equal children the leftmost, the one last searched, or as the algorithm is printed",
           .fallback = "printed",
           .choices = {"printed", "left", "last"}},
          {.name = "mudaai",
           .kind = OptionKind::choice,
           .help = "useless interpositions: both side by side, counted as in the paper, or excluded",
           .fallback = "both",
           .choices = {"both", "count", "exclude"}},
          {.name = "defender-hand",
           .kind = OptionKind::choice,
           .help = "as for analyze: all the rest, or what the text lists",
           .fallback = "auto",
           .choices = {"auto", "rest", "given"}},
          {.name = "traces",
           .kind = OptionKind::integer,
           .help = "problems at the head of each set whose proof numbers are drawn in one picture",
           .fallback = "3",
           .lowest = 0,
           .highest = 20},
          {.name = "normalise",
           .kind = OptionKind::choice,
           .help = "traces: as they are, divided by the length of the mate, or as shares of the search and of the "
                   "largest number (the paper's figures)",
           .fallback = "none",
           .choices = {"none", "plies", "search"}},
          {.name = "printed",
           .kind = OptionKind::choice,
           .help = "the paper's own sets beside: their medians, all their rows too, or none",
           .fallback = "medians",
           .choices = {"medians", "rows", "none"}},
          {.name = "time",
           .kind = OptionKind::real,
           .help = "seconds for each problem",
           .fallback = "60",
           .lowest = 0,
           .value = "S"}};
}

}  // namespace

Experiment tsume_proof_numbers() {
  return {
      .name = "tsume-proof-numbers",
      .summary = "proof and disproof numbers of sets of tsume-shogi problems, beside the paper's",
      .about =
          "Each file is a set (contest, book, generated). Prints the largest, summed and mean proof and disproof "
          "numbers at the root and the number of updates in the paper's layout, with useless interpositions counted "
          "and excluded; the medians of each set beside those of the paper's eight; rank tests between sets; and "
          "draws the course of the proof number, several problems in one picture. Without files the paper's own "
          "sets are compared.",
      .options = proof_number_options(),
      .run = run_tsume};
}

}  // namespace nazo
