#include "genres/tsume/generate/critique.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "genres/tsume/generate/judge.hpp"
#include "genres/tsume/solve/check.hpp"
#include "genres/tsume/solve/soundness.hpp"
#include "genres/tsume/text/sfen.hpp"

namespace nazo::tsume {

namespace {

/// What judging one changed position may cost: a critique looks at hundreds of them.
constexpr std::int64_t nodes_for_a_change = 4'000;
constexpr int table_bits = 15;
/// Of what looked sound quickly, so much is spent to prove it.
constexpr std::uint64_t nodes_to_prove = 100'000;
constexpr int longest_repaired = 11;
constexpr std::size_t repairs_of_a_kind = 2, most_repairs = 6;
/// Pieces are put where they matter: so near to the king.
constexpr int near_the_king = 2;

int distance(Square a, Square b) {
  return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

/// Tries changed positions, in which black attacks, and keeps those that are sound problems.
class Mending {
 public:
  Mending(Critique& critique, const Position& start, bool turn, int plies, Rules rules, const Context& context)
      : critique_(critique),
        start_(start),
        turn_(turn),
        plies_(plies),
        rules_(rules),
        context_(context),
        meter_(context.budget),
        prober_(table_bits, &meter_) {}

  void run() {
    const auto has = [&](std::string_view code) {
      return std::ranges::find(critique_.remarks, code, &Finding::code) != critique_.remarks.end();
    };
    if (has("decoration")) take_away();
    if (has("hand_left")) empty_the_hand();
    if (has("yozume") || has("no_mate")) {
      fill_the_hand();
      take_away();
      move_by_one();
      add_pieces(Color::white);
      add_pieces(Color::black);
    }
    if (!meter_.check()) critique_.limit = meter_.limit();
  }

 private:
  [[nodiscard]] bool full() { return critique_.repairs.size() >= most_repairs || !meter_.check(); }
  [[nodiscard]] bool enough(std::string_view code) const {
    return std::ranges::count(critique_.repairs, code, &nazo::Repair::code) >= static_cast<long>(repairs_of_a_kind);
  }
  [[nodiscard]] Square shown(Square s) const { return turn_ ? turned(s) : s; }

  /// Quickly: is there a sound problem of about the same length? And if so: is that proved?
  [[nodiscard]] bool is_sound_problem(const Position& p) {
    if (!may_start(p) || !check_start(p)) return false;
    prober_.allow(nodes_for_a_change);
    const int cap = plies_ > 0 ? std::min(plies_ + 2, longest_repaired) : longest_repaired;
    const auto length = prober_.length(p, cap);
    if (!length || prober_.ran_out()) return false;
    Problem problem;
    if (judge(prober_, p, *length, problem) != Fault::none) return false;
    Context proving = context_;
    proving.budget = meter_.rest();
    proving.budget.nodes = std::min(proving.budget.nodes, nodes_to_prove);
    const Report report = check(p, rules_, proving);
    return std::ranges::all_of(report.findings, [](const Finding& finding) { return finding.code == "decoration"; }) &&
           (report.limit == Limit::none || report.faulty);
  }
  void offer(const char* code, std::string message, const Position& changed, Places places) {
    if (enough(code) || full()) return;
    const std::string text = sfen_of(turn_ ? changed.turned() : changed);
    if (!tried_.insert(text).second || !is_sound_problem(changed)) return;
    critique_.repairs.push_back({code, std::move(message), text, std::move(places)});
  }

  void take_away() {
    for (int i = 0; i < square_count; ++i) {
      const Square s = square_of(i);
      if (start_.on(s) == Piece::none || kind_of(start_.on(s)) == Kind::king) continue;
      offer("remove_piece", cat("without the piece on ", usi_square(shown(s))), without_piece(start_, s),
            {place_of(shown(s))});
    }
  }
  void empty_the_hand() {
    for (const Kind kind : hand_kinds) {
      if (!start_.hand(Color::black).has(kind)) continue;
      Position less = start_;
      hand_over(less, Color::black, Color::white, kind);
      offer("take_from_hand", cat("without a ", usi_letter(kind), " in hand"), less, {std::string(hand_place)});
    }
  }
  void fill_the_hand() {
    for (const Kind kind : hand_kinds) {
      if (!start_.hand(Color::white).has(kind)) continue;
      Position more = start_;
      hand_over(more, Color::white, Color::black, kind);
      offer("give_in_hand", cat("with a ", usi_letter(kind), " more in hand"), more, {std::string(hand_place)});
    }
  }
  static void hand_over(Position& p, Color from, Color to, Kind kind) {
    Hand less = p.hand(from), more = p.hand(to);
    less.remove(kind);
    more.add(kind);
    p.set_hand(from, less);
    p.set_hand(to, more);
  }
  void move_by_one() {
    for (int i = 0; i < square_count; ++i)
      for (int j = 0; j < square_count; ++j) {
        const Square from = square_of(i), to = square_of(j);
        const Piece piece = start_.on(from);
        if (piece == Piece::none || start_.on(to) != Piece::none || distance(from, to) != 1) continue;
        Position moved = start_;
        moved.take(from);
        moved.put(piece, to);
        offer("move_piece", cat("the piece on ", usi_square(shown(from)), " to ", usi_square(shown(to))), moved,
              {place_of(shown(from)), place_of(shown(to))});
      }
  }
  void add_pieces(Color color) {
    constexpr std::array kinds{Kind::pawn, Kind::gold, Kind::silver, Kind::knight, Kind::lance};
    const Square king = start_.king(Color::white);
    for (const Kind kind : kinds)
      for (int i = 0; i < square_count; ++i) {
        const Square s = square_of(i);
        if (start_.on(s) != Piece::none || distance(s, king) > near_the_king) continue;
        if (!start_.hand(Color::white).has(kind)) continue;
        Position more = start_;
        Hand less = more.hand(Color::white);
        less.remove(kind);
        more.set_hand(Color::white, less);
        more.put(piece(color, kind), s);
        const bool attacks = color == Color::black;
        offer(attacks ? "add_attacker" : "add_defender",
              cat(attacks ? "an attacking " : "a defending ", usi_letter(kind), " on ", usi_square(shown(s))), more,
              {place_of(shown(s))});
      }
  }

  Critique& critique_;
  const Position& start_;
  bool turn_;
  int plies_;
  Rules rules_;
  const Context& context_;
  Meter meter_;
  Prober prober_;
  std::set<std::string> tried_{};
};

}  // namespace

std::vector<TechniqueFact> repair_facts() {
  return {{"remove_piece", "take a piece away"},     {"take_from_hand", "take a piece out of the hand"},
          {"give_in_hand", "give a piece in hand"},  {"move_piece", "move a piece by one square"},
          {"add_defender", "add a defending piece"}, {"add_attacker", "add an attacking piece"}};
}

Critique critique_of(const Position& given, Verdict verdict, Closeness closeness, Rules rules, const Context& context) {
  const Meter used(context.budget);
  Critique critique{.verdict = std::move(verdict)};
  const auto out_of = [&](Limit limit) { critique.limit = limit; };
  if (critique.verdict.status == Status::unknown) {
    out_of(critique.verdict.limit);
    return critique;
  }
  // Whether it is the only mate is said with the verdict: for a solver who tries the other one it is wrong.
  Report report = check(given, rules, context);
  critique.faulty = report.faulty;
  out_of(report.limit);
  critique.remarks = std::move(report.findings);
  const bool second = std::ranges::find(critique.remarks, "yozume", &Finding::code) != critique.remarks.end();
  if (critique.verdict.status == Status::solved && (second || report.limit == Limit::none)) critique.unique = !second;
  if (closeness != Closeness::repairs || !critique.faulty) return critique;
  const bool turn = given.side() == Color::white;
  const Position start = turn ? given.turned() : given;
  Context rest = context;
  rest.budget = used.rest();
  Mending(critique, start, turn, static_cast<int>(critique.verdict.length), rules, rest).run();
  return critique;
}

}  // namespace nazo::tsume
