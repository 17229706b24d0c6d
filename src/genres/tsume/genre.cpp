#include "genres/tsume/genre.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "genres/tsume/analyse/features.hpp"
#include "genres/tsume/analyse/usual.hpp"
#include "genres/tsume/bench.hpp"
#include "genres/tsume/generate/critique.hpp"
#include "genres/tsume/generate/generate.hpp"
#include "genres/tsume/play/play.hpp"
#include "genres/tsume/solve/check.hpp"
#include "genres/tsume/solve/solve.hpp"
#include "genres/tsume/text/japanese.hpp"
#include "genres/tsume/text/text.hpp"

namespace nazo {

namespace {

using namespace tsume;

std::vector<OptionFact> all_options() {
  const std::vector<std::string> everywhere{"solve", "check", "analyze", "rate", "convert", "play"};
  std::vector<OptionFact> options{
      {.name = "mudaai",
       .kind = OptionKind::choice,
       .help = "useless interpositions: exclude (published convention) or count (plain minimax, as the paper)",
       .fallback = "exclude",
       .verbs = everywhere,
       .choices = {"exclude", "count"}},
      {.name = "defender-hand",
       .kind = OptionKind::choice,
       .help = "auto: what the text lists for the defender, or all the rest if it lists nothing; rest: all the rest; "
               "given: exactly what it lists",
       .fallback = "auto",
       .verbs = everywhere,
       .choices = {"auto", "rest", "given"}},
      {.name = "shortest",
       .kind = OptionKind::flag,
       .help = "prove the shortest length, however long it takes (default: up to 31 plies)",
       .verbs = {"solve", "analyze"}},
      {.name = "any", .kind = OptionKind::flag, .help = "any mate will do", .verbs = {"solve"}},
      {.name = "algorithm",
       .kind = OptionKind::choice,
       .help = "for the proof numbers: pns, or the paper's second way, dfpn",
       .fallback = "pns",
       .verbs = {"analyze", "rate"},
       .choices = {"pns", "dfpn"}},
      {.name = "ties",
       .kind = OptionKind::choice,
       .help = "for the proof numbers: of equal children the leftmost, the one last searched, or as the algorithm is "
               "printed (pns: left, dfpn: last); with the same ties both algorithms are one",
       .fallback = "printed",
       .verbs = {"analyze", "rate"},
       .choices = {"printed", "left", "last"}},
      {.name = "ends",
       .kind = OptionKind::choice,
       .help = "for the proof numbers: an end of the tree is seen when it is expanded, or on its creation",
       .fallback = "expansion",
       .verbs = {"analyze", "rate"},
       .choices = {"expansion", "creation"}},
      {.name = "language",
       .kind = OptionKind::choice,
       .help = "of the words in a trace: Japanese or English",
       .fallback = "ja",
       .verbs = {"convert"},
       .choices = {"ja", "en"}}};
  for (OptionFact& option : generate_options()) options.push_back(std::move(option));
  return options;
}

Facts make_facts() {
  return {
      .name = "tsume",
      .title = "Tsume-shogi",
      .about =
          "A shogi position in which the attacker, giving check with every move, mates the king. The defender may drop "
          "every piece that is "
          "neither on the board nor in the attacker's hand. The attacker plays for the shortest mate, the defender for "
          "the longest.",
      .sizes = "9×9, any length of mate; black or white attacks",
      .solution_help = "USI moves of both sides separated by blanks, such as S*3b 2a1b 2d2c+",
      .formats = format_facts(),
      .features = feature_facts(),
      .codes = {{"no_mate", "there is no mate by checks, or a solution does not end in one"},
                {"yozume", "another attacking move also mates in no more plies (余詰)"},
                {"hand_left", "the attacker has pieces left in hand at the end of the main line (駒余り)"},
                {"decoration", "a piece could be removed without changing line or soundness (飾り駒)"},
                {"kizu_promotion", "promoting or not makes no difference at one move (キズ)", false},
                {"kizu_far_drop", "the distance of a drop or a long move makes no difference (キズ)", false},
                {"illegal", "a solution breaks the rules; the message says which"},
                {"replayed", "a solution was replayed; that no defence holds out longer was not looked at", false}},
      .techniques = {{"mate_in", "there is a mate in length plies"},
                     {"next_check", "the move to make: check"},
                     {"mating_line", "the check leaves so many answers and mates: length, line"},
                     {"repetition", "lost: this position stood on the board before"},
                     {"no_check_left", "lost: there is no check"},
                     {"no_mate", "lost: there is no mate from here"}},
      .options = all_options(),
      .presets =
          {{"first-steps", "mates in one and three", {{"plies", "1..3"}}},
           {"three", "mates in three", {{"plies", "3"}}},
           {"booklet",
            "thirty problems from 3 to 15 plies, no two with the same motifs, with comments, the easy ones first",
            {{"count", "30"},
             {"method", "compose"},
             {"aim", "interest"},
             {"plies", "3..15"},
             {"distinct", "motif"},
             {"strict", "true"},
             {"comment", "true"},
             {"sort", "difficulty"},
             {"booklet", "true"},
             {"heading", "詰将棋 三十題"}}}},
      .examples = {{"three plies", "6g1k/6+B2/6+N2/9/9/9/9/9/9 b B2r3g4s3n4l18p 1", true},
                   {"dragon and horse", "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", true},
                   {"seven plies", "5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1", true},
                   {"no mate", "4k4/9/4P4/9/9/9/9/9/9 b S2r2b4g3s4n4l17p 1", false}},
      .repairs = repair_facts(),
  };
}

class Tsume final : public Genre {
 public:
  const Facts& facts() const override {
    static const Facts facts = make_facts();
    return facts;
  }

