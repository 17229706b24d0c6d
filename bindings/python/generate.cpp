// A generator run as an iterator: the same puzzles in the same order as the command line's.
#include <pybind11/stl.h>

#include <deque>

#include "base/text.hpp"
#include "objects.hpp"
#include "values.hpp"
#include "workshop/answer_fields.hpp"
#include "workshop/generate_run.hpp"

namespace nazo::python {

namespace {

class Generator {
 public:
  Generator(const std::string& genre, const py::kwargs& keywords);

  /// The next puzzle, or nothing at the end.
  std::optional<PythonPuzzle> next();
  /// All that are still to come, as rows of the command line's JSON.
  py::dict table();
  [[nodiscard]] Value summary() const;

 private:
  [[nodiscard]] GenerateOrder order_of(Given& given);
  /// Makes so many more, or all if the run is sorted.
  void make(std::uint64_t some);
  [[nodiscard]] Value line(const Kept& kept) const { return line_of(kept, *genre_, run_->order().context.seed); }

  const Genre* genre_;
  Call call_;
  std::string sort_{};
  std::optional<GenerateRun> run_{};
  std::deque<Kept> waiting_{};
  std::uint64_t step_ = 1;  ///< what is made at a time: more and more, so that threads are not waited for at each
};

std::string taken(Given& given, const char* name) {
  const auto found = given.find(name);
  if (found == given.end()) return {};
  std::string value = std::move(found->second);
  given.erase(found);
  return value;
}

std::uint64_t taken_number(Given& given, const char* name, std::uint64_t otherwise) {
  const std::string text = taken(given, name);
  if (text.empty()) return otherwise;
  const auto number = number_of<std::uint64_t>(text);
  if (!number) raise(Error{cat(name, " takes a whole number, not ", in_quotes(text))});
  return *number;
}

GenerateOrder Generator::order_of(Given& given) {
  GenerateOrder order{.genre = genre_, .context = call_.context()};
  if (const std::string preset = taken(given, "preset"); !preset.empty())
    value_of_result(apply_preset(*genre_, preset, given));
  if (const std::string keep = taken(given, "keep"); !keep.empty()) {
    auto expression = Expression::parse(keep);
    if (!expression) raise(Error{cat("keep: ", expression.error().message)});
    order.keep = *expression;
  }
  if (const std::string features = taken(given, "features"); !features.empty())
    for (const auto feature : split(features, ',')) order.features.emplace_back(trim(feature));
  sort_ = taken(given, "sort");
  want_for_sorting(order, sort_);
  order.count = taken_number(given, "count", 1);
  order.first_index = taken_number(given, "first", 0);
  order.most_items = taken_number(given, "items", Budget::unlimited);
  order.context.seed = taken_number(given, "seed", order.context.seed);
  for (const char* of_paper : {"booklet", "heading"}) (void)taken(given, of_paper);  // of presets that are printed
  order.options = value_of_result(options_for(*genre_, {.genres = catalog(), .verb = "generate", .given = given}));
  return order;
}

Generator::Generator(const std::string& genre, const py::kwargs& keywords)
    : genre_(&genre_named(genre)), call_(keywords) {
  Given given = given_of(call_.rest(), genre_->facts().options);
  run_ = value_of_result(GenerateRun::make(order_of(given)));
}

void Generator::make(std::uint64_t some) {
  if (!sort_.empty()) some = run_->order().count;
  std::vector<Kept> made;
  const auto done = call_.unlocked([&] {
    return run_->go_on(some, [&](Kept kept) {
      made.push_back(std::move(kept));
      return true;
    });
  });
  call_.raise_again();
  value_of_result(done);
  if (!sort_.empty()) sort_kept(made, *genre_, sort_);
  for (Kept& kept : made) waiting_.push_back(std::move(kept));
}

std::optional<PythonPuzzle> Generator::next() {
  if (waiting_.empty() && !run_->ended()) {
    make(step_);
    step_ = std::min<std::uint64_t>(2 * step_, 256);
  }
  if (waiting_.empty()) return std::nullopt;
  const Kept kept = std::move(waiting_.front());
  waiting_.pop_front();
  Item item{.id = kept.candidate.puzzle.title,
            .genre = genre_,
            .options = default_options(*genre_),
            .puzzle = kept.candidate.puzzle,
            .carried = line(kept)};
  item.puzzle.solution = kept.candidate.solution;
  return PythonPuzzle{std::make_shared<const Item>(std::move(item))};
}

py::dict Generator::table() {
  if (!run_->ended()) make(run_->order().count);
  std::vector<Value> rows;
  rows.reserve(waiting_.size());
  for (const Kept& kept : waiting_) rows.push_back(line(kept));
  waiting_.clear();
  return table_of(rows);
}

Value Generator::summary() const {
  const GenerateSummary& summary = run_->summary();
  Value rejected = Value::object();
  for (const auto& [reason, count] : summary.rejected) rejected.set(reason, count);
  return Value::object()
      .set("items", summary.items)
      .set("candidates", summary.candidates)
      .set("kept", summary.kept)
      .set("rejected", rejected)
      .set("limit", summary.limit == Limit::none ? Value() : Value(name(summary.limit)));
}

}  // namespace

void add_generators(py::module_& module) {
  py::class_<Generator>(module, "Generator", "New puzzles, one after another: what nazo.generate gives.")
      .def("__iter__", [](const py::object& self) { return self; })
      .def("__next__",
           [](Generator& generator) {
             auto puzzle = generator.next();
             if (!puzzle) throw py::stop_iteration();
             return *std::move(puzzle);
           })
      .def("table", &Generator::table,
           "All puzzles that are still to come as a dictionary of columns (numpy arrays) that pandas takes as it is.")
      .def_property_readonly(
          "summary", [](const Generator& generator) { return Answer{.fields = generator.summary()}; },
          "How many items were made and candidates looked at, why some were dropped, and the limit that ended it.");
  module.def(
      "generate",
      [](const std::string& genre, const py::kwargs& keywords) { return std::make_unique<Generator>(genre, keywords); },
      py::arg("genre"),
      "New puzzles to order, as an iterator: the same as `nazo generate` makes for the same seed and options.\n\n"
      "count, seed, keep (an expression over features), features (to be analysed too: names or 'all'), sort, preset,\n"
      "first (number of the first item), items (give up after so many), threads, the limits, and the options of the\n"
      "genre. `time` is for the whole run.\n\n"
      ">>> genre = nazo.genres()[0].genre\n"
      ">>> first, second = nazo.generate(genre, count=2, seed=5)\n"
      ">>> first != second, first.features is not None\n"
      "(True, True)\n"
      ">>> len(nazo.generate(genre, count=3).table()['puzzle'])\n"
      "3\n");
}

}  // namespace nazo::python
