#include "genres/tsume/text/sfen.hpp"

#include <cctype>

#include "genres/tsume/rules/movegen.hpp"

namespace nazo::tsume {
namespace {

constexpr std::array<std::string_view, kind_count> letters{"",  "P",  "L",  "N",  "S",  "B",  "R", "G",
                                                           "K", "+P", "+L", "+N", "+S", "+B", "+R"};
// The order in which SFEN lists a hand: dearest first.
constexpr std::array<Kind, 7> sfen_order{Kind::rook,   Kind::bishop, Kind::gold, Kind::silver,
                                         Kind::knight, Kind::lance,  Kind::pawn};

Kind kind_of_letter(char c) {
  switch (std::toupper(static_cast<unsigned char>(c))) {
    case 'P':
      return Kind::pawn;
    case 'L':
      return Kind::lance;
    case 'N':
      return Kind::knight;
    case 'S':
      return Kind::silver;
    case 'B':
      return Kind::bishop;
    case 'R':
      return Kind::rook;
    case 'G':
      return Kind::gold;
    case 'K':
      return Kind::king;
    default:
      return Kind::none;
  }
}
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
Color color_of_letter(char c) { return c >= 'a' && c <= 'z' ? Color::white : Color::black; }

std::string_view name_of(Kind k) {
  constexpr std::array<std::string_view, 9> names{"",        "pawns", "lances", "knights", "silvers",
                                                  "bishops", "rooks", "golds",  "kings"};
  return names[static_cast<std::size_t>(plain(k))];
}

/// How many of each plain kind are in the position, both sides, board and hands.
std::array<int, 9> count_set(const Position& p) {
  std::array<int, 9> counts{};
  for (int i = 0; i < square_count; ++i)
    if (const Piece on = p.on(square_of(i)); on != Piece::none) ++counts[static_cast<std::size_t>(plain(kind_of(on)))];
  for (const Kind k : hand_kinds)
    counts[static_cast<std::size_t>(k)] += p.hand(Color::black).count(k) + p.hand(Color::white).count(k);
  return counts;
}

Result<void> read_board(const Word& word, Position& p) {
  int rank = 0, file = 8;
  const auto fail_here = [&](std::size_t i, std::string message) {
    return fail_at(word.line, word.column + i, std::move(message));
  };
  std::array<int, 9> counts{};
  for (std::size_t i = 0; i < word.text.size(); ++i) {
    const char c = word.text[i];
    if (c == '/') {
      if (file != -1)
        return fail_here(i, cat("rank ", rank + 1, " of the board has ", 8 - file, " squares, expected 9"));
      if (rank == 8) return fail_here(i, "the board has more than 9 ranks");
      ++rank;
      file = 8;
      continue;
    }
    if (c >= '1' && c <= '9') {
      if (c - '0' > file + 1) return fail_here(i, cat("rank ", rank + 1, " of the board has more than 9 squares"));
      file -= c - '0';
      continue;
    }
    const std::size_t start = i;
    const bool plus = c == '+';
    if (plus && ++i == word.text.size()) return fail_here(start, "a piece letter must follow +");
    Kind kind = is_letter(word.text[i]) ? kind_of_letter(word.text[i]) : Kind::none;
    if (kind == Kind::none)
      return fail_here(i, cat("unknown piece ", in_quotes(word.text.substr(start, i + 1 - start)),
                              ", expected one of PLNSBRGK or a number of empty squares"));
    if (plus && !can_promote(kind))
      return fail_here(start, cat("a ", kind == Kind::gold ? "gold" : "king", " cannot be promoted"));
    if (file < 0) return fail_here(start, cat("rank ", rank + 1, " of the board has more than 9 squares"));
    const Color color = color_of_letter(word.text[i]);
    if (kind == Kind::king && p.has_king(color))
      return fail_here(start, cat("a second king of ", color == Color::black ? "black" : "white"));
    if (++counts[static_cast<std::size_t>(kind)] > set_size(kind))
      return fail_here(start, cat("more than ", set_size(kind), " ", name_of(kind), " on the board"));
    p.put(piece(color, plus ? promoted(kind) : kind), square_at(file, rank));
    --file;
  }
  if (rank != 8) return fail_here(word.text.size(), cat("the board has ", rank + 1, " ranks, expected 9"));
  if (file != -1) return fail_here(word.text.size(), cat("rank 9 of the board has ", 8 - file, " squares, expected 9"));
  return {};
}

Result<void> read_hands(const Word& word, Position& p) {
  if (word.text == "-") return {};
  std::array<int, 9> counts = count_set(p);
  std::array<Hand, 2> hands{};
  for (std::size_t i = 0; i < word.text.size(); ++i) {
    const std::size_t start = i;
    int number = 0;
    while (i < word.text.size() && word.text[i] >= '0' && word.text[i] <= '9' && number < 100)
      number = 10 * number + (word.text[i++] - '0');
    if (i == start)
      number = 1;
    else if (number == 0)
      return fail_at(word.line, word.column + start, "a number in a hand must not be 0");
    const Kind kind = i < word.text.size() && is_letter(word.text[i]) ? kind_of_letter(word.text[i]) : Kind::none;
    if (kind == Kind::none || kind == Kind::king)
      return fail_at(word.line, word.column + i,
                     "expected a piece (one of RBGSNLP, small for white) in the hands, or - for none");
    if ((counts[static_cast<std::size_t>(kind)] += number) > set_size(kind))
      return fail_at(word.line, word.column + start,
                     cat("more than ", set_size(kind), " ", name_of(kind), " on the board and in the hands"));
    Hand& hand = hands[static_cast<std::size_t>(color_of_letter(word.text[i]))];
    hand.set(kind, hand.count(kind) + number);
  }
  p.set_hand(Color::black, hands[0]);
  p.set_hand(Color::white, hands[1]);
  return {};
}

}  // namespace

Result<Setup> read_sfen(const std::vector<Word>& words) {
  if (words.empty()) return fail("expected an SFEN position: board, side to move, hands");
  if (words.size() < 3)
    return fail_at(words.back().line, words.back().column + words.back().text.size(),
                   "an SFEN position needs board, side to move and hands");
  if (words.size() > 4) return fail_at(words[4].line, words[4].column, "unexpected text after the SFEN position");
  Setup setup;
  NAZO_CHECK(read_board(words[0], setup.position));
  if (words[1].text != "b" && words[1].text != "w")
    return fail_at(words[1].line, words[1].column,
                   cat("the side to move is ", in_quotes(words[1].text), ", expected b or w"));
  setup.position.set_side(words[1].text == "b" ? Color::black : Color::white);
  NAZO_CHECK(read_hands(words[2], setup.position));
  setup.defender_hand_given = !setup.position.hand(~setup.position.side()).empty();
  if (words.size() == 4) {
    const auto number = number_of<int>(words[3].text);
    if (!number || *number < 0)
      return fail_at(words[3].line, words[3].column,
                     cat("the move number is ", in_quotes(words[3].text), ", expected a whole number"));
    setup.move_number = *number;
  }
  return setup;
}

Result<Setup> read_sfen(std::string_view text) {
  const auto lines = lines_of(text);
  for (const Line& line : lines)
    if (!trim(line.text).empty()) return read_sfen(line.words());
  return fail("expected an SFEN position: board, side to move, hands");
}

std::string sfen_board(const Position& p) {
  std::string out;
  for (int rank = 0; rank < 9; ++rank) {
    if (rank > 0) out += '/';
    int empty = 0;
    const auto flush = [&] {
      if (empty > 0) out += static_cast<char>('0' + empty);
      empty = 0;
    };
    for (int file = 8; file >= 0; --file) {
      const Piece on = p.on(square_at(file, rank));
      if (on == Piece::none) {
        ++empty;
        continue;
      }
      flush();
      const std::string_view letter = usi_letter(kind_of(on));
      out += color_of(on) == Color::black ? std::string(letter) : lower(letter);
    }
    flush();
  }
  return out;
}

std::string sfen_hands(const Position& p) {
  std::string out;
  for (const Color c : {Color::black, Color::white})
    for (const Kind k : sfen_order)
      if (const int n = p.hand(c).count(k); n > 0) {
        if (n > 1) out += std::to_string(n);
        out += c == Color::black ? std::string(usi_letter(k)) : lower(usi_letter(k));
      }
  return out.empty() ? "-" : out;
}

std::string sfen_of(const Position& p, int move_number) {
  return cat(sfen_board(p), p.side() == Color::black ? " b " : " w ", sfen_hands(p), " ", move_number);
}

Hand rest_of_set(const Position& p, Color holder) {
  Hand rest;
  std::array<int, 9> counts{};
  for (int i = 0; i < square_count; ++i)
    if (const Piece on = p.on(square_of(i)); on != Piece::none) ++counts[static_cast<std::size_t>(plain(kind_of(on)))];
  for (const Kind k : hand_kinds) {
    const int left = set_size(k) - counts[static_cast<std::size_t>(k)] - p.hand(holder).count(k);
    rest.set(k, left > 0 ? left : 0);
  }
  return rest;
}

Position with_defender_hand(const Setup& setup, DefenderHand how) {
  Position p = setup.position;
  if (how == DefenderHand::rest || (how == DefenderHand::automatic && !setup.defender_hand_given))
    p.set_hand(~p.side(), rest_of_set(p, p.side()));
  return p;
}

namespace {

/// The pieces that cannot move from the last ranks.
std::string_view stuck_name(Kind kind) {
  if (kind == Kind::knight) return "knight";
  return kind == Kind::lance ? "lance" : "pawn";
}

}  // namespace

Result<void> check_start(const Position& p) {
  const Color attacker = p.side(), defender = ~attacker;
  const auto side_name = [](Color c) { return std::string_view(c == Color::black ? "black" : "white"); };
  if (!p.has_king(defender)) return fail(cat(side_name(defender), ", who is to be mated, has no king on the board"));
  for (int i = 0; i < square_count; ++i) {
    const Square s = square_of(i);
    const Piece on = p.on(s);
    if (on == Piece::none) continue;
    if (is_stuck(kind_of(on), color_of(on), s))
      return fail(cat("the ", side_name(color_of(on)), " ", stuck_name(kind_of(on)), " on ", usi_square(s),
                      " could never move (it must be promoted there)"));
    if (kind_of(on) == Kind::pawn && (p.of(color_of(on), Kind::pawn) & file_board(file_of(s))).more_than_one())
      return fail(cat("two unpromoted pawns of ", side_name(color_of(on)), " on file ", file_of(s) + 1, " (nifu)"));
  }
  if (p.in_check(defender))
    return fail(cat("the king of ", side_name(defender), " is in check, but ", side_name(attacker), " is to move"));
  if (p.in_check(attacker) && is_mate(p)) return fail(cat("the attacker (", side_name(attacker), ") is mated already"));
  return {};
}

std::string_view usi_letter(Kind k) { return letters[static_cast<std::size_t>(k)]; }

std::string usi_square(Square s) { return {static_cast<char>('1' + file_of(s)), static_cast<char>('a' + rank_of(s))}; }

std::string usi_of(Move16 m) {
  if (m.is_none()) return "none";
  if (m.is_drop()) return cat(usi_letter(m.dropped()), "*", usi_square(m.to()));
  return cat(usi_square(m.from()), usi_square(m.to()), m.is_promotion() ? "+" : "");
}

std::optional<Move16> read_usi(std::string_view text) {
  const auto square = [](std::string_view t) -> std::optional<Square> {
    if (t.size() != 2 || t[0] < '1' || t[0] > '9' || t[1] < 'a' || t[1] > 'i') return std::nullopt;
    return square_at(t[0] - '1', t[1] - 'a');
  };
  if (text.size() == 4 && text[1] == '*') {
    const Kind kind = text[0] >= 'A' && text[0] <= 'Z' ? kind_of_letter(text[0]) : Kind::none;
    const auto to = square(text.substr(2));
    if (kind == Kind::none || kind == Kind::king || !to) return std::nullopt;
    return Move16::drop(kind, *to);
  }
  if (text.size() != 4 && !(text.size() == 5 && text[4] == '+')) return std::nullopt;
  const auto from = square(text.substr(0, 2)), to = square(text.substr(2, 2));
  if (!from || !to || *from == *to) return std::nullopt;
  return text.size() == 5 ? Move16::promotion(*from, *to) : Move16::step(*from, *to);
}

}  // namespace nazo::tsume
