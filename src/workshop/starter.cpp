#include "workshop/starter.hpp"

#include <algorithm>
#include <map>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "puzzle/usual.hpp"
#include "puzzle/verified.hpp"
#include "workshop/generate_run.hpp"
#include "workshop/stored_puzzle.hpp"

namespace nazo {

namespace {

// Shelves order so much work that they are filled in a moment, and in the same way every time. These limits only end
// what went wrong.
constexpr double seconds_to_make = 60;     // for a whole shelf
constexpr double seconds_to_analyze = 30;  // for one puzzle

Result<Options> options_of(const Genre& genre, const UsualOptions& wanted) {
  return Options::make(genre.facts().options, {wanted.begin(), wanted.end()});
}

/// What a genre's shelves are to hold; one that does not say gets ten of what its generator makes by itself.
std::vector<Shelf> shelves_of(const Genre& genre) {
  if (genre.usual() != nullptr) return genre.usual()->shelves();
  return {{.title = genre.facts().title}};
}

/// A title that tells puzzles apart: "Mate in 3 · 7".
std::string numbered(const std::string& title, std::size_t number) { return cat(title, " · ", number); }

/// What one shelf holds: generated, solved, analysed, and with the genre's own guess how hard each is.
struct Stock {
  std::vector<store::Puzzle> puzzles;
  std::vector<store::Rating> ratings;
};

/// What is to be put on a shelf, before it is looked at.
struct Draft {
  Puzzle puzzle;
  std::string source;
  Value features = Value::object();
};

/// Solves, analyses and rates puzzles and puts them into the stock; those that cannot be solved in time stay away.
Result<void> add_to(Stock& stock, const Genre& genre, const std::vector<Draft>& drafts,
                    const UsualOptions& analysis_options, const std::string& model, const Context& context) {
  const auto limits = [&](double seconds) {
    return Budget{.seconds = seconds, .bytes = context.budget.bytes, .stop = context.budget.stop};
  };
  NAZO_TRY(plain, Options::make(genre.facts().options));
  NAZO_TRY(looking, options_of(genre, analysis_options));
  const store::Moment now = store::now();
  struct Ready {
    std::optional<store::Puzzle> record{};
    store::Estimates estimates{};
    std::optional<Error> error{};
  };
  const auto make_ready = [&](std::uint64_t i) {
    Ready ready;
    Puzzle puzzle = drafts[i].puzzle;
    if (puzzle.solution.empty()) {
      const auto verdict = solve_verified(genre, puzzle, plain, {.budget = limits(seconds_to_analyze)});
      if (!verdict || verdict->status != Status::solved)
        return ready;  // nothing goes on a shelf that we cannot show the way through
      puzzle.solution = verdict->solution;
    }
    auto record = stored_puzzle(genre, puzzle, context);
    if (!record) {
      ready.error = record.error();
      return ready;
    }
    const auto analysis =
        genre.analyze(puzzle, {}, looking, {.budget = limits(seconds_to_analyze), .threads = 1, .seed = 2026});
    record->created = now;
    record->source = drafts[i].source;
    record->features = analysis ? analysis->features : drafts[i].features;
    const Prior prior = genre.prior(record->features);
    ready.estimates = {
        .difficulty = prior.difficulty, .interest = prior.interest, .time = prior.time, .success = prior.success};
    ready.record = std::move(*record);
    return ready;
  };
  std::optional<Error> error;
  ordered_map<Ready>(drafts.size(), std::max(1u, context.threads), make_ready, [&](std::uint64_t i, Ready ready) {
    error = ready.error;
    if (!ready.record) return !error;
    stock.ratings.push_back({.puzzle = ready.record->key, .model = model, .made = now, .estimates = ready.estimates});
    stock.puzzles.push_back(std::move(*ready.record));
    if (context.progress) context.progress({genre.facts().name, stock.puzzles.size(), 0, drafts[i].puzzle.title});
    return context.budget.stop == nullptr || !*context.budget.stop;
  });
  if (error) return std::unexpected(*error);
  if (context.budget.stop != nullptr && *context.budget.stop) return fail("stopped");
  return {};
}

/// A shelf from the genre's generator.
Result<void> fill(Stock& stock, const Genre& genre, const Shelf& shelf, const std::string& model,
                  const Context& context) {
  GenerateOrder order{.genre = &genre, .count = shelf.count, .context = context};
  NAZO_TRY(making, options_of(genre, shelf.options));
  order.options = making;
  if (!shelf.keep.empty()) {
    NAZO_TRY(keep, Expression::parse(shelf.keep));
    order.keep = keep;
  }
  order.context.seed = 2026;
  order.context.budget = {.seconds = seconds_to_make, .bytes = context.budget.bytes, .stop = context.budget.stop};
  std::vector<Draft> drafts;
  NAZO_TRY(run, generate_run(order, [&](const Kept& one) {
             Draft draft{.puzzle = one.candidate.puzzle,
                         .source = cat("starter collection, seed 2026, index ", one.index),
                         .features = one.candidate.features};
             draft.puzzle.title = numbered(shelf.title, drafts.size() + 1);
             draft.puzzle.solution = one.candidate.solution;
             drafts.push_back(std::move(draft));
             return true;
           }));
  return add_to(stock, genre, drafts, shelf.analysis, model, context);
}

/// The shelves of those that somebody drew.
Result<void> fill_given(Stock& stock, const Genre& genre, const UsualPuzzles& usual, const std::string& model,
                        const Context& context) {
  std::vector<Draft> drafts;
  std::map<std::string, std::size_t> numbers;
  NAZO_TRY(plain, Options::make(genre.facts().options));
  for (const GivenPuzzle& given : usual.given_puzzles()) {
    NAZO_TRY(puzzles, genre.parse(given.text, "", plain));
    Draft draft{.puzzle = puzzles.front(), .source = given.source};
    draft.puzzle.title = numbered(given.shelf, ++numbers[given.shelf]);
    draft.puzzle.solution.clear();  // the solver finds it again, so it is known that it can be found
    drafts.push_back(std::move(draft));
  }
  return add_to(stock, genre, drafts, usual.given_analysis(), model, context);
}

}  // namespace

Result<StarterSummary> make_starter(Catalog genres, store::Store& store, const Context& context) {
  StarterSummary summary;
  for (const Genre* genre : genres) {
    const std::string& name = genre->facts().name;
    NAZO_TRY(there, store.count_puzzles(name));
    if (there != 0) {
      summary.present += static_cast<std::size_t>(there);
      continue;
    }
    const std::string model = "prior-" + name;
    Stock stock;
    for (const Shelf& shelf : shelves_of(*genre)) NAZO_CHECK(fill(stock, *genre, shelf, model, context));
    if (genre->usual() != nullptr) NAZO_CHECK(fill_given(stock, *genre, *genre->usual(), model, context));
    // A genre without an opinion of its own: in the order of the shelves.
    for (std::size_t i = 0; i < stock.ratings.size(); ++i)
      if (auto& difficulty = stock.ratings[i].estimates.difficulty; !difficulty)
        difficulty = 100.0 * (static_cast<double>(i) + .5) / static_cast<double>(stock.ratings.size());
    const auto kept = store.together([&]() -> Result<void> {
      NAZO_TRY(added, store.add_puzzles(stock.puzzles));
      NAZO_TRY(old, store.find_model(model));
      if (!old)
        NAZO_CHECK(store.save_model(
            {.key = model, .genre = name, .kind = "prior", .created = store::now(), .note = "from features alone"}));
      return store.save_ratings(stock.ratings);
    });
    if (!kept) return std::unexpected(kept.error());
    summary.added += stock.puzzles.size();
  }
  return summary;
}

}  // namespace nazo
