// SFEN positions and USI moves: the native text of the genre.
//
//   9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1          board, side to move, hands, move number
//   7g7f  2b3c+  G*5b                                 moves
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/text.hpp"
#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

/// Where a game of shogi begins.
inline constexpr std::string_view start_position = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// A position as a text described it.
struct Setup {
  Position position;
  bool defender_hand_given = false;  ///< the text lists at least one piece in the defender's hand
  int move_number = 1;
};

/// Who gets the pieces that are nowhere: `--defender-hand`.
enum class DefenderHand {
  automatic,  ///< what the text lists; if it lists nothing, all the rest
  rest,       ///< everything that is neither on the board nor in the attacker's hand
  given,      ///< exactly what the text lists
};

/// Reads "board side hands [number]"; `words` must have three or four words, whose places errors carry. Counts of
/// pieces are checked (no more than a set has), nothing else.
[[nodiscard]] Result<Setup> read_sfen(const std::vector<Word>& words);
/// The same for one text.
[[nodiscard]] Result<Setup> read_sfen(std::string_view text);
[[nodiscard]] std::string sfen_of(const Position& p, int move_number = 1);
/// The board part alone.
[[nodiscard]] std::string sfen_board(const Position& p);
/// "2rb4g", black's in capitals first; "-" if both are empty.
[[nodiscard]] std::string sfen_hands(const Position& p);

/// Fills the defender's hand.
[[nodiscard]] Position with_defender_hand(const Setup& setup, DefenderHand how);
/// All pieces of a set that are neither on the board nor in the hand of `holder`.
[[nodiscard]] Hand rest_of_set(const Position& p, Color holder);

/// Is this a position a problem can start from? Says what is wrong: a missing king, two pawns on a file, a stuck piece,
/// the defender in check, the attacker mated already.
[[nodiscard]] Result<void> check_start(const Position& p);

[[nodiscard]] std::string usi_of(Move16 m);
/// A well-formed USI move, legal or not.
[[nodiscard]] std::optional<Move16> read_usi(std::string_view text);
[[nodiscard]] std::string usi_square(Square s);
/// "P", "+R" …; capitals whoever owns it.
[[nodiscard]] std::string_view usi_letter(Kind k);

}  // namespace nazo::tsume
