// Positions in play: immutable, told and kept by their text.
#include <pybind11/stl.h>

#include "base/text.hpp"
#include "objects.hpp"
#include "puzzle/values.hpp"
#include "values.hpp"

namespace nazo::python {

namespace {

/// The position's own options, or with those of this call.
std::shared_ptr<const Options> options_of(const Position& position, const Call& call) {
  if (call.rest().empty()) return position.options;
  const Item item{.id = "", .genre = position.genre, .options = *position.options, .puzzle = {}};
  return std::make_shared<const Options>(options_for_call(item, "play", call.rest()));
}

std::vector<Move> moves(const Position& position, const py::kwargs& keywords) {
  Call call(keywords);
  const auto options = options_of(position, call);
  return value_of_result(
      call.run([&](const Context& limits) { return position.genre->moves(position.text, *options, limits); }));
}

Position play(const Position& position, const std::string& move, const py::kwargs& keywords) {
  Call call(keywords);
  const auto options = options_of(position, call);
  return {position.genre, options, value_of_result(call.run([&](const Context& limits) {
            return position.genre->play(position.text, move, *options, limits);
          }))};
}

std::string_view status(const Position& position, const py::kwargs& keywords) {
  Call call(keywords);
  const auto options = options_of(position, call);
  return name(value_of_result(
      call.run([&](const Context& limits) { return position.genre->status(position.text, *options, limits); })));
}

Answer hint(const Position& position, const std::string& level, const py::kwargs& keywords) {
  Call call(keywords);
  const auto options = options_of(position, call);
  if (level != "solvable" && level != "step" && level != "why")
    raise(Error{cat("a hint is solvable, step or why, not ", in_quotes(level))});
  const HintLevel wanted = level == "why" ? HintLevel::why : level == "step" ? HintLevel::step : HintLevel::solvable;
  return {.fields = value_of(value_of_result(call.run(
              [&](const Context& limits) { return position.genre->hint(position.text, wanted, *options, limits); })))};
}

py::object view(const Position& position, const py::kwargs& keywords) {
  Call call(keywords);
  const auto options = options_of(position, call);
  return to_python(value_of_result(
      call.run([&](const Context& limits) { return position.genre->view(position.text, *options, limits); })));
}

/// The board as text, a row a line.
std::string draw(const Position& position, const py::kwargs& keywords) {
  Call call(keywords);
  const auto options = options_of(position, call);
  const TextPicture picture = value_of_result(
      call.run([&](const Context& limits) { return position.genre->draw(position.text, *options, limits); }));
  std::string text;
  for (const auto& row : picture.rows) {
    std::string line;
    for (const TextCell& cell : row) line += cell.text + std::string(static_cast<std::size_t>(picture.gap), ' ');
    while (line.ends_with(' ')) line.pop_back();
    text += line + "\n";
  }
  return picture.caption.empty() ? text : text + picture.caption + "\n";
}

Position position_of(const std::string& genre, const std::string& text, const py::kwargs& keywords) {
  const Genre& found = genre_named(genre);
  const Item item{.id = "", .genre = &found, .options = default_options(found), .puzzle = {}};
  const Call call(keywords);
  return {&found, std::make_shared<const Options>(options_for_call(item, "play", call.rest())), text};
}

py::tuple place_of(const Cell& cell) { return py::make_tuple(cell.row, cell.column); }

}  // namespace

void add_positions(py::module_& module) {
  py::class_<Move>(module, "Move", "A move that can be played. Its text is what `play` takes.")
      .def_readonly("text", &Move::text)
      .def_property_readonly(
          "label", [](const Move& move) { return move.label.empty() ? move.text : move.label; }, "For a person.")
      .def_readonly("key", &Move::key, "A key that plays it, where there is one.")
      .def_property_readonly(
          "origin", [](const Move& move) { return place_of(move.from); },
          "Row and column from 1 of what is touched first; (0, 0) is no place.")
      .def_property_readonly("target", [](const Move& move) { return place_of(move.to); })
      .def("__str__", [](const Move& move) { return move.text; })
      .def("__repr__", [](const Move& move) { return cat("<nazo.Move ", move.text, ">"); })
      .def("__eq__", [](const Move& a, const Move& b) { return a.text == b.text; })
      .def("__hash__", [](const Move& move) { return std::hash<std::string>()(move.text); });

  py::class_<Position>(module, "Position",
                       "A position in play. It never changes: playing a move gives another.\n\n"
                       ">>> start = nazo.example().start()\n"
                       ">>> start.status()\n"
                       "'playing'\n"
                       ">>> later = start.play(start.moves()[0])\n"
                       ">>> later != start, later == nazo.Position(later.genre, later.text)\n"
                       "(True, True)\n")
      .def(py::init(&position_of), py::arg("genre"), py::arg("text"))
      .def_property_readonly("genre", [](const Position& p) { return p.genre->facts().name; })
      .def_property_readonly(
          "text", [](const Position& p) { return py::str(p.text); }, "What it is kept by.")
      .def("moves", &moves, "The moves that can be played.")
      .def(
          "play",
          [](const Position& p, const Move& move, const py::kwargs& keywords) { return play(p, move.text, keywords); },
          py::arg("move"), "The position after a move; one that is not legal is an error that says why.")
      .def("play", &play, py::arg("move"))
      .def("status", &status, "playing, won or stuck.")
      .def("hint", &hint, py::arg("level") = "step",
           "A hint: text, move, solvable, technique, cells, values. Levels: solvable, step, why.")
      .def("view", &view, "What stands where, as data.")
      .def("draw", &draw, "The board as text.")
      .def("clone", [](const Position& p) { return p; })
      .def("__copy__", [](const Position& p) { return p; })
      .def("__deepcopy__", [](const Position& p, const py::dict&) { return p; })
      .def("__str__", [](const Position& p) { return py::str(p.text); })
      .def("__repr__", [](const Position& p) { return cat("<nazo.Position ", p.genre->facts().name, ">"); })
      .def("__eq__", [](const Position& a, const Position& b) { return a.genre == b.genre && a.text == b.text; })
      .def("__hash__", [](const Position& p) { return std::hash<std::string>()(p.text); })
      .def(py::pickle(
          [](const Position& p) { return py::make_tuple(p.genre->facts().name, p.text, p.options->all_given()); },
          [](const py::tuple& state) {
            const Genre& genre = genre_named(state[0].cast<std::string>());
            auto options = value_of_result(Options::make(genre.facts().options, state[2].cast<Given>()));
            return Position{&genre, std::make_shared<const Options>(std::move(options)), state[1].cast<std::string>()};
          }));
}

}  // namespace nazo::python
