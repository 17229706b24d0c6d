// How many deals of Shanghai can be won when every tile is seen.
#include "base/text.hpp"
#include "experiments/papers.hpp"
#include "experiments/winnability.hpp"

namespace nazo {

namespace {

Result<Findings> run_winnable(const ExperimentCall& call) {
  const std::string& layout = call.options.text("layout");
  const bool turtle = layout == "turtle";
  return count_winnable(call,
                        {.genre = "shanghai",
                         .title = cat("Shanghai, layout ", layout, ", all tiles seen"),
                         .title_ja = cat("上海（配置 ", layout, "、全牌公開）"),
                         .what = Value::object().set("layout", layout),
                         .making = {{"layout", layout}, {"method", "shuffle"}},
                         .solving = {{"proof", "true"}},
                         .published = turtle ? "97.04 to 97.05 % (M. de Bondt's solver, 10,000,000 turtles)" : ""});
}

}  // namespace

Experiment shanghai_winnable() {
  return {.name = "shanghai-winnable",
          .summary = "the share of Shanghai deals that can be won, with an interval that undecided deals widen",
          .about =
              "Deals are shuffled; deal i is item i of nazo generate shanghai --method shuffle. Every solution is "
              "replayed and every proof that there is none is checked by separate code. With --log the run can be "
              "interrupted and goes on when started again.",
          .options = winnable_options({{.name = "layout",
                                        .kind = OptionKind::text,
                                        .help = "one of the layouts of nazo generate shanghai",
                                        .fallback = "turtle"}}),
          .extent = "deals",
          .run = run_winnable};
}

}  // namespace nazo
