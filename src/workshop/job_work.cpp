// Each kind of long work that can be ordered.
#include "base/hex.hpp"
#include "base/text.hpp"
#include "puzzle/values.hpp"
#include "puzzle/verified.hpp"
#include "store/store.hpp"
#include "workshop/fit_people.hpp"
#include "workshop/job_order.hpp"
#include "workshop/made_for.hpp"
#include "workshop/render.hpp"
#include "workshop/sheet.hpp"
#include "workshop/sheet_cover.hpp"

namespace nazo {
namespace {

/// A fit of more plays than this is no work to be done beside players: `nazo fit` does it.
constexpr std::int64_t most_plays_to_learn_from = 20'000;

Context context_of(const JobOrder& order, const JobHooks& hooks) {
  return {.budget = {.seconds = order.seconds, .bytes = order.bytes, .stop = hooks.stop},
          .seed = order.seed,
          .progress = hooks.progress};
}

Result<Value> solve_job(const JobOrder& order, const JobHooks& hooks) {
  NAZO_TRY(verdict, solve_verified(*order.genre, order.puzzle, order.options, context_of(order, hooks)));
  return value_of(verdict);
}

Result<Value> check_job(const JobOrder& order, const JobHooks& hooks) {
  NAZO_TRY(report, order.genre->check(order.puzzle, order.options, context_of(order, hooks)));
  return value_of(report);
}

Result<Value> analyze_job(const JobOrder& order, const JobHooks& hooks) {
  NAZO_TRY(analysis, order.genre->analyze(order.puzzle, {}, order.options, context_of(order, hooks)));
  return value_of(analysis).set("prior", value_of(order.genre->prior(analysis.features)));
}

/// Everything a maker wants to know of a puzzle, told piece by piece as it is found.
Result<Value> examine_job(const JobOrder& order, const JobHooks& hooks) {
  Value all = Value::object();
  const auto tell = [&](const std::string& name, std::string_view event, const Value& piece) {
    hooks.found(event, piece);
    all.set(name, piece);
  };
  tell("puzzle", "puzzle", value_of(order.puzzle));
  NAZO_TRY(solved, solve_job(order, hooks));
  tell("verdict", "verdict", solved);
  NAZO_TRY(checked, check_job(order, hooks));
  tell("report", "report", checked);
  NAZO_TRY(analysed, analyze_job(order, hooks));
  tell("analysis", "analysis", analysed);
  return all;
}

Result<Value> generate_job(const JobOrder& order, const JobHooks& hooks) {
  GenerateOrder run = order.generate;
  run.context = context_of(order, hooks);
  const Genre& genre = *order.genre;
  NAZO_TRY(summary, generate_run(run, [&](const Kept& kept) {
             hooks.found("puzzle", value_of(kept.candidate)
                                       .set("index", kept.index)
                                       .set("prior", value_of(genre.prior(kept.candidate.features))));
             return true;
           }));
  Value rejected = Value::object();
  for (const auto& [reason, count] : summary.rejected) rejected.set(reason, count);
  Value extents = Value::object();
  for (const auto& [asked, extent] : summary.extents)
    extents.set(asked, Value::array().push(extent.low).push(extent.high));
  return Value::object()
      .set("items", summary.items)
      .set("candidates", summary.candidates)
      .set("kept", summary.kept)
      .set("rejected", rejected)
      .set("extents", extents)
      .set("limit", summary.limit == Limit::none ? Value() : Value(name(summary.limit)));
}

Value file_value(const std::string& bytes) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return Value::object().set("hex", hex_of(std::span(first, bytes.size())));
}

Result<Value> sheet_job(const JobOrder& order, const JobHooks& hooks) {
  std::vector<SheetFigure> figures;
  std::vector<SheetFigure> solutions;
  const Context context = context_of(order, hooks);
  for (const JobOrder::Figure& wanted : order.figures) {
    NAZO_TRY(options, Options::make(wanted.genre->facts().options));
    NAZO_TRY(puzzles, wanted.genre->parse(wanted.text, "", options));
    if (puzzles.empty()) return fail("there is no puzzle in this text");
    NAZO_TRY(svg, wanted.genre->picture(puzzles.front(), "", options, context));
    figures.push_back({svg, wanted.caption});
    if (wanted.solution.empty()) continue;
    NAZO_TRY(solved, wanted.genre->picture(puzzles.front(), wanted.solution, options, context));
    solutions.push_back({solved, wanted.caption});
  }
  NAZO_TRY(pages, sheet_pages(figures, {.title = order.cover ? std::string() : order.title}));
  if (order.cover) pages.insert(pages.begin(), cover_page({order.title, order.author, order.about, order.foot}));
  if (!solutions.empty()) {
    constexpr int columns = 4;
    NAZO_TRY(last, sheet_pages(solutions, {.columns = columns, .title = "Solutions · 解答"}));
    pages.insert(pages.end(), last.begin(), last.end());
  }
  NAZO_TRY(pdf, pdf_of(pages));
  return file_value(pdf);
}

Result<Value> draw_job(const JobOrder& order, const JobHooks& hooks) {
  NAZO_TRY(svg, order.genre->picture(order.puzzle, "", order.options, context_of(order, hooks)));
  NAZO_TRY(bytes, order.form == "pdf" ? pdf_of({svg}) : png_of(svg));
  return file_value(bytes);
}

Result<Value> learn_job(const JobOrder& order, const JobHooks&) {
  const std::string& genre_name = order.genre->facts().name;
  NAZO_TRY(store, store::Store::open_existing(order.store));
  NAZO_TRY(there, store.count_plays({.genre = genre_name}));
  if (there > most_plays_to_learn_from)
    return fail(cat(there, " plays of ", genre_name, ": too many to learn from while serving; use nazo fit"));
  NAZO_TRY(fit, fit_and_keep(*order.genre, store, {.genre = genre_name}, {}, "while serving"));
  return Value::object()
      .set("genre", genre_name)
      .set("model", fit.key)
      .set("live", fit.live)
      .set("plays", fit.model.plays)
      .set("rated", fit.rated);
}

/// Twelve are made and looked at: in less time than this the generators of large puzzles bring hardly one.
Result<Value> harder_job(const JobOrder& order, const JobHooks& hooks) {
  NAZO_TRY(store, store::Store::open_existing(order.store));
  NAZO_TRY(like, store.find_puzzle(order.like));
  if (!like || like->genre != order.genre->facts().name) return fail(cat("there is no puzzle ", in_quotes(order.like)));
  NAZO_TRY(rater, Rater::make(*order.genre, &store, order.player, ""));
  NAZO_TRY(run, make_harder({.genre = order.genre, .like = *like, .context = context_of(order, hooks)}, rater));
  Value out = Value::object()
                  .set("like", like->key)
                  .set("made", run.made)
                  .set("model", rater.model_key())
                  .set("plays", rater.player_plays());
  if (!run.given) return out.set("puzzle", Value());
  const store::Estimates& e = run.given->rated.estimates;
  const auto number = [](const std::optional<double>& value) { return value ? Value(*value) : Value(); };
  const auto times = likely_times(e);
  const bool said = e.success.has_value();
  const Puzzle& puzzle = run.given->kept.candidate.puzzle;
  return out.set("harder", run.harder)
      .set("puzzle", Value::object().set("genre", puzzle.genre).set("text", puzzle.text))
      .set("difficulty", number(e.difficulty))
      .set("difficulty_from", number(run.from.estimates.difficulty))
      .set("success", number(e.success))
      .set("success_low", said ? Value(run.given->low) : Value())
      .set("success_high", said ? Value(run.given->high) : Value())
      .set("time", times ? Value(*e.time) : Value())
      .set("time_low", times ? Value(times->low) : Value())
      .set("time_high", times ? Value(times->high) : Value());
}

}  // namespace

Result<Value> do_job(const JobOrder& order, const JobHooks& hooks) {
  switch (order.what) {
    case JobOrder::What::solve:
      return solve_job(order, hooks);
    case JobOrder::What::check:
      return check_job(order, hooks);
    case JobOrder::What::analyze:
      return analyze_job(order, hooks);
    case JobOrder::What::examine:
      return examine_job(order, hooks);
    case JobOrder::What::generate:
      return generate_job(order, hooks);
    case JobOrder::What::sheet:
      return sheet_job(order, hooks);
    case JobOrder::What::draw:
      return draw_job(order, hooks);
    case JobOrder::What::learn:
      return learn_job(order, hooks);
    case JobOrder::What::harder:
      return harder_job(order, hooks);
  }
  return fail("no such work");
}

}  // namespace nazo
