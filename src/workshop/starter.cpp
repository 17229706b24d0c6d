#include "workshop/starter.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "workshop/generate_run.hpp"

namespace nazo {

namespace {

/// One shelf of a genre: what is ordered from its generator.
struct Shelf {
  std::string title;  ///< of its puzzles, numbered
  std::map<std::string, std::string> options;
  std::string keep{};
  std::uint64_t count = 8;
  double seconds = 8;  ///< for the whole shelf
};

const std::map<std::string, std::vector<Shelf>>& shelves() {
  static const std::map<std::string, std::vector<Shelf>> table{
      {"shisen",
       {{"Small", {{"size", "6x4"}}, "", 8, 6}, {"Middle", {{"size", "8x5"}}, "", 8, 8}, {"Large", {{"size", "10x6"}, {"estimate", "true"}}, "", 6, 10}}},
      {"nonogram",
       {{"Five", {{"size", "5x5"}}, "line_solvable", 8, 5}, {"Ten", {{"size", "10x10"}}, "line_solvable", 8, 8}, {"Fifteen", {{"size", "15x15"}}, "line_solvable", 6, 10}}},
      {"superpuzz",
       {{"Four columns", {{"columns", "4"}}, "solvable", 6, 4},
        {"Six columns", {{"columns", "6"}}, "solvable", 8, 6},
        {"Nine columns", {{"columns", "9"}}, "solvable", 6, 10}}},
      {"sokoban",
       {{"Two boxes", {{"boxes", "2"}, {"size", "7x7"}, {"per-walk", "1"}}, "pushes <= 20", 6, 6},
        {"Three boxes", {{"boxes", "3"}, {"size", "8x8"}, {"per-walk", "1"}}, "", 10, 8},
        {"Four boxes", {{"boxes", "4"}, {"size", "9x9"}, {"per-walk", "1"}}, "", 6, 10}}},
      {"tsume", {{"Mate", {}, "", 16, 20}}},
  };
  return table;
}

/// A title that tells puzzles apart: "Six columns 3".
std::string numbered(const std::string& title, std::size_t number) { return cat(title, " ", number); }

}  // namespace

Result<store::Puzzle> store_record(const Genre& genre, const Puzzle& puzzle, store::Moment now) {
  NAZO_TRY(canonical, genre.canonical(puzzle));
  store::Puzzle record{.key = store::puzzle_key(genre.facts().name, canonical),
                       .genre = genre.facts().name,
                       .text = puzzle.text,
                       .title = puzzle.title,
                       .solution = puzzle.solution,
                       .notes = puzzle.notes,
                       .created = now};
  NAZO_TRY(options, Options::make(genre.facts().options));
  NAZO_TRY(position, genre.start(puzzle, options));
  NAZO_TRY(picture, genre.draw(position, options));
  const auto rows = static_cast<std::int64_t>(picture.rows.size()) - (picture.origin.row - 1);
  std::int64_t columns = 0;
  for (const auto& row : picture.rows) columns = std::max(columns, static_cast<std::int64_t>(row.size()) - (picture.origin.column - 1));
  record.notes.set("rows", rows).set("columns", columns);
  return record;
}

Result<StarterSummary> make_starter(Catalog genres, store::Store& store, const Context& context) {
  StarterSummary summary;
  for (const Genre* genre : genres) {
    const std::string& name = genre->facts().name;
    NAZO_TRY(there, store.count_puzzles(name));
    if (there != 0) {
      summary.present += static_cast<std::size_t>(there);
      continue;
    }
    const auto known = shelves().find(name);
    const std::vector<Shelf> wanted = known != shelves().end() ? known->second : std::vector<Shelf>{{genre->facts().title, {}, "", 8, 8}};
    NAZO_TRY(plain, Options::make(genre->facts().options));
    std::vector<store::Puzzle> puzzles;
    std::vector<store::Rating> ratings;
    const store::Moment now = store::now();
    const std::string model = "prior-" + name;
    for (const Shelf& shelf : wanted) {
      // An option that this genre's generator does not have is left out: the shelf is then simply of the usual kind.
      std::map<std::string, std::string> given;
      for (const auto& [option, value] : shelf.options)
        if (std::ranges::count(genre->facts().options, option, &OptionFact::name)) given.emplace(option, value);
      GenerateOrder order{.genre = genre, .count = shelf.count, .context = context};
      NAZO_TRY(options, Options::make(genre->facts().options, given));
      order.options = options;
      if (!shelf.keep.empty()) {
        NAZO_TRY(keep, Expression::parse(shelf.keep));
        order.keep = keep;
      }
      order.features = {"all"};
      order.context.seed = 2026;
      order.context.budget = {.seconds = shelf.seconds, .bytes = context.budget.bytes, .stop = context.budget.stop};
      std::size_t number = 0;
      std::optional<Error> error;
      NAZO_TRY(run, generate_run(order, [&](const Kept& kept) {
        Puzzle puzzle = kept.candidate.puzzle;
        puzzle.title = numbered(shelf.title, ++number);
        puzzle.solution = kept.candidate.solution;
        if (puzzle.solution.empty()) {
          const auto verdict = genre->solve(puzzle, plain, {.budget = {.seconds = 2, .bytes = context.budget.bytes, .stop = context.budget.stop}});
          if (!verdict || verdict->status != Status::solved) return;  // nothing goes on a shelf that we cannot show the way through
          puzzle.solution = verdict->solution;
        }
        auto record = store_record(*genre, puzzle, now);
        if (!record) {
          error = record.error();
          return;
        }
        record->source = cat("starter collection, seed 2026, index ", kept.index);
        record->features = kept.candidate.features;
        const Prior prior = genre->prior(kept.candidate.features);
        ratings.push_back({.puzzle = record->key, .model = model, .made = now, .estimates = {.difficulty = prior.difficulty, .interest = prior.interest, .time = prior.time, .success = prior.success}});
        puzzles.push_back(std::move(*record));
      }));
      if (error) return std::unexpected(*error);
      if (context.progress) context.progress({name, puzzles.size(), 0, shelf.title});
      if (context.budget.stop != nullptr && *context.budget.stop) return fail("stopped");
    }
    // A genre without an opinion of its own: in the order of the shelves.
    for (std::size_t i = 0; i < ratings.size(); ++i)
      if (!ratings[i].estimates.difficulty) ratings[i].estimates.difficulty = 100.0 * (static_cast<double>(i) + .5) / static_cast<double>(ratings.size());
    const auto kept = store.together([&]() -> Result<void> {
      NAZO_TRY(added, store.add_puzzles(puzzles));
      NAZO_TRY(old, store.find_model(model));
      if (!old) NAZO_CHECK(store.save_model({.key = model, .genre = name, .kind = "prior", .created = now, .note = "from features alone"}));
      return store.save_ratings(ratings);
    });
    if (!kept) return std::unexpected(kept.error());
    summary.added += puzzles.size();
  }
  return summary;
}

}  // namespace nazo
