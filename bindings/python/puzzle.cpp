// Puzzles: read, solved, checked, analysed, rated, written and drawn.
#include <pybind11/stl.h>

#include <chrono>
#include <sstream>

#include "base/json.hpp"
#include "base/text.hpp"
#include "objects.hpp"
#include "puzzle/values.hpp"
#include "puzzle/verified.hpp"
#include "values.hpp"
#include "workshop/answer_fields.hpp"
#include "workshop/people_fields.hpp"
#include "workshop/puzzle_sheet.hpp"

namespace nazo::python {

const Genre& genre_named(const std::string& name) {
  if (const Genre* genre = find_genre(catalog(), name)) return *genre;
  std::vector<std::string> names;
  for (const Genre* genre : catalog()) names.push_back(genre->facts().name);
  raise(Error{cat("no genre ", in_quotes(name), "; there are ", join(names, ", "))});
}

const Options& default_options(const Genre& genre) {
  static std::map<const Genre*, Options> made;  // guarded by Python's lock
  const auto found = made.find(&genre);
  if (found != made.end()) return found->second;
  return made.emplace(&genre, value_of_result(Options::make(genre.facts().options))).first->second;
}

Options options_for_call(const Item& item, const char* verb, const py::dict& keywords) {
  Given given = given_of(keywords, item.genre->facts().options);
  // Those of this call must be the verb's; those that the puzzle was read with need not be.
  (void)value_of_result(options_for(*item.genre, {.genres = catalog(), .verb = verb, .given = given}));
  given.merge(item.options.all_given());
  return value_of_result(Options::make(item.genre->facts().options, given));
}

std::shared_ptr<const Item> item_for_call(const std::shared_ptr<const Item>& item, const char* verb, const Call& call) {
  if (call.rest().empty()) return item;
  auto own = std::make_shared<Item>(*item);
  own->options = options_for_call(*item, verb, call.rest());
  return own;
}

namespace {

std::vector<PythonPuzzle> puzzles_of(std::vector<Item> items) {
  std::vector<PythonPuzzle> puzzles;
  puzzles.reserve(items.size());
  for (Item& item : items) puzzles.push_back({std::make_shared<const Item>(std::move(item))});
  return puzzles;
}

py::list list_of(std::vector<PythonPuzzle> puzzles) {
  py::list list(puzzles.size());
  for (std::size_t i = 0; i < puzzles.size(); ++i) list[i] = py::cast(std::move(puzzles[i]));
  return list;
}

/// Keywords for reading: options of whichever genre it is.
Given given_for_reading(const Call& call, const std::string& genre) {
  if (!genre.empty()) return given_of(call.rest(), genre_named(genre).facts().options);
  return given_of(call.rest(), {});
}

std::vector<PythonPuzzle> parse_all(const std::string& text, const std::string& genre, const std::string& format,
                                    const std::string& file, const py::kwargs& keywords) {
  Call call(keywords);
  if (!genre.empty()) (void)genre_named(genre);
  const ReadHints hints{.genres = catalog(), .genre = genre, .format = format, .given = given_for_reading(call, genre)};
  return puzzles_of(value_of_result(call.run([&](const Context&) { return read_items(text, file, hints); })));
}

PythonPuzzle parse(const std::string& text, const std::string& genre, const std::string& format,
                   const std::string& file, const py::kwargs& keywords) {
  std::vector<PythonPuzzle> puzzles = parse_all(text, genre, format, file, keywords);
  if (puzzles.size() != 1)
    raise(Error{.message = cat("expected one puzzle, not ", puzzles.size(), ": nazo.parse_all reads any number"),
                .file = file == "-" ? "" : file});
  return std::move(puzzles.front());
}

std::vector<PythonPuzzle> read(const py::args& files, const std::string& genre, const std::string& format,
                               const py::kwargs& keywords) {
  Call call(keywords);
  std::vector<std::string> paths;
  for (const py::handle file : files) paths.emplace_back(py::str(file));
  ReadHints hints{.genres = catalog(), .genre = genre, .format = format, .given = given_for_reading(call, genre)};
  return puzzles_of(value_of_result(call.run([&](const Context&) -> Result<std::vector<Item>> {
    std::istringstream nothing;
    ItemReader reader(std::move(hints), std::move(paths), nothing);
    std::vector<Item> items;
    while (auto item = reader.next()) {
      if (!*item) return std::unexpected(item->error());
      items.push_back(**std::move(item));
    }
    return items;
  })));
}

Answer solve(const PythonPuzzle& puzzle, const py::kwargs& keywords) {
  Call call(keywords);
  const auto item = item_for_call(puzzle.item, "solve", call);
  const auto begin = std::chrono::steady_clock::now();
  const Verdict verdict = value_of_result(call.run(
      [&](const Context& limits) { return solve_verified(*item->genre, item->puzzle, item->options, limits); }));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return {puzzle.item, fields_of(verdict, seconds)};
}

Answer check(const PythonPuzzle& puzzle, const py::kwargs& keywords) {
  Call call(keywords);
  const auto item = item_for_call(puzzle.item, "check", call);
  return {puzzle.item, fields_of(value_of_result(call.run([&](const Context& limits) {
            return item->genre->check(item->puzzle, item->options, limits);
          })))};
}

Answer verify(const PythonPuzzle& puzzle, const std::string& solution, const py::kwargs& keywords) {
  Call call(keywords);
  const auto item = item_for_call(puzzle.item, "check", call);
  return {puzzle.item, fields_of(value_of_result(
                           call.run([&](const Context& limits) { return verify_given(*item, solution, limits); })))};
}

std::vector<std::string> names_of(const py::object& features) {
  std::vector<std::string> names;
  if (features.is_none()) return names;
  if (py::isinstance<py::str>(features)) {
    const std::string given = features.cast<std::string>();
    for (const std::string_view name : split(given, ',')) names.emplace_back(trim(name));
    return names;
  }
  for (const py::handle name : features) names.push_back(taken_as<std::string>(name, "features", "names"));
  return names;
}

Answer analyze(const PythonPuzzle& puzzle, const py::object& features, const py::kwargs& keywords) {
  Call call(keywords);
  const auto item = item_for_call(puzzle.item, "analyze", call);
  const std::vector<std::string> wanted = names_of(features);
  const Analysis analysis =
      value_of_result(call.run([&](const Context& limits) { return analyze_wanted(*item, wanted, limits); }));
  return {puzzle.item, fields_of(analysis, wanted)};
}

Answer rate(const PythonPuzzle& puzzle, const py::kwargs& keywords) {
  Call call(keywords);
  const auto item = item_for_call(puzzle.item, "rate", call);
  return {puzzle.item, value_of_result(call.run([&](const Context& limits) -> Result<Value> {
            NAZO_TRY(rater, Rater::make(*item->genre, nullptr, "", ""));
            NAZO_TRY(rated, rater.rate(*item, limits));
            return fields_of(rated, rater);
          }))};
}

std::string canonical(const PythonPuzzle& puzzle, const py::kwargs& keywords) {
  Call call(keywords);
  return value_of_result(
      call.run([&](const Context& limits) { return puzzle.item->genre->canonical(puzzle.item->puzzle, limits); }));
}

/// The puzzle with its solution, found where it brought none or one that does not hold.
Result<Item> with_solution(const Item& item, const Context& limits) {
  NAZO_TRY(verdict, carried_or_solved(*item.genre, item.puzzle, item.options, limits));
  if (verdict.status != Status::solved) return fail(cat("no solution to show: ", name(verdict.status)));
  Item solved = item;
  solved.puzzle.solution = verdict.solution;
  return solved;
}

/// As `nazo convert --to` writes it, without the last line end of texts of one line.
py::object to(const PythonPuzzle& puzzle, const std::string& format, bool solved, const py::kwargs& keywords) {
  Call call(keywords);
  const auto item = item_for_call(puzzle.item, "convert", call);
  const std::string bytes = value_of_result(call.run([&](const Context& limits) -> Result<std::string> {
    Item shown = *item;
    if (solved) {
      NAZO_TRY(found, with_solution(*item, limits));
      shown = std::move(found);
    }
    if (format == "json") return json_line(shown, Value::object()).json() + "\n";
    if (is_sheet_format(format)) return make_sheet({shown}, {.format = format, .solved = solved}, limits);
    if (!writes_format(*shown.genre, format))
      return fail(cat(shown.genre->facts().name, " does not write ", in_quotes(format), " (nazo genres ",
                      shown.genre->facts().name, ")"));
    NAZO_TRY(printed, shown.genre->print(shown.puzzle, format, shown.options, limits));
    if (!printed.ends_with('\n')) printed += "\n";
    return std::move(printed);
  }));
  if (format == "png" || format == "pdf") return py::bytes(bytes);
  return py::str(bytes);
}

std::string svg(const PythonPuzzle& puzzle, const py::object& solution, bool solved, const py::kwargs& keywords) {
  Call call(keywords);
  const auto item = item_for_call(puzzle.item, "convert", call);
  const std::string given = solution.is_none() ? std::string() : taken_as<std::string>(solution, "solution", "a text");
  return value_of_result(call.run([&](const Context& limits) -> Result<std::string> {
    std::string shown = given;
    if (solved && shown.empty()) {
      NAZO_TRY(found, with_solution(*item, limits));
      shown = found.puzzle.solution;
    }
    return item->genre->picture(item->puzzle, shown, item->options, limits);
  }));
}

Position start(const PythonPuzzle& puzzle, const py::kwargs& keywords) {
  Call call(keywords);
  const auto item = item_for_call(puzzle.item, "play", call);
  const std::shared_ptr<const Options> options(item, &item->options);
  return {item->genre, options, value_of_result(call.run([&](const Context& limits) {
            return item->genre->start(item->puzzle, item->options, limits);
          }))};
}

std::vector<std::string> replay(const PythonPuzzle& puzzle, const std::string& solution, const py::kwargs& keywords) {
  Call call(keywords);
  const auto item = item_for_call(puzzle.item, "play", call);
  return value_of_result(call.run([&](const Context& limits) {
    return item->genre->replay(item->puzzle, solution.empty() ? item->puzzle.solution : solution, item->options,
                               limits);
  }));
}

std::string line_of(const PythonPuzzle& puzzle) { return json_line(*puzzle.item, Value::object()).json(); }

PythonPuzzle puzzle_of_pickle(const py::tuple& state) {
  const Given given = state[1].cast<Given>();
  const ReadHints hints{.genres = catalog(), .given = given};
  auto items = value_of_result(read_items(state[0].cast<std::string>(), "-", hints));
  return std::move(puzzles_of(std::move(items)).front());
}

/// A field of what it came with: the features that a generator knew, for instance.
py::object carried(const PythonPuzzle& puzzle, const char* name) {
  const Value* value = puzzle.item->carried.find(name);
  return value == nullptr ? py::none() : to_python(*value);
}

PythonPuzzle example(const std::string& genre, const std::string& name) {
  const Genre& found = genre.empty() ? *catalog().front() : genre_named(genre);
  for (const Example& one : found.facts().examples) {
    if (!name.empty() && one.name != name) continue;
    auto puzzles = value_of_result(found.parse(one.text, "", default_options(found)));
    return {std::make_shared<const Item>(Item{
        .id = one.name, .genre = &found, .options = default_options(found), .puzzle = std::move(puzzles.front())})};
  }
  raise(Error{cat(genre, " has no example ", in_quotes(name))});
}

}  // namespace

void add_puzzles(py::module_& module) {
  module.def(
      "genres",
      [] {
        Answers all;
        for (const Genre* genre : catalog()) all.all.push_back({.fields = value_of(genre->facts())});
        return all;
      },
      "What there is: each genre's name, title, formats, features, options and presets.\n\n"
      ">>> genre = nazo.genres()[0]\n"
      ">>> isinstance(genre.genre, str), 'help' in genre.features[0]\n"
      "(True, True)\n");
  module.def("example", &example, py::arg("genre") = "", py::arg("name") = "",
             "A small puzzle of the genre, to try things with: the first of its examples, or the one named.\n\n"
             ">>> nazo.example()\n"
             "<nazo.Puzzle ...>\n");
  module.def("parse", &parse, py::arg("text"), py::arg("genre") = "", py::arg("format") = "", py::arg("file") = "-",
             "One puzzle of a text, in any format of its genre or as a line of nazo's JSON.\n\n"
             ">>> puzzle = nazo.example()\n"
             ">>> nazo.parse(puzzle.text, puzzle.genre) == puzzle == nazo.parse(puzzle.json())\n"
             "True\n"
             ">>> nazo.parse('{\"genre\": 7}', file='shelf.jsonl')\n"
             "Traceback (most recent call last):\n"
             "nazo.Error: shelf.jsonl:1:1: expected \"genre\" to be one of ...\n");
  module.def(
      "parse_all",
      [](const std::string& text, const std::string& genre, const std::string& format, const std::string& file,
         const py::kwargs& keywords) { return list_of(parse_all(text, genre, format, file, keywords)); },
      py::arg("text"), py::arg("genre") = "", py::arg("format") = "", py::arg("file") = "-", "All puzzles of a text.");
  module.def(
      "read",
      [](const py::args& files, const std::string& genre, const std::string& format, const py::kwargs& keywords) {
        return list_of(read(files, genre, format, keywords));
      },
      py::kw_only(), py::arg("genre") = "", py::arg("format") = "",
      "All puzzles of files, as the command line reads them: by their ending, JSON Lines, or CSV.");

  py::class_<PythonPuzzle>(module, "Puzzle",
                           "A puzzle of some genre. It draws itself in a notebook.\n\n"
                           "Every call takes limits (time in seconds, nodes, memory such as '2G'), threads, seed,\n"
                           "progress (a function of what, done, total and note) and the options of the genre.\n")
      .def_property_readonly(
          "genre", [](const PythonPuzzle& p) { return p.item->genre->facts().name; }, "The genre's name.")
      .def_property_readonly(
          "id", [](const PythonPuzzle& p) { return unicode(p.item->id); },
          "Its title, or its number in what it was read from.")
      .def_property_readonly(
          "text", [](const PythonPuzzle& p) { return unicode(p.item->puzzle.text); }, "In the genre's own format.")
      .def_property_readonly("title", [](const PythonPuzzle& p) { return unicode(p.item->puzzle.title); })
      .def_property_readonly(
          "solution", [](const PythonPuzzle& p) { return unicode(p.item->puzzle.solution); },
          "What came along with it; not checked.")
      .def_property_readonly("notes", [](const PythonPuzzle& p) { return to_python(p.item->puzzle.notes); })
      .def_property_readonly(
          "features", [](const PythonPuzzle& p) { return carried(p, "features"); },
          "What came along with it: of a generated puzzle what the generator knew; else None.")
      .def("solve", &solve,
           "A solution that separate code has verified, or proof that there is none, or unknown.\n\n"
           ">>> nazo.example().solve().status\n"
           "'solved'\n"
           ">>> nazo.example().solve(time=0).limit\n"
           "'time'\n")
      .def("check", &check, "Is it fit to publish? `valid` is True, False or None (not decided within the limits).")
      .def("verify", &verify, py::arg("solution") = "",
           "Is this solution right? Without one: the one that came with the puzzle.\n\n"
           ">>> puzzle = nazo.example()\n"
           ">>> puzzle.verify(puzzle.solve().solution).valid\n"
           "True\n")
      .def("analyze", &analyze, py::arg("features") = py::none(),
           "Its features: all of them, or those that are named.\n\n"
           ">>> puzzle = nazo.example()\n"
           ">>> features = puzzle.analyze().features\n"
           ">>> first = next(iter(features))\n"
           ">>> puzzle.analyze([first]).features == {first: features[first]}\n"
           "True\n")
      .def("rate", &rate,
           "Difficulty, interest, time and success as the genre guesses them from the features.\n\n"
           "Store.rate speaks for people, from what they have played.")
      .def("canonical", &canonical, "A text that is the same for all puzzles that are the same to a player.")
      .def("to", &to, py::arg("format"), py::arg("solved") = false,
           "In another format, as `nazo convert --to` writes it: text, or bytes for png and pdf.")
      .def("svg", &svg, py::arg("solution") = py::none(), py::arg("solved") = false,
           "A picture; with a solution, or solved, of the solved puzzle.")
      .def("_repr_svg_", [](const PythonPuzzle& p) { return svg(p, py::none(), false, py::kwargs()); })
      .def("start", &start, "The position a player starts from.")
      .def("replay", &replay, py::arg("solution") = "", "The moves of a solution, one by one, as `play` takes them.")
      .def("json", &line_of, "The line of JSON that `nazo convert --to json` and `nazo generate --json` print.")
      .def("__str__", [](const PythonPuzzle& p) { return unicode(p.item->puzzle.text); })
      .def(
          "__repr__",
          [](const PythonPuzzle& p) { return cat("<nazo.Puzzle ", p.item->genre->facts().name, " ", p.item->id, ">"); })
      .def("__eq__",
           [](const PythonPuzzle& a, const PythonPuzzle& b) {
             return a.item->genre == b.item->genre && a.item->puzzle.text == b.item->puzzle.text;
           })
      .def("__hash__", [](const PythonPuzzle& p) { return std::hash<std::string>()(p.item->puzzle.text); })
      .def(py::pickle([](const PythonPuzzle& p) { return py::make_tuple(line_of(p), p.item->options.all_given()); },
                      &puzzle_of_pickle));
}

}  // namespace nazo::python
