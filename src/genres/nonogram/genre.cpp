#include "genres/nonogram/genre.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "genres/nonogram/analyse/features.hpp"
#include "genres/nonogram/analyse/usual.hpp"
#include "genres/nonogram/bench.hpp"
#include "genres/nonogram/colour/genre.hpp"
#include "genres/nonogram/colour/play.hpp"
#include "genres/nonogram/facts.hpp"
#include "genres/nonogram/generate/critique.hpp"
#include "genres/nonogram/generate/generate.hpp"
#include "genres/nonogram/options.hpp"
#include "genres/nonogram/play/hint.hpp"
#include "genres/nonogram/play/play.hpp"
#include "genres/nonogram/play/ways.hpp"
#include "genres/nonogram/solve/check.hpp"
#include "genres/nonogram/solve/solve.hpp"
#include "genres/nonogram/text/image.hpp"
#include "genres/nonogram/text/svg.hpp"
#include "genres/nonogram/text/text.hpp"
#include "genres/nonogram/text/xml.hpp"

namespace nazo {

namespace nonogram {
namespace {

/// The format of a text by how it begins.
std::string_view format_of(std::string_view text) {
  if (text.starts_with("\x89PNG")) return "png";
  if (looks_like_image(text)) return "pnm";
  const std::string_view start = trim(text);
  if (start.starts_with('<') || start.starts_with("\xef\xbb\xbf<")) return "xml";
  if (start.starts_with('$')) return "taai";
  if (!start.empty() && start[0] >= '0' && start[0] <= '9') {
    const std::size_t end = std::min(start.find_first_not_of("0123456789"), start.size());
    return end < start.size() && (start[end] == 'x' || start[end] == ':') ? "id" : "nin";
  }
  return "non";
}

Puzzle puzzle_of(Sheet sheet) {
  Puzzle puzzle;
  puzzle.genre = "nonogram";
  puzzle.title = sheet.title;
  if (sheet.goal) puzzle.solution = sheet.goal->text();
  sheet.goal.reset();
  puzzle.text = write_non(sheet);
  const auto note = [&](const char* name, const std::string& value) {
    if (!value.empty()) puzzle.notes.set(name, value);
  };
  note("author", sheet.author);
  note("catalogue", sheet.catalogue);
  note("copyright", sheet.copyright);
  note("license", sheet.license);
  note("description", sheet.description);
  return puzzle;
}

Result<Sheet> sheet_of(const Puzzle& puzzle, const Context& context) {
  NAZO_CHECK(room_for_text(context, puzzle.text.size()));
  NAZO_TRY(sheets, read_non(puzzle.text));
  if (sheets.size() != 1) return fail("expected one puzzle");
  return std::move(sheets.front());
}

Result<Position> position_of(std::string_view text, const Context& context) {
  NAZO_CHECK(room_for_text(context, text.size()));
  return read_position(text);
}

Result<std::vector<Sheet>> read_sheets(std::string_view text, std::string_view format) {
  if (format == "non") return read_non(text);
  if (format == "nin") return read_nin(text);
  if (format == "id") return read_id(text);
  if (format == "taai") return read_taai(text);
  return fail(cat("nonograms cannot be read from ", in_quotes(format)));
}

/// `both` and `probing` are names of searches that there are no more; what they did, one search does now.
SearchFrom search_from(const Options& options) {
  return options.text("engine") == "sat" ? SearchFrom::lines : SearchFrom::probes;
}

Value differences(const Picture& a, const Picture& b) {
  Value cells = Value::array();
  for (int row = 0; row < a.height(); ++row)
    for (int column = 0; column < a.width(); ++column)
      if (a.black(row, column) != b.black(row, column)) cells.push(Value(Value::Array{row + 1, column + 1}));
  return cells;
}

Marks no_marks(const Clues& clues) { return {clues.width(), clues.height()}; }

Value marks_value(const std::vector<bool>& flags, std::size_t from, std::size_t to) {
  Value out = Value::array();
  for (std::size_t i = from; i < to; ++i) out.push(static_cast<bool>(flags[i]));
  return out;
}

Result<std::vector<Puzzle>> read_plain(std::string_view text) {
  NAZO_TRY(sheets, read_non(text));
  std::vector<Puzzle> puzzles;
  for (Sheet& sheet : sheets) puzzles.push_back(puzzle_of(std::move(sheet)));
  return puzzles;
}

Result<std::vector<Puzzle>> read_xml_puzzles(std::string_view text) {
  NAZO_TRY(sheets, read_any_xml(text));
  std::vector<Puzzle> puzzles;
  for (AnySheet& any : sheets)
    puzzles.push_back(std::visit([](auto&& sheet) { return puzzle_of(std::move(sheet)); }, std::move(any)));
  return puzzles;
}

Result<colour::Position> colour_position_of(std::string_view text, const Context& context) {
  NAZO_CHECK(room_for_text(context, text.size()));
  return colour::read_position(text);
}

class Nonogram final : public Genre {
 public:
  const Facts& facts() const override {
    static const Facts facts = make_facts();
    return facts;
  }

