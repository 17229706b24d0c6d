// The boards of paper 000 made anew: random, proved solvable, each with its six variables from the whole state space.
#include <algorithm>
#include <ostream>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"
#include "puzzle/verified.hpp"

namespace nazo {

namespace {

const std::vector<std::string> shisen_variables{"moves_mean",
                                                "moves_mean_first",
                                                "moves_mean_second",
                                                "solvable_fraction",
                                                "unsolvable_transition_fraction",
                                                "unsolvable_longest",
                                                "states",
                                                "transitions",
                                                "deadlocks",
                                                "first_deadlock_depth",
                                                "random_walk_win"};

Result<int> run_shisen(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "shisen"));
  const auto boards = static_cast<std::uint64_t>(call.options.integer("boards"));
  const std::string border = call.options.text("border"), size = call.options.text("size"),
                    kinds = call.options.text("kinds");
  NAZO_TRY(making, Options::make(genre->facts().options, {{"border", border}, {"size", size}, {"kinds", kinds}}));
  NAZO_TRY(measuring, Options::make(genre->facts().options, {{"border", border}}));
  std::string head = "board,index";
  for (const std::string& variable : shisen_variables) head += "," + variable;
  call.out << head << ",puzzle\n";

  std::uint64_t printed = 0;
  const auto print_row = [&](std::uint64_t index, const Value& board) {
    std::string line = cat(++printed, ",", index);
    for (const std::string& variable : shisen_variables) {
      const Value* value = board.find("features")->find(variable);
      line += "," + (value == nullptr || value->is_null() ? std::string() : value->json());
    }
    std::string rows = *board.find("puzzle")->string();
    std::ranges::replace(rows, '\n', '/');
    call.out << line << ",\"" << rows << "\"\n" << std::flush;
  };
  const auto make = [&](std::uint64_t index) -> Result<Value> {
    const Order order{.options = making, .keep = nullptr, .seed = call.context.seed, .index = index};
    NAZO_TRY(batch, genre->generate(order, call.context));
    Value found = Value::array();
    for (const Candidate& candidate : batch.candidates) {
      NAZO_TRY(verdict, solve_verified(*genre, candidate.puzzle, measuring, call.context));
      if (verdict.limit == Limit::stopped) return fail_limit(Limit::stopped);
      if (verdict.status != Status::solved) continue;
      NAZO_TRY(analysis, genre->analyze(candidate.puzzle, shisen_variables, measuring, call.context));
      if (analysis.limit == Limit::stopped) return fail_limit(Limit::stopped);
      if (analysis.limit != Limit::none) {
        call.words << "board of item " << index << ": " << name(analysis.limit) << " ran out, left out\n";
        continue;
      }
      found.push(Value::object().set("puzzle", candidate.puzzle.text).set("features", analysis.features));
    }
    return found;
  };
  const auto take = [&](std::uint64_t index, const Value& found) {
    for (const Value& board : *found.items())
      if (printed < boards) print_row(index, board);
    return printed < boards;
  };
  // One board at a time: its state space may need all the memory and every thread there is.
  ExperimentCall one_by_one = call;
  one_by_one.context.threads = 1;
  NAZO_TRY(whole, each_item(one_by_one, "boards", endless, make, take));
  return whole ? 0 : 3;
}

}  // namespace

Experiment shisen_features() {
  return {.name = "shisen-features",
          .summary = "the paper's set of Shisen-sho boards with its six variables, as CSV",
          .about =
              "Random boards that are proved solvable, each with its whole state space measured: ① to ⑥ of the paper "
              "and more. With --log the run can be interrupted and goes on when started again. "
              "A 10×6 board with border outside takes one to several minutes.",
          .options = {{.name = "boards",
                       .kind = OptionKind::integer,
                       .help = "how many boards",
                       .fallback = "100",
                       .lowest = 1,
                       .highest = 1e6},
                      {.name = "border",
                       .kind = OptionKind::choice,
                       .help = "may paths run outside the board?",
                       .fallback = "outside",
                       .choices = {"outside", "inside"}},
                      {.name = "size", .kind = OptionKind::text, .help = "WIDTHxHEIGHT", .fallback = "10x6"},
                      {.name = "kinds",
                       .kind = OptionKind::integer,
                       .help = "kinds of tiles",
                       .fallback = "15",
                       .lowest = 1,
                       .highest = 36}},
          .extent = "boards",
          .run = run_shisen};
}

}  // namespace nazo
