// Motifs: what a solution shows, in the words of problem collections.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

enum class Motif : std::uint8_t {
  strong_sacrifice,       ///< a rook, bishop, dragon or horse is given away at once
  sacrifice,              ///< another piece is given away at once
  underpromotion,         ///< a promotion that would be possible is declined (不成)
  distant_interposition,  ///< the defender drops a piece not next to his king (中合)
  interposition,          ///< the defender drops a piece next to his king (合駒)
  discovered_check,       ///< a move uncovers the check (開き王手)
  double_check,           ///< two pieces give check at once (両王手)
  distant_drop,           ///< a rook, bishop or lance is dropped away from the king (遠打)
  king_walk,              ///< the king steps at least three times
  king_returns,           ///< the king comes back to the square it stood on
  switchback,             ///< an attacking piece comes back to the square it left
  capture,                ///< the attacker takes something
  knight_mates,           ///< the last move is a knight's
  pawn_mates,             ///< the last move is a pawn's, not dropped (突き歩詰)
  gold_on_head,           ///< the last move is a gold dropped right before the king (頭金)
  symmetry,               ///< the start is the same seen in a mirror
};
inline constexpr int motif_count = 16;

using Motifs = std::uint32_t;  ///< a set: bit 1 << motif
[[nodiscard]] constexpr Motifs bit(Motif m) { return Motifs{1} << static_cast<int>(m); }

[[nodiscard]] std::string_view name(Motif m);
[[nodiscard]] std::optional<Motif> motif_of(std::string_view name);
[[nodiscard]] std::vector<std::string> motif_names();

/// What the main line from that position shows.
[[nodiscard]] Motifs motifs_of(const Position& start, const std::vector<Move16>& line);
/// "strong_sacrifice king_walk"; empty for none.
[[nodiscard]] std::string words_of(Motifs motifs);

}  // namespace nazo::tsume
