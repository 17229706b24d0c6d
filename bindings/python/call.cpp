#include "call.hpp"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <sstream>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "workshop/items.hpp"
#include "workshop/memory_text.hpp"
#include "workshop/scratch_files.hpp"

namespace nazo::python {

// ── errors ─────────────────────────────────────────────────────────────────────────────────────────────────────────

namespace {

py::handle error_type, limit_error_type;  // live as long as the module, which is never unloaded

py::handle new_error(py::module_& module, const char* name, const char* doc, PyObject* base) {
  const std::string whole = cat("nazo.", name);
  PyObject* type = PyErr_NewExceptionWithDoc(whole.c_str(), doc, base, nullptr);
  if (type == nullptr) throw py::error_already_set();
  module.attr(name) = py::reinterpret_borrow<py::object>(type);
  return type;
}

}  // namespace

void add_errors(py::module_& module) {
  error_type = new_error(module, "Error",
                         "Something given to nazo is not right.\n\n"
                         "message, file, line and column (from 1; 0 where not known) say what and where.",
                         PyExc_ValueError);
  limit_error_type = new_error(module, "LimitError",
                               "A limit ran out before there was an answer; `limit` names it: time, nodes, memory or "
                               "stopped.",
                               error_type.ptr());
  // What none of our own words is said of.
  py::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const py::cast_error&) {
      PyErr_SetString(PyExc_TypeError, "an argument, or a part of one, is of a type that nazo does not take here");
    }
  });
}

void raise(const Error& error) {
  const py::handle type = error.limit == Limit::none ? error_type : limit_error_type;
  const py::object raised = type(error.text());
  raised.attr("message") = error.message;
  raised.attr("file") = error.file;
  raised.attr("line") = error.line;
  raised.attr("column") = error.column;
  raised.attr("limit") = error.limit == Limit::none ? py::object(py::none()) : py::str(std::string(name(error.limit)));
  PyErr_SetObject(type.ptr(), raised.ptr());
  throw py::error_already_set();
}

// ── interrupts ─────────────────────────────────────────────────────────────────────────────────────────────────────

namespace {

using Handler = void (*)(int);
std::atomic<std::atomic<bool>*> listener = nullptr;
std::atomic<Handler> python_handler = nullptr;

void on_interrupt(int signal) {
  if (std::atomic<bool>* stop = listener.load()) stop->store(true);
  if (const Handler theirs = python_handler.load()) theirs(signal);
}

/// Puts our handler before Python's, unless it is there already. False if nobody listens to interrupts.
bool listen() {
  struct sigaction now{};
  if (sigaction(SIGINT, nullptr, &now) != 0 || (now.sa_flags & SA_SIGINFO) != 0) return false;
  if (now.sa_handler == on_interrupt) return true;
  if (now.sa_handler == SIG_DFL || now.sa_handler == SIG_IGN) return false;
  python_handler = now.sa_handler;
  now.sa_handler = on_interrupt;
  return sigaction(SIGINT, &now, nullptr) == 0;
}

bool is_main_thread() {
  static const auto main_thread =
      py::module_::import("threading").attr("main_thread")().attr("ident").cast<unsigned long>();
  return main_thread == static_cast<unsigned long>(pthread_self());
}

}  // namespace

Interruptible::Interruptible(std::atomic<bool>& stop) : listening_(is_main_thread() && listen()) {
  if (listening_) outer_ = listener.exchange(&stop);
}

Interruptible::~Interruptible() {
  if (listening_) listener = outer_;
}

// ── progress ───────────────────────────────────────────────────────────────────────────────────────────────────────

ProgressSink Told::sink() {
  return [this](const ProgressReport& report) {
    using namespace std::chrono;
    const double now = duration<double>(steady_clock::now().time_since_epoch()).count();
    {
      const std::lock_guard lock(mutex_);
      const bool is_last = report.total != 0 && report.done == report.total;
      if ((now - last_ < .05 && !is_last) || raised_ != nullptr) return;
      last_ = now;
    }
    const py::gil_scoped_acquire locked;
    try {
      told_(std::string(report.what), report.done, report.total, std::string(report.note));
    } catch (py::error_already_set& raised) {
      const std::lock_guard lock(mutex_);
      if (raised_ == nullptr) raised_ = std::make_unique<py::error_already_set>(std::move(raised));
      stop_ = true;
    }
  };
}

