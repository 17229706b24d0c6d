#include "store/store.hpp"

#include <thread>

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

constexpr double look_seconds = 1;

/// SQLite does not wait when two programs change the mode of a new file at once: we do.
void use_wal(Session& session) {
  for (int tries = 0;; ++tries) {
    try {
      if (session.text("PRAGMA journal_mode = WAL") == "wal") return;
    } catch (...) {
      if (tries == 100 || explain_current(session.where()).trouble != Trouble::passing) throw;
    }
    if (tries == 100) throw Failure("cannot be put into WAL mode (a network disk?)");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

/// Of a PostgreSQL; an older store has fewer of them.
std::vector<std::string> tables_of(Session& session) {
  std::vector<std::string> tables;
  session.each("SELECT quote_ident(table_name) FROM information_schema.tables WHERE table_schema = current_schema()",
               {}, {Kind::text}, [&](const Row& row) {
                 tables.push_back(row.text(0));
                 return true;
               });
  return tables;
}

void refuse_newer(Session& session, int version) {
  if (version > newest_schema() && !may_be_used_by(session, newest_schema(), version))
    throw Failure(cat("was made by a newer nazo (version ", version, " of the store; this one knows up to ",
                      newest_schema(), ")"));
}

}  // namespace

Result<Store> Store::open(const std::string& where) { return open_to_write(where, Access::create, Patience::command); }

Result<Store> Store::open_existing(const std::string& where) {
  return open_to_write(where, Access::write, Patience::command);
}

Result<Store> Store::open_to_serve(const std::string& where) {
  return open_to_write(where, Access::create, Patience::server);
}

Result<Store> Store::open_to_write(const std::string& where, Access access, Patience patience) {
  return guarded(where, [&] {
    auto session = std::make_unique<Session>(where, access, Patience::command);  // nobody waits yet
    const int version = schema_version(*session);
    refuse_newer(*session, version);  // before anything is written
    if (version == 0 && access == Access::write) throw Failure("holds no store of nazo");
    (void)session->look_through(look_seconds);
    if (session->dialect() == Dialect::sqlite) {
      use_wal(*session);
      session->script("BEGIN IMMEDIATE");  // a read-only file is found now, not at the first play
      session->script("ROLLBACK");
    }
    migrate(*session, newest_schema());
    refuse_newer(*session, schema_version(*session));
    session->wait_as(patience);
    return Store(std::move(session));
  });
}

Result<Store> Store::open_to_read(const std::string& where) {
  return guarded(where, [&] {
    auto session = std::make_unique<Session>(where, Access::read);
    const int version = schema_version(*session);
    refuse_newer(*session, version);
    if (version < newest_schema())
      throw Failure(version == 0 ? std::string("is empty")
                                 : cat("is of version ", version, ", this nazo reads ", newest_schema(),
                                       ": open it for writing once to bring it forward"));
    return Store(std::move(session));
  });
}

Result<Store> Store::open_to_look_after(const std::string& where) {
  return guarded(where, [&] {
    auto session = std::make_unique<Session>(where, Access::read);
    const int version = schema_version(*session);
    refuse_newer(*session, version);
    if (version == 0) throw Failure("is empty");
    return Store(std::move(session));
  });
}

Result<int> Store::version() {
  return guarded(*session_, [&] { return schema_version(*session_); });
}

Result<void> Store::check_integrity() {
  return guarded(*session_, [&] {
    if (session_->dialect() == Dialect::sqlite) {
      const std::string found = session_->text("PRAGMA integrity_check").value_or("nothing");
      if (found != "ok") throw damage(found);
      session_->each("PRAGMA foreign_key_check", {}, {Kind::text, Kind::text, Kind::text, Kind::text},
                     [](const Row& row) -> bool {
                       throw damage(cat("a row of ", row.text(0), " refers to a missing row of ", row.text(2)));
                     });
    } else {
      // PostgreSQL checks pages as it reads them and references as it writes them: read every row once.
      for (const std::string& table : tables_of(*session_))
        (void)session_->integer(
            cat("SELECT count(*) FROM (SELECT t.*::text AS row FROM ", table, " AS t) AS rows WHERE row <> ''"));
    }
    // A play is whole if its summary is that of its events.
    session_->each("SELECT count(*) FROM plays WHERE moves < 0 OR seconds < 0 OR events = ''", {}, {Kind::integer},
                   [](const Row& row) -> bool {
                     if (row.integer(0) != 0) throw damage("a play without its events");
                     return true;
                   });
  });
}

Result<void> Store::backup(const std::string& path) {
  return guarded(*session_, [&] { session_->copy_to(path); });
}

Result<void> Store::vacuum() {
  return guarded(*session_, [&] {
    session_->script("VACUUM");
    if (session_->dialect() == Dialect::sqlite) session_->script("PRAGMA wal_checkpoint(TRUNCATE)");
  });
}

Result<void> Store::try_writing() {
  return guarded(*session_, [&] {
    Session::Transaction transaction(*session_, Patience::look);
    session_->run(
        "INSERT INTO nazo_meta (name, value) VALUES ('written', ?) ON CONFLICT (name) DO UPDATE SET value = "
        "excluded.value",
        {std::to_string(now())});
    transaction.commit();
  });
}

Result<void> Store::together(const std::function<Result<void>()>& work) {
  std::optional<Error> refused;
  auto done = guarded(*session_, [&] {
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
