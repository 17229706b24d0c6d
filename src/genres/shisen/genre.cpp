#include "genres/shisen/genre.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "genres/shisen/analyse/features.hpp"
#include "genres/shisen/analyse/patterns.hpp"
#include "genres/shisen/analyse/usual.hpp"
#include "genres/shisen/bench.hpp"
#include "genres/shisen/facts.hpp"
#include "genres/shisen/generate/generate.hpp"
#include "genres/shisen/play/hint.hpp"
#include "genres/shisen/rules/rules.hpp"
#include "genres/shisen/solve/check.hpp"
#include "genres/shisen/solve/critique.hpp"
#include "genres/shisen/solve/field.hpp"
#include "genres/shisen/solve/solve.hpp"
#include "genres/shisen/text/picture.hpp"
#include "genres/shisen/text/text.hpp"
#include "puzzle/critique.hpp"
#include "tiles/lost.hpp"

namespace nazo {
namespace shisen {
namespace {

/// What --border says, if it was given: else a board's own text does.
WantedBorder border_of(const Options& options) {
  if (!options.given("border")) return std::nullopt;
  return options.text("border") == "inside" ? Border::inside : Border::outside;
}

Result<Board> position_board(std::string_view text, const Options& options, const Context& context) {
  NAZO_CHECK(room_for_text(context, text.size()));
  return read_position(text, border_of(options));
}

/// A puzzle's board; one with an odd kind is refused, since nothing can clear it.
Result<Board> even_board(std::string_view text, const Options& options, const Context& context) {
  NAZO_TRY(board, position_board(text, options, context));
  if (const int odd = board.odd_kind(); odd < board.kinds())
    return fail(cat("kind ", board.labels[static_cast<std::size_t>(odd)], " has an odd number of tiles (",
                    board.copies(static_cast<KindId>(odd)), "): expected pairs"));
  return std::move(board);
}

/// The two tiles a move names, if the move is legal.
Result<Pair> legal_move(const Board& board, std::string_view move) {
  NAZO_TRY(places, read_pair(trim(move)));
  const auto [a, b] = places;
  for (const Place p : {a, b})
    if (tile_at(board, p) == no_tile) return fail(cat("there is no tile at ", write_place(p)));
  if (a == b) return fail("a tile cannot go with itself");
  const int tile_a = tile_at(board, a), tile_b = tile_at(board, b);
  if (board.tiles[static_cast<std::size_t>(tile_a)].kind != board.tiles[static_cast<std::size_t>(tile_b)].kind)
    return fail(cat("the tiles at ", write_place(a), " and ", write_place(b), " are not equal"));
  if (!joined(occupancy_of(board), a, b))
    return fail(cat("no path of at most three segments joins ", write_place(a), " and ", write_place(b)));
  return Pair{static_cast<TileId>(std::min(tile_a, tile_b)), static_cast<TileId>(std::max(tile_a, tile_b))};
}

class Shisen final : public Genre {
 public:
  [[nodiscard]] const Facts& facts() const override {
    static const Facts facts = make_facts();
    return facts;
  }

  [[nodiscard]] Result<std::vector<Puzzle>> parse(std::string_view text, std::string_view,
                                                  const Options& options) const override {
    NAZO_TRY(boards, read_boards(text, border_of(options)));
    std::vector<Puzzle> puzzles;
    for (const BoardText& entry : boards)
      puzzles.push_back(
          {.genre = "shisen", .text = write_board(entry.board), .title = entry.title, .solution = entry.solution});
    return puzzles;
  }

  [[nodiscard]] Result<std::string> print(const Puzzle& puzzle, std::string_view, const Options& options,
                                          const Context& context) const override {
    NAZO_TRY(board, position_board(puzzle.text, options, context));
    std::string text = puzzle.title.empty() ? "" : cat("title: ", puzzle.title, "\n");
    text += write_board(board);
    if (!puzzle.solution.empty()) text += cat("solution: ", puzzle.solution, "\n");
    return text;
  }

  /// The smallest text among the mirrored and turned boards, kinds numbered as they come; wide rather than high.
  [[nodiscard]] Result<std::string> canonical(const Puzzle& puzzle, const Context& context) const override {
    NAZO_CHECK(room_for_text(context, puzzle.text.size()));
    NAZO_TRY(board, read_position(puzzle.text, std::nullopt));
    const std::vector<int> cells = labels_by_cell(board);
    std::vector<int> best;
    int best_width = 0, best_height = 0;
    for (int way = 0; way < 8; ++way) {
      const bool turned = way >= 4;
      const int width = turned ? board.height : board.width, height = turned ? board.width : board.height;
      if (width < height) continue;
      std::map<int, int> numbers;
      std::vector<int> image;
      for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column) {
          int r = turned ? column : row, c = turned ? row : column;
          if ((way & 1) != 0) r = board.height - 1 - r;
          if ((way & 2) != 0) c = board.width - 1 - c;
          const int label = cells[static_cast<std::size_t>(r * board.width + c)];
          image.push_back(label == no_tile
                              ? no_tile
                              : numbers.try_emplace(label, static_cast<int>(numbers.size()) + 1).first->second);
        }
      if (best.empty() || image < best) {
        best = std::move(image);
        best_width = width;
        best_height = height;
      }
    }
    return write_board(make_board(best_width, best_height, board.border, best));
  }