void Told::raise_again() {
  if (raised_ == nullptr) return;
  const std::unique_ptr<py::error_already_set> raised = std::move(raised_);
  throw py::error_already_set(*raised);
}

// ── calls ──────────────────────────────────────────────────────────────────────────────────────────────────────────

namespace {

std::uint64_t whole_number(const py::handle& value, const char* name) {
  const auto number = taken_as<double>(value, name, "a number");
  if (!(number >= 0)) raise(Error{cat(name, " cannot be less than 0")});
  if (number >= 1.8e19) return Budget::unlimited;
  return py::isinstance<py::int_>(value) ? taken_as<std::uint64_t>(value, name, "a number")
                                         : static_cast<std::uint64_t>(number);
}

}  // namespace

Call::Call(const py::kwargs& given, unsigned threads) {
  static ScratchFiles files;
  context_.scratch = &files;
  context_.budget.stop = &stop_;
  context_.threads = threads == 0 ? hardware_threads() : threads;
  if (given.empty()) return;
  rest_ = py::reinterpret_steal<py::dict>(PyDict_Copy(given.ptr()));
  if (const py::object time = take("time"); !time.is_none()) {
    context_.budget.seconds = taken_as<double>(time, "time", "seconds");
    if (!(context_.budget.seconds >= 0)) raise(Error{"time cannot be less than 0"});
  }
  if (const py::object nodes = take("nodes"); !nodes.is_none()) context_.budget.nodes = whole_number(nodes, "nodes");
  if (const py::object memory = take("memory"); !memory.is_none()) {
    const std::string text = py::str(memory);
    const auto bytes = memory_of(text);
    if (!bytes) raise(Error{cat("memory takes bytes such as \"500M\" or \"2G\", not ", in_quotes(text))});
    context_.budget.bytes = *bytes;
  }
  if (const py::object wanted = take("threads"); !wanted.is_none()) {
    const auto number = static_cast<unsigned>(whole_number(wanted, "threads"));
    context_.threads = number == 0 ? hardware_threads() : number;
  }
  if (const py::object seed = take("seed"); !seed.is_none()) context_.seed = whole_number(seed, "seed");
  if (const py::object told = take("progress"); !told.is_none()) {
    told_ = std::make_unique<Told>(taken_as<py::function>(told, "progress", "a function"), stop_);
    context_.progress = told_->sink();
  }
}

py::object Call::take(const char* name) {
  if (!rest_.contains(name)) return py::none();
  py::object value = rest_[name];
  PyDict_DelItemString(rest_.ptr(), name);
  return value;
}

std::string Call::take_text(const char* name) {
  const py::object value = take(name);
  return value.is_none() ? std::string() : text_of_python(value).value_or("");
}

bool Call::take_flag(const char* name) {
  const py::object value = take(name);
  return !value.is_none() && taken_as<bool>(value, name, "True or False");
}

void Call::raise_again() {
  if (!stop_) return;
  if (told_) told_->raise_again();
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

std::optional<std::string> text_of_python(const py::handle& value) {
  if (value.is_none()) return std::nullopt;
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? std::optional<std::string>("true") : std::nullopt;
  if (py::isinstance<py::bytes>(value)) return value.cast<std::string>();
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
    std::vector<std::string> parts;
    for (const py::handle part : value) parts.push_back(text_of_python(part).value_or(""));
    return join(parts, ",");
  }
  return std::string(py::str(value));
}

Given given_of(const py::dict& keywords, const std::vector<OptionFact>& table) {
  Given given;
  for (const auto& [key, value] : keywords) {
    std::string name = key.cast<std::string>();
    std::ranges::replace(name, '_', '-');
    const auto fact = std::ranges::find(table, name, &OptionFact::name);
    const bool is_file = fact != table.end() && fact->kind == OptionKind::file;
    if (is_file && !value.is_none() && !py::isinstance<py::bytes>(value)) {
      std::istringstream nothing;
      given.emplace(name, value_of_result(read_text(std::string(py::str(value)), nothing)));
    } else if (auto text = text_of_python(value)) {
      given.emplace(name, *std::move(text));
    }
  }
  return given;
}

}  // namespace nazo::python
