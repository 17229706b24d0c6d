#include "experiments/paper004_sets.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.hpp"
#include "experiments/tools.hpp"
#include "model/rank_test.hpp"

namespace nazo {

const std::vector<ProofColumn>& proof_columns() {
  static const std::vector<ProofColumn> columns{{"pn_max", {"PN max", "PN最大"}},   {"dn_max", {"DN max", "DN最大"}},
                                                {"updates", {"updates", "更新数"}}, {"pn_sum", {"PN sum", "PN合計"}},
                                                {"dn_sum", {"DN sum", "DN合計"}},   {"pn_mean", {"PN mean", "PN平均"}},
                                                {"dn_mean", {"DN mean", "DN平均"}}};
  return columns;
}

std::vector<Column> proof_table_columns(const std::string& path, const Words& ending) {
  std::vector<Column> columns{{path + "length", {"plies" + ending.english, "詰手数" + ending.japanese}}};
  for (const ProofColumn& column : proof_columns())
    columns.push_back(
        {path + column.feature, {column.title.english + ending.english, column.title.japanese + ending.japanese}});
  return columns;
}

std::vector<double> ProblemSet::values(const std::string& feature) const {
  std::vector<double> all;
  for (const ProofNumbersOf& problem : problems)
    if (const auto found = problem.find(feature); found != problem.end() && !std::isnan(found->second))
      all.push_back(found->second);
  return all;
}

std::vector<ProblemSet> printed_sets() {
  std::vector<ProblemSet> sets;
  for (const PrintedSet& about : paper004_sets()) {
    ProblemSet set{.name = about.name, .printed = true};
    for (const PrintedProblem& problem : paper004_problems()) {
      if (problem.table != about.table) continue;
      ProofNumbersOf numbers{{"length", problem.length},   {"pn_max", problem.pn_max},  {"dn_max", problem.dn_max},
                             {"updates", problem.updates}, {"pn_sum", problem.pn_sum},  {"dn_sum", problem.dn_sum},
                             {"pn_mean", problem.pn_mean}, {"dn_mean", problem.dn_mean}};
      if (problem.dn_full()) {
        numbers.erase("dn_sum");
        numbers.erase("dn_mean");
      }
      set.problems.push_back(std::move(numbers));
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

Table printed_table() {
  Table table{.name = "printed", .caption = {"The paper's tables 7.1 to 7.8", "論文の表7.1～7.8"}};
  table.columns = {{"table", {"table", "表"}}, {"number", {"problem", "問題番号"}}, {"prize", {"prize", "順位"}}};
  for (Column& column : proof_table_columns("")) table.columns.push_back(std::move(column));
  for (const PrintedProblem& problem : paper004_problems())
    table.rows.push_back(Value::object()
                             .set("table", cat("7.", problem.table))
                             .set("number", problem.number)
                             .set("prize", problem.prize == 0 ? Value() : Value(problem.prize))
                             .set("length", problem.length)
                             .set("pn_max", static_cast<std::int64_t>(problem.pn_max))
                             .set("dn_max", static_cast<std::int64_t>(problem.dn_max))
                             .set("updates", static_cast<std::int64_t>(problem.updates))
                             .set("pn_sum", static_cast<std::int64_t>(problem.pn_sum))
                             .set("dn_sum", static_cast<std::int64_t>(problem.dn_sum))
                             .set("pn_mean", problem.pn_mean)
                             .set("dn_mean", problem.dn_mean)
                             .set("dn_full", problem.dn_full()));
  table.notes.push_back(
      {"DN sums of 1,073,741,822 are where the paper's counter was full: those sums and means are too small.",
       "DN合計1,073,741,822は論文の計数器の上限であり、その合計と平均は小さすぎる。"});
  return table;
}

namespace {

const char* interpositions_of(const ProblemSet& set) { return set.excluded ? "excluded" : "counted"; }

/// The problems of these lengths.
ProblemSet of_lengths(const ProblemSet& set, const std::set<double>& lengths) {
  ProblemSet some = set;
  std::erase_if(some.problems, [&](const ProofNumbersOf& problem) {
    const auto length = problem.find("length");
    return length == problem.end() || !lengths.contains(length->second);
  });
  return some;
}

std::set<double> shared_lengths(const ProblemSet& a, const ProblemSet& b) {
  const std::vector<double> first = a.values("length"), second = b.values("length");
  std::set<double> shared;
  for (const double length : first)
    if (std::ranges::find(second, length) != second.end()) shared.insert(length);
  return shared;
}

}  // namespace

std::map<std::string, Words> words_of_sets(const std::vector<ProblemSet>& sets) {
  std::map<std::string, Words> said{{"excluded", {"excluded", "除く"}}, {"counted", {"counted", "数える"}}};
  for (const ProofColumn& column : proof_columns()) said[column.feature] = column.title;
  for (const ProblemSet& set : sets) said[set.name.english] = set.name;
  return said;
}

Table medians_table(const std::vector<ProblemSet>& sets) {
  Table table{.name = "medians", .caption = {"Medians", "中央値"}};
  table.columns = {{"set", {"set", "問題集"}},
                   {"interpositions", {"useless interpositions", "無駄合"}},
                   {"problems", {"problems", "題数"}}};
  for (Column& column : proof_table_columns("")) {
    if (!column.field.ends_with("_mean")) column.digits = 1;
    table.columns.push_back(std::move(column));
  }
  table.columns.push_back({"pn_mean_per_ply", {"PN mean / plies", "PN平均÷手数"}});
  for (const ProblemSet& set : sets) {
    Value row = Value::object()
                    .set("set", set.name.english)
                    .set("interpositions", interpositions_of(set))
                    .set("problems", set.problems.size())
                    .set("length", median(set.values("length")));
    for (const ProofColumn& column : proof_columns()) row.set(column.feature, median(set.values(column.feature)));
    std::vector<double> per_ply;
    for (const ProofNumbersOf& problem : set.problems)
      if (problem.contains("pn_mean") && problem.contains("length"))
        per_ply.push_back(problem.at("pn_mean") / problem.at("length"));
    row.set("pn_mean_per_ply", median(per_ply));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table rank_tests_table(const std::vector<ProblemSet>& sets) {
  Table table{.name = "rank-tests", .caption = {"Rank tests between sets", "問題集の間の順位検定"}};
  table.columns = {{"a", {"set A", "問題集A"}},
                   {"b", {"set B", "問題集B"}},
                   {"interpositions", {"useless interpositions", "無駄合"}},
                   {"plies", {"plies", "詰手数"}},
                   {"feature", {"number", "値"}},
                   {"n", {"A", "A題数"}},
                   {"m", {"B", "B題数"}},
                   {.field = "median_a", .title = {"median A", "A中央値"}, .digits = 1},
                   {.field = "median_b", .title = {"median B", "B中央値"}, .digits = 1},
                   {.field = "superiority", .title = {"P(A > B)", "P(A > B)"}, .digits = 2},
                   {.field = "p", .title = {"p", "p"}, .compact = true},
                   {.field = "p_holm", .title = {"p, all tests together", "p（全検定をまとめて）"}, .compact = true}};
  const bool some_own = std::ranges::any_of(sets, [](const ProblemSet& set) { return !set.printed; });
  std::vector<double> ps;
  for (std::size_t i = 0; i < sets.size(); ++i)
    for (std::size_t j = i + 1; j < sets.size(); ++j) {
      if (sets[i].excluded != sets[j].excluded) continue;
      if (some_own && sets[i].printed && sets[j].printed) continue;
      const std::set<double> lengths = shared_lengths(sets[i], sets[j]);
      const ProblemSet a = of_lengths(sets[i], lengths), b = of_lengths(sets[j], lengths);
      if (a.problems.size() < 2 || b.problems.size() < 2) continue;
      std::vector<std::string> plies;
      for (const double length : lengths) plies.push_back(text_of(length));
      for (const ProofColumn& column : proof_columns()) {
        // A sum is the mean times the updates and says nothing of its own.
        if (std::string_view(column.feature).ends_with("_sum")) continue;
        const std::vector<double> first = a.values(column.feature), second = b.values(column.feature);
        const model::RankTest test = model::rank_test(first, second);
        if (test.n < 2 || test.m < 2) continue;
        ps.push_back(test.p);
        table.rows.push_back(Value::object()
                                 .set("a", a.name.english)
                                 .set("b", b.name.english)
                                 .set("interpositions", interpositions_of(a))
                                 .set("plies", join(plies, ", "))
                                 .set("feature", column.feature)
                                 .set("n", test.n)
                                 .set("m", test.m)
                                 .set("median_a", median(first))
                                 .set("median_b", median(second))
                                 .set("superiority", test.superiority)
                                 .set("p", test.p)
                                 .set("exact", test.exact));
      }
    }
  const std::vector<double> together = model::holm(ps);
  for (std::size_t i = 0; i < table.rows.size(); ++i) table.rows[i].set("p_holm", together[i]);
  table.notes.push_back(
      {"The test of Mann, Whitney and Wilcoxon, two-sided, over the problems whose lengths both sets have; P(A > B) is "
       "the chance that a\nproblem of A has the larger number. The last column is Holm's correction for looking at all "
       "of them.",
       "マン・ホイットニー（ウィルコクソン）の順位和検定、両側。両方の問題集にある手数の問題だけを比べる。P(A > B) "
       "はAの問題の\n値の方が大きい確率。最後の列は全検定についてのホルムの補正。"});
  return table;
}

}  // namespace nazo
