// What the exact analysis has to be told of a game.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "tiles/kinds.hpp"

namespace nazo::tiles {

class MoveGenerator;
struct SpaceLayout;

enum class Lanes { best, scalar };  ///< `scalar`: the plain version, for machines without vectors and for tests

/// Kinds by how freely they vary, the freest first, and the best set of them to be handled as leaves. Freedom is how
/// many codes a kind can have while the others stay as they are.
struct Freedom {
  std::vector<int> order{};
  std::vector<int> leaf{};
};

class SpaceGame {
 public:
  virtual ~SpaceGame() = default;
  [[nodiscard]] virtual const Kinds& kinds() const = 0;
  /// What a kind is called in an error.
  [[nodiscard]] virtual std::string label(int kind) const = 0;
  /// How freely the kinds vary; leaves have codes of at most so many bits together. The clock ends the sample early.
  [[nodiscard]] virtual Freedom freedom(int leaf_room, const Meter& clock) const = 0;
  /// One for every thread; the game and the layout outlive them.
  [[nodiscard]] virtual std::unique_ptr<MoveGenerator> moves(const SpaceLayout& layout, Lanes lanes) const = 0;
};

}  // namespace nazo::tiles
