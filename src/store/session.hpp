// Inside the room only: one connection to SQLite or PostgreSQL through SOCI, with plain cells in and out.
//
// SOCI throws; so does this class. `guarded` turns what was thrown into a Result at the room's edge. Values only ever
// go in as bound cells, never as part of the SQL. The SQL is written with '?' and is the same for both data bases; {id}
// {int} {real} {text} in a schema step stand for the dialect's types.
//
// Nothing here ever opens the SQLite file itself: closing it again would drop the POSIX locks that SQLite holds on it
// for the whole process, and another process could then write into the middle of a transaction. Whatever is to be known
// of the file, SQLite is asked.
//
// A PostgreSQL that went away is connected to again, with pauses that grow while it cannot be reached. What was under
// way when it went is an error; what begins afterwards finds the new connection.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "base/value.hpp"
#include "store/write_turns.hpp"

namespace soci {
class session;
class statement;
}  // namespace soci

namespace nazo::store {

enum class Dialect { sqlite, postgresql };
/// create: a store that is not there is made; write: it must be there; read: and nothing is written.
enum class Access { create, write, read };
/// How long a writer waits until others have written: a command has time, a server's visitors have not, and who only
/// looks whether the store is well wants to know soon.
enum class Patience { command, server, look };
[[nodiscard]] std::chrono::milliseconds longest_wait(Patience patience);

/// Whether a store is a data base of its own that may go away or not answer; else it is a file.
[[nodiscard]] bool is_elsewhere(std::string_view where);
/// The address as it may be shown.
[[nodiscard]] std::string without_password(std::string_view where);

/// A value for a '?': null, a whole number, a real or a text.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;
[[nodiscard]] Cell cell(const std::optional<double>& value);
[[nodiscard]] Cell cell(const std::optional<std::int64_t>& value);
[[nodiscard]] Cell cell_or_null(const std::string& text);  ///< an empty text is kept as null

/// Our own complaints inside the room; what() is the line a person reads.
struct Failure : std::runtime_error {
  explicit Failure(const std::string& what, Trouble kind = Trouble::none) : std::runtime_error(what), trouble(kind) {}
  Trouble trouble;
};

/// What SQLite's checks have found, in one line.
[[nodiscard]] Failure damage(std::string_view found);

/// What a column of an answer is read as.
enum class Kind : unsigned char { text, integer, real };

/// One row of an answer. Reading a null as a plain value gives "" or 0.
class Row {
 public:
  explicit Row(const std::vector<Kind>& kinds);
  ~Row();
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;

  [[nodiscard]] bool null(std::size_t column) const;
  [[nodiscard]] std::string text(std::size_t column) const;
  [[nodiscard]] std::int64_t integer(std::size_t column) const;
  [[nodiscard]] double real(std::size_t column) const;
  [[nodiscard]] std::optional<std::int64_t> optional_integer(std::size_t column) const;
  [[nodiscard]] std::optional<double> optional_real(std::size_t column) const;
  [[nodiscard]] Value json(std::size_t column) const;

 private:
  friend class Session;
  struct Slot;
  std::vector<Slot> slots_;
};

class Session {
 public:
  /// `where`: "postgresql://…", or the path of an SQLite file (with or without "sqlite://" before it).
  Session(const std::string& where, Access access, Patience patience = Patience::command);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] Dialect dialect() const { return dialect_; }
  [[nodiscard]] const std::string& where() const { return where_; }  ///< for messages, without any password

  /// From now on.
  void wait_as(Patience patience);
  /// Connects again if the data base went away since. Called before anything new begins.
  void ready();
  /// Remembers what an error says of the store: after damage nothing is written any more.
  void learn_from(const Error& error);

