#include "cli/play_session.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "puzzle/verified.hpp"

namespace nazo::cli {

Result<PlaySession> PlaySession::begin(const Genre& genre, const Puzzle& puzzle, const Options& options,
                                       const Context& limits) {
  PlaySession session(genre, puzzle, options, limits);
  NAZO_TRY(start, genre.start(puzzle, options, limits));
  session.positions_.push_back(start);
  return session;
}

Standing PlaySession::standing() const {
  return genre_->status(position(), options_, limits_).value_or(Standing::stuck);
}

std::vector<Move> PlaySession::moves() const {
  auto moves = genre_->moves(position(), options_, limits_);
  return moves ? *moves : std::vector<Move>{};
}

TextPicture PlaySession::picture() const {
  auto picture = genre_->draw(position(), options_, limits_);
  if (picture) return *std::move(picture);
  TextPicture excuse;
  excuse.caption = picture.error().text();
  return excuse;
}

Result<void> PlaySession::play(std::string_view move) {
  NAZO_TRY(next, genre_->play(position(), move, options_, limits_));
  positions_.resize(at_ + 1);
  positions_.push_back(next);
  ++at_;
  hints_here_ = 0;
  return {};
}

bool PlaySession::undo() {
  hints_here_ = 0;
  if (at_ == 0) return false;
  --at_;
  return true;
}

bool PlaySession::redo() {
  hints_here_ = 0;
  if (at_ + 1 >= positions_.size()) return false;
  ++at_;
  return true;
}

void PlaySession::restart() {
  at_ = 0;
  gave_up_ = false;
  hints_here_ = 0;
}

Result<Hint> PlaySession::hint() {
  constexpr HintLevel levels[] = {HintLevel::solvable, HintLevel::step, HintLevel::why};
  const HintLevel level = levels[std::min(hints_here_, 2)];
  ++hints_here_;
  return genre_->hint(position(), level, options_, limits_);
}

Result<std::optional<bool>> PlaySession::solvable(const std::string& position) const {
  NAZO_TRY(hint, genre_->hint(position, HintLevel::solvable, options_, limits_));
  return hint.solvable;
}

Result<std::size_t> PlaySession::back_to_solvable() {
  // Once lost, always lost: so the last solvable position is found by halving.
  std::size_t good = 0, lost = at_ + 1;
  const auto look = [&](std::size_t i) -> Result<bool> {
    NAZO_TRY(answer, solvable(positions_[i]));
    if (!answer) return fail("I could not find out in the time I have (more with --time)");
    return *answer;
  };
  NAZO_TRY(now, look(at_));
  if (now) return std::size_t{0};
  NAZO_TRY(start, look(0));
  if (!start) return fail("this puzzle could not be solved from the start");
  lost = at_;
  while (lost - good > 1) {
    const std::size_t middle = (good + lost) / 2;
    NAZO_TRY(answer, look(middle));
    (answer ? good : lost) = middle;
  }
  at_ = good;
  hints_here_ = 0;
  return lost;
}

Result<std::vector<std::string>> PlaySession::give_up() {
  // Hints lead from the present position to the end, one step at a time, if it is still solvable.
  NAZO_TRY(now, solvable(position()));
  if (!now.value_or(false)) restart();
  gave_up_ = true;
  if (at_ == 0) {
    NAZO_TRY(verdict, carried_or_solved(*genre_, puzzle_, options_, limits_));
    if (verdict.status != Status::solved) return fail(cat("there is no solution to show: ", name(verdict.status)));
    return genre_->replay(puzzle_, verdict.solution, options_, limits_);
  }
  std::vector<std::string> moves;
  std::string position = this->position();
  constexpr std::size_t most = 5000;
  while (moves.size() < most) {
    NAZO_TRY(standing, genre_->status(position, options_, limits_));
    if (standing == Standing::won) return moves;
    NAZO_TRY(hint, genre_->hint(position, HintLevel::step, options_, limits_));
    if (hint.move.empty()) return fail("I could not find the way on");
    NAZO_TRY(next, genre_->play(position, hint.move, options_, limits_));
    moves.push_back(hint.move);
    position = next;
  }
  return fail("the way on is too long to show");
}

}  // namespace nazo::cli
