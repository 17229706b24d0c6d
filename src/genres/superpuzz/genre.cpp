#include "genres/superpuzz/genre.hpp"

#include "base/text.hpp"
#include "genres/superpuzz/analyse/features.hpp"
#include "genres/superpuzz/analyse/usual.hpp"
#include "genres/superpuzz/bench.hpp"
#include "genres/superpuzz/generate/generate.hpp"
#include "genres/superpuzz/play/play.hpp"
#include "genres/superpuzz/rules/canonical.hpp"
#include "genres/superpuzz/rules/rules.hpp"
#include "genres/superpuzz/solve/check.hpp"
#include "genres/superpuzz/solve/critique.hpp"
#include "genres/superpuzz/solve/solve.hpp"
#include "genres/superpuzz/text/picture.hpp"
#include "genres/superpuzz/text/text.hpp"

namespace nazo {

namespace {

using namespace superpuzz;

Facts make_facts() {
  return {
      .name = "superpuzz",
      .title = "Superpuzz patience",
      .about =
          "A pack of cards lies open in four rows; the cards of the top rank are taken out and leave four holes. A "
          "hole takes the "
          "card that follows its left neighbour in suit, a hole in the leftmost column any ace. Bring every row into "
          "order, ace first, one suit a row.",
      .sizes = "2 to 13 columns (13 is the full pack), always 4 rows",
      .solution_help =
          "moves CARD@ROW,COLUMN separated by blanks, such as HA@1,1; the exchanges (CARD,HOLE) of the paper are read "
          "too",
      .formats = {{"deal", {".deal"}, "four lines of cards such as HA S5 -- D3", true, true, true},
                  {"swaps",
                   {".swaps"},
                   "the solution in the paper's notation: exchanges (H3,S6) of a card and a named hole",
                   false,
                   true,
                   false},
                  {"svg", {".svg"}, "a picture of the table", false, true, false}},
      .features = feature_facts(),
      .codes = {{"unsolvable", "no sequence of moves wins"}, {"solved_at_start", "every row is complete already"}},
      .techniques = {{"move_card", "card, from one cell to another"},
                     {"wins", "the move wins"},
                     {"opens_left_column", "it opens the leftmost column for an ace"},
                     {"moves_an_ace", "it makes room to change the rows of the aces"},
                     {"ace_to_the_left", "the aces belong into the leftmost column"},
                     {"final_place", "there the card is in its final place"},
                     {"makes_room", "it makes room for another card: comer"},
                     {"hole_not_needed", "the hole it leaves is not needed before"},
                     {"no_card_moves", "lost: no card can move any more"}},
      .options = {{.name = "strategy",
                   .kind = OptionKind::choice,
                   .help = "how to search: best, one of the paper's four, or breadth for the fewest moves",
                   .fallback = "best",
                   .verbs = {"solve"},
                   .choices = {"best", "depth-aces-last", "depth-aces-first", "priority-1", "priority-2", "breadth"}},
                  {.name = "as-printed",
                   .kind = OptionKind::flag,
                   .help =
                       "tell rows apart, so that the paper's strategies give the state counts and solutions it prints",
                   .verbs = {"solve"}},
                  {.name = "cut-lost",
                   .kind = OptionKind::flag,
                   .help = "in the paper's strategies and breadth: no children for states that provably cannot be won",
                   .verbs = {"solve"}},
                  {.name = "together",
                   .kind = OptionKind::integer,
                   .help =
                       "best: threads that search one deal together; which solution they find is then left to chance",
                   .fallback = "1",
                   .verbs = {"solve"},
                   .lowest = 1,
                   .highest = 64},
                  {.name = "columns",
                   .kind = OptionKind::integer,
                   .help = "columns of the deals",
                   .fallback = "13",
                   .verbs = {"generate"},
                   .lowest = fewest_columns,
                   .highest = most_columns},
                  {.name = "effort",
                   .kind = OptionKind::integer,
                   .help = "states to spend on each move beside the solution",
                   .fallback = "2000",
                   .verbs = {"analyze"},
                   .lowest = 1,
                   .highest = 1e9},
                  {.name = "paper-states",
                   .kind = OptionKind::integer,
                   .help = "states to spend on each of the paper's strategies",
                   .fallback = "200000",
                   .verbs = {"analyze"},
                   .lowest = 1,
                   .highest = 1e9}},
      .presets = {{"small",
                   "six columns, half the pack: solvable deals with traps",
                   {{"columns", "6"}, {"keep", "solvable && dead_end_share > 0.1"}}},
                  {"full", "the whole pack, solvable", {{"columns", "13"}, {"keep", "solvable"}}}},
      .examples = {{"first steps", "HA H2 -- S2\nDA D2 D3 --\nSA H3 S3 --\nCA C2 -- C3\n", true},
                   {"six columns", "S2 D4 H6 HA H3 D6\nD3 C4 C3 C5 CA SA\nH4 S3 S4 C6 H2 S5\nS6 DA D5 D2 C2 H5\n",
                    true},
                   {"no way", "S3 -- H3 --\nD3 -- SA --\nC3 H2 HA D2\nS2 C2 CA DA\n", false},
                   {"nine columns",
                    "C5 HA C8 H3 S9 S8 C2 D8 C6\nH7 S6 D5 D6 H8 D9 H6 CA C3\nC7 D2 C9 C4 D4 DA D3 S3 D7\nS7 S4 H9 H4 "
                    "S2 S5 H5 H2 SA\n",
                    true}},
      .repairs = repair_facts(),
  };
}

/// A deal or a table in play from its text.
Result<Position> table_of(std::string_view text, const Context& context) {
  NAZO_CHECK(room_for_text(context, text.size()));
  return deal_of(text);
}

class Superpuzz final : public Genre {
 public:
  const Facts& facts() const override {
    static const Facts facts = make_facts();
    return facts;
  }

