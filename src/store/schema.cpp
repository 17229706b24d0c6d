#include "store/schema.hpp"

#include "base/text.hpp"

namespace nazo::store {

const std::vector<SchemaStep>& schema_steps() {
  static const std::vector<SchemaStep> steps = {
      {1, "puzzles, players and plays", R"(
CREATE TABLE puzzles (
  key {text} NOT NULL PRIMARY KEY,
  genre {text} NOT NULL,
  body {text} NOT NULL,
  title {text} NOT NULL,
  solution {text} NOT NULL,
  source {text} NOT NULL,
  notes {text} NOT NULL,
  features {text} NOT NULL,
  exact {int} NOT NULL,
  created {int} NOT NULL);
CREATE INDEX puzzles_by_genre ON puzzles (genre, key);
CREATE TABLE players (
  key {text} NOT NULL PRIMARY KEY,
  created {int} NOT NULL,
  simulated {int} NOT NULL);
CREATE TABLE plays (
  number {id},
  key {text} NOT NULL UNIQUE,
  player {text} NOT NULL REFERENCES players (key),
  puzzle {text} NOT NULL REFERENCES puzzles (key),
  started {int} NOT NULL,
  outcome {text} NOT NULL CHECK (outcome IN ('solved', 'gave_up', 'unfinished')),
  rating {int} CHECK (rating BETWEEN 1 AND 5),
  deadlocks {int} NOT NULL,
  seconds {real} NOT NULL,
  longest_pause {real} NOT NULL,
  moves {int} NOT NULL,
  undos {int} NOT NULL,
  restarts {int} NOT NULL,
  hints {int} NOT NULL,
  events {text} NOT NULL);
CREATE INDEX plays_by_player ON plays (player, number);
CREATE INDEX plays_by_puzzle ON plays (puzzle, number))"},

      {2, "studies and comparisons", R"(
CREATE TABLE studies (
  key {text} NOT NULL PRIMARY KEY,
  genre {text} NOT NULL,
  title {text} NOT NULL,
  puzzle_order {text} NOT NULL,
  seed {int} NOT NULL,
  ask_experience {int} NOT NULL,
  ask_rating {int} NOT NULL,
  ask_comparisons {int} NOT NULL,
  keep {text} NOT NULL,
  created {int} NOT NULL,
  closed {int},
  joined {int} NOT NULL);
CREATE TABLE study_puzzles (
  study {text} NOT NULL REFERENCES studies (key),
  place {int} NOT NULL,
  puzzle {text} NOT NULL REFERENCES puzzles (key),
  PRIMARY KEY (study, place),
  UNIQUE (study, puzzle));
CREATE TABLE participants (
  study {text} NOT NULL REFERENCES studies (key),
  player {text} NOT NULL REFERENCES players (key),
  number {int} NOT NULL,
  joined {int} NOT NULL,
  answers {text} NOT NULL,
  PRIMARY KEY (study, player),
  UNIQUE (study, number));
CREATE TABLE comparisons (
  number {id},
  key {text} NOT NULL UNIQUE,
  player {text} NOT NULL REFERENCES players (key),
  study {text} REFERENCES studies (key),
  puzzle_x {text} NOT NULL REFERENCES puzzles (key),
  puzzle_y {text} NOT NULL REFERENCES puzzles (key),
  level {int} NOT NULL CHECK (level BETWEEN 1 AND 5),
  made {int} NOT NULL);
CREATE INDEX comparisons_by_study ON comparisons (study, number);
ALTER TABLE plays ADD COLUMN study {text} REFERENCES studies (key);
CREATE INDEX plays_by_study ON plays (study, number))"},

      {3, "models and ratings", R"(
CREATE TABLE models (
  key {text} NOT NULL PRIMARY KEY,
  genre {text} NOT NULL,
  kind {text} NOT NULL,
  version {int} NOT NULL,
  created {int} NOT NULL,
  plays {int} NOT NULL,
  note {text} NOT NULL,
  data {text} NOT NULL);
CREATE INDEX models_by_genre ON models (genre, kind, created);
CREATE TABLE ratings (
  puzzle {text} NOT NULL REFERENCES puzzles (key),
  model {text} NOT NULL REFERENCES models (key),
  made {int} NOT NULL,
  difficulty {real}, interest {real}, time {real}, success {real},
  difficulty_se {real}, time_se {real}, success_se {real},
  PRIMARY KEY (puzzle, model));
ALTER TABLE puzzles ADD COLUMN model {text} REFERENCES models (key);
ALTER TABLE puzzles ADD COLUMN difficulty {real};
ALTER TABLE puzzles ADD COLUMN interest {real};
ALTER TABLE puzzles ADD COLUMN time {real};
ALTER TABLE puzzles ADD COLUMN success {real};
ALTER TABLE puzzles ADD COLUMN difficulty_se {real};
ALTER TABLE puzzles ADD COLUMN time_se {real};
ALTER TABLE puzzles ADD COLUMN success_se {real};
CREATE INDEX puzzles_by_difficulty ON puzzles (genre, difficulty, key))"},

      {4, "recommendations", R"(
CREATE TABLE recommendations (
  number {id},
  key {text} NOT NULL UNIQUE,
  player {text} NOT NULL REFERENCES players (key),
  puzzle {text} NOT NULL REFERENCES puzzles (key),
  model {text} NOT NULL,
  target {text} NOT NULL CHECK (target IN ('success', 'time')),
  wanted {real} NOT NULL,
  predicted {real} NOT NULL,
  propensity {real} NOT NULL,
  made {int} NOT NULL);
CREATE INDEX recommendations_by_player ON recommendations (player, number))"},

      // Models of the first layout were fitted without the genre's formula: nothing should speak by them.
      {5, "honest plays, and models that pass a gate", R"(
ALTER TABLE plays ADD COLUMN assisted {int} NOT NULL DEFAULT 0;
ALTER TABLE plays ADD COLUMN marks {text} NOT NULL DEFAULT '';
ALTER TABLE plays ADD COLUMN plays_before {int};
ALTER TABLE models ADD COLUMN state {text} NOT NULL DEFAULT 'live';
ALTER TABLE models ADD COLUMN simulated {int} NOT NULL DEFAULT 0;
ALTER TABLE models ADD COLUMN figures {text} NOT NULL DEFAULT 'null';
UPDATE models SET state = 'kept' WHERE kind = 'people' AND version < 2;
CREATE TABLE shown_solutions (
  player {text} NOT NULL,
  puzzle {text} NOT NULL,
  at {int} NOT NULL,
  PRIMARY KEY (player, puzzle)))"},

      {6, "who deletes their data reads nobody else's", R"(
CREATE INDEX comparisons_by_player ON comparisons (player, number);
CREATE INDEX participants_by_player ON participants (player))"},

      // Puzzles that visitors published are played and counted, but stand on no shelf of the workshop's own. A puzzle
      // that left its collection is kept for a while (`gone`): somebody may be playing it.
      {7, "published collections", R"(
ALTER TABLE puzzles ADD COLUMN listed {int} NOT NULL DEFAULT 1;
CREATE TABLE collections (
  key {text} NOT NULL PRIMARY KEY,
  owner {text} NOT NULL,
  title {text} NOT NULL,
  author {text} NOT NULL,
  about {text} NOT NULL,
  bytes {int} NOT NULL,
  created {int} NOT NULL,
  changed {int} NOT NULL,
  published {int},
  taken_down {int},
  why {text} NOT NULL,
  removed {int});
CREATE INDEX collections_by_owner ON collections (owner, created);
CREATE TABLE collection_puzzles (
  collection {text} NOT NULL REFERENCES collections (key),
  puzzle {text} NOT NULL REFERENCES puzzles (key),
  place {int} NOT NULL,
  title {text} NOT NULL,
  gone {int},
  PRIMARY KEY (collection, puzzle));
CREATE INDEX collection_puzzles_by_puzzle ON collection_puzzles (puzzle))"},

      {.version = 8,
       .what = "long work that any server answers for and any worker does",
       .sql = R"(
CREATE TABLE jobs (
  number {id},
  key {text} NOT NULL UNIQUE,
  owner {text} NOT NULL,
  address {text} NOT NULL,
  what {text} NOT NULL,
  request {text} NOT NULL,
  once {text},
  state {text} NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  stop {int} NOT NULL,
  holder {text} NOT NULL,
  lease {int} NOT NULL,
  tries {int} NOT NULL,
  revision {int} NOT NULL,
  events {int} NOT NULL,
  bytes {int} NOT NULL,
  progress {text} NOT NULL,
  result {text} NOT NULL,
  error {text} NOT NULL,
  ordered {int} NOT NULL,
  finished {int});
CREATE INDEX jobs_unfinished ON jobs (number) WHERE finished IS NULL;
CREATE UNIQUE INDEX jobs_once ON jobs (once) WHERE finished IS NULL;
CREATE TABLE job_events (
  job {text} NOT NULL,
  number {int} NOT NULL,
  event {text} NOT NULL,
  data {text} NOT NULL,
  PRIMARY KEY (job, number));
CREATE TABLE learning (
  genre {text} NOT NULL PRIMARY KEY,
  plays {int} NOT NULL,
  not_before {int} NOT NULL);
CREATE TABLE gone_players (
  player {text} NOT NULL PRIMARY KEY,
  at {int} NOT NULL);
CREATE TABLE shared_quotas (
  server {text} NOT NULL,
  who {text} NOT NULL,
  spent {real} NOT NULL,
  at {int} NOT NULL,
  PRIMARY KEY (server, who)))",
       .additive = true},
  };
  return steps;
}