  Result<std::vector<Puzzle>> parse(std::string_view text, std::string_view format,
                                    const Options& options) const override {
    return read_puzzles(text, format, options);
  }
  Result<std::string> print(const Puzzle& puzzle, std::string_view format, const Options& options,
                            const Context& context) const override {
    NAZO_CHECK(room_for_text(context, puzzle.solution.size()));
    return write_puzzle(puzzle, format, options, context.budget);
  }
  Result<std::string> canonical(const Puzzle& puzzle, const Context&) const override {
    NAZO_TRY(setup, read_sfen(puzzle.text));
    const Position p = setup.position.side() == Color::black ? setup.position : setup.position.turned();
    return std::min(sfen_of(p), sfen_of(p.mirrored()));
  }
  Result<std::string> picture(const Puzzle& puzzle, std::string_view solution, const Options& options,
                              const Context& context) const override {
    NAZO_CHECK(room_for_text(context, solution.size()));
    return draw_diagram(puzzle, solution, options, context.budget);
  }

  Result<Verdict> solve(const Puzzle& puzzle, const Options& options, const Context& context) const override {
    NAZO_TRY(p, position_of(puzzle, options));
    NAZO_TRY(solving, solve_options(options));
    Meter meter(context.budget);
    Solver solver(context.budget.bytes, context.budget.bytes, context.threads);
    const Solution s = solver.solve(p, solving, meter);
    Verdict verdict;
    verdict.status = s.status;
    verdict.limit = s.status == Status::unknown ? s.limit : Limit::none;
    if (s.status == Status::solved) {
      verdict.solution = write_line(s.line);
      verdict.length = s.length;
      verdict.optimal = s.optimal;
      verdict.notes.set("japanese", japanese_line(p, s.line));
      if (!s.optimal && s.limit != Limit::none) verdict.notes.set("shortest_limit", name(s.limit));
    }
    verdict.stats.nodes = std::max<std::uint64_t>(1, solver.search().nodes());
    verdict.stats.expanded = meter.nodes();
    verdict.stats.peak_bytes = solver.search().bytes();
    return verdict;
  }
  Result<Report> verify(const Puzzle& puzzle, std::string_view solution, const Options& options,
                        const Context& context) const override {
    NAZO_CHECK(room_for_text(context, solution.size()));
    NAZO_TRY(p, position_of(puzzle, options));
    return tsume::verify(p, solution, rules_of(options), context.budget);
  }
  Result<Report> check(const Puzzle& puzzle, const Options& options, const Context& context) const override {
    NAZO_TRY(p, position_of(puzzle, options));
    return tsume::check(p, rules_of(options), context);
  }
  Result<Critique> critique(const Puzzle& puzzle, Closeness closeness, const Options& options,
                            const Context& context) const override {
    NAZO_TRY(p, position_of(puzzle, options));
    Meter meter(context.budget);
    NAZO_TRY(verdict, solve(puzzle, options, context));
    Context rest = context;
    rest.budget = meter.rest();
    return critique_of(p, std::move(verdict), closeness, rules_of(options), rest);
  }
  Result<Analysis> analyze(const Puzzle& puzzle, const std::vector<std::string>& wanted, const Options& options,
                           const Context& context) const override {
    NAZO_TRY(p, position_of(puzzle, options));
    PnsOptions pns;
    if (options.text("algorithm") == "dfpn") pns.algorithm = PnsOptions::Algorithm::dfpn;
    if (options.text("ties") == "left") pns.ties = PnsOptions::Ties::left;
    if (options.text("ties") == "last") pns.ties = PnsOptions::Ties::last;
    if (options.text("ends") == "creation") pns.ends = PnsOptions::Ends::creation;
    pns.rules = rules_of(options);
    NAZO_TRY(solving, solve_options(options));
    return tsume::analyze(p, wanted, pns, solving, context);
  }
  Prior prior(const Value& features) const override { return tsume::prior(features); }
  const UsualPuzzles* usual() const override { return &usual_puzzles(); }

