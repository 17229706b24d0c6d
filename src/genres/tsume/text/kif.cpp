// KIF, the game-record format of most Japanese programs, and KI2, its form for people.
#include <algorithm>

#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/text/japanese.hpp"
#include "genres/tsume/text/record.hpp"

namespace nazo::tsume {
namespace {

constexpr std::string_view wide_colon = "：", wide_blank = "　", missing = "・";

/// Reads characters off the front of a text and remembers the column.
class Cursor {
 public:
  Cursor(std::string_view text, std::size_t line) : rest_(text), line_(line) {}
  bool take(std::string_view what) {
    if (!rest_.starts_with(what) || what.empty()) return false;
    rest_.remove_prefix(what.size());
    column_ += what.size();
    return true;
  }
  void skip_blanks() {
    while (take(" ") || take(wide_blank) || take("\t")) {
    }
  }
  /// A digit 1–9, narrow or wide or as a numeral; 0 if there is none.
  int take_digit() {
    for (int n = 1; n <= 9; ++n)
      if (take(std::string_view("123456789").substr(static_cast<std::size_t>(n) - 1, 1)) || take(wide_digit(n)) ||
          take(kanji_number(n)))
        return n;
    return 0;
  }
  /// A number up to 99 in numerals or digits; 0 if there is none.
  int take_number() {
    const int first = take_digit();
    if (take("十")) return (first == 0 ? 1 : first) * 10 + take_digit();
    if (first == 0) return 0;
    if (rest_.starts_with("0")) {
      take("0");
      return first * 10;
    }
    const int second = take_digit();
    return second == 0 ? first : first * 10 + second;
  }
  /// A piece's name; none if there is none. 成銀 and the like count as one.
  Kind take_piece() {
    struct Name {
      std::string_view text;
      Kind kind;
    };
    static constexpr std::array<Name, 24> names{
        {{"成銀", Kind::pro_silver}, {"成桂", Kind::pro_knight}, {"成香", Kind::pro_lance}, {"全", Kind::pro_silver},
         {"圭", Kind::pro_knight},   {"杏", Kind::pro_lance},    {"と", Kind::pro_pawn},    {"馬", Kind::horse},
         {"龍", Kind::dragon},       {"竜", Kind::dragon},       {"玉", Kind::king},        {"王", Kind::king},
         {"飛", Kind::rook},         {"角", Kind::bishop},       {"金", Kind::gold},        {"銀", Kind::silver},
         {"桂", Kind::knight},       {"香", Kind::lance},        {"歩", Kind::pawn},        {"成歩", Kind::pro_pawn},
         {"成角", Kind::horse},      {"成飛", Kind::dragon},     {"仝", Kind::pro_lance},   {"个", Kind::pro_pawn}}};
    for (const Name& name : names)
      if (take(name.text)) return name.kind;
    return Kind::none;
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] bool empty() const { return rest_.empty(); }
  [[nodiscard]] std::unexpected<Error> fail_here(std::string message) const {
    return fail_at(line_, column_, std::move(message));
  }

