// Players, plays and comparisons of the store.
#include <cmath>
#include <map>
#include <unordered_map>

#include "base/json.hpp"
#include "base/text.hpp"
#include "store/farewell.hpp"
#include "store/record_text.hpp"
#include "store/session.hpp"
#include "store/store.hpp"

namespace nazo::store {
namespace {

constexpr std::string_view play_columns =
    "key, player, puzzle, study, started, outcome, rating, deadlocks, seconds, longest_pause, moves, undos, restarts, "
    "hints, assisted, marks, plays_before, events";
constexpr std::size_t play_width = 18;
constexpr std::string_view row_columns =
    "plays.key, player, puzzle, study, started, outcome, rating, deadlocks, seconds, longest_pause, moves, undos, "
    "restarts, hints, assisted, marks, plays_before";

const std::vector<Kind>& row_kinds() {
  using enum Kind;
  static const std::vector<Kind> kinds = {text, text,    text,    text,    integer, text,    integer, integer, real,
                                          real, integer, integer, integer, integer, integer, text,    integer};
  return kinds;
}

const std::vector<Kind>& play_kinds() {
  static const std::vector<Kind> kinds = [] {
    auto all = row_kinds();
    all.push_back(Kind::text);
    return all;
  }();
  return kinds;
}

PlayRow row_in(const Row& row) {
  PlayRow play{.key = row.text(0), .player = row.text(1), .puzzle = row.text(2), .study = row.text(3)};
  play.started = row.integer(4);
  play.outcome = outcome_of(row.text(5)).value_or(Outcome::unfinished);
  if (!row.null(6)) play.rating = static_cast<int>(row.integer(6));
  play.deadlocks = static_cast<int>(row.integer(7));
  play.summary = {row.real(8),
                  row.real(9),
                  static_cast<int>(row.integer(10)),
                  static_cast<int>(row.integer(11)),
                  static_cast<int>(row.integer(12)),
                  static_cast<int>(row.integer(13)),
                  static_cast<int>(row.integer(14))};
  play.marks = play_marks(row.text(15)).value_or(PlayMarks{});
  if (!row.null(16)) play.before = static_cast<int>(row.integer(16));
  return play;
}

Play play_in(const Row& row) {
  PlayRow head = row_in(row);
  auto events = events_of(row.json(17));
  if (!events) throw Failure(cat("is damaged: play ", head.key, ": ", events.error().text()), Trouble::damage);
  Play play{.key = std::move(head.key),
            .player = std::move(head.player),
            .puzzle = std::move(head.puzzle),
            .study = std::move(head.study)};
  play.started = head.started;
  play.outcome = head.outcome;
  play.rating = head.rating;
  play.deadlocks = head.deadlocks;
  play.marks = head.marks;
  play.before = head.before;
  play.events = *std::move(events);
  return play;
}

void append_cells(std::vector<Cell>& cells, const Play& p) {
  if (p.key.empty()) throw Failure("a play has no key");
  if (p.rating && (*p.rating < 1 || *p.rating > 5)) throw Failure(cat("play ", p.key, ": the rating must be 1 to 5"));
  for (const PlayEvent& event : p.events)
    if (!std::isfinite(event.seconds) || event.seconds < 0)
      throw Failure(cat("play ", p.key, ": a thinking time is not a number of seconds"));
  const PlaySummary s = summary(p.events);
  cells.insert(cells.end(), {p.key, p.player, p.puzzle, cell_or_null(p.study), p.started, std::string(name(p.outcome)),
                             p.rating ? Cell(std::int64_t{*p.rating}) : Cell(), std::int64_t{p.deadlocks}, s.seconds,
                             s.longest_pause, std::int64_t{s.moves}, std::int64_t{s.undos}, std::int64_t{s.restarts},
                             std::int64_t{s.hints}, std::int64_t{s.assisted}, text_of(p.marks),
                             p.before ? Cell(std::int64_t{*p.before}) : Cell(), events_value(p.events).json()});
}

/// "WHERE …" for a query; `cells` gets its values.
std::string condition(const PlayQuery& query, std::vector<Cell>& cells,
                      std::initializer_list<std::string_view> puzzle_columns) {
  std::string sql;
  const auto add = [&](std::string_view text, const std::string& value, std::size_t times = 1) {
    if (value.empty()) return;
    sql += cat(sql.empty() ? " WHERE " : " AND ", text);
    for (std::size_t i = 0; i < times; ++i) cells.emplace_back(value);
  };
  add("study = ?", query.study);
  add("player = ?", query.player);
  const std::string_view first = *puzzle_columns.begin();
  if (puzzle_columns.size() == 1)
    add(cat(first, " = ?"), query.puzzle);
  else
    add(cat("(", first, " = ? OR ", *(puzzle_columns.begin() + 1), " = ?)"), query.puzzle, 2);
  add(cat(first, " IN (SELECT key FROM puzzles WHERE genre = ? AND listed = 1)"), query.genre);
  return sql;
}

/// Says which reference of a record is missing, where the data base only says that one is.
void explain_missing(Session& session, std::string_view what, const std::string& key, const std::string& player,
                     std::initializer_list<const std::string*> puzzles, const std::string& study) {
  const auto look = [&](std::string_view table, const std::string& wanted, std::string_view noun) {
    if (!session.integer(cat("SELECT 1 FROM ", table, " WHERE key = ?"), {wanted}))
      throw Failure(cat(what, " ", in_quotes(key), ": there is no ", noun, " ", in_quotes(wanted)));
  };
  look("players", player, "player");
  for (const std::string* puzzle : puzzles) look("puzzles", *puzzle, "puzzle");
  if (!study.empty()) look("studies", study, "study");
}

}  // namespace

Result<std::vector<Kept>> Store::add_players(std::span<const Player> players) {
  return guarded(*session_, [&] {
    std::unordered_map<std::string, std::size_t> place;
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < players.size(); ++i) {
      if (players[i].key.empty()) throw Failure(cat("player ", i + 1, " has no id"));
      if (place.try_emplace(players[i].key, i).second)
        cells.insert(cells.end(), {players[i].key, players[i].created, std::int64_t{players[i].simulated}});
    }
    std::vector<Kept> kept(players.size(), Kept::present);
    Session::Transaction transaction(*session_);
    const auto gone = gone_players(*session_);
    for (const Player& player : players)
      if (const auto when = gone.find(player.key); when != gone.end() && when->second > player.created)
        throw Failure(std::string(data_is_gone));
    session_->insert("INSERT INTO players (key, created, simulated) VALUES", 3, cells,
                     "ON CONFLICT (key) DO NOTHING RETURNING key", {Kind::text}, [&](const Row& row) {
                       kept[place.at(row.text(0))] = Kept::added;
                       return true;
                     });
    transaction.commit();
    return kept;
  });
}

