#include "workshop/account_value.hpp"

namespace nazo {
namespace {

Value table_value(const Table& table, Language language) {
  Value columns = Value::array();
  Value cells = Value::array();
  Value rows = Value::array();
  Value notes = Value::array();
  for (const Column& column : table.columns)
    columns.push(Value::object()
                     .set("field", column.field)
                     .set("title", column.title.empty() ? column.field : column.title.in(language)));
  for (const Value& row : table.rows) {
    Value line = Value::array();
    for (const Column& column : table.columns) line.push(cell_text(field_of(row, column.field), column, language));
    cells.push(line);
    rows.push(row);
  }
  for (const Words& note : table.notes) notes.push(note.in(language));
  return Value::object()
      .set("name", table.name)
      .set("caption", table.caption.in(language))
      .set("file", table.audience != Audience::readers)
      .set("columns", columns)
      .set("cells", cells)
      .set("rows", rows)
      .set("notes", notes);
}

Value figure_value(const Figure& figure, Language language) {
  return Value::object()
      .set("name", figure.name)
      .set("caption", figure.caption.in(language))
      .set("svg", chart_svg(figure, language));
}

}  // namespace

Value account_value(const Account& account, Language language) {
  Value parts = Value::array();
  for (const Account::Part& part : account.parts) {
    if (const auto* words = std::get_if<Words>(&part)) {
      parts.push(Value::object().set("words", words->in(language)));
    } else if (const auto* table = std::get_if<Table>(&part)) {
      if (table->audience != Audience::programs)
        parts.push(Value::object().set("table", table_value(*table, language)));
    } else {
      parts.push(Value::object().set("figure", figure_value(std::get<Figure>(part), language)));
    }
  }
  return Value::object().set("simulated", account.simulated).set("parts", parts);
}

}  // namespace nazo
