#include "genres/tsume/text/japanese.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "genres/tsume/text/sfen.hpp"

namespace nazo::tsume {
namespace {

constexpr std::array<std::string_view, kind_count> kanji_names{"",   "歩", "香",   "桂",   "銀",   "角", "飛", "金",
                                                               "玉", "と", "成香", "成桂", "成銀", "馬", "龍"};
constexpr std::array<std::string_view, 10> numerals{"〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
constexpr std::array<std::string_view, 10> wide{"０", "１", "２", "３", "４", "５", "６", "７", "８", "９"};

/// How a piece goes, seen by its owner.
enum class Way { forward, sideways, backward };

struct Seen {
  Way way;
  int side;  ///< −1 from the left, 0 on the file, +1 from the right, as the mover sees it
};

Seen seen(Color mover, Square from, Square to) {
  const int flip = mover == Color::black ? 1 : -1;
  const int up = flip * (rank_of(from) - rank_of(to)), left = flip * (file_of(from) - file_of(to));
  Way way = Way::sideways;
  if (up > 0) way = Way::forward;
  if (up < 0) way = Way::backward;
  return {way, (left < 0) - (left > 0)};
}

std::string_view word_of(Way w) {
  switch (w) {
    case Way::forward:
      return "上";
    case Way::backward:
      return "引";
    case Way::sideways:
      break;
  }
  return "寄";
}

/// 右左直上引寄: what tells this piece from the others of its kind that could go there.
std::string relative(const Position& p, Kind kind, Square from, Square to, Bitboard others) {
  const Color us = p.side();
  const Seen own = seen(us, from, to);
  const auto shared = [&](auto&& same) { return others.some([&](Square s) { return same(seen(us, s, to), s); }); };
  if (!shared([&](Seen s, Square) { return s.way == own.way; })) return std::string(word_of(own.way));
  if (kind == Kind::horse || kind == Kind::dragon) {
    // Two at most: told apart by which stands further left.
    const int flip = us == Color::black ? 1 : -1;
    const Square other = others.first();
    return flip * (file_of(from) - file_of(other)) > 0 ? "左" : "右";
  }
  if (own.side == 0 && own.way == Way::forward) return "直";
  std::string_view hand;
  if (own.side < 0) hand = "左";
  if (own.side > 0) hand = "右";
  if (!hand.empty() && !shared([&](Seen s, Square) { return s.side == own.side; })) return std::string(hand);
  return cat(hand, word_of(own.way));
}

}  // namespace

std::string_view kanji_of(Kind k) { return kanji_names[static_cast<std::size_t>(k)]; }

std::string_view kanji_cell(Kind k) {
  switch (k) {
    case Kind::pro_lance:
      return "杏";
    case Kind::pro_knight:
      return "圭";
    case Kind::pro_silver:
      return "全";
    default:
      return kanji_of(k);
  }
}

std::string kanji_number(int n) {
  std::string out;
  if (n >= 20) out += numerals[static_cast<std::size_t>(n / 10)];
  if (n >= 10) out += "十";
  if (n % 10 > 0 || n == 0) out += numerals[static_cast<std::size_t>(n % 10)];
  return out;
}

std::string wide_digit(int n) { return std::string(wide[static_cast<std::size_t>(n)]); }

std::string japanese_square(Square s) {
  return cat(wide[static_cast<std::size_t>(file_of(s) + 1)], numerals[static_cast<std::size_t>(rank_of(s) + 1)]);
}

std::string japanese_hand(Hand hand) {
  std::string out;
  for (const Kind k : {Kind::rook, Kind::bishop, Kind::gold, Kind::silver, Kind::knight, Kind::lance, Kind::pawn})
    if (const int n = hand.count(k); n > 0) {
      if (!out.empty()) out += "　";
      out += kanji_of(k);
      if (n > 1) out += kanji_number(n);
    }
  return out.empty() ? "なし" : out;
}

std::string japanese_move(const Position& p, Move16 m, std::optional<Square> previous) {
  const Color us = p.side();
  const Kind kind = m.is_drop() ? m.dropped() : kind_of(p.on(m.from()));
  std::string out = previous && *previous == m.to() ? "同" : japanese_square(m.to());
  if (out == "同" && kanji_of(kind).size() == 3) out += "　";
  out += kanji_of(kind);
  Bitboard others = p.attackers_to(m.to(), us, p.occupied()) & p.of(us, kind);
  if (m.is_drop()) return others.any() ? out + "打" : out;
  others = others - Bitboard::of(m.from());
  if (others.any()) out += relative(p, kind, m.from(), m.to(), others);
  if (m.is_promotion())
    out += "成";
  else if (can_promote(kind) && (in_zone(us, m.from()) || in_zone(us, m.to())))
    out += "不成";
  return out;
}

std::string marked_move(const Position& before, Move16 m, std::optional<Square> previous) {
  return cat(before.side() == Color::black ? "▲" : "△", japanese_move(before, m, previous));
}

std::string japanese_line(const Position& start, const std::vector<Move16>& line) {
  std::string out;
  Position p = start;
  std::optional<Square> previous;
  for (const Move16 m : line) {
    if (!out.empty()) out += ' ';
    out += marked_move(p, m, previous);
    previous = m.to();
    p.make(m);
  }
  return out;
}

namespace {

/// Drops marks and blanks, and gives digits, ranks and pieces one spelling each.
std::string normal_form(std::string_view text) {
  struct Spelling {
    std::string_view from, to;
  };
  static constexpr std::array<Spelling, 18> spellings{{{"▲", ""},
                                                       {"△", ""},
                                                       {"☗", ""},
                                                       {"☖", ""},
                                                       {"▽", ""},
                                                       {"　", ""},
                                                       {" ", ""},
                                                       {"竜", "龍"},
                                                       {"王", "玉"},
                                                       {"全", "成銀"},
                                                       {"圭", "成桂"},
                                                       {"杏", "成香"},
                                                       {"生", "不成"},
                                                       {"行", "上"},
                                                       {"入", "上"},
                                                       {"\t", ""},
                                                       {"・", ""},
                                                       {"仝", "同"}}};
  std::string out;
  int digits = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    const auto spelling = std::ranges::find_if(spellings, [&](const Spelling& s) { return rest.starts_with(s.from); });
    if (spelling != spellings.end()) {
      out += spelling->to;
      i += spelling->from.size();
      continue;
    }
    // The first digit is a file, the second a rank; each may be narrow, wide or a numeral.
    bool digit = false;
    for (std::size_t n = 1; n <= 9 && digits < 2 && !digit; ++n) {
      for (const std::string_view form : {std::string_view("123456789").substr(n - 1, 1), wide[n], numerals[n]})
        if (rest.starts_with(form)) {
          out += digits == 0 ? wide[n] : numerals[n];
          i += form.size();
          digit = true;
          break;
        }
    }
    if (digit) {
      ++digits;
      continue;
    }
    out += text[i++];
  }
  return out;
}

}  // namespace

std::optional<Move16> typed_move(const Position& p, std::string_view text, const MoveList& legal,
                                 std::optional<Square> previous) {
  const std::string_view trimmed = trim(text);
  if (const std::optional<Move16> usi = read_usi(trimmed)) return legal.contains(*usi) ? usi : std::nullopt;
  const std::string typed = normal_form(trimmed);
  if (typed.empty()) return std::nullopt;
  std::optional<Move16> found;
  for (const bool loose : {false, true}) {
    for (const Move16 m : legal) {
      const std::string full = normal_form(japanese_move(p, m, std::nullopt));
      const std::string same = normal_form(japanese_move(p, m, previous));
      bool fits = typed == full || typed == same || (m.is_drop() && (typed == full + "打" || typed == same + "打"));
      if (!fits && loose) {
        // Without the words that tell pieces apart, and without 不成.
        const Kind kind = m.is_drop() ? m.dropped() : kind_of(p.on(m.from()));
        const std::string bare = cat(japanese_square(m.to()), kanji_of(kind), m.is_promotion() ? "成" : "");
        const std::string bare_same = cat("同", kanji_of(kind), m.is_promotion() ? "成" : "");
        fits = typed == bare || (previous == m.to() && typed == bare_same);
      }
      if (!fits) continue;
      if (found && *found != m) return std::nullopt;
      found = m;
    }
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace nazo::tsume