  [[nodiscard]] Result<std::string> picture(const Puzzle& puzzle, std::string_view solution, const Options& options,
                                            const Context& context) const override {
    NAZO_TRY(board, position_board(puzzle.text, options, context));
    PictureRequest request{.title = puzzle.title};
    if (!solution.empty()) {
      NAZO_CHECK(room_for_text(context, solution.size()));
      NAZO_TRY(pairs, read_pairs(solution));
      request.solution = std::move(pairs);
    }
    const std::string& highlight = options.text("highlight");
    // Half of what blocks would look like all of it.
    if (highlight == "patterns" && board.odd_kind() == board.kinds()) {
      Patterns patterns = deadlock_patterns(board, context.budget);
      if (patterns.limit != Limit::none) return fail_limit(patterns.limit);
      request.highlighted = std::move(patterns.groups);
    } else if (highlight == "traps") {
      Traps traps = find_traps(board, TrapGroups::list, context.budget);
      if (traps.limit != Limit::none) return fail_limit(traps.limit);
      request.highlighted = std::move(traps.groups);
    }
    return draw_board(board, request);
  }

  [[nodiscard]] Result<Verdict> solve(const Puzzle& puzzle, const Options& options,
                                      const Context& context) const override {
    NAZO_TRY(board, even_board(puzzle.text, options, context));
    const Meter clock(context.budget);
    const Decision decision = decide(Field(board), context.budget, context.seed);
    Verdict verdict;
    verdict.stats.nodes = decision.nodes;
    switch (decision.outcome) {
      case Outcome::cleared: {
        verdict.status = Status::solved;
        Value paths = Value::array();
        Occupancy o = occupancy_of(board);
        for (const Pair pair : decision.moves) {
          const Place a = board.tiles[pair.a].place, b = board.tiles[pair.b].place;
          verdict.solution += (verdict.solution.empty() ? "" : " ") + write_pair(a, b);
          std::string path;
          for (const Place p : joining_path(o, board.width, board.height, a, b))
            path += cat(path.empty() ? "" : " ", p.row, ",", p.column);
          paths.push(path);
          o.take(a);
          o.take(b);
        }
        verdict.length = static_cast<std::int64_t>(decision.moves.size());
        verdict.optimal = true;  // every solution takes all pairs
        verdict.notes.set("paths", std::move(paths));
        break;
      }
      case Outcome::impossible:
        NAZO_CHECK(tiles::say_lost(verdict, proof_game(board, clock), decision.proof, options.flag("proof"), clock));
        break;
      case Outcome::undecided:
        verdict.limit = decision.limit;
        break;
    }
    return verdict;
  }

  [[nodiscard]] Result<Report> verify(const Puzzle& puzzle, std::string_view solution, const Options& options,
                                      const Context& context) const override {
    NAZO_TRY(board, even_board(puzzle.text, options, context));
    NAZO_CHECK(room_for_text(context, solution.size()));
    Report report;
    const auto pairs = read_pairs(solution);
    if (!pairs) {
      report.faulty = true;
      report.findings.push_back({"wrong_solution", pairs.error().text()});
      return report;
    }
    if (const auto right = check_solution(board, *pairs); !right) {
      report.faulty = true;
      report.findings.push_back({"wrong_solution", right.error().message});
    }
    return report;
  }

  [[nodiscard]] Result<Report> check(const Puzzle& puzzle, const Options& options,
                                     const Context& context) const override {
    NAZO_TRY(board, position_board(puzzle.text, options, context));
    Report report;
    report.findings = odd_kinds(board);
    if (!report.findings.empty()) {
      report.faulty = true;
      return report;
    }
    const Meter clock(context.budget);
    const Decision decision = decide(Field(board), context.budget, context.seed);
    if (decision.outcome == Outcome::undecided) {
      report.limit = decision.limit;
    } else if (decision.outcome == Outcome::impossible) {
      if (const auto sound = check_proof(board, decision.proof, clock); !sound) {
        if (sound.error().limit == Limit::none) return std::unexpected(sound.error());
        report.limit = sound.error().limit;
        return report;
      }
      report.faulty = true;
      report.findings.push_back({"unsolvable", cat("no order of moves clears the board (proof of ",
                                                   decision.proof.steps.size(), " steps, checked)")});
    }
    return report;
  }

