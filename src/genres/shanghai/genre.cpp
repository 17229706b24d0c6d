#include "genres/shanghai/genre.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "genres/shanghai/analyse/features.hpp"
#include "genres/shanghai/analyse/usual.hpp"
#include "genres/shanghai/bench.hpp"
#include "genres/shanghai/facts.hpp"
#include "genres/shanghai/generate/deal.hpp"
#include "genres/shanghai/generate/generate.hpp"
#include "genres/shanghai/play/hint.hpp"
#include "genres/shanghai/rules/rules.hpp"
#include "genres/shanghai/solve/check.hpp"
#include "genres/shanghai/solve/critique.hpp"
#include "genres/shanghai/solve/solve.hpp"
#include "genres/shanghai/text/canonical.hpp"
#include "genres/shanghai/text/foreign.hpp"
#include "genres/shanghai/text/picture.hpp"
#include "genres/shanghai/text/text.hpp"
#include "puzzle/critique.hpp"
#include "tiles/lost.hpp"

namespace nazo {
namespace shanghai {
namespace {

Result<Board> position_board(std::string_view text, const Context& context) {
  NAZO_CHECK(room_for_text(context, text.size()));
  return read_position(text);
}

/// A puzzle's board; one with an odd kind is refused, since nothing can clear it.
Result<Board> even_board(std::string_view text, const Context& context) {
  NAZO_TRY(board, position_board(text, context));
  if (const int odd = board.odd_kind(); odd < board.kinds())
    return fail(cat("kind ", group_name(board.groups[index(odd)]), " has an odd number of tiles (", board.copies(odd),
                    ", one at ", slot_in_words(board.tiles[board.first[index(odd)]].slot), "): expected pairs"));
  for (int kind = 0; kind < board.kinds(); ++kind)
    if (board.copies(kind) > tiles::most_copies)
      return fail(cat("kind ", group_name(board.groups[index(kind)]), " has ", board.copies(kind), " tiles, at most ",
                      tiles::most_copies, " are allowed"));
  return std::move(board);
}

/// What the options say the player sees, or what the board says.
Seen seen_by(const Options& options, Seen given) {
  const std::string& wish = options.text("seen");
  if (wish == "given") return given;
  return wish == "top" ? Seen::top : Seen::all;
}

Result<Puzzle> puzzle_of(const Layout& slots, Seen seen, const std::string& title, const Options& options) {
  NAZO_TRY(board, deal_layout(slots, seen, static_cast<std::uint64_t>(options.integer("deal"))));
  return Puzzle{.genre = "shanghai", .text = write_board(board), .title = title};
}

Result<Puzzle> puzzle_of(BoardText& entry, const Options& options) {
  const Seen seen = seen_by(options, entry.seen);
  if (entry.blank()) return puzzle_of(in_the_corner(entry.slots()), seen, entry.title, options);
  const Board board = make_board(entry.frame, seen, std::move(entry.tiles));
  return Puzzle{.genre = "shanghai", .text = write_board(board), .title = entry.title, .solution = entry.solution};
}

/// The two tiles a move names, if the move is legal.
Result<Pair> legal_move(const Board& board, std::string_view move) {
  NAZO_TRY(slots, read_pair(trim(move)));
  const auto [a, b] = slots;
  if (a == b) return fail("a tile cannot go with itself");
  const std::vector<bool> free = free_tiles(board);
  for (const Slot slot : {a, b}) {
    const int tile = tile_at(board, slot);
    if (tile == no_tile) return fail(cat("there is no tile at ", slot_in_words(slot)));
    if (!free[index(tile)]) return fail(cat("the tile at ", slot_in_words(slot), " is not free"));
  }
  const int tile_a = tile_at(board, a), tile_b = tile_at(board, b);
  if (board.tiles[index(tile_a)].kind != board.tiles[index(tile_b)].kind)
    return fail(cat("the tiles at ", slot_in_words(a), " and ", slot_in_words(b), " do not match"));
  return Pair{static_cast<TileId>(std::min(tile_a, tile_b)), static_cast<TileId>(std::max(tile_a, tile_b))};
}

class Shanghai final : public Genre {
 public:
  [[nodiscard]] const Facts& facts() const override {
    static const Facts facts = make_facts();
    return facts;
  }

