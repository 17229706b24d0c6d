#include "values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "workshop/account.hpp"

namespace nazo::python {

py::object unicode(const std::string& text) {
  PyObject* made = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

py::object to_python(const Value& value) {
  if (const bool* truth = value.boolean()) return py::bool_(*truth);
  if (const std::int64_t* whole = value.integer()) return py::int_(*whole);
  if (const std::string* text = value.string()) return unicode(*text);
  if (const Value::Array* items = value.items()) {
    py::list list(items->size());
    for (std::size_t i = 0; i < items->size(); ++i) list[i] = to_python((*items)[i]);
    return list;
  }
  if (const Value::Object* fields = value.fields()) {
    py::dict dictionary;
    for (const auto& [name, inner] : *fields) dictionary[py::str(name)] = to_python(inner);
    return dictionary;
  }
  if (value.is_null()) return py::none();
  return py::float_(value.number());
}

namespace {

/// What the cells of a column, or the items of a list, have in common.
enum class Kind { truths, wholes, reals, other };

Kind kind_of(const std::vector<Value>& cells) {
  bool truths = true, wholes = true, reals = true;
  bool any = false;
  for (const Value& cell : cells) {
    const bool is_truth = cell.boolean() != nullptr, is_whole = cell.integer() != nullptr;
    const bool is_null = cell.is_null();
    const bool is_real = !is_null && !is_truth && !is_whole && !cell.string() && !cell.items() && !cell.fields();
    truths = truths && is_truth;
    wholes = wholes && is_whole;
    reals = reals && (is_null || is_whole || is_real);
    any = any || is_whole || is_real;
  }
  if (cells.empty()) return Kind::other;
  if (truths) return Kind::truths;
  if (wholes) return Kind::wholes;
  return reals && any ? Kind::reals : Kind::other;
}

template <class T, class Read>
py::array typed(const std::vector<Value>& cells, Read&& read) {
  py::array_t<T> array(static_cast<py::ssize_t>(cells.size()));
  T* out = array.mutable_data();
  for (const Value& cell : cells) *out++ = read(cell);
  return array;
}

double real_of(const Value& cell) { return cell.is_null() ? std::numeric_limits<double>::quiet_NaN() : cell.number(); }

py::array array_of_kind(const std::vector<Value>& cells, Kind kind) {
  if (kind == Kind::truths) return typed<bool>(cells, [](const Value& cell) { return *cell.boolean(); });
  if (kind == Kind::wholes) return typed<std::int64_t>(cells, [](const Value& cell) { return *cell.integer(); });
  if (kind == Kind::reals) return typed<double>(cells, real_of);
  const auto count = static_cast<py::ssize_t>(cells.size());
  py::array array(py::dtype("O"), count);
  auto* out = static_cast<PyObject**>(array.mutable_data());
  for (const Value& cell : cells) {
    py::object made = cell.items() ? array_of(cell) : py::none();
    if (made.is_none()) made = to_python(cell);
    Py_XDECREF(*out);
    *out++ = made.release().ptr();
  }
  return array;
}

}  // namespace

py::object array_of(const Value& value) {
  const Value::Array* items = value.items();
  if (items == nullptr) return py::none();
  if (const Kind kind = kind_of(*items); kind != Kind::other) return array_of_kind(*items, kind);
  if (items->empty()) return py::array_t<double>(0);
  const Value::Array* first = items->front().items();
  if (first == nullptr) return py::none();
  const std::size_t width = first->size();
  for (const Value& row : *items)
    if (row.items() == nullptr || row.items()->size() != width || kind_of(*row.items()) == Kind::other)
      return py::none();
  py::array_t<double> array({static_cast<py::ssize_t>(items->size()), static_cast<py::ssize_t>(width)});
  double* out = array.mutable_data();
  for (const Value& row : *items)
    for (const Value& cell : *row.items()) *out++ = real_of(cell);
  return array;
}

py::dict table_of(const std::vector<Value>& rows) {
  py::dict table;
  for (const FieldColumn& column : columns_of(rows))
    table[py::str(column.name)] = array_of_kind(column.cells, kind_of(column.cells));
  return table;
}

py::array_t<double> numbers(const std::vector<double>& values) {
  return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
}

}  // namespace nazo::python
