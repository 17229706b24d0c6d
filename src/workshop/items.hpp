// Puzzles as they travel between verbs: read from files of any genre or from JSON Lines, each with its id.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/value.hpp"
#include "catalog/catalog.hpp"

namespace nazo {

struct Item {
  std::string id;  ///< the puzzle's title or name, else its number in the input
  const Genre* genre = nullptr;
  Options options{};  ///< the user's options as far as they concern this genre
  Puzzle puzzle;
  Value carried = Value::object();  ///< fields of the JSON line it came from, handed on to the next verb
};

/// How to understand a text.
struct ReadHints {
  Catalog genres;
  std::string genre{};   ///< empty: from the file's ending or the text
  std::string format{};  ///< empty: from the file's ending or the text
  std::string verb{};    ///< whose options `given` are
  std::map<std::string, std::string> given{};  ///< options as the user gave them, by name
};

/// Reads all puzzles of one text. `file` is its name for messages and for the ending ("-" for standard input). Puzzles without
/// a title are numbered from `first_number`.
[[nodiscard]] Result<std::vector<Item>> read_items(std::string_view text, const std::string& file, const ReadHints& hints,
                                                   std::size_t first_number = 1);

/// The options among `given` that the genre knows for this verb; one that it does not know is an error that says who does.
[[nodiscard]] Result<Options> options_for(const Genre& genre, const ReadHints& hints);

/// A JSON line for the next verb: id and genre, the verb's own fields, then what the item carried and its puzzle.
[[nodiscard]] Value json_line(const Item& item, const Value& fields);

}  // namespace nazo
