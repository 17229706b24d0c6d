// Looking after a store: is it whole, and a copy of it while it is used. What only SQLite's own functions can do.
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <memory>

#include "base/text.hpp"
#include "store/session.hpp"

namespace nazo::store {
namespace {

using Clock = std::chrono::steady_clock;

/// SQLite cannot be broken off while it walks through the pages of one table, about a second a GiB: in a store that is
/// larger than this the plays are left to `nazo store check`.
constexpr std::int64_t most_bytes_at_once = std::int64_t{1} << 30;

sqlite_api::sqlite3* handle_of(soci::session& session) {
  return static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_;
}

/// While it lives, work on the connection is broken off at the deadline.
class Deadline {
 public:
  Deadline(sqlite_api::sqlite3* handle, double seconds)
      : handle_(handle),
        end_(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e6)))) {
    constexpr int every = 1000;  // of SQLite's own steps
    sqlite_api::sqlite3_progress_handler(handle_, every, &Deadline::over, this);
  }
  ~Deadline() { sqlite_api::sqlite3_progress_handler(handle_, 0, nullptr, nullptr); }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

 private:
  static int over(void* self) { return Clock::now() >= static_cast<Deadline*>(self)->end_ ? 1 : 0; }
  sqlite_api::sqlite3* handle_;
  Clock::time_point end_;
};

/// A file that another SQLite connection writes; it goes away again unless all of it was written.
class Copy {
 public:
  explicit Copy(const std::string& path) : path_(path) {
    constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    sqlite_api::sqlite3* handle = nullptr;
    const int opened = sqlite_api::sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
    handle_.reset(handle);  // there is one even where nothing could be opened
    if (opened != SQLITE_OK) complain();
  }
  ~Copy() {
    handle_.reset();
    std::error_code ignored;
    if (!whole_) std::filesystem::remove(path_, ignored);
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;

  void take_all_of(sqlite_api::sqlite3* source) {
    auto* backup = sqlite_api::sqlite3_backup_init(handle_.get(), "main", source, "main");
    if (backup == nullptr) complain();
    // All pages in one step: one moment of the store. Who writes meanwhile writes into the WAL and does not wait.
    int step = SQLITE_OK;
    do step = sqlite_api::sqlite3_backup_step(backup, -1);
    while (step == SQLITE_OK);
    const int end = sqlite_api::sqlite3_backup_finish(backup);
    if (step != SQLITE_DONE) complain(step);
    if (end != SQLITE_OK) complain();
    whole_ = true;
  }

 private:
  [[noreturn]] void complain() const { complain(sqlite_api::sqlite3_errcode(handle_.get())); }
  /// It is not always the store that is to blame.
  [[noreturn]] void complain(int code) const {
    const bool reading = (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
    if (reading) throw soci::sqlite3_soci_error("the copy broke off", code);
    throw Failure(cat("the copy ", path_, " cannot be written: ", sqlite_api::sqlite3_errstr(code)));
  }
  struct Close {
    void operator()(sqlite_api::sqlite3* handle) const { sqlite_api::sqlite3_close(handle); }
  };
  std::string path_;
  std::unique_ptr<sqlite_api::sqlite3, Close> handle_;
  bool whole_ = false;
};

}  // namespace

bool Session::look_through(double seconds) {
  // PostgreSQL checks its pages as it reads them.
  if (dialect_ == Dialect::postgresql) return true;
  const auto look = [&](std::string_view what) {
    const std::string found = text(cat("PRAGMA quick_check(", what, ")")).value_or("nothing");
    if (found != "ok") throw damage(found);
  };
  const std::int64_t bytes = integer("PRAGMA page_count").value_or(0) * integer("PRAGMA page_size").value_or(0);
  std::vector<std::string> tables;
  if (bytes > most_bytes_at_once)
    each("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'plays'", {}, {Kind::text},
         [&](const Row& row) {
           tables.push_back(row.text(0));
           return true;
         });
  const Deadline deadline(handle_of(*soci_), seconds);
  try {
    for (const std::string& table : tables) look(table);
    if (tables.empty()) look("1");
    return tables.empty();
  } catch (const soci::sqlite3_soci_error& error) {
    if ((error.result() & 0xff) != SQLITE_INTERRUPT) throw;
    return false;
  }
}

void Session::refuse_if_moved() {
  // SQLite's own list of ways to lose a data base: a file, or a hot journal, that is moved while it is open.
  int moved = 0;
  sqlite_api::sqlite3_file_control(handle_of(*soci_), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  if (moved != 0) throw Failure("was moved or deleted while it was open", Trouble::passing);
  // The log is there for as long as anybody has the file open, and stays the same.
  const char* log_path = sqlite_api::sqlite3_filename_wal(sqlite_api::sqlite3_db_filename(handle_of(*soci_), "main"));
  struct stat log{};
  const bool gone = ::stat(log_path, &log) != 0;
  const std::pair<std::uint64_t, std::uint64_t> identity{log.st_dev, log.st_ino};
  if (!gone && !log_identity_) log_identity_ = identity;
  if (log_identity_ && (gone ? errno == ENOENT : identity != *log_identity_))
    throw Failure("has lost its file -wal, which was deleted while it was open", Trouble::damage);
}

void Session::copy_to(const std::string& path) {
  if (dialect_ == Dialect::postgresql) throw Failure("a PostgreSQL is copied by pg_dump");
  std::error_code error;
  if (std::filesystem::exists(path, error)) throw Failure(cat("there is a file ", in_quotes(path), " already"));
  Copy(path).take_all_of(handle_of(*soci_));
}

}  // namespace nazo::store
