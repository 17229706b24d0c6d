#include "workshop/study_run.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "workshop/fit_data.hpp"
#include "workshop/replay.hpp"
#include "workshop/stored_puzzle.hpp"

namespace nazo {

namespace {

/// So many puzzles whose difficulty lies nearest to even steps from the easiest to the hardest, in that order.
Result<std::vector<store::Puzzle>> graded_set(const Genre& genre, std::vector<store::Puzzle> puzzles,
                                              std::size_t wanted) {
  std::vector<std::pair<double, std::size_t>> rated;
  for (std::size_t i = 0; i < puzzles.size(); ++i)
    if (const auto difficulty = genre.prior(puzzles[i].features).difficulty) rated.emplace_back(*difficulty, i);
  if (rated.size() < wanted)
    return fail(cat("--graded ", wanted, ": only ", rated.size(), " of the puzzles could be rated"));
  std::ranges::sort(rated);
  const double easiest = rated.front().first, hardest = rated.back().first;
  std::vector<std::pair<double, std::size_t>> chosen;
  for (std::size_t k = 0; k < wanted; ++k) {
    const double share = wanted == 1 ? .5 : static_cast<double>(k) / static_cast<double>(wanted - 1);
    const double goal = easiest + share * (hardest - easiest);
    const auto nearest =
        std::ranges::min_element(rated, {}, [&](const auto& one) { return std::abs(one.first - goal); });
    chosen.push_back(*nearest);
    rated.erase(nearest);
  }
  std::ranges::sort(chosen);
  std::vector<store::Puzzle> out;
  for (const auto& [difficulty, i] : chosen) out.push_back(std::move(puzzles[i]));
  return out;
}

}  // namespace

Result<store::Study> create_study(store::Store& store, const StudyPlan& plan, const std::vector<Item>& items,
                                  const Context& context) {
  if (items.empty()) return fail("a study needs puzzles");
  std::optional<Expression> keep;
  if (!plan.keep.empty()) {
    auto parsed = Expression::parse(plan.keep);
    if (!parsed) return fail(cat("--keep: ", parsed.error().message));
    keep = *parsed;
  }
  store::Study study{.key = plan.name, .genre = items.front().genre->facts().name};
  study.title = plan.title;
  study.order = plan.order;
  study.seed = plan.seed;
  study.ask_experience = plan.experience;
  study.ask_rating = plan.rating;
  study.ask_comparisons = plan.comparisons;
  study.keep = plan.keep;
  study.created = store::now();
  std::vector<store::Puzzle> kept;
  std::vector<std::string> seen;  // whichever way they are drawn
  for (const Item& item : items) {
    if (item.genre != items.front().genre)
      return fail(cat("a study is of one genre: ", study.genre, " and ", item.genre->facts().name));
    auto puzzle = stored_puzzle(item, context);
    if (!puzzle) return fail(cat(item.id, ": ", puzzle.error().text()));
    if (needs_analysis(*item.genre, puzzle->features)) {
      auto analysis = item.genre->analyze(item.puzzle, {}, item.options, context);
      if (!analysis) return fail(cat(item.id, ": ", analysis.error().text()));
      puzzle->features = analysis->features;
      puzzle->exact = analysis->exact;
    }
    if (keep && !keep->accepts(puzzle->features)) continue;
    puzzle->created = study.created;
    if (std::ranges::count(seen, puzzle->key)) return fail(cat(item.id, ": the same puzzle is in the study twice"));
    seen.push_back(puzzle->key);
    NAZO_CHECK(as_it_is_drawn(store, *puzzle));
    study.puzzles.push_back(puzzle->key);
    kept.push_back(*std::move(puzzle));
    if (context.progress) context.progress({"analysing", kept.size(), items.size()});
  }
  if (study.puzzles.empty()) return fail("no puzzle meets the --keep expression");
  if (plan.graded > 0) {
    NAZO_TRY(chosen, graded_set(*items.front().genre, std::move(kept), plan.graded));
    kept = std::move(chosen);
    study.puzzles.clear();
    for (const store::Puzzle& puzzle : kept) study.puzzles.push_back(puzzle.key);
  }
  const auto keep_all = [&]() -> Result<void> {
    NAZO_CHECK(store.add_puzzles(kept));
    return store.create_study(study);
  };
  NAZO_CHECK(store.together(keep_all));
  return study;
}

Result<std::vector<Item>> stored_items(store::Store& store, const Genre& genre) {
  NAZO_TRY(options, Options::make(genre.facts().options));
  std::vector<Item> items;
  store::PuzzleQuery query{.genre = genre.facts().name, .limit = 1000};
  for (;;) {
    NAZO_TRY(page, store.list_puzzles(query));
    for (const store::Puzzle& kept : page) {
      Value carried = Value::object();
      carried.set("features", kept.features).set("exact", kept.exact);
      items.push_back({.id = kept.title.empty() ? kept.key : kept.title,
                       .genre = &genre,
                       .options = options,
                       .puzzle = puzzle_of(kept),
                       .carried = std::move(carried)});
    }
    if (page.size() < query.limit) return items;
    query.after_key = page.back().key;
  }
}

std::vector<std::size_t> puzzle_order(const store::Study& study, std::int64_t number) {
  const std::size_t n = study.puzzles.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  switch (study.order) {
    case store::StudyOrder::fixed:
      break;
    case store::StudyOrder::random:
      Rng(study.seed, static_cast<std::uint64_t>(number)).shuffle(std::span(order));
      break;
    case store::StudyOrder::balanced: {
      // First row 0, n−1, 1, n−2, 2, …; the others add a constant; for odd n every second pass runs backwards.
      const std::size_t rows = n % 2 == 0 ? n : 2 * n, row = static_cast<std::size_t>(number) % rows;
      for (std::size_t place = 0; place < n; ++place) {
        const std::size_t base = place % 2 == 1 ? n - (place + 1) / 2 : place / 2;
        order[place] = (base + row) % n;
      }
      if (row >= n) std::ranges::reverse(order);
      break;
    }
  }
  return order;
}

Result<StudyStatus> study_status(store::Store& store, const std::string& name, const model::Exclusion& rule) {
  NAZO_TRY(study, store.find_study(name));
  if (!study) return fail(cat("there is no study ", in_quotes(name)));
  StudyStatus status;
  status.study = *study;
  NAZO_TRY(participants, store.participants(name));
  status.participants = participants.size();
  NAZO_TRY(simulated, simulated_players(store));
  NAZO_TRY(rows, store.play_rows({.study = name}));
  status.plays = rows.size();
  status.plays_of_puzzle.resize(study->puzzles.size());
  status.solved_of_puzzle = status.plays_of_puzzle;
  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < study->puzzles.size(); ++i) place[study->puzzles[i]] = i;
  std::set<std::string> players;
  std::vector<model::Observation> observed;
  for (const store::PlayRow& row : rows) {
    players.insert(row.player);
    status.simulated_plays += simulated.contains(row.player);
    const bool solved = row.outcome == store::Outcome::solved;
    status.solved += solved;
    status.gave_up += row.outcome == store::Outcome::gave_up;
    status.unfinished += row.outcome == store::Outcome::unfinished;
    status.rated += row.rating.has_value();
    status.hours += row.summary.seconds / 3600;
    if (const auto at = place.find(row.puzzle); at != place.end()) {
      ++status.plays_of_puzzle[at->second];
      status.solved_of_puzzle[at->second] += solved;
    }
    observed.push_back({.seconds = row.summary.seconds,
                        .solved = solved,
                        .longest_pause = row.summary.longest_pause,
                        .moves = row.summary.moves});
  }
  status.players = players.size();
  status.simulated_players = static_cast<std::size_t>(
      std::ranges::count_if(players, [&](const std::string& key) { return simulated.contains(key); }));
  (void)model::without(observed, rule, &status.excluded);
  NAZO_TRY(comparisons, store.comparisons({.study = name}));
  status.comparisons = comparisons.size();
  std::map<std::string, std::set<std::pair<std::string, std::string>>> pairs;
  for (const store::Comparison& c : comparisons) {
    if (simulated.contains(c.player))
      ++status.simulated_comparisons;
    else
      pairs[c.player].insert(std::minmax(c.puzzle_x, c.puzzle_y));
  }
  const std::size_t all = study->puzzles.size() * (study->puzzles.size() - 1) / 2;
  for (const auto& [player, own] : pairs) status.complete_comparisons += own.size() >= all;
  return status;
}

}  // namespace nazo
