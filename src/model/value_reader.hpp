// Inside the room: vectors and matrices to and from a Value, and a reader that remembers what was missing.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/value.hpp"

namespace nazo::model {

inline Value list(const Eigen::VectorXd& v) {
  Value::Array items;
  items.reserve(static_cast<std::size_t>(v.size()));
  for (const double x : v) items.emplace_back(x);
  return Value(std::move(items));
}

inline Value list(const std::vector<double>& v) {
  return list(Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()))));
}

inline Value list(const std::vector<std::string>& v) {
  Value::Array items;
  for (const std::string& text : v) items.emplace_back(text);
  return Value(std::move(items));
}

inline Value matrix(const Eigen::MatrixXd& m) {
  return Value::object()
      .set("rows", static_cast<std::int64_t>(m.rows()))
      .set("cols", static_cast<std::int64_t>(m.cols()))
      .set("values", list(Eigen::VectorXd(m.reshaped())));
}

/// Reads fields and remembers whether all were there and of the right kind and size.
class ValueReader {
 public:
  explicit ValueReader(const Value& value) : value_(value) {}

  [[nodiscard]] double number(std::string_view name) {
    const Value* field = value_.find(name);
    const double number = field == nullptr ? std::nan("") : field->number();
    if (std::isnan(number)) complain(name);
    return number;
  }
  /// A count from a text that may say anything: a whole number from 0 to `most`, 0 where it is none.
  [[nodiscard]] std::int64_t count(std::string_view name, std::int64_t most) {
    const double number = this->number(name);
    if (number >= 0 && number <= static_cast<double>(most)) return static_cast<std::int64_t>(number);
    complain(name);
    return 0;
  }
  [[nodiscard]] std::string text(std::string_view name) {
    const Value* field = value_.find(name);
    if (field != nullptr && field->string() != nullptr) return *field->string();
    complain(name);
    return {};
  }
  /// `size` −1: any.
  [[nodiscard]] Eigen::VectorXd vector(std::string_view name, Eigen::Index size) {
    return vector_in(value_, name, size);
  }
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) {
    std::vector<std::string> out;
    const Value* field = value_.find(name);
    if (field == nullptr || field->items() == nullptr) return complain(name), out;
    for (const Value& item : *field->items()) {
      if (item.string() == nullptr) return complain(name), out;
      out.push_back(*item.string());
    }
    return out;
  }
  [[nodiscard]] Eigen::MatrixXd matrix(std::string_view name, Eigen::Index rows, Eigen::Index cols) {
    const Value* field = value_.find(name);
    if (field == nullptr) return complain(name), Eigen::MatrixXd::Zero(rows, cols);
    const Eigen::VectorXd values = vector_in(*field, "values", rows * cols);
    return values.size() == rows * cols ? Eigen::MatrixXd(values.reshaped(rows, cols))
                                        : Eigen::MatrixXd::Zero(rows, cols);
  }
  [[nodiscard]] ValueReader part(std::string_view name) {
    static const Value nothing;
    const Value* field = value_.find(name);
    if (field == nullptr) complain(name);
    ValueReader reader(field == nullptr ? nothing : *field);
    reader.report_ = report_ == nullptr ? &wrong_ : report_;
    return reader;
  }
  /// How many plays a model was fitted to; the bound is more than anybody will ever record.
  [[nodiscard]] std::size_t plays() { return static_cast<std::size_t>(count("plays", 1'000'000'000'000'000)); }
  /// The objects of a list.
  [[nodiscard]] std::vector<ValueReader> parts(std::string_view name, Eigen::Index size) {
    static const Value nothing;
    const Value* field = value_.find(name);
    const auto* items = field == nullptr ? nullptr : field->items();
    const bool whole = items != nullptr && static_cast<Eigen::Index>(items->size()) == size;
    if (!whole) complain(name);
    std::vector<ValueReader> out;
    for (Eigen::Index k = 0; k < size; ++k) {
      ValueReader reader(whole ? (*items)[static_cast<std::size_t>(k)] : nothing);
      reader.report_ = report_ == nullptr ? &wrong_ : report_;
      out.push_back(reader);
    }
    return out;
  }
  [[nodiscard]] bool yes(std::string_view name) {
    const Value* field = value_.find(name);
    if (field != nullptr && field->boolean() != nullptr) return *field->boolean();
    complain(name);
    return false;
  }
  /// 0 to 1; older texts have yes or no.
  [[nodiscard]] double share(std::string_view name) {
    const Value* field = value_.find(name);
    if (field != nullptr && field->boolean() != nullptr) return *field->boolean() ? 1 : 0;
    return std::clamp(number(name), 0., 1.);
  }
  [[nodiscard]] const std::string& wrong() const { return wrong_; }

 private:
  [[nodiscard]] Eigen::VectorXd vector_in(const Value& value, std::string_view name, Eigen::Index size) {
    const Value* field = value.find(name);
    if (field == nullptr || field->items() == nullptr ||
        (size >= 0 && static_cast<Eigen::Index>(field->items()->size()) != size)) {
      complain(name);
      return Eigen::VectorXd::Zero(std::max<Eigen::Index>(size, 0));
    }
    Eigen::VectorXd out(static_cast<Eigen::Index>(field->items()->size()));
    for (Eigen::Index i = 0; i < out.size(); ++i) {
      out[i] = (*field->items())[static_cast<std::size_t>(i)].number();
      if (std::isnan(out[i])) complain(name);
    }
    return out;
  }
  void complain(std::string_view name) {
    std::string& target = report_ == nullptr ? wrong_ : *report_;
    if (target.empty()) target = name;
  }

  const Value& value_;
  std::string wrong_{};
  std::string* report_ = nullptr;
};

}  // namespace nazo::model
