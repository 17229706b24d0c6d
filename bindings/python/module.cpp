// import nazo: the genres, the workshop, the store and the models from Python. The package nazo/__init__.py names what
// is public; docs/PYTHON.md is the manual.
#include "objects.hpp"

PYBIND11_MODULE(_nazo, module) {
  module.doc() = "nazo for Python; see the package nazo.";
  nazo::python::add_errors(module);
  nazo::python::add_answers(module);
  nazo::python::add_puzzles(module);
  nazo::python::add_positions(module);
  nazo::python::add_batches(module);
  nazo::python::add_generators(module);
  nazo::python::add_experiments(module);
  nazo::python::add_stores(module);
}
