#include "workshop/job_order.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace nazo {
namespace {

using What = JobOrder::What;

constexpr std::pair<std::string_view, What> kinds_of_work[] = {
    {"solve", What::solve},     {"check", What::check},       {"analyze", What::analyze},
    {"examine", What::examine}, {"generate", What::generate}, {"sheet", What::sheet},
    {"draw", What::draw},       {"learn", What::learn},       {"harder", What::harder}};

Result<std::string> order_text(const Value& record, std::string_view name) {
  const Value* field = record.find(name);
  if (field == nullptr || field->is_null()) return std::string();
  if (field->string() == nullptr) return fail(cat(in_quotes(name), " must be a text"));
  return *field->string();
}

Result<double> order_number(const Value& record, std::string_view name, double fallback) {
  const Value* field = record.find(name);
  if (field == nullptr || field->is_null()) return fallback;
  const double number = field->number();
  if (field->boolean() != nullptr || !std::isfinite(number)) return fail(cat(in_quotes(name), " must be a number"));
  return number;
}

Result<const Genre*> order_genre(const Catalog& genres, const Value& record) {
  NAZO_TRY(name, order_text(record, "genre"));
  if (name.empty()) return fail("\"genre\" is missing");
  const Genre* genre = find_genre(genres, name);
  if (genre == nullptr) return fail(cat("no genre ", in_quotes(name)));
  return genre;
}

Result<Options> order_options(const Genre& genre, What what, const Value& record) {
  const auto& facts = genre.facts().options;
  std::map<std::string, std::string> given;
  if (const Value* options = record.find("options"); options != nullptr && !options->is_null()) {
    if (options->fields() == nullptr) return fail("\"options\" must be an object");
    for (const auto& [name, value] : *options->fields())
      given.emplace(name, value.string() != nullptr ? *value.string() : value.json());
  }
  for (const auto& [name, value] : given) {
    const auto fact = std::ranges::find(facts, name, &OptionFact::name);
    // Nobody has sent a file: where an option takes one, the command line reads it.
    if (fact != facts.end() && fact->kind == OptionKind::file)
      return fail(cat("the option ", in_quotes(name), " is for the command line"));
  }
  // Somebody waits for each generated puzzle: a few thousand random trials tell enough about it.
  if (what == What::generate && std::ranges::count(facts, "trials", &OptionFact::name))
    given.try_emplace("trials", "2000");
  return Options::make(facts, given);
}

Result<Puzzle> order_puzzle(const Genre& genre, const Options& options, const Value& record) {
  NAZO_TRY(text, order_text(record, "text"));
  NAZO_TRY(format, order_text(record, "format"));
  if (text.empty()) return fail("\"text\" is missing: the puzzle");
  if (text.size() > most_puzzle_text) return fail(cat("the puzzle's text is longer than ", most_puzzle_text, " bytes"));
  NAZO_TRY(puzzles, genre.parse(text, format, options));
  if (puzzles.empty()) return fail("there is no puzzle in this text");
  return puzzles.front();
}

Result<GenerateOrder> order_run(const JobOrder& order, const Value& record) {
  GenerateOrder run{.genre = order.genre, .options = order.options};
  NAZO_TRY(keep, order_text(record, "keep"));
  NAZO_TRY(count, order_number(record, "count", 1));
  if (!keep.empty()) {
    auto expression = Expression::parse(keep);
    if (!expression) return fail(cat("\"keep\": ", expression.error().message));
    run.keep = *expression;
  }
  if (count < 1 || count > 1e9) return fail("\"count\" must be at least 1");
  run.count = static_cast<std::uint64_t>(count);
  run.features = {"all"};
  return run;
}

Result<std::vector<JobOrder::Figure>> order_figures(const Catalog& genres, const Value& record) {
  const Value* items = record.find("items");
  const bool list = items != nullptr && items->items() != nullptr;
  if (!list || items->items()->empty() || items->items()->size() > most_figures)
    return fail(cat("\"items\" must be a list of 1 to ", most_figures, " puzzles"));
  std::vector<JobOrder::Figure> figures;
  for (const Value& item : *items->items()) {
    if (!item.is_object()) return fail("an item must be an object");
    NAZO_TRY(genre, order_genre(genres, item));
    NAZO_TRY(text, order_text(item, "text"));
    NAZO_TRY(caption, order_text(item, "title"));
    NAZO_TRY(solution, order_text(item, "solution"));
    if (text.empty()) return fail("\"text\" is missing");
    if (text.size() > most_puzzle_text) return fail(cat("a puzzle's text is longer than ", most_puzzle_text, " bytes"));
    figures.push_back({genre, text, caption, solution});
  }
  return figures;
}

}  // namespace

Result<JobOrder> read_job_order(const Catalog& genres, const Value& record) {
  if (!record.is_object()) return fail("an order must be an object");
  NAZO_TRY(what, order_text(record, "what"));
  const auto kind = std::ranges::find(kinds_of_work, what, &std::pair<std::string_view, What>::first);
  if (kind == std::end(kinds_of_work))
    return fail(cat("\"what\" must be solve, check, analyze, examine, generate or harder, not ", in_quotes(what)));
  JobOrder order{.what = kind->second};
  NAZO_TRY(seconds, order_number(record, "seconds", order.seconds));
  NAZO_TRY(bytes, order_number(record, "bytes", static_cast<double>(order.bytes)));
  NAZO_TRY(seed, order_number(record, "seed", 1));
  NAZO_TRY(title, order_text(record, "title"));
  NAZO_TRY(form, order_text(record, "form"));
  NAZO_TRY(store, order_text(record, "store"));
  NAZO_TRY(like, order_text(record, "like"));
  NAZO_TRY(player, order_text(record, "player"));
  if (!(seconds > 0)) return fail("\"seconds\" must be more than 0");
  order.seconds = seconds;
  order.bytes = static_cast<std::uint64_t>(std::clamp(bytes, 1e6, 1e15));
  order.seed = static_cast<std::uint64_t>(std::clamp(seed, 0.0, 9e15));
  order.title = title;
  order.form = form;
  order.store = store;
  order.like = like;
  order.player = player;
  if (order.what == What::sheet) {
    NAZO_TRY(figures, order_figures(genres, record));
    order.figures = std::move(figures);
    const Value* cover = record.find("cover");
    order.cover = cover != nullptr && cover->boolean() != nullptr && *cover->boolean();
    NAZO_TRY(author, order_text(record, "author"));
    NAZO_TRY(about, order_text(record, "about"));
    NAZO_TRY(foot, order_text(record, "foot"));
    order.author = author;
    order.about = about;
    order.foot = foot;
    return order;
  }
  NAZO_TRY(genre, order_genre(genres, record));
  order.genre = genre;
  NAZO_TRY(options, order_options(*genre, order.what, record));
  order.options = options;
  if (order.what == What::learn) return order;
  if (order.what == What::harder) {
    if (like.empty()) return fail("\"like\" is missing: the key of a puzzle");
    return order;
  }
  if (order.what == What::generate) {
    NAZO_TRY(run, order_run(order, record));
    order.generate = std::move(run);
    return order;
  }
  NAZO_TRY(puzzle, order_puzzle(*genre, options, record));
  order.puzzle = std::move(puzzle);
  if (order.what == What::draw && form != "pdf" && form != "png") return fail("\"form\" must be pdf or png");
  return order;
}

}  // namespace nazo
