#include "genres/sokoban/generate/generate.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "genres/sokoban/generate/paper.hpp"
#include "genres/sokoban/generate/walk.hpp"
#include "genres/sokoban/text/text.hpp"

namespace nazo::sokoban {

namespace {

constexpr int smallest_side = 5, largest_side = Grid10::side + 2;

/// "8x8", "9x7" or "8": the board's sides, walls included.
Result<Plan> plan_of(const Options& options) {
  const std::string& text = options.text("size");
  const std::size_t cross = text.find('x');
  const auto width = number_of<int>(std::string_view(text).substr(0, cross));
  const auto height = cross == std::string::npos ? width : number_of<int>(std::string_view(text).substr(cross + 1));
  if (!width || !height || *width < smallest_side || *height < smallest_side || *width > largest_side ||
      *height > largest_side)
    return fail(cat("--size takes WIDTHxHEIGHT, each from ", smallest_side, " to ", largest_side,
                    " with the walls, not ", in_quotes(text)));
  Plan plan;
  plan.width = *width - 2;
  plan.height = *height - 2;
  // On 6×6 this is 17 to 27, as in the levels the paper's authors published.
  const int squares = plan.width * plan.height;
  const auto boxes = static_cast<int>(options.integer("boxes"));
  const auto least = static_cast<int>(options.integer("least-area")),
             most = static_cast<int>(options.integer("most-area"));
  plan.least_area = least > 0 ? least : std::max(boxes + 2, squares * 17 / 36);
  plan.most_area =
      most > 0 ? most : std::max(plan.least_area, squares <= 36 ? squares * 27 / 36 : 27 + (squares - 36) / 3);
  if (plan.least_area > plan.most_area || plan.most_area > squares || plan.least_area <= boxes)
    return fail(
        cat("the area must lie between ", boxes + 1, " and ", squares, " squares, --least-area not above --most-area"));
  const std::string& symmetric = options.text("symmetric");
  if (symmetric == "mirror") plan.likeness = Likeness::mirror;
  if (symmetric == "rotation") plan.likeness = Likeness::rotation;
  return plan;
}

/// What `--keep` surely asks for; without it the medians of the levels the paper's authors published.
Measures bar_of(const Expression* keep) {
  if (keep == nullptr) return murase_medians;
  const auto bound = [&](std::string_view name, int fallback) {
    return static_cast<int>(
        std::clamp(std::ceil(keep->lower_bound(name, fallback)), static_cast<double>(fallback), 10'000.0));
  };
  return {bound("pushes", 7), bound("box_changes", 4), bound("detour", 1)};
}

template <class G>
Candidate candidate_of(const Small<G>& small, const std::vector<Push>& pushes, const Measures& measures) {
  Candidate candidate;
  candidate.puzzle.genre = "sokoban";
  candidate.puzzle.text = write_level(to_level(small));
  candidate.solution = lurd_of(small, pushes);
  candidate.features.set("area", G::count(small.floor)).set("boxes", G::count(small.boxes));
  candidate.features.set("pushes", measures.pushes).set("box_changes", measures.box_changes);
  candidate.features.set("moves", candidate.solution.size()).set("detour", measures.detour);
  return candidate;
}

template <class G>
Batch walk_item(const Order& order, const Plan& plan, const PartSet* own, const Budget& budget) {
  const Options& options = order.options;
  WalkOrder walk;
  walk.plan = plan;
  walk.boxes = static_cast<int>(options.integer("boxes"));
  walk.bar = bar_of(order.keep);
  walk.from_parts = options.text("outline") == "parts";
  walk.own_parts = own;
  walk.trim = !options.flag("keep-floor");
  walk.most_levels = static_cast<int>(options.integer("per-walk"));
  walk.patience = static_cast<int>(options.integer("patience"));
  walk.most_states = static_cast<std::uint32_t>(options.integer("most-states"));
  Rng rng(order.seed, order.index);
  Meter meter(budget);
  WalkCounts counts;
  const std::vector<Found<G>> all = Walker<G>(walk).walk(rng, counts, meter);
  Batch batch;
  batch.limit = meter.limit() == Limit::none && counts.short_of_room ? Limit::memory : meter.limit();
  for (const Found<G>& found : all) batch.candidates.push_back(candidate_of(found.level, found.pushes, found.measures));
  for (const auto& [reason, count] :
       {std::pair{"too_large", counts.too_large}, std::pair{"below_bar", counts.below_bar},
        std::pair{"repeated", counts.repeated}, std::pair{"no_outline", counts.no_outline}})
    if (count > 0) batch.rejected.emplace_back(reason, count);
  return batch;
}

template <class G>
Batch paper_item(const Order& order, const Plan& plan, const PartSet& parts, const Budget& budget) {
  PaperOrder paper;
  paper.plan = plan;
  paper.parts = &parts;
  paper.boxes = static_cast<int>(order.options.integer("boxes"));
  paper.repair = order.options.flag("repair");
  Rng rng(order.seed, order.index, paper.parts == &parts_b() ? 1 : 0);
  Meter meter(budget);
  const PaperLevel<G> made = paper_loop<G>(paper, rng, meter);
  Batch batch;
  batch.limit = made.limit;
  if (made.limit != Limit::none && made.limit != Limit::memory) return batch;
  if (made.end == PaperEnd::kept || made.end == PaperEnd::repaired) {
    batch.candidates.push_back(candidate_of(made.level, made.pushes, made.measures));
    if (made.end == PaperEnd::repaired) batch.candidates.back().puzzle.notes.set("repaired", name(made.before_repair));
  } else {
    batch.rejected.emplace_back(name(made.end), 1);
  }
  return batch;
}

/// What is to be laid: one of the built-in sets, or what the user drew.
struct WantedParts {
  const PartSet* set = &parts_a();
  bool own = false;
};

template <class G>
Batch item(const Order& order, const Plan& plan, const WantedParts& parts, const Budget& budget) {
  return order.options.text("method") == "paper" ? paper_item<G>(order, plan, *parts.set, budget)
                                                 : walk_item<G>(order, plan, parts.own ? parts.set : nullptr, budget);
}

}  // namespace

std::vector<OptionFact> generator_options() {
  return {
      {.name = "method",
       .kind = OptionKind::choice,
       .help = "walk (ours: whole fields of starts, local search) or paper (Murase's parts, one loop an item)",
       .fallback = "walk",
       .verbs = {"generate"},
       .choices = {"walk", "paper"}},
      {.name = "size",
       .kind = OptionKind::text,
       .help = "the board with its walls, WIDTHxHEIGHT, up to 12x12",
       .fallback = "8x8",
       .verbs = {"generate"}},
      {.name = "boxes",
       .kind = OptionKind::integer,
       .help = "boxes and goals",
       .fallback = "3",
       .verbs = {"generate"},
       .lowest = 1,
       .highest = most_field_boxes},
      {.name = "least-area",
       .kind = OptionKind::integer,
       .help = "fewest floor squares of an outline before trimming (0: from the size)",
       .fallback = "0",
       .verbs = {"generate"},
       .lowest = 0,
       .highest = 100},
      {.name = "most-area",
       .kind = OptionKind::integer,
       .help = "most floor squares of an outline (0: from the size)",
       .fallback = "0",
       .verbs = {"generate"},
       .lowest = 0,
       .highest = 100},
      {.name = "outline",
       .kind = OptionKind::choice,
       .help = "walk: begin with outlines grown cell by cell or laid from parts",
       .fallback = "cells",
       .verbs = {"generate"},
       .choices = {"cells", "parts"}},
      {.name = "symmetric",
       .kind = OptionKind::choice,
       .help = "outlines that are their own mirror image or half turn before trimming",
       .fallback = "no",
       .verbs = {"generate"},
       .choices = {"no", "mirror", "rotation"}},
      {.name = "keep-floor",
       .kind = OptionKind::flag,
       .help = "walk: leave useless floor where it is",
       .verbs = {"generate"}},
      {.name = "per-walk",
       .kind = OptionKind::integer,
       .help = "walk: most levels of one walk; 1 gives the most variety, 100 the most levels a second",
       .fallback = "20",
       .verbs = {"generate"},
       .lowest = 1,
       .highest = 10'000},
      {.name = "patience",
       .kind = OptionKind::integer,
       .help = "walk: steps without gain after which a walk ends",
       .fallback = "60",
       .verbs = {"generate"},
       .lowest = 1,
       .highest = most_walk_steps},
      {.name = "most-states",
       .kind = OptionKind::integer,
       .help = "walk: fields with more solvable positions than this are not entered",
       .fallback = "50000",
       .verbs = {"generate"},
       .lowest = 100,
       .highest = 5e7},
      {.name = "parts",
       .kind = OptionKind::choice,
       .help = "paper: the set of parts",
       .fallback = "A",
       .verbs = {"generate"},
       .choices = {"A", "B"}},
      {.name = "own-parts",
       .kind = OptionKind::file,
       .help = "outlines from parts: drawings of parts and prototypes of your own instead (docs/SOKOBAN.md)",
       .verbs = {"generate"}},
      {.name = "repair",
       .kind = OptionKind::flag,
       .help = "paper: mend what would be thrown away by small changes",
       .verbs = {"generate"}},
  };
}

std::vector<PresetFact> generator_presets() {
  return {
      {"murase",
       "52 levels of 8x8 with three boxes, each at or above the medians of the 52 the paper's authors published",
       {{"count", "52"}, {"per-walk", "1"}, {"keep", "pushes >= 17 && box_changes >= 7 && detour >= 10"}}},
      {"record",
       "beyond the best of those 52: more than 24 pushes and 12 box changes",
       {{"per-walk", "4"}, {"patience", "150"}, {"keep", "pushes > 24 && box_changes > 12"}}},
      {"symmetric",
       "good levels on outlines with a mirror axis",
       {{"symmetric", "mirror"},
        {"keep-floor", "true"},
        {"per-walk", "1"},
        {"keep", "pushes >= 17 && box_changes >= 7 && detour >= 10"}}},
      {"four",
       "four boxes on 9x9",
       {{"boxes", "4"}, {"size", "9x9"}, {"per-walk", "1"}, {"keep", "pushes >= 25 && box_changes >= 9"}}},
      {"five",
       "five boxes on 11x11, 40 pushes or more",
       {{"boxes", "5"}, {"size", "11x11"}, {"per-walk", "1"}, {"keep", "pushes >= 40"}}},
  };
}

Result<Batch> generate(const Order& order, const Context& context) {
  NAZO_TRY(plan, plan_of(order.options));
  const int side = std::max(plan.width, plan.height);
  const bool of_parts = order.options.text("method") == "paper" || order.options.text("outline") == "parts";
  if (of_parts && std::min(plan.width, plan.height) < 4)
    return fail("outlines from parts need a board of at least 6x6");
  WantedParts parts{.set = order.options.text("parts") == "B" ? &parts_b() : &parts_a(),
                    .own = order.options.given("own-parts")};
  PartSet drawn;
  if (parts.own && !of_parts) return fail("--own-parts goes with --method paper or --outline parts");
  if (parts.own) {
    NAZO_TRY(read, read_parts(order.options.text("own-parts")));
    NAZO_CHECK(parts_fit(read, plan.width, plan.height));
    drawn = std::move(read);
    parts.set = &drawn;
  }
  if (side <= Grid6::side) return item<Grid6>(order, plan, parts, context.budget);
  if (side <= Grid8::side) return item<Grid8>(order, plan, parts, context.budget);
  return item<Grid10>(order, plan, parts, context.budget);
}

}  // namespace nazo::sokoban