  Result<std::vector<Puzzle>> parse(std::string_view text, std::string_view format,
                                    const Options& options) const override {
    if (format.empty()) format = format_of(text);
    if (format == "png" || format == "pnm") {
      NAZO_TRY(tracing, tracing_of(options));
      NAZO_TRY(grey, format == "png" ? read_png(text) : read_pnm(text));
      NAZO_TRY(traced, trace(grey, tracing));
      Sheet sheet;
      sheet.clues = clues_of(traced.picture);
      sheet.goal = traced.picture;
      Puzzle puzzle = puzzle_of(std::move(sheet));
      puzzle.notes.set("threshold", traced.threshold);
      return std::vector{std::move(puzzle)};
    }
    if (format == "xml") return read_xml_puzzles(text);
    if (format == "non" && colour::in_colours(text)) return colour::parse(text, read_plain);
    auto sheets = read_sheets(text, format);
    if (!sheets) return std::unexpected(std::move(sheets).error());
    std::vector<Puzzle> puzzles;
    for (Sheet& sheet : *sheets) puzzles.push_back(puzzle_of(std::move(sheet)));
    return puzzles;
  }

  Result<std::string> print(const Puzzle& puzzle, std::string_view format, const Options& options,
                            const Context& context) const override {
    if (format == "svg") return picture(puzzle, "", options, context);
    if (colour::in_colours(puzzle.text)) return colour::print(puzzle, format, context);
    NAZO_TRY(sheet, sheet_of(puzzle, context));
    if (!puzzle.solution.empty()) {
      NAZO_TRY(goal, picture_of(puzzle.solution));
      if (goal.width() == sheet.clues.width() && goal.height() == sheet.clues.height()) sheet.goal = std::move(goal);
    }
    if (format.empty() || format == "non") return write_non(sheet);
    if (format == "nin") return write_nin(sheet);
    if (format == "xml") return write_xml(sheet);
    if (format == "id") return write_id(sheet);
    return fail(cat("nonograms cannot be written as ", in_quotes(format)));
  }

  Result<std::string> canonical(const Puzzle& puzzle, const Context& context) const override {
    if (colour::in_colours(puzzle.text)) return colour::canonical(puzzle, context);
    NAZO_TRY(sheet, sheet_of(puzzle, context));
    Sheet least;
    least.clues = transformed(sheet.clues, least_symmetry(sheet.clues));
    return write_non(least);
  }

  Result<std::string> picture(const Puzzle& puzzle, std::string_view solution, const Options&,
                              const Context& context) const override {
    if (colour::in_colours(puzzle.text)) return colour::picture(puzzle, solution, context);
    NAZO_TRY(sheet, sheet_of(puzzle, context));
    if (solution.empty()) return draw_svg(sheet, nullptr, Dots::hide);
    NAZO_TRY(picture, picture_of(solution));
    if (picture.width() != sheet.clues.width() || picture.height() != sheet.clues.height())
      return fail("the solution's size is not the puzzle's");
    Marks marks = no_marks(sheet.clues);
    for (int row = 0; row < marks.height; ++row)
      for (int column = 0; column < marks.width; ++column)
        marks.set(row, column, picture.black(row, column) ? Mark::black : Mark::white);
    return draw_svg(sheet, &marks, Dots::hide);
  }

