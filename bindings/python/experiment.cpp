// The papers' experiments, and accounts: their tables as columns, their figures as arrays.
#include <pybind11/stl.h>

#include <algorithm>
#include <sstream>

#include "account.hpp"
#include "base/text.hpp"
#include "experiments/experiments.hpp"
#include "objects.hpp"
#include "values.hpp"

namespace nazo::python {

namespace {

Language language_named(const std::string& code) {
  const auto language = language_of(code);
  if (!language) raise(Error{cat("a language is en or ja, not ", in_quotes(code))});
  return *language;
}

PythonAccount experiment(const std::string& name, const std::vector<std::string>& files, const py::kwargs& keywords) {
  Call call(keywords);
  const Experiment* found = find_experiment(name);
  if (found == nullptr) raise(Error{cat("no experiment ", in_quotes(name), " (nazo.experiments())")});
  const Options options = value_of_result(Options::make(found->options, given_of(call.rest(), found->options)));
  std::ostringstream words;
  const Findings findings = value_of_result(call.run([&](const Context& limits) -> Result<Findings> {
    NAZO_TRY(finished, ResumeFile::open("", Value::object()));
    return found->run({.options = options,
                       .files = files,
                       .genres = catalog(),
                       .context = limits,
                       .words = words,
                       .finished = finished});
  }));
  return {findings.account, findings.whole};
}

py::dict table(const PythonAccount& shown, const Table& table) {
  std::vector<Value> rows = table.rows;
  if (shown.account.simulated)
    for (Value& row : rows) row.set("simulated", true);
  return table_of(rows);
}

py::dict tables(const PythonAccount& shown) {
  py::dict all;
  for (const Table* one : shown.account.tables()) all[py::str(one->name)] = table(shown, *one);
  return all;
}

py::dict series_of(const Series& series, Language language) {
  std::vector<double> x, y, low, high;
  py::list notes;
  for (const ChartPoint& point : series.points) {
    x.push_back(point.x);
    y.push_back(point.y);
    low.push_back(point.low);
    high.push_back(point.high);
    notes.append(unicode(point.note));
  }
  py::dict one;
  one["name"] = unicode(series.name.in(language));
  one["mark"] = series.mark == Mark::line ? "line" : series.mark == Mark::points ? "points" : "bars";
  one["dashed"] = series.dashed;
  one["x"] = numbers(x);
  one["y"] = numbers(y);
  one["low"] = numbers(low);
  one["high"] = numbers(high);
  one["notes"] = notes;
  return one;
}

py::dict axis_of(const Axis& axis, Language language) {
  py::dict one;
  const std::string title = axis.title.in(language);
  one["title"] = unicode(axis.unit.empty() ? title : cat(title, " (", axis.unit, ")"));
  one["scale"] = axis.scale == Scale::logarithmic ? "log" : "linear";
  py::list names;
  for (const Words& name : axis.names) names.append(unicode(name.in(language)));
  one["names"] = names;
  return one;
}

py::dict figures(const PythonAccount& shown, const std::string& code) {
  const Language language = language_named(code);
  py::dict all;
  for (const Figure* figure : shown.account.figures()) {
    py::dict one;
    one["caption"] = unicode(figure->caption.in(language));
    one["x"] = axis_of(figure->x, language);
    one["y"] = axis_of(figure->y, language);
    one["equality"] = figure->equality;
    py::list series;
    for (const Series& line : figure->series) series.append(series_of(line, language));
    one["series"] = series;
    all[py::str(figure->name)] = one;
  }
  return all;
}

}  // namespace

void add_experiments(py::module_& module) {
  py::class_<PythonAccount>(module, "Account",
                            "What an experiment or a fit found: tables as columns, figures as arrays, and the same as\n"
                            "text, JSON Lines, CSV and SVG as the command line writes them.")
      .def_readonly("whole", &PythonAccount::whole, "False: a limit ran out before everything was found.")
      .def_property_readonly("tables", &tables, "By name: dictionaries of columns that pandas takes as they are.")
      .def("figures", &figures, py::arg("language") = "en",
           "By name: caption, axes and series, each with x, y, low and high as numpy arrays.")
      .def(
          "text",
          [](const PythonAccount& shown, const std::string& language) {
            return unicode(account_text(shown.account, language_named(language)));
          },
          py::arg("language") = "en")
      .def(
          "json", [](const PythonAccount& shown) { return unicode(account_json(shown.account)); },
          "JSON Lines, byte for byte what the command line prints with --json.")
      .def(
          "csv",
          [](const PythonAccount& shown, const std::string& table) {
            return unicode(value_of_result(account_csv(shown.account, table)));
          },
          py::arg("table") = "")
      .def(
          "svg",
          [](const PythonAccount& shown, const std::string& figure, const std::string& language) {
            return unicode(value_of_result(account_svg(shown.account, language_named(language), figure)));
          },
          py::arg("figure") = "", py::arg("language") = "en")
      .def("_repr_svg_",
           [](const PythonAccount& shown) -> py::object {
             const auto svg = account_svg(shown.account, Language::english);
             return svg ? unicode(*svg) : py::none();
           })
      .def("__str__",
           [](const PythonAccount& shown) { return unicode(account_text(shown.account, Language::english)); });
  module.def(
      "experiments",
      [] {
        Answers all;
        for (const Experiment& one : experiments())
          all.all.push_back({.fields = Value::object().set("experiment", one.name).set("summary", one.summary)});
        return all;
      },
      "The papers' tables that can be run again, as `nazo experiment list --json`.");
  module.def("experiment", &experiment, py::arg("name"), py::arg("files") = std::vector<std::string>(),
             "Runs an experiment again, with its options and limits: an Account.\n\n"
             ">>> sorted(one.experiment for one in nazo.experiments())[0] != ''\n"
             "True\n");
}

}  // namespace nazo::python
