#include "toy/lights.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "search/first_solution.hpp"

namespace nazo::lights {
namespace {

// ── rules: the state is a packed value, what is legal and what wins stands here and nowhere else ──

struct Board {
  int width = 0, height = 0;
  std::uint16_t lit = 0;
  [[nodiscard]] std::uint16_t cell(int row, int column) const {
    return static_cast<std::uint16_t>(1 << (row * width + column));
  }
  [[nodiscard]] std::uint16_t cross(int row, int column) const {
    std::uint16_t mask = cell(row, column);
    if (row > 0) mask |= cell(row - 1, column);
    if (row + 1 < height) mask |= cell(row + 1, column);
    if (column > 0) mask |= cell(row, column - 1);
    if (column + 1 < width) mask |= cell(row, column + 1);
    return mask;
  }
};

/// The board as a space for the search room.
struct Space {
  using State = std::uint16_t;
  using Move = std::uint8_t;  // the cell pressed
  Board board;
  void for_each_move(State, auto&& visit) const {
    for (int m = 0; m < board.width * board.height; ++m) visit(static_cast<Move>(m));
  }
  State apply(State s, Move m) const { return s ^ board.cross(m / board.width, m % board.width); }
  bool solved(State s) const { return s == 0; }
  std::uint64_t key(State s) const { return s; }
};

// ── text: rows of * (lit) and . (dark), boards separated by blank lines ──

std::string text_of(const Board& board) {
  std::string out;
  for (int r = 0; r < board.height; ++r) {
    for (int c = 0; c < board.width; ++c) out += board.lit & board.cell(r, c) ? '*' : '.';
    out += '\n';
  }
  return out;
}

Result<std::vector<Board>> boards_of(std::string_view text) {
  std::vector<Board> boards;
  std::vector<Line> rows;
  const auto finish = [&]() -> Result<void> {
    if (rows.empty()) return {};
    Board board{static_cast<int>(rows[0].text.size()), static_cast<int>(rows.size()), 0};
    if (board.width > 4 || board.height > 4)
      return fail_at(rows[0].number, 1, "a board has at most 4 rows and 4 columns");
    for (int r = 0; r < board.height; ++r) {
      const Line& line = rows[static_cast<std::size_t>(r)];
      if (static_cast<int>(line.text.size()) != board.width)
        return fail_at(line.number, 1, cat("expected ", board.width, " lamps in this row as in the first"));
      for (int c = 0; c < board.width; ++c) {
        const char lamp = line.text[static_cast<std::size_t>(c)];
        if (lamp != '*' && lamp != '.')
          return fail_at(line.number, static_cast<std::size_t>(c) + 1,
                         cat("expected * or ., not ", in_quotes(line.text.substr(static_cast<std::size_t>(c), 1))));
        if (lamp == '*') board.lit |= board.cell(r, c);
      }
    }
    boards.push_back(board);
    rows.clear();
    return {};
  };
  for (const Line& line : lines_of(text)) {
    if (line.text.starts_with('#')) continue;
    if (!trim(line.text).empty()) {
      rows.push_back(line);
      if (rows.size() > 4) return fail_at(line.number, 1, "a board has at most 4 rows and 4 columns");
    } else {
      NAZO_CHECK(finish());
    }
  }
  NAZO_CHECK(finish());
  if (boards.empty()) return fail_at(1, 1, "no board here: expected rows of * and .");
  return boards;
}

Result<Board> board_of(std::string_view text) {
  NAZO_TRY(boards, boards_of(text));
  return boards.front();
}

Result<int> press_of(const Board& board, std::string_view move) {
  const auto parts = split(move, ',');
  const auto row = number_of<int>(parts[0]);
  const auto column = parts.size() == 2 ? number_of<int>(parts[1]) : std::nullopt;
  if (!row || !column || *row < 1 || *row > board.height || *column < 1 || *column > board.width)
    return fail(cat("expected a lamp ROW,COLUMN of the board, not ", in_quotes(move)));
  return (*row - 1) * board.width + *column - 1;
}

std::string press_text(const Board& board, int cell) {
  return cat(cell / board.width + 1, ",", cell % board.width + 1);
}

// ── the genre ──

class Lights final : public Genre {
 public:
  const Facts& facts() const override {
    static const Facts facts{
        .name = "lights",
        .title = "Lights (a toy)",
        .about = "Press a lamp to switch it and its neighbours; all lamps must go out.",
        .sizes = "up to 4×4",
        .solution_help = "lamps to press, ROW,COLUMN separated by blanks",
        .formats = {{"lights", {".lights"}, "rows of * and .", true, true, true}},
        .features = {{"length", "fewest presses"}, {"lit", "lamps lit at the start"}},
        .codes = {{"unsolvable", "no presses turn all lamps off"}, {"solved_at_start", "all lamps are off already"}},
        .techniques = {{"press", "press the lamp on this cell"},
                       {"one_of_the_presses", "the same; it is one of so many presses that finish it"}},
        .options = {{.name = "size",
                     .kind = OptionKind::integer,
                     .help = "rows and columns",
                     .fallback = "3",
                     .verbs = {"generate"},
                     .lowest = 2,
                     .highest = 4},
                    {.name = "board",
                     .kind = OptionKind::file,
                     .help = "this board and no other",
                     .verbs = {"generate", "play"}}},
        .presets = {},
        .examples = {{"plus", ".*.\n***\n.*.\n", true},
                     {"corner", "*..\n...\n...\n", true},
                     {"never", "*...\n....\n....\n....\n", false}},
    };
    return facts;
  }

