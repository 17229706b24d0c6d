#include "serve/call.hpp"

#include <cmath>

#include "base/json.hpp"
#include "base/text.hpp"

namespace nazo::serve {

Result<std::optional<double>> Call::asked_number(const std::string& name) const {
  const std::string text = asked(name);
  if (text.empty()) return std::optional<double>{};
  const auto number = real_of(text);
  if (!number || !std::isfinite(*number)) return fail(cat(name, " must be a number, not ", in_quotes(text)));
  return std::optional<double>(*number);
}

Result<Value> Call::object() const {
  auto value = parse_json(request.body);
  if (!value) return fail(cat("the body is not JSON: ", value.error().text()));
  if (!value->is_object()) return fail("the body must be a JSON object");
  return std::move(*value);
}

Result<std::string> text_field(const Value& object, std::string_view name, std::string_view fallback) {
  const Value* field = object.find(name);
  if (field == nullptr || field->is_null()) return std::string(fallback);
  if (field->string() == nullptr) return fail(cat(in_quotes(name), " must be a text"));
  return *field->string();
}

Result<std::string> needed_text(const Value& object, std::string_view name) {
  NAZO_TRY(text, text_field(object, name));
  if (text.empty()) return fail(cat(in_quotes(name), " is missing"));
  return text;
}

Result<std::optional<double>> number_field(const Value& object, std::string_view name) {
  const Value* field = object.find(name);
  if (field == nullptr || field->is_null()) return std::optional<double>{};
  const double number = field->number();
  if (field->boolean() != nullptr || !std::isfinite(number)) return fail(cat(in_quotes(name), " must be a number"));
  return std::optional<double>(number);
}

Result<bool> flag_field(const Value& object, std::string_view name, bool fallback) {
  const Value* field = object.find(name);
  if (field == nullptr || field->is_null()) return fallback;
  if (field->boolean() == nullptr) return fail(cat(in_quotes(name), " must be true or false"));
  return *field->boolean();
}

bool looks_like_key(std::string_view text) {
  if (text.empty() || text.size() > 80) return false;
  for (const char c : text)
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_'))
      return false;
  return true;
}

}  // namespace nazo::serve
