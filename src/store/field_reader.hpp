// Reads the fields of a JSON object one by one, remembers the first thing that is wrong, and at the end also complains
// about fields nobody asked for: nothing of a record is dropped in silence.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/text.hpp"
#include "base/value.hpp"

namespace nazo::store {

class FieldReader {
 public:
  explicit FieldReader(const Value& object);

  [[nodiscard]] std::string text(std::string_view name);           ///< must be there and not be empty
  [[nodiscard]] std::string optional_text(std::string_view name);  ///< "" if missing or null
  [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t lowest, std::int64_t highest);
  [[nodiscard]] std::optional<std::int64_t> optional_integer(std::string_view name, std::int64_t lowest,
                                                             std::int64_t highest);
  [[nodiscard]] double real(std::string_view name, double lowest, double highest);
  [[nodiscard]] std::optional<double> optional_real(std::string_view name, double lowest, double highest);
  [[nodiscard]] bool flag(std::string_view name, bool fallback);
  [[nodiscard]] Value object(std::string_view name);  ///< {} if missing or null
  [[nodiscard]] std::vector<std::string> texts(std::string_view name);
  [[nodiscard]] const Value* raw(std::string_view name);  ///< must be there

  /// One of several words, by the function that knows them.
  template <class T>
  [[nodiscard]] T word(std::string_view name, std::optional<T> (*known)(std::string_view)) {
    const std::string found = text(name);
    const auto value = known(found);
    if (!value && !found.empty()) complain(cat("field '", name, "' cannot be ", in_quotes(found)));
    return value.value_or(T{});
  }

  void complain(std::string message);
  /// An error if anything was wrong or a field was never asked for.
  [[nodiscard]] Result<void> done() const;

 private:
  [[nodiscard]] const Value* find(std::string_view name);
  const Value& object_;
  std::set<std::string, std::less<>> asked_;
  std::optional<std::string> wrong_;
};

}  // namespace nazo::store