  Result<std::vector<Puzzle>> parse(std::string_view text, std::string_view, const Options&) const override {
    NAZO_TRY(boards, boards_of(text));
    std::vector<Puzzle> puzzles;
    for (const Board& board : boards) puzzles.push_back({.genre = "lights", .text = text_of(board)});
    return puzzles;
  }
  Result<std::string> print(const Puzzle& puzzle, std::string_view, const Options&, const Context&) const override {
    return puzzle.text;
  }
  Result<std::string> canonical(const Puzzle& puzzle, const Context&) const override {
    NAZO_TRY(board, board_of(puzzle.text));
    Board mirrored{board.width, board.height, 0};
    for (int r = 0; r < board.height; ++r)
      for (int c = 0; c < board.width; ++c)
        if (board.lit & board.cell(r, c)) mirrored.lit |= board.cell(r, board.width - 1 - c);
    return std::min(text_of(board), text_of(mirrored));
  }
  Result<std::string> picture(const Puzzle& puzzle, std::string_view, const Options&, const Context&) const override {
    NAZO_TRY(board, board_of(puzzle.text));
    std::string svg = cat("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", 20 * board.width, " ",
                          20 * board.height, "\">");
    for (int r = 0; r < board.height; ++r)
      for (int c = 0; c < board.width; ++c)
        svg += cat("<circle cx=\"", 20 * c + 10, "\" cy=\"", 20 * r + 10, "\" r=\"8\" fill=\"",
                   board.lit & board.cell(r, c) ? "gold" : "#444", "\"/>");
    return svg + "</svg>";
  }

  Result<Verdict> solve(const Puzzle& puzzle, const Options&, const Context& context) const override {
    NAZO_TRY(board, board_of(puzzle.text));
    const auto found = search::first_solution(Space{board}, board.lit, search::Queue{}, context.budget);
    Verdict verdict;
    verdict.stats = {found.nodes, found.expanded, found.duplicates, found.peak_bytes};
    verdict.limit = found.limit;
    if (found.ending == search::Ending::unsolvable) verdict.status = Status::unsolvable;
    if (found.ending == search::Ending::solved) {
      verdict.status = Status::solved;
      verdict.optimal = true;
      verdict.length = static_cast<std::int64_t>(found.path.size());
      std::vector<std::string> presses;
      for (const auto m : found.path) presses.push_back(press_text(board, m));
      verdict.solution = join(presses, " ");
    }
    return verdict;
  }
  Result<Report> verify(const Puzzle& puzzle, std::string_view solution, const Options& options,
                        const Context& context) const override {
    NAZO_TRY(board, board_of(puzzle.text));
    std::string position = puzzle.text;
    for (const auto& line : lines_of(solution))
      for (const Word& word : line.words()) {
        auto next = play(position, word.text, options, context);
        if (!next) return Report{.faulty = true, .findings = {{"wrong_solution", next.error().message}}};
        position = *next;
      }
    NAZO_TRY(last, board_of(position));
    if (last.lit != 0)
      return Report{.faulty = true,
                    .findings = {{"wrong_solution", cat(std::popcount(last.lit), " lamps are still lit at the end")}}};
    return Report{};
  }
  Result<Report> check(const Puzzle& puzzle, const Options& options, const Context& context) const override {
    NAZO_TRY(verdict, solve(puzzle, options, context));
    Report report;
    report.limit = verdict.limit;
    if (verdict.status == Status::unsolvable)
      report = {.faulty = true, .findings = {{"unsolvable", "no presses turn all lamps off"}}};
    if (verdict.status == Status::solved && verdict.length == 0)
      report = {.faulty = true, .findings = {{"solved_at_start", "all lamps are off already"}}};
    return report;
  }
  Result<Analysis> analyze(const Puzzle& puzzle, const std::vector<std::string>&, const Options& options,
                           const Context& context) const override {
    NAZO_TRY(board, board_of(puzzle.text));
    NAZO_TRY(verdict, solve(puzzle, options, context));
    Analysis analysis{.exact = verdict.status != Status::unknown, .limit = verdict.limit};
    analysis.features.set("length", verdict.status == Status::solved ? Value(verdict.length) : Value())
        .set("lit", std::popcount(board.lit));
    return analysis;
  }
  Prior prior(const Value& features) const override {
    const Value* length = features.find("length");
    if (length == nullptr || length->is_null()) return {};
    return {.difficulty = std::min(100.0, 10 * length->number())};
  }

