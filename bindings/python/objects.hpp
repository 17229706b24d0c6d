// The objects that Python sees, and the files that define them.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "call.hpp"
#include "workshop/items.hpp"

namespace nazo::python {

/// What was said of a puzzle (or of something else): fields, and the line of JSON that the command line prints.
struct Answer {
  std::shared_ptr<const Item> item{};  ///< what it was said of; null: of no puzzle
  Value fields = Value::object();

  [[nodiscard]] Value line() const { return item ? json_line(*item, fields) : fields; }
  /// A field of the line, or nullptr; `made` holds it if it had to be made.
  [[nodiscard]] const Value* find(const std::string& name, Value& made) const;
};

/// Answers in order, and the table they make.
struct Answers {
  std::vector<Answer> all{};
};

struct PythonPuzzle {
  std::shared_ptr<const Item> item;
};

/// One of the puzzles of a call; anything else among them is a TypeError that says what it is.
[[nodiscard]] inline const PythonPuzzle& puzzle_among(const py::handle& given) {
  if (!py::isinstance<PythonPuzzle>(given))
    throw py::type_error(cat("puzzles are wanted here, not ", std::string(py::repr(given))));
  return given.cast<const PythonPuzzle&>();
}

/// A position in play: immutable; a move makes another.
struct Position {
  const Genre* genre = nullptr;
  std::shared_ptr<const Options> options{};
  std::string text{};
};

/// The genre of that name; an error names those there are.
[[nodiscard]] const Genre& genre_named(const std::string& name);
/// The options of a genre where nothing was given, made once.
[[nodiscard]] const Options& default_options(const Genre& genre);
/// The item's own options and those of this call, which count more, checked for the verb.
[[nodiscard]] Options options_for_call(const Item& item, const char* verb, const py::dict& keywords);
/// The item itself, or one with the options of this call.
[[nodiscard]] std::shared_ptr<const Item> item_for_call(const std::shared_ptr<const Item>& item, const char* verb,
                                                        const Call& call);

void add_answers(py::module_& module);
void add_puzzles(py::module_& module);
void add_positions(py::module_& module);
void add_batches(py::module_& module);
void add_generators(py::module_& module);
void add_stores(py::module_& module);
void add_experiments(py::module_& module);

}  // namespace nazo::python
