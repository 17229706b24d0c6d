// The CSA format of computer shogi: boards, hands and moves in plain letters.
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/text/record.hpp"

namespace nazo::tsume {
namespace {

constexpr std::array<std::string_view, kind_count> csa_names{"",   "FU", "KY", "KE", "GI", "KA", "HI", "KI",
                                                             "OU", "TO", "NY", "NK", "NG", "UM", "RY"};

Kind kind_named(std::string_view name) {
  for (std::size_t k = 1; k < csa_names.size(); ++k)
    if (csa_names[k] == name) return Kind(static_cast<std::uint8_t>(k));
  return Kind::none;
}

/// A statement of the file: a line, or a part of one between commas.
struct Statement {
  std::string_view text;
  std::size_t line, column;
  [[nodiscard]] std::unexpected<Error> fail_here(std::string message, std::size_t offset = 0) const {
    return fail_at(line, column + offset, std::move(message));
  }
};

std::optional<Square> square_named(std::string_view digits) {
  if (digits.size() != 2 || digits[0] < '1' || digits[0] > '9' || digits[1] < '1' || digits[1] > '9')
    return std::nullopt;
  return square_at(digits[0] - '1', digits[1] - '1');
}

Result<void> put_checked(const Statement& s, std::size_t offset, Position& p, Piece what, Square at) {
  if (p.on(at) != Piece::none) return s.fail_here(cat("two pieces on ", usi_square(at)), offset);
  if (kind_of(what) == Kind::king && p.has_king(color_of(what)))
    return s.fail_here(cat("a second king of ", color_of(what) == Color::black ? "black" : "white"), offset);
  p.put(what, at);
  return {};
}

/// "P1-KY * +FU…": a rank of the board.
Result<void> read_rank(const Statement& s, Position& p) {
  const int rank = s.text[1] - '1';
  for (int i = 0; i < 9; ++i) {
    const std::size_t at = 2 + 3 * static_cast<std::size_t>(i);
    const std::string_view cell = at < s.text.size() ? s.text.substr(at, 3) : std::string_view{};
    if (trim(cell) == "*" || trim(cell).empty()) continue;
    const Kind kind = cell.size() == 3 ? kind_named(cell.substr(1)) : Kind::none;
    if (kind == Kind::none || (cell[0] != '+' && cell[0] != '-'))
      return s.fail_here(cat("expected a piece such as +FU or * for an empty square, not ", in_quotes(cell)), at);
    NAZO_CHECK(
        put_checked(s, at, p, piece(cell[0] == '+' ? Color::black : Color::white, kind), square_at(8 - i, rank)));
  }
  if (s.text.size() > 29 && !trim(s.text.substr(29)).empty()) return s.fail_here("a rank has nine squares", 29);
  return {};
}

/// "P+00KI77FU" or "P-00AL": single pieces, squares 00 are the hand, AL is all the rest.
Result<void> read_pieces(const Statement& s, Position& p, std::optional<Color>& gets_rest) {
  const Color color = s.text[1] == '+' ? Color::black : Color::white;
  for (std::size_t at = 2; at < s.text.size(); at += 4) {
    const std::string_view cell = s.text.substr(at, 4);
    if (trim(s.text.substr(at)).empty()) break;
    if (cell == "00AL") {
      gets_rest = color;
      continue;
    }
    const Kind kind = cell.size() == 4 ? kind_named(cell.substr(2)) : Kind::none;
    if (kind == Kind::none) return s.fail_here("expected pieces such as 00KI (in hand) or 77FU", at);
    if (cell.starts_with("00")) {
      if (kind == Kind::king || is_promoted(kind)) return s.fail_here("this piece cannot be in hand", at);
      Hand hand = p.hand(color);
      if (hand.count(kind) >= set_size(kind)) return s.fail_here("more pieces than a set has", at);
      hand.add(kind);
      p.set_hand(color, hand);
    } else {
      const auto square = square_named(cell.substr(0, 2));
      if (!square) return s.fail_here("expected a square such as 77", at);
      NAZO_CHECK(put_checked(s, at, p, piece(color, kind), *square));
    }
  }
  return {};
}

Result<Move16> read_move(const Statement& s, const Position& p) {
  const Kind after = s.text.size() >= 7 ? kind_named(s.text.substr(5, 2)) : Kind::none;
  const auto to = s.text.size() >= 7 ? square_named(s.text.substr(3, 2)) : std::nullopt;
  if (after == Kind::none || !to) return s.fail_here("expected a move such as +7776FU or +0055KI");
  const Color color = s.text[0] == '+' ? Color::black : Color::white;
  if (color != p.side()) return s.fail_here("the other side is to move");
  if (s.text.substr(1, 2) == "00") return Move16::drop(after, *to);
  const auto from = square_named(s.text.substr(1, 2));
  if (!from) return s.fail_here("expected the square the piece comes from, or 00 for a drop", 1);
  const Kind before = kind_of(p.on(*from));
  if (before == after) return Move16::step(*from, *to);
  if (can_promote(before) && promoted(before) == after) return Move16::promotion(*from, *to);
  return s.fail_here("this piece does not stand there", 1);
}

std::string square_digits(Square s) {
  return {static_cast<char>('1' + file_of(s)), static_cast<char>('1' + rank_of(s))};
}

/// Reads statement by statement; records are separated by a line "/".
class CsaReader {
 public:
  Result<std::vector<Record>> read(std::string_view text) {
    for (const Line& line : lines_of(text)) NAZO_CHECK(read_line(line));
    if (!has_board_ && records_.empty()) return fail_at(1, 1, "expected a CSA record with a position (lines P1 … P9)");
    NAZO_CHECK(finish());
    return std::move(records_);
  }

