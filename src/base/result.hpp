// Errors are values: every function that can be given bad input returns a Result.
//
//   Result<int> twice(std::string_view text) {
//     NAZO_TRY(number, parse_int(text));
//     return 2 * number;
//   }
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <utility>

#include "base/limit.hpp"

namespace nazo {

/// Where the blame lies when it is not with what was asked: whatever should have kept or given something could not.
enum class Trouble {
  none,
  passing,  ///< a full disk, a lost data base, a locked file: the same again may work later
  damage,   ///< what is kept is damaged: nothing may be written until somebody has looked at it
};

/// What went wrong, in one line for a person, and where. Line and column count from 1; 0 means "not known".
struct Error {
  std::string message;
  std::string file{};
  std::size_t line = 0;
  std::size_t column = 0;
  Limit limit = Limit::none;        ///< not none: nothing was wrong, but this ran out first
  Trouble trouble = Trouble::none;  ///< not none: nothing was wrong with the question

  /// "FILE:LINE:COLUMN: MESSAGE", leaving out what is not known.
  [[nodiscard]] std::string text() const;

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Result = std::expected<T, Error>;

/// An error with no place; a caller that knows the place adds it.
[[nodiscard]] inline std::unexpected<Error> fail(std::string message) {
  return std::unexpected(Error{std::move(message)});
}

/// A limit ran out before there was an answer.
[[nodiscard]] std::unexpected<Error> fail_limit(Limit limit);

/// An error at a place of the text that was read.
[[nodiscard]] inline std::unexpected<Error> fail_at(std::size_t line, std::size_t column, std::string message) {
  return std::unexpected(Error{std::move(message), {}, line, column});
}

}  // namespace nazo

/// Evaluates a Result; on error returns that error from the enclosing function, else binds `name` to the value.
#define NAZO_TRY(name, expression)                                                  \
  auto name##_or_error = (expression);                                              \
  if (!name##_or_error) return std::unexpected(std::move(name##_or_error).error()); \
  [[maybe_unused]] auto& name = *name##_or_error

/// The same for a Result<void>.
#define NAZO_CHECK(expression)                                                                     \
  do {                                                                                             \
    if (auto checked = (expression); !checked) return std::unexpected(std::move(checked).error()); \
  } while (false)
