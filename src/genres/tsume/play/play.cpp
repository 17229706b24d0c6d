#include "genres/tsume/play/play.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/rules/ordered.hpp"
#include "genres/tsume/solve/line.hpp"
#include "genres/tsume/solve/solve.hpp"
#include "genres/tsume/text/japanese.hpp"
#include "genres/tsume/text/sfen.hpp"
#include "genres/tsume/text/text.hpp"

namespace nazo::tsume {
namespace {

std::optional<Square> previous_of(const Game& game) {
  return game.moves.empty() ? std::nullopt : std::optional(game.moves.back().to());
}

Cell cell_of(Square s) { return {rank_of(s) + 1, 9 - file_of(s)}; }

/// What a defence may cost: enough for most problems, little enough to answer at once.
Budget answering_budget(Budget budget) {
  budget.nodes = std::min<std::uint64_t>(budget.nodes, 400'000);
  budget.bytes = std::min(budget.bytes, std::uint64_t{96} << 20);
  return budget;
}

/// Did the present position stand on the board before?
bool repeats(const Game& game) {
  Position p = game.start;
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    if (p == game.now) return true;
    p.make(game.moves[i]);
  }
  return false;
}

}  // namespace

Result<Game> read_game(std::string_view text, const Options& options, const Context& context) {
  NAZO_CHECK(room_for_text(context, text.size()));
  std::vector<Word> words;
  for (const Line& line : lines_of(text))
    for (const Word& word : line.words()) words.push_back(word);
  const auto at = std::ranges::find(words, std::string_view("moves"), &Word::text);
  Game game;
  game.rules = rules_of(options);
  NAZO_TRY(setup, read_sfen({words.begin(), at}));
  game.start = with_defender_hand(setup, defender_hand(options));
  NAZO_CHECK(check_start(game.start));
  game.now = game.start;
  for (auto word = at == words.end() ? at : at + 1; word != words.end(); ++word) {
    const auto m = read_usi(word->text);
    if (!m || why_illegal(game.now, *m) != Illegal::none)
      return fail_at(word->line, word->column, cat(in_quotes(word->text), " is not a legal move here"));
    if (game.now.side() == game.attacker() && !gives_check(game.now, *m))
      return fail_at(word->line, word->column, cat(word->text, " does not give check"));
    game.moves.push_back(*m);
    game.now.make(*m);
  }
  if (game.now.side() != game.attacker() && !is_mate(game.now, game.rules))
    return fail("the position ends with an attacking move that has not been answered");
  return game;
}

std::string write_game(const Game& game) {
  std::string out = sfen_of(game.start);
  if (!game.moves.empty()) out += cat(" moves ", write_line(game.moves));
  return out;
}

std::vector<Move> moves_for_person(const Game& game) {
  std::vector<Move> out;
  if (standing(game) != Standing::playing) return out;
  for (const Move16 m : ordered_checks(game.now))
    out.push_back({.text = usi_of(m),
                   .label = japanese_move(game.now, m, previous_of(game)),
                   .from = m.is_drop() ? Cell{} : cell_of(m.from()),
                   .to = cell_of(m.to())});
  return out;
}

namespace {

/// Moves of the attacker that the pieces could make but the problem does not allow, each with what is wrong with it:
/// no_check, or pawn_drop_mate. So a person may pick up any piece and is told.
Value refused_moves(const Game& game) {
  Value out = Value::array();
  if (standing(game) != Standing::playing) return out;
  const Position& p = game.now;
  const auto offer = [&](Move16 m) {
    const Illegal why = why_illegal(p, m);
    if (why != Illegal::none && why != Illegal::pawn_drop_mate) return;
    if (why == Illegal::none && gives_check(p, m)) return;
    const auto place = [](Cell cell) { return Value(Value::Array{cell.row, cell.column}); };
    out.push(Value::object()
                 .set("text", usi_of(m))
                 .set("from", m.is_drop() ? Value() : place(cell_of(m.from())))
                 .set("to", place(cell_of(m.to())))
                 .set("why", why == Illegal::none ? "no_check" : "pawn_drop_mate"));
  };
  for (int to = 0; to < square_count; ++to) {
    for (const Kind k : {Kind::rook, Kind::bishop, Kind::gold, Kind::silver, Kind::knight, Kind::lance, Kind::pawn})
      if (p.hand(p.side()).count(k) > 0) offer(Move16::drop(k, Square(to)));
    for (int from = 0; from < square_count; ++from) {
      const Piece on = p.on(Square(from));
      if (on == Piece::none || color_of(on) != p.side()) continue;
      offer(Move16::step(Square(from), Square(to)));
      offer(Move16::promotion(Square(from), Square(to)));
    }
  }
  return out;
}

}  // namespace

Result<Move16> best_defence(const Position& given, Rules rules, const Budget& budget) {
  const bool turn = given.side() == Color::black;
  const Position p = turn ? given.turned() : given;
  const auto answer = [&](Move16 m) { return turn ? m.turned() : m; };
  Meter meter(budget);
  MateSearch search(budget.bytes);
  const MoveList list = ordered_evasions(p);
  const Outcome o = search.run(p, endless_length, Rules::count_all, meter);
  if (o.proved()) {
    ExactLines lines(search, rules, meter);
    if (const auto length = lines.length_of(p, o.length)) {
      const std::vector<Move16> line = lines.line(p, *length);
      if (!line.empty()) return answer(line.front());
    }
  }
  if (meter.limit() == Limit::time || meter.limit() == Limit::stopped) return fail_limit(meter.limit());
  // An answer that refutes the attack, else the one that is hardest to refute by what was seen.
  const auto rank = [&](Move16 m) {
    Position next = p;
    next.make(m);
    const Found found = search.known(next, endless_length, Rules::count_all);
    int state = 1;
    if (found.state == Found::State::disproved) state = 0;
    if (found.state == Found::State::proved) state = 2;
    return std::pair{state, state == 2 ? -found.length : static_cast<int>(std::min<Number>(found.dn, 1u << 20))};
  };
  return answer(*std::ranges::min_element(list, [&](Move16 a, Move16 b) { return rank(a) < rank(b); }));
}

Result<Game> play(Game game, std::string_view text, const Budget& budget) {
  if (standing(game) != Standing::playing) return fail("the game is over");
  MoveList list;
  checks(game.now, list);
  std::optional<Move16> move = typed_move(game.now, text, list, previous_of(game));
  std::optional<Move16> wanted;
  if (!move) {
    // "MOVE ANSWER": both in USI.
    const std::vector<Word> words = Line{text, 1}.words();
    const auto first = words.size() == 2 ? read_usi(words[0].text) : std::nullopt;
    const auto second = words.size() == 2 ? read_usi(words[1].text) : std::nullopt;
    if (first && second && list.contains(*first)) {
      move = first;
      wanted = second;
    }
  }
  if (!move) {
    const std::optional<Move16> usi = read_usi(trim(text));
    if (usi && why_illegal(game.now, *usi) == Illegal::none) return fail(cat(trim(text), " does not give check"));
    if (usi && why_illegal(game.now, *usi) == Illegal::pawn_drop_mate)
      return fail(cat(trim(text), " would mate with a pawn drop (uchifuzume)"));
    return fail(cat(in_quotes(text), " is no check here; moves are written like 2b3c+, G*5b or ３二銀打"));
  }
  game.now.make(*move);
  game.moves.push_back(*move);
  if (is_mate(game.now, game.rules)) {
    if (wanted) return fail("the defender is mated and cannot answer");
    return game;
  }
  Move16 answer{};
  if (wanted) {
    if (why_illegal(game.now, *wanted) != Illegal::none) return fail(cat(usi_of(*wanted), " is not a legal answer"));
    answer = *wanted;
  } else {
    NAZO_TRY(found, best_defence(game.now, game.rules, answering_budget(budget)));
    answer = found;
  }
  game.now.make(answer);
  game.moves.push_back(answer);
  return game;
}

Standing standing(const Game& game) {
  if (game.now.side() != game.attacker()) return Standing::won;
  if (repeats(game)) return Standing::stuck;
  MoveList list;
  checks(game.now, list);
  return list.empty() ? Standing::stuck : Standing::playing;
}

Hint hint(const Game& game, HintLevel level, const Context& context) {
  switch (standing(game)) {
    case Standing::won:
      return {.text = "The king is mated.", .solvable = true, .technique = "solved"};
    case Standing::stuck:
      if (repeats(game))
        return {.text = "This position stood on the board before: the attack has failed.",
                .solvable = false,
                .technique = "repetition"};
      return {.text = "There is no check left.", .solvable = false, .technique = "no_check_left"};
    case Standing::playing:
      break;
  }
  Meter meter(context.budget);
  Solver solver(context.budget.bytes);
  const Solution s = solver.solve(game.now, {SolveOptions::Goal::automatic, game.rules}, meter);
  if (s.status == Status::unsolvable)
    return {.text = "There is no mate from here: take a move back.", .solvable = false, .technique = "no_mate"};
  if (s.status == Status::unknown) return {.text = "Too hard to say within the limits.", .technique = "unknown"};
  const std::string length = cat(s.length, s.length == 1 ? " ply" : " plies");
  Hint hint{.text = cat("There is a mate in ", length, "."), .solvable = true, .technique = "mate_in"};
  hint.values.set("length", s.length);
  if (level == HintLevel::solvable) return hint;
  const Move16 first = s.line.front();
  const std::string label = marked_move(game.now, first, previous_of(game));
  hint.move = usi_of(first);
  hint.technique = "next_check";
  hint.text = cat(label, " (", hint.move, ").");
  hint.cells = {cell_of(first.to())};
  hint.values.set("check", label);
  if (level == HintLevel::step) return hint;
  Position after = game.now;
  after.make(first);
  MoveList answers;
  evasions(after, answers);
  std::string line;
  Position p = game.now;
  std::optional<Square> previous = previous_of(game);
  for (std::size_t i = 0; i < s.line.size() && i < 9; ++i) {
    line += cat(i > 0 ? " " : "", marked_move(p, s.line[i], previous));
    previous = s.line[i].to();
    p.make(s.line[i]);
  }
  if (s.line.size() > 9) line += " …";
  std::string count = cat(answers.size(), " answers");
  if (answers.empty()) count = "no answer";
  if (answers.size() == 1) count = "one answer";
  hint.technique = "mating_line";
  hint.text = cat(label, " leaves ", count, " and mates in ", length, ": ", line);
  hint.values.set("answers", answers.size()).set("line", line);
  return hint;
}

TextPicture draw(const Game& game) {
  TextPicture picture;
  picture.cell_width = 3;
  picture.gap = 0;
  picture.origin = {2, 1};
  const Position& p = game.now;
  std::vector<TextCell> head;
  for (int file = 8; file >= 0; --file) head.push_back({cat(" ", wide_digit(file + 1)), 3});
  picture.rows.push_back(std::move(head));
  const std::optional<Square> last = previous_of(game);
  for (int rank = 0; rank < 9; ++rank) {
    std::vector<TextCell> row;
    for (int file = 8; file >= 0; --file) {
      const Square s = square_at(file, rank);
      const Piece on = p.on(s);
      if (on == Piece::none) {
        row.push_back({" ・", 3});
        continue;
      }
      const bool attacks = color_of(on) == game.attacker();
      constexpr int red = 1, strong = 2, warning = 5;
      const int plain_style = attacks ? strong : red;
      row.push_back(
          {cat(color_of(on) == Color::white ? "v" : " ", kanji_cell(kind_of(on))), last == s ? warning : plain_style});
    }
    row.push_back({kanji_number(rank + 1), 3});
    picture.rows.push_back(std::move(row));
  }
  picture.caption = cat(game.attacker() == Color::black ? "▲" : "△", "持駒 ", japanese_hand(p.hand(game.attacker())));
  if (game.moves.size() >= 2) {
    Position before = game.start;
    std::optional<Square> previous;
    std::string shown;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      if (i + 2 >= game.moves.size()) shown += cat(" ", marked_move(before, game.moves[i], previous));
      previous = game.moves[i].to();
      before.make(game.moves[i]);
    }
    picture.caption += cat("   ", game.moves.size(), "手まで", shown);
  }
  return picture;
}

