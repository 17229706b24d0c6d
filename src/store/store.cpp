#include "store/store.hpp"

#include "base/text.hpp"
#include "store/schema.hpp"
#include "store/session.hpp"

namespace nazo::store {

Store::Store(std::unique_ptr<Session> session) : session_(std::move(session)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

const std::string& Store::where() const { return session_->where(); }

namespace {

void refuse_newer(int version) {
  if (version > newest_schema())
    throw Failure(cat("was made by a newer nazo (version ", version, " of the store; this one knows up to ",
                      newest_schema(), ")"));
}

}  // namespace

Result<Store> Store::open(const std::string& where) { return open_to_write(where, Access::create); }

Result<Store> Store::open_existing(const std::string& where) { return open_to_write(where, Access::write); }

Result<Store> Store::open_to_write(const std::string& where, Access access) {
  return guarded(where, [&] {
    auto session = std::make_unique<Session>(where, access);
    const int version = schema_version(*session);
    refuse_newer(version);  // before anything is written
    if (version == 0 && access == Access::write) throw Failure("holds no store of nazo");
    if (session->dialect() == Dialect::sqlite) {
      if (session->text("PRAGMA journal_mode = WAL") != "wal")
        throw Failure("cannot be put into WAL mode (a network disk?)");
      session->script("BEGIN IMMEDIATE");  // a read-only file is found now, not at the first play
      session->script("ROLLBACK");
    }
    migrate(*session, newest_schema());
    refuse_newer(schema_version(*session));
    return Store(std::move(session));
  });
}

Result<Store> Store::open_to_read(const std::string& where) {
  return guarded(where, [&] {
    auto session = std::make_unique<Session>(where, Access::read);
    const int version = schema_version(*session);
    refuse_newer(version);
    if (version < newest_schema())
      throw Failure(version == 0 ? std::string("is empty")
                                 : cat("is of version ", version, ", this nazo reads ", newest_schema(),
                                       ": open it for writing once to bring it forward"));
    return Store(std::move(session));
  });
}

Result<int> Store::version() {
  return guarded(where(), [&] { return schema_version(*session_); });
}

Result<void> Store::check_integrity() {
  return guarded(where(), [&] {
    if (session_->dialect() == Dialect::sqlite) {
      const std::string found = session_->text("PRAGMA integrity_check").value_or("nothing");
      if (found != "ok") throw Failure(cat("is damaged: ", found));
      session_->each(
          "PRAGMA foreign_key_check", {}, {Kind::text, Kind::text, Kind::text, Kind::text}, [](const Row& row) -> bool {
            throw Failure(cat("is damaged: a row of ", row.text(0), " refers to a missing row of ", row.text(2)));
          });
    } else {
      // PostgreSQL checks pages as it reads them and references as it writes them: read every row once.
      for (const char* table : {"puzzles", "players", "plays", "studies", "study_puzzles", "participants",
                                "comparisons", "models", "ratings", "recommendations"})
        (void)session_->integer(
            cat("SELECT count(*) FROM (SELECT t.*::text AS row FROM ", table, " AS t) AS rows WHERE row <> ''"));
    }
    // A play is whole if its summary is that of its events.
    session_->each("SELECT count(*) FROM plays WHERE moves < 0 OR seconds < 0 OR events = ''", {}, {Kind::integer},
                   [](const Row& row) -> bool {
                     if (row.integer(0) != 0) throw Failure("is damaged: a play without its events");
                     return true;
                   });
  });
}

Result<void> Store::together(const std::function<Result<void>()>& work) {
  std::optional<Error> refused;
  auto done = guarded(where(), [&] {
    Session::Transaction transaction(*session_);
    if (auto result = work(); !result)
      refused = std::move(result).error();
    else
      transaction.commit();
  });
  if (refused) return std::unexpected(*std::move(refused));
  return done;
}

}  // namespace nazo::store
