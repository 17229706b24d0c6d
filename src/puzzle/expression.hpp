// Expressions over features, as `--keep` takes them:  length >= 9 && pn_mean > 20 && !(pieces > 12)
//
//   or:  a || b     and: a && b     not: !a     compare: < <= > >= == !=     sum: + -     product: * / %
//   numbers (12, .5, 1e6), names of features, true, false, parentheses.
//   A comparison with a feature that is missing or null is false.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/value.hpp"

namespace nazo {

class Expression {
 public:
  /// Errors carry the column.
  static Result<Expression> parse(std::string_view text);

  [[nodiscard]] bool accepts(const Value& features) const;
  /// The value with names looked up by a function (NaN: missing).
  [[nodiscard]] double value(const std::function<double(std::string_view)>& look_up) const;
  /// The names that occur in it, each once, sorted.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::string& text() const { return text_; }

  /// A lower bound that every accepted puzzle meets: "name >= x" or "name > x" joined by && at the top; else `fallback`.
  [[nodiscard]] double lower_bound(std::string_view name, double fallback) const;
  [[nodiscard]] double upper_bound(std::string_view name, double fallback) const;

  struct Node;

 private:
  std::shared_ptr<const Node> root_;
  std::vector<std::string> names_;
  std::string text_;
};

}  // namespace nazo
