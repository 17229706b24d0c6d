// Connecting, and connecting again to a PostgreSQL that went away.
#include <libpq-fe.h>
#include <soci/postgresql/soci-postgresql.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/text.hpp"
#include "store/session.hpp"

namespace nazo::store {
namespace {

using namespace std::chrono_literals;
constexpr auto first_pause = 50ms;
constexpr auto longest_pause = 500ms;

/// A data base that does not answer is an error after some seconds, not after the system's quarter of an hour.
std::string with_timeouts(std::string uri) {
  for (const std::string_view setting : {"connect_timeout=5", "tcp_user_timeout=10000"}) {
    const std::string_view name = setting.substr(0, setting.find('='));
    if (uri.find(name) != std::string::npos) continue;
    uri += uri.find('?') == std::string::npos ? '?' : '&';
    uri += setting;
  }
  return uri;
}

}  // namespace

std::chrono::milliseconds longest_wait(Patience patience) {
  switch (patience) {
    case Patience::command:
      return 60s;
    case Patience::server:  // shorter than a server lets anybody wait for an answer
      return 7s;
    case Patience::look:
      return 2s;
  }
  return 7s;
}

bool is_elsewhere(std::string_view where) {
  return where.starts_with("postgresql://") || where.starts_with("postgres://");
}

std::string without_password(std::string_view where) {
  std::string out(where);
  const std::size_t start = out.find("//"), at = out.find('@');
  if (start != std::string::npos && at != std::string::npos)
    if (const std::size_t colon = out.find(':', start); colon < at) out.erase(colon, at - colon);
  if (const std::size_t name = out.find("password="); name != std::string::npos)
    out.erase(name + 9, out.find('&', name) - name - 9);
  return out;
}

Session::Session(const std::string& where, Access access, Patience patience)
    : dialect_(Dialect::sqlite), address_(where), where_(where), access_(access), patience_(patience) {
  if (is_elsewhere(where)) {
    dialect_ = Dialect::postgresql;
    where_ = without_password(where);
    connect_postgresql();
  } else {
    if (where_.starts_with("sqlite://")) where_.erase(0, 9);
    connect_sqlite();
  }
}

Session::~Session() = default;

void Session::connect_sqlite() {
  namespace fs = std::filesystem;
  if (where_.empty()) throw Failure("expected the path of an SQLite file or postgresql://…");
  std::error_code error;
  const fs::path path = fs::absolute(where_, error);
  const bool exists = fs::exists(path, error);
  if (exists && !fs::is_regular_file(path, error)) throw Failure("is not a file");
  if (!exists && access_ != Access::create) throw Failure("there is no such file");
  if (!exists && !fs::is_directory(path.parent_path(), error))
    throw Failure(cat("there is no folder ", path.parent_path().string()));
  if (exists && ::access(path.c_str(), R_OK) != 0) throw Failure("cannot be read (permission denied)");
  // SQLite's list of ways to corrupt a data base: under each of its names a file would have a log of its own.
  if (exists && fs::hard_link_count(path, error) > 1 && !error)
    throw Failure("has several names (hard links), of which only one may be left");
  // SOCI takes "name=value" pairs when there is a '=' in its text, else the text is the path.
  const std::string text = path.string();
  if (text.find('=') != std::string::npos && text.find('"') != std::string::npos)
    throw Failure("a path with both '=' and '\"' cannot be opened");
  soci_ = std::make_unique<soci::session>(soci::sqlite3,
                                          text.find('=') == std::string::npos ? text : "db=\"" + text + "\"");
  turn_.emplace(WriteTurns::of(text));
  wait_as(patience_);
  script("PRAGMA foreign_keys = ON");
  script("PRAGMA synchronous = FULL");   // an acknowledged transaction survives a power cut
  script("PRAGMA cache_size = -65536");  // 64 MiB
  // No PRAGMA temp_store = MEMORY: inside a savepoint SQLite would walk its whole journal after every statement.
  if (access_ == Access::read) script("PRAGMA query_only = ON");
}

void Session::wait_as(Patience patience) {
  patience_ = patience;
  if (dialect_ == Dialect::postgresql) return script(cat("SET lock_timeout TO ", longest_wait(patience).count()));
  const auto* backend = static_cast<const soci::sqlite3_session_backend*>(soci_->get_backend());
  sqlite_api::sqlite3_busy_handler(backend->conn_, &Session::wait_a_moment, this);
}

int Session::wait_a_moment(void* session, int tries) {
  auto* self = static_cast<Session*>(session);
  const auto now = std::chrono::steady_clock::now();
  const bool begins = self->depth_ == 0 && self->turn_->held();  // and has perhaps waited for its turn before
  if (tries == 0 && !begins) self->waits_until_ = now + longest_wait(self->patience_);
  if (now >= self->waits_until_) return 0;
  // SQLite's own handler sleeps longer and longer, up to a tenth of a second, and so hardly ever comes at the moment
  // between two transactions of a busy server. Two programs that wait must not keep step either.
  std::this_thread::sleep_for(250us + std::chrono::microseconds(now.time_since_epoch().count() % 750));
  return 1;
}

void Session::begin_sqlite(Patience patience) {
  waits_until_ = std::chrono::steady_clock::now() + longest_wait(patience);
  if (!turn_->take(longest_wait(patience)))
    throw Failure("the store is locked: others have been writing for too long", Trouble::passing);
  try {
    script("BEGIN IMMEDIATE");
    refuse_if_moved();
  } catch (...) {
    roll_back();
    turn_->end();
    throw;
  }
}

void Session::roll_back() noexcept {
  try {
    if (left_open()) script("ROLLBACK");
  } catch (...) {  // no memory: it is tried again before anything new begins
  }
}

void Session::end_turn() noexcept {
  if (turn_) turn_->end();
}

void Session::connect_postgresql() {
  auto fresh = std::make_unique<soci::session>(soci::postgresql, with_timeouts(address_));
  *fresh << "SET client_encoding TO 'UTF8'";
  *fresh << "SET client_min_messages TO 'error'";
  *fresh << cat("SET lock_timeout TO ", longest_wait(patience_).count());
  if (access_ == Access::read) *fresh << "SET default_transaction_read_only TO on";
  soci_ = std::move(fresh);
}

bool Session::lost() const {
  if (dialect_ == Dialect::sqlite) return false;
  const auto* backend = static_cast<const soci::postgresql_session_backend*>(soci_->get_backend());
  return PQstatus(backend->conn_) != CONNECTION_OK;
}

bool Session::left_open() const {
  if (dialect_ == Dialect::sqlite) {
    const auto* backend = static_cast<const soci::sqlite3_session_backend*>(soci_->get_backend());
    return sqlite_api::sqlite3_get_autocommit(backend->conn_) == 0;
  }
  const auto* backend = static_cast<const soci::postgresql_session_backend*>(soci_->get_backend());
  return PQtransactionStatus(backend->conn_) != PQTRANS_IDLE;
}

void Session::ready() {
  if (depth_ != 0) return;
  if (lost()) return connect_again();
  // A rollback that failed, for want of memory, left its transaction open: nothing could begin any more.
  if (left_open()) script("ROLLBACK");
}

void Session::connect_again() {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_try_) throw Failure("cannot be reached", Trouble::passing);
  // Set before the try: if it throws, the next one waits, and every time longer.
  pause_ = std::clamp<std::chrono::milliseconds>(2 * pause_, first_pause, longest_pause);
  next_try_ = now + pause_;
  connect_postgresql();
  pause_ = 0ms;
  next_try_ = {};
}

}  // namespace nazo::store
