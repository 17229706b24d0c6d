#include "genres/tsume/solve/proof_graph.hpp"

#include <algorithm>

#include "genres/tsume/rules/in_check.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/rules/ordered.hpp"

namespace nazo::tsume {
namespace {

/// What it may cost to find an interposition useless. One on which this is spent in vain counts as a defence.
constexpr std::uint64_t most_nodes_for_an_interposition = 5'000;
/// What it may cost to see that another check on the main line mates as well.
constexpr std::uint64_t most_nodes_for_a_check = 2'000;

}  // namespace

Length ProofGraph::bound_of(const Position& p) const {
  if (p.side() == Color::white && is_mate(p)) return 0;
  const Found found = search_.known(p, endless_length, Rules::count_all);
  return found.state == Found::State::proved ? found.length : unproven;
}

bool ProofGraph::ensure_proved(const Position& p, std::uint64_t most_nodes) {
  if (bound_of(p) != unproven) return true;
  Budget budget = meter_.rest();
  budget.nodes = std::min(budget.nodes, most_nodes);
  Meter meter(budget);
  const bool proved = search_.run(p, endless_length, Rules::count_all, meter).proved();
  (void)meter_.spend(meter.nodes());
  return proved;
}

ProofGraph::Id ProofGraph::node_of(const Position& p) {
  const auto [at, is_new] =
      ids_.try_emplace({search_.key_of(p), p.hand(Color::black).bits()}, static_cast<Id>(nodes_.size()));
  if (is_new) {
    Node node;
    node.attacking = p.side() == Color::black;
    node.hand_total = static_cast<std::uint8_t>(p.hand(Color::black).total());
    nodes_.push_back(node);
    tasks_.push_back({at->second, p});
  }
  return at->second;
}

std::uint64_t ProofGraph::bytes() const {
  // What `evaluate` needs beside the graph: five numbers a node, two an edge.
  constexpr std::uint64_t of_a_node = sizeof(decltype(ids_)::value_type) + 4 * sizeof(void*) + 5 * sizeof(Id);
  constexpr std::uint64_t of_an_edge = 2 * sizeof(Id);
  return nodes_.capacity() * sizeof(Node) + edges_.capacity() * sizeof(Edge) + tasks_.capacity() * sizeof(Task) +
         ids_.bucket_count() * sizeof(void*) + nodes_.size() * of_a_node + edges_.size() * of_an_edge;
}

bool ProofGraph::grow() {
  while (!tasks_.empty()) {
    // Where the table knows everything, no search asks the meter.
    if (bytes() > most_bytes_ || !meter_.check()) return false;
    const Task task = tasks_.back();
    tasks_.pop_back();
    if (!(nodes_[task.id].attacking ? expand_attack(task) : expand_defence(task))) return false;
  }
  return true;
}

void ProofGraph::set_edges(Id id, const std::vector<Edge>& edges) {
  nodes_[id].first = static_cast<std::uint32_t>(edges_.size());
  nodes_[id].count = static_cast<std::uint16_t>(edges.size());
  edges_.insert(edges_.end(), edges.begin(), edges.end());
}

bool ProofGraph::expand_attack(const Task& task) {
  const Position& p = task.position;
  const MoveList list = ordered_checks(p);
  for (int attempt = 0; attempt < 2; ++attempt) {
    Edge best;
    Length bound = unproven;
    for (const Move16 m : list) {
      const Length b = bound_of(after(p, m));
      if (b < bound) {
        bound = b;
        best.move = m;
      }
    }
    if (bound != unproven) {
      best.child = node_of(after(p, best.move));
      set_edges(task.id, {best});
      return true;
    }
    // The table has lost the mating check: prove the position again.
    if (!search_.run(p, endless_length, Rules::count_all, meter_).proved()) return false;
  }
  return false;
}

bool ProofGraph::expand_defence(const Task& task) {
  const Position& p = task.position;
  const KingInCheck check = king_in_check(p);
  std::vector<Edge> edges;
  for (const Move16 m : ordered_evasions(p)) {
    const Position next = after(p, m);
    if (!ensure_proved(next, Budget::unlimited)) return false;
    Edge edge;
    edge.move = m;
    edge.child = node_of(next);
    if (rules_ == Rules::exclude_useless) edge.stage = static_cast<std::uint8_t>(check.stage(m));
    edges.push_back(edge);
  }
  set_edges(task.id, edges);
  if (nodes_[task.id].judging)
    for (std::uint32_t i = 0; i < nodes_[task.id].count; ++i) judge(nodes_[task.id].first + i, p);
  return true;
}

void ProofGraph::judge(std::uint32_t edge, const Position& p) {
  const Move16 m = edges_[edge].move;
  if (edges_[edge].stage == 0 || edges_[edge].judged) return;
  edges_[edge].judged = true;
  const Square checker = king_in_check(p).checker;
  const Captures captures = checking_captures(after(p, m), checker, m.to());
  for (int i = 0; i < captures.count; ++i) {
    const Position rest = without_interposition(p, m, captures.moves[static_cast<std::size_t>(i)]);
    if (!ensure_proved(rest, most_nodes_for_an_interposition)) continue;
    const Id id = node_of(rest);
    edges_[edge].without[static_cast<std::size_t>(i)] = id;
    // The next interposition on the way to the king is judged at once, or a chain of them would hide the mate.
    nodes_[id].judging = true;
    for (std::uint32_t k = 0; k < nodes_[id].count; ++k) judge(nodes_[id].first + k, rest);
  }
}

bool ProofGraph::settle_defence(Node& node) const {
  const Edge* const begin = edges_.data() + node.first;
  const Edge* const end = begin + node.count;
  int last_stage = 0;
  for (const Edge* e = begin; e != end; ++e) last_stage = std::max<int>(last_stage, e->stage);
  Length length = 0;
  std::uint8_t left = node.hand_total;
  Move16 move{};
  for (int stage = 0; stage <= last_stage; ++stage) {
    const Length nearer = length;
    for (const Edge* e = begin; e != end; ++e) {
      if (e->stage != stage) continue;
      if (stage > 0 &&
          std::ranges::any_of(e->without, [&](Id id) { return id != nobody && nodes_[id].length <= nearer; }))
        continue;
      const Node& child = nodes_[e->child];
      if (child.length == unproven) return false;
      const Length n = longer(child.length);
      if (n > length || move.is_none() || (n == length && child.left_in_hand < left)) {
        length = n;
        left = child.left_in_hand;
        move = e->move;
      }
    }
  }
  node.length = length;
  node.left_in_hand = left;
  node.move = move;
  return true;
}

bool ProofGraph::evaluate() {
  constexpr Id nodes_between_checks = 1 << 16;
  // Who rests on whom.
  std::vector<std::uint32_t> first(nodes_.size() + 1, 0);
  const auto each_edge = [&](auto&& f) {
    for (Id id = 0; id < nodes_.size(); ++id)
      for (std::uint32_t i = 0; i < nodes_[id].count; ++i) {
        const Edge& e = edges_[nodes_[id].first + i];
        f(id, e.child);
        for (const Id rest : e.without)
          if (rest != nobody) f(id, rest);
      }
  };
  each_edge([&](Id, Id child) { ++first[child + 1]; });
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  std::vector<Id> parents(first.back());
  std::vector<std::uint32_t> fill(first.begin(), first.end() - 1);
  each_edge([&](Id id, Id child) { parents[fill[child]++] = id; });

  for (Node& node : nodes_) node.length = unproven;
  std::vector<std::vector<Id>> levels(1);
  std::vector<Id> settled;  // shortest first
  for (Id id = 0; id < nodes_.size(); ++id) {
    if (id % nodes_between_checks == 0 && !meter_.check()) return false;
    if (!nodes_[id].attacking && settle_defence(nodes_[id])) levels[0].push_back(id);
  }
  for (std::size_t level = 0; level < levels.size(); ++level) {
    for (std::size_t i = 0; i < levels[level].size(); ++i) {
      const Id id = levels[level][i];
      if (settled.size() % nodes_between_checks == 0 && !meter_.check()) return false;
      settled.push_back(id);
      for (std::uint32_t k = first[id]; k < first[id + 1]; ++k) {
        Node& parent = nodes_[parents[k]];
        if (parent.length != unproven) continue;
        if (parent.attacking) {
          parent.length = longer(static_cast<Length>(level));
        } else if (!settle_defence(parent)) {
          continue;
        }
        const auto at = std::max(level, static_cast<std::size_t>(parent.length));
        if (levels.size() <= at) levels.resize(at + 1);
        levels[at].push_back(parents[k]);
      }
    }
    std::vector<Id>().swap(levels[level]);
  }
  // Moves and what is left in hand, from the mates upwards: these are compared between equal lengths only.
  for (const Id id : settled) {
    Node& node = nodes_[id];
    if (!node.attacking) {
      (void)settle_defence(node);
      continue;
    }
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const Edge& e = edges_[node.first + i];
      if (nodes_[e.child].length + 1 != node.length) continue;
      node.move = e.move;
      node.left_in_hand = nodes_[e.child].left_in_hand;
      break;
    }
  }
  return true;
}

