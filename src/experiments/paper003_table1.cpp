// Table 1 of paper 003: what becomes of 500 generated Sokoban levels for each set of parts.
#include <array>

#include "base/text.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"

namespace nazo {

namespace {

struct PartsColumn {
  std::string parts;
  std::array<int, 4> paper;  // failed, unsolvable, thrown away, kept
  std::array<std::uint64_t, 4> ours{};
  std::uint64_t undecided = 0;

  /// Where a loop is counted that ended for this reason; the words are the generator's.
  std::uint64_t& sum_for(std::string_view reason) {
    if (reason == "creation_failed") return ours[0];
    if (reason == "unsolvable") return ours[1];
    if (reason == "too_large") return undecided;
    return ours[2];
  }
};

const std::array<Words, 4> outcomes{{{"could not be built", "作成失敗"},
                                     {"no solution", "解なし"},
                                     {"solved, thrown away", "解あり・破棄"},
                                     {"solved, kept", "解あり・採用"}}};

Account table1_account(const ExperimentCall& call, const std::array<PartsColumn, 2>& columns) {
  const std::int64_t loops = call.options.integer("loops");
  Account account;
  account.add(Words(cat("Sokoban, table 1 of the paper beside ours, seed ", call.context.seed),
                    cat("倉庫番 論文の表1と本プログラム、種 ", call.context.seed)));
  Table rows{.name = "table1", .audience = Audience::programs};
  Table shown{.name = "layout", .audience = Audience::readers};
  shown.columns = {{"outcome", {" ", " "}}};
  Figure figure{.name = "outcomes",
                .caption = {"Sokoban, table 1: how the loops of the generator ended", "倉庫番 表1：作成ループの結末"}};
  figure.x.names.assign(outcomes.begin(), outcomes.end());
  figure.y = {.title = {"share of loops", "ループの割合"}, .unit = "%"};
  for (std::size_t r = 0; r < outcomes.size(); ++r)
    shown.rows.push_back(Value::object().set("outcome", in_both(outcomes[r])));
  shown.rows.push_back(Value::object().set("outcome", in_both({"loops", "ループ数"})));
  for (const PartsColumn& column : columns) {
    const std::string printed = column.parts + " paper", own = column.parts + " ours";
    Series paper{.name = {printed, cat("論文 ", column.parts)}, .mark = Mark::bars};
    Series ours{.name = {own, cat("本プログラム ", column.parts)}, .mark = Mark::bars};
    for (std::size_t r = 0; r < outcomes.size(); ++r) {
      rows.rows.push_back(Value::object()
                              .set("parts", column.parts)
                              .set("outcome", outcomes[r].english)
                              .set("paper", column.paper[r])
                              .set("ours", column.ours[r])
                              .set("loops", loops));
      shown.rows[r].set(printed, column.paper[r]).set(own, column.ours[r]);
      const auto x = static_cast<double>(r);
      paper.points.push_back({x, column.paper[r] / 5.});
      ours.points.push_back({x, 100 * static_cast<double>(column.ours[r]) / static_cast<double>(loops)});
    }
    shown.rows.back().set(printed, 500).set(own, loops);
    shown.columns.push_back({printed, paper.name});
    shown.columns.push_back({own, ours.name});
    figure.series.push_back(std::move(paper));
    figure.series.push_back(std::move(ours));
  }
  account.add(std::move(rows));
  account.add(std::move(shown));
  if (columns[0].undecided + columns[1].undecided != 0)
    account.add(cat("too large to decide: ", columns[0].undecided, " (A), ", columns[1].undecided, " (B)"));
  account.add(
      Words("The drawings of the paper's parts are lost: parts A (wide) and B (narrow) are our own, so the numbers are "
            "of the "
            "same kind, not the same.\nThrown away: no detour, 3 box changes or fewer, or 6 pushes or fewer. The "
            "paper's last "
            "row, how many of the kept ones an expert found interesting (13 and 14), needs an expert.",
            "論文の部品の図は失われている。部品A（広い）とB（狭い）は独自のものなので、数は同種であって同一ではない。\n"
            "破棄：迂回なし、荷物の変更3回以下、または押し数6以下。論文の最後の行（専門家が面白いとした数、13と14）には"
            "専門家が要る。"));
  account.add(std::move(figure));
  return account;
}

Result<Findings> run_sokoban_table1(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "sokoban"));
  const auto loops = static_cast<std::uint64_t>(call.options.integer("loops"));
  // The printed row "thrown away" of B is lost; it follows from the sum of 500.
  std::array<PartsColumn, 2> columns{{{"A", {2, 153, 287, 58}}, {"B", {7, 245, 204, 44}}}};
  for (PartsColumn& column : columns) {
    NAZO_TRY(options, Options::make(genre->facts().options, {{"method", "paper"}, {"parts", column.parts}}));
    const auto make = [&](std::uint64_t i) -> Result<Value> {
      const Order order{.options = options, .keep = nullptr, .seed = call.context.seed, .index = i};
      NAZO_TRY(batch, genre->generate(order, {.budget = call.context.budget}));
      if (batch.limit != Limit::none) return fail_limit(batch.limit);
      Value rejected = Value::object();
      for (const auto& [reason, count] : batch.rejected) rejected.set(reason, count);
      return Value::object().set("kept", !batch.candidates.empty()).set("rejected", rejected);
    };
    const auto take = [&](std::uint64_t, const Value& item) {
      if (*item.find("kept")->boolean()) ++column.ours[3];
      for (const auto& [reason, count] : *item.find("rejected")->fields()) {
        std::uint64_t& sum = column.sum_for(reason);
        sum += static_cast<std::uint64_t>(*count.integer());
      }
      return true;
    };
    NAZO_TRY(whole, each_item(call, cat("loops with parts ", column.parts), loops, make, take));
    if (!whole) return nothing_found();
  }
  return Findings{.account = table1_account(call, columns)};
}

}  // namespace

Experiment sokoban_table1() {
  return {.name = "sokoban-table1",
          .summary = "what becomes of 500 loops of the paper's generator with each set of parts",
          .about =
              "Runs the generator of Murase, Matsubara and Hiraga (outline from parts, goals, boxes, keeper, solve, "
              "filter) and counts how the loops ended, beside the printed table.",
          .options = {{.name = "loops",
                       .kind = OptionKind::integer,
                       .help = "loops for each set of parts",
                       .fallback = "500",
                       .lowest = 1,
                       .highest = 1e7}},
          .run = run_sokoban_table1};
}

}  // namespace nazo
