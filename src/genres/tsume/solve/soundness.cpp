#include "genres/tsume/solve/soundness.hpp"

#include <array>

#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/rules/ordered.hpp"

namespace nazo::tsume {
namespace {

/// Do two moves leave the defender the same answers, each with the same length to follow? Interpositions apart: on a
/// longer line there are more of them. Nothing if out of time.
std::optional<bool> same_replies(const Position& p, Move16 a, Move16 b, Length length, ExactLines& lines) {
  const auto replies = [&](Move16 m) -> std::optional<std::vector<std::array<int, 3>>> {
    Position next = p;
    next.make(m);
    std::vector<std::array<int, 3>> out;
    const auto exact = lines.length_of(next, length);
    if (!exact) return std::nullopt;
    const Square king = next.king(next.side());
    const Bitboard gap = between(king, m.to());
    const std::vector<Defence> defences = lines.defences(next, *exact);
    if (defences.empty() && *exact > 0) return std::nullopt;
    for (const Defence& d : defences) {
      if (gap.has(d.move.to()) && (d.move.is_drop() || d.move.from() != king)) continue;
      const bool takes = d.move.to() == m.to();  // the same piece may take it on another square
      out.push_back({index(d.move.from()), takes ? -1 : index(d.move.to()), d.length});
    }
    std::ranges::sort(out);
    return out;
  };
  const auto first = replies(a), second = replies(b);
  if (!first || !second) return std::nullopt;
  return *first == *second;
}

bool is_same_piece(Move16 a, Move16 b) {
  if (a.is_drop() != b.is_drop()) return false;
  return a.is_drop() ? a.dropped() == b.dropped() : a.from() == b.from();
}

/// Does the same piece go to the same square, once promoting and once not?
bool is_other_promotion(Move16 a, Move16 b) { return !a.is_drop() && is_same_piece(a, b) && a.to() == b.to(); }

/// Does the same slider check along the same line from another distance?
bool is_other_distance(const Position& p, Move16 a, Move16 b) {
  const Kind mover = a.is_drop() ? a.dropped() : kind_of(p.on(a.from()));
  if (!is_same_piece(a, b) || !is_slider(mover) || a.is_promotion() != b.is_promotion()) return false;
  const Square king = p.king(Color::white);
  return ray_number(king, a.to()) != no_ray && ray_number(king, a.to()) == ray_number(king, b.to());
}

/// What a check amounts to that mates as soon as the one played, `rest` plies with it. Nothing if out of time.
std::optional<Alternative::Sort> sort_of(const Position& p, Move16 m, Move16 played, Length rest, ExactLines& lines) {
  using Sort = Alternative::Sort;
  const bool other_promotion = is_other_promotion(m, played);
  if (!other_promotion && !is_other_distance(p, m, played)) return Sort::yozume;
  const std::optional<bool> same = same_replies(p, m, played, static_cast<Length>(rest - 1), lines);
  if (!same) return std::nullopt;
  if (!*same) return Sort::yozume;
  return other_promotion ? Sort::promotion : Sort::far_drop;
}

/// The checks in people's order, the one played before all others.
MoveList checks_after(Move16 played, const Position& p) {
  MoveList list = ordered_checks(p);
  Move16* const at = std::find(list.begin(), list.end(), played);
  if (at != list.end()) std::rotate(list.begin(), at, at + 1);
  return list;
}

}  // namespace

bool mates_by(const Position& start, const std::vector<Move16>& line, Rules rules) {
  Position p = start;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (why_illegal(p, line[i]) != Illegal::none) return false;
    if (i % 2 == 0 && !gives_check(p, line[i])) return false;
    p.make(line[i]);
  }
  return is_mate(p, rules);
}

Position without_piece(const Position& p, Square s) {
  Position less = p;
  const Kind k = plain(kind_of(p.on(s)));
  less.take(s);
  Hand hand = less.hand(~p.side());
  hand.add(k);
  less.set_hand(~p.side(), hand);
  return less;
}

std::optional<std::vector<Alternative>> alternatives(const Position& start, const std::vector<Move16>& line,
                                                     Rules rules, MateSearch& search, Meter& meter) {
  std::vector<Alternative> found;
  ExactLines lines(search, rules, meter);
  Position p = start;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Move16 played = line[i];
    if (choice_counts(i, line.size())) {
      const auto rest = static_cast<Length>(line.size() - i);
      const auto mates = [&](Move16 m, const Position& next) -> std::optional<bool> {
        if (m == played) return true;
        return lines.mates_within(next, static_cast<Length>(rest - 1));
      };
      const auto mating = mating_checks(p, checks_after(played, p), MoveList::capacity, mates);
      if (!mating) return std::nullopt;
      for (const Move16 m : *mating) {
        if (m == played) continue;
        const auto sort = sort_of(p, m, played, rest, lines);
        if (!sort) return std::nullopt;
        found.push_back({*sort, static_cast<int>(i) + 1, m});
      }
    }
    p.make(played);
  }
  return found;
}

bool is_sound(const std::vector<Alternative>& alternatives) {
  return std::ranges::none_of(alternatives, [](const Alternative& a) { return a.sort == Alternative::Sort::yozume; });
}

}  // namespace nazo::tsume
