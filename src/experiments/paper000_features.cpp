// The boards of paper 000 made anew: random, proved solvable, each with its six variables from the whole state space.
#include "experiments/paper000_boards.hpp"
#include "experiments/papers.hpp"

namespace nazo {

namespace {

/// The boards as lines that every verb reads, with ① to ⑥ for people.
Table boards_table() {
  Table table{.name = "boards"};
  table.columns = {{"id", {"board", "問題"}},
                   {"features.moves_mean", {"① moves", "① 平均可能手数"}},
                   {"features.moves_mean_first", {"② first", "② 前半"}},
                   {"features.moves_mean_second", {"③ second", "③ 後半"}},
                   {.field = "features.solvable_fraction", .title = {"④ solvable", "④ solvable割合"}, .digits = 6},
                   {.field = "features.unsolvable_transition_fraction",
                    .title = {"⑤ losing moves", "⑤ unsolvable遷移割合"},
                    .compact = true},
                   {"features.unsolvable_longest", {"⑥ longest", "⑥ 最長経路"}},
                   {"features.states", {"states", "局面数"}},
                   {.field = "features.random_walk_win", .title = {"random win", "無作為勝率"}, .compact = true}};
  return table;
}

/// What a player meets (moves) against what a random player makes of it.
Figure boards_figure(const std::vector<Value>& rows) {
  Figure figure{.name = "boards",
                .caption = {"The boards: moves to choose from and the chance of a random player",
                            "問題：平均可能手数（前半）と無作為な解答者の勝率"}};
  figure.x = {.title = {"② mean moves, first part", "② 平均可能手数：前半"}};
  figure.y = {.title = {"a random player clears the board", "無作為に取って解ける確率"}, .holds = {0}};
  Series boards{.mark = Mark::points};
  for (const Value& row : rows)
    boards.points.push_back({field_of(row, "features.moves_mean_first")->number(),
                             field_of(row, "features.random_walk_win")->number(), ChartPoint::none, ChartPoint::none,
                             *row.find("id")->string()});
  figure.series.push_back(std::move(boards));
  return figure;
}

Result<Findings> run_shisen(const ExperimentCall& call) {
  NAZO_TRY(made, make_boards(call));
  Findings found{.whole = made.whole};
  if (made.rows.empty()) return found;
  Table& table = found.account.add(boards_table());
  table.rows = std::move(made.rows);
  Figure figure = boards_figure(table.rows);
  found.account.add(std::move(figure));
  return found;
}

}  // namespace

Experiment shisen_features() {
  return {
      .name = "shisen-features",
      .summary = "the paper's set of Shisen-sho boards with its six variables",
      .about =
          "Random boards that are proved solvable, each with its whole state space measured: ① to ⑥ of the paper "
          "and more. The lines of --json and --csv are puzzles: study create, analyze, rate and every other verb read "
          "them as they are, features included. With --log the run can be interrupted and goes on when started again. "
          "A 10×6 board with border outside takes one to several minutes.",
      .options = board_options("100", "10x6", "15"),
      .extent = "boards",
      .run = run_shisen};
}

}  // namespace nazo
