#include "genres/sokoban/genre.hpp"

#include <algorithm>

#include "base/pulse.hpp"
#include "base/text.hpp"
#include "genres/sokoban/analyse/features.hpp"
#include "genres/sokoban/analyse/prior.hpp"
#include "genres/sokoban/analyse/usual.hpp"
#include "genres/sokoban/bench.hpp"
#include "genres/sokoban/examples.hpp"
#include "genres/sokoban/generate/generate.hpp"
#include "genres/sokoban/play/play.hpp"
#include "genres/sokoban/play/show.hpp"
#include "genres/sokoban/rules/rules.hpp"
#include "genres/sokoban/rules/symmetry.hpp"
#include "genres/sokoban/solve/check.hpp"
#include "genres/sokoban/solve/critique.hpp"
#include "genres/sokoban/solve/publish.hpp"
#include "genres/sokoban/solve/solve.hpp"
#include "genres/sokoban/text/svg.hpp"
#include "genres/sokoban/text/text.hpp"
#include "puzzle/critique.hpp"
#include "puzzle/room.hpp"

namespace nazo {

namespace {

using namespace sokoban;

/// A text that is printed is read, kept, and written, in pieces that are put together.
constexpr std::uint64_t copies_printed = 4;
/// Moves are written out, and once more with pushes as capitals.
constexpr std::uint64_t copies_replayed = 2;

Facts make_facts() {
  Facts facts{
      .name = "sokoban",
      .title = "Sokoban",
      .about =
          "A warehouse keeper walks up, down, left and right and pushes boxes, one at a time, never pulling. The level "
          "is solved when every box "
          "stands on a goal.",
      .sizes = "any size and any number of boxes; generated up to 12x12 with 6 boxes",
      .solution_help =
          "moves u d l r in a row, pushes as capitals (LURD): rrUUl; counts may stand before a move, as in 3r2U",
      .formats = {{"xsb",
                   {".xsb", ".txt"},
                   "rows of # $ . * @ +, one board after another, titles as '; TITLE'",
                   true,
                   true,
                   true},
                  {"sok", {".sok"}, "boards with Title, Author, Collection, Comment and Solution", true, true, true},
                  {"rle", {".rle"}, "one board a line in run lengths, rows separated by '|'", true, true, true},
                  {"slc", {".slc"}, "XML as SokobanYASC writes it", true, false, true},
                  {"lurd", {".lurd"}, "the solution alone", false, true, false},
                  {"svg",
                   {".svg"},
                   "a picture of the board, with the ways of the boxes if there is a solution",
                   false,
                   true,
                   false}},
      .features = feature_facts(),
      .codes = {{"keeper", "there is not exactly one keeper"},
                {"box_goal_mismatch", "there are not as many boxes as goals"},
                {"open_wall", "the walls do not close the board"},
                {"solved_at_start", "every box stands on a goal already"},
                {"unsolvable", "no sequence of moves solves it"},
                {"useless_floor", "floor squares that could be walls without changing the fewest pushes or box changes",
                 false},
                {"dead_box", "a box stands where it can reach no goal"},
                {"idle_box", "boxes on goals that could go with their goals without changing the fewest pushes", false},
                {"useless_wall", "walls that could be floor without changing the fewest pushes or box changes", false},
                {"illegal_move", "a move of the solution is not possible"},
                {"not_solved", "the solution leaves a box off its goal"}},
      .techniques = {{"push_box", "push the box on this cell in a direction"},
                     {"fewest_pushes", "the same; from here so many pushes in so many runs are the fewest"},
                     {"enough_pushes", "the same; from here so many pushes in so many runs are enough"},
                     {"out_of_reach", "lost: a box or a goal lies where nobody can come"},
                     {"dead_square", "lost: this box can never be pushed to a goal from where it stands"},
                     {"frozen_box", "lost: this box is held fast and can never move again"},
                     {"all_tried", "lost: every line of play was tried"}},
      .options = {{.name = "goal",
                   .kind = OptionKind::choice,
                   .help = "fewest pushes (then box changes, then moves), fewest moves, any solution, or auto: fewest "
                           "pushes where that is quick, else any",
                   .fallback = "auto",
                   .verbs = {"solve"},
                   .choices = {"auto", "pushes", "moves", "any"}},
                  {.name = "dead-squares",
                   .kind = OptionKind::flag,
                   .help = "mark squares from which no box can reach a goal",
                   .verbs = {"play"}}},
      .presets = generator_presets(),
      .examples = examples(),
      .repairs = repair_facts(),
  };
  for (OptionFact& option : generator_options()) facts.options.push_back(std::move(option));
  return facts;
}

/// A puzzle of an entry. One that cannot be played keeps where it stood, so that the error can name the place later.
Puzzle puzzle_of(const Entry& entry) {
  Puzzle puzzle{.genre = "sokoban", .text = write_level(entry.level), .title = entry.title, .solution = entry.solution};
  if (!entry.author.empty()) puzzle.notes.set("author", entry.author);
  if (!entry.collection.empty()) puzzle.notes.set("collection", entry.collection);
  if (!entry.comment.empty()) puzzle.notes.set("comment", entry.comment);
  if (entry.line != 0 && !faults(entry.level).empty()) puzzle.notes.set("line", entry.line).set("column", entry.column);
  return puzzle;
}

Entry entry_of(const Puzzle& puzzle, Level level) {
  Entry entry{.level = std::move(level), .title = puzzle.title, .solution = puzzle.solution};
  const auto note = [&](std::string_view name) {
    const Value* const value = puzzle.notes.find(name);
    return value != nullptr && value->string() != nullptr ? *value->string() : std::string();
  };
  entry.author = note("author");
  entry.collection = note("collection");
  entry.comment = note("comment");
  return entry;
}

/// The level of a puzzle that must be playable; else the first fault, at its place in the text the puzzle came from.
Result<Level> level_of(const Puzzle& puzzle) {
  NAZO_TRY(level, read_level(puzzle.text));
  const auto found = faults(level);
  if (found.empty()) return std::move(level);
  const auto place = [&](std::string_view name) {
    const Value* const value = puzzle.notes.find(name);
    return value != nullptr && value->integer() != nullptr
               ? static_cast<std::size_t>(std::max<std::int64_t>(1, *value->integer()))
               : std::size_t{1};
  };
  return std::unexpected(error_of(found.front(), place("line"), place("column")));
}

/// Plays a LURD text, which is short when written in runs and may be long when it is not.
Result<Replay> replay_within(const Level& level, std::string_view lurd, const Budget& budget) {
  NAZO_TRY(length, lurd_length(lurd));
  NAZO_CHECK(fits(budget, copies_replayed * length));
  Meter meter(budget);
  NAZO_TRY(moves, read_lurd(lurd));
  Replay played = sokoban::replay(level, moves, meter.rest());
  if (played.limit != Limit::none) return fail_limit(played.limit);
  return played;
}

Aim aim_of(const Options& options) {
  const std::string& goal = options.text("goal");
  if (goal == "pushes") return Aim::pushes;
  if (goal == "moves") return Aim::moves;
  return goal == "any" ? Aim::any : Aim::best;
}

class Sokoban final : public Genre {
 public:
  const Facts& facts() const override {
    static const Facts facts = make_facts();
    return facts;
  }