  Result<Batch> generate(const Order& order, const Context&) const override {
    if (order.options.given("board")) {
      NAZO_TRY(given, board_of(order.options.text("board")));
      Batch batch;
      batch.candidates.push_back({.puzzle = {.genre = "lights", .text = text_of(given)}, .solution = {}});
      return batch;
    }
    const int size = static_cast<int>(order.options.integer("size"));
    Rng rng(order.seed, order.index);
    Board board{size, size, 0};  // pressing lamps of a dark board makes one that can be solved
    for (int m = 0; m < size * size; ++m)
      if (rng.chance(0.5)) board.lit ^= board.cross(m / size, m % size);
    Batch batch;
    if (board.lit == 0) {
      batch.rejected.emplace_back("solved_at_start", 1);
    } else {
      batch.candidates.push_back({.puzzle = {.genre = "lights", .text = text_of(board)}, .solution = {}});
    }
    return batch;
  }

  Result<std::string> start(const Puzzle& puzzle, const Options&, const Context&) const override { return puzzle.text; }
  Result<std::vector<Move>> moves(std::string_view position, const Options&, const Context&) const override {
    NAZO_TRY(board, board_of(position));
    std::vector<Move> moves;
    for (int m = 0; m < board.width * board.height && board.lit != 0; ++m) {
      const Cell cell{m / board.width + 1, m % board.width + 1};
      moves.push_back({.text = press_text(board, m), .label = {}, .key = {}, .from = cell, .to = cell});
    }
    return moves;
  }
  Result<std::string> play(std::string_view position, std::string_view move, const Options&,
                           const Context&) const override {
    NAZO_TRY(board, board_of(position));
    NAZO_TRY(cell, press_of(board, move));
    board.lit ^= board.cross(cell / board.width, cell % board.width);
    return text_of(board);
  }
  Result<Standing> status(std::string_view position, const Options&, const Context&) const override {
    NAZO_TRY(board, board_of(position));
    return board.lit == 0 ? Standing::won : Standing::playing;
  }
  Result<Hint> hint(std::string_view position, HintLevel level, const Options& options,
                    const Context& context) const override {
    NAZO_TRY(verdict, solve({.genre = "lights", .text = std::string(position)}, options, context));
    Hint hint;
    if (verdict.status == Status::unknown) return Hint{.text = "I could not find out.", .technique = "unknown"};
    hint.solvable = verdict.status == Status::solved;
    hint.text = *hint.solvable ? "This can still be solved." : "This cannot be solved.";
    hint.technique = *hint.solvable ? "solvable" : "unsolvable";
    if (!*hint.solvable || level == HintLevel::solvable || verdict.length == 0) return hint;
    hint.move = verdict.solution.substr(0, verdict.solution.find(' '));
    NAZO_TRY(board, board_of(position));
    NAZO_TRY(cell, press_of(board, hint.move));
    hint.technique = "press";
    hint.cells = {{cell / board.width + 1, cell % board.width + 1}};
    hint.text = cat("Press ", hint.move, ".");
    if (level != HintLevel::why) return hint;
    hint.technique = "one_of_the_presses";
    hint.values.set("presses", verdict.length);
    hint.text = cat("Press ", hint.move, ": it is one of ", verdict.length, " presses that finish it.");
    return hint;
  }
  Result<std::vector<std::string>> replay(const Puzzle&, std::string_view solution, const Options&,
                                          const Context&) const override {
    std::vector<std::string> moves;
    for (const auto& line : lines_of(solution))
      for (const Word& word : line.words()) moves.emplace_back(word.text);
    return moves;
  }
  Result<TextPicture> draw(std::string_view position, const Options&, const Context&) const override {
    NAZO_TRY(board, board_of(position));
    TextPicture picture{.rows = {}, .cell_width = 1};
    for (int r = 0; r < board.height; ++r) {
      picture.rows.emplace_back();
      for (int c = 0; c < board.width; ++c)
        picture.rows.back().push_back(board.lit & board.cell(r, c) ? TextCell{"●", 5} : TextCell{"·", 3});
    }
    return picture;
  }
  Result<Value> view(std::string_view position, const Options&, const Context&) const override {
    NAZO_TRY(board, board_of(position));
    Value rows = Value::array();
    for (int r = 0; r < board.height; ++r) {
      Value row = Value::array();
      for (int c = 0; c < board.width; ++c) row.push((board.lit & board.cell(r, c)) != 0);
      rows.push(row);
    }
    return Value::object().set("lit", rows);
  }
  std::vector<BenchTask> bench() const override {
    return {{"dark4x4", [this] {
               const auto options = Options::make(facts().options);
               const auto verdict = solve({.genre = "lights", .text = "****\n****\n****\n****\n"}, *options, {});
               return verdict ? verdict->stats.nodes : 0;
             }}};
  }
};

}  // namespace

const Genre& genre() {
  static const Lights lights;
  return lights;
}

}  // namespace nazo::lights
