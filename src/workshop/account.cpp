#include "workshop/account.hpp"

#include <algorithm>
#include <cmath>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "workshop/text_table.hpp"

namespace nazo {

namespace {

constexpr std::string_view simulated_mark = "[simulated] ";

/// So many digits that three of them are not leading zeros.
std::string compact_number(double value) {
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size >= 1e6 || size < 1e-9) {
    const int power = static_cast<int>(std::floor(std::log10(size)));
    return cat(text_of(value / std::pow(10, power), 3), "e", power);
  }
  const int digits = std::clamp(3 - static_cast<int>(std::floor(std::log10(size))), 0, 12);
  return text_of(value, digits);
}

std::string emphasised(const std::string& text, Emphasis emphasis) {
  return emphasis == Emphasis::strong ? cat("*", text, "*") : cat("_", text, "_");
}

std::string table_text(const Table& table, Language language) {
  std::string out;
  if (!table.caption.empty()) out += table.caption.in(language) + "\n";
  std::vector<std::string> head;
  for (const Column& column : table.columns)
    head.push_back(column.title.empty() ? column.field : column.title.in(language));
  std::vector<std::vector<std::string>> rows;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      cells.push_back(cell_text(field_of(table.rows[r], table.columns[c].field), table.columns[c], language));
      if (const auto found = table.emphasis.find({r, c}); found != table.emphasis.end())
        cells.back() = emphasised(cells.back(), found->second);
    }
    rows.push_back(std::move(cells));
  }
  for (const std::string& line : table_lines(head, rows)) out += cat("  ", line, "\n");
  for (const Words& note : table.notes) out += note.in(language) + "\n";
  return out;
}

/// The fields of a row that are no objects, with the names of their columns.
void flatten(const Value& object, const std::string& path, std::vector<std::pair<std::string, Value>>& out) {
  for (const auto& [name, value] : *object.fields()) {
    if (value.is_object()) {
      flatten(value, cat(path, name, "."), out);
    } else {
      out.emplace_back(path + name, value);
    }
  }
}

/// "features.length" is the column length, unless another field has that name.
void shorten(std::vector<std::pair<std::string, Value>>& fields) {
  for (auto& field : fields) {
    const std::size_t dot = field.first.find('.');
    if (dot == std::string::npos) continue;
    const std::string own = field.first.substr(dot + 1);
    const auto same = [&](const auto& other) {
      return other.first == own || (&other != &field && other.first.ends_with("." + own));
    };
    if (std::ranges::none_of(fields, same)) field.first = own;
  }
}

std::string csv_value(const Value& value) {
  if (value.is_null() || (value.items() == nullptr && value.string() == nullptr && !std::isfinite(value.number())))
    return "";
  return value.string() != nullptr ? csv_cell(*value.string()) : value.items() ? csv_cell(value.json()) : value.json();
}

/// What a cell that is said in both languages says in one of them.
std::optional<std::string> said_in(const Value& cell, Language language) {
  const Value* const said = cell.find(language == Language::japanese ? "ja" : "en");
  if (said == nullptr || said->string() == nullptr) return std::nullopt;
  return *said->string();
}

template <class Part>
std::string names_of(const std::vector<const Part*>& parts) {
  std::vector<std::string> names;
  for (const Part* part : parts) names.push_back(part->name);
  return join(names, ", ");
}

}  // namespace

std::vector<const Table*> Account::tables() const {
  std::vector<const Table*> found;
  for (const Part& part : parts)
    if (const Table* table = std::get_if<Table>(&part); table != nullptr && table->audience != Audience::readers)
      found.push_back(table);
  return found;
}

std::vector<const Figure*> Account::figures() const {
  std::vector<const Figure*> found;
  for (const Part& part : parts)
    if (const Figure* figure = std::get_if<Figure>(&part)) found.push_back(figure);
  return found;
}

const Value* field_of(const Value& row, std::string_view path) {
  if (const Value* whole = row.find(path)) return whole;
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) return nullptr;
  const Value* inner = row.find(path.substr(0, dot));
  return inner == nullptr ? nullptr : field_of(*inner, path.substr(dot + 1));
}

Value in_both(const Words& words) {
  return Value::object().set("en", words.in(Language::english)).set("ja", words.in(Language::japanese));
}

std::string cell_text(const Value* value, const Column& column, Language language) {
  if (value == nullptr || value->is_null()) return "–";
  if (const auto said = said_in(*value, language)) return *said;
  if (value->string() != nullptr) {
    const auto words = column.said.find(*value->string());
    return words == column.said.end() ? *value->string() : words->second.in(language);
  }
  if (value->boolean() != nullptr)
    return language == Language::japanese ? (*value->boolean() ? "はい" : "いいえ")
                                          : (*value->boolean() ? "yes" : "no");
  if (value->items() != nullptr) {
    std::vector<std::string> each;
    for (const Value& item : *value->items()) each.push_back(cell_text(&item, column, language));
    return join(each, ", ");
  }
  const double number = value->number();
  if (std::isnan(number)) return "–";
  if (column.percent) return text_of(100 * number, column.digits) + " %";
  if (const auto* whole = value->integer())
    return *whole < 0 ? std::to_string(*whole) : grouped(static_cast<std::uint64_t>(*whole));
  if (column.compact) return compact_number(number);
  if (column.digits == 0 && number >= 0 && number < 1e18)
    return grouped(static_cast<std::uint64_t>(std::llround(number)));
  return text_of(number, column.digits);
}