Value view(const Game& game) {
  const Position& p = game.now;
  const auto color_name = [](Color c) { return c == Color::black ? "black" : "white"; };
  Value board = Value::array();
  for (int rank = 0; rank < 9; ++rank) {
    Value row = Value::array();
    for (int file = 8; file >= 0; --file) {
      const Piece on = p.on(square_at(file, rank));
      const std::string letter(usi_letter(kind_of(on)));
      row.push(on == Piece::none ? Value("") : Value(color_of(on) == Color::black ? letter : lower(letter)));
    }
    board.push(std::move(row));
  }
  const auto hand = [&](Color c) {
    Value out = Value::object();
    for (const Kind k : {Kind::rook, Kind::bishop, Kind::gold, Kind::silver, Kind::knight, Kind::lance, Kind::pawn})
      if (const int n = p.hand(c).count(k); n > 0) out.set(usi_letter(k), n);
    return out;
  };
  Value moves = Value::array(), labels = Value::array();
  Position before = game.start;
  std::optional<Square> previous;
  for (const Move16 m : game.moves) {
    moves.push(usi_of(m));
    labels.push(marked_move(before, m, previous));
    previous = m.to();
    before.make(m);
  }
  Value out = Value::object();
  out.set("board", std::move(board));
  out.set("hands", Value::object().set("black", hand(Color::black)).set("white", hand(Color::white)));
  out.set("attacker", color_name(game.attacker())).set("turn", color_name(p.side()));
  out.set("rest", p.hand(~game.attacker()) == rest_of_set(p, game.attacker()));
  out.set("check", p.in_check(p.side()));
  // What just happened: the player's move and the answer to it, so that the page can show one after the other.
  Value last = Value::object();
  const std::size_t count = game.moves.size();
  if (count > 0) {
    const std::size_t attack = p.side() == game.attacker() ? count - 2 : count - 1;
    last.set("attack", usi_of(game.moves[attack])).set("attack_label", *(*labels.items())[attack].string());
    if (attack + 1 < count)
      last.set("answer", usi_of(game.moves[attack + 1])).set("answer_label", *(*labels.items())[attack + 1].string());
  }
  out.set("last", std::move(last)).set("moves", std::move(moves)).set("labels", std::move(labels));
  out.set("refused", refused_moves(game));
  return out.set("standing", name(standing(game)));
}

}  // namespace nazo::tsume