int newest_schema() { return schema_steps().back().version; }

namespace {
constexpr std::int64_t application_id = 0x6e617a6f;  // "nazo" in the head of an SQLite file
}

int schema_version(Session& session) {
  const bool lite = session.dialect() == Dialect::sqlite;
  // SQLite itself is asked whose file this is, before anything is looked for in it.
  const std::int64_t owner = lite ? session.integer("PRAGMA application_id").value_or(0) : application_id;
  constexpr std::string_view foreign = "holds something else, not nazo's puzzles and plays";
  if (owner != 0 && owner != application_id) throw Failure(std::string(foreign));
  const auto has_meta =
      lite ? session.integer("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'nazo_meta'")
           : session.integer(
                 "SELECT count(*) FROM information_schema.tables "
                 "WHERE table_schema = current_schema() AND table_name = 'nazo_meta'");
  if (has_meta.value_or(0) == 0) {
    if (lite && session.integer("SELECT count(*) FROM sqlite_master").value_or(0) != 0)
      throw Failure(std::string(foreign));
    return 0;
  }
  if (owner != application_id) throw Failure(std::string(foreign));
  const auto text = session.text("SELECT value FROM nazo_meta WHERE name = 'schema'");
  const auto version = number_of<int>(text.value_or(""));
  if (!version || *version < 1) throw damage("it does not say its version");
  return *version;
}