  Result<std::vector<Puzzle>> parse(std::string_view text, std::string_view format, const Options&) const override {
    if (!format.empty() && format != "deal")
      return fail(cat("superpuzz cannot read ", in_quotes(format), ": it reads deal"));
    NAZO_TRY(deals, deals_of(text));
    std::vector<Puzzle> puzzles;
    for (TitledDeal& titled : deals)
      puzzles.push_back(
          {.genre = "superpuzz", .text = superpuzz::text_of(titled.deal), .title = std::move(titled.title)});
    return puzzles;
  }

  Result<std::string> print(const Puzzle& puzzle, std::string_view format, const Options& options,
                            const Context& context) const override {
    NAZO_TRY(deal, table_of(puzzle.text, context));
    if (format == "svg") return picture(puzzle, puzzle.solution, options, context);
    if (format == "swaps") {
      if (puzzle.solution.empty())
        return fail("the format swaps writes a solution, and this deal has none: solve it first");
      NAZO_CHECK(room_for_text(context, puzzle.solution.size()));
      NAZO_TRY(steps, steps_of(puzzle.solution, deal));
      return swaps_text(deal, steps) + "\n";
    }
    if (format != "deal")
      return fail(cat("superpuzz cannot write ", in_quotes(format), ": it writes deal, swaps and svg"));
    // A title stands on one line.
    std::string title = puzzle.title;
    for (char& c : title)
      if (static_cast<unsigned char>(c) < ' ') c = ' ';
    return (trim(title).empty() ? std::string() : cat("title: ", trim(title), "\n")) + superpuzz::text_of(deal);
  }

  Result<std::string> canonical(const Puzzle& puzzle, const Context& context) const override {
    NAZO_TRY(deal, table_of(puzzle.text, context));
    return superpuzz::text_of(superpuzz::canonical(deal));
  }

