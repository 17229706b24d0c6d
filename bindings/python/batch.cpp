// Batches: the same question asked of many puzzles, on several threads, without Python's lock.
#include <pybind11/stl.h>

#include <chrono>
#include <functional>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "objects.hpp"
#include "puzzle/verified.hpp"
#include "workshop/answer_fields.hpp"
#include "workshop/people_fields.hpp"

namespace nazo::python {

namespace {

using Ask = std::function<Result<Value>(const Item&, const Context&)>;
using Items = std::vector<std::shared_ptr<const Item>>;

Items items_of(const py::iterable& puzzles) {
  Items items;
  for (const py::handle puzzle : puzzles) items.push_back(puzzle_among(puzzle).item);
  return items;
}

/// Each puzzle with the options of this call.
Items for_call(const Items& items, const char* verb, const Call& call) {
  if (call.rest().empty()) return items;
  Items own;
  for (const auto& item : items) own.push_back(item_for_call(item, verb, call));
  return own;
}

/// Fields that say what went wrong with one puzzle of many.
Value error_fields(const Error& error) {
  Value fields = Value::object().set("error", error.text());
  if (error.limit != Limit::none) fields.set("limit", name(error.limit));
  return fields;
}

/// What an allocation that failed in one puzzle is for the others: a limit of its own.
Result<Value> within_memory(const Ask& ask, const Item& item, const Context& context) {
  try {
    return ask(item, context);
  } catch (const std::bad_alloc&) {
    return fail_limit(Limit::memory);
  }
}

Answers ask_all(const py::iterable& puzzles, const char* verb, Call& call, const Ask& ask) {
  const bool keep_errors = call.take_text("errors") == "keep";
  const Items items = items_of(puzzles);
  const Items asked = for_call(items, verb, call);
  std::vector<Result<Value>> said(items.size(), Value());
  const Context& whole = call.context();
  call.unlocked([&] {
    Context inner = whole;
    inner.progress = {};
    if (items.size() > 1) inner.threads = 1;
    ordered_map<Result<Value>>(
        items.size(), whole.threads, [&](std::uint64_t i) { return within_memory(ask, *asked[i], inner); },
        [&](std::uint64_t i, Result<Value> one) {
          said[i] = std::move(one);
          if (whole.progress) whole.progress({verb, i + 1, items.size()});
          return !*whole.budget.stop;
        });
    return true;
  });
  call.raise_again();
  Answers answers;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!said[i] && !keep_errors) {
      Error error = said[i].error();
      error.message = cat(items[i]->id, ": ", error.message);
      raise(error);
    }
    answers.all.push_back({items[i], said[i] ? *std::move(said[i]) : error_fields(said[i].error())});
  }
  return answers;
}

Answers solve_all(const py::iterable& puzzles, const py::kwargs& keywords) {
  Call call(keywords, 0);
  return ask_all(puzzles, "solve", call, [](const Item& item, const Context& limits) -> Result<Value> {
    const auto begin = std::chrono::steady_clock::now();
    NAZO_TRY(verdict, solve_verified(*item.genre, item.puzzle, item.options, limits));
    return fields_of(verdict, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  });
}

Answers check_all(const py::iterable& puzzles, const py::kwargs& keywords) {
  Call call(keywords, 0);
  return ask_all(puzzles, "check", call, [](const Item& item, const Context& limits) -> Result<Value> {
    NAZO_TRY(report, item.genre->check(item.puzzle, item.options, limits));
    return fields_of(report);
  });
}

Answers verify_all(const py::iterable& puzzles, const py::kwargs& keywords) {
  Call call(keywords, 0);
  return ask_all(puzzles, "check", call, [](const Item& item, const Context& limits) -> Result<Value> {
    NAZO_TRY(report, verify_given(item, "", limits));
    return fields_of(report);
  });
}

Answers analyze_all(const py::iterable& puzzles, const std::vector<std::string>& features, const py::kwargs& keywords) {
  Call call(keywords, 0);
  return ask_all(puzzles, "analyze", call, [&](const Item& item, const Context& limits) -> Result<Value> {
    NAZO_TRY(analysis, analyze_wanted(item, features, limits));
    return fields_of(analysis, features);
  });
}

Answers rate_all(const py::iterable& puzzles, const py::kwargs& keywords) {
  Call call(keywords, 0);
  return ask_all(puzzles, "rate", call, [](const Item& item, const Context& limits) -> Result<Value> {
    NAZO_TRY(rater, Rater::make(*item.genre, nullptr, "", ""));
    NAZO_TRY(rated, rater.rate(item, limits));
    return fields_of(rated, rater);
  });
}

}  // namespace

void add_batches(py::module_& module) {
  module.def(
      "solve_all", &solve_all, py::arg("puzzles"),
      "Solves many puzzles on all cores (or `threads`); answers in their order, whatever the threads.\n\n"
      "Limits are for each puzzle. With errors='keep' a puzzle that fails has a field `error` instead of ending\n"
      "the batch.\n\n"
      ">>> answers = nazo.solve_all([nazo.example()] * 3)\n"
      ">>> answers.table()['status'].tolist()\n"
      "['solved', 'solved', 'solved']\n");
  module.def("check_all", &check_all, py::arg("puzzles"), "Checks many puzzles, as solve_all solves them.");
  module.def("verify_all", &verify_all, py::arg("puzzles"), "Verifies the solutions that came with the puzzles.");
  module.def("analyze_all", &analyze_all, py::arg("puzzles"), py::arg("features") = std::vector<std::string>(),
             "The features of many puzzles, as solve_all solves them.");
  module.def("rate_all", &rate_all, py::arg("puzzles"), "Rates many puzzles as the genre guesses, as solve_all.");
}

}  // namespace nazo::python
