// Studies of the store and who takes part in them.
#include "base/text.hpp"
#include "store/session.hpp"
#include "store/store.hpp"

namespace nazo::store {
namespace {

constexpr std::string_view study_columns =
    "key, genre, title, puzzle_order, seed, ask_experience, ask_rating, ask_comparisons, keep, created, closed";

const std::vector<Kind>& study_kinds() {
  using enum Kind;
  static const std::vector<Kind> all = {text,    text,    text, text,    integer, integer,
                                        integer, integer, text, integer, integer};
  return all;
}

Study study_in(const Row& row) {
  Study study{.key = row.text(0), .genre = row.text(1), .title = row.text(2)};
  study.order = study_order(row.text(3)).value_or(StudyOrder::random);
  study.seed = static_cast<std::uint32_t>(row.integer(4));
  study.ask_experience = row.integer(5) != 0;
  study.ask_rating = row.integer(6) != 0;
  study.ask_comparisons = row.integer(7) != 0;
  study.keep = row.text(8);
  study.created = row.integer(9);
  study.closed = row.optional_integer(10);
  return study;
}

void fill_puzzles(Session& session, Study& study) {
  session.each("SELECT puzzle FROM study_puzzles WHERE study = ? ORDER BY place", {study.key}, {Kind::text},
               [&](const Row& row) {
                 study.puzzles.push_back(row.text(0));
                 return true;
               });
}

Participant participant_in(const Row& row) {
  return {row.text(0), row.text(1), row.integer(2), row.integer(3), row.json(4)};
}
constexpr std::string_view participant_columns = "study, player, number, joined, answers";
const std::vector<Kind>& participant_kinds() {
  static const std::vector<Kind> all = {Kind::text, Kind::text, Kind::integer, Kind::integer, Kind::text};
  return all;
}

}  // namespace

Result<void> Store::create_study(const Study& study) {
  return guarded(*session_, [&] {
    if (study.key.empty()) throw Failure("a study needs a name");
    if (study.puzzles.empty()) throw Failure(cat("study ", in_quotes(study.key), " has no puzzles"));
    if (study.ask_comparisons && study.puzzles.size() > 7)
      throw Failure("all pairs are compared for up to 7 puzzles only");
    Session::Transaction transaction(*session_);
    if (session_->integer("SELECT 1 FROM studies WHERE key = ?", {study.key}))
      throw Failure(cat("there is a study ", in_quotes(study.key), " already"));
    session_->insert(
        cat("INSERT INTO studies (", study_columns, ", joined) VALUES"), 12,
        {study.key, study.genre, study.title, std::string(name(study.order)), std::int64_t{study.seed},
         std::int64_t{study.ask_experience}, std::int64_t{study.ask_rating}, std::int64_t{study.ask_comparisons},
         study.keep, study.created, cell(study.closed), std::int64_t{0}},
        "");
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < study.puzzles.size(); ++i) {
      if (!session_->integer("SELECT 1 FROM puzzles WHERE key = ?", {study.puzzles[i]}))
        throw Failure(cat("study ", in_quotes(study.key), ": there is no puzzle ", in_quotes(study.puzzles[i])));
      for (std::size_t j = 0; j < i; ++j)
        if (study.puzzles[j] == study.puzzles[i])
          throw Failure(cat("study ", in_quotes(study.key), ": puzzle ", j + 1, " and ", i + 1, " are the same"));
      cells.insert(cells.end(), {study.key, static_cast<std::int64_t>(i), study.puzzles[i]});
    }
    session_->insert("INSERT INTO study_puzzles (study, place, puzzle) VALUES", 3, cells, "");
    transaction.commit();
  });
}

Result<std::optional<Study>> Store::find_study(std::string_view key) {
  return guarded(*session_, [&] {
    std::optional<Study> found;
    session_->each(cat("SELECT ", study_columns, " FROM studies WHERE key = ?"), {std::string(key)}, study_kinds(),
                   [&](const Row& row) {
                     found = study_in(row);
                     return false;
                   });
    if (found) fill_puzzles(*session_, *found);
    return found;
  });
}

Result<std::vector<Study>> Store::list_studies() {
  return guarded(*session_, [&] {
    std::vector<Study> found;
    session_->each(cat("SELECT ", study_columns, " FROM studies ORDER BY created, key"), {}, study_kinds(),
                   [&](const Row& row) {
                     found.push_back(study_in(row));
                     return true;
                   });
    for (Study& study : found) fill_puzzles(*session_, study);
    return found;
  });
}

