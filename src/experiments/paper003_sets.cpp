#include "experiments/paper003_sets.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

#include "base/text.hpp"
#include "experiments/tools.hpp"
#include "model/stats.hpp"

namespace nazo {

const std::array<LevelMeasure, 4>& level_measures() {
  static const std::array<LevelMeasure, 4> measures{{{"pushes", {"pushes", "手数"}},
                                                     {"box_changes", {"box changes", "持ち替え"}},
                                                     {"detour", {"detour", "遠回り"}},
                                                     {"area", {"area", "広さ"}}}};
  return measures;
}

std::vector<Value> printed_levels() {
  const auto level = [](const char* figure, const Words& what, const char* parts, std::array<int, 4> values) {
    Value row = Value::object().set("figure", figure).set("what", in_both(what)).set("parts", parts);
    for (std::size_t i = 0; i < values.size(); ++i)
      row.set(level_measures()[i].feature, values[i] < 0 ? Value() : Value(values[i]));
    return row;
  };
  const Words interesting{"especially interesting", "特におもしろい"};
  return {level("8", {"trivial", "簡単"}, "", {12, 3, 0, -1}),
          level("11", interesting, "A", {15, 9, 12, 22}),
          level("11", interesting, "B", {14, 6, 12, 18}),
          level("11", interesting, "A", {17, 10, 8, 22}),
          level("11", interesting, "A", {10, 5, 8, 20}),
          level("12", {"thrown away", "捨てられた"}, "A", {10, 3, 2, 26})};
}

namespace {

/// The known values of one measure, sorted.
std::vector<double> values_of(const LevelSet& set, const char* feature) {
  std::vector<double> values;
  for (const Value& level : set.levels)
    if (const Value* value = level.find(feature); value != nullptr && !value->is_null())
      values.push_back(value->number());
  std::ranges::sort(values);
  return values;
}

double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at), above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// Median, quartiles, ends, mean and spread of one measure in one set.
Value summary(const LevelSet& set, const LevelMeasure& measure) {
  const std::vector<double> values = values_of(set, measure.feature);
  Value row = Value::object()
                  .set("set", set.name.english)
                  .set("measure", measure.feature)
                  .set("levels", set.levels.size())
                  .set("known", values.size());
  if (values.empty()) return row;
  return row.set("least", values.front())
      .set("lower_quartile", quantile(values, .25))
      .set("median", quantile(values, .5))
      .set("upper_quartile", quantile(values, .75))
      .set("most", values.back())
      .set("mean", model::mean(values))
      .set("deviation", std::sqrt(model::variance(values)));
}

Figure measure_figure(const std::vector<LevelSet>& sets, const LevelMeasure& measure) {
  Figure figure{.name = cat("sets_", measure.feature),
                .caption = {cat("Sokoban: ", measure.title.english, " of the levels of each set"),
                            cat("倉庫番：各組の", measure.title.japanese)}};
  figure.y = {.title = measure.title, .holds = {0}};
  Series middle{.name = {"median and quartiles", "中央値と四分位"}, .mark = Mark::points};
  Series ends{.name = {"least and most", "最小と最大"}, .mark = Mark::points};
  for (std::size_t s = 0; s < sets.size(); ++s) {
    figure.x.names.push_back(sets[s].name);
    const std::vector<double> values = values_of(sets[s], measure.feature);
    if (values.empty()) continue;
    const auto x = static_cast<double>(s);
    middle.points.push_back({x, quantile(values, .5), quantile(values, .25), quantile(values, .75)});
    ends.points.push_back({x, values.front()});
    ends.points.push_back({x, values.back()});
  }
  Series printed{.name = {"paper, interesting (figure 11)", "論文 おもしろい（図11）"}, .mark = Mark::points};
  Series dull{.name = {"paper, trivial or thrown away (figures 8, 12)", "論文 簡単・破棄（図8、12）"},
              .mark = Mark::points};
  figure.x.names.push_back({"paper", "論文"});
  for (const Value& level : printed_levels()) {
    const Value& value = *level.find(measure.feature);
    if (value.is_null()) continue;
    Series& series = *level.find("figure")->string() == "11" ? printed : dull;
    series.points.push_back({static_cast<double>(sets.size()), value.number()});
  }
  figure.series = {std::move(middle), std::move(ends), std::move(printed), std::move(dull)};
  return figure;
}

}  // namespace