namespace {

/// "8:6": a store of version 8 may also be used by programs that know up to version 6.
constexpr std::string_view fit_name = "oldest";

void note_who_may_go_on(Session& session, int version) {
  int oldest = 1;
  for (const SchemaStep& step : schema_steps())
    if (step.version <= version && !step.additive) oldest = step.version;
  session.run(
      "INSERT INTO nazo_meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      {std::string(fit_name), cat(version, ":", oldest)});
}

}  // namespace

bool may_be_used_by(Session& session, int newest, int version) {
  const std::string text =
      session.text("SELECT value FROM nazo_meta WHERE name = ?", {std::string(fit_name)}).value_or("");
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || number_of<int>(text.substr(0, colon)) != version) return false;
  const auto oldest = number_of<int>(std::string_view(text).substr(colon + 1));
  return oldest && *oldest <= newest;
}

void migrate(Session& session, int version) {
  for (const SchemaStep& step : schema_steps()) {
    if (step.version > version) return;
    if (schema_version(session) >= step.version) continue;  // nobody who only opens a store waits for those who write
    Session::Transaction transaction(session);
    // Two programs that open an old store at once must not both migrate it. SQLite's IMMEDIATE lock is held already.
    if (session.dialect() == Dialect::postgresql)
      session.each("SELECT 1 FROM (SELECT pg_advisory_xact_lock(7236719)) AS waited", {}, {Kind::integer},
                   [](const Row&) { return true; });
    const int present = schema_version(session);
    if (present >= step.version) continue;
    if (present == 0) {
      session.script("CREATE TABLE nazo_meta (name {text} NOT NULL PRIMARY KEY, value {text} NOT NULL)");
      session.run("INSERT INTO nazo_meta (name, value) VALUES ('schema', '0')");
      if (session.dialect() == Dialect::sqlite) session.script(cat("PRAGMA application_id = ", application_id));
    }
    session.script(step.sql);
    session.run("UPDATE nazo_meta SET value = ? WHERE name = 'schema'", {std::to_string(step.version)});
    note_who_may_go_on(session, step.version);
    // For whoever looks at the file without knowing its tables.
    if (session.dialect() == Dialect::sqlite) session.script(cat("PRAGMA user_version = ", step.version));
    transaction.commit();
  }
}

}  // namespace nazo::store