  Result<Verdict> solve(const Puzzle& puzzle, const Options& options, const Context& context) const override {
    if (colour::in_colours(puzzle.text)) return colour::verdict(puzzle, options, context);
    NAZO_TRY(sheet, sheet_of(puzzle, context));
    const Wanted wanted = options.flag("first") ? Wanted::first : Wanted::unique;
    const Answer answer =
        nonogram::solve(sheet.clues, no_marks(sheet.clues), wanted, context.budget, search_from(options));
    Verdict verdict;
    verdict.stats.nodes = answer.nodes;
    verdict.stats.expanded = answer.branches;
    if (answer.unsolvable()) verdict.status = Status::unsolvable;
    if (!answer.solved() && !answer.unsolvable()) verdict.limit = answer.limit;
    Value& notes = verdict.notes;
    if (answer.solved()) {
      const Picture& first = answer.solutions.front();
      verdict.status = Status::solved;
      verdict.solution = first.text();
      verdict.length = 0;
      for (const Clue& clue : sheet.clues.rows) verdict.length += blacks(clue);
      verdict.optimal = true;  // every solution fills the same number of cells
      const auto unique = wanted == Wanted::unique ? answer.unique() : std::nullopt;
      notes.set("unique", unique ? Value(*unique) : Value());
      if (!unique) notes.set("uniqueness_limit", wanted == Wanted::first ? "not asked" : name(answer.limit));
      if (answer.solutions.size() > 1) {
        notes.set("second_solution", answer.solutions[1].text());
        notes.set("differences", differences(first, answer.solutions[1]));
      }
    }
    const bool by_lines = std::ranges::count(answer.after_lines.cells, Mark::unknown) == 0 && answer.solved();
    notes.set("line_solvable", answer.lines_done ? Value(by_lines) : Value());
    if (answer.limit == Limit::none) notes.set("technique", name(answer.technique));
    notes.set("probes", answer.probes).set("guesses", answer.branches).set("guess_depth", answer.guess_depth);
    return verdict;
  }

  Result<Report> verify(const Puzzle& puzzle, std::string_view solution, const Options&,
                        const Context& context) const override {
    if (colour::in_colours(puzzle.text)) return colour::verify(puzzle, solution, context);
    NAZO_TRY(sheet, sheet_of(puzzle, context));
    NAZO_TRY(picture, picture_of(solution));
    Report report;
    const auto broken = broken_clues(sheet.clues, picture);
    report.faulty = !broken.empty();
    if (!broken.empty())
      report.findings.push_back(
          {"wrong_goal", cat(broken.front(), broken.size() > 1 ? cat(" (and ", broken.size() - 1, " more)") : "")});
    return report;
  }

  Result<Report> check(const Puzzle& puzzle, const Options& options, const Context& context) const override {
    if (colour::in_colours(puzzle.text)) return colour::check(puzzle, context);
    NAZO_TRY(sheet, sheet_of(puzzle, context));
    Report report;
    const auto finding = [&](const char* code, std::string message) {
      const auto fact = std::ranges::find(facts().codes, code, &CodeFact::code);
      report.faulty |= fact->invalidates;
      report.findings.push_back({code, std::move(message)});
    };
    if (!puzzle.solution.empty()) {
      const auto goal = verify(puzzle, puzzle.solution, options, context);
      if (!goal || !goal->valid()) finding("wrong_goal", goal ? goal->findings.front().message : goal.error().message);
    }
    const Answer answer =
        nonogram::solve(sheet.clues, no_marks(sheet.clues), Wanted::unique, context.budget, search_from(options));
    if (answer.unsolvable()) finding("no_solution", "no picture meets the clues");
    if (answer.solutions.size() > 1) {
      const Value where = differences(answer.solutions[0], answer.solutions[1]);
      std::string shown;
      for (std::size_t i = 0; i < where.items()->size() && i < 12; ++i) {
        const auto& cell = *(*where.items())[i].items();
        shown += cat(i == 0 ? "" : " ", *cell[0].integer(), ",", *cell[1].integer());
      }
      finding("not_unique", cat("two pictures meet the clues; they differ in ", where.items()->size(),
                                " cells: ", shown, where.items()->size() > 12 ? " …" : ""));
    }
    if (answer.solved() && std::ranges::count(answer.after_lines.cells, Mark::unknown) > 0)
      finding("not_line_solvable",
              cat("lines alone leave ", std::ranges::count(answer.after_lines.cells, Mark::unknown), " cells open"));
    if (!answer.complete) report.limit = answer.limit;
    return report;
  }

