// Table 4.2 of paper 001 for any nonograms: rates of the line solver and of six heuristics over many random solvings.
#include "base/text.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"

namespace nazo {

namespace {

Result<Findings> run_nonogram(const ExperimentCall& call) {
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
  constexpr std::size_t rates = 7;  // of them are shares, the others steps
  NAZO_TRY(all, analyze_all(call, items, features, call.context.budget));
  if (!all) return nothing_found();
  Findings found;
  found.account.add(Words(
      cat("Features from ", call.options.text("trials"), " random solvings each, seed ", call.context.seed, ", h3 as ",
          call.options.text("h3"), " (compare table 4.2 of the paper; – where lines alone do not solve it)"),
      cat("無作為更新 ", call.options.text("trials"), " 回による特徴量、種 ", call.context.seed, "、h3 は ",
          call.options.text("h3"), "（論文の表4.2と同じ形。行・列だけでは解けない問題は –）")));
  Table puzzles{.name = "puzzles", .audience = Audience::programs};
  Table layout{.name = "table4.2", .columns = {{"feature", {"feature", "特徴量"}}}, .audience = Audience::readers};
  for (const std::string& feature : features) layout.rows.push_back(Value::object().set("feature", feature));
  Figure figure{.name = "rates", .caption = {"How often each technique applies", "解法出現率"}};
  figure.y = {.title = {"share of the lines", "行・列に占める割合"}};
  for (std::size_t f = 0; f < rates; ++f) figure.x.names.emplace_back(features[f]);
  for (std::size_t i = 0; i < all->size(); ++i) {
    const Analysed& one = (*all)[i];
    puzzles.rows.push_back(json_line(items[i], Value::object().set("exact", one.exact).set("features", one.features)));
    const std::string field = cat("puzzle ", i);
    layout.columns.push_back({field, items[i].id});
    Series series{.name = items[i].id, .mark = Mark::bars};
    for (std::size_t f = 0; f < features.size(); ++f) {
      const Value* value = one.features.find(features[f]);
      if (value == nullptr) continue;
      const bool real = !value->is_null() && value->integer() == nullptr;
      layout.rows[f].set(field, real ? Value(text_of(value->number(), f < rates ? 3 : 2)) : *value);
      if (f < rates) series.points.push_back({static_cast<double>(f), value->number()});
    }
    figure.series.push_back(std::move(series));
  }
  found.account.add(std::move(puzzles));
  found.account.add(std::move(layout));
  found.account.add(std::move(figure));
  return found;
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