Result<std::optional<Player>> Store::find_player(std::string_view key) {
  return guarded(*session_, [&] {
    std::optional<Player> found;
    session_->each("SELECT key, created, simulated FROM players WHERE key = ?", {std::string(key)},
                   {Kind::text, Kind::integer, Kind::integer}, [&](const Row& row) {
                     found = Player{row.text(0), row.integer(1), row.integer(2) != 0};
                     return false;
                   });
    return found;
  });
}

Result<std::vector<Player>> Store::list_players(std::string_view after_key, std::size_t limit) {
  return guarded(*session_, [&] {
    std::vector<Player> page;
    session_->each("SELECT key, created, simulated FROM players WHERE key > ? ORDER BY key LIMIT ?",
                   {std::string(after_key), static_cast<std::int64_t>(limit)},
                   {Kind::text, Kind::integer, Kind::integer}, [&](const Row& row) {
                     page.push_back({row.text(0), row.integer(1), row.integer(2) != 0});
                     return true;
                   });
    return page;
  });
}

Result<std::vector<Kept>> Store::record_plays(std::span<const Play> plays) {
  return guarded(*session_, [&] {
    // The last of several with one key counts: it is the play grown further.
    std::unordered_map<std::string, std::size_t> last;
    for (std::size_t i = 0; i < plays.size(); ++i) last[plays[i].key] = i;
    std::vector<Cell> cells;
    cells.reserve(play_width * plays.size());
    std::size_t sent = 0;
    for (std::size_t i = 0; i < plays.size(); ++i)
      if (last.at(plays[i].key) == i) append_cells(cells, plays[i]), ++sent;

    std::vector<Kept> kept(plays.size(), Kept::present);
    std::size_t written = 0;
    Session::Transaction transaction(*session_);
    const auto newest_before = session_->integer("SELECT max(number) FROM plays").value_or(0);
    try {
      Session::Transaction attempt(*session_);  // so that a refused row can be explained by further questions
      session_->insert(
          cat("INSERT INTO plays (", play_columns, ") VALUES"), play_width, cells,
          "ON CONFLICT (key) DO UPDATE SET outcome = excluded.outcome, rating = excluded.rating, deadlocks = "
          "excluded.deadlocks, "
          "seconds = excluded.seconds, longest_pause = excluded.longest_pause, moves = excluded.moves, undos = "
          "excluded.undos, "
          "restarts = excluded.restarts, hints = excluded.hints, assisted = excluded.assisted, "
          "marks = CASE WHEN plays.outcome = 'unfinished' THEN excluded.marks ELSE plays.marks END, "
          "plays_before = excluded.plays_before, events = excluded.events "
          "WHERE plays.player = excluded.player AND plays.puzzle = excluded.puzzle AND (plays.outcome = 'unfinished' "
          "OR (plays.rating IS NULL AND excluded.rating IS NOT NULL AND plays.outcome = excluded.outcome AND "
          "plays.events = excluded.events)) "
          "RETURNING key, number",
          {Kind::text, Kind::integer}, [&](const Row& row) {
            kept[last.at(row.text(0))] = row.integer(1) > newest_before ? Kept::added : Kept::replaced;
            ++written;
            return true;
          });
      attempt.commit();
    } catch (const Failure&) {
      throw;
    } catch (...) {
      const auto thrown = std::current_exception();
      for (const Play& play : plays)
        explain_missing(*session_, "play", play.key, play.player, {&play.puzzle}, play.study);
      std::rethrow_exception(thrown);
    }
    if (written != sent) {  // some were there before: they must say the same
      for (const auto& [key, i] : last) {
        if (kept[i] != Kept::present) continue;
        std::optional<Play> present;
        session_->each(cat("SELECT ", play_columns, " FROM plays WHERE key = ?"), {key}, play_kinds(),
                       [&](const Row& row) {
                         present = play_in(row);
                         return false;
                       });
        // What the server thinks of it may have changed; what the player did may not.
        if (present) present->marks = plays[i].marks;
        if (present != plays[i])
          throw Failure(cat("play ", in_quotes(key), " was recorded before and says something else"));
      }
    }
    for (std::size_t i = 0; i < plays.size(); ++i) kept[i] = kept[last.at(plays[i].key)];
    transaction.commit();
    return kept;
  });
}

