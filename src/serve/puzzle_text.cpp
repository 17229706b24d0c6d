#include "serve/puzzle_text.hpp"

#include "workshop/rate_puzzles.hpp"

namespace nazo::serve {

namespace {

Value real(const std::optional<double>& number) { return number ? Value(*number) : Value(); }

Value note(const store::Puzzle& puzzle, std::string_view name) {
  const Value* found = puzzle.notes.find(name);
  return found == nullptr ? Value() : *found;
}

}  // namespace

Value time_range(const store::Estimates& rating) {
  const auto range = likely_times(rating);
  if (!range) return {};
  return Value::array().push(range->low).push(range->high);
}

Value brief(const store::Puzzle& puzzle) {
  return Value::object()
      .set("key", puzzle.key)
      .set("genre", puzzle.genre)
      .set("title", puzzle.title)
      .set("rows", note(puzzle, "rows"))
      .set("columns", note(puzzle, "columns"))
      .set("difficulty", real(puzzle.rating.difficulty))
      .set("interest", real(puzzle.rating.interest))
      .set("time", real(puzzle.rating.time))
      .set("time_range", time_range(puzzle.rating))
      .set("success", real(puzzle.rating.success))
      .set("model", puzzle.model.empty() ? Value() : Value(puzzle.model));
}

Value whole(const store::Puzzle& puzzle) {
  return brief(puzzle)
      .set("text", puzzle.text)
      .set("source", puzzle.source)
      .set("notes", puzzle.notes)
      .set("features", puzzle.features)
      .set("exact", puzzle.exact)
      .set("difficulty_se", real(puzzle.rating.difficulty_se))
      .set("time_se", real(puzzle.rating.time_se))
      .set("success_se", real(puzzle.rating.success_se))
      .set("has_solution", !puzzle.solution.empty());
}

}  // namespace nazo::serve