Result<bool> Store::in_open_study(std::string_view puzzle) {
  return guarded(*session_, [&] {
    return session_
        ->integer(
            "SELECT 1 FROM study_puzzles JOIN studies ON studies.key = study_puzzles.study "
            "WHERE study_puzzles.puzzle = ? AND studies.closed IS NULL LIMIT 1",
            {std::string(puzzle)})
        .has_value();
  });
}

Result<void> Store::close_study(std::string_view key, Moment at) {
  return guarded(*session_, [&] {
    Session::Transaction transaction(*session_);
    if (!session_->integer("SELECT 1 FROM studies WHERE key = ?", {std::string(key)}))
      throw Failure(cat("there is no study ", in_quotes(key)));
    if (session_->run("UPDATE studies SET closed = ? WHERE key = ? AND closed IS NULL", {at, std::string(key)}) == 0)
      throw Failure(cat("study ", in_quotes(key), " is closed already"));
    transaction.commit();
  });
}

Result<Participant> Store::join_study(std::string_view study, std::string_view player, Moment at) {
  return guarded(*session_, [&] {
    const std::string s(study), p(player);
    std::optional<Participant> found;
    const auto look = [&] {
      session_->each(cat("SELECT ", participant_columns, " FROM participants WHERE study = ? AND player = ?"), {s, p},
                     participant_kinds(), [&](const Row& row) {
                       found = participant_in(row);
                       return false;
                     });
    };
    Session::Transaction transaction(*session_);
    look();
    if (found) return *found;
    if (!session_->integer("SELECT 1 FROM players WHERE key = ?", {p}))
      throw Failure(cat("there is no player ", in_quotes(player)));
    // Counting up also locks the row, so that two who join at once get two numbers.
    const auto number = session_->integer(
        "UPDATE studies SET joined = joined + 1 WHERE key = ? AND closed IS NULL RETURNING joined", {s});
    if (!number)
      throw Failure(session_->integer("SELECT 1 FROM studies WHERE key = ?", {s})
                        ? cat("study ", in_quotes(study), " is closed")
                        : cat("there is no study ", in_quotes(study)));
    look();  // the same player may have joined through another connection while this one waited for the lock
    if (found) return *found;
    found = Participant{s, p, *number - 1, at, Value::object()};
    session_->run(cat("INSERT INTO participants (", participant_columns, ") VALUES (?, ?, ?, ?, ?)"),
                  {s, p, found->number, at, std::string("{}")});
    transaction.commit();
    return *found;
  });
}

Result<void> Store::set_answers(std::string_view study, std::string_view player, const Value& answers) {
  return guarded(*session_, [&] {
    if (session_->run("UPDATE participants SET answers = ? WHERE study = ? AND player = ?",
                      {answers.json(), std::string(study), std::string(player)}) == 0)
      throw Failure(cat("player ", in_quotes(player), " is not in study ", in_quotes(study)));
  });
}

Result<std::vector<Participant>> Store::participants(std::string_view study) {
  return guarded(*session_, [&] {
    std::vector<Participant> found;
    session_->each(cat("SELECT ", participant_columns, " FROM participants WHERE study = ? ORDER BY number"),
                   {std::string(study)}, participant_kinds(), [&](const Row& row) {
                     found.push_back(participant_in(row));
                     return true;
                   });
    return found;
  });
}

Result<void> Store::add_participants(std::span<const Participant> participants) {
  return guarded(*session_, [&] {
    Session::Transaction transaction(*session_);
    for (const Participant& p : participants) {
      if (!session_->integer("SELECT 1 FROM studies WHERE key = ?", {p.study}))
        throw Failure(cat("there is no study ", in_quotes(p.study)));
      if (!session_->integer("SELECT 1 FROM players WHERE key = ?", {p.player}))
        throw Failure(cat("there is no player ", in_quotes(p.player)));
      session_->run(cat("INSERT INTO participants (", participant_columns, ") VALUES (?, ?, ?, ?, ?)"),
                    {p.study, p.player, p.number, p.joined, p.answers.json()});
      session_->run("UPDATE studies SET joined = ? WHERE key = ? AND joined <= ?", {p.number + 1, p.study, p.number});
    }
    transaction.commit();
  });
}

}  // namespace nazo::store
