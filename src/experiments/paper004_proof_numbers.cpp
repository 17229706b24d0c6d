// Tables 5.1 to 7.8 of paper 004 for any sets of problems: proof and disproof numbers at the root, with medians.
#include <cmath>
#include <ostream>

#include "base/text.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"

namespace nazo {

namespace {

Result<int> run_tsume(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "tsume"));
  if (call.files.empty()) return fail("name the sets of problems: nazo experiment tsume-proof-numbers FILE…");
  const std::vector<std::string> features{"length", "pn_max", "dn_max", "updates", "pn_mean", "dn_mean"};
  const std::vector<std::string> head{"problem 問題",   "length 手数", "PN最大 max", "DN最大 max",
                                      "更新数 updates", "PN平均 mean", "DN平均 mean"};
  Budget budget = call.context.budget;
  budget.seconds = call.options.real("time");
  bool complete = true;
  std::vector<std::vector<std::string>> medians;
  for (const std::string& file : call.files) {
    NAZO_TRY(items,
             items_of_file(call, file, genre->facts().name,
                           {{"algorithm", call.options.text("algorithm")}, {"mudaai", call.options.text("mudaai")}}));
    NAZO_TRY(all, analyze_all(call, items, features, budget));
    if (!all) return 3;
    const std::vector<Analysed>& found = *all;
    std::vector<std::vector<double>> values(features.size());
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (call.json)
        call.out
            << json_line(
                   items[i],
                   Value::object().set("set", file).set("exact", found[i].exact).set("features", found[i].features))
                   .json()
            << "\n";
      rows.push_back({items[i].id});
      complete = complete && found[i].whole;
      for (std::size_t f = 0; f < features.size(); ++f) {
        const Value* value = found[i].features.find(features[f]);
        rows.back().push_back(number_text(value));
        if (value != nullptr && !std::isnan(value->number()) && found[i].whole) values[f].push_back(value->number());
      }
    }
    medians.push_back({file.substr(file.rfind('/') + 1)});
    for (std::size_t f = 0; f < features.size(); ++f)
      medians.back().push_back(values[f].empty() ? "–" : text_of(median(values[f]), f < 4 ? 0 : 3));
    if (call.json) continue;
    call.out << file << ", " << items.size() << " problems\n";
    print_table(call, head, rows);
    call.out << "\n";
  }
  if (!call.json) {
    call.out << "medians 中央値\n";
    print_table(call, head, medians);
    call.out << "\nThe paper (tables 5.1 to 5.7, interpositions counted): contest winners of 7 plies PN平均 71.6, "
                "21.5, 2.2; ordinary problems of 7 plies 1.0 to 6.5. It found higher PN平均\n"
                "and more 更新数 in prize-winning problems; nobody has yet shown what solvers themselves think of "
                "these numbers.\n";
  }
  return complete ? 0 : 3;
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