  [[nodiscard]] Result<Critique> critique(const Puzzle& puzzle, Closeness closeness, const Options& options,
                                          const Context& context) const override {
    NAZO_TRY(board, position_board(puzzle.text, options, context));
    Meter meter(context.budget);
    Critique critique;
    for (Finding& odd : odd_kinds(board)) add_remark(critique, facts(), std::move(odd));
    if (!critique.faulty) {
      NAZO_TRY(verdict, solve(puzzle, options, context));
      critique.verdict = std::move(verdict);
    }
    if (critique.verdict.status == Status::unknown) critique.limit = critique.verdict.limit;
    if (critique.verdict.status == Status::unsolvable)
      add_remark(critique, facts(), {"unsolvable", "no order of moves clears the board"});
    if (critique.verdict.status == Status::unsolvable && closeness != Closeness::verdict)
      add_blocks(critique, board, facts(), meter);
    if (closeness == Closeness::repairs && critique.faulty) add_repairs(critique, board, meter);
    return critique;
  }

  [[nodiscard]] Result<Analysis> analyze(const Puzzle& puzzle, const std::vector<std::string>& wanted,
                                         const Options& options, const Context& context) const override {
    NAZO_TRY(board, even_board(puzzle.text, options, context));
    return analyze_board(board, tiles::space_order(wanted, options), context);
  }

  [[nodiscard]] Prior prior(const Value& features) const override { return prior_of(features); }
  [[nodiscard]] const UsualPuzzles* usual() const override { return &shisen::usual_puzzles(); }

  [[nodiscard]] Result<Batch> generate(const Order& order, const Context& context) const override {
    return generate_boards(order, context);
  }

  [[nodiscard]] Result<std::string> start(const Puzzle& puzzle, const Options& options,
                                          const Context& context) const override {
    NAZO_TRY(board, even_board(puzzle.text, options, context));
    return write_board(board);
  }

  [[nodiscard]] Result<std::vector<Move>> moves(std::string_view position, const Options& options,
                                                const Context& context) const override {
    NAZO_TRY(board, position_board(position, options, context));
    std::vector<Move> moves;
    for (const Pair pair : legal_pairs(board)) {
      const Tile &a = board.tiles[pair.a], &b = board.tiles[pair.b];
      moves.push_back({.text = write_pair(a.place, b.place),
                       .label = cat(board.label_of(a), ": ", write_pair(a.place, b.place)),
                       .from = {a.place.row, a.place.column},
                       .to = {b.place.row, b.place.column}});
    }
    return moves;
  }

  [[nodiscard]] Result<std::string> play(std::string_view position, std::string_view move, const Options& options,
                                         const Context& context) const override {
    NAZO_TRY(board, position_board(position, options, context));
    NAZO_TRY(pair, legal_move(board, move));
    return write_board(without(board, pair));
  }

  [[nodiscard]] Result<Standing> status(std::string_view position, const Options& options,
                                        const Context& context) const override {
    NAZO_TRY(board, position_board(position, options, context));
    if (board.empty()) return Standing::won;
    return legal_pairs(board).empty() ? Standing::stuck : Standing::playing;
  }

  [[nodiscard]] Result<Hint> hint(std::string_view position, HintLevel level, const Options& options,
                                  const Context& context) const override {
    NAZO_TRY(board, even_board(position, options, context));
    return hint_for(board, level, context);
  }

  [[nodiscard]] Result<std::vector<std::string>> replay(const Puzzle&, std::string_view solution, const Options&,
                                                        const Context& context) const override {
    NAZO_CHECK(room_for_text(context, solution.size()));
    NAZO_TRY(pairs, read_pairs(solution));
    std::vector<std::string> moves;
    for (const auto& [a, b] : pairs) moves.push_back(write_pair(a, b));
    return moves;
  }

  [[nodiscard]] Result<TextPicture> draw(std::string_view position, const Options& options,
                                         const Context& context) const override {
    NAZO_TRY(board, position_board(position, options, context));
    return draw_text(board);
  }

  [[nodiscard]] Result<Value> view(std::string_view position, const Options& options,
                                   const Context& context) const override {
    NAZO_TRY(board, position_board(position, options, context));
    return view_of(board);
  }

  [[nodiscard]] std::vector<BenchTask> bench() const override { return bench_tasks(); }
};

}  // namespace
}  // namespace shisen

const Genre& shisen_genre() {
  static const shisen::Shisen genre;
  return genre;
}

}  // namespace nazo
