#include "puzzle/expression.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "base/text.hpp"

namespace nazo {

struct Expression::Node {
  enum class Kind { number, name, negate, invert, either, both, less, at_most, more, at_least, equal, differs, add, subtract, multiply, divide, modulo };
  Kind kind;
  double number = 0;
  std::string name{};
  std::shared_ptr<const Node> left{}, right{};
};

namespace {

using Node = Expression::Node;
using Kind = Node::Kind;
using Tree = std::shared_ptr<const Node>;

struct Operator {
  std::string_view sign;
  Kind kind;
  int level;  // binds tighter the higher
};
// Longer signs first, so that "<=" is not read as "<".
constexpr Operator operators[] = {
    {"||", Kind::either, 1},  {"&&", Kind::both, 2},      {"<=", Kind::at_most, 3}, {">=", Kind::at_least, 3},
    {"==", Kind::equal, 3},   {"!=", Kind::differs, 3},   {"<", Kind::less, 3},     {">", Kind::more, 3},
    {"=", Kind::equal, 3},    {"+", Kind::add, 4},        {"-", Kind::subtract, 4}, {"*", Kind::multiply, 5},
    {"/", Kind::divide, 5},   {"%", Kind::modulo, 5},
};

class Parser {
 public:
  Parser(std::string_view text, std::vector<std::string>& names) : text_(text), names_(names) {}

  Result<Tree> whole() {
    NAZO_TRY(tree, binary(1, 0));
    skip();
    if (at_ < text_.size()) return expected("an operator");
    return tree;
  }

 private:
  static constexpr int deepest = 200;  // nesting; a hostile text must not exhaust the stack

  Result<Tree> binary(int level, int depth) {
    NAZO_TRY(tree, unary(depth));
    for (;;) {
      skip();
      const auto sign = std::ranges::find_if(operators, [&](const Operator& o) { return text_.substr(at_).starts_with(o.sign); });
      if (sign == std::end(operators) || sign->level < level) return tree;
      at_ += sign->sign.size();
      NAZO_TRY(right, binary(sign->level + 1, depth + 1));
      tree = std::make_shared<Node>(Node{sign->kind, 0, {}, tree, right});
    }
  }

  Result<Tree> unary(int depth) {
    skip();
    if (depth > deepest) return fail_at(1, at_ + 1, "the expression is nested too deeply");
    if (at_ == text_.size()) return expected("a number, a feature or (");
    const char c = text_[at_];
    if (c == '!' || c == '-') {
      ++at_;
      NAZO_TRY(operand, unary(depth + 1));
      return std::make_shared<Node>(Node{c == '!' ? Kind::invert : Kind::negate, 0, {}, operand, nullptr});
    }
    if (c == '(') {
      ++at_;
      NAZO_TRY(inner, binary(1, depth + 1));
      skip();
      if (at_ == text_.size() || text_[at_] != ')') return expected(")");
      ++at_;
      return inner;
    }
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return number();
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') return word();
    return expected("a number, a feature or (");
  }

  Result<Tree> number() {
    const auto number = leading_real(text_.substr(at_));
    if (!number) return expected("a number");
    at_ += number->bytes;
    return std::make_shared<Node>(Node{Kind::number, number->value, {}, nullptr, nullptr});
  }

  Result<Tree> word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_' || text_[at_] == '.')) ++at_;
    const std::string name(text_.substr(begin, at_ - begin));
    if (name == "true" || name == "false")
      return std::make_shared<Node>(Node{Kind::number, name == "true" ? 1.0 : 0.0, {}, nullptr, nullptr});
    names_.push_back(name);
    return std::make_shared<Node>(Node{Kind::name, 0, name, nullptr, nullptr});
  }

  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  std::unexpected<Error> expected(std::string_view what) const {
    const std::string found = at_ < text_.size() ? "not " + in_quotes(text_.substr(at_, 1)) : "not the end";
    return fail_at(1, at_ + 1, cat("expected ", what, ", ", found, " in the expression ", in_quotes(text_)));
  }

  std::string_view text_;
  std::vector<std::string>& names_;
  std::size_t at_ = 0;
};

double evaluate(const Node& node, const std::function<double(std::string_view)>& look_up) {
  const auto left = [&] { return evaluate(*node.left, look_up); };
  const auto right = [&] { return evaluate(*node.right, look_up); };
  const auto yes = [](double d) { return !std::isnan(d) && d != 0; };
  switch (node.kind) {
    case Kind::number: return node.number;
    case Kind::name: return look_up(node.name);
    case Kind::negate: return -left();
    case Kind::invert: return yes(left()) ? 0 : 1;
    case Kind::either: return yes(left()) || yes(right());
    case Kind::both: return yes(left()) && yes(right());
    case Kind::less: return left() < right();
    case Kind::at_most: return left() <= right();
    case Kind::more: return left() > right();
    case Kind::at_least: return left() >= right();
    case Kind::equal: return left() == right();
    case Kind::differs: {
      const double a = left(), b = right();
      return !std::isnan(a) && !std::isnan(b) && a != b;
    }
    case Kind::add: return left() + right();
    case Kind::subtract: return left() - right();
    case Kind::multiply: return left() * right();
    case Kind::divide: return left() / right();
    case Kind::modulo: return std::fmod(left(), right());
  }
  return std::numeric_limits<double>::quiet_NaN();
}

/// The strongest bound "name ≥ x" (or ≤, for upper) among the terms that && joins at the top.
double bound(const Node& node, std::string_view name, double fallback, bool lower) {
  if (node.kind == Kind::both) {
    const double a = bound(*node.left, name, fallback, lower), b = bound(*node.right, name, fallback, lower);
    return lower ? std::max(a, b) : std::min(a, b);
  }
  const auto named = [&](const Tree& side) { return side && side->kind == Kind::name && side->name == name; };
  const auto plain = [](const Tree& side) { return side && side->kind == Kind::number; };
  const bool greater = node.kind == Kind::at_least || node.kind == Kind::more;
  const bool smaller = node.kind == Kind::at_most || node.kind == Kind::less;
  if (node.kind == Kind::equal) {
    if (named(node.left) && plain(node.right)) return node.right->number;
    if (named(node.right) && plain(node.left)) return node.left->number;
  }
  if (named(node.left) && plain(node.right) && (lower ? greater : smaller)) return node.right->number;
  if (named(node.right) && plain(node.left) && (lower ? smaller : greater)) return node.left->number;
  return fallback;
}

}  // namespace

Result<Expression> Expression::parse(std::string_view text) {
  Expression expression;
  expression.text_ = text;
  NAZO_TRY(root, Parser(text, expression.names_).whole());
  expression.root_ = root;
  std::ranges::sort(expression.names_);
  const auto [first, last] = std::ranges::unique(expression.names_);
  expression.names_.erase(first, last);
  return expression;
}

double Expression::value(const std::function<double(std::string_view)>& look_up) const { return evaluate(*root_, look_up); }

bool Expression::accepts(const Value& features) const {
  const double result = value([&](std::string_view name) {
    const Value* feature = features.find(name);
    return feature ? feature->number() : std::numeric_limits<double>::quiet_NaN();
  });
  return !std::isnan(result) && result != 0;
}

double Expression::lower_bound(std::string_view name, double fallback) const { return bound(*root_, name, fallback, true); }
double Expression::upper_bound(std::string_view name, double fallback) const { return bound(*root_, name, fallback, false); }

}  // namespace nazo