std::string account_text(const Account& account, Language language) {
  std::string out;
  bool after_table = false;
  for (const Account::Part& part : account.parts) {
    if (const Words* words = std::get_if<Words>(&part)) {
      if (after_table) out += "\n";
      out += words->in(language) + "\n";
      after_table = false;
    } else if (const Table* table = std::get_if<Table>(&part)) {
      if (table->audience == Audience::programs) continue;
      if (!out.empty()) out += "\n";
      out += table_text(*table, language);
      after_table = true;
    }
  }
  if (!account.simulated) return out;
  std::string marked;
  for (const Line& line : lines_of(out)) marked += cat(simulated_mark, line.text, "\n");
  return marked;
}

std::string account_json(const Account& account) {
  std::string out;
  for (const Table* table : account.tables())
    for (Value row : table->rows) {
      if (account.simulated) row.set("simulated", true);
      out += row.json() + "\n";
    }
  return out;
}

std::vector<FieldColumn> columns_of(const std::vector<Value>& rows) {
  std::vector<FieldColumn> columns;
  std::map<std::string, std::size_t> places;
  std::vector<std::pair<std::string, Value>> fields;
  // Rows mostly have the same fields: those of the row before, by their whole names, and their columns.
  std::vector<std::string> names;
  std::vector<std::size_t> known;
  const auto is_alike = [&] { return std::ranges::equal(fields, names, {}, &std::pair<std::string, Value>::first); };
  for (std::size_t r = 0; r < rows.size(); ++r) {
    fields.clear();
    flatten(rows[r], "", fields);
    if (!is_alike()) {
      names.clear();
      known.clear();
      for (const auto& [name, value] : fields) names.push_back(name);
      shorten(fields);
      for (const auto& [name, value] : fields) {
        const auto [place, is_new] = places.emplace(name, columns.size());
        if (is_new) columns.push_back({.name = name});
        known.push_back(place->second);
      }
    }
    for (std::size_t f = 0; f < fields.size(); ++f) {
      std::vector<Value>& cells = columns[known[f]].cells;
      cells.resize(r);
      cells.push_back(std::move(fields[f].second));
    }
  }
  for (FieldColumn& column : columns) column.cells.resize(rows.size());
  return columns;
}

std::string rows_csv(const std::vector<Value>& rows) {
  const std::vector<FieldColumn> columns = columns_of(rows);
  std::string out;
  for (const FieldColumn& column : columns) out += cat(out.empty() ? "" : ",", csv_cell(column.name));
  out += "\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c) out += cat(c == 0 ? "" : ",", csv_value(columns[c].cells[r]));
    out += "\n";
  }
  return out;
}

Result<std::string> account_csv(const Account& account, const std::string& wanted, Language language) {
  const std::vector<const Table*> tables = account.tables();
  const Table* table = wanted.empty() && !tables.empty() ? tables.front() : nullptr;
  std::vector<const Table*> named = tables;
  for (const Account::Part& part : account.parts) {
    const Table* const laid_out = std::get_if<Table>(&part);
    if (laid_out == nullptr || laid_out->audience != Audience::readers) continue;
    if (std::ranges::find(named, laid_out->name, &Table::name) == named.end()) named.push_back(laid_out);
  }
  if (!wanted.empty())
    if (const auto found = std::ranges::find(named, wanted, &Table::name); found != named.end()) table = *found;
  if (table == nullptr) return fail(cat("there is no table ", in_quotes(wanted), "; there are ", names_of(named)));
  std::vector<Value> rows = table->rows;
  for (Value& row : rows) {
    for (const auto& [field, value] : Value::Object(*row.fields()))
      if (const auto said = said_in(value, language)) row.set(field, *said);
    if (account.simulated) row.set("simulated", true);
  }
  return rows_csv(rows);
}

Result<std::string> account_svg(const Account& account, Language language, const std::string& wanted) {
  const std::vector<const Figure*> figures = account.figures();
  std::vector<Figure> drawn;
  for (const Figure* figure : figures) {
    if (!wanted.empty() && figure->name != wanted) continue;
    drawn.push_back(*figure);
    if (account.simulated)
      drawn.back().caption = Words(cat(simulated_mark, figure->caption.in(Language::english)),
                                   cat("［模擬］", figure->caption.in(Language::japanese)));
  }
  if (figures.empty()) return fail("there is no figure here");
  if (drawn.empty()) return fail(cat("there is no figure ", in_quotes(wanted), "; there are ", names_of(figures)));
  return chart_svg(drawn, language);
}

}  // namespace nazo
