#include "genres/shanghai/analyse/space.hpp"

#include <memory>

#include "genres/shanghai/analyse/space_moves.hpp"
#include "genres/shanghai/solve/pile.hpp"
#include "tiles/space/estimation.hpp"
#include "tiles/space/freedom.hpp"
#include "tiles/space/layout.hpp"

namespace nazo::shanghai {

namespace {

class PileSpace final : public tiles::SpaceGame {
 public:
  explicit PileSpace(const Board& board) : board_(board), pile_(board) {}

  [[nodiscard]] const tiles::Kinds& kinds() const override { return pile_.kinds(); }
  [[nodiscard]] std::string label(int kind) const override { return group_name(board_.groups[index(kind)]); }
  [[nodiscard]] tiles::Freedom freedom(int leaf_room, const Meter& clock) const override {
    return tiles::freedom_of_kinds(pile_, leaf_room, clock);
  }
  [[nodiscard]] std::unique_ptr<tiles::MoveGenerator> moves(const tiles::SpaceLayout& layout,
                                                            tiles::Lanes) const override {
    return pile_moves(board_, layout);
  }

 private:
  const Board& board_;
  Pile pile_;
};

}  // namespace

Result<SpaceCounts> explore_space(const Board& board, const SpaceRequest& request) {
  const PileSpace space(board);
  if (!tiles::fits_a_key(space)) return SpaceCounts{.limit = Limit::memory};
  return tiles::explore_space(space, request);
}

SpaceEstimate estimate_space(const Board& board, const EstimateRequest& request) {
  return tiles::estimate_space(Pile(board), request);
}

}  // namespace nazo::shanghai
