#include "genres/tsume/analyse/motif.hpp"

#include <array>

#include "genres/tsume/rules/movegen.hpp"

namespace nazo::tsume {
namespace {

constexpr std::array<std::string_view, motif_count> names_of_motifs{
    "strong_sacrifice", "sacrifice",        "underpromotion", "distant_interposition",
    "interposition",    "discovered_check", "double_check",   "distant_drop",
    "king_walk",        "king_returns",     "switchback",     "capture",
    "knight_mates",     "pawn_mates",       "gold_on_head",   "symmetry"};

bool is_strong(Kind k) { return plain(k) == Kind::rook || plain(k) == Kind::bishop; }

}  // namespace

std::string_view name(Motif m) { return names_of_motifs[static_cast<std::size_t>(m)]; }

std::optional<Motif> motif_of(std::string_view text) {
  for (std::size_t i = 0; i < names_of_motifs.size(); ++i)
    if (names_of_motifs[i] == text) return static_cast<Motif>(i);
  return std::nullopt;
}

std::vector<std::string> motif_names() { return {names_of_motifs.begin(), names_of_motifs.end()}; }

Motifs motifs_of(const Position& start, const std::vector<Move16>& line) {
  Motifs found = 0;
  const auto see = [&](Motif m) { found |= bit(m); };
  if (start == start.mirrored()) see(Motif::symmetry);
  Position p = start;
  const Color attacker = start.side(), defender = ~attacker;
  const Square home = start.king(defender);
  int steps = 0;
  std::array<Square, square_count> came_from{};  // where the attacking piece on a square was one move ago
  came_from.fill(no_square);
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Move16 m = line[i];
    const Square king = p.king(defender);
    const bool next_to_king = king_steps(king).has(m.to());
    const bool last = i + 1 == line.size();
    const Kind mover = m.is_drop() ? m.dropped() : kind_of(p.on(m.from()));
    if (i % 2 == 0) {
      const bool taken = !last && line[i + 1].to() == m.to();
      if (taken) see(is_strong(mover) ? Motif::strong_sacrifice : Motif::sacrifice);
      if (!m.is_drop() && !m.is_promotion() && can_promote(mover) &&
          (in_zone(attacker, m.from()) || in_zone(attacker, m.to())))
        see(Motif::underpromotion);
      if (m.is_drop() && is_slider(mover) && !next_to_king) see(Motif::distant_drop);
      if (p.on(m.to()) != Piece::none) see(Motif::capture);
      if (!m.is_drop()) {
        if (came_from[static_cast<std::size_t>(m.from())] == m.to()) see(Motif::switchback);
        came_from[static_cast<std::size_t>(m.to())] = m.from();
      } else {
        came_from[static_cast<std::size_t>(m.to())] = no_square;
      }
      if (last) {
        if (mover == Kind::knight && !m.is_promotion()) see(Motif::knight_mates);
        if (mover == Kind::pawn && !m.is_promotion() && !m.is_drop()) see(Motif::pawn_mates);
        if (m.is_drop() && mover == Kind::gold && pawn_steps(attacker, m.to()).has(king)) see(Motif::gold_on_head);
      }
    } else if (m.is_drop()) {
      see(next_to_king ? Motif::interposition : Motif::distant_interposition);
    } else if (mover == Kind::king) {
      ++steps;
      if (m.to() == home && !last) see(Motif::king_returns);
    }
    p.make(m);
    if (i % 2 == 0) {
      const Bitboard checkers = p.checkers_of(defender);
      if (checkers.more_than_one())
        see(Motif::double_check);
      else if (!checkers.has(m.to()))
        see(Motif::discovered_check);
    }
  }
  if (steps >= 3) see(Motif::king_walk);
  return found;
}

std::string words_of(Motifs motifs) {
  std::string out;
  for (std::size_t i = 0; i < names_of_motifs.size(); ++i)
    if ((motifs >> i) & 1) {
      if (!out.empty()) out += ' ';
      out += names_of_motifs[i];
    }
  return out;
}

}  // namespace nazo::tsume
