// Puzzles as they travel between verbs: read from files of any genre, from JSON Lines or from CSV with a column
// `puzzle`, each with its id.
#pragma once

#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
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
  std::string genre{};                         ///< empty: from the file's ending or the text
  std::string format{};                        ///< empty: from the file's ending or the text
  std::string verb{};                          ///< whose options `given` are
  std::map<std::string, std::string> given{};  ///< options as the user gave them, by name
};

/// Reads all puzzles of one text. `file` is its name for messages and for the ending ("-" for standard input). Puzzles
/// without a title are numbered from `first_number`.
[[nodiscard]] Result<std::vector<Item>> read_items(std::string_view text, const std::string& file,
                                                   const ReadHints& hints, std::size_t first_number = 1);

/// Puzzles one by one, from files and from standard input ("-"). JSON Lines are read line by line, so that a pipe of
/// any length starts at once and needs the memory of a few puzzles; other formats are read a file at a time.
class ItemReader {
 public:
  /// Standard input is read from `in`.
  ItemReader(ReadHints hints, std::vector<std::string> files, std::istream& in);
  ~ItemReader();

  /// The next puzzle; or an error, for a line or a file that cannot be used, after which the others are still to come;
  /// or nothing, at the end.
  [[nodiscard]] std::optional<Result<Item>> next();

 private:
  /// Opens the next file. An error if it cannot be read.
  [[nodiscard]] Result<void> open();
  [[nodiscard]] std::optional<Result<Item>> next_line();

  ReadHints hints_;
  std::vector<std::string> files_;
  std::istream& standard_input_;
  std::size_t next_file_ = 0, given_ = 0;
  std::string file_{};
  std::unique_ptr<std::istream> opened_{};
  std::istream* lines_ = nullptr;  ///< JSON Lines that are being read, if any
  std::size_t line_ = 0;
  std::vector<Item> items_{};  ///< of a file that was read as a whole, the next one last
};

/// The whole text of a file; "-" is `in`.
[[nodiscard]] Result<std::string> read_text(const std::string& file, std::istream& in);

/// The options among `given` that the genre knows for this verb; one that it does not know is an error that says who
/// does.
[[nodiscard]] Result<Options> options_for(const Genre& genre, const ReadHints& hints);

/// A JSON line for the next verb: id and genre, the verb's own fields, then what the item carried and its puzzle.
[[nodiscard]] Value json_line(const Item& item, const Value& fields);

}  // namespace nazo
