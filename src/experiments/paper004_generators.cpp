// Beside tables 7.6 and 7.7 of paper 004: the three generators of tsume-shogi problems on equal CPU time.
#include <algorithm>
#include <ctime>
#include <set>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "experiments/paper004_data.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"

namespace nazo {

namespace {

struct Group {
  std::uint64_t count = 0;
  std::vector<double> updates, pn_means;  // of the first few
};

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct MethodRun {
  std::string method;
  double seconds = 0;
  std::uint64_t items = 0;
  std::map<int, Group> by_length{};
};

/// What is kept of one item of a generator's run.
Result<Value> made_item(const ExperimentCall& call, const Genre& genre, const Options& options, std::uint64_t index) {
  const double start = cpu_seconds();
  const Order order{.options = options, .keep = nullptr, .seed = call.context.seed, .index = index};
  NAZO_TRY(batch, genre.generate(order, {.budget = {.stop = call.context.budget.stop}}));
  if (batch.limit != Limit::none) return fail_limit(batch.limit);
  Value problems = Value::array();
  for (const Candidate& candidate : batch.candidates)
    problems.push(Value::object()
                      .set("kin", candidate.kin)
                      .set("length", *candidate.features.find("length"))
                      .set("puzzle", candidate.puzzle.text));
  return Value::object().set("seconds", cpu_seconds() - start).set("problems", problems);
}

/// Nothing if the run was interrupted.
Result<std::optional<MethodRun>> run_method(const ExperimentCall& call, const Genre& genre, const std::string& method) {
  const double seconds = call.options.real("cpu");
  const auto items = static_cast<std::uint64_t>(call.options.integer("items"));
  const auto analysed = static_cast<std::uint64_t>(call.options.integer("analysed"));
  NAZO_TRY(options, Options::make(genre.facts().options, {{"method", method}, {"plies", call.options.text("plies")}}));
  NAZO_TRY(analysis, Options::make(genre.facts().options, {{"mudaai", "count"}}));
  MethodRun series{.method = method};
  std::set<std::string> seen;
  std::vector<std::pair<int, Puzzle>> to_analyse;
  const auto take = [&](std::uint64_t, const Value& item) {
    series.seconds += item.find("seconds")->number();
    ++series.items;
    for (const Value& problem : *item.find("problems")->items()) {
      if (!seen.insert(*problem.find("kin")->string()).second) continue;
      const auto length = static_cast<int>(problem.find("length")->number());
      if (++series.by_length[length].count <= analysed)
        to_analyse.emplace_back(length, Puzzle{.genre = genre.facts().name, .text = *problem.find("puzzle")->string()});
    }
    return items != 0 || series.seconds < seconds;
  };
  // CPU time is the process's, so one item at a time.
  ExperimentCall one_by_one = call;
  one_by_one.context.threads = 1;
  const auto make = [&](std::uint64_t i) { return made_item(call, genre, options, i); };
  NAZO_TRY(whole, each_item(one_by_one, cat("items of ", method), items == 0 ? endless : items, make, take));
  if (!whole) return std::nullopt;

  // The proof numbers are outside the time that is compared.
  const auto measure = [&](std::uint64_t i) -> Result<Value> {
    const Context context{.budget = {.nodes = 5'000'000, .stop = call.context.budget.stop}};
    NAZO_TRY(found, genre.analyze(to_analyse[i].second, {"updates", "pn_mean"}, analysis, context));
    if (found.limit == Limit::stopped) return fail_limit(Limit::stopped);
    return found.features;
  };
  const auto note = [&](std::uint64_t i, const Value& features) {
    Group& group = series.by_length[to_analyse[i].first];
    if (const Value* updates = features.find("updates")) group.updates.push_back(updates->number());
    if (const Value* mean = features.find("pn_mean")) group.pn_means.push_back(mean->number());
    return true;
  };
  NAZO_TRY(measured, each_item(call, cat("proof numbers of ", method), to_analyse.size(), measure, note));
  if (!measured) return std::nullopt;
  return series;
}

/// The medians of a printed table by length, beside ours.
void add_printed(std::vector<Value>& rows, const std::string& who, int table) {
  std::map<int, Group> groups;
  for (const PrintedProblem& problem : paper004_problems()) {
    if (problem.table != table) continue;
    Group& group = groups[problem.length];
    ++group.count;
    group.updates.push_back(problem.updates);
    group.pn_means.push_back(problem.pn_mean);
  }
  for (const auto& [length, group] : groups)
    rows.push_back(Value::object()
                       .set("method", who)
                       .set("length", length)
                       .set("found", group.count)
                       .set("pn_mean_median", median(group.pn_means))
                       .set("updates_median", median(group.updates)));
}

/// How many problems of each length, by method.
Figure lengths_figure(const std::vector<Value>& rows) {
  Figure figure{.name = "lengths",
                .caption = {"Sound problems by length and method", "手数別の完全作の数（生成法別）"}};
  figure.x = {.title = {"plies", "手数"}, .whole = true};
  figure.y = {.title = {"different lines", "異なる手順の数"}, .scale = Scale::logarithmic};
  std::map<std::string, Series> by_method;
  for (const Value& row : rows) {
    const std::string& method = *row.find("method")->string();
    Series& series = by_method.try_emplace(method, Series{.name = method, .mark = Mark::line}).first->second;
    series.points.push_back({row.find("length")->number(), row.find("found")->number()});
  }
  for (auto& [method, series] : by_method) figure.series.push_back(std::move(series));
  return figure;
}

Result<Findings> run_generators(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "tsume"));
  const double seconds = call.options.real("cpu");
  const std::int64_t items = call.options.integer("items");
  std::vector<Value> rows;
  for (const std::string_view word : split(call.options.text("methods"), ',')) {
    const std::string method(trim(word));
    NAZO_TRY(run, run_method(call, *genre, method));
    if (!run) return nothing_found();
    const MethodRun& series = *run;
    for (const auto& [length, group] : series.by_length) {
      // With a number of items instead of a time everything found is the same on every machine.
      const bool timed = items == 0;
      const double per_hour = static_cast<double>(group.count) / series.seconds * 3600;
      rows.push_back(Value::object()
                         .set("method", method)
                         .set("length", length)
                         .set("found", group.count)
                         .set("cpu_seconds", timed ? Value(series.seconds) : Value())
                         .set("per_hour", timed ? Value(per_hour) : Value())
                         .set("pn_mean_median", median(group.pn_means))
                         .set("updates_median", median(group.updates)));
    }
  }
  const std::vector<Column> columns{
      {"method", {"method", "生成法"}},
      {"length", {"plies", "手数"}},
      {"found", {"lines", "手順数"}},
      {.field = "per_hour", .title = {"an hour", "毎時"}, .digits = 0},
      {.field = "pn_mean_median", .title = {"PN mean, median", "PN平均の中央値"}, .digits = 2},
      {.field = "updates_median", .title = {"updates, median", "更新数の中央値"}, .digits = 0}};
  Table shown{.name = "layout", .columns = columns, .rows = rows, .audience = Audience::readers};
  add_printed(shown.rows, "Noshita (table 7.6)", 6);
  add_printed(shown.rows, "Hirose (table 7.7)", 7);
  const std::string each = items == 0 ? text_of(seconds, 0) + " s of CPU time" : cat(items, " items");
  const std::string each_ja = items == 0 ? cat("CPU時間 ", text_of(seconds, 0), " 秒") : cat(items, " 項目");
  const std::string analysed = call.options.text("analysed");
  shown.notes.push_back(
      {cat("\nCounted are sound problems with different lines. The proof numbers are of the first ", analysed,
           " of each length (plain proof-number search, every interposition counted, as in the paper).\n"
           "Noshita's are the ones printed of about 1,000 made in months; two rows of table 7.6 are lost."),
       cat("\n手順の異なる完全作を数える。証明数は各手数の最初の ", analysed,
           " 題（単純な証明数探索、論文と同じく合駒をすべて数える）。\n"
           "野下のものは数か月で作られた約1000題のうち印刷されたもの。表7.6の2行は失われている。")});
  Findings found;
  found.account.add(Words(
      cat("Generators of tsume-shogi problems, ", each, " each, seed ", call.context.seed, ", plies ",
          call.options.text("plies")),
      cat("詰将棋の生成法、それぞれ", each_ja, "、種 ", call.context.seed, "、手数 ", call.options.text("plies"))));
  found.account.add(Table{.name = "generators", .columns = columns, .rows = rows, .audience = Audience::programs});
  found.account.add(std::move(shown));
  found.account.add(lengths_figure(rows));
  return found;
}

}  // namespace

