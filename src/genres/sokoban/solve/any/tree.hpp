// What the searches of this folder do alike with their trees. A node has `boxes`, `keeper` (of his region), the carry
// that led to it (`from`, `to`, `side`), its `parent` and a `weight`.
#pragma once

#include <vector>

#include "genres/sokoban/solve/any/deadlock.hpp"
#include "genres/sokoban/solve/any/mover.hpp"
#include "genres/sokoban/solve/any/terrain.hpp"

namespace nazo::sokoban::any {

/// Makes `child` the node that an option of its parent leads to. The mover then knows its boxes and the region.
template <int W, class Node, class Option>
void carry(Node& child, std::uint32_t parent, const Option& option, Mover<W>& mover, const Terrain<W>& terrain) {
  child.parent = parent;
  child.weight = static_cast<std::uint16_t>(child.weight + option.weight);
  child.boxes.remove(option.from);
  child.boxes.add(option.to);
  child.from = option.from;
  child.to = option.to;
  child.side = option.side;
  mover.load(child.boxes);
  child.keeper = mover.flood(terrain.next(option.to, option.side));
}

/// Is it known that a node has no solution? Asked before it is searched, so only what costs little.
template <int W, class Node>
bool is_lost(Deadlocks<W>& deadlocks, const Node& node) {
  return deadlocks.known(node.boxes, node.to, node.keeper) || deadlocks.frozen(node.boxes, node.to) ||
         !deadlocks.assignable(node.boxes);
}

/// The pushes from the root of a tree to one of its nodes.
template <int W, class Nodes>
std::vector<Push> pushes_to(const Nodes& nodes, std::uint32_t index, Mover<W>& mover, const Terrain<W>& terrain) {
  std::vector<std::uint32_t> path;
  for (; nodes[index].parent != ~std::uint32_t{0}; index = nodes[index].parent) path.push_back(index);
  std::vector<Push> pushes;
  for (std::size_t i = path.size(); i-- > 0;) {
    const auto& node = nodes[path[i]];
    const auto& before = nodes[node.parent];
    mover.load(before.boxes);
    mover.flood(before.keeper);
    const auto part = mover.template pushes_of<Mode::push>({node.from, node.to, node.side}, terrain.live());
    pushes.insert(pushes.end(), part.begin(), part.end());
  }
  return pushes;
}

}  // namespace nazo::sokoban::any