  Result<Batch> generate(const Order& order, const Context& context) const override {
    return tsume::generate(order, context);
  }

  Result<std::string> start(const Puzzle& puzzle, const Options& options, const Context&) const override {
    NAZO_TRY(p, position_of(puzzle, options));
    return sfen_of(p);
  }
  Result<std::vector<Move>> moves(std::string_view position, const Options& options,
                                  const Context& context) const override {
    NAZO_TRY(game, read_game(position, options, context));
    return moves_for_person(game);
  }
  Result<std::string> play(std::string_view position, std::string_view move, const Options& options,
                           const Context& context) const override {
    NAZO_CHECK(room_for_text(context, move.size()));
    NAZO_TRY(game, read_game(position, options, context));
    NAZO_TRY(next, tsume::play(std::move(game), move, context.budget));
    return write_game(next);
  }
  Result<Standing> status(std::string_view position, const Options& options, const Context& context) const override {
    NAZO_TRY(game, read_game(position, options, context));
    return standing(game);
  }
  Result<Hint> hint(std::string_view position, HintLevel level, const Options& options,
                    const Context& context) const override {
    NAZO_TRY(game, read_game(position, options, context));
    return tsume::hint(game, level, context);
  }
  Result<std::vector<std::string>> replay(const Puzzle& puzzle, std::string_view solution, const Options& options,
                                          const Context& context) const override {
    NAZO_CHECK(room_for_text(context, solution.size()));
    NAZO_TRY(p, position_of(puzzle, options));
    NAZO_TRY(line, read_line(p, solution));
    std::vector<std::string> moves;
    for (std::size_t i = 0; i < line.size(); i += 2)
      moves.push_back(i + 1 < line.size() ? cat(usi_of(line[i]), " ", usi_of(line[i + 1])) : usi_of(line[i]));
    return moves;
  }
  Result<TextPicture> draw(std::string_view position, const Options& options, const Context& context) const override {
    NAZO_TRY(game, read_game(position, options, context));
    return tsume::draw(game);
  }
  Result<Value> view(std::string_view position, const Options& options, const Context& context) const override {
    NAZO_TRY(game, read_game(position, options, context));
    return tsume::view(game);
  }

  std::vector<BenchTask> bench() const override { return bench_tasks(); }

 private:
  static Result<SolveOptions> solve_options(const Options& options) {
    SolveOptions solving;
    solving.rules = rules_of(options);
    if (options.flag("any") && options.flag("shortest")) return fail("--any and --shortest exclude each other");
    if (options.flag("any")) solving.goal = SolveOptions::Goal::any;
    if (options.flag("shortest")) solving.goal = SolveOptions::Goal::shortest;
    return solving;
  }
};

}  // namespace

const Genre& tsume_genre() {
  static const Tsume genre;
  return genre;
}

}  // namespace nazo