Experiment tsume_generators() {
  return {.name = "tsume-generators",
          .summary = "the three generators of mates on equal CPU time",
          .about =
              "Runs the methods for the same CPU time and counts sound problems by length, with the proof numbers of "
              "the paper beside its tables 7.6 and 7.7.",
          .options = {{.name = "cpu",
                       .kind = OptionKind::real,
                       .help = "seconds of CPU time for each method",
                       .fallback = "60",
                       .lowest = 0.1,
                       .highest = 1e6,
                       .value = "S"},
                      {.name = "methods",
                       .kind = OptionKind::text,
                       .help = "which, separated by commas",
                       .fallback = "random,reverse,compose",
                       .value = "A,B,…"},
                      {.name = "items",
                       .kind = OptionKind::integer,
                       .help = "so many items of each method instead of a time",
                       .fallback = "0",
                       .lowest = 0,
                       .highest = 1e9},
                      {.name = "plies",
                       .kind = OptionKind::text,
                       .help = "lengths asked for",
                       .fallback = "3..15",
                       .value = "MIN..MAX"},
                      {.name = "analysed",
                       .kind = OptionKind::integer,
                       .help = "problems of each length whose proof numbers are taken",
                       .fallback = "20",
                       .lowest = 0,
                       .highest = 1e6}},
          .run = run_generators};
}

}  // namespace nazo