void ProofGraph::open(Id id, const Position& p) {
  nodes_[id].opened = true;
  const MoveList list = ordered_checks(p);
  std::vector<Edge> edges;
  for (const Move16 m : list) {
    const Position next = after(p, m);
    if (!ensure_proved(next, most_nodes_for_a_check)) continue;
    Edge edge;
    edge.move = m;
    edge.child = node_of(next);
    edges.push_back(edge);
  }
  // The check that was there already is among them unless the table has just lost it.
  for (std::uint32_t i = 0; i < nodes_[id].count; ++i) {
    const Edge known = edges_[nodes_[id].first + i];
    if (std::ranges::none_of(edges, [&](const Edge& e) { return e.move == known.move; })) edges.push_back(known);
  }
  set_edges(id, edges);
}

bool ProofGraph::refine(Position p, int plies) {
  bool changed = false;
  for (Id id = node_of(p); plies > 0 && !nodes_[id].move.is_none(); id = node_of(p), --plies) {
    const Node node = nodes_[id];
    if (node.attacking) {
      if (!node.opened) {
        open(id, p);
        changed = true;
      }
    } else {
      for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
        if (edges_[i].move != node.move || edges_[i].stage == 0) continue;
        if (!edges_[i].judged) {
          const std::uint8_t stage = edges_[i].stage;
          for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
            if (edges_[k].stage == stage) judge(k, p);
          changed = true;
        }
      }
    }
    p.make(node.move);
  }
  return changed;
}

std::vector<Move16> ProofGraph::line(const Position& start, Effort effort) {
  const Id root = node_of(start);
  if (!grow() || !evaluate()) return {};
  std::vector<Move16> best;
  Length best_length = unproven;
  for (;;) {
    if (nodes_[root].length == unproven) return best;
    if (nodes_[root].length <= best_length) {
      best_length = nodes_[root].length;
      best.clear();
      Position p = start;
      for (Id id = root; !nodes_[id].move.is_none(); id = node_of(p)) {
        best.push_back(nodes_[id].move);
        p.make(nodes_[id].move);
      }
    }
    if (effort == Effort::as_proved || !refine(start, MateSearch::depth_limit) || !grow() || !evaluate()) return best;
  }
}

}  // namespace nazo::tsume