Result<std::optional<Play>> Store::find_play(std::string_view key) {
  return guarded(*session_, [&] {
    std::optional<Play> found;
    session_->each(cat("SELECT ", play_columns, " FROM plays WHERE key = ?"), {std::string(key)}, play_kinds(),
                   [&](const Row& row) {
                     found = play_in(row);
                     return false;
                   });
    return found;
  });
}

Result<void> Store::each_play(const PlayQuery& query, const std::function<bool(const Play&)>& take) {
  return guarded(*session_, [&] {
    // By pages: PostgreSQL's client holds a whole answer in memory.
    constexpr std::size_t page = 2000;
    std::vector<Cell> cells;
    const std::string which = condition(query, cells, {"puzzle"});
    const std::string sql =
        cat("SELECT ", play_columns, ", number FROM plays", which, which.empty() ? " WHERE" : " AND",
            " number > ? ORDER BY number LIMIT ", static_cast<std::int64_t>(page));
    auto kinds = play_kinds();
    kinds.push_back(Kind::integer);
    cells.emplace_back(std::int64_t{0});
    for (bool more = true; more;) {
      std::size_t found = 0;
      std::int64_t last = 0;
      bool wanted = true;
      session_->each(sql, cells, kinds, [&](const Row& row) {
        ++found;
        last = row.integer(play_width);
        return wanted = take(play_in(row));
      });
      more = wanted && found == page;
      cells.back() = last;
    }
  });
}