  [[nodiscard]] Result<std::vector<Puzzle>> parse(std::string_view text, std::string_view format,
                                                  const Options& options) const override {
    std::vector<Puzzle> puzzles;
    const Seen seen = seen_by(options, Seen::all);
    if (format == "kmahjongg" || (format.empty() && looks_like_kmahjongg(text))) {
      NAZO_TRY(layout, read_kmahjongg(text));
      NAZO_TRY(puzzle, puzzle_of(layout.slots, seen, layout.title, options));
      puzzles.push_back(std::move(puzzle));
      return puzzles;
    }
    if (format == "gnome" || (format.empty() && looks_like_gnome(text))) {
      NAZO_TRY(maps, read_gnome(text));
      NAZO_TRY(chosen, chosen_maps(std::move(maps), options.text("map")));
      for (const LayoutText& map : chosen) {
        NAZO_TRY(puzzle, puzzle_of(map.slots, seen, map.title, options));
        puzzles.push_back(std::move(puzzle));
      }
      return puzzles;
    }
    NAZO_TRY(boards, read_boards(text));
    for (BoardText& entry : boards) {
      NAZO_TRY(puzzle, puzzle_of(entry, options));
      puzzles.push_back(std::move(puzzle));
    }
    return puzzles;
  }

  [[nodiscard]] Result<std::string> print(const Puzzle& puzzle, std::string_view format, const Options&,
                                          const Context& context) const override {
    NAZO_TRY(board, position_board(puzzle.text, context));
    if (format == "kmahjongg") return write_kmahjongg({puzzle.title, in_the_corner(layout_of(board))});
    if (format == "gnome") return write_gnome({puzzle.title, in_the_corner(layout_of(board))});
    std::string text = puzzle.title.empty() ? "" : cat("title: ", puzzle.title, "\n");
    text += write_board(board);
    if (!puzzle.solution.empty()) text += cat("solution: ", puzzle.solution, "\n");
    return text;
  }

  [[nodiscard]] Result<std::string> canonical(const Puzzle& puzzle, const Context& context) const override {
    NAZO_TRY(board, position_board(puzzle.text, context));
    return canonical_text(board);
  }

  [[nodiscard]] Result<std::string> picture(const Puzzle& puzzle, std::string_view solution, const Options& options,
                                            const Context& context) const override {
    NAZO_TRY(board, position_board(puzzle.text, context));
    board.seen = seen_by(options, board.seen);
    PictureRequest request{.title = puzzle.title};
    if (!solution.empty()) {
      NAZO_CHECK(room_for_text(context, solution.size()));
      NAZO_TRY(pairs, read_pairs(solution));
      request.solution = std::move(pairs);
    }
    return draw_board(board, request);
  }

  [[nodiscard]] Result<Verdict> solve(const Puzzle& puzzle, const Options& options,
                                      const Context& context) const override {
    NAZO_TRY(board, even_board(puzzle.text, context));
    const Meter clock(context.budget);
    const Decision decision = decide(board, context.budget, context.seed);
    Verdict verdict;
    verdict.stats.nodes = decision.nodes;
    switch (decision.outcome) {
      case Outcome::cleared:
        verdict.status = Status::solved;
        for (const Pair pair : decision.moves)
          verdict.solution +=
              (verdict.solution.empty() ? "" : " ") + write_pair(board.tiles[pair.a].slot, board.tiles[pair.b].slot);
        verdict.length = static_cast<std::int64_t>(decision.moves.size());
        verdict.optimal = true;  // every solution takes all pairs
        break;
      case Outcome::impossible:
        NAZO_CHECK(tiles::say_lost(verdict, proof_game(board, clock), decision.proof, options.flag("proof"), clock));
        break;
      case Outcome::undecided:
        verdict.limit = decision.limit;
        break;
    }
    return verdict;
  }

