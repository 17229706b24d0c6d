// Answers: fields by name, and the command line's JSON.
#include "base/json.hpp"
#include "base/text.hpp"
#include "objects.hpp"
#include "values.hpp"

namespace nazo::python {

const Value* Answer::find(const std::string& name, Value& made) const {
  if (const Value* found = fields.find(name)) return found;
  if (!item) return nullptr;
  made = line();
  return made.find(name);
}

namespace {

py::object field(const Answer& answer, const std::string& name) {
  Value made;
  const Value* found = answer.find(name, made);
  if (found == nullptr) throw py::key_error(name);
  return to_python(*found);
}

/// The fields that are lists of numbers, those of `features` too, as numpy arrays.
py::dict arrays(const Answer& answer) {
  py::dict found;
  const auto add = [&](const Value& object) {
    for (const auto& [name, value] : *object.fields())
      if (py::object array = array_of(value); !array.is_none()) found[py::str(name)] = std::move(array);
  };
  const Value line = answer.line();
  add(line);
  if (const Value* features = line.find("features"); features != nullptr && features->is_object()) add(*features);
  return found;
}

Answer answer_of_json(const std::string& text) { return {.fields = value_of_result(parse_json(text))}; }

py::list names_of(const Answer& answer) {
  py::list names;
  const Value line = answer.line();
  for (const auto& [name, value] : *line.fields()) names.append(name);
  return names;
}

std::string shown(const Answer& answer) {
  std::string text = answer.fields.json();
  if (text.size() > 300) text = text.substr(0, utf8_length(text) == text.size() ? 297 : 200) + "…";
  return cat("<nazo.Answer ", text, ">");
}

py::dict table(const Answers& answers) {
  std::vector<Value> rows;
  rows.reserve(answers.all.size());
  for (const Answer& answer : answers.all) rows.push_back(answer.line());
  return table_of(rows);
}

}  // namespace

void add_answers(py::module_& module) {
  py::class_<Answer>(module, "Answer",
                     "What nazo says: fields as attributes or items, and the command line's JSON.\n\n"
                     ">>> verdict = nazo.example().solve()\n"
                     ">>> verdict.status, verdict['status'], verdict.get('nothing', 7)\n"
                     "('solved', 'solved', 7)\n"
                     ">>> list(verdict)[:4]\n"
                     "['id', 'genre', 'status', 'solution']\n")
      .def("__getitem__", &field)
      .def("__getattr__",
           [](const Answer& answer, const std::string& name) {
             Value made;
             const Value* found = answer.find(name, made);
             if (found == nullptr) throw py::attribute_error(cat("no field ", in_quotes(name)));
             return to_python(*found);
           })
      .def(
          "get",
          [](const Answer& answer, const std::string& name, py::object otherwise) {
            Value made;
            const Value* found = answer.find(name, made);
            return found == nullptr ? otherwise : to_python(*found);
          },
          py::arg("name"), py::arg("default") = py::none(), "A field, or what is given instead.")
      .def("__contains__",
           [](const Answer& answer, const std::string& name) {
             Value made;
             return answer.find(name, made) != nullptr;
           })
      .def("__iter__", [](const Answer& answer) { return py::iter(names_of(answer)); })
      .def("__len__", [](const Answer& answer) { return answer.line().fields()->size(); })
      .def("__dir__",
           [](const py::object& self) {
             py::list names = names_of(self.cast<const Answer&>());
             for (const py::handle name : py::type::of(self).attr("__dict__")) names.append(name);
             return names;
           })
      .def("keys", &names_of, "The names of the fields.")
      .def(
          "dict", [](const Answer& answer) { return to_python(answer.line()); }, "All fields as a dictionary.")
      .def("arrays", &arrays,
           "The fields and features that are lists of numbers (layers, traces) as numpy arrays, by name.")
      .def(
          "json", [](const Answer& answer) { return py::str(answer.line().json()); },
          "One line of JSON, byte for byte what the command line prints with --json.")
      .def("__repr__", &shown)
      .def("__eq__", [](const Answer& a, const Answer& b) { return a.line() == b.line(); })
      .def(py::pickle([](const Answer& answer) { return py::str(answer.line().json()); },
                      [](const py::str& text) { return answer_of_json(text); }));

  py::class_<Answers>(module, "Answers", "Answers in order: a sequence, and the table that they make.")
      .def("__len__", [](const Answers& answers) { return answers.all.size(); })
      .def("__getitem__",
           [](const Answers& answers, py::ssize_t i) {
             const auto count = static_cast<py::ssize_t>(answers.all.size());
             if (i < 0) i += count;
             if (i < 0 || i >= count) throw py::index_error();
             return answers.all[static_cast<std::size_t>(i)];
           })
      .def(
          "__iter__", [](const Answers& answers) { return py::make_iterator(answers.all.begin(), answers.all.end()); },
          py::keep_alive<0, 1>())
      .def("table", &table,
           "A dictionary of columns (numpy arrays) that pandas takes as it is: pandas.DataFrame(answers.table()).\n\n"
           "Columns are named as in the command line's CSV; features have columns of their own.")
      .def(
          "json",
          [](const Answers& answers) {
            std::string lines;
            for (const Answer& answer : answers.all) lines += answer.line().json() + "\n";
            return py::str(lines);
          },
          "JSON Lines, byte for byte what the command line prints with --json.")
      .def("__repr__", [](const Answers& answers) { return cat("<nazo.Answers: ", answers.all.size(), ">"); });
}

}  // namespace nazo::python
