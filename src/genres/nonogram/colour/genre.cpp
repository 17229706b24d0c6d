#include "genres/nonogram/colour/genre.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "genres/nonogram/colour/play.hpp"
#include "genres/nonogram/colour/solve.hpp"

namespace nazo::nonogram::colour {

namespace {

Result<Sheet> sheet_of(const Puzzle& puzzle, const Context& context) {
  NAZO_CHECK(room_for_text(context, puzzle.text.size()));
  return read_sheet(puzzle.text);
}

Value differences(const Picture& a, const Picture& b) {
  Value cells = Value::array();
  for (int row = 0; row < a.height(); ++row)
    for (int column = 0; column < a.width(); ++column)
      if (a.at(row, column) != b.at(row, column)) cells.push(Value(Value::Array{row + 1, column + 1}));
  return cells;
}

int filled_cells(const Clues& clues) {
  int cells = 0;
  for (const BlockList& blocks : clues.rows)
    for (const Block& block : blocks) cells += block.size;
  return cells;
}

/// The palette in the order in which the clues first name its colours, without names: puzzles that differ in hues alone
/// are the same to a player.
Clues without_hues(Clues clues) {
  std::vector<ColourId> number(clues.palette.size());
  ColourId last = 0;
  for (auto* lines : {&clues.rows, &clues.columns})
    for (BlockList& blocks : *lines)
      for (Block& block : blocks) {
        if (number[block.colour] == 0) number[block.colour] = ++last;
        block.colour = number[block.colour];
      }
  clues.palette.resize(static_cast<std::size_t>(std::max<int>(last, 1)) + 1);
  for (std::size_t i = 0; i < clues.palette.size(); ++i)
    clues.palette[i] = {"", i == 0 ? 0xffffff : static_cast<std::uint32_t>(i)};
  return clues;
}

}  // namespace

Puzzle puzzle_of(Sheet sheet) {
  Puzzle puzzle;
  puzzle.genre = "nonogram";
  puzzle.title = sheet.about.title;
  if (sheet.goal) puzzle.solution = sheet.goal->text();
  sheet.goal.reset();
  puzzle.text = write_sheet(sheet);
  const auto note = [&](const char* name, const std::string& value) {
    if (!value.empty()) puzzle.notes.set(name, value);
  };
  note("author", sheet.about.author);
  note("catalogue", sheet.about.catalogue);
  note("copyright", sheet.about.copyright);
  note("license", sheet.about.license);
  note("description", sheet.about.description);
  return puzzle;
}

Result<std::vector<Puzzle>> parse(std::string_view text, ReadPlain read_plain) {
  std::vector<Puzzle> puzzles;
  std::size_t lines_before = 0;
  for (std::size_t at = 0; at <= text.size();) {
    std::size_t end = text.starts_with("====") && at == 0 ? 0 : text.find("\n====", at);
    if (end == std::string_view::npos) end = text.size();
    const std::string_view part = text.substr(at, end - at);
    if (!trim(part).empty()) {
      auto read = [&]() -> Result<std::vector<Puzzle>> {
        if (!in_colours(part)) return read_plain(part);
        NAZO_TRY(sheet, read_sheet(part));
        return std::vector{puzzle_of(std::move(sheet))};
      }();
      if (!read) {
        if (read.error().line != 0) read.error().line += lines_before;
        return std::unexpected(std::move(read).error());
      }
      std::ranges::move(*read, std::back_inserter(puzzles));
    }
    if (end == text.size()) break;
    const std::size_t next = std::min(text.find('\n', end + 1), text.size() - 1) + 1;
    lines_before += static_cast<std::size_t>(std::ranges::count(text.substr(at, next - at), '\n'));
    at = next;
  }
  if (puzzles.empty()) return fail("expected a puzzle, but there is none");
  return puzzles;
}

Result<std::string> print(const Puzzle& puzzle, std::string_view format, const Context& context) {
  NAZO_TRY(sheet, sheet_of(puzzle, context));
  if (!puzzle.solution.empty())
    if (auto goal = picture_of(puzzle.solution, sheet.clues)) sheet.goal = std::move(*goal);
  if (format.empty() || format == "non") return write_sheet(sheet);
  if (format == "xml") return write_xml(sheet);
  return fail(cat("nonograms in colours cannot be written as ", in_quotes(format), ": use non, xml or svg"));
}

Result<std::string> canonical(const Puzzle& puzzle, const Context& context) {
  NAZO_TRY(sheet, sheet_of(puzzle, context));
  std::string least;
  for (unsigned symmetry = 0; symmetry < 8; ++symmetry) {
    std::string text = write_sheet({.clues = without_hues(transformed(sheet.clues, symmetry))});
    if (least.empty() || text < least) least = std::move(text);
  }
  return least;
}

Result<std::string> picture(const Puzzle& puzzle, std::string_view solution, const Context& context) {
  NAZO_TRY(sheet, sheet_of(puzzle, context));
  if (solution.empty()) return draw_svg(sheet, nullptr);
  NAZO_TRY(solved, picture_of(solution, sheet.clues));
  Shown cells;
  for (int row = 0; row < solved.height(); ++row)
    for (int column = 0; column < solved.width(); ++column) cells.emplace_back(solved.at(row, column));
  return draw_svg(sheet, &cells);
}

Result<Verdict> verdict(const Puzzle& puzzle, const Options& options, const Context& context) {
  NAZO_TRY(sheet, sheet_of(puzzle, context));
  const Wanted wanted = options.flag("first") ? Wanted::first : Wanted::unique;
  const Answer answer = solve(sheet.clues, Domains(sheet.clues), wanted, context.budget);
  Verdict verdict;
  verdict.stats.nodes = answer.nodes;
  verdict.stats.expanded = answer.guesses;
  if (answer.unsolvable()) verdict.status = Status::unsolvable;
  if (!answer.solved() && !answer.unsolvable()) verdict.limit = answer.limit;
  Value& notes = verdict.notes;
  if (answer.solved()) {
    verdict.status = Status::solved;
    verdict.solution = answer.solutions.front().text();
    verdict.length = filled_cells(sheet.clues);
    verdict.optimal = true;  // every solution fills the same number of cells
    const auto unique = wanted == Wanted::unique ? answer.unique() : std::nullopt;
    notes.set("unique", unique ? Value(*unique) : Value());
    if (!unique) notes.set("uniqueness_limit", wanted == Wanted::first ? "not asked" : name(answer.limit));
    if (answer.solutions.size() > 1) {
      notes.set("second_solution", answer.solutions[1].text());
      notes.set("differences", differences(answer.solutions[0], answer.solutions[1]));
    }
  }
  notes.set("line_solvable", answer.lines_done ? Value(answer.solved() && answer.after_lines.open() == 0) : Value());
  if (answer.limit == Limit::none) notes.set("technique", name(answer.technique));
  notes.set("probes", answer.probes).set("guesses", answer.guesses).set("guess_depth", answer.guess_depth);
  return verdict;
}

Result<Report> verify(const Puzzle& puzzle, std::string_view solution, const Context& context) {
  NAZO_TRY(sheet, sheet_of(puzzle, context));
  NAZO_TRY(picture, picture_of(solution, sheet.clues));
  Report report;
  const auto broken = broken_clues(sheet.clues, picture);
  report.faulty = !broken.empty();
  if (!broken.empty())
    report.findings.push_back(
        {"wrong_goal", cat(broken.front(), broken.size() > 1 ? cat(" (and ", broken.size() - 1, " more)") : "")});
  return report;
}

Result<Report> check(const Puzzle& puzzle, const Context& context) {
  NAZO_TRY(sheet, sheet_of(puzzle, context));
  Report report;
  const auto finding = [&](const char* code, std::string message, bool faulty) {
    report.faulty |= faulty;
    report.findings.push_back({code, std::move(message)});
  };
  if (!puzzle.solution.empty()) {
    const auto goal = verify(puzzle, puzzle.solution, context);
    if (!goal || !goal->valid())
      finding("wrong_goal", goal ? goal->findings.front().message : goal.error().message, true);
  }
  const Answer answer = solve(sheet.clues, Domains(sheet.clues), Wanted::unique, context.budget);
  if (answer.unsolvable()) finding("no_solution", "no picture meets the clues", true);
  if (answer.solutions.size() > 1) {
    const Value where = differences(answer.solutions[0], answer.solutions[1]);
    finding("not_unique", cat("two pictures meet the clues; they differ in ", where.items()->size(), " cells"), true);
  }
  if (answer.solved() && answer.after_lines.open() > 0)
    finding("not_line_solvable", cat("lines alone leave ", answer.after_lines.open(), " cells open"), false);
  if (!answer.complete) report.limit = answer.limit;
  return report;
}

Result<Analysis> analyze(const Puzzle& puzzle, const std::vector<std::string>& names, const Context& context) {
  NAZO_TRY(sheet, sheet_of(puzzle, context));
  const Clues& clues = sheet.clues;
  Analysis analysis;
  Value& features = analysis.features;
  for (const std::string& name : names) features.set(name, Value());
  int blocks = 0, ones = 0, footholds = 0, full_fits = 0;
  const Domains empty(clues);
  for (int line = 0; line < clues.lines(); ++line) {
    const BlockList& list = clues.line(line);
    blocks += static_cast<int>(list.size());
    ones += static_cast<int>(std::ranges::count(list, 1, &Block::size));
    full_fits += !list.empty() && room(list) == clues.length(line);
    Domains next = empty;
    if (narrow_line(clues, line, next) && next.open() < empty.open()) ++footholds;
  }
  const int filled = filled_cells(clues);
  features.set("width", clues.width()).set("height", clues.height());
  features.set("density", static_cast<double>(filled) / (clues.width() * clues.height()));
  features.set("block_mean", blocks == 0 ? Value() : Value(2.0 * filled / blocks));
  features.set("ones_share", blocks == 0 ? Value() : Value(static_cast<double>(ones) / blocks));
  features.set("footholds", footholds).set("footholds_h1", full_fits);
  const Answer answer = solve(clues, empty, Wanted::unique, context.budget);
  features.set("line_solvable", answer.lines_done ? Value(answer.solved() && answer.after_lines.open() == 0) : Value());
  const auto unique = answer.unique();
  if (unique) features.set("unique", *unique);
  if (!unique && answer.unsolvable()) features.set("unique", false);
  if (answer.limit == Limit::none) {
    features.set("probes", static_cast<int>(answer.technique)).set("guess_depth", answer.guess_depth);
  } else {
    analysis.exact = false;
    analysis.limit = answer.limit;
  }
  return analysis;
}

Result<std::string> start(const Puzzle& puzzle, const Context& context) {
  NAZO_TRY(sheet, sheet_of(puzzle, context));
  return write_position(start_of(std::move(sheet)));
}

Result<std::vector<std::string>> replay(const Puzzle& puzzle, std::string_view solution, const Context& context) {
  NAZO_CHECK(room_for_text(context, solution.size()));
  NAZO_TRY(sheet, sheet_of(puzzle, context));
  NAZO_TRY(picture, picture_of(solution, sheet.clues));
  std::vector<std::string> out;
  for (int row = 0; row < picture.height(); ++row)
    for (int column = 0; column < picture.width(); ++column)
      if (picture.at(row, column) != 0)
        out.push_back(cat("fill ", letter(picture.at(row, column)), " ", row + 1, ",", column + 1));
  return out;
}

}  // namespace nazo::nonogram::colour