  [[nodiscard]] Result<Report> verify(const Puzzle& puzzle, std::string_view solution, const Options&,
                                      const Context& context) const override {
    NAZO_TRY(board, even_board(puzzle.text, context));
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

  [[nodiscard]] Result<Report> check(const Puzzle& puzzle, const Options&, const Context& context) const override {
    NAZO_TRY(board, position_board(puzzle.text, context));
    Report report;
    report.findings = odd_kinds(board);
    if (!report.findings.empty()) {
      report.faulty = true;
      return report;
    }
    NAZO_CHECK(even_board(puzzle.text, context));
    const Meter clock(context.budget);
    const Decision decision = decide(board, context.budget, context.seed);
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
    NAZO_TRY(board, position_board(puzzle.text, context));
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
    if (closeness == Closeness::repairs && critique.faulty) add_repairs(critique, board, meter);
    return critique;
  }

  [[nodiscard]] Result<Analysis> analyze(const Puzzle& puzzle, const std::vector<std::string>& wanted,
                                         const Options& options, const Context& context) const override {
    NAZO_TRY(board, even_board(puzzle.text, context));
    return analyze_board(board, tiles::space_order(wanted, options), context);
  }

  [[nodiscard]] Prior prior(const Value& features) const override { return prior_of(features); }
  [[nodiscard]] const UsualPuzzles* usual() const override { return &shanghai::usual_puzzles(); }

  [[nodiscard]] Result<Batch> generate(const Order& order, const Context& context) const override {
    return generate_boards(order, context);
  }

  [[nodiscard]] Result<std::string> start(const Puzzle& puzzle, const Options& options,
                                          const Context& context) const override {
    NAZO_TRY(board, even_board(puzzle.text, context));
    board.seen = seen_by(options, board.seen);
    return write_board(board);
  }

  [[nodiscard]] Result<std::vector<Move>> moves(std::string_view position, const Options&,
                                                const Context& context) const override {
    NAZO_TRY(board, position_board(position, context));
    std::vector<Move> moves;
    for (const Pair pair : legal_pairs(board)) {
      const Tile &a = board.tiles[pair.a], &b = board.tiles[pair.b];
      moves.push_back({.text = write_pair(a.slot, b.slot),
                       .label = cat(group_name(group_of(a.face)), ": ", write_pair(a.slot, b.slot)),
                       .from = {a.slot.row + 1, a.slot.column + 1},
                       .to = {b.slot.row + 1, b.slot.column + 1}});
    }
    return moves;
  }

  [[nodiscard]] Result<std::string> play(std::string_view position, std::string_view move, const Options&,
                                         const Context& context) const override {
    NAZO_TRY(board, position_board(position, context));
    NAZO_TRY(pair, legal_move(board, move));
    return write_board(without(board, pair));
  }

  [[nodiscard]] Result<Standing> status(std::string_view position, const Options&,
                                        const Context& context) const override {
    NAZO_TRY(board, position_board(position, context));
    if (board.empty()) return Standing::won;
    return legal_pairs(board).empty() ? Standing::stuck : Standing::playing;
  }

  [[nodiscard]] Result<Hint> hint(std::string_view position, HintLevel level, const Options&,
                                  const Context& context) const override {
    NAZO_TRY(board, even_board(position, context));
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
    NAZO_TRY(board, position_board(position, context));
    board.seen = seen_by(options, board.seen);
    return draw_text(board);
  }

  [[nodiscard]] Result<Value> view(std::string_view position, const Options&, const Context& context) const override {
    NAZO_TRY(board, position_board(position, context));
    return view_of(board);
  }

  [[nodiscard]] std::vector<BenchTask> bench() const override { return bench_tasks(); }
};

}  // namespace
}  // namespace shanghai

const Genre& shanghai_genre() {
  static const shanghai::Shanghai genre;
  return genre;
}

}  // namespace nazo
