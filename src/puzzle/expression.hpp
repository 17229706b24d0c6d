// Expressions over features, as `--keep` takes them:  length >= 9 && pn_mean > 20 && !(pieces > 12)
//
//   or:  a || b     and: a && b     not: !a     compare: < <= > >= == !=     sum: + -     product: * / %
//   numbers (12, .5, 1e6), names of features, true, false, parentheses.
//   A comparison with a feature that is missing or null is false.
//
// Anyone may write one, so its length and depth are bounded, and neither reading nor evaluating it calls itself: an
// expression is kept as steps for a small stack machine.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/value.hpp"

namespace nazo {

class Expression {
 public:
  static constexpr std::size_t longest = 10'000;  ///< bytes
  static constexpr std::size_t deepest = 200;     ///< parentheses and signs that are open at once

  /// Errors carry the column.
  static Result<Expression> parse(std::string_view text);

  [[nodiscard]] bool accepts(const Value& features) const;
  /// The value with names looked up by a function (NaN: missing).
  [[nodiscard]] double value(const std::function<double(std::string_view)>& look_up) const;
  /// The names that occur in it, each once, sorted.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::string& text() const { return text_; }

  /// A lower bound that every accepted puzzle meets: "name >= x" or "name > x" joined by && at the top; else
  /// `fallback`.
  [[nodiscard]] double lower_bound(std::string_view name, double fallback) const;
  [[nodiscard]] double upper_bound(std::string_view name, double fallback) const;

  enum class Sign : std::uint8_t {
    number,
    name,
    negate,
    invert,
    either,
    both,
    less,
    at_most,
    more,
    at_least,
    equal,
    differs,
    add,
    subtract,
    multiply,
    divide,
    modulo
  };
  /// Pushes a number or a feature's value, or replaces the topmost one or two values by the result of a sign.
  struct Step {
    Sign sign;
    std::uint32_t name = 0;  ///< index into names()
    double number = 0;
  };

 private:
  enum class Side { lower, upper };
  [[nodiscard]] double bound(std::string_view name, double fallback, Side side) const;

  std::vector<Step> steps_;
  std::vector<std::string> names_;
  std::string text_;
};

}  // namespace nazo
