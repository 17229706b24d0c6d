// experiment nonogram-personal: difficulty for one person, from what paper 001 printed.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "experiments/paper001_data.hpp"
#include "experiments/paper001_people.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"
#include "model/person_features.hpp"

namespace nazo {
namespace {

using Eigen::Index;
using model::PairAccuracy;

/// Two decimals, cut toward zero as the paper does.
double cut_off(double r) { return std::trunc(r * 100 + (r >= 0 ? 1e-9 : -1e-9)) / 100; }

std::string cut(double r) { return text_of(cut_off(r) == 0 ? 0. : cut_off(r), 2); }

/// Whether something in this range may have been cut to what is printed.
bool may_be_printed(double printed, const CorrelationRange& range) {
  // A value cut to `printed` came from [printed, printed + .01) away from zero.
  const double low = printed > 0 ? printed : printed - .01, high = printed < 0 ? printed : printed + .01;
  return range.high >= low - 1e-9 && range.low <= high + 1e-9;
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
      const double off = cut_off(ours(i, f)) - printed(i, f);
      agreement.exact += std::abs(off) < 1e-6;
      agreement.largest = std::max(agreement.largest, std::abs(off));
      agreement.within += may_be_printed(printed(i, f), paper001_range(i, f));
    }
  return agreement;
}

/// Every correlation that the paper prints, ours beside it. Not "person": lines with that field are whole persons.
Table printed_rows(const PeopleScores& data, const Eigen::MatrixXd& ours) {
  Table table{.name = "printed", .audience = Audience::programs};
  if (!data.printed) return table;
  const Eigen::MatrixXd& printed = paper001_correlations();
  for (Index i = 0; i < ours.rows(); ++i)
    for (Index f = 0; f < ours.cols(); ++f) {
      const double off = cut_off(ours(i, f)) - printed(i, f);
      const CorrelationRange range = paper001_range(i, f);
      table.rows.push_back(Value::object()
                               .set("subject", data.table.persons[static_cast<std::size_t>(i)])
                               .set("feature", data.table.features[static_cast<std::size_t>(f)])
                               .set("printed_r", printed(i, f))
                               .set("r", ours(i, f))
                               .set("off", std::abs(off) < 1e-6 ? 0 : off)
                               .set("lowest", range.low)
                               .set("highest", range.high)
                               .set("within_rounding", may_be_printed(printed(i, f), range)));
    }
  return table;
}

struct PersonLine {
  std::string what;
  PairAccuracy accuracy;
  std::string remark{};
};

using Data = PeopleScores;

/// Everything that is computed, before anything is printed.
struct PersonalFindings {
  Eigen::MatrixXd r{};
  Agreement agreement{};
  model::ChanceLevel chance{};
  int some = 0, with_steps = 0;
  std::vector<PersonLine> lines{};
  double middle = 0;
  model::PermutationNull null{}, null_two{};
};

/// What is chance in the personal model's rates: each shuffle of the scores an item of the run, for it takes long.
/// False if the run was interrupted.
Result<bool> find_nulls(const ExperimentCall& call, const Data& data, PersonalFindings& out) {
  const std::array<model::PersonalOptions, 2> ways{
      {{.population_feature = data.steps, .quick = true},
       {.population_feature = data.steps, .two_at_a_time = true, .quick = true}}};
  std::array<std::vector<double>, 2> rates;
  const auto make = [&](std::uint64_t shuffle) -> Result<Value> {
    Value both = Value::array();
    for (const model::PersonalOptions& way : ways)
      both.push(model::shuffled_rate(data.table, way, call.context.seed, shuffle));
    return both;
  };
  const auto take = [&](std::uint64_t, const Value& both) {
    for (std::size_t way = 0; way < ways.size(); ++way) rates[way].push_back((*both.items())[way].number());
    return true;
  };
  const auto shuffles = static_cast<std::uint64_t>(call.options.integer("shuffles"));
  NAZO_TRY(whole, each_item(call, "shuffles", shuffles, make, take));
  if (!whole) return false;
  const auto null_of = [&](std::size_t way) {
    return model::permutation_null(model::accuracy_of_personal(data.table, ways[way]).rate(), std::move(rates[way]));
  };
  out.null = null_of(0);
  out.null_two = null_of(1);
  return true;
}

PersonalFindings find_out(const Data& data, std::uint64_t seed) {
  using model::HeldOut;
  const model::ScoreTable& table = data.table;
  const int steps = data.steps;
  PersonalFindings out;
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
  return out;
}

/// "mean steps" for T_mean, else the feature's name.
Words feature_words(const Data& data) {
  return data.feature() == "T_mean" ? Words("mean steps", "平均終了ステップ数") : Words(data.feature());
}

/// Each person's correlations, for programs.
Table correlation_rows(const Data& data, const PersonalFindings& found) {
  Table table{.name = "correlations", .audience = Audience::programs};
  for (Index i = 0; i < found.r.rows(); ++i) {
    Value own = Value::object();
    for (Index f = 0; f < found.r.cols(); ++f) own.set(data.table.features[static_cast<std::size_t>(f)], found.r(i, f));
    table.rows.push_back(
        Value::object().set("person", data.table.persons[static_cast<std::size_t>(i)]).set("correlations", own));
  }
  return table;
}

/// Table 4.2: features down, puzzles across.
Table features_layout(const Data& data) {
  Table table{.name = "table4.2",
              .caption = {"Table 4.2: features of the puzzles", "表4.2 抽出された特徴量"},
              .columns = {{"feature", {"feature", "特徴量"}}},
              .audience = Audience::readers};
  for (const std::string& puzzle : data.table.puzzles) table.columns.push_back({puzzle, puzzle});
  for (std::size_t f = 0; f < data.table.features.size(); ++f) {
    Value row = Value::object().set("feature", data.table.features[f]);
    for (std::size_t j = 0; j < data.table.puzzles.size(); ++j) {
      const double value = data.table.x(static_cast<Index>(j), static_cast<Index>(f));
      const int digits = data.table.features[f].starts_with("d_") ? 3 : value == std::round(value) ? 0 : 2;
      row.set(data.table.puzzles[j], text_of(value, digits));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// The plain scores: persons down, puzzles across; who has experience is strong.
Table scores_layout(const Data& data) {
  Table table{.name = "scores",
              .caption = {"Scores: how much harder than the others each person found a puzzle", "評価点数"},
              .columns = {{"person", {"person", "被験者"}}},
              .audience = Audience::readers};
  for (const std::string& puzzle : data.table.puzzles)
    table.columns.push_back({.field = puzzle, .title = puzzle, .digits = 0});
  for (std::size_t i = 0; i < data.table.persons.size(); ++i) {
    Value row = Value::object().set("person", data.table.persons[i]);
    for (std::size_t j = 0; j < data.table.puzzles.size(); ++j)
      row.set(data.table.puzzles[j], text_of(data.table.scores(static_cast<Index>(i), static_cast<Index>(j))));
    if (i < data.experienced.size() && data.experienced[i]) table.emphasis[{i, 0}] = Emphasis::strong;
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Tables 4.3 and 4.4: persons down, some of the features across, cut at two decimals as the paper prints them.
Table correlation_layout(const Data& data, const PersonalFindings& found, const std::string& name, const Words& caption,
                         const std::vector<Index>& features) {
  Table table{
      .name = name, .caption = caption, .columns = {{"person", {"person", "被験者"}}}, .audience = Audience::readers};
  for (const Index f : features) {
    const std::string& feature = data.table.features[static_cast<std::size_t>(f)];
    table.columns.push_back({feature, feature});
  }
  for (Index i = 0; i < found.r.rows(); ++i) {
    const auto person = static_cast<std::size_t>(i);
    Value row = Value::object().set("person", data.table.persons[person]);
    if (person < data.experienced.size() && data.experienced[person]) table.emphasis[{person, 0}] = Emphasis::strong;
    for (std::size_t c = 0; c < features.size(); ++c) {
      const double r = found.r(i, features[c]);
      row.set(data.table.features[static_cast<std::size_t>(features[c])], cut(r));
      if (std::abs(r) >= .7) table.emphasis[{person, c + 1}] = Emphasis::underlined;
    }
    table.rows.push_back(std::move(row));
  }
  // The paper underlines strong correlations of either sign and counts the positive ones: here both are counted.
  const auto people = static_cast<double>(found.r.rows());
  const auto add_count = [&](const char* what, const auto& is_strong, const std::vector<double>& by_chance) {
    Value strong = Value::object().set("person", what);
    Value expected = Value::object().set("person", in_both({"by chance", "偶然なら"}));
    for (const Index f : features) {
      const std::string& feature = data.table.features[static_cast<std::size_t>(f)];
      strong.set(feature, std::ranges::count_if(found.r.col(f), is_strong));
      expected.set(feature, text_of(by_chance[static_cast<std::size_t>(f)] * people, 1));
    }
    table.rows.push_back(std::move(strong));
    table.rows.push_back(std::move(expected));
  };
  add_count("|r| ≥ .7", [](double r) { return std::abs(r) >= .7; }, found.chance.each_either);
  add_count("r ≥ +.7", [](double r) { return r >= .7; }, found.chance.each_positive);
  return table;
}

void add_correlation_layouts(Account& account, const Data& data, const PersonalFindings& found) {
  std::vector<Index> rates, others;
  for (std::size_t f = 0; f < data.table.features.size(); ++f)
    (data.table.features[f].starts_with("d_") ? rates : others).push_back(static_cast<Index>(f));
  if (!rates.empty())
    account.add(correlation_layout(data, found, "table4.3",
                                   {"Table 4.3: correlation of each person's scores with the rates of techniques",
                                    "表4.3 被験者の評価点数と特徴量の相関：解法出現率"},
                                   rates));
  if (!others.empty())
    account.add(correlation_layout(data, found, "table4.4",
                                   {"Table 4.4: correlation of each person's scores with the other features (steps)",
                                    "表4.4 被験者の評価点数と特徴量の相関：終了ステップ数ほか"},
                                   others));
  Words legend{"*strong*: has experience; _underlined_: |r| ≥ .7; cut at two decimals as the paper prints them.",
               "*太字*：経験者、_下線_：強い相関（|r| ≥ .7）。論文と同じく小数第2位で切り捨て。"};
  if (data.printed)
    legend = {cat(legend.english, "\n", found.agreement.exact, " of ", found.agreement.all,
                  " as printed in tables 4.3 and 4.4, the others differ by at most ",
                  text_of(found.agreement.largest, 3), "; ", found.agreement.within,
                  " within what the rounding of table 4.2 allows (all of them beside the "
                  "printed ones: --csv --table printed)"),
              cat(legend.japanese, "\n表4.3、4.4の ", found.agreement.all, " 個のうち ", found.agreement.exact,
                  " 個が印刷どおり、残りの差は最大 ", text_of(found.agreement.largest, 3), "。", found.agreement.within,
                  " 個が表4.2の丸めの範囲内（印刷値との対照は --csv --table printed）")};
  account.add(std::move(legend));
}

Words warnings(const Data& data, const PersonalFindings& found) {
  const std::size_t features = data.table.features.size(), puzzles = data.table.puzzles.size();
  const std::string some = text_of(100 * found.chance.some_feature, 0),
                    each = text_of(100 * found.chance.each_positive[static_cast<std::size_t>(data.steps)], 0);
  const Words what = feature_words(data);
  const auto people = found.r.rows();
  return {
      cat("Warning 1: ", found.some, " of ", people, " people have a feature with |r| ≥ .7. With ", puzzles,
          " puzzles and ", features, " features meaningless scores have one in ", some,
          " % of cases,\nso \"a strongly correlated feature exists\" proves ",
          found.chance.some_feature >= .3 ? "nothing" : "little",
          ".\nWarning 2: ", data.printed ? "the real signal is " : "look at the feature named beforehand, ",
          what.english, ": r ≥ .7 for ", found.with_steps, " of ", people, " people (", each, " % by chance)."),
      cat("注意1：", people, " 人中 ", found.some, " 人に |r| ≥ .7 の特徴量がある。しかし ", puzzles, " 問・", features,
          " 特徴量では無意味な点数でも ", some, " % の場合に見つかるので、\n「強い相関のある特徴量がある」ことは",
          found.chance.some_feature >= .3 ? "何も" : "ほとんど何も", "示さない。\n注意2：",
          data.printed ? "本当の手がかりは" : "あらかじめ決めた特徴量を見る：",
          what.japanese.empty() ? what.english : what.japanese, "。r ≥ .7 は ", people, " 人中 ", found.with_steps,
          " 人（偶然なら ", each, " %）。")};
}

/// How the people's agreement with the paper, the chance levels, the methods and the null come out, for programs.
std::vector<Table> summary_rows(const ExperimentCall& call, const Data& data, const PersonalFindings& found) {
  Table agreement{.name = "agreement", .audience = Audience::programs};
  if (data.printed)
    agreement.rows.push_back(Value::object()
                                 .set("printed", found.agreement.all)
                                 .set("exact", found.agreement.exact)
                                 .set("within_rounding", found.agreement.within)
                                 .set("largest_difference", found.agreement.largest));
  Table chance{.name = "chance", .audience = Audience::programs};
  chance.rows.push_back(
      Value::object()
          .set("persons_with_some_strong_feature", found.some)
          .set("chance_some", found.chance.some_feature)
          .set("feature", data.feature())
          .set("persons_with_strong_mean_steps", found.with_steps)
          .set("chance_mean_steps", found.chance.each_positive[static_cast<std::size_t>(data.steps)]));
  Table methods{.name = "methods", .audience = Audience::programs};
  for (const PersonLine& line : found.lines) {
    const auto interval = model::bootstrap_rate(line.accuracy, 2000, call.context.seed);
    methods.rows.push_back(Value::object()
                               .set("method", line.what)
                               .set("accuracy", line.accuracy.rate())
                               .set("right", line.accuracy.right)
                               .set("pairs", line.accuracy.pairs)
                               .set("low", interval.low)
                               .set("high", interval.high)
                               .set("remark", line.remark));
  }
  methods.rows.push_back(
      Value::object().set("method", "put in the middle of the person's own order").set("accuracy", found.middle));
  Table nulls{.name = "null", .audience = Audience::programs};
  for (const auto* one : {&found.null, &found.null_two})
    nulls.rows.push_back(Value::object()
                             .set("null", one == &found.null ? "one held out" : "two held out")
                             .set("mean", one->mean)
                             .set("low", one->low)
                             .set("high", one->high)
                             .set("p_value", one->p_value)
                             .set("shuffles", one->shuffles));
  return {std::move(agreement), std::move(chance), std::move(methods), std::move(nulls)};
}

/// How the methods and remarks are said to readers of Japanese.
Words said_of_method(const std::string& english) {
  static const std::map<std::string, std::string> japanese{
      {"mean steps alone", "平均終了ステップ数のみ"},
      {"nothing is learnt; chance .5", "学習なし。偶然は .5"},
      {"best single feature of the person", "本人に最も合う一つの特徴量"},
      {"a line through the scores of the others", "他の問題の点数への回帰直線"},
      {"personal, shrunk to mean steps; new puzzle", "個人モデル（平均終了ステップ数へ縮小）、新しい問題"},
      {"nobody's word on the held-out puzzle is used", "除いた問題への評価は誰のものも使わない"},
      {"the same, population feature chosen in the fold", "同上、全員の特徴量も分割ごとに選ぶ"},
      {"few puzzles do not tell which feature matters", "問題が少なくどの特徴量が効くか分からない"},
      {"personal, new to this person only", "個人モデル、本人だけが未評価"},
      {"the other persons have judged it", "他の人は評価済み"},
      {"two held out at a time; new puzzles", "2問ずつ除外、新しい問題"},
      {"their order; chance .5", "その2問の順。偶然は .5"},
      {"no feature: put in the middle of the person's own order", "特徴量なし：本人の順の中央に置く"},
      {"knowing the order of the others is worth that much", "他の問題の順を知るだけでこれだけ当たる"}};
  const auto found = japanese.find(english);
  return found == japanese.end() ? Words(english) : Words(english, found->second);
}

Table accuracy_layout(const ExperimentCall& call, const PersonalFindings& found) {
  Table table{
      .name = "accuracies",
      .caption = {"Pairs ordered as the person did (a puzzle held out at a time; ties left out; 95 % interval over "
                  "persons):",
                  "本人と同じ順に並べた対の割合（1問ずつ除外、同順位は除く、人についての95%区間）："},
      .columns = {{"method", {"method", "方法"}},
                  {"accuracy", {"accuracy", "正解率"}},
                  {"right", {"right", "正解"}},
                  {"interval", "95 %"},
                  {"remark", {" ", " "}}},
      .audience = Audience::readers};
  for (const PersonLine& line : found.lines) {
    const auto interval = model::bootstrap_rate(line.accuracy, 2000, call.context.seed);
    table.rows.push_back(Value::object()
                             .set("method", in_both(said_of_method(line.what)))
                             .set("accuracy", line.accuracy.rate())
                             .set("right", cat(line.accuracy.right, "/", line.accuracy.pairs))
                             .set("interval", cat(text_of(interval.low, 2), "…", text_of(interval.high, 2)))
                             .set("remark", in_both(said_of_method(line.remark))));
  }
  table.rows.push_back(
      Value::object()
          .set("method", in_both(said_of_method("no feature: put in the middle of the person's own order")))
          .set("accuracy", found.middle)
          .set("right", "")
          .set("interval", "")
          .set("remark", in_both(said_of_method("knowing the order of the others is worth that much"))));
  const auto shown = [&](const model::PermutationNull& n, const char* before, const char* after) {
    return cat(text_of(n.mean, 3), " (95 % ", text_of(n.low, 2), "…", text_of(n.high, 2),
               "), p = ", text_of(n.p_value, 3), before, n.shuffles, after);
  };
  table.notes.push_back(
      {cat("  permutation null of the personal model, scores shuffled over the puzzles: one held out ",
           shown(found.null, ", ", " shuffles"),
           "\n  the same with two held out at a time: ", shown(found.null_two, ", ", " shuffles")),
       cat("  個人モデルの並べ替え検定（点数を問題間で並べ替え）：1問除外 ", shown(found.null, "、", " 回"),
           "\n  2問ずつ除外：", shown(found.null_two, "、", " 回"))});
  return table;
}

Words reading_advice(const ExperimentCall& call, const PersonalFindings& found) {
  const PairAccuracy& personal = found.lines[2].accuracy;
  const PairAccuracy& plain = found.lines[0].accuracy;
  const auto gain = model::bootstrap_difference(personal, plain, 2000, call.context.seed);
  const bool open = gain.low <= 0 && gain.high >= 0;
  const std::string middle = text_of(found.middle, 2), difference = text_of(personal.rate() - plain.rate(), 3),
                    range = cat(text_of(gain.low, 2), "…", text_of(gain.high, 2));
  const double two = found.lines[5].accuracy.rate();
  std::string english = cat(
      "Read with care: with one puzzle held out the person's order of the others is known, which alone gives ", middle,
      "; that is why the null is not .5.\nOf the remaining puzzles only their order is used, never their scores: a "
      "person's scores sum to 0, so they would give the held-out one away.\nPersonal against ",
      found.lines[0].what, ": ", difference, " (95 % over persons ", range, ")",
      open ? ": these data cannot settle which is better" : "", ".");
  std::string japanese =
      cat("読み方：1問を除いても残りの順は分かっており、それだけで ", middle,
          " になる。だから偶然の水準は .5 "
          "ではない。\n残りの問題については順だけを使い、点数は使わない（合計が0なので除いた問題が分かってしまう）。\n",
          "個人モデルと単独の特徴量の差：", difference, "（人についての95% ", range, "）",
          open ? "。このデータではどちらが良いか決まらない" : "", "。");
  if (two < plain.rate()) {
    english +=
        cat("\nWith two puzzles held out (", text_of(two, 3), ") ", found.lines[0].what, " is the better guess.");
    japanese += cat("\n2問ずつ除くと（", text_of(two, 3), "）単独の特徴量の方が良い推定になる。");
  }
  return {english, japanese};
}

/// Every person's correlations above the features' names, the threshold of "strong" at ±.7.
Figure correlation_figure(const Data& data, const PersonalFindings& found) {
  Figure figure{.name = "correlations",
                .caption = {"Correlation of each person's scores with each feature (tables 4.3 and 4.4)",
                            "評価点数と特徴量の相関（表4.3、4.4）"}};
  for (const std::string& feature : data.table.features) figure.x.names.emplace_back(feature);
  figure.y = {.title = {"correlation r", "相関係数 r"}, .holds = {-1, 1}};
  Series people{.name = {"a person", "被験者"}, .mark = Mark::points};
  for (Index i = 0; i < found.r.rows(); ++i)
    for (Index f = 0; f < found.r.cols(); ++f)
      people.points.push_back({static_cast<double>(f), found.r(i, f), ChartPoint::none, ChartPoint::none,
                               data.table.persons[static_cast<std::size_t>(i)]});
  figure.series.push_back(std::move(people));
  const double right = static_cast<double>(data.table.features.size()) - .5;
  for (const double level : {.7, -.7})
    figure.series.push_back({.name = level > 0 ? Words("strong: ±.7", "強い相関：±.7") : Words(),
                             .mark = Mark::line,
                             .points = {{-.5, level}, {right, level}},
                             .dashed = true});
  figure.remarks.push_back(
      {cat("Meaningless scores have some |r| ≥ .7 in ", text_of(100 * found.chance.some_feature, 0), " % of cases."),
       cat("無意味な点数でも ", text_of(100 * found.chance.some_feature, 0),
           " % の場合に |r| ≥ .7 の特徴量が見つかる。")});
  return figure;
}

Result<Findings> run_personal(const ExperimentCall& call) {
  NAZO_TRY(data, people_scores_for(call));
  PersonalFindings found = find_out(data, call.context.seed);
  NAZO_TRY(nulls, find_nulls(call, data, found));
  if (!nulls) return nothing_found();
  NAZO_TRY(estimates, estimates_for(call, data));
  if (!estimates) return nothing_found();
  Findings out;
  Account& account = out.account;
  account.simulated = data.simulated;
  if (const auto invented = std::ranges::count_if(data.table.persons, is_simulated); invented > 0)
    account.add(Words(cat(invented, " of these people do not exist"), cat("このうち ", invented, " 人は実在しない")));
  const std::string sizes = cat(data.table.persons.size(), " people, ", data.table.puzzles.size(), " puzzles, ",
                                data.table.features.size(), " features");
  account.add(
      Words(cat(data.printed ? "Nonograms, paper 001 chapter 4: " : "As paper 001, chapter 4: ", sizes),
            cat(data.printed ? "お絵かきロジック 論文001 第4章：" : "論文001 第4章と同じ：", data.table.persons.size(),
                " 人、", data.table.puzzles.size(), " 問、", data.table.features.size(), " 特徴量")));
  account.add(correlation_rows(data, found));
  for (Table& table : summary_rows(call, data, found)) account.add(std::move(table));
  account.add(printed_rows(data, found.r));
  account.add(scores_layout(data));
  account.add(features_layout(data));
  add_correlation_layouts(account, data, found);
  account.add(warnings(data, found));
  account.add(accuracy_layout(call, found));
  account.add(reading_advice(call, found));
  if (!estimates->rows.empty()) account.add(*std::move(estimates));
  account.add(correlation_figure(data, found));
  return out;
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
              "With --study the participants who compared all pairs take their place. The paper's own tables are in "
              "examples/nonogram_human_scores.csv and examples/nonogram_table_4_2.csv.",
          .options = {{.name = "study",
                       .kind = OptionKind::text,
                       .help = "the comparisons of this study; files are then puzzles to estimate for its people",
                       .value = "NAME"},
                      {.name = "store",
                       .kind = OptionKind::text,
                       .help = "with --study: an SQLite file, or postgresql://…",
                       .fallback = "nazo.db",
                       .value = "STORE"},
                      {.name = "simulated", .kind = OptionKind::flag, .help = "with --study: simulated players too"},
                      {.name = "feature",
                       .kind = OptionKind::text,
                       .help = "with files or --study: the feature that everyone's difficulty begins with",
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
