// How many deals of Superpuzz can be won.
#include "base/text.hpp"
#include "experiments/papers.hpp"
#include "experiments/winnability.hpp"

namespace nazo {

namespace {

Result<Findings> run_winnability(const ExperimentCall& call) {
  const std::int64_t columns = call.options.integer("columns");
  const bool full = columns == 13;
  return count_winnable(call,
                        {.genre = "superpuzz",
                         .title = cat("Superpuzz with ", columns, " columns"),
                         .title_ja = cat("スーパーパズ ", columns, " 列"),
                         .what = Value::object().set("columns", columns),
                         .making = {{"columns", std::to_string(columns)}},
                         .published = full ? "85.8 % ± 3.7 % (Solvitaire, 10,000 deals, over 6 % undecided)" : ""});
}

}  // namespace

Experiment superpuzz_winnability() {
  return {
      .name = "superpuzz-winnability",
      .summary = "the share of deals that can be won, with an interval that undecided deals widen",
      .about =
          "Solves random deals with a time limit each. Every solution is replayed; unsolvable means exhausted. "
          "With --log the run can be interrupted and goes on when started again. Logs of earlier runs over the same "
          "deals may be named: what they decided is taken from them, and only what they left undecided is searched, "
          "with the limits of this run. With --nodes instead of --time the verdicts are the same on every machine.",
      .options = winnable_options({{.name = "columns",
                                    .kind = OptionKind::integer,
                                    .help = "columns of a deal",
                                    .fallback = "13",
                                    .lowest = 2,
                                    .highest = 13}}),
      .extent = "deals",
      .run = run_winnability};
}

}  // namespace nazo