  Result<std::string> picture(const Puzzle& puzzle, std::string_view solution, const Options&,
                              const Context& context) const override {
    NAZO_TRY(deal, table_of(puzzle.text, context));
    NAZO_CHECK(room_for_text(context, solution.size()));
    NAZO_TRY(steps, steps_of(solution, deal));
    return superpuzz::picture(deal, steps);
  }

  Result<Verdict> solve(const Puzzle& puzzle, const Options& options, const Context& context) const override {
    NAZO_TRY(deal, table_of(puzzle.text, context));
    return superpuzz::solve(deal, options, context);
  }
  Result<Report> verify(const Puzzle& puzzle, std::string_view solution, const Options&,
                        const Context& context) const override {
    NAZO_TRY(deal, table_of(puzzle.text, context));
    NAZO_CHECK(room_for_text(context, solution.size()));
    return superpuzz::verify(deal, solution);
  }
  Result<Report> check(const Puzzle& puzzle, const Options&, const Context& context) const override {
    NAZO_TRY(deal, table_of(puzzle.text, context));
    return superpuzz::check(deal, context);
  }
  Result<Critique> critique(const Puzzle& puzzle, Closeness closeness, const Options& options,
                            const Context& context) const override {
    NAZO_TRY(deal, table_of(puzzle.text, context));
    return superpuzz::critique(deal, closeness, facts(), options, context);
  }
  Result<Analysis> analyze(const Puzzle& puzzle, const std::vector<std::string>& wanted, const Options& options,
                           const Context& context) const override {
    NAZO_TRY(deal, table_of(puzzle.text, context));
    return superpuzz::analyze(deal, wanted, options, context);
  }
  Prior prior(const Value& features) const override { return superpuzz::prior(features); }
  const UsualPuzzles* usual() const override { return &usual_puzzles(); }

  Result<Batch> generate(const Order& order, const Context&) const override { return superpuzz::generate(order); }

  Result<std::string> start(const Puzzle& puzzle, const Options&, const Context& context) const override {
    NAZO_TRY(deal, table_of(puzzle.text, context));
    return superpuzz::text_of(deal);
  }
  Result<std::vector<Move>> moves(std::string_view position, const Options&, const Context& context) const override {
    NAZO_TRY(table, table_of(position, context));
    return moves_for_person(table);
  }
  Result<std::string> play(std::string_view position, std::string_view move, const Options&,
                           const Context& context) const override {
    NAZO_TRY(table, table_of(position, context));
    NAZO_TRY(step, typed_step(table, move));
    superpuzz::play(table, step);
    return superpuzz::text_of(table);
  }
  Result<Standing> status(std::string_view position, const Options&, const Context& context) const override {
    NAZO_TRY(table, table_of(position, context));
    return standing(table);
  }
  Result<Hint> hint(std::string_view position, HintLevel level, const Options&, const Context& context) const override {
    NAZO_TRY(table, table_of(position, context));
    return superpuzz::hint(table, level, context);
  }
  Result<std::vector<std::string>> replay(const Puzzle& puzzle, std::string_view solution, const Options&,
                                          const Context& context) const override {
    NAZO_CHECK(room_for_text(context, solution.size()));
    NAZO_TRY(deal, table_of(puzzle.text, context));
    NAZO_TRY(steps, steps_of(solution, deal));
    std::vector<std::string> moves;
    for (const Step& step : steps) moves.push_back(step_text(step));
    return moves;
  }
  Result<TextPicture> draw(std::string_view position, const Options&, const Context& context) const override {
    NAZO_TRY(table, table_of(position, context));
    return superpuzz::draw(table);
  }
  Result<Value> view(std::string_view position, const Options&, const Context& context) const override {
    NAZO_TRY(table, table_of(position, context));
    return superpuzz::view(table);
  }

  std::vector<BenchTask> bench() const override { return bench_tasks(); }
};

}  // namespace

const Genre& superpuzz_genre() {
  static const Superpuzz genre;
  return genre;
}

}  // namespace nazo
