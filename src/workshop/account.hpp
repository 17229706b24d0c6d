// What an experiment or a verb has found, as data: paragraphs, tables and figures in the order in which a person reads
// them. One writer each turns an account into text, JSON Lines, CSV and SVG.
//
//   Account account;
//   account.add(Words("Two deals", "2問"));
//   Table& table = account.add(Table{.name = "deals", .columns = {{"deal", {"deal", "問題"}}, {"states", "states"}}});
//   table.rows.push_back(Value::object().set("deal", 1).set("states", 9103));
//
// A row is an object with named fields: that is the line of JSON, and columns name the fields that people see.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/chart.hpp"
#include "base/result.hpp"
#include "base/value.hpp"
#include "base/words.hpp"

namespace nazo {

struct Column {
  std::string field;                    ///< of a row; "features.length" is a field of a field
  Words title{};                        ///< empty: the field's name
  int digits = 3;                       ///< of reals after the point
  bool percent = false;                 ///< a share of 1, shown as such
  bool compact = false;                 ///< as many digits as tell something, however small the number is: 0.000176
  std::map<std::string, Words> said{};  ///< how some of its texts are said to readers
};

enum class Emphasis { strong, underlined };

/// Who sees a table.
enum class Audience {
  everyone,
  readers,   ///< laid out for people; the same figures stand in another table
  programs,  ///< JSON and CSV only: what people see of it is laid out otherwise
};

struct Table {
  std::string name;  ///< what --table takes
  Words caption{};
  std::vector<Column> columns{};
  std::vector<Value> rows{};
  Audience audience = Audience::everyone;
  std::map<std::pair<std::size_t, std::size_t>, Emphasis> emphasis{};  ///< by row and column
  std::vector<Words> notes{};                                          ///< below it
};

struct Account {
  using Part = std::variant<Words, Table, Figure>;
  std::vector<Part> parts{};
  bool simulated = false;  ///< about players who do not exist: every line, row and caption says so

  void add(Words paragraph) { parts.emplace_back(std::move(paragraph)); }
  /// The reference holds until the next part is added.
  Table& add(Table table) { return std::get<Table>(parts.emplace_back(std::move(table))); }
  Figure& add(Figure figure) { return std::get<Figure>(parts.emplace_back(std::move(figure))); }

  /// Tables with rows for programs, the chief one first.
  [[nodiscard]] std::vector<const Table*> tables() const;
  [[nodiscard]] std::vector<const Figure*> figures() const;
};

/// A cell as people see it: whole numbers grouped, "–" for none.
[[nodiscard]] std::string cell_text(const Value* value, const Column& column, Language language);
/// A cell of a table for readers that is said in the reader's language.
[[nodiscard]] Value in_both(const Words& words);
/// The field of a row by its path.
[[nodiscard]] const Value* field_of(const Value& row, std::string_view path);

[[nodiscard]] std::string account_text(const Account& account, Language language);
[[nodiscard]] std::string account_json(const Account& account);
/// One table: the chief one, or the one named, also one that is laid out for readers, whose words are said in this
/// language. Fields of fields have columns of their own.
[[nodiscard]] Result<std::string> account_csv(const Account& account, const std::string& table = "",
                                              Language language = Language::english);
/// All figures below one another, or the one named. An error if there is none.
[[nodiscard]] Result<std::string> account_svg(const Account& account, Language language,
                                              const std::string& figure = "");

/// A field of many rows; null where a row has none.
struct FieldColumn {
  std::string name;
  std::vector<Value> cells{};
};
/// Rows of named fields as columns, one for every field that any row has. "features.length" is the column length unless
/// another field has that name.
[[nodiscard]] std::vector<FieldColumn> columns_of(const std::vector<Value>& rows);

/// Rows of named fields as CSV: a column for every field that any row has.
[[nodiscard]] std::string rows_csv(const std::vector<Value>& rows);

}  // namespace nazo
