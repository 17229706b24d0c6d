#include "store/field_reader.hpp"

#include <cmath>

namespace nazo::store {

FieldReader::FieldReader(const Value& object) : object_(object) {
  if (!object.is_object()) complain("expected a JSON object");
}

void FieldReader::complain(std::string message) {
  if (!wrong_) wrong_ = std::move(message);
}

const Value* FieldReader::find(std::string_view name) {
  asked_.emplace(name);
  const Value* value = object_.find(name);
  return value == nullptr || value->is_null() ? nullptr : value;
}

const Value* FieldReader::raw(std::string_view name) {
  const Value* value = find(name);
  if (value == nullptr) complain(cat("field '", name, "' is missing"));
  return value;
}

std::string FieldReader::text(std::string_view name) {
  std::string found = optional_text(name);
  if (found.empty()) complain(cat("field '", name, "' is missing or empty"));
  return found;
}

std::string FieldReader::optional_text(std::string_view name) {
  const Value* value = find(name);
  if (value == nullptr) return {};
  if (const std::string* text = value->string()) return *text;
  complain(cat("field '", name, "' must be a text"));
  return {};
}

std::optional<std::int64_t> FieldReader::optional_integer(std::string_view name, std::int64_t lowest,
                                                          std::int64_t highest) {
  const Value* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (const std::int64_t* n = value->integer(); n != nullptr && *n >= lowest && *n <= highest) return *n;
  complain(cat("field '", name, "' must be a whole number from ", lowest, " to ", highest));
  return std::nullopt;
}

std::int64_t FieldReader::integer(std::string_view name, std::int64_t lowest, std::int64_t highest) {
  const auto value = optional_integer(name, lowest, highest);
  if (!value) complain(cat("field '", name, "' is missing"));
  return value.value_or(lowest);
}

std::optional<double> FieldReader::optional_real(std::string_view name, double lowest, double highest) {
  const Value* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (const double number = value->number(); value->boolean() == nullptr && number >= lowest && number <= highest)
    return number;
  complain(cat("field '", name, "' must be a number from ", lowest, " to ", highest));
  return std::nullopt;
}

double FieldReader::real(std::string_view name, double lowest, double highest) {
  const auto value = optional_real(name, lowest, highest);
  if (!value) complain(cat("field '", name, "' is missing"));
  return value.value_or(lowest);
}

bool FieldReader::flag(std::string_view name, bool fallback) {
  const Value* value = find(name);
  if (value == nullptr) return fallback;
  if (const bool* b = value->boolean()) return *b;
  complain(cat("field '", name, "' must be true or false"));
  return fallback;
}

Value FieldReader::object(std::string_view name) {
  const Value* value = find(name);
  if (value == nullptr) return Value::object();
  if (value->is_object()) return *value;
  complain(cat("field '", name, "' must be an object"));
  return Value::object();
}

std::vector<std::string> FieldReader::texts(std::string_view name) {
  std::vector<std::string> found;
  const Value* value = find(name);
  if (value == nullptr) return found;
  if (const auto* items = value->items()) {
    for (const Value& item : *items) {
      if (const std::string* text = item.string(); text != nullptr && !text->empty())
        found.push_back(*text);
      else
        complain(cat("field '", name, "' must be a list of texts"));
    }
    return found;
  }
  complain(cat("field '", name, "' must be a list of texts"));
  return found;
}

Result<void> FieldReader::done() const {
  if (wrong_) return fail(*wrong_);
  if (const auto* fields = object_.fields())
    for (const auto& [name, value] : *fields)
      if (!asked_.contains(name)) return fail(cat("there is no field ", in_quotes(name)));
  return {};
}

}  // namespace nazo::store