 private:
  std::string_view rest_;
  std::size_t line_, column_ = 1;
};

Result<void> read_board_row(const Line& line, int rank, Position& p) {
  Cursor at(line.text, line.number);
  at.skip_blanks();
  at.take("|");
  for (int file = 8; file >= 0; --file) {
    bool white = false;
    if (at.take("v") || at.take("V") || at.take("ｖ"))
      white = true;
    else
      at.take(" ");
    if (at.take(missing) || at.take("．") || at.take(wide_blank) || at.take("*")) continue;
    const Kind kind = at.take_piece();
    if (kind == Kind::none) return at.fail_here("expected a piece or ・ in the board diagram");
    const Color color = white ? Color::white : Color::black;
    if (kind == Kind::king && p.has_king(color))
      return at.fail_here(cat("a second king of ", white ? "white" : "black"));
    p.put(piece(color, kind), square_at(file, rank));
  }
  if (!at.take("|") && !at.empty()) return at.fail_here("expected | after nine squares");
  return {};
}

Result<Hand> read_hand(std::string_view text, std::size_t line) {
  Hand hand;
  Cursor at(text, line);
  for (at.skip_blanks(); !at.empty(); at.skip_blanks()) {
    if (at.take("なし")) continue;
    const Kind kind = at.take_piece();
    if (kind == Kind::none || kind == Kind::king || is_promoted(kind))
      return at.fail_here("expected pieces in hand, such as 金二, or なし");
    const int more = at.take_number();
    const int count = hand.count(kind) + (more == 0 ? 1 : more);
    if (count > set_size(kind)) return at.fail_here(cat("more than ", set_size(kind), " pieces of one kind in hand"));
    hand.set(kind, count);
  }
  return hand;
}

/// One move of the list, such as "３二銀打" or "同　玉(21)"; `at` stands behind the move's number.
Result<Move16> read_move(Cursor& at, const Position& p, std::optional<Square> previous) {
  Square to{};
  if (at.take("同")) {
    at.skip_blanks();
    if (!previous) return at.fail_here("同 needs a move before it");
    to = *previous;
  } else {
    const int file = at.take_digit(), rank = at.take_digit();
    if (file == 0 || rank == 0) return at.fail_here("expected a move such as ３二銀打");
    to = square_at(file - 1, rank - 1);
  }
  const Kind kind = at.take_piece();
  if (kind == Kind::none) return at.fail_here("expected a piece after the square");
  if (at.take("打")) return Move16::drop(kind, to);
  for (bool more = true; more;) {
    more = false;
    for (const std::string_view word : {"右", "左", "直", "上", "引", "寄", "行", "入"}) more |= at.take(word);
  }
  at.take("不成") || at.take("生");
  const bool promotes = at.take("成");
  if (at.take("(")) {
    const int file = at.take_digit(), rank = at.take_digit();
    if (file == 0 || rank == 0 || !at.take(")")) return at.fail_here("expected the square it comes from, such as (21)");
    const Square from = square_at(file - 1, rank - 1);
    if (from == to) return at.fail_here("the move stays where it is");
    return promotes ? Move16::promotion(from, to) : Move16::step(from, to);
  }
  // Without a square of origin: a drop, or the one piece that can go there.
  MoveList list;
  legal_moves(p, list);
  std::optional<Move16> found;
  for (const Move16 m : list) {
    if (m.to() != to || m.is_drop() || kind_of(p.on(m.from())) != kind || m.is_promotion() != promotes) continue;
    if (found) return at.fail_here("more than one piece can make this move: say where it comes from");
    found = m;
  }
  return found ? *found : Move16::drop(kind, to);
}

std::optional<Color> hand_owner(std::string_view key) {
  for (const std::string_view name :
       {"先手の持駒", "下手の持駒", "攻方の持駒", "攻め方の持駒", "先手の持ち駒", "攻方の持ち駒", "持駒", "持ち駒"})
    if (key == name) return Color::black;
  for (const std::string_view name : {"後手の持駒", "上手の持駒", "玉方の持駒", "後手の持ち駒", "玉方の持ち駒"})
    if (key == name) return Color::white;
  return std::nullopt;
}

std::string board_diagram(const Position& p) {
  std::string out = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";
  for (int rank = 0; rank < 9; ++rank) {
    out += "|";
    for (int file = 8; file >= 0; --file) {
      const Piece on = p.on(square_at(file, rank));
      if (on == Piece::none)
        out += cat(" ", missing);
      else
        out += cat(color_of(on) == Color::white ? "v" : " ", kanji_cell(kind_of(on)));
    }
    out += cat("|", kanji_number(rank + 1), "\n");
  }
  return out + "+---------------------------+\n";
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> note_keys{{{"author", "作者"},
                                                                                  {"source", "出典"},
                                                                                  {"published", "発表誌"},
                                                                                  {"date", "発表年月"},
                                                                                  {"comment", "備考"},
                                                                                  {"award", "受賞"}}};

std::string header(const Record& record) {
  std::string out = "手合割：その他\n";
  if (const std::string title = one_line(record.title); !title.empty()) out += cat("作品名：", title, "\n");
  for (const auto& [name, value] : record.notes)
    for (const auto& [english, japanese] : note_keys)
      if (name == english) out += cat(japanese, wide_colon, one_line(value), "\n");
  if (!record.moves.empty()) out += cat("手数：", record.moves.size(), "\n");
  const Position& p = record.setup.position;
  out += cat("後手の持駒：", japanese_hand(p.hand(Color::white)), "\n", board_diagram(p), "先手の持駒：",
             japanese_hand(p.hand(Color::black)), "\n");
  if (p.side() == Color::white) out += "後手番\n";
  return out;
}

/// Columns of a terminal: everything beyond ASCII here is two wide.
std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = std::max<std::size_t>(1, utf8_length(text.substr(i)));
    width += length > 1 ? 2 : 1;
    i += length;
  }
  return width;
}

}  // namespace

