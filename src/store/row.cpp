// Cells that go into statements and rows that come back.
#include "base/json.hpp"
#include "base/text.hpp"
#include "store/row_slot.hpp"
#include "store/stored_text.hpp"

namespace nazo::store {

Cell cell(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }
Cell cell(const std::optional<std::int64_t>& value) { return value ? Cell(*value) : Cell(); }
Cell cell_or_null(const std::string& text) { return text.empty() ? Cell() : Cell(text); }

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

}  // namespace nazo::store
