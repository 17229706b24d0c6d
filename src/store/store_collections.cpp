// Collections that makers published, and the puzzles that are only in them.
#include "base/text.hpp"
#include "store/session.hpp"
#include "store/store.hpp"

namespace nazo::store {
namespace {

constexpr std::string_view collection_columns =
    "key, owner, title, author, about, bytes, created, changed, published, taken_down, why";

const std::vector<Kind>& collection_kinds() {
  using enum Kind;
  static const std::vector<Kind> all = {text,    text,    text,    text,    text, integer,
                                        integer, integer, integer, integer, text};
  return all;
}

Collection collection_in(const Row& row) {
  Collection found{.key = row.text(0), .owner = row.text(1)};
  found.title = row.text(2);
  found.author = row.text(3);
  found.about = row.text(4);
  found.bytes = row.integer(5);
  found.created = row.integer(6);
  found.changed = row.integer(7);
  found.published = row.optional_integer(8);
  found.taken_down = row.optional_integer(9);
  found.why = row.text(10);
  return found;
}

void fill_collection(Session& session, Collection& collection) {
  session.each("SELECT puzzle, title FROM collection_puzzles WHERE collection = ? AND gone IS NULL ORDER BY place",
               {collection.key}, {Kind::text, Kind::text}, [&](const Row& row) {
                 collection.puzzles.push_back({row.text(0), row.text(1)});
                 return true;
               });
}

/// Who has this key, and whether it may be written to.
struct Holder {
  std::string owner;
  bool taken_down = false, removed = false;
};
std::optional<Holder> holder_of(Session& session, const std::string& key) {
  std::optional<Holder> found;
  session.each("SELECT owner, taken_down, removed FROM collections WHERE key = ?", {key},
               {Kind::text, Kind::integer, Kind::integer}, [&](const Row& row) {
                 found = Holder{row.text(0), row.optional_integer(1).has_value(), row.optional_integer(2).has_value()};
                 return false;
               });
  return found;
}

}  // namespace

Result<void> Store::save_collection(const Collection& collection) {
  return guarded(*session_, [&] {
    if (collection.key.empty() || collection.owner.empty()) throw Failure("a collection needs a key and an owner");
    Session::Transaction transaction(*session_);
    session_->run(cat("INSERT INTO collections (", collection_columns,
                      ") VALUES (?, ?, '', '', '', 0, ?, ?, NULL, NULL, '') ON CONFLICT (key) DO NOTHING"),
                  {collection.key, collection.owner, collection.created, collection.changed});
    // Writing first also locks the row, so that two who save at once come one after the other.
    session_->run("UPDATE collections SET changed = ? WHERE key = ?", {collection.changed, collection.key});
    const auto holder = holder_of(*session_, collection.key);
    if (!holder || holder->removed) throw Failure("this collection was removed");
    if (holder->owner != collection.owner) throw Failure("this collection is somebody else's");
    if (holder->taken_down) throw Failure("this collection was taken down by the administrator");
    session_->run("UPDATE collections SET title = ?, author = ?, about = ?, bytes = ?, published = ? WHERE key = ?",
                  {collection.title, collection.author, collection.about, collection.bytes, cell(collection.published),
                   collection.key});
    session_->run("UPDATE collection_puzzles SET gone = ? WHERE collection = ? AND gone IS NULL",
                  {collection.changed, collection.key});
    for (std::size_t place = 0; place < collection.puzzles.size(); ++place) {
      const auto& [puzzle, title] = collection.puzzles[place];
      session_->run(
          "INSERT INTO collection_puzzles (collection, puzzle, place, title, gone) VALUES (?, ?, ?, ?, NULL) "
          "ON CONFLICT (collection, puzzle) DO UPDATE SET place = excluded.place, title = excluded.title, gone = NULL",
          {collection.key, puzzle, static_cast<std::int64_t>(place), title});
    }
    transaction.commit();
  });
}

Result<std::optional<Collection>> Store::find_collection(std::string_view key) {
  return guarded(*session_, [&] {
    std::optional<Collection> found;
    session_->each(cat("SELECT ", collection_columns, " FROM collections WHERE key = ? AND removed IS NULL"),
                   {std::string(key)}, collection_kinds(), [&](const Row& row) {
                     found = collection_in(row);
                     return false;
                   });
    if (found) fill_collection(*session_, *found);
    return found;
  });
}

Result<std::vector<Collection>> Store::list_collections(std::string_view owner, std::size_t limit) {
  return guarded(*session_, [&] {
    std::string sql = cat("SELECT ", collection_columns, " FROM collections WHERE removed IS NULL");
    std::vector<Cell> cells;
    if (!owner.empty()) {
      sql += " AND owner = ?";
      cells.emplace_back(std::string(owner));
    }
    sql += " ORDER BY created DESC, key LIMIT ?";
    cells.emplace_back(static_cast<std::int64_t>(limit));
    std::vector<Collection> found;
    session_->each(sql, cells, collection_kinds(), [&](const Row& row) {
      found.push_back(collection_in(row));
      return true;
    });
    for (Collection& collection : found) fill_collection(*session_, collection);
    return found;
  });
}

Result<CollectionTotals> Store::collection_totals(std::string_view owner) {
  return guarded(*session_, [&] {
    const std::string own = owner.empty() ? "" : " AND owner = ?";
    const std::vector<Cell> cells = owner.empty() ? std::vector<Cell>{} : std::vector<Cell>{std::string(owner)};
    const auto ask = [&](std::string_view what) {
      return session_->integer(cat("SELECT ", what, " FROM collections WHERE removed IS NULL", own), cells).value_or(0);
    };
    return CollectionTotals{.collections = ask("count(*)"), .bytes = ask("CAST(coalesce(sum(bytes), 0) AS BIGINT)")};
  });
}

Result<bool> Store::remove_collection(std::string_view key, Moment at) {
  return guarded(*session_, [&] {
    Session::Transaction transaction(*session_);
    const std::string text(key);
    const auto removed = session_->run(
        "UPDATE collections SET owner = '', title = '', author = '', about = '', bytes = 0, published = NULL, "
        "removed = ? WHERE key = ? AND removed IS NULL",
        {at, text});
    session_->run("UPDATE collection_puzzles SET gone = coalesce(gone, ?), title = '' WHERE collection = ?",
                  {at, text});
    transaction.commit();
    return removed != 0;
  });
}

Result<void> Store::take_down_collection(std::string_view key, std::string_view why, Moment at) {
  return guarded(*session_, [&] {
    if (session_->run("UPDATE collections SET taken_down = ?, why = ? WHERE key = ? AND removed IS NULL",
                      {at, std::string(why), std::string(key)}) == 0)
      throw Failure(cat("there is no collection ", in_quotes(key)));
  });
}

Result<std::int64_t> Store::sweep_collections(Moment before) {
  return guarded(*session_, [&] {
    Session::Transaction transaction(*session_);
    std::vector<std::string> left;
    session_->each("SELECT DISTINCT puzzle FROM collection_puzzles WHERE gone < ?", {before}, {Kind::text},
                   [&](const Row& row) {
                     left.push_back(row.text(0));
                     return true;
                   });
    session_->run("DELETE FROM collection_puzzles WHERE gone < ?", {before});
    std::int64_t swept = 0;
    for (const std::string& puzzle : left) {
      const auto used = [&](std::string_view table, std::string_view column) {
        return session_->integer(cat("SELECT 1 FROM ", table, " WHERE ", column, " = ? LIMIT 1"), {puzzle}).has_value();
      };
      if (used("collection_puzzles", "puzzle") || used("plays", "puzzle") || used("study_puzzles", "puzzle") ||
          used("comparisons", "puzzle_x") || used("comparisons", "puzzle_y") || used("ratings", "puzzle") ||
          used("recommendations", "puzzle"))
        continue;
      session_->run(
          "DELETE FROM shown_solutions WHERE puzzle = ? AND EXISTS (SELECT 1 FROM puzzles WHERE key = ? AND "
          "listed = 0)",
          {puzzle, puzzle});
      swept += static_cast<std::int64_t>(session_->run("DELETE FROM puzzles WHERE key = ? AND listed = 0", {puzzle}));
    }
    session_->run(
        "DELETE FROM collections WHERE removed < ? AND NOT EXISTS "
        "(SELECT 1 FROM collection_puzzles WHERE collection_puzzles.collection = collections.key)",
        {before});
    transaction.commit();
    return swept;
  });
}

}  // namespace nazo::store