Result<std::vector<Record>> read_kif(std::string_view text) {
  std::vector<Record> records;
  Record record;
  Position now;
  std::array<Hand, 2> hands{};
  int ranks = 0;
  bool white_moves = false, in_moves = false, skipping = false;
  std::optional<Square> previous;
  std::size_t hand_line = 0;

  const auto begin_moves = [&]() -> Result<void> {
    if (in_moves) return {};
    if (ranks == 0) return {};
    if (ranks != 9) return fail_at(record.line, 1, cat("the board diagram has ", ranks, " ranks, expected 9"));
    Position& p = record.setup.position;
    p.set_hand(Color::black, hands[0]);
    p.set_hand(Color::white, hands[1]);
    p.set_side(white_moves ? Color::white : Color::black);
    if (auto set = check_set(p); !set) return fail_at(record.line, 1, set.error().message);
    record.setup.defender_hand_given = !p.hand(~p.side()).empty();
    now = p;
    in_moves = true;
    return {};
  };
  const auto finish = [&]() -> Result<void> {
    NAZO_CHECK(begin_moves());
    if (ranks != 0) records.push_back(std::move(record));
    record = Record{};
    hands = {};
    ranks = 0;
    white_moves = in_moves = skipping = false;
    previous.reset();
    return {};
  };

  for (const Line& line : lines_of(text)) {
    const std::string_view content = trim(line.text);
    if (content.empty() || content.front() == '#' || content.front() == '*' || content.front() == '&') continue;
    if (content.front() == '|') {
      if (in_moves) NAZO_CHECK(finish());
      if (ranks == 9) return fail_at(line.number, 1, "the board diagram has more than 9 ranks");
      if (ranks == 0) record.line = line.number;
      NAZO_CHECK(read_board_row(line, ranks, record.setup.position));
      ++ranks;
      continue;
    }
    if (content.front() == '+') continue;
    if (const std::size_t colon = content.find(wide_colon);
        colon != std::string_view::npos && !content.starts_with("変化")) {
      const std::string_view key = trim(content.substr(0, colon)),
                             value = trim(content.substr(colon + wide_colon.size()));
      // A header line after the moves, or a second hand line of one side, begins the next problem.
      if (in_moves) NAZO_CHECK(finish());
      if (const auto owner = hand_owner(key)) {
        hand_line = line.number;
        auto hand = read_hand(value, line.number);
        if (!hand) {
          hand.error().column += static_cast<std::size_t>(value.data() - line.text.data());
          return std::unexpected(hand.error());
        }
        hands[static_cast<std::size_t>(*owner)] = *hand;
      } else if (key == "作品名" || key == "表題") {
        if (record.title.empty()) record.title = one_line(value);
      } else {
        for (const auto& [english, japanese] : note_keys)
          if (key == japanese && !value.empty()) record.notes.emplace_back(english, one_line(value));
      }
      continue;
    }
    if (content == "後手番" || content == "上手番") {
      if (!in_moves) white_moves = true;
      continue;
    }
    if (content.starts_with("先手番") || content.starts_with("下手番")) continue;
    if (content.starts_with("手数-") || content.starts_with("手数＝") || content.starts_with("まで")) {
      if (content.starts_with("手数-")) NAZO_CHECK(begin_moves());
      if (content.starts_with("手数-") && !in_moves)
        return fail_at(line.number, 1, "a list of moves without a board diagram (|…|)");
      continue;
    }
    if (content.starts_with("変化")) {
      skipping = true;
      continue;
    }
    if (content.front() < '0' || content.front() > '9' || skipping) continue;
    NAZO_CHECK(begin_moves());
    if (!in_moves) return fail_at(line.number, 1, "moves without a board diagram (|…|)");
    Cursor at(line.text, line.number);
    at.skip_blanks();
    while (!at.empty() && at.rest().front() >= '0' && at.rest().front() <= '9') at.take(at.rest().substr(0, 1));
    at.skip_blanks();
    bool over = false;
    for (const std::string_view word :
         {"詰み", "詰", "投了", "中断", "千日手", "持将棋", "切れ負け", "反則勝ち", "反則負け", "不詰", "入玉勝ち"})
      over |= at.rest().starts_with(word);
    if (over) {
      skipping = true;
      continue;
    }
    NAZO_TRY(move, read_move(at, now, previous));
    if (why_illegal(now, move) != Illegal::none)
      return at.fail_here(cat("the move ", usi_of(move), " is not legal here"));
    record.moves.push_back(move);
    previous = move.to();
    now.make(move);
  }
  if (ranks == 0 && records.empty())
    return fail_at(hand_line == 0 ? 1 : hand_line, 1,
                   "expected a KIF record with a board diagram (lines that start with |)");
  NAZO_CHECK(finish());
  return records;
}