  /// Several statements separated by ';', with {types} filled in. No values.
  void script(std::string_view sql);
  /// One statement; returns the number of rows it changed.
  std::int64_t run(std::string_view sql, const std::vector<Cell>& cells = {});
  /// One query; stops early when `take` returns false.
  void each(std::string_view sql, const std::vector<Cell>& cells, const std::vector<Kind>& kinds,
            const std::function<bool(const Row&)>& take);
  /// One statement, prepared once, for every row of `cells`. `take` gets what each gives back, `done` how many rows it
  /// changed.
  void repeat(std::string_view sql, std::size_t columns, const std::vector<Cell>& cells,
              const std::vector<Kind>& kinds = {}, const std::function<bool(const Row&)>& take = {},
              const std::function<void(std::size_t row, std::int64_t changed)>& done = {});
  /// INSERT of many rows by few statements: "INSERT INTO t (a, b) VALUES" + rows + `tail`. `cells` holds them row by
  /// row. `kinds` and `take` are for what a RETURNING in the tail gives.
  void insert(std::string_view head, std::size_t columns, const std::vector<Cell>& cells, std::string_view tail,
              const std::vector<Kind>& kinds = {}, const std::function<bool(const Row&)>& take = {});

  /// The first column of the first row, if there is one.
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view sql, const std::vector<Cell>& cells = {});
  [[nodiscard]] std::optional<std::string> text(std::string_view sql, const std::vector<Cell>& cells = {});

  /// Looks through the pages for at most so long; false if that was too short to see all of them. Damage is thrown.
  bool look_through(double seconds);
  /// A copy of an SQLite store as it is at one moment, in a new file, while others read and write.
  void copy_to(const std::string& path);

  /// Everything or nothing: rolled back unless committed. Inside another transaction it is a savepoint.
  class Transaction {
   public:
    explicit Transaction(Session& session) : Transaction(session, session.patience_) {}
    Transaction(Session& session, Patience patience);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

   private:
    Session& session_;
    bool open_ = true;
  };

 private:
  struct Prepared;
  struct Repeated;
  static void exchange_into(soci::statement& statement, std::vector<Row::Slot>& into);
  void connect_sqlite();
  void connect_postgresql();
  [[nodiscard]] bool lost() const;
  /// Whether the data base thinks that a transaction is under way.
  [[nodiscard]] bool left_open() const;
  void connect_again();
  void refuse_if_damaged() const;
  void begin(Patience patience);
  /// SQLite is asked for a lock only when no other writer of this program has it.
  void begin_sqlite(Patience patience);
  void roll_back() noexcept;
  void end_turn() noexcept;
  /// Whether the file, or the log of what was last written beside it, was renamed, deleted or replaced under us: what
  /// is written now nobody would find again.
  void refuse_if_moved();
  /// SQLite calls it when the file is locked by another program; 0: it has waited long enough.
  static int wait_a_moment(void* session, int tries);

  Dialect dialect_;
  std::string address_;  ///< with its password
  std::string where_;
  Access access_;
  Patience patience_;
  std::unique_ptr<soci::session> soci_;
  std::optional<WriteTurn> turn_;                                          ///< of an SQLite file
  std::optional<std::pair<std::uint64_t, std::uint64_t>> log_identity_{};  ///< device and number of SQLite's -wal
  std::chrono::steady_clock::time_point waits_until_{};                    ///< what waits for SQLite's lock
  int depth_ = 0;                                                          ///< of open transactions
  bool damaged_ = false;
  std::chrono::milliseconds pause_{0};  ///< before the next try to connect again
  std::chrono::steady_clock::time_point next_try_{};
};

/// One line for what was just thrown by the store at `where`. Call it in a catch block.
[[nodiscard]] Error explain_current(std::string_view where);

/// Runs `work` and gives its value, or the error it threw.
template <class Work>
[[nodiscard]] auto guarded(std::string_view where, Work&& work) -> Result<std::invoke_result_t<Work>> {
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<Work>>) {
      work();
      return {};
    } else {
      return work();
    }
  } catch (...) {
    return std::unexpected(explain_current(where));
  }
}

/// The same on a session, which is made ready before and learns from an error.
template <class Work>
[[nodiscard]] auto guarded(Session& session, Work&& work) -> Result<std::invoke_result_t<Work>> {
  auto result = guarded(std::string_view(session.where()), [&] {
    session.ready();
    return work();
  });
  if (!result) session.learn_from(result.error());
  return result;
}

}  // namespace nazo::store
