// KIF, the game-record format of most Japanese programs, read.
#include <algorithm>

#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/text/japanese.hpp"
#include "genres/tsume/text/kif_words.hpp"
#include "genres/tsume/text/record.hpp"

namespace nazo::tsume {
namespace {

constexpr std::string_view wide_blank = "　";

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
    if (at.take(empty_cell) || at.take("．") || at.take(wide_blank) || at.take("*")) continue;
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

/// Reads line by line. What begins a record after the moves of another begins the next.
class KifReader {
 public:
  Result<std::vector<Record>> read(std::string_view text) {
    for (const Line& line : lines_of(text)) NAZO_CHECK(read_line(line));
    if (ranks_ == 0 && records_.empty())
      return fail_at(hand_line_ == 0 ? 1 : hand_line_, 1,
                     "expected a KIF record with a board diagram (lines that start with |)");
    NAZO_CHECK(finish());
    return std::move(records_);
  }

 private:
  Result<void> read_line(const Line& line) {
    const std::string_view content = trim(line.text);
    if (content.empty() || is_remark(content)) return {};
    if (content.front() == '|') return read_rank(line);
    if (const std::size_t colon = content.find(wide_colon);
        colon != std::string_view::npos && !content.starts_with("変化"))
      return read_header(line, trim(content.substr(0, colon)), trim(content.substr(colon + wide_colon.size())));
    if (content == "後手番" || content == "上手番") {
      if (!in_moves_) white_moves_ = true;
      return {};
    }
    if (content.starts_with("手数-")) {
      NAZO_CHECK(begin_moves());
      if (!in_moves_) return fail_at(line.number, 1, "a list of moves without a board diagram (|…|)");
      return {};
    }
    if (content.starts_with("変化")) {
      skipping_ = true;
      return {};
    }
    const bool numbered = content.front() >= '0' && content.front() <= '9';
    if (!numbered || skipping_) return {};
    return read_numbered_move(line);
  }

  /// Comments, and the frame of the board.
  static bool is_remark(std::string_view content) {
    return std::string_view("#*&+").find(content.front()) != std::string_view::npos;
  }

  Result<void> read_rank(const Line& line) {
    if (in_moves_) NAZO_CHECK(finish());
    if (ranks_ == 9) return fail_at(line.number, 1, "the board diagram has more than 9 ranks");
    if (ranks_ == 0) record_.line = line.number;
    NAZO_CHECK(read_board_row(line, ranks_, record_.setup.position));
    ++ranks_;
    return {};
  }

  Result<void> read_header(const Line& line, std::string_view key, std::string_view value) {
    if (in_moves_) NAZO_CHECK(finish());
    if (const auto owner = hand_owner(key)) {
      hand_line_ = line.number;
      auto hand = read_hand(value, line.number);
      if (!hand) {
        hand.error().column += static_cast<std::size_t>(value.data() - line.text.data());
        return std::unexpected(hand.error());
      }
      hands_[static_cast<std::size_t>(*owner)] = *hand;
      return {};
    }
    if (key == "作品名" || key == "表題") {
      if (record_.title.empty()) record_.title = one_line(value);
      return {};
    }
    for (const auto& [english, japanese] : note_keys)
      if (key == japanese && !value.empty()) record_.notes.emplace_back(english, one_line(value));
    return {};
  }

  Result<void> begin_moves() {
    if (in_moves_ || ranks_ == 0) return {};
    if (ranks_ != 9) return fail_at(record_.line, 1, cat("the board diagram has ", ranks_, " ranks, expected 9"));
    Position& p = record_.setup.position;
    p.set_hand(Color::black, hands_[0]);
    p.set_hand(Color::white, hands_[1]);
    p.set_side(white_moves_ ? Color::white : Color::black);
    if (auto set = check_set(p); !set) return fail_at(record_.line, 1, set.error().message);
    record_.setup.defender_hand_given = !p.hand(~p.side()).empty();
    now_ = p;
    in_moves_ = true;
    return {};
  }

  Result<void> read_numbered_move(const Line& line) {
    NAZO_CHECK(begin_moves());
    if (!in_moves_) return fail_at(line.number, 1, "moves without a board diagram (|…|)");
    Cursor at(line.text, line.number);
    at.skip_blanks();
    while (!at.empty() && at.rest().front() >= '0' && at.rest().front() <= '9') at.take(at.rest().substr(0, 1));
    at.skip_blanks();
    if (is_end(at.rest())) {
      skipping_ = true;
      return {};
    }
    NAZO_TRY(move, read_move(at, now_, previous_));
    if (why_illegal(now_, move) != Illegal::none)
      return at.fail_here(cat("the move ", usi_of(move), " is not legal here"));
    record_.moves.push_back(move);
    previous_ = move.to();
    now_.make(move);
    return {};
  }

  /// Words that stand where a move would, when there is none.
  static bool is_end(std::string_view text) {
    static constexpr std::array<std::string_view, 11> ends{
        "詰み", "詰", "投了", "中断", "千日手", "持将棋", "切れ負け", "反則勝ち", "反則負け", "不詰", "入玉勝ち"};
    return std::ranges::any_of(ends, [&](std::string_view word) { return text.starts_with(word); });
  }

  Result<void> finish() {
    NAZO_CHECK(begin_moves());
    if (ranks_ != 0) records_.push_back(std::move(record_));
    record_ = Record{};
    hands_ = {};
    ranks_ = 0;
    white_moves_ = false;
    in_moves_ = false;
    skipping_ = false;
    previous_.reset();
    return {};
  }

  std::vector<Record> records_;
  Record record_;
  Position now_;
  std::array<Hand, 2> hands_{};
  int ranks_ = 0;
  bool white_moves_ = false, in_moves_ = false, skipping_ = false;
  std::optional<Square> previous_;
  std::size_t hand_line_ = 0;  ///< the last one, to say where a board is missing
};

}  // namespace

Result<std::vector<Record>> read_kif(std::string_view text) { return KifReader().read(text); }

}  // namespace nazo::tsume