Result<std::vector<PlayRow>> Store::play_rows(const PlayQuery& query) {
  return guarded(*session_, [&] {
    std::vector<Cell> cells;
    const std::string which = condition(query, cells, {"puzzle"});
    std::vector<PlayRow> rows;
    session_->each(cat("SELECT ", row_columns, " FROM plays", which, " ORDER BY number"), cells, row_kinds(),
                   [&](const Row& row) {
                     rows.push_back(row_in(row));
                     return true;
                   });
    return rows;
  });
}

Result<std::int64_t> Store::count_plays(const PlayQuery& query) {
  return guarded(*session_, [&] {
    std::vector<Cell> cells;
    const std::string which = condition(query, cells, {"puzzle"});
    return session_->integer(cat("SELECT count(*) FROM plays", which), cells).value_or(0);
  });
}

Result<void> Store::note_shown(std::string_view player, std::string_view puzzle, Moment at) {
  return guarded(*session_, [&] {
    Session::Transaction transaction(*session_);
    const auto gone = gone_players(*session_);
    if (const auto when = gone.find(player); when != gone.end() && when->second > at) return;
    session_->run("INSERT INTO shown_solutions (player, puzzle, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                  {std::string(player), std::string(puzzle), at});
    transaction.commit();
  });
}

namespace {

using PlayerAndPuzzle = std::pair<std::string, std::string>;

/// What the plays of one question know; sums of a player's seconds are kept whole, each play's own are taken off later.
struct Known {
  std::map<PlayerAndPuzzle, Moment> shown{};
  std::map<PlayerAndPuzzle, std::string> first_look{};  ///< the key of the play that came in first
  std::map<std::string, Moment> met{};
  std::map<std::string, double> seconds{};  ///< by player
  std::map<std::string, double> own{};      ///< by play
};

bool is_counted(const Play& play) { return !play.marks.clock; }

void ask_of_pairs(Session& session, std::span<const Play> plays, Known& known) {
  std::vector<Cell> cells;
  std::string pairs;
  for (const Play& play : plays) {
    pairs += pairs.empty() ? "(?, ?)" : ", (?, ?)";
    cells.insert(cells.end(), {play.player, play.puzzle});
  }
  using enum Kind;
  session.each(cat("SELECT player, puzzle, at FROM shown_solutions WHERE (player, puzzle) IN (VALUES ", pairs, ")"),
               cells, {text, text, integer}, [&](const Row& row) {
                 known.shown[{row.text(0), row.text(1)}] = row.integer(2);
                 return true;
               });
  // As is_glance has it.
  cells.emplace_back(glance_seconds);
  session.each(
      cat("SELECT player, puzzle, key FROM plays WHERE number IN (SELECT min(number) FROM plays WHERE "
          "(player, puzzle) IN (VALUES ",
          pairs, ") AND (outcome = 'solved' OR moves > 0 OR hints > 0 OR seconds >= ?) GROUP BY player, puzzle)"),
      cells, {text, text, text}, [&](const Row& row) {
        known.first_look[{row.text(0), row.text(1)}] = row.text(2);
        return true;
      });
}

void ask_of_players(Session& session, std::span<const Play> plays, Known& known) {
  std::vector<Cell> players, keys;
  std::string marks;
  for (const Play& play : plays) {
    marks += marks.empty() ? "?" : ", ?";
    players.emplace_back(play.player);
    keys.emplace_back(play.key);
  }
  using enum Kind;
  session.each(cat("SELECT key, created FROM players WHERE key IN (", marks, ")"), players, {text, integer},
               [&](const Row& row) {
                 known.met[row.text(0)] = row.integer(1);
                 return true;
               });
  session.each(cat("SELECT player, sum(seconds) FROM plays WHERE player IN (", marks,
                   ") AND marks NOT LIKE '%clock%' GROUP BY player"),
               players, {text, real}, [&](const Row& row) {
                 known.seconds[row.text(0)] = row.real(1);
                 return true;
               });
  session.each(cat("SELECT key, seconds FROM plays WHERE key IN (", marks, ") AND marks NOT LIKE '%clock%'"), keys,
               {text, real}, [&](const Row& row) {
                 known.own[row.text(0)] = row.real(1);
                 return true;
               });
}

}  // namespace

Result<std::vector<Background>> Store::backgrounds(std::span<const Play> plays) {
  // Many at a time, since every question costs; not too many, since names are looked up one after another.
  constexpr std::size_t at_once = 64;
  return guarded(*session_, [&] {
    Known known;
    for (std::size_t first = 0; first < plays.size(); first += at_once) {
      const auto some = plays.subspan(first, std::min(at_once, plays.size() - first));
      ask_of_pairs(*session_, some, known);
      ask_of_players(*session_, some, known);
    }
    std::vector<Background> out(plays.size());
    for (std::size_t i = 0; i < plays.size(); ++i) {
      const Play& play = plays[i];
      const PlayerAndPuzzle both{play.player, play.puzzle};
      Background& background = out[i];
      if (const auto at = known.shown.find(both); at != known.shown.end()) background.shown = at->second;
      if (const auto at = known.met.find(play.player); at != known.met.end()) background.met = at->second;
      const PlaySummary now = summary(play.events);
      const auto look = known.first_look.find(both);
      background.looked_before = look != known.first_look.end() && look->second != play.key;
      if (look == known.first_look.end() && !is_glance(play.outcome, now)) known.first_look[both] = play.key;
      double& own = known.own[play.key];
      double& all = known.seconds[play.player];
      background.seconds_claimed = all - own;
      if (!is_counted(play)) continue;
      all += now.seconds - own;
      own = now.seconds;
    }
    return out;
  });
}

Result<std::vector<Kept>> Store::record_comparisons(std::span<const Comparison> comparisons) {
  return guarded(*session_, [&] {
    std::unordered_map<std::string, std::size_t> place;
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      const Comparison& c = comparisons[i];
      if (c.key.empty()) throw Failure("a comparison has no key");
      if (c.level < 1 || c.level > 5) throw Failure(cat("comparison ", in_quotes(c.key), ": the level must be 1 to 5"));
      if (c.puzzle_x == c.puzzle_y)
        throw Failure(cat("comparison ", in_quotes(c.key), " compares a puzzle with itself"));
      if (place.try_emplace(c.key, i).second)
        cells.insert(cells.end(),
                     {c.key, c.player, cell_or_null(c.study), c.puzzle_x, c.puzzle_y, std::int64_t{c.level}, c.made});
    }
    std::vector<Kept> kept(comparisons.size(), Kept::present);
    Session::Transaction transaction(*session_);
    try {
      Session::Transaction attempt(*session_);
      session_->insert("INSERT INTO comparisons (key, player, study, puzzle_x, puzzle_y, level, made) VALUES", 7, cells,
                       "ON CONFLICT (key) DO NOTHING RETURNING key", {Kind::text}, [&](const Row& row) {
                         kept[place.at(row.text(0))] = Kept::added;
                         return true;
                       });
      attempt.commit();
    } catch (const Failure&) {
      throw;
    } catch (...) {
      const auto thrown = std::current_exception();
      for (const Comparison& c : comparisons)
        explain_missing(*session_, "comparison", c.key, c.player, {&c.puzzle_x, &c.puzzle_y}, c.study);
      std::rethrow_exception(thrown);
    }
    transaction.commit();
    return kept;
  });
}

Result<std::vector<Comparison>> Store::comparisons(const PlayQuery& query) {
  return guarded(*session_, [&] {
    std::vector<Cell> cells;
    const std::string which = condition(query, cells, {"puzzle_x", "puzzle_y"});
    std::vector<Comparison> found;
    using enum Kind;
    session_->each(
        cat("SELECT key, player, study, puzzle_x, puzzle_y, level, made FROM comparisons", which, " ORDER BY number"),
        cells, {text, text, text, text, text, integer, integer}, [&](const Row& row) {
          found.push_back({row.text(0), row.text(1), row.text(2), row.text(3), row.text(4),
                           static_cast<int>(row.integer(5)), row.integer(6)});
          return true;
        });
    return found;
  });
}

}  // namespace nazo::store
