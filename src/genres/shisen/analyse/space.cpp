#include "genres/shisen/analyse/space.hpp"

#include <memory>

#include "genres/shisen/analyse/space_moves.hpp"
#include "genres/shisen/solve/game.hpp"
#include "tiles/space/estimation.hpp"
#include "tiles/space/freedom.hpp"

namespace nazo::shisen {

namespace {

class PathSpace final : public tiles::SpaceGame {
 public:
  explicit PathSpace(const Board& board) : board_(board), game_(board) {}

  [[nodiscard]] const tiles::Kinds& kinds() const override { return game_.kinds(); }
  [[nodiscard]] std::string label(int kind) const override { return std::to_string(board_.labels[index(kind)]); }
  [[nodiscard]] tiles::Freedom freedom(int leaf_room, const Meter& clock) const override {
    return tiles::freedom_of_kinds(game_, leaf_room, clock);
  }
  [[nodiscard]] std::unique_ptr<tiles::MoveGenerator> moves(const tiles::SpaceLayout& layout,
                                                            Lanes lanes) const override {
    return path_moves(board_, layout, lanes);
  }

 private:
  const Board& board_;
  PathGame game_;
};

}  // namespace

Result<SpaceCounts> explore_space(const Board& board, const SpaceRequest& request) {
  return tiles::explore_space(PathSpace(board), request);
}

SpaceEstimate estimate_space(const Board& board, const EstimateRequest& request) {
  return tiles::estimate_space(PathGame(board), request);
}

}  // namespace nazo::shisen
