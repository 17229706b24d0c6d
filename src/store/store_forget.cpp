// Everything about one player leaves the store.
#include "base/text.hpp"
#include "store/clock.hpp"
#include "store/farewell.hpp"
#include "store/session.hpp"
#include "store/store.hpp"

namespace nazo::store {

namespace {
/// Milliseconds: longer than anything that was sent can be under way.
constexpr std::int64_t remember_the_gone_for = 120'000;
}  // namespace

void farewell_lock(Session& session, Farewell who) {
  if (session.dialect() == Dialect::sqlite) return;  // its writers take turns anyway
  const std::string_view shared = who == Farewell::going ? "" : "_shared";
  session.each(cat("SELECT 1 FROM (SELECT pg_advisory_xact_lock", shared, "(7236722)) AS waited"), {}, {Kind::integer},
               [](const Row&) { return true; });
}

std::map<std::string, Moment, std::less<>> gone_players(Session& session) {
  farewell_lock(session, Farewell::coming);
  std::map<std::string, Moment, std::less<>> gone;
  session.each("SELECT player, at FROM gone_players", {}, {Kind::text, Kind::integer}, [&](const Row& row) {
    gone.emplace(row.text(0), row.integer(1));
    return true;
  });
  return gone;
}

Result<bool> Store::forget_player(std::string_view key) {
  return guarded(*session_, [&] {
    Session::Transaction transaction(*session_);
    const std::vector<Cell> player{std::string(key)};
    // What somebody else has begun to write of this player is waited for, and what they begin now waits for us.
    farewell_lock(*session_, Farewell::going);
    if (session_->dialect() == Dialect::postgresql)
      (void)session_->text("SELECT key FROM players WHERE key = ? FOR UPDATE", player);
    const bool known = session_->integer("SELECT count(*) FROM players WHERE key = ?", player).value_or(0) != 0;
    // Their collections are gone at once; the puzzles go when nobody can be playing them any more.
    session_->run(
        "UPDATE collection_puzzles SET gone = coalesce(gone, ?), title = '' WHERE collection IN "
        "(SELECT key FROM collections WHERE owner = ?)",
        {now(), std::string(key)});
    session_->run(
        "UPDATE collections SET owner = '', title = '', author = '', about = '', bytes = 0, published = NULL, "
        "removed = ? WHERE owner = ?",
        {now(), std::string(key)});
    for (const char* sql : {"DELETE FROM recommendations WHERE player = ?", "DELETE FROM comparisons WHERE player = ?",
                            "DELETE FROM plays WHERE player = ?", "DELETE FROM participants WHERE player = ?",
                            "DELETE FROM shown_solutions WHERE player = ?", "DELETE FROM players WHERE key = ?",
                            "DELETE FROM job_events WHERE job IN (SELECT key FROM jobs WHERE owner = ?)",
                            "DELETE FROM jobs WHERE owner = ?"})
      session_->run(sql, player);
    // What they sent before, and is still under way at another server, must not bring them back.
    const std::string_view clock = clock_of(session_->dialect());
    session_->run(cat("DELETE FROM gone_players WHERE at < ", clock, " - ?"), {remember_the_gone_for});
    session_->run(cat("INSERT INTO gone_players (player, at) VALUES (?, ", clock,
                      ") ON CONFLICT (player) DO UPDATE SET at = excluded.at"),
                  player);
    transaction.commit();
    return known;
  });
}

}  // namespace nazo::store