 private:
  Result<void> read_line(const Line& line) {
    if (line.text == "/") return finish();
    if (line.text.starts_with("'")) return {};
    if (line.text.starts_with("$") || line.text.starts_with("N")) return read_statement({line.text, line.number, 1});
    std::size_t column = 1;
    for (const std::string_view part : split(line.text, ',')) {
      std::string_view statement = part;
      while (!statement.empty() && (statement.back() == ' ' || statement.back() == '\t') && statement.front() != 'P')
        statement.remove_suffix(1);
      NAZO_CHECK(read_statement({statement, line.number, column}));
      column += part.size() + 1;
    }
    return {};
  }

  Result<void> read_statement(const Statement& s) {
    if (s.text.empty() || over_) return {};
    switch (s.text.front()) {
      case 'P':
        return read_position(s);
      case '+':
      case '-':
        return s.text.size() == 1 ? read_side(s) : read_next_move(s);
      case '%':
        over_ = true;
        return {};
      case '$':
        if (s.text.starts_with("$EVENT:")) record_.title = one_line(s.text.substr(7));
        return {};
      case 'V':
      case 'N':
      case 'T':
      case '\'':
        return {};
      default:
        return s.fail_here(cat("unknown CSA statement ", in_quotes(s.text)));
    }
  }

  Result<void> read_position(const Statement& s) {
    if (in_moves_) return s.fail_here("a position after the moves; records are separated by /");
    if (!has_board_) record_.line = s.line;
    has_board_ = true;
    const char which = s.text.size() >= 2 ? s.text[1] : ' ';
    if (which >= '1' && which <= '9') return read_rank(s, record_.setup.position);
    if (which == '+' || which == '-') return read_pieces(s, record_.setup.position, gets_rest_);
    return s.fail_here("expected P1 … P9, P+ or P- (a game from the start position, PI, is no problem)");
  }

  Result<void> read_side(const Statement& s) {
    if (in_moves_) return s.fail_here("the side to move is given twice");
    if (!has_board_) return s.fail_here("a side to move without a position");
    Position& p = record_.setup.position;
    p.set_side(s.text.front() == '+' ? Color::black : Color::white);
    if (gets_rest_) p.set_hand(*gets_rest_, rest_of_set(p, ~*gets_rest_));
    if (auto set = check_set(p); !set) return fail_at(record_.line, 1, set.error().message);
    record_.setup.defender_hand_given = !p.hand(~p.side()).empty();
    now_ = p;
    in_moves_ = true;
    return {};
  }

  Result<void> read_next_move(const Statement& s) {
    if (!in_moves_) return s.fail_here("moves before the side to move (+ or -)");
    NAZO_TRY(move, read_move(s, now_));
    if (why_illegal(now_, move) != Illegal::none)
      return s.fail_here(cat("the move ", usi_of(move), " is not legal here"));
    record_.moves.push_back(move);
    now_.make(move);
    return {};
  }

  Result<void> finish() {
    if (has_board_ && !in_moves_)
      return fail_at(record_.line, 1, "the side to move (+ or -) is missing after the position");
    if (has_board_) records_.push_back(std::move(record_));
    record_ = Record{};
    gets_rest_.reset();
    has_board_ = false;
    in_moves_ = false;
    over_ = false;
    return {};
  }

  std::vector<Record> records_;
  Record record_;
  Position now_;
  std::optional<Color> gets_rest_;
  bool has_board_ = false, in_moves_ = false, over_ = false;
};

}  // namespace

Result<std::vector<Record>> read_csa(std::string_view text) { return CsaReader().read(text); }

std::string write_csa(const Record& record) {
  const Position& start = record.setup.position;
  std::string out = "V2.2\n";
  if (const std::string title = one_line(record.title); !title.empty()) out += cat("$EVENT:", title, "\n");
  for (int rank = 0; rank < 9; ++rank) {
    out += cat("P", rank + 1);
    for (int file = 8; file >= 0; --file) {
      const Piece on = start.on(square_at(file, rank));
      if (on == Piece::none)
        out += " * ";
      else
        out += cat(color_of(on) == Color::black ? "+" : "-", csa_names[static_cast<std::size_t>(kind_of(on))]);
    }
    out += "\n";
  }
  for (const Color c : {Color::black, Color::white}) {
    std::string hand;
    for (const Kind k : hand_kinds)
      for (int i = 0; i < start.hand(c).count(k); ++i) hand += cat("00", csa_names[static_cast<std::size_t>(k)]);
    if (!hand.empty()) out += cat(c == Color::black ? "P+" : "P-", hand, "\n");
  }
  out += start.side() == Color::black ? "+\n" : "-\n";
  Position p = start;
  for (const Move16 m : record.moves) {
    out += p.side() == Color::black ? '+' : '-';
    const Kind before = m.is_drop() ? m.dropped() : kind_of(p.on(m.from()));
    out += cat(m.is_drop() ? std::string("00") : square_digits(m.from()), square_digits(m.to()),
               csa_names[static_cast<std::size_t>(m.is_promotion() ? promoted(before) : before)], "\n");
    p.make(m);
  }
  if (!record.moves.empty()) out += p.in_check(p.side()) ? "%TSUMI\n" : "%CHUDAN\n";
  return out;
}

}  // namespace nazo::tsume
