#include "serve/schema.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace nazo::serve {

namespace {

const Value& followed(const Value& document, const Value& schema) {
  const Value* reference = schema.find("$ref");
  if (reference == nullptr) return schema;
  const Value* at = &document;
  for (const std::string_view part : split(std::string_view(*reference->string()).substr(2), '/')) at = at->find(part);
  return *at;
}

bool is_type(const Value& value, const std::string& type) {
  if (type == "null") return value.is_null();
  if (type == "string") return value.string() != nullptr;
  if (type == "boolean") return value.boolean() != nullptr;
  if (type == "array") return value.items() != nullptr;
  if (type == "object") return value.is_object();
  if (type == "integer") return value.integer() != nullptr;
  if (type == "number") return value.boolean() == nullptr && !std::isnan(value.number());
  return false;
}

}  // namespace

std::string misfit(const Value& document, const Value& given, const Value& value, const std::string& place) {
  const Value& schema = followed(document, given);
  if (const Value* choices = schema.find("oneOf")) {
    const auto fits = std::ranges::count_if(
        *choices->items(), [&](const Value& choice) { return misfit(document, choice, value, place).empty(); });
    return fits == 1 ? "" : cat(place, ": fits ", fits, " of the alternatives");
  }
  if (const Value* type = schema.find("type")) {
    const bool fits =
        type->string() != nullptr
            ? is_type(value, *type->string())
            : std::ranges::any_of(*type->items(), [&](const Value& one) { return is_type(value, *one.string()); });
    if (!fits) return cat(place, ": expected ", type->json(), ", got ", value.json().substr(0, 80));
  }
  if (const Value* words = schema.find("enum");
      words != nullptr && std::ranges::find(*words->items(), value) == words->items()->end())
    return cat(place, ": ", value.json(), " is none of ", words->json());
  if (value.is_object()) {
    const Value* properties = schema.find("properties");
    if (const Value* required = schema.find("required"))
      for (const Value& name : *required->items())
        if (value.find(*name.string()) == nullptr) return cat(place, ": ", *name.string(), " is missing");
    for (const auto& [name, field] : *value.fields()) {
      const Value* known = properties == nullptr ? nullptr : properties->find(name);
      if (known == nullptr) {
        if (const Value* more = schema.find("additionalProperties");
            more != nullptr && more->boolean() != nullptr && !*more->boolean())
          return cat(place, ": ", name, " is not described");
        continue;
      }
      if (auto wrong = misfit(document, *known, field, cat(place, ".", name)); !wrong.empty()) return wrong;
    }
  }
  if (const auto* items = value.items())
    if (const Value* schema_of_items = schema.find("items"))
      for (std::size_t i = 0; i < items->size(); ++i)
        if (auto wrong = misfit(document, *schema_of_items, (*items)[i], cat(place, "[", i, "]")); !wrong.empty())
          return wrong;
  return "";
}

const Value* response_of(const Value& document, const std::string& pattern, const std::string& method, int status) {
  const Value* at = document.find("paths");
  for (const std::string& name : {pattern, lower(method), std::string("responses"), std::to_string(status)})
    if (at != nullptr) at = at->find(name);
  return at;
}

}  // namespace nazo::serve