  Result<std::vector<Puzzle>> parse(std::string_view text, std::string_view format, const Options&) const override {
    auto entries = [&]() -> Result<std::vector<Entry>> {
      if (format == "slc" || (format.empty() && trim(text).starts_with('<'))) return read_slc(text);
      if (format == "rle") return read_rle(text);
      if (format.empty() || format == "xsb" || format == "sok") return read_sok(text);
      return fail(cat("sokoban cannot read ", in_quotes(format), ": it reads xsb, sok, rle and slc"));
    }();
    if (!entries) return std::unexpected(std::move(entries).error());
    std::vector<Puzzle> puzzles;
    for (const Entry& entry : *entries) puzzles.push_back(puzzle_of(entry));
    return puzzles;
  }

  Result<std::string> print(const Puzzle& puzzle, std::string_view format, const Options& options,
                            const Context& context) const override {
    if (format == "svg") return picture(puzzle, puzzle.solution, options, context);
    NAZO_CHECK(fits(context.budget, copies_printed * (puzzle.text.size() + puzzle.solution.size())));
    NAZO_TRY(level, read_level(puzzle.text));
    if (format.empty() || format == "xsb") return write_xsb(entry_of(puzzle, std::move(level)));
    if (format == "sok") return write_sok(entry_of(puzzle, std::move(level)));
    if (format == "rle") return write_rle(level);
    if (format != "lurd")
      return fail(cat("sokoban cannot write ", in_quotes(format), ": it writes xsb, sok, rle, lurd and svg"));
    NAZO_TRY(playable, level_of(puzzle));
    if (puzzle.solution.empty() && !solved(playable))
      return fail("there is no solution to write: solve the level first");
    NAZO_TRY(played, replay_within(playable, puzzle.solution, context.budget));
    if (!played.solves) return fail("the solution that came with the level does not solve it");
    return std::move(played.lurd += '\n');
  }

