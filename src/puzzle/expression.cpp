#include "puzzle/expression.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <optional>

#include "base/text.hpp"

namespace nazo {

namespace {

using Sign = Expression::Sign;
using Step = Expression::Step;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

struct Operator {
  std::string_view text;
  Sign sign;
  int level;  // binds tighter the higher
};
// Longer ones first, so that "<=" is not read as "<".
constexpr Operator operators[] = {
    {"||", Sign::either, 1}, {"&&", Sign::both, 2},    {"<=", Sign::at_most, 3}, {">=", Sign::at_least, 3},
    {"==", Sign::equal, 3},  {"!=", Sign::differs, 3}, {"<", Sign::less, 3},     {">", Sign::more, 3},
    {"=", Sign::equal, 3},   {"+", Sign::add, 4},      {"-", Sign::subtract, 4}, {"*", Sign::multiply, 5},
    {"/", Sign::divide, 5},  {"%", Sign::modulo, 5},
};
constexpr int level_of_not_and_minus = 6;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Dijkstra's shunting yard: operands go out at once, signs wait until one that binds less tightly comes.
class Reader {
 public:
  Reader(std::string_view text, std::vector<Step>& steps, std::vector<std::string>& names)
      : text_(text), steps_(steps), names_(names) {}

  Result<void> read() {
    for (;;) {
      NAZO_CHECK(operand());
      close_parentheses();
      skip();
      if (at_ == text_.size()) break;
      NAZO_CHECK(binary_operator());
    }
    if (open_ > 0) return expected(")");
    put_out(0);
    return {};
  }

 private:
  struct Waiting {
    std::optional<Sign> sign;  // nothing: an open parenthesis
    int level = 0;
  };

  /// Signs and parentheses before it, then a number or a name.
  Result<void> operand() {
    for (;;) {
      skip();
      if (at_ == text_.size()) return expected("a number, a feature or (");
      const char c = text_[at_];
      if (c == '!' || c == '-') {
        waiting_.push_back({c == '!' ? Sign::invert : Sign::negate, level_of_not_and_minus});
      } else if (c == '(') {
        waiting_.push_back({std::nullopt});
        ++open_;
      } else if (is_digit(c) || c == '.') {
        return number();
      } else if (is_letter(c)) {
        word();
        return {};
      } else {
        return expected("a number, a feature or (");
      }
      if (waiting_.size() > Expression::deepest) return fail_at(1, at_ + 1, "the expression is nested too deeply");
      ++at_;
    }
  }

  void close_parentheses() {
    for (skip(); at_ < text_.size() && text_[at_] == ')' && open_ > 0; skip()) {
      put_out(0);
      waiting_.pop_back();  // the parenthesis itself
      --open_;
      ++at_;
    }
  }

  Result<void> binary_operator() {
    const auto found =
        std::ranges::find_if(operators, [&](const Operator& o) { return text_.substr(at_).starts_with(o.text); });
    if (found == std::end(operators)) return expected("an operator");
    put_out(found->level);
    waiting_.push_back({found->sign, found->level});
    at_ += found->text.size();
    return {};
  }

  /// Signs that bind at least as tightly as `level`, back to the last open parenthesis, are done now.
  void put_out(int level) {
    while (!waiting_.empty() && waiting_.back().sign && waiting_.back().level >= level) {
      steps_.push_back({*waiting_.back().sign});
      waiting_.pop_back();
    }
  }

  Result<void> number() {
    const auto number = leading_real(text_.substr(at_));
    if (!number) return expected("a number");
    at_ += number->bytes;
    steps_.push_back({Sign::number, 0, number->value});
    return {};
  }

  void word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
    const std::string name(text_.substr(begin, at_ - begin));
    if (name == "true" || name == "false") {
      steps_.push_back({Sign::number, 0, name == "true" ? 1.0 : 0.0});
      return;
    }
    const auto known = std::ranges::find(names_, name);
    steps_.push_back({Sign::name, static_cast<std::uint32_t>(known - names_.begin())});
    if (known == names_.end()) names_.push_back(name);
  }

  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  std::unexpected<Error> expected(std::string_view what) const {
    const std::string found = at_ < text_.size() ? "not " + in_quotes(text_.substr(at_, 1)) : "not the end";
    return fail_at(1, at_ + 1, cat("expected ", what, ", ", found, " in the expression ", in_quotes(text_)));
  }

