// The structs of the Genre interface as JSON-like values: one spelling for the command line, the server and the
// browser.
#pragma once

#include "base/value.hpp"
#include "puzzle/genre.hpp"

namespace nazo {

[[nodiscard]] Value value_of(const Error& error);      ///< {message, line, column}
[[nodiscard]] Value value_of(const Facts& facts);      ///< all of them, options with their kinds and bounds
[[nodiscard]] Value value_of(const Puzzle& puzzle);    ///< {genre, text, title, solution, notes}
[[nodiscard]] Value value_of(const Verdict& verdict);  ///< {status, limit, solution, length, optimal, nodes, notes}
[[nodiscard]] Value value_of(const Report& report);    ///< {valid, limit, findings}
/// {verdict, unique, second, faulty, limit, remarks, repairs}
[[nodiscard]] Value value_of(const Critique& critique);
[[nodiscard]] Value value_of(const Finding& finding);    ///< {code, message, places}
[[nodiscard]] Value value_of(const Repair& repair);      ///< {code, message, text, places}
[[nodiscard]] Value value_of(const Analysis& analysis);  ///< {exact, limit, features}
[[nodiscard]] Value value_of(const Prior& prior);        ///< {difficulty, interest, time, success}, null where unknown
[[nodiscard]] Value value_of(const Candidate& candidate);  ///< {puzzle, solution, features}
[[nodiscard]] Value value_of(const Move& move);            ///< {text, label, key, from, to}; a cell is [row, column]
[[nodiscard]] Value value_of(const Hint& hint);            ///< {text, move, solvable, technique, cells, values}
[[nodiscard]] Value value_of(const TextPicture& picture);

/// Every item of a list by its value_of.
template <class Items>
[[nodiscard]] Value values_of(const Items& items) {
  Value list = Value::array();
  for (const auto& item : items) list.push(value_of(item));
  return list;
}

}  // namespace nazo