  Result<std::string> canonical(const Puzzle& puzzle, const Context& context) const override {
    NAZO_TRY(level, level_of(puzzle));
    return canonical_text(level, context.budget);
  }

  Result<std::string> picture(const Puzzle& puzzle, std::string_view solution, const Options&,
                              const Context& context) const override {
    NAZO_TRY(level, read_level(puzzle.text));
    if (solution.empty() || !faults(level).empty()) return svg_of(level, puzzle.title, {}, context.budget);
    NAZO_TRY(played, replay_within(level, solution, context.budget));
    if (!played.legal) return fail(cat("move ", played.at + 1, " of the solution is not possible"));
    Budget rest = context.budget;
    rest.bytes = bytes_left(rest.bytes, played.lurd.capacity());
    return svg_of(level, puzzle.title, played.lurd, rest);
  }

  Result<Verdict> solve(const Puzzle& puzzle, const Options& options, const Context& context) const override {
    NAZO_TRY(level, level_of(puzzle));
    const Aim aim = aim_of(options);
    NAZO_TRY(answer, sokoban::solve(level, aim, context.budget, {.threads = context.threads, .shorten = true}));
    Verdict verdict{.status = answer.status,
                    .limit = answer.status == Status::unknown ? answer.limit : Limit::none,
                    .stats = answer.stats};
    verdict.notes.set("method", answer.method);
    if (answer.status != Status::solved) return verdict;
    verdict.solution = std::move(answer.lurd);
    verdict.length = answer.cost.pushes;
    verdict.optimal = aim == Aim::moves ? answer.proved.moves : answer.proved.pushes;
    verdict.notes.set("box_changes", answer.cost.box_changes).set("moves", answer.cost.moves);
    Value proved = Value::array();
    if (answer.proved.pushes) proved.push("pushes");
    if (answer.proved.box_changes) proved.push("box_changes");
    if (answer.proved.moves) proved.push("moves");
    verdict.notes.set("proved", std::move(proved));
    return verdict;
  }

  Result<Report> verify(const Puzzle& puzzle, std::string_view solution, const Options&,
                        const Context& context) const override {
    NAZO_TRY(level, level_of(puzzle));
    const auto played = replay_within(level, solution, context.budget);
    if (!played && played.error().limit != Limit::none) return Report{.limit = played.error().limit};
    if (!played) return Report{.faulty = true, .findings = {{"illegal_move", played.error().text()}}};
    if (!played->legal)
      return Report{
          .faulty = true,
          .findings = {{"illegal_move", cat("move ", played->at + 1, " (", played->refused, ") is not possible")}}};
    if (!played->solves)
      return Report{.faulty = true,
                    .findings = {{"not_solved", cat(played->end.count(box) - played->end.count(box | goal),
                                                    " boxes are off goal at the end")}}};
    return Report{};
  }

  Result<Report> check(const Puzzle& puzzle, const Options&, const Context& context) const override {
    NAZO_TRY(level, read_level(puzzle.text));
    return publishable(level, context.budget);
  }