  std::string_view text_;
  std::vector<Step>& steps_;
  std::vector<std::string>& names_;
  std::vector<Waiting> waiting_{};
  std::size_t at_ = 0;
  std::size_t open_ = 0;
};

bool is_yes(double value) { return !std::isnan(value) && value != 0; }

double combined(Sign sign, double left, double right) {
  switch (sign) {
    case Sign::either:
      return is_yes(left) || is_yes(right);
    case Sign::both:
      return is_yes(left) && is_yes(right);
    case Sign::less:
      return left < right;
    case Sign::at_most:
      return left <= right;
    case Sign::more:
      return left > right;
    case Sign::at_least:
      return left >= right;
    case Sign::equal:
      return left == right;
    case Sign::differs:
      return !std::isnan(left) && !std::isnan(right) && left != right;
    case Sign::add:
      return left + right;
    case Sign::subtract:
      return left - right;
    case Sign::multiply:
      return left * right;
    case Sign::divide:
      return left / right;
    case Sign::modulo:
      return std::fmod(left, right);
    default:
      return missing;
  }
}

/// The sign of a comparison read from right to left: 5 < pushes says what pushes > 5 says.
Sign turned(Sign sign) {
  switch (sign) {
    case Sign::less:
      return Sign::more;
    case Sign::at_most:
      return Sign::at_least;
    case Sign::more:
      return Sign::less;
    case Sign::at_least:
      return Sign::at_most;
    default:
      return sign;
  }
}

}  // namespace

Result<Expression> Expression::parse(std::string_view text) {
  if (text.size() > longest) return fail(cat("the expression is longer than ", longest, " bytes"));
  Expression expression;
  expression.text_ = text;
  NAZO_CHECK(Reader(text, expression.steps_, expression.names_).read());
  // Names are sorted; the steps follow them.
  std::vector<std::string> sorted = expression.names_;
  std::ranges::sort(sorted);
  for (Step& step : expression.steps_)
    if (step.sign == Sign::name)
      step.name =
          static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, expression.names_[step.name]) - sorted.begin());
  expression.names_ = std::move(sorted);
  return expression;
}

double Expression::value(const std::function<double(std::string_view)>& look_up) const {
  std::vector<double> stack;
  const auto pop = [&] {
    const double top = stack.back();
    stack.pop_back();
    return top;
  };
  for (const Step& step : steps_) {
    switch (step.sign) {
      case Sign::number:
        stack.push_back(step.number);
        break;
      case Sign::name:
        stack.push_back(look_up(names_[step.name]));
        break;
      case Sign::negate:
        stack.back() = -stack.back();
        break;
      case Sign::invert:
        stack.back() = is_yes(stack.back()) ? 0 : 1;
        break;
      default: {
        const double right = pop();
        stack.back() = combined(step.sign, stack.back(), right);
      }
    }
  }
  return stack.empty() ? missing : stack.back();
}

bool Expression::accepts(const Value& features) const {
  return is_yes(value([&](std::string_view name) {
    const Value* feature = features.find(name);
    return feature != nullptr ? feature->number() : missing;
  }));
}

double Expression::bound(std::string_view name, double fallback, Side side) const {
  // The machine again, with what each part says about the feature in place of its value.
  struct Part {
    bool is_name = false;
    std::optional<double> number{};
    double limit;  // the strongest bound that this part demands; the fallback if none
  };
  std::vector<Part> stack;
  const auto bounds = [&](Sign sign) {
    if (sign == Sign::equal) return true;
    if (side == Side::lower) return sign == Sign::more || sign == Sign::at_least;
    return sign == Sign::less || sign == Sign::at_most;
  };
  for (const Step& step : steps_) {
    switch (step.sign) {
      case Sign::number:
        stack.push_back({.number = step.number, .limit = fallback});
        break;
      case Sign::name:
        stack.push_back({.is_name = names_[step.name] == name, .limit = fallback});
        break;
      case Sign::negate:
      case Sign::invert:
        stack.back() = {.limit = fallback};
        break;
      default: {
        const Part right = stack.back();
        stack.pop_back();
        const Part left = stack.back();
        Part whole{.limit = fallback};
        if (step.sign == Sign::both) {
          whole.limit = side == Side::lower ? std::max(left.limit, right.limit) : std::min(left.limit, right.limit);
        } else if (left.is_name && right.number && bounds(step.sign)) {
          whole.limit = *right.number;
        } else if (right.is_name && left.number && bounds(turned(step.sign))) {
          whole.limit = *left.number;
        }
        stack.back() = whole;
      }
    }
  }
  return stack.empty() ? fallback : stack.back().limit;
}

double Expression::lower_bound(std::string_view name, double fallback) const {
  return bound(name, fallback, Side::lower);
}
double Expression::upper_bound(std::string_view name, double fallback) const {
  return bound(name, fallback, Side::upper);
}

}  // namespace nazo