  Result<Critique> critique(const Puzzle& puzzle, Closeness closeness, const Options& options,
                            const Context& context) const override {
    if (colour::in_colours(puzzle.text)) return Genre::critique(puzzle, closeness, options, context);
    NAZO_TRY(sheet, sheet_of(puzzle, context));
    if (!puzzle.solution.empty()) {
      NAZO_TRY(goal, picture_of(puzzle.solution));
      if (goal.width() == sheet.clues.width() && goal.height() == sheet.clues.height()) sheet.goal = std::move(goal);
    }
    Meter meter(context.budget);
    NAZO_TRY(verdict, solve(puzzle, options, context));
    return critique_of(sheet, std::move(verdict), closeness, facts(), meter);
  }

  Result<Analysis> analyze(const Puzzle& puzzle, const std::vector<std::string>& wanted, const Options& options,
                           const Context& context) const override {
    if (colour::in_colours(puzzle.text)) {
      std::vector<std::string> names;
      for (const FeatureFact& fact : facts().features) names.push_back(fact.name);
      return colour::analyze(puzzle, names, context);
    }
    NAZO_TRY(sheet, sheet_of(puzzle, context));
    NAZO_TRY(settings, feature_settings_of(options));
    return features_of(sheet.clues, wanted, settings, context);
  }

  Prior prior(const Value& features) const override { return prior_of(features); }
  const UsualPuzzles* usual() const override { return &nonogram::usual_puzzles(); }

  Result<Batch> generate(const Order& order, const Context& context) const override {
    return generate_item(order, context);
  }

  Result<std::string> start(const Puzzle& puzzle, const Options&, const Context& context) const override {
    if (colour::in_colours(puzzle.text)) return colour::start(puzzle, context);
    NAZO_TRY(sheet, sheet_of(puzzle, context));
    const Marks marks = no_marks(sheet.clues);
    return write_position({std::move(sheet), marks});
  }

  Result<std::vector<Move>> moves(std::string_view text, const Options&, const Context& context) const override {
    if (colour::in_colours(text)) {
      NAZO_TRY(position, colour_position_of(text, context));
      return colour::moves_of(position);
    }
    NAZO_TRY(position, position_of(text, context));
    std::vector<Move> out;
    out.reserve(2 * position.marks.cells.size());
    const auto add = [&](const char* verb, int row, int column) {
      const Cell cell{row + 1, column + 1};
      out.push_back({.text = cat(verb, " ", cell.row, ",", cell.column),
                     .label = cat(verb, " ", cell_words(row, column)),
                     .to = cell});
    };
    for (int row = 0; row < position.marks.height; ++row)
      for (int column = 0; column < position.marks.width; ++column) {
        const Mark mark = position.marks.at(row, column);
        if (mark != Mark::black) add("fill", row, column);
        if (mark != Mark::white) add("cross", row, column);
        if (mark != Mark::unknown) add("clear", row, column);
      }
    return out;
  }

  Result<std::string> play(std::string_view text, std::string_view move, const Options&,
                           const Context& context) const override {
    NAZO_CHECK(room_for_text(context, move.size()));
    if (colour::in_colours(text)) {
      NAZO_TRY(position, colour_position_of(text, context));
      NAZO_TRY(next, colour::played(std::move(position), move, Meter(context.budget)));
      return colour::write_position(next);
    }
    NAZO_TRY(position, position_of(text, context));
    NAZO_TRY(next, played(std::move(position), move, Meter(context.budget)));
    return write_position(next);
  }

