// Table 1 of paper 003: what becomes of 500 generated Sokoban levels for each set of parts.
#include <array>
#include <ostream>

#include "base/text.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"
#include "workshop/text_table.hpp"

namespace nazo {

namespace {

struct Column {
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

Result<int> run_sokoban_table1(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "sokoban"));
  const auto loops = static_cast<std::uint64_t>(call.options.integer("loops"));
  // The printed row "thrown away" of B is lost; it follows from the sum of 500.
  std::array<Column, 2> columns{{{"A", {2, 153, 287, 58}}, {"B", {7, 245, 204, 44}}}};
  for (Column& column : columns) {
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
    if (!whole) return 3;
  }
  constexpr std::array names{"could not be built", "no solution", "solved, thrown away", "solved, kept"};
  if (call.json) {
    for (const Column& column : columns)
      for (std::size_t r = 0; r < names.size(); ++r)
        call.out << Value::object()
                        .set("parts", column.parts)
                        .set("outcome", names[r])
                        .set("paper", column.paper[r])
                        .set("ours", column.ours[r])
                        .set("loops", loops)
                        .json()
                 << "\n";
    return 0;
  }
  std::vector<std::vector<std::string>> rows;
  for (std::size_t r = 0; r < names.size(); ++r) {
    rows.push_back({names[r]});
    for (const Column& column : columns) {
      rows.back().push_back(std::to_string(column.paper[r]));
      rows.back().push_back(std::to_string(column.ours[r]));
    }
  }
  rows.push_back({"loops", "500", std::to_string(loops), "500", std::to_string(loops)});
  call.out << "Sokoban, table 1 of the paper beside ours, seed " << call.context.seed << "\n\n";
  for (const std::string& line : table_lines({"", "A paper", "A ours", "B paper", "B ours"}, rows))
    call.out << line << "\n";
  if (columns[0].undecided + columns[1].undecided != 0)
    call.out << "too large to decide: " << columns[0].undecided << " (A), " << columns[1].undecided << " (B)\n";
  call.out << "\nThe drawings of the paper's parts are lost: parts A (wide) and B (narrow) are our own, so the numbers "
              "are of the same kind, not the same. Thrown away: no detour, 3 box changes or\n"
              "fewer, or 6 pushes or fewer. The paper's last row, how many of the kept ones an expert found "
              "interesting (13 and 14), needs an expert.\n";
  return 0;
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
