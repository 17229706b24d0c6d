// A game in play: the position, its history, hints. Knows no terminal, so that it can be tested and used by any front
// end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "puzzle/genre.hpp"

namespace nazo::cli {

class PlaySession {
 public:
  static Result<PlaySession> begin(const Genre& genre, const Puzzle& puzzle, const Options& options,
                                   const Context& limits);

  [[nodiscard]] const std::string& position() const { return positions_[at_]; }
  [[nodiscard]] std::size_t moves_made() const { return at_; }
  [[nodiscard]] Standing standing() const;
  [[nodiscard]] std::vector<Move> moves() const;
  [[nodiscard]] TextPicture picture() const;

  Result<void> play(std::string_view move);
  bool undo();
  bool redo();
  void restart();

  /// Asks again in the same position: each time a little more is given away.
  Result<Hint> hint();
  /// Goes back to the last position from which the puzzle can still be solved. Gives the number of the move that
  /// spoiled it (0 if the present position is still solvable), or an error if that could not be found out.
  Result<std::size_t> back_to_solvable();
  /// The moves of a solution of the present position or, if it has none, of the start (then restarts first).
  Result<std::vector<std::string>> give_up();
  /// Won by the player, not shown by `give_up`.
  [[nodiscard]] bool won() const { return !gave_up_ && standing() == Standing::won; }
  [[nodiscard]] bool gave_up() const { return gave_up_; }

 private:
  PlaySession(const Genre& genre, Puzzle puzzle, Options options, Context limits)
      : genre_(&genre), puzzle_(std::move(puzzle)), options_(std::move(options)), limits_(std::move(limits)) {}
  [[nodiscard]] Result<std::optional<bool>> solvable(const std::string& position) const;

  const Genre* genre_;
  Puzzle puzzle_;
  Options options_;
  Context limits_;
  std::vector<std::string> positions_{};
  std::size_t at_ = 0;
  int hints_here_ = 0;
  bool gave_up_ = false;
};

}  // namespace nazo::cli
