// A small JSON-like value: what features, facts and verdicts carry across the seam between the rooms.
//
//   Value v = Value::object();
//   v.set("states", 12).set("exact", true);
//   v.json()  →  {"states":12,"exact":true}
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nazo {

class Value {
 public:
  using Array = std::vector<Value>;
  using Object = std::vector<std::pair<std::string, Value>>;  ///< keeps the order of insertion

  Value() = default;  ///< null
  /// Not by the variant's own copy: in libstdc++ 12 one that finds no memory halfway destroys what was never there.
  Value(const Value& other) { copy(other); }
  Value& operator=(const Value& other) {
    if (this != &other) copy(other);
    return *this;
  }
  Value(Value&&) noexcept = default;
  Value& operator=(Value&&) noexcept = default;
  ~Value() = default;
  Value(std::nullptr_t) {}
  Value(bool b) : data_(b) {}
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  Value(T n) : data_(static_cast<std::int64_t>(n)) {}
  Value(double d) : data_(d) {}
  Value(std::string s) : data_(std::move(s)) {}
  Value(std::string_view s) : data_(std::string(s)) {}
  Value(const char* s) : data_(std::string(s)) {}
  Value(Array a) : data_(std::move(a)) {}
  Value(Object o) : data_(std::move(o)) {}

  static Value array() { return Value(Array{}); }
  static Value object() { return Value(Object{}); }

  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(data_); }
  [[nodiscard]] bool is_object() const { return std::holds_alternative<Object>(data_); }
  [[nodiscard]] const bool* boolean() const { return std::get_if<bool>(&data_); }
  [[nodiscard]] const std::int64_t* integer() const { return std::get_if<std::int64_t>(&data_); }
  [[nodiscard]] const std::string* string() const { return std::get_if<std::string>(&data_); }
  [[nodiscard]] const Array* items() const { return std::get_if<Array>(&data_); }
  [[nodiscard]] const Object* fields() const { return std::get_if<Object>(&data_); }

  /// As a number: integers and reals as they are, booleans as 0 and 1, everything else NaN.
  [[nodiscard]] double number() const;

  /// The field of that name, or nullptr.
  [[nodiscard]] const Value* find(std::string_view name) const;

  /// Sets a field of an object (replacing one of the same name). The value must be an object or null.
  Value& set(std::string_view name, Value value);
  /// Appends to an array. The value must be an array or null.
  Value& push(Value value);

  /// One line of JSON. Reals are printed with the fewest digits that read back exactly; NaN and infinities are null.
  [[nodiscard]] std::string json() const;
  void write_json(std::string& out) const;

  friend bool operator==(const Value&, const Value&) = default;

 private:
  void copy(const Value& other);
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> data_;
};

/// A JSON string literal. Bytes that are not valid UTF-8 become U+FFFD, so that the output is always valid JSON.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace nazo
