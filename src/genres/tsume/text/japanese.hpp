// Moves and hands as Japanese books write them: ▲３二銀 △１二玉 ▲２三と.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

/// 歩 香 … と 成香 … 馬 龍; the king is 玉.
[[nodiscard]] std::string_view kanji_of(Kind k);
/// One character for a diagram: 成銀 is 全, 成桂 圭, 成香 杏.
[[nodiscard]] std::string_view kanji_cell(Kind k);
/// 一 … 九; 十八 and so on for hands.
[[nodiscard]] std::string kanji_number(int n);
/// １ … ９.
[[nodiscard]] std::string wide_digit(int n);
/// ３二.
[[nodiscard]] std::string japanese_square(Square s);
/// 飛　角二　歩十八, or なし.
[[nodiscard]] std::string japanese_hand(Hand hand);

/// The move without the side's mark: 同 if it goes to the square of the move before, 成 or 不成 where there is a
/// choice, 打 and 右左直上引寄 where more than one piece could go there. `before` is the position it is played in.
[[nodiscard]] std::string japanese_move(const Position& before, Move16 m, std::optional<Square> previous);
/// With ▲ or △ in front.
[[nodiscard]] std::string marked_move(const Position& before, Move16 m, std::optional<Square> previous);
/// A whole line, moves separated by blanks.
[[nodiscard]] std::string japanese_line(const Position& start, const std::vector<Move16>& line);

/// A move typed in Japanese or USI, one of `legal`; nothing if it is none of them, or could be several. Marks, blanks,
/// wide or narrow digits and 竜 for 龍 make no difference; what is needed to tell pieces apart may be left out only
/// where it is not.
[[nodiscard]] std::optional<Move16> typed_move(const Position& p, std::string_view text, const MoveList& legal,
                                               std::optional<Square> previous);

}  // namespace nazo::tsume
