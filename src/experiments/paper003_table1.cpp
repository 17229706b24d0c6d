// Table 1 of paper 003: what becomes of 500 generated Sokoban levels for each set of parts, which of them an expert
// finds interesting, and how they compare with other sets.
#include <array>

#include "base/text.hpp"
#include "experiments/paper003_interest.hpp"
#include "experiments/paper003_sets.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"

namespace nazo {

namespace {

/// A level that was kept, and from which loop it is.
struct KeptLevel {
  std::uint64_t loop = 0;
  Value measures = Value::object();  ///< text and the paper's four
  Value chance{};                    ///< that the expert finds it interesting, where a model could be fitted
  [[nodiscard]] const std::string& text() const { return *measures.find("text")->string(); }
};

struct PartsColumn {
  std::string name;                             ///< "A", "B", "own"
  std::optional<std::string> drawn{};           ///< parts of one's own, as the file has them
  std::optional<std::array<int, 5>> printed{};  ///< failed, unsolvable, thrown away, kept, interesting
  std::array<std::uint64_t, 4> ours{};
  std::uint64_t undecided = 0;
  std::vector<KeptLevel> kept{};
  std::uint64_t judged = 0, interesting = 0;  ///< of the kept ones

  /// Where a loop is counted that ended for this reason; the words are the generator's.
  std::uint64_t& sum_for(std::string_view reason) {
    if (reason == "creation_failed") return ours[0];
    if (reason == "unsolvable") return ours[1];
    if (reason == "too_large") return undecided;
    return ours[2];
  }
  [[nodiscard]] Words title() const { return drawn ? Words("your own", "自作") : Words(name); }
};

const std::array<Words, 5> outcomes{{{"could not be built", "作成失敗"},
                                     {"no solution", "解なし"},
                                     {"solved, thrown away", "解あり・破棄"},
                                     {"solved, kept", "解あり・採用"},
                                     {"found interesting", "解いてみておもしろい"}}};
constexpr std::size_t interesting_row = 4;
constexpr int printed_loops = 500;

/// Everything that ended in this way; nothing for the expert's row without an expert.
Value count_of(const PartsColumn& column, std::size_t outcome) {
  if (outcome < interesting_row) return column.ours[outcome];
  return column.judged == 0 ? Value() : Value(column.interesting);
}

/// The loops of one set of parts; false if the run was interrupted.
Result<bool> run_loops(const ExperimentCall& call, const Genre& genre, PartsColumn& column) {
  const auto loops = static_cast<std::uint64_t>(call.options.integer("loops"));
  std::map<std::string, std::string> given{{"method", "paper"}};
  if (column.drawn) {
    given["own-parts"] = *column.drawn;
  } else {
    given["parts"] = column.name;
  }
  NAZO_TRY(options, Options::make(genre.facts().options, given));
  const auto make = [&](std::uint64_t i) -> Result<Value> {
    const Order order{.options = options, .keep = nullptr, .seed = call.context.seed, .index = i};
    NAZO_TRY(batch, genre.generate(order, {.budget = call.context.budget}));
    if (batch.limit != Limit::none) return fail_limit(batch.limit);
    Value rejected = Value::object();
    for (const auto& [reason, count] : batch.rejected) rejected.set(reason, count);
    Value level;
    if (!batch.candidates.empty()) {
      const Candidate& candidate = batch.candidates.front();
      level = Value::object().set("text", candidate.puzzle.text);
      for (const LevelMeasure& measure : level_measures())
        level.set(measure.feature, *candidate.features.find(measure.feature));
    }
    return Value::object().set("level", level).set("rejected", rejected);
  };
  const auto take = [&](std::uint64_t i, const Value& item) {
    if (const Value& level = *item.find("level"); !level.is_null()) {
      ++column.ours[3];
      column.kept.push_back({i, level});
    }
    for (const auto& [reason, count] : *item.find("rejected")->fields())
      column.sum_for(reason) += static_cast<std::uint64_t>(*count.integer());
    return true;
  };
  return each_item(call, cat("loops with parts ", column.name), loops, make, take);
}

void add_counts(Account& account, const ExperimentCall& call, const std::vector<PartsColumn>& columns) {
  const std::int64_t loops = call.options.integer("loops");
  Table rows{.name = "table1", .audience = Audience::programs};
  Table shown{.name = "layout", .columns = {{"outcome", {" ", " "}}}, .audience = Audience::readers};
  Figure figure{.name = "outcomes",
                .caption = {"Sokoban, table 1: how the loops of the generator ended", "倉庫番 表1：作成ループの結末"}};
  figure.x.names.assign(outcomes.begin(), outcomes.end());
  figure.y = {.title = {"share of loops", "ループの割合"}, .unit = "%"};
  for (const Words& outcome : outcomes) shown.rows.push_back(Value::object().set("outcome", in_both(outcome)));
  shown.rows.push_back(Value::object().set("outcome", in_both({"loops", "ループ数"})));
  for (const PartsColumn& column : columns) {
    const Words title = column.title();
    const std::string printed = column.name + " paper", own = column.name + " ours";
    Series paper{.name = {cat(title.english, " paper"), cat("論文 ", title.in(Language::japanese))},
                 .mark = Mark::bars};
    Series ours{.name = {cat(title.english, " ours"), cat("本プログラム ", title.in(Language::japanese))},
                .mark = Mark::bars};
    for (std::size_t r = 0; r < outcomes.size(); ++r) {
      const Value count = count_of(column, r);
      const Value in_paper = column.printed ? Value((*column.printed)[r]) : Value();
      rows.rows.push_back(Value::object()
                              .set("parts", column.name)
                              .set("outcome", outcomes[r].english)
                              .set("paper", in_paper)
                              .set("ours", count)
                              .set("loops", loops));
      shown.rows[r].set(printed, in_paper).set(own, count);
      const auto x = static_cast<double>(r);
      if (column.printed) paper.points.push_back({x, 100. * (*column.printed)[r] / printed_loops});
      if (!count.is_null()) ours.points.push_back({x, 100 * count.number() / static_cast<double>(loops)});
    }
    shown.rows.back().set(printed, column.printed ? Value(printed_loops) : Value()).set(own, loops);
    if (column.printed) shown.columns.push_back({printed, paper.name});
    shown.columns.push_back({own, ours.name});
    if (column.printed) figure.series.push_back(std::move(paper));
    figure.series.push_back(std::move(ours));
  }
  account.add(std::move(rows));
  account.add(std::move(shown));
  for (const PartsColumn& column : columns) {
    if (column.undecided != 0)
      account.add(Words(cat("too large to decide with parts ", column.name, ": ", column.undecided),
                        cat("部品 ", column.name, " で大きすぎて決められないもの：", column.undecided)));
    if (column.judged != 0 && column.judged < column.kept.size())
      account.add(Words(cat("judged of parts ", column.name, ": ", column.judged, " of ", column.kept.size()),
                        cat("部品 ", column.name, " のうち判定済み：", column.judged, " / ", column.kept.size())));
  }
  account.add(Words(
      "The drawings of the paper's parts are lost: parts A (wide) and B (narrow) are our own, so the numbers are "
      "of the same kind, not the same.\nThrown away: no detour, 3 box changes or fewer, or 6 pushes or fewer. The "
      "last row needs an expert: fill in the column interesting of\n--csv --table kept with yes or no and give the "
      "file back with --verdicts.",
      "論文の部品の図は失われている。部品A（広い）とB（狭い）は独自のものなので、数は同種であって同一ではない。\n"
      "破棄：迂回なし、荷物の変更3回以下、または押し数6以下。最後の行には専門家が要る：--csv --table kept の "
      "interesting の列に yes か no を書き、--verdicts で渡す。"));
  account.add(std::move(figure));
}

/// "yes", "no" or null: not judged.
Value verdict_of(const Genre& genre, const Verdicts& verdicts, const std::string& text) {
  const auto verdict = verdicts.of(genre, text);
  return verdict ? Value(*verdict ? "yes" : "no") : Value();
}

/// Every level that was kept, for an expert to judge, with the chance that this one likes it.
Table kept_table(const Genre& genre, std::vector<PartsColumn>& columns, const Verdicts& verdicts) {
  Table table{.name = "kept", .audience = Audience::programs};
  for (PartsColumn& column : columns)
    for (const KeptLevel& level : column.kept) {
      Value row = Value::object().set("parts", column.name).set("loop", level.loop);
      for (const LevelMeasure& measure : level_measures())
        row.set(measure.feature, *level.measures.find(measure.feature));
      const Value verdict = verdict_of(genre, verdicts, level.text());
      column.judged += verdict.is_null() ? 0 : 1;
      column.interesting += verdict == Value("yes") ? 1 : 0;
      row.set("interesting", verdict).set("chance", level.chance).set("text", level.text());
      table.rows.push_back(std::move(row));
    }
  return table;
}

/// Every level of the files with its chance, for programs.
Table rated_table(const Genre& genre, const std::vector<LevelSet>& sets, const Verdicts& verdicts,
                  const InterestModel& interest) {
  Table table{.name = "rated", .audience = Audience::programs};
  for (const LevelSet& set : sets)
    for (std::size_t i = 0; i < set.levels.size(); ++i) {
      const std::string& text = *set.levels[i].find("text")->string();
      const auto chance = interest.chance(set.levels[i]);
      table.rows.push_back(Value::object()
                               .set("set", set.name.english)
                               .set("level", i + 1)
                               .set("interesting", verdict_of(genre, verdicts, text))
                               .set("chance", chance ? Value(*chance) : Value())
                               .set("text", text));
    }
  return table;
}

/// Features of some levels, in their order, as the model of interest wants them; nothing if the run was interrupted.
Result<std::optional<std::vector<Value>>> features_of(const ExperimentCall& call, const Genre& genre,
                                                      const std::string& what, const std::vector<std::string>& levels) {
  NAZO_TRY(options, Options::make(genre.facts().options));
  std::vector<Item> items;
  for (const std::string& text : levels) {
    NAZO_TRY(puzzles, genre.parse(text, "", options));
    items.push_back(
        {.id = cat(what, " ", items.size() + 1), .genre = &genre, .options = options, .puzzle = puzzles.front()});
  }
  NAZO_TRY(analysed, analyze_all(call, items, interest_features(), call.context.budget));
  if (!analysed) return std::nullopt;
  std::vector<Value> features;
  for (const Analysed& one : *analysed) features.push_back(one.exact ? one.features : Value::object());
  return features;
}

/// What the model says of every level that was kept. False if the run was interrupted.
Result<bool> rate_kept(const ExperimentCall& call, const Genre& genre, const InterestModel& interest,
                       std::vector<PartsColumn>& columns) {
  std::vector<std::string> levels;
  for (const PartsColumn& column : columns)
    for (const KeptLevel& level : column.kept) levels.push_back(level.text());
  NAZO_TRY(features, features_of(call, genre, "kept level", levels));
  if (!features) return false;
  auto next = features->begin();
  for (PartsColumn& column : columns)
    for (KeptLevel& level : column.kept)
      if (const auto chance = interest.chance(*next++)) level.chance = Value(*chance);
  return true;
}

/// Kept levels and those of the files as describe_unjudged wants them.
std::vector<Value> all_rated(const std::vector<PartsColumn>& columns, const Table& kept, const Table& of_files) {
  std::vector<Value> rated;
  std::map<std::string, Words> titles;
  for (const PartsColumn& column : columns) {
    const Words title = column.title();
    titles[column.name] = {cat("kept, parts ", title.english), cat("採用 部品", title.in(Language::japanese))};
  }
  for (const Value& row : kept.rows)
    rated.push_back(Value::object()
                        .set("set", in_both(titles.at(*row.find("parts")->string())))
                        .set("level", cat("loop ", row.find("loop")->json()))
                        .set("chance", *row.find("chance"))
                        .set("interesting", *row.find("interesting")));
  rated.insert(rated.end(), of_files.rows.begin(), of_files.rows.end());
  return rated;
}

/// Why nothing can be fitted to so few verdicts.
Words no_model_yet(const Error& why) {
  return {cat("No model of interest yet: ", why.message, "."),
          "おもしろさのモデルはまだない：「はい」と「いいえ」がそれぞれ3問以上要る。"};
}

std::vector<PartsColumn> columns_asked(const ExperimentCall& call) {
  // The printed row "thrown away" of B is lost; it follows from the sum of 500.
  std::vector<PartsColumn> columns{{.name = "A", .printed = {{2, 153, 287, 58, 13}}},
                                   {.name = "B", .printed = {{7, 245, 204, 44, 14}}}};
  if (call.options.given("parts")) columns.push_back({.name = "own", .drawn = call.options.text("parts")});
  return columns;
}

Result<Findings> run_sokoban_table1(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "sokoban"));
  Verdicts verdicts;
  if (call.options.given("verdicts")) {
    NAZO_TRY(read, Verdicts::read(*genre, call.options.text("verdicts")));
    verdicts = read;
  }
  std::vector<PartsColumn> columns = columns_asked(call);
  for (PartsColumn& column : columns) {
    NAZO_TRY(whole, run_loops(call, *genre, column));
    if (!whole) return nothing_found();
  }
  std::vector<std::string> wanted;
  for (const LevelMeasure& measure : level_measures()) wanted.emplace_back(measure.feature);
  NAZO_TRY(from_files, sets_of_files(call, verdicts.empty() ? wanted : interest_features()));
  if (!from_files) return nothing_found();
  std::optional<InterestModel> interest;
  std::optional<Words> trouble;
  if (!verdicts.empty()) {
    NAZO_TRY(features, features_of(call, *genre, "verdict", verdicts.levels()));
    if (!features) return nothing_found();
    // Few verdicts leave the counts and the sets as they are: only the model has to wait.
    if (auto fitted = fit_interest(verdicts, *features)) {
      interest = *std::move(fitted);
      NAZO_TRY(rated, rate_kept(call, *genre, *interest, columns));
      if (!rated) return nothing_found();
    } else {
      trouble = no_model_yet(fitted.error());
    }
  }

