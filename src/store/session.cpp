#include "store/session.hpp"

#include <soci/postgresql/soci-postgresql.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <filesystem>
#include <fstream>

#include "base/json.hpp"
#include "base/text.hpp"

namespace nazo::store {
namespace {

// PostgreSQL's text cannot hold the character NUL, so both data bases keep it as U+0001 '0', and U+0001 itself as
// U+0001 '1'.
constexpr char escape_mark = '\x01';

std::string escaped(const std::string& text) {
  if (text.find_first_of(std::string_view("\0\x01", 2)) == std::string::npos) return text;
  std::string out;
  for (const char c : text) {
    if (c == '\0')
      out += {escape_mark, '0'};
    else if (c == escape_mark)
      out += {escape_mark, '1'};
    else
      out += c;
  }
  return out;
}

std::string unescaped(const std::string& text) {
  if (text.find(escape_mark) == std::string::npos) return text;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == escape_mark && i + 1 < text.size())
      out += text[++i] == '0' ? '\0' : escape_mark;
    else
      out += text[i];
  }
  return out;
}

void require_utf8(const std::string& text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(std::string_view(text).substr(i));
    if (length == 0) throw Failure(cat("text that is not valid UTF-8: ", in_quotes(std::string_view(text).substr(i))));
    i += length;
  }
}