Result<std::optional<std::vector<LevelSet>>> sets_of_files(const ExperimentCall& call,
                                                           const std::vector<std::string>& wanted) {
  std::vector<LevelSet> sets;
  for (const std::string& file : call.files) {
    NAZO_TRY(items, items_of_file(call, file, "sokoban", {}));
    if (items.empty()) return std::unexpected(Error{"holds no level", file});
    NAZO_TRY(analysed, analyze_all(call, items, wanted, call.context.budget));
    if (!analysed) return std::nullopt;
    LevelSet set{.name = Words(std::filesystem::path(file).filename().string())};
    for (std::size_t i = 0; i < items.size(); ++i) {
      Value level = (*analysed)[i].features;
      // Measures of a solution that is not proved best are not this level's.
      if (!(*analysed)[i].exact)
        for (const LevelMeasure& measure : level_measures())
          if (std::string_view(measure.feature) != "area") level.set(measure.feature, Value());
      level.set("text", items[i].puzzle.text);
      set.levels.push_back(std::move(level));
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

void compare_sets(Account& account, const std::vector<LevelSet>& sets) {
  Table rows{.name = "sets", .audience = Audience::programs};
  Table shown{.name = "sets_layout",
              .caption = {"The sets by the paper's measures: median (quartiles; least to most)",
                          "論文の尺度による各組の比較：中央値（四分位、最小～最大）"},
              .audience = Audience::readers};
  shown.columns = {{"set", {"set", "組"}}, {"levels", {"levels", "問題数"}}};
  for (const LevelMeasure& measure : level_measures()) shown.columns.push_back({measure.feature, measure.title});
  for (const LevelSet& set : sets) {
    Value line = Value::object().set("set", in_both(set.name)).set("levels", set.levels.size());
    std::uint64_t unknown = 0;
    for (const LevelMeasure& measure : level_measures()) {
      Value row = summary(set, measure);
      if (const Value* median = row.find("median")) {
        const auto number = [&](const char* field) { return text_of(row.find(field)->number()); };
        line.set(measure.feature, cat(text_of(median->number()), " (", number("lower_quartile"), "–",
                                      number("upper_quartile"), "; ", number("least"), "–", number("most"), ")"));
      }
      unknown = std::max<std::uint64_t>(unknown, set.levels.size() - values_of(set, measure.feature).size());
      rows.rows.push_back(std::move(row));
    }
    if (unknown > 0)
      shown.notes.push_back(
          {cat(set.name.english, ": ", unknown,
               " levels whose best solution is not proved are left "
               "out of all measures but the area"),
           cat(set.name.in(Language::japanese), "：最良解の証明されない ", unknown, " 問は広さ以外の尺度から除く")});
    shown.rows.push_back(std::move(line));
  }
  account.add(std::move(rows));
  account.add(std::move(shown));
  Table printed{
      .name = "printed",
      .caption = {"What the paper prints of single levels (figures 8, 11, 12)", "論文に載る個々の問題（図8、11、12）"},
      .columns = {{"figure", {"figure", "図"}}, {"what", {"level", "問題"}}, {"parts", {"parts", "部品"}}},
      .rows = printed_levels()};
  for (const LevelMeasure& measure : level_measures()) printed.columns.push_back({measure.feature, measure.title});
  printed.notes.push_back(
      {"The area of figure 8 is not printed; figure 9 has the same, one push less, more changes and a "
       "longer detour.",
       "図8の広さは記されていない。図9は広さが同じで手数が1つ少なく、持ち替えと遠回りが多い。"});
  account.add(std::move(printed));
  for (const LevelMeasure& measure : level_measures()) account.add(measure_figure(sets, measure));
}

}  // namespace nazo