  Findings found;
  found.account.add(Words(cat("Sokoban, table 1 of the paper beside ours, seed ", call.context.seed),
                          cat("倉庫番 論文の表1と本プログラム、種 ", call.context.seed)));
  Table kept = kept_table(*genre, columns, verdicts);
  add_counts(found.account, call, columns);
  std::vector<LevelSet> sets;
  for (const PartsColumn& column : columns) {
    const Words title = column.title();
    LevelSet set{.name = {cat("kept, parts ", title.english), cat("採用 部品", title.in(Language::japanese))}};
    for (const KeptLevel& level : column.kept) set.levels.push_back(level.measures);
    sets.push_back(std::move(set));
  }
  sets.insert(sets.end(), from_files->begin(), from_files->end());
  compare_sets(found.account, sets);
  if (trouble) found.account.add(*std::move(trouble));
  if (interest) {
    describe_interest(found.account, *interest);
    Table rated = rated_table(*genre, *from_files, verdicts, *interest);
    describe_unjudged(found.account, all_rated(columns, kept, rated));
    found.account.add(std::move(rated));
  }
  found.account.add(std::move(kept));
  return found;
}

}  // namespace

Experiment sokoban_table1() {
  return {
      .name = "sokoban-table1",
      .summary = "what becomes of 500 loops of the paper's generator with each set of parts, beside other sets",
      .about =
          "Runs the generator of Murase, Matsubara and Hiraga (outline from parts, goals, boxes, keeper, solve, "
          "filter) and counts how the loops ended, beside the printed table. The levels that were kept, those of the "
          "files named (handmade ones, say) and the printed ones are compared by pushes, box changes, detour and "
          "area. With the verdicts of an expert the last row is counted and a model of interest is fitted, which gives "
          "the levels kept and those of the files the chance that this expert finds them interesting.",
      .options = {{.name = "loops",
                   .kind = OptionKind::integer,
                   .help = "loops for each set of parts",
                   .fallback = "500",
                   .lowest = 1,
                   .highest = 1e7},
                  {.name = "parts",
                   .kind = OptionKind::file,
                   .help = "parts and prototypes of your own (docs/SOKOBAN.md), beside A and B"},
                  {.name = "verdicts",
                   .kind = OptionKind::file,
                   .help = "an expert's verdicts: a CSV with the columns text (a level) and interesting (yes or no)"}},
      .run = run_sokoban_table1};
}

}  // namespace nazo
