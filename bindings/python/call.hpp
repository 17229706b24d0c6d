// A call from Python into the house: limits and options out of keywords, Python's lock let go while C++ works, Ctrl-C,
// callbacks that tell how far it is, and errors as exceptions.
//
//   Call call(given);                                                     // takes the limits out of the keywords
//   const auto verdict = call.run([&](const Context& limits) { return genre.solve(puzzle, options, limits); });
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/text.hpp"
#include "puzzle/genre.hpp"

namespace nazo::python {

namespace py = pybind11;

/// Options by name, as text: what the command line would be given.
using Given = std::map<std::string, std::string>;

/// Makes the exceptions `Error` and `LimitError` of the module.
void add_errors(py::module_& module);
/// Raises an error of the house: its text, file, line and column; a limit that ran out is a LimitError.
[[noreturn]] void raise(const Error& error);

/// What a Result holds, or its error raised.
template <class T>
T value_of_result(Result<T> result) {
  if (!result) raise(result.error());
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// What a keyword was given, as the type that it takes; anything else is an error that names it.
template <class T>
T taken_as(const py::handle& value, std::string_view name, std::string_view what) {
  try {
    return value.cast<T>();
  } catch (const py::builtin_exception&) {  // a cast that cannot be, or a type that is not callable
    raise(Error{cat(name, " takes ", what, ", not ", std::string(py::repr(value)))});
  }
}

/// As long as it lives an interrupt (Ctrl-C) sets `stop`, if this is Python's main thread and Python listens to
/// interrupts; Python's own handler hears of it too. Costs one look at the handler.
class Interruptible {
 public:
  explicit Interruptible(std::atomic<bool>& stop);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  std::atomic<bool>* outer_ = nullptr;
  bool listening_ = false;
};

/// A function of Python that is told how far something is: progress(what, done, total, note). Called at most twenty
/// times a second. What it raises stops the call and is raised there.
class Told {
 public:
  Told(py::function told, std::atomic<bool>& stop) : told_(std::move(told)), stop_(stop) {}
  [[nodiscard]] ProgressSink sink();
  /// Raises what the function raised. Needs Python's lock.
  void raise_again();

 private:
  py::function told_;
  std::atomic<bool>& stop_;
  std::mutex mutex_{};
  double last_ = -1;
  std::unique_ptr<py::error_already_set> raised_{};
};

/// One call and what it may use.
class Call {
 public:
  /// Takes time, nodes, memory, threads, seed and progress out of the keywords; what is left are options.
  explicit Call(const py::kwargs& given, unsigned threads = 1);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  [[nodiscard]] const Context& context() const { return context_; }
  /// The keywords that are no limits: option_name=value as {"option-name", "value"}.
  [[nodiscard]] const py::dict& rest() const { return rest_; }
  /// Takes a keyword away; nothing if it was not given (or is None).
  [[nodiscard]] py::object take(const char* name);
  /// The same as text; empty if it was not given.
  [[nodiscard]] std::string take_text(const char* name);
  [[nodiscard]] bool take_flag(const char* name);

  /// Does the work without Python's lock. What an interrupt or a callback raised is raised here.
  template <class Work>
  auto run(Work&& work) {
    auto result = unlocked([&] { return work(context_); });
    raise_again();
    return result;
  }
  /// For work that has its own Context with this call's stop.
  template <class Work>
  auto unlocked(Work&& work) {
    const Interruptible listening(stop_);
    const py::gil_scoped_release released;
    return work();
  }
  void raise_again();

 private:
  std::atomic<bool> stop_ = false;
  Context context_{};
  py::dict rest_{};
  std::unique_ptr<Told> told_{};
};

/// A value of Python as the command line would be told it. None for what is not to be said: None, and a flag that is
/// False.
[[nodiscard]] std::optional<std::string> text_of_python(const py::handle& value);
/// Keywords as options: underscores are dashes; an option that takes a file is given its bytes or a path.
[[nodiscard]] Given given_of(const py::dict& keywords, const std::vector<OptionFact>& table);

}  // namespace nazo::python
