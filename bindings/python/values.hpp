// Values of the house as objects of Python: numbers, texts, lists and dictionaries; columns as numpy arrays.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "base/value.hpp"

namespace nazo::python {

namespace py = pybind11;

[[nodiscard]] py::object to_python(const Value& value);
/// Bytes that are not valid UTF-8 become U+FFFD, as in JSON.
[[nodiscard]] py::object unicode(const std::string& text);

/// A list of numbers, or of lists of numbers that are equally long, as a numpy array; None if it is neither.
[[nodiscard]] py::object array_of(const Value& value);

/// Rows of named fields as a dictionary of columns that pandas takes as it is: whole numbers, reals (missing ones are
/// NaN) and truth values as numpy arrays of their kind, everything else as an array of objects, in which lists of
/// numbers are arrays themselves. Names are those of the command line's CSV.
[[nodiscard]] py::dict table_of(const std::vector<Value>& rows);

[[nodiscard]] py::array_t<double> numbers(const std::vector<double>& values);

}  // namespace nazo::python
