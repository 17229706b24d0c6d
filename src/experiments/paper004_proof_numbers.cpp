// Tables 5.1 to 7.8 of paper 004 for any sets of problems: proof and disproof numbers at the root, with medians.
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"

namespace nazo {

namespace {

const std::vector<std::string> measured{"length", "pn_max", "dn_max", "updates", "pn_mean", "dn_mean"};

std::vector<Column> columns_for(const std::string& first, const Words& title, const std::string& path) {
  return {{first, title},
          {path + "length", {"length", "手数"}},
          {path + "pn_max", {"PN max", "PN最大"}},
          {path + "dn_max", {"DN max", "DN最大"}},
          {path + "updates", {"updates", "更新数"}},
          {path + "pn_mean", {"PN mean", "PN平均"}},
          {path + "dn_mean", {"DN mean", "DN平均"}}};
}

/// PN平均 against the length, a series for each set.
Figure means_figure() {
  Figure figure{.name = "pn_mean", .caption = {"Mean proof number and length", "PN平均と手数"}};
  figure.x = {.title = {"length in plies", "手数"}, .whole = true};
  figure.y = {.title = {"mean proof number at the root", "根の証明数の平均"}, .scale = Scale::logarithmic};
  return figure;
}

Result<Findings> run_tsume(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "tsume"));
  if (call.files.empty()) return fail("name the sets of problems: nazo experiment tsume-proof-numbers FILE…");
  Budget budget = call.context.budget;
  budget.seconds = call.options.real("time");
  Findings found;
  Table all{.name = "problems", .audience = Audience::programs};
  Table medians{.name = "medians",
                .caption = {"medians", "中央値"},
                .columns = columns_for("set", {"set", "問題集"}, ""),
                .audience = Audience::readers};
  Figure figure = means_figure();
  std::vector<Table> shown;
  for (const std::string& file : call.files) {
    NAZO_TRY(items,
             items_of_file(call, file, genre->facts().name,
                           {{"algorithm", call.options.text("algorithm")}, {"mudaai", call.options.text("mudaai")}}));
    NAZO_TRY(analyses, analyze_all(call, items, measured, budget));
    if (!analyses) return nothing_found();
    const std::string set = file.substr(file.rfind('/') + 1);
    Table problems{.name = set,
                   .caption = {cat(file, ", ", items.size(), " problems"), cat(file, "、", items.size(), " 題")},
                   .columns = columns_for("id", {"problem", "問題"}, "features."),
                   .audience = Audience::readers};
    Series series{.name = set, .mark = Mark::points};
    std::map<std::string, std::vector<double>> values;
    for (std::size_t i = 0; i < analyses->size(); ++i) {
      const Analysed& one = (*analyses)[i];
      problems.rows.push_back(
          json_line(items[i], Value::object().set("set", file).set("exact", one.exact).set("features", one.features)));
      found.whole = found.whole && one.whole;
      for (const std::string& feature : measured) {
        const Value* value = one.features.find(feature);
        if (value != nullptr && !std::isnan(value->number()) && one.whole) values[feature].push_back(value->number());
      }
      const Value* length = one.features.find("length");
      const Value* mean = one.features.find("pn_mean");
      if (one.whole && length != nullptr && mean != nullptr)
        series.points.push_back({length->number(), mean->number(), ChartPoint::none, ChartPoint::none, items[i].id});
    }
    Value row = Value::object().set("set", set);
    for (const std::string& feature : measured)
      if (!values[feature].empty()) row.set(feature, median(values[feature]));
    medians.rows.push_back(std::move(row));
    figure.series.push_back(std::move(series));
    all.rows.insert(all.rows.end(), problems.rows.begin(), problems.rows.end());
    shown.push_back(std::move(problems));
  }
  medians.notes.push_back(
      {"\nThe paper (tables 5.1 to 5.7, interpositions counted): contest winners of 7 plies PN mean 71.6, 21.5, 2.2; "
       "ordinary problems of 7 plies 1.0 to 6.5. It found higher PN means\nand more updates in prize-winning problems; "
       "nobody has yet shown what solvers themselves think of these numbers.",
       "\n論文（表5.1～5.7、合駒を数える）：7手の入賞作のPN平均は71.6、21.5、2.2、普通の7手詰は1.0～6."
       "5。入賞作ほどPN平均が高く\n"
       "更新数が多いとする。解く人自身がこれらの数をどう感じるかはまだ誰も示していない。"});
  found.account.add(std::move(all));
  for (Table& table : shown) found.account.add(std::move(table));
  found.account.add(std::move(medians));
  found.account.add(std::move(figure));
  return found;
}

}  // namespace

Experiment tsume_proof_numbers() {
  return {.name = "tsume-proof-numbers",
          .summary = "proof and disproof numbers of sets of tsume-shogi problems, with medians",
          .about =
              "Each file is a set. Prints the largest and mean proof and disproof numbers at the root and the number "
              "of updates, as the paper's tables do, and the medians of each set, so that two sets can be compared.",
          .options = {{.name = "algorithm",
                       .kind = OptionKind::choice,
                       .help = "plain proof-number search, or df-pn with the root recomputed",
                       .fallback = "pns",
                       .choices = {"pns", "dfpn"}},
                      {.name = "mudaai",
                       .kind = OptionKind::choice,
                       .help = "useless interpositions: counted as in the paper, or excluded",
                       .fallback = "count",
                       .choices = {"count", "exclude"}},
                      {.name = "time",
                       .kind = OptionKind::real,
                       .help = "seconds for each problem",
                       .fallback = "60",
                       .lowest = 0,
                       .value = "S"}},
          .run = run_tsume};
}

}  // namespace nazo
