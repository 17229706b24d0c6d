// Puzzles of the store: adding, finding, listing by pages.
#include <map>

#include "base/text.hpp"
#include "store/session.hpp"
#include "store/store.hpp"

namespace nazo::store {
namespace {

constexpr std::string_view puzzle_columns =
    "key, genre, body, title, solution, source, notes, features, exact, created, model, difficulty, interest, time, "
    "success, "
    "difficulty_se, time_se, success_se, listed";

const std::vector<Kind>& puzzle_kinds() {
  using enum Kind;
  static const std::vector<Kind> all = {text, text, text, text, text, text, text, text, integer, integer,
                                        text, real, real, real, real, real, real, real, integer};
  return all;
}

Puzzle puzzle_in(const Row& row) {
  Puzzle puzzle{.key = row.text(0), .genre = row.text(1), .text = row.text(2)};
  puzzle.title = row.text(3);
  puzzle.solution = row.text(4);
  puzzle.source = row.text(5);
  puzzle.notes = row.json(6);
  puzzle.features = row.json(7);
  puzzle.exact = row.integer(8) != 0;
  puzzle.created = row.integer(9);
  puzzle.model = row.text(10);
  puzzle.rating = {row.optional_real(11), row.optional_real(12), row.optional_real(13), row.optional_real(14),
                   row.optional_real(15), row.optional_real(16), row.optional_real(17)};
  puzzle.listed = row.integer(18) != 0;
  return puzzle;
}

}  // namespace

Result<std::vector<Kept>> Store::add_puzzles(std::span<const Puzzle> puzzles) {
  return guarded(*session_, [&] {
    std::map<std::string_view, std::size_t> first;  // of several with one key the first counts
    std::vector<Cell> cells;
    std::vector<Kept> kept(puzzles.size(), Kept::present);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const Puzzle& p = puzzles[i];
      if (p.key.empty() || p.genre.empty() || p.text.empty())
        throw Failure(cat("puzzle ", i + 1, " has no key, genre or text"));
      if (!first.try_emplace(p.key, i).second) continue;
      cells.insert(cells.end(), {p.key, p.genre, p.text, p.title, p.solution, p.source, p.notes.json(),
                                 p.features.json(), std::int64_t{p.exact}, p.created, std::int64_t{p.listed}});
    }
    Session::Transaction transaction(*session_);
    session_->insert(
        "INSERT INTO puzzles (key, genre, body, title, solution, source, notes, features, exact, created, listed) "
        "VALUES",
        11, cells, "ON CONFLICT (key) DO NOTHING RETURNING key", {Kind::text}, [&](const Row& row) {
          if (const auto found = first.find(row.text(0)); found != first.end()) kept[found->second] = Kept::added;
          return true;
        });
    // One that was only in somebody's collection comes onto the shelf, as whoever puts it there has it.
    for (const auto& [key, i] : first)
      if (puzzles[i].listed && kept[i] == Kept::present)
        session_->run(
            "UPDATE puzzles SET listed = 1, title = ?, source = ?, features = ?, exact = ? WHERE key = ? AND listed = "
            "0",
            {puzzles[i].title, puzzles[i].source, puzzles[i].features.json(), std::int64_t{puzzles[i].exact},
             puzzles[i].key});
    // A solution that nobody had is kept: that of the very same text, since a mirror image is solved in another way.
    for (const auto& [key, i] : first)
      if (!puzzles[i].solution.empty() && kept[i] == Kept::present)
        session_->run("UPDATE puzzles SET solution = ? WHERE key = ? AND body = ? AND solution = ''",
                      {puzzles[i].solution, puzzles[i].key, puzzles[i].text});
    transaction.commit();
    return kept;
  });
}

Result<std::optional<Puzzle>> Store::find_puzzle(std::string_view key) {
  return guarded(*session_, [&] {
    std::optional<Puzzle> found;
    session_->each(cat("SELECT ", puzzle_columns, " FROM puzzles WHERE key = ?"), {std::string(key)}, puzzle_kinds(),
                   [&](const Row& row) {
                     found = puzzle_in(row);
                     return false;
                   });
    return found;
  });
}

Result<std::vector<Puzzle>> Store::list_puzzles(const PuzzleQuery& query) {
  return guarded(*session_, [&] {
    const bool by_difficulty = query.order == PuzzleQuery::Order::difficulty;
    std::string sql = cat("SELECT ", puzzle_columns, " FROM puzzles WHERE ");
    std::vector<Cell> cells;
    const auto condition = [&](std::string_view text, std::initializer_list<Cell> values) {
      sql += cells.empty() ? "" : " AND ";
      sql += text;
      cells.insert(cells.end(), values);
    };
    if (!query.genre.empty()) condition("genre = ?", {query.genre});
    if (!query.unlisted) condition("listed = ?", {std::int64_t{1}});
    if (query.easiest) condition("difficulty >= ?", {*query.easiest});
    if (query.hardest) condition("difficulty <= ?", {*query.hardest});
    if (by_difficulty && query.after_difficulty)
      condition("(difficulty, key) > (?, ?)", {*query.after_difficulty, query.after_key});
    else if (by_difficulty)
      condition("difficulty >= ?", {-1e300});  // leaves out what is not rated
    else
      condition("key > ?", {query.after_key});
    sql += by_difficulty ? " ORDER BY difficulty, key" : " ORDER BY key";
    sql += " LIMIT ?";
    cells.emplace_back(static_cast<std::int64_t>(query.limit));
    std::vector<Puzzle> page;
    session_->each(sql, cells, puzzle_kinds(), [&](const Row& row) {
      page.push_back(puzzle_in(row));
      return true;
    });
    return page;
  });
}

Result<std::int64_t> Store::count_puzzles(std::string_view genre) {
  return guarded(*session_, [&] {
    return (genre.empty() ? session_->integer("SELECT count(*) FROM puzzles")
                          : session_->integer("SELECT count(*) FROM puzzles WHERE genre = ? AND listed = 1",
                                              {std::string(genre)}))
        .value_or(0);
  });
}

Result<void> Store::set_features(std::string_view key, const Value& features, bool exact) {
  return guarded(*session_, [&] {
    if (session_->run("UPDATE puzzles SET features = ?, exact = ? WHERE key = ?",
                      {features.json(), std::int64_t{exact}, std::string(key)}) == 0)
      throw Failure(cat("there is no puzzle ", in_quotes(key)));
  });
}

}  // namespace nazo::store