std::string write_kif(const Record& record) {
  std::string out = header(record);
  const bool black_attacks = record.setup.position.side() == Color::black;
  out += black_attacks ? "先手：攻方\n後手：玉方\n" : "先手：玉方\n後手：攻方\n";
  out += "手数----指手---------消費時間--\n";
  Position p = record.setup.position;
  std::optional<Square> previous;
  int number = 0;
  const auto row = [&](std::string_view move) {
    std::string n = std::to_string(++number);
    n.insert(0, n.size() < 4 ? 4 - n.size() : 0, ' ');
    std::string line = cat(n, " ", move);
    for (std::size_t width = display_width(move); width < 14; ++width) line += ' ';
    out += line + "( 0:00/00:00:00)\n";
  };
  for (const Move16 m : record.moves) {
    const Kind kind = m.is_drop() ? m.dropped() : kind_of(p.on(m.from()));
    const std::string square = previous == m.to() ? "同　" : japanese_square(m.to());
    if (m.is_drop())
      row(cat(square, kanji_of(kind), "打"));
    else
      row(cat(square, kanji_of(kind), m.is_promotion() ? "成" : "", "(", file_of(m.from()) + 1, rank_of(m.from()) + 1,
              ")"));
    previous = m.to();
    p.make(m);
  }
  if (!record.moves.empty()) row(p.in_check(p.side()) ? "詰み" : "中断");
  return out;
}

std::string write_ki2(const Record& record) {
  std::string out = header(record) + "\n";
  Position p = record.setup.position;
  std::optional<Square> previous;
  int column = 0;
  for (const Move16 m : record.moves) {
    const std::string text = marked_move(p, m, previous);
    out += text;
    previous = m.to();
    p.make(m);
    if (++column == 6) {
      out += "\n";
      column = 0;
    } else {
      for (std::size_t width = display_width(text); width < 14; ++width) out += ' ';
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  if (out.back() != '\n') out += "\n";
  if (!record.moves.empty()) out += cat("まで", record.moves.size(), "手詰\n");
  return out;
}

}  // namespace nazo::tsume