  Result<Critique> critique(const Puzzle& puzzle, Closeness closeness, const Options& options,
                            const Context& context) const override {
    NAZO_TRY(level, read_level(puzzle.text));
    Meter meter(context.budget);
    Critique critique = critique_of_faults(level, facts());
    if (!critique.faulty || solved(level)) {
      NAZO_TRY(verdict, solve(puzzle, options, context));
      critique.verdict = std::move(verdict);
    }
    if (critique.verdict.status == Status::unsolvable)
      add_remark(critique, facts(), {"unsolvable", "no sequence of moves solves it: every position was ruled out"});
    if (!critique.faulty || critique.verdict.status == Status::unsolvable)
      if (closeness != Closeness::verdict) add_parts(critique, level, facts(), meter);
    if (closeness == Closeness::repairs) add_repairs(critique, level, meter);
    return critique;
  }

  Result<Analysis> analyze(const Puzzle& puzzle, const std::vector<std::string>& wanted, const Options&,
                           const Context& context) const override {
    NAZO_TRY(level, level_of(puzzle));
    return sokoban::analyze(level, wanted, context.budget);
  }

  Prior prior(const Value& features) const override { return sokoban::prior(features); }
  const UsualPuzzles* usual() const override { return &usual_puzzles(); }

  Result<Batch> generate(const Order& order, const Context& context) const override {
    return sokoban::generate(order, context);
  }

  Result<std::string> start(const Puzzle& puzzle, const Options&, const Context&) const override {
    NAZO_TRY(level, level_of(puzzle));
    return write_game({.level = std::move(level)});
  }
  Result<std::vector<Move>> moves(std::string_view position, const Options&, const Context&) const override {
    NAZO_TRY(game, read_game(position));
    return steps(game);
  }
  Result<std::string> play(std::string_view position, std::string_view move, const Options&,
                           const Context&) const override {
    NAZO_TRY(game, read_game(position));
    NAZO_TRY(next, played(std::move(game), move));
    return write_game(next);
  }
  Result<Standing> status(std::string_view position, const Options&, const Context&) const override {
    NAZO_TRY(game, read_game(position));
    return standing(game);
  }
  Result<Hint> hint(std::string_view position, HintLevel level, const Options&, const Context& context) const override {
    NAZO_TRY(game, read_game(position));
    return sokoban::hint(game, level, context.budget);
  }
  Result<std::vector<std::string>> replay(const Puzzle& puzzle, std::string_view solution, const Options&,
                                          const Context& context) const override {
    NAZO_TRY(level, level_of(puzzle));
    Meter meter(context.budget);
    NAZO_TRY(length, lurd_length(solution));
    NAZO_CHECK(fits(context.budget, (copies_replayed + sizeof(std::string)) * length));
    NAZO_TRY(played, replay_within(level, solution, context.budget));
    if (!played.legal) return fail(cat("move ", played.at + 1, " (", played.refused, ") is not possible"));
    std::vector<std::string> list;
    list.reserve(played.lurd.size());
    constexpr std::uint32_t a_millisecond = 1 << 16;  // strings, about
    Pulse pulse(meter, a_millisecond);
    for (const char c : played.lurd) {
      if (!pulse.goes_on()) return fail_limit(meter.limit());
      list.emplace_back(1, c);
    }
    return list;
  }
  Result<TextPicture> draw(std::string_view position, const Options& options, const Context& context) const override {
    NAZO_TRY(game, read_game(position));
    const auto dead_squares = options.flag("dead-squares") ? DeadSquares::marked : DeadSquares::plain;
    return sokoban::draw(game, dead_squares, context.budget);
  }
  Result<Value> view(std::string_view position, const Options&, const Context& context) const override {
    NAZO_TRY(game, read_game(position));
    return sokoban::view(game, context.budget);
  }

  std::vector<BenchTask> bench() const override { return bench_tasks(); }
};

}  // namespace

const Genre& sokoban_genre() {
  static const Sokoban genre;
  return genre;
}

}  // namespace nazo