/// '?' → :p1, :p2, …, which SOCI knows.
std::string with_names(std::string_view sql) {
  std::string out;
  out.reserve(sql.size() + 64);
  int n = 0;
  for (const char c : sql) {
    if (c == '?')
      out += cat(":p", ++n);
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string without_password(std::string_view where) {
  std::string out(where);
  const std::size_t start = out.find("//"), at = out.find('@');
  if (start != std::string::npos && at != std::string::npos)
    if (const std::size_t colon = out.find(':', start); colon < at) out.erase(colon, at - colon);
  if (const std::size_t name = out.find("password="); name != std::string::npos)
    out.erase(name + 9, out.find('&', name) - name - 9);
  return out;
}

Cell cell(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }
Cell cell(const std::optional<std::int64_t>& value) { return value ? Cell(*value) : Cell(); }
Cell cell_or_null(const std::string& text) { return text.empty() ? Cell() : Cell(text); }

// ── rows ───────────────────────────────────────────────────────────────────────────────────────────────────────────

struct Row::Slot {
  Kind kind = Kind::text;
  soci::indicator indicator = soci::i_null;
  std::string text{};
  long long integer = 0;
  double real = 0;
};

Row::Row(const std::vector<Kind>& kinds) : slots_(kinds.size()) {
  for (std::size_t i = 0; i < kinds.size(); ++i) slots_[i].kind = kinds[i];
}
Row::~Row() = default;

bool Row::null(std::size_t column) const { return slots_[column].indicator == soci::i_null; }
std::string Row::text(std::size_t column) const {
  return null(column) ? std::string() : unescaped(slots_[column].text);
}
std::int64_t Row::integer(std::size_t column) const { return null(column) ? 0 : slots_[column].integer; }
double Row::real(std::size_t column) const { return null(column) ? 0 : slots_[column].real; }
std::optional<std::int64_t> Row::optional_integer(std::size_t column) const {
  return null(column) ? std::nullopt : std::optional(integer(column));
}
std::optional<double> Row::optional_real(std::size_t column) const {
  return null(column) ? std::nullopt : std::optional(real(column));
}
Value Row::json(std::size_t column) const {
  if (null(column)) return {};
  auto value = parse_json(text(column));
  if (!value) throw Failure(cat("a damaged value in the store: ", value.error().text()));
  return *std::move(value);
}

// ── connecting ─────────────────────────────────────────────────────────────────────────────────────────────────────

Session::Session(const std::string& where, Access access) : dialect_(Dialect::sqlite), where_(where) {
  if (where.starts_with("postgresql://") || where.starts_with("postgres://")) {
    dialect_ = Dialect::postgresql;
    where_ = without_password(where);
    connect_postgresql(where, access);
  } else {
    if (where_.starts_with("sqlite://")) where_.erase(0, 9);
    connect_sqlite(access);
  }
}

Session::~Session() = default;

void Session::connect_sqlite(Access access) {
  namespace fs = std::filesystem;
  if (where_.empty()) throw Failure("expected the path of an SQLite file or postgresql://…");
  std::error_code error;
  const fs::path path = fs::absolute(where_, error);
  const bool exists = fs::exists(path, error);
  if (exists && !fs::is_regular_file(path, error)) throw Failure("is not a file");
  if (!exists && access != Access::create) throw Failure("there is no such file");
  if (!exists && !fs::is_directory(path.parent_path(), error))
    throw Failure(cat("there is no folder ", path.parent_path().string()));
  if (exists && fs::file_size(path, error) != 0) {
    std::string head(16, '\0');
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Failure("cannot be read (permission denied)");
    file.read(head.data(), 16);
    if (head != std::string_view("SQLite format 3\0", 16)) throw Failure("is not an SQLite file");
  }
  // SOCI takes "name=value" pairs when there is a '=' in its text, else the text is the path.
  const std::string text = path.string();
  if (text.find('=') != std::string::npos && text.find('"') != std::string::npos)
    throw Failure("a path with both '=' and '\"' cannot be opened");
  soci_ = std::make_unique<soci::session>(soci::sqlite3,
                                          text.find('=') == std::string::npos ? text : "db=\"" + text + "\"");
  script("PRAGMA busy_timeout = 20000");
  script("PRAGMA foreign_keys = ON");
  script("PRAGMA synchronous = FULL");   // an acknowledged transaction survives a power cut
  script("PRAGMA cache_size = -65536");  // 64 MiB
  // No PRAGMA temp_store = MEMORY: inside a savepoint SQLite would walk its whole journal after every statement.
  if (access == Access::read) script("PRAGMA query_only = ON");
}

void Session::connect_postgresql(const std::string& uri, Access access) {
  soci_ = std::make_unique<soci::session>(soci::postgresql, uri);
  run("SET client_encoding TO 'UTF8'");
  run("SET client_min_messages TO 'error'");
  if (access == Access::read) run("SET default_transaction_read_only TO on");
}

// ── statements ─────────────────────────────────────────────────────────────────────────────────────────────────────

void Session::script(std::string_view sql) {
  const bool lite = dialect_ == Dialect::sqlite;
  const std::pair<std::string_view, std::string_view> types[] = {
      {"{id}", lite ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"},
      {"{int}", lite ? "INTEGER" : "BIGINT"},
      {"{real}", lite ? "REAL" : "DOUBLE PRECISION"},
      // PostgreSQL compares text by the locale unless told otherwise; keys and pages need one order everywhere.
      {"{text}", lite ? "TEXT" : "TEXT COLLATE \"C\""},
  };
  for (const std::string_view part : split(sql, ';')) {
    if (trim(part).empty()) continue;
    std::string statement(trim(part));
    for (const auto& [mark, type] : types)
      for (std::size_t at = 0; (at = statement.find(mark, at)) != std::string::npos; at += type.size())
        statement.replace(at, mark.size(), type);
    soci_->once << statement;
  }
}

/// Binds the columns of an answer.
void Session::exchange_into(soci::statement& statement, std::vector<Row::Slot>& into) {
  for (Row::Slot& slot : into) {
    switch (slot.kind) {
      case Kind::text:
        statement.exchange(soci::into(slot.text, slot.indicator));
        break;
      case Kind::integer:
        statement.exchange(soci::into(slot.integer, slot.indicator));
        break;
      case Kind::real:
        statement.exchange(soci::into(slot.real, slot.indicator));
        break;
    }
  }
}

/// A statement with its values bound; it keeps the texts that SOCI only points to.
struct Session::Prepared {
  Prepared(soci::session& session, std::string_view sql, const std::vector<Cell>& cells, std::vector<Row::Slot>* into)
      : statement(session) {
    texts.reserve(cells.size());
    for (const Cell& cell : cells) bind(cell);
    if (into != nullptr) exchange_into(statement, *into);
    statement.alloc();
    statement.prepare(with_names(sql));
    statement.define_and_bind();
  }

  void bind(const Cell& cell) {
    if (const auto* n = std::get_if<std::int64_t>(&cell)) {
      statement.exchange(soci::use(*n));
    } else if (const auto* d = std::get_if<double>(&cell)) {
      statement.exchange(soci::use(*d));
    } else if (const auto* s = std::get_if<std::string>(&cell)) {
      require_utf8(*s);
      statement.exchange(soci::use(texts.emplace_back(escaped(*s))));
    } else {
      statement.exchange(soci::use(nothing, null));
    }
  }

  soci::indicator null = soci::i_null;
  const std::string nothing{};
  std::vector<std::string> texts{};
  soci::statement statement;  // after what it points to
};

std::int64_t Session::run(std::string_view sql, const std::vector<Cell>& cells) {
  Prepared prepared(*soci_, sql, cells, nullptr);
  prepared.statement.execute(true);
  return prepared.statement.get_affected_rows();
}

void Session::each(std::string_view sql, const std::vector<Cell>& cells, const std::vector<Kind>& kinds,
                   const std::function<bool(const Row&)>& take) {
  Row row(kinds);
  Prepared prepared(*soci_, sql, cells, &row.slots_);
  for (bool more = prepared.statement.execute(true); more; more = prepared.statement.fetch())
    if (!take(row)) return;
}

/// A statement that is prepared once and run for row after row: SOCI points to the slots, the slots change.
struct Session::Repeated {
  struct Slot {
    Kind kind = Kind::text;
    soci::indicator indicator = soci::i_null;
    std::string text{};
    long long integer = 0;
    double real = 0;
  };

  Repeated(soci::session& session, std::string_view sql, std::size_t columns, const std::vector<Cell>& cells,
           std::vector<Row::Slot>* into)
      : slots(columns), statement(session) {
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t at = c; at < cells.size(); at += columns) {  // the first value that is not null says the kind
        if (std::holds_alternative<std::monostate>(cells[at])) continue;
        slots[c].kind = std::holds_alternative<std::int64_t>(cells[at]) ? Kind::integer
                        : std::holds_alternative<double>(cells[at])     ? Kind::real
                                                                        : Kind::text;
        break;
      }
      Slot& slot = slots[c];
      switch (slot.kind) {
        case Kind::text:
          statement.exchange(soci::use(slot.text, slot.indicator));
          break;
        case Kind::integer:
          statement.exchange(soci::use(slot.integer, slot.indicator));
          break;
        case Kind::real:
          statement.exchange(soci::use(slot.real, slot.indicator));
          break;
      }
    }
    if (into != nullptr) exchange_into(statement, *into);
    statement.alloc();
    statement.prepare(with_names(sql));
    statement.define_and_bind();
  }

  void set(std::size_t column, const Cell& cell) {
    Slot& slot = slots[column];
    slot.indicator = soci::i_ok;
    if (const auto* n = std::get_if<std::int64_t>(&cell); n != nullptr && slot.kind == Kind::integer) {
      slot.integer = *n;
    } else if (const auto* d = std::get_if<double>(&cell); d != nullptr && slot.kind == Kind::real) {
      slot.real = *d;
    } else if (const auto* t = std::get_if<std::string>(&cell); t != nullptr && slot.kind == Kind::text) {
      require_utf8(*t);
      slot.text = escaped(*t);
    } else if (std::holds_alternative<std::monostate>(cell)) {
      slot.indicator = soci::i_null;
    } else {
      throw Failure("values of different kinds in one column");
    }
  }

  std::vector<Slot> slots;
  soci::statement statement;  // after what it points to
};

void Session::repeat(std::string_view sql, std::size_t columns, const std::vector<Cell>& cells,
                     const std::vector<Kind>& kinds, const std::function<bool(const Row&)>& take,
                     const std::function<void(std::size_t row, std::int64_t changed)>& done) {
  if (cells.empty()) return;
  Row row(kinds);
  Repeated repeated(*soci_, sql, columns, cells, kinds.empty() ? nullptr : &row.slots_);
  for (std::size_t start = 0; start < cells.size(); start += columns) {
    for (std::size_t c = 0; c < columns; ++c) repeated.set(c, cells[start + c]);
    bool more = repeated.statement.execute(true);
    while (more && !kinds.empty() && take(row)) more = repeated.statement.fetch();
    if (done) done(start / columns, repeated.statement.get_affected_rows());
  }
}

void Session::insert(std::string_view head, std::size_t columns, const std::vector<Cell>& cells, std::string_view tail,
                     const std::vector<Kind>& kinds, const std::function<bool(const Row&)>& take) {
  constexpr std::size_t rows_at_once = 64;  // one round trip to PostgreSQL for so many
  std::string one = "(?";
  for (std::size_t i = 1; i < columns; ++i) one += ",?";
  one += ')';
  // SQLite looks parameters up by name, one after another: many rows in one statement would cost the square of them.
  if (dialect_ == Dialect::sqlite) return repeat(cat(head, " ", one, " ", tail), columns, cells, kinds, take);
  for (std::size_t start = 0; start < cells.size(); start += rows_at_once * columns) {
    const std::size_t end = std::min(cells.size(), start + rows_at_once * columns);
    std::string sql(head);
    for (std::size_t row = start; row < end; row += columns) sql += (row == start ? " " : ",") + one;
    sql += cat(" ", tail);
    const std::vector<Cell> part(cells.begin() + static_cast<std::ptrdiff_t>(start),
                                 cells.begin() + static_cast<std::ptrdiff_t>(end));
    if (kinds.empty())
      run(sql, part);
    else
      each(sql, part, kinds, take);
  }
}

std::optional<std::int64_t> Session::integer(std::string_view sql, const std::vector<Cell>& cells) {
  std::optional<std::int64_t> found;
  each(sql, cells, {Kind::integer}, [&](const Row& row) { return found = row.optional_integer(0), false; });
  return found;
}

std::optional<std::string> Session::text(std::string_view sql, const std::vector<Cell>& cells) {
  std::optional<std::string> found;
  each(sql, cells, {Kind::text}, [&](const Row& row) { return found = row.text(0), false; });
  return found;
}

// ── transactions ───────────────────────────────────────────────────────────────────────────────────────────────────

Session::Transaction::Transaction(Session& session) : session_(session) {
  // IMMEDIATE: a writer of SQLite waits for its turn here, where waiting is safe, and not halfway.
  if (session_.depth_ == 0)
    session_.script(session_.dialect_ == Dialect::sqlite ? "BEGIN IMMEDIATE" : "BEGIN");
  else
    session_.script(cat("SAVEPOINT nazo_", session_.depth_));
  ++session_.depth_;
}

Session::Transaction::~Transaction() {
  if (!open_) return;
  --session_.depth_;
  try {
    if (session_.depth_ == 0)
      session_.script("ROLLBACK");
    else
      session_.script(cat("ROLLBACK TO SAVEPOINT nazo_", session_.depth_));
  } catch (const std::exception&) {  // after a full disk SQLite has rolled back already: nothing is left to undo
  }
}

void Session::Transaction::commit() {
  const int outer = session_.depth_ - 1;
  session_.script(outer == 0 ? std::string("COMMIT") : cat("RELEASE SAVEPOINT nazo_", outer));
  session_.depth_ = outer;
  open_ = false;
}

// ── errors ─────────────────────────────────────────────────────────────────────────────────────────────────────────

namespace {

/// The data base's own words in one line.
std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\n' || c == '\t' ? ' ' : c;
  return std::string(trim(out));
}

std::string_view meaning_of_sqlite(int code) {
  switch (code & 0xff) {
    case 5:
    case 6:
      return "is locked by another program for too long";
    case 8:
      return "is read-only";
    case 10:
      return "cannot be read or written (the disk may be full or failing)";
    case 11:
      return "is damaged";
    case 13:
      return "cannot grow: the disk is full";
    case 14:
      return "cannot be opened (is the folder writable?)";
    case 19:
      return "refuses a row that breaks a rule of the store";
    case 26:
      return "is not an SQLite file, or is damaged";
    default:
      return "gave an error";
  }
}

std::string_view meaning_of_postgresql(std::string_view state) {
  if (state.starts_with("08") || state.starts_with("57P")) return "lost the connection";
  if (state == "53100") return "cannot grow: the disk is full";
  if (state == "25006") return "is read-only";
  if (state == "42501") return "does not permit that";
  if (state.starts_with("23")) return "refuses a row that breaks a rule of the store";
  return "gave an error";
}

}  // namespace

Error explain_current(std::string_view address) {
  const std::string where = without_password(address);
  try {
    throw;
  } catch (const Failure& failure) {
    return {cat("store ", where, ": ", failure.what())};
  } catch (const soci::sqlite3_soci_error& error) {
    return {cat("store ", where, " ", meaning_of_sqlite(error.result()), " (", one_line(error.what()), ")")};
  } catch (const soci::postgresql_soci_error& error) {
    return {cat("store ", where, " ", meaning_of_postgresql(error.sqlstate()), " (", one_line(error.what()), ")")};
  } catch (const soci::soci_error& error) {
    const bool reached = error.get_error_category() != soci::soci_error::connection_error &&
                         !std::string_view(error.what()).starts_with("Cannot establish");
    return {cat("store ", where, reached ? " gave an error (" : " cannot be reached (", one_line(error.what()), ")")};
  } catch (const std::exception& error) {
    return {cat("store ", where, " gave an error (", one_line(error.what()), ")")};
  } catch (...) {
    return {cat("store ", where, " gave an unknown error")};
  }
}

}  // namespace nazo::store
