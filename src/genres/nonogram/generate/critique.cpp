#include "genres/nonogram/generate/critique.hpp"

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "genres/nonogram/generate/generate.hpp"
#include "genres/nonogram/solve/check.hpp"
#include "puzzle/critique.hpp"

namespace nazo::nonogram {

namespace {

/// Messages name the first few cells only.
constexpr std::size_t most_cells_named = 12;

std::string place(int row, int column) { return cat(row + 1, ",", column + 1); }

std::string named(const Places& places) {
  const Places first(places.begin(),
                     places.begin() + static_cast<std::ptrdiff_t>(std::min(most_cells_named, places.size())));
  return join(first, " ") + (places.size() > most_cells_named ? " …" : "");
}

Places differing(const Picture& a, const Picture& b) {
  Places places;
  for (int row = 0; row < a.height(); ++row)
    for (int column = 0; column < a.width(); ++column)
      if (a.black(row, column) != b.black(row, column)) places.push_back(place(row, column));
  return places;
}

/// Cells that lines alone leave open.
Places open_cells(const Clues& clues) {
  Places places;
  const auto known = solve_by_lines(clues, Marks(clues.width(), clues.height()));
  for (int row = 0; known && row < known->height; ++row)
    for (int column = 0; column < known->width; ++column)
      if (known->at(row, column) == Mark::unknown) places.push_back(place(row, column));
  return places;
}

bool is_blank(const Clue& clue) { return clue.empty(); }

/// How many lines without black there are before and behind the picture.
struct Margins {
  int top = 0, bottom = 0, left = 0, right = 0;
  [[nodiscard]] bool any() const { return top + bottom + left + right > 0; }
};
Margins margins_of(const Clues& clues) {
  const auto blank_from = [](auto first, auto last) {
    return static_cast<int>(std::find_if_not(first, last, is_blank) - first);
  };
  if (std::ranges::all_of(clues.rows, is_blank)) return {};
  return {blank_from(clues.rows.begin(), clues.rows.end()), blank_from(clues.rows.rbegin(), clues.rows.rend()),
          blank_from(clues.columns.begin(), clues.columns.end()),
          blank_from(clues.columns.rbegin(), clues.columns.rend())};
}
Places outer_cells(const Clues& clues, const Margins& margins) {
  Places places;
  for (int row = 0; row < clues.height(); ++row)
    for (int column = 0; column < clues.width(); ++column) {
      const bool inside = row >= margins.top && row < clues.height() - margins.bottom && column >= margins.left &&
                          column < clues.width() - margins.right;
      if (!inside) places.push_back(place(row, column));
    }
  return places;
}
Picture cropped(const Picture& picture, const Margins& margins) {
  Picture less(picture.width() - margins.left - margins.right, picture.height() - margins.top - margins.bottom);
  for (int row = 0; row < less.height(); ++row)
    for (int column = 0; column < less.width(); ++column)
      less.set(row, column, picture.black(row + margins.top, column + margins.left));
  return less;
}

/// A picture with its own clues, and what else the sheet says.
std::string text_of(Sheet sheet, const Picture& picture) {
  sheet.clues = clues_of(picture);
  sheet.goal = picture;
  return write_non(sheet);
}

/// A picture that meets the clues but is not the drawn one; none if there is none.
std::optional<Picture> other_than(const Picture& drawn, const Verdict& verdict) {
  const Value* const second = verdict.notes.find("second_solution");
  for (const std::string& text : {verdict.solution, second != nullptr ? *second->string() : std::string()}) {
    if (text.empty()) continue;
    auto picture = picture_of(text);
    if (picture && *picture != drawn) return *picture;
  }
  return std::nullopt;
}

void offer_changes(Critique& critique, const Sheet& sheet, const Picture& drawn, Level level, const char* code,
                   Meter& meter) {
  const auto repair = repaired(traced(drawn), level, meter);
  if (!repair || repair->changed.empty()) return;
  Places places = differing(drawn, repair->picture);
  std::string text = text_of(sheet, repair->picture);
  if (std::ranges::find(critique.repairs, text, &nazo::Repair::text) != critique.repairs.end()) return;
  const char* const proved = repair->fewest ? " (no smaller change does)" : "";
  critique.repairs.push_back(
      {code, cat("change ", places.size(), places.size() == 1 ? " cell: " : " cells: ", named(places), proved),
       std::move(text), std::move(places)});
}

}  // namespace

std::vector<TechniqueFact> repair_facts() {
  return {{"unique_by_cells", "change these cells: then there is one solution"},
          {"lines_by_cells", "change these cells: then lines alone solve it"},
          {"crop", "cut the empty edges off"}};
}

Critique critique_of(const Sheet& sheet, Verdict verdict, Closeness closeness, const Facts& facts, Meter& meter) {
  Critique critique{.verdict = std::move(verdict)};
  if (critique.verdict.status == Status::unknown) critique.limit = critique.verdict.limit;
  if (critique.verdict.status == Status::unsolvable)
    add_remark(critique, facts, {"no_solution", "no picture meets the clues"});
  if (critique.verdict.status != Status::solved) return critique;

  const Value* const unique = critique.verdict.notes.find("unique");
  if (unique != nullptr && unique->boolean() != nullptr) critique.unique = *unique->boolean();
  const auto found = picture_of(critique.verdict.solution);
  const Picture drawn = sheet.goal ? *sheet.goal : *found;
  if (!broken_clues(sheet.clues, drawn).empty()) {
    add_remark(critique, facts, {"wrong_goal", "the picture that came with the puzzle does not meet its clues"});
    return critique;
  }
  const auto other = other_than(drawn, critique.verdict);
  if (other && critique.unique == false) {
    Places places = differing(drawn, *other);
    critique.verdict.solution = drawn.text();
    critique.second = other->text();
    std::string said = cat("two pictures meet the clues; they differ in ", places.size(), " cells: ", named(places));
    add_remark(critique, facts, {"not_unique", std::move(said), std::move(places)});
  }
  if (closeness == Closeness::verdict) return critique;

  Places open = open_cells(sheet.clues);
  const bool by_lines = open.empty();
  if (!by_lines && critique.unique != false) {
    std::string said = cat("lines alone leave ", open.size(), " cells open");
    add_remark(critique, facts, {"not_line_solvable", std::move(said), std::move(open)});
  }
  const Margins margins = margins_of(sheet.clues);
  if (margins.any())
    add_remark(critique, facts,
               {"blank_edge", "lines at the edge have no black cell", outer_cells(sheet.clues, margins)});
  if (closeness == Closeness::parts) return critique;

  if (critique.unique == false) offer_changes(critique, sheet, drawn, Level::unique, "unique_by_cells", meter);
  if (!by_lines) offer_changes(critique, sheet, drawn, Level::lines, "lines_by_cells", meter);
  // Empty edges are no fault of their own: cutting them off mends nothing, and comes when the rest is right.
  if (margins.any() && critique.unique != false)
    critique.repairs.push_back({"crop", "cut the empty edges off", text_of(sheet, cropped(drawn, margins)), {}});
  if (!meter.check()) critique.limit = meter.limit();
  return critique;
}

}  // namespace nazo::nonogram