  Result<Standing> status(std::string_view text, const Options&, const Context& context) const override {
    if (colour::in_colours(text)) {
      NAZO_TRY(position, colour_position_of(text, context));
      return colour::won(position) ? Standing::won : Standing::playing;
    }
    NAZO_TRY(position, position_of(text, context));
    return won(position) ? Standing::won : Standing::playing;
  }

  Result<Hint> hint(std::string_view text, HintLevel level, const Options&, const Context& context) const override {
    if (colour::in_colours(text)) {
      NAZO_TRY(position, colour_position_of(text, context));
      return colour::hint_for(position, level, context);
    }
    NAZO_TRY(position, position_of(text, context));
    return hint_for(position, level, context);
  }

  Result<std::vector<std::string>> replay(const Puzzle& puzzle, std::string_view solution, const Options&,
                                          const Context& context) const override {
    if (colour::in_colours(puzzle.text)) return colour::replay(puzzle, solution, context);
    NAZO_CHECK(room_for_text(context, solution.size()));
    NAZO_TRY(sheet, sheet_of(puzzle, context));
    NAZO_TRY(picture, picture_of(solution));
    if (picture.width() != sheet.clues.width() || picture.height() != sheet.clues.height())
      return fail("the solution's size is not the puzzle's");
    std::vector<std::string> out;
    for (int row = 0; row < picture.height(); ++row)
      for (int column = 0; column < picture.width(); ++column)
        if (picture.black(row, column)) out.push_back(cat("fill ", row + 1, ",", column + 1));
    return out;
  }

  Result<TextPicture> draw(std::string_view text, const Options&, const Context& context) const override {
    if (colour::in_colours(text)) {
      NAZO_TRY(position, colour_position_of(text, context));
      return colour::drawn(position);
    }
    NAZO_TRY(position, position_of(text, context));
    return drawn(position);
  }

  Result<Value> view(std::string_view text, const Options& options, const Context& context) const override {
    if (colour::in_colours(text)) {
      NAZO_TRY(position, colour_position_of(text, context));
      return colour::view_of(position);
    }
    NAZO_TRY(position, position_of(text, context));
    const Clues& clues = position.sheet.clues;
    const auto met = lines_met(position);
    const auto numbers = [](const std::vector<Clue>& lines) {
      Value out = Value::array();
      for (const Clue& clue : lines) {
        Value blocks = Value::array();
        for (const std::uint8_t block : clue) blocks.push(static_cast<int>(block));
        out.push(std::move(blocks));
      }
      return out;
    };
    Value rows = Value::array();
    for (int row = 0; row < position.marks.height; ++row) {
      std::string cells;
      for (int column = 0; column < position.marks.width; ++column) {
        cells += letter_of(position.marks.at(row, column));
      }
      rows.push(std::move(cells));
    }
    const auto height = static_cast<std::size_t>(clues.height()), lines = static_cast<std::size_t>(clues.lines());
    Value out = Value::object();
    out.set("title", position.sheet.title).set("width", clues.width()).set("height", clues.height());
    out.set("rows", numbers(clues.rows)).set("columns", numbers(clues.columns)).set("cells", std::move(rows));
    out.set("rows_met", marks_value(met, 0, height)).set("columns_met", marks_value(met, height, lines));
    const auto done = numbers_done(position);
    Value rows_done = Value::array(), columns_done = Value::array();
    for (std::size_t line = 0; line < lines; ++line)
      (line < height ? rows_done : columns_done).push(marks_value(done[line], 0, done[line].size()));
    out.set("rows_done", std::move(rows_done)).set("columns_done", std::move(columns_done));
    out.set("won", won(position));
    if (options.flag("techniques")) {
      NAZO_TRY(settings, feature_settings_of(options));
      out.set("techniques", ways_here(position, settings.edge_black));
    }
    return out;
  }

  std::vector<BenchTask> bench() const override { return bench_tasks(); }
};

}  // namespace
}  // namespace nonogram

const Genre& nonogram_genre() {
  static const nonogram::Nonogram genre;
  return genre;
}

}  // namespace nazo
