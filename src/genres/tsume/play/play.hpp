// Playing a problem: the player attacks, nazo answers at once with the longest defence.
//
// A position in play is its start and the moves so far, as USI writes them: "SFEN moves 1e3c+ P*1e". After `play` the
// last two moves are the player's and the answer to it; if the player's move mates, it is the last.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/rules/position.hpp"
#include "puzzle/genre.hpp"

namespace nazo::tsume {

struct Game {
  Position start, now;
  std::vector<Move16> moves{};
  Rules rules = Rules::exclude_useless;

  [[nodiscard]] Color attacker() const { return start.side(); }
};

[[nodiscard]] Result<Game> read_game(std::string_view text, const Options& options, const Context& context);
[[nodiscard]] std::string write_game(const Game& game);

[[nodiscard]] std::vector<Move> moves_for_person(const Game& game);
/// An attacking move in USI or Japanese, and the answer to it; "MOVE ANSWER" chooses the answer as well.
[[nodiscard]] Result<Game> play(Game game, std::string_view text, const Budget& budget);
[[nodiscard]] Standing standing(const Game& game);
[[nodiscard]] Hint hint(const Game& game, HintLevel level, const Context& context);
[[nodiscard]] TextPicture draw(const Game& game);
[[nodiscard]] Value view(const Game& game);

/// The longest defence in a position where the side to move is in check and not mated. Which one that is depends on the
/// budget's nodes and bytes, where they do not suffice; if time runs out or someone asks to stop, there is none.
[[nodiscard]] Result<Move16> best_defence(const Position& p, Rules rules, const Budget& budget);

}  // namespace nazo::tsume
