// What a data base's error means: a line for a person, and whether the same may work later.
#include <soci/postgresql/soci-postgresql.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <new>

#include "base/text.hpp"
#include "store/session.hpp"

namespace nazo::store {
namespace {

struct Meaning {
  std::string_view words;
  Trouble trouble = Trouble::none;
};

/// The data base's own words in one line.
std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\n' || c == '\t' ? ' ' : c;
  return std::string(trim(out));
}

Meaning meaning_of_sqlite(int code) {
  using enum Trouble;
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return {"is locked by another program for too long", passing};
    case SQLITE_NOMEM:
      return {"has no memory to work with", passing};
    case SQLITE_READONLY:
      return {"is read-only", passing};
    case SQLITE_IOERR:
      return {"cannot be read or written (the disk may be full or failing)", passing};
    case SQLITE_CORRUPT:
      return {"is damaged", damage};
    case SQLITE_FULL:
      return {"cannot grow: the disk is full", passing};
    case SQLITE_CANTOPEN:
      return {"cannot be opened (is the folder writable?)", passing};
    case SQLITE_CONSTRAINT:
      return {"refuses a row that breaks a rule of the store"};
    case SQLITE_NOTADB:
      return {"is not an SQLite file, or is damaged", damage};
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH:
      return {"refuses a value"};
    default:  // whatever it is, it is not what was asked that is wrong
      return {"gave an error", passing};
  }
}

Meaning meaning_of_postgresql(std::string_view state) {
  using enum Trouble;
  if (state.starts_with("08") || state.starts_with("57P")) return {"lost the connection", passing};
  if (state.starts_with("53")) return {"has no room: the disk, its memory or its connections are used up", passing};
  if (state.starts_with("40")) return {"had to give way to another program", passing};
  if (state == "55P03") return {"is locked by another program for too long", passing};
  if (state == "25006") return {"is read-only", passing};
  if (state.starts_with("58")) return {"cannot be read or written (the disk may be failing)", passing};
  if (state == "XX001" || state == "XX002") return {"is damaged", damage};
  if (state == "42501") return {"does not permit that"};
  if (state.starts_with("23")) return {"refuses a row that breaks a rule of the store"};
  // Without a code of its own libpq speaks: the connection is gone.
  if (state.empty() || state == "00000" || trim(state).empty()) return {"lost the connection", passing};
  // 22 is a value that does not fit, 42 a statement that is wrong.
  if (state.starts_with("22") || state.starts_with("42")) return {"gave an error"};
  return {"gave an error", passing};
}

Error in_words(std::string_view address) {
  const auto error_of = [&](Meaning meaning, std::string_view words) {
    Error error{.message = cat("the store ", meaning.words, " (", one_line(words), ")")};
    error.file = without_password(address);
    error.trouble = meaning.trouble;
    return error;
  };
  try {
    throw;
  } catch (const Failure& failure) {
    Error error{.message = failure.what(), .file = without_password(address)};
    error.trouble = failure.trouble;
    return error;
  } catch (const soci::sqlite3_soci_error& error) {
    return error_of(meaning_of_sqlite(error.result()), error.what());
  } catch (const soci::postgresql_soci_error& error) {
    return error_of(meaning_of_postgresql(error.sqlstate()), error.what());
  } catch (const soci::soci_error& error) {
    const bool reached = error.get_error_category() != soci::soci_error::connection_error &&
                         !std::string_view(error.what()).starts_with("Cannot establish");
    if (reached) return error_of({"gave an error"}, error.what());
    return error_of({"cannot be reached", Trouble::passing}, error.what());
  } catch (const std::bad_alloc&) {
    return error_of({"has no memory to work with", Trouble::passing}, "bad_alloc");
  } catch (const std::exception& error) {
    return error_of({"gave an error"}, error.what());
  } catch (...) {
    return error_of({"gave an unknown error"}, "?");
  }
}

}  // namespace

Failure damage(std::string_view found) {
  constexpr std::string_view heading = "*** in database main ***";
  if (found.starts_with(heading)) found.remove_prefix(heading.size());
  std::string line;
  for (const std::string_view part : split(found, '\n'))
    if (!trim(part).empty()) line += cat(line.empty() ? "" : "; ", trim(part));
  return Failure(cat("is damaged: ", line), Trouble::damage);
}

Error explain_current(std::string_view address) {
  try {
    return in_words(address);
  } catch (...) {  // no memory even for words
    Error error;
    error.trouble = Trouble::passing;
    return error;
  }
}

void Session::learn_from(const Error& error) {
  if (error.trouble == Trouble::damage) damaged_ = true;
}

void Session::refuse_if_damaged() const {
  if (damaged_) throw Failure("is damaged: nothing is written to it any more", Trouble::damage);
}

}  // namespace nazo::store
