// Table 4.2 of paper 001 for any nonograms: rates of the line solver and of six heuristics over many random solvings.
#include <ostream>

#include "base/text.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"

namespace nazo {

namespace {

Result<int> run_nonogram(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "nonogram"));
  if (call.files.empty()) return fail("name the puzzles: nazo experiment nonogram-features FILE…");
  std::vector<Item> items;
  for (const std::string& file : call.files) {
    NAZO_TRY(more, items_of_file(call, file, genre->facts().name,
                                 {{"trials", call.options.text("trials")}, {"h3", call.options.text("h3")}}));
    for (Item& item : more) {
      if (item.puzzle.title.empty())
        item.id =
            more.size() == 1 ? file.substr(file.rfind('/') + 1) : cat(file.substr(file.rfind('/') + 1), " ", item.id);
      items.push_back(std::move(item));
    }
  }
  const std::vector<std::string> features{"d_E",  "d_h1",   "d_h2",  "d_h3",  "d_h4", "d_h5",
                                          "d_h6", "T_mean", "T_var", "T_min", "T_max"};
  NAZO_TRY(all, analyze_all(call, items, features, call.context.budget));
  if (!all) return 3;
  const std::vector<Analysed>& found = *all;
  if (call.json) {
    for (std::size_t i = 0; i < found.size(); ++i)
      call.out
          << json_line(items[i], Value::object().set("exact", found[i].exact).set("features", found[i].features)).json()
          << "\n";
    return 0;
  }
  call.out << "Features from " << call.options.text("trials") << " random solvings each, seed " << call.context.seed
           << ", h3 as " << call.options.text("h3")
           << " (compare table 4.2 of the paper; – where lines alone do not solve it)\n\n";
  std::vector<std::string> head{"feature"};
  for (std::size_t i = 0; i < found.size(); ++i) head.push_back(items[i].id);
  std::vector<std::vector<std::string>> rows;
  for (const std::string& feature : features) {
    rows.push_back({feature});
    for (const Analysed& analysis : found)
      rows.back().push_back(number_text(analysis.features.find(feature), feature.starts_with("d_") ? 3 : 2));
  }
  print_table(call, head, rows);
  return 0;
}

}  // namespace

Experiment nonogram_features() {
  return {.name = "nonogram-features",
          .summary = "the eleven features of nonograms, as a table like 4.2",
          .about =
              "For any puzzles: rates of the line solver and of six heuristics, and the number of steps, over many "
              "random solvings.",
          .options = {{.name = "trials",
                       .kind = OptionKind::integer,
                       .help = "random solvings of each puzzle",
                       .fallback = "100000",
                       .lowest = 1,
                       .highest = 1e9},
                      {.name = "h3",
                       .kind = OptionKind::choice,
                       .help = "which reading of heuristic h3",
                       .fallback = "printed",
                       .choices = {"printed", "inner", "full"}}},
          .run = run_nonogram};
}

}  // namespace nazo
