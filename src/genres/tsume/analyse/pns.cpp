#include "genres/tsume/analyse/pns.hpp"

#include <algorithm>
#include <memory>

#include "genres/tsume/rules/in_check.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/rules/mudaai.hpp"

namespace nazo::tsume {
namespace {

constexpr std::uint32_t endless_number = 0xffff'ffffu;
constexpr std::size_t most_points = 2000;
/// Of the path: df-pn calls itself for each, and a stack does not last for ever.
constexpr std::size_t most_plies = 10'000;

struct Node {
  std::uint32_t first = 0;  ///< of its block of children
  std::uint32_t pn = 1, dn = 1;
  Move16 move{};
  std::uint8_t count = 0;
  bool expanded = false;

  [[nodiscard]] bool solved() const { return pn == 0 || dn == 0; }
};
static_assert(sizeof(Node) == 16);

/// Nodes in blocks of siblings; blocks of solved nodes are used again.
class Tree {
 public:
  static constexpr std::uint32_t chunk_size = 1u << 18;

  [[nodiscard]] Node& operator[](std::uint32_t i) { return chunks_[i / chunk_size][i % chunk_size]; }
  /// A block of `count` siblings in one piece.
  std::uint32_t block(std::uint32_t count) {
    made_ += count;
    if (auto& freed = free_[count]; !freed.empty()) {
      const std::uint32_t first = freed.back();
      freed.pop_back();
      for (std::uint32_t i = 0; i < count; ++i) (*this)[first + i] = Node{};
      return first;
    }
    if (chunks_.empty() || used_ % chunk_size + count > chunk_size || used_ == chunks_.size() * chunk_size) {
      chunks_.push_back(std::make_unique<Node[]>(chunk_size));
      used_ = static_cast<std::uint32_t>((chunks_.size() - 1) * chunk_size);
    }
    const std::uint32_t first = used_;
    used_ += count;
    return first;
  }
  void release(std::uint32_t first, std::uint32_t count) {
    free_bytes_ -= free_[count].capacity() * sizeof(std::uint32_t);
    free_[count].push_back(first);
    free_bytes_ += free_[count].capacity() * sizeof(std::uint32_t);
  }
  [[nodiscard]] std::uint64_t bytes() const { return chunks_.size() * chunk_size * sizeof(Node) + free_bytes_; }
  [[nodiscard]] std::uint64_t made() const { return made_; }
  /// Is there a number left for every node of another chunk?
  [[nodiscard]] bool may_grow() const { return chunks_.size() < 0xffff'ffffu / chunk_size; }

 private:
  std::vector<std::unique_ptr<Node[]>> chunks_;
  std::array<std::vector<std::uint32_t>, 256> free_;
  std::uint64_t free_bytes_ = 0;
  std::uint32_t used_ = 0;
  std::uint64_t made_ = 0;
};

/// Orders moves as their USI texts do: moves by squares, then drops by letter.
std::uint32_t usi_rank(Move16 m) {
  constexpr std::array<std::uint32_t, 8> letters{0, 5, 3, 4, 7, 1, 6, 2};  // B G L N P R S
  const auto to = static_cast<std::uint32_t>(m.to());
  if (m.is_drop()) return 1u << 20 | letters[static_cast<std::size_t>(m.dropped())] << 8 | to << 1;
  return static_cast<std::uint32_t>(m.from()) << 8 | to << 1 | (m.is_promotion() ? 1u : 0u);
}

class Search {
 public:
  Search(const Position& root, const PnsOptions& options, Meter& meter)
      : options_(options), ties_(rule_for_ties(options)), meter_(meter), pos_(root) {}

  PnsReport run() {
    const std::uint32_t root = tree_.block(1);
    path_.push_back({root, {}, {}, pos_.board_key(), pos_.hand(Color::black)});
    if (options_.algorithm == PnsOptions::Algorithm::pns) {
      while (!tree_[root].solved() && meter_.spend() && memory_left()) {
        record(tree_[root]);
        descend();
        if (ties_ == PnsOptions::Ties::last) remember_path();
        expand(path_.back().node);
        update(false);
      }
    } else {
      depth_first(endless_number, endless_number);
    }
    report_.mate = tree_[root].pn == 0;
    report_.limit = tree_[root].solved() ? Limit::none : meter_.limit();
    report_.tree_nodes = tree_.made();
    report_.peak_bytes = tree_.bytes();
    thin_out();
    return std::move(report_);
  }

 private:
  struct Step {
    std::uint32_t node;
    Move16 move;
    Position::Undo undo;
    std::uint64_t key;
    Hand hand;
  };

  static PnsOptions::Ties rule_for_ties(const PnsOptions& options) {
    if (options.ties != PnsOptions::Ties::printed) return options.ties;
    return options.algorithm == PnsOptions::Algorithm::pns ? PnsOptions::Ties::left : PnsOptions::Ties::last;
  }

  [[nodiscard]] bool attacking() const { return pos_.side() == Color::black; }

  bool memory_left() {
    if (tree_.bytes() <= meter_.budget().bytes && path_.size() < most_plies && tree_.may_grow()) return true;
    meter_.out_of_memory();
    return false;
  }

  void record(const Node& root) {
    if (root.pn > report_.pn_max) {
      report_.pn_max = root.pn;
      report_.pn_peak_update = report_.updates;
    }
    report_.dn_max = std::max(report_.dn_max, root.dn);
    report_.pn_sum += root.pn;
    report_.dn_sum += root.dn;
    if (report_.updates % stride_ == 0) {
      if (report_.trace.size() == 2 * most_points) {
        stride_ *= 2;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < report_.trace.size(); i += 2) report_.trace[kept++] = report_.trace[i];
        report_.trace.resize(kept);
      }
      if (report_.updates % stride_ == 0) report_.trace.push_back({report_.updates, root.pn, root.dn});
    }
    last_ = {report_.updates, root.pn, root.dn};
    ++report_.updates;
  }

  void thin_out() {
    auto& trace = report_.trace;
    if (trace.size() >= most_points) {
      std::size_t kept = 0;
      const std::size_t step = (trace.size() + most_points - 2) / (most_points - 1);
      for (std::size_t i = 0; i < trace.size(); i += step) trace[kept++] = trace[i];
      trace.resize(kept);
    }
    if (!trace.empty() && trace.back().update != last_.update) trace.push_back(last_);
  }

  void play(std::uint32_t child) {
    const Move16 move = tree_[child].move;
    const Position::Undo undo = pos_.make(move);
    path_.push_back({child, move, undo, pos_.board_key(), pos_.hand(Color::black)});
  }
  void take_back() {
    pos_.undo(path_.back().move, path_.back().undo);
    path_.pop_back();
  }

  /// The leftmost child with the smallest number of the side to move.
  std::uint32_t best_child(const Node& n) {
    std::uint32_t best = n.first, least = endless_number;
    for (std::uint32_t i = 0; i < n.count; ++i) {
      const Node& c = tree_[n.first + i];
      const std::uint32_t number = attacking() ? c.pn : c.dn;
      if (number < least) {
        least = number;
        best = n.first + i;
      }
    }
    return best;
  }

  void descend() {
    // After an update the path is a beginning of the last one.
    bool on_last = ties_ == PnsOptions::Ties::last;
    for (;;) {
      const Node& n = tree_[path_.back().node];
      if (!n.expanded) return;
      std::uint32_t child = best_child(n);
      on_last = on_last && path_.size() < last_path_.size();
      if (on_last) {
        const std::uint32_t before = last_path_[path_.size()];
        const Node &best = tree_[child], &same = tree_[before];
        if (attacking() ? same.pn == best.pn : same.dn == best.dn) child = before;
        on_last = child == before;
      }
      play(child);
    }
  }

  void remember_path() {
    last_path_.clear();
    for (const Step& step : path_) last_path_.push_back(step.node);
  }

  [[nodiscard]] bool repeats() const {
    const Step& now = path_.back();
    for (std::size_t i = path_.size() - 1; i-- > 0;)
      if (path_[i].key == now.key && path_[i].hand == now.hand) return true;
    return false;
  }

  void moves(MoveList& list) {
    if (attacking())
      checks(pos_, list);
    else
      evasions(pos_, list);
    if (!attacking() && options_.rules == Rules::exclude_useless) leave_out_useless(list);
    std::sort(list.begin(), list.end(), [](Move16 a, Move16 b) { return usi_rank(a) < usi_rank(b); });
  }

  void leave_out_useless(MoveList& list) {
    const KingInCheck check = king_in_check(pos_);
    int kept = 0;
    for (const Move16 m : list) {
      const bool useless = check.interposes(m) && is_useless_interposition(pos_, m, check.checker, is_mate_in_effect);
      if (!useless) list[kept++] = m;
    }
    list.shrink(kept);
  }

  static void lose(Node& n) {
    n.pn = endless_number;
    n.dn = 0;
  }
  static void win(Node& n) {
    n.pn = 0;
    n.dn = endless_number;
  }

  void expand(std::uint32_t at) {
    MoveList list;
    if (repeats()) {
      lose(tree_[at]);
      tree_[at].expanded = true;
      return;
    }
    moves(list);
    tree_[at].expanded = true;
    if (list.empty()) {
      if (attacking())
        lose(tree_[at]);
      else
        win(tree_[at]);
      return;
    }
    const std::uint32_t first = tree_.block(static_cast<std::uint32_t>(list.size()));
    Node& n = tree_[at];
    n.first = first;
    n.count = static_cast<std::uint8_t>(list.size());
    for (std::uint32_t i = 0; i < n.count; ++i) tree_[first + i].move = list[static_cast<int>(i)];
    if (options_.ends == PnsOptions::Ends::creation)
      for (std::uint32_t i = 0; i < n.count; ++i) {
        play(first + i);
        MoveList next;
        if (repeats()) {
          lose(tree_[first + i]);
        } else {
          moves(next);
          if (next.empty()) {
            if (attacking())
              lose(tree_[first + i]);
            else
              win(tree_[first + i]);
          }
        }
        take_back();
      }
    recompute(tree_[at]);
  }

  /// (min, sum) of the children, as the node's side sees it.
  void recompute(Node& n) {
    std::uint32_t least_pn = endless_number, least_dn = endless_number;
    std::uint64_t sum_pn = 0, sum_dn = 0;
    for (std::uint32_t i = 0; i < n.count; ++i) {
      const Node& c = tree_[n.first + i];
      least_pn = std::min(least_pn, c.pn);
      least_dn = std::min(least_dn, c.dn);
      sum_pn = c.pn == endless_number || sum_pn == endless_number ? endless_number : sum_pn + c.pn;
      sum_dn = c.dn == endless_number || sum_dn == endless_number ? endless_number : sum_dn + c.dn;
    }
    n.pn = attacking() ? least_pn : static_cast<std::uint32_t>(sum_pn);
    n.dn = attacking() ? static_cast<std::uint32_t>(sum_dn) : least_dn;
  }

  void release_if_solved(Node& n) {
    if (!n.solved() || n.count == 0) return;
    tree_.release(n.first, n.count);
    n.count = 0;
  }

  /// Carries the values of the last node of the path upwards. Stops where nothing changes: the most proving node is
  /// then still below that node, so the next descent may start there. With `stay`, the path is left as it is.
  void update(bool stay) {
    if (!stay) {
      release_if_solved(tree_[path_.back().node]);
      while (path_.size() > 1) {
        take_back();
        Node& n = tree_[path_.back().node];
        const std::uint32_t pn = n.pn, dn = n.dn;
        recompute(n);
        release_if_solved(n);
        if (n.pn == pn && n.dn == dn) return;
      }
      return;
    }
    bool attacks = attacking();
    for (std::size_t i = path_.size() - 1; i-- > 0;) {
      attacks = !attacks;
      Node& n = tree_[path_[i].node];
      std::uint32_t least = endless_number;
      std::uint64_t sum = 0;
      for (std::uint32_t k = 0; k < n.count; ++k) {
        const Node& c = tree_[n.first + k];
        least = std::min(least, attacks ? c.pn : c.dn);
        const std::uint32_t add = attacks ? c.dn : c.pn;
        sum = add == endless_number || sum == endless_number ? endless_number : sum + add;
      }
      n.pn = attacks ? least : static_cast<std::uint32_t>(sum);
      n.dn = attacks ? static_cast<std::uint32_t>(sum) : least;
    }
  }

  /// Where the search below a child ends because a sibling's turn has come: as printed one more than the least of the
  /// others, so that a tie is the child's own; with ties to the left, a sibling on the left needs only a tie.
  std::uint32_t limit_by_siblings(const Node& n, std::uint32_t child) {
    std::uint32_t limit = endless_number;
    for (std::uint32_t sibling = n.first; sibling < n.first + n.count; ++sibling) {
      if (sibling == child) continue;
      const std::uint32_t number = attacking() ? tree_[sibling].pn : tree_[sibling].dn;
      const bool tie_is_its_own = sibling < child && ties_ == PnsOptions::Ties::left;
      limit = std::min(limit, number == endless_number || tie_is_its_own ? number : number + 1);
    }
    return limit;
  }

  /// The paper's second way: df-pn in a tree, the root's numbers worked out anew at every expansion.
  void depth_first(std::uint32_t limit_selecting, std::uint32_t limit_combined) {
    const std::uint32_t at = path_.back().node;
    if (!tree_[at].expanded) {
      if (!meter_.spend() || !memory_left()) return;
      record(tree_[path_.front().node]);
      expand(at);
      update(true);
    }
    for (;;) {
      Node& n = tree_[at];
      if (n.solved() || meter_.limit() != Limit::none) break;
      const bool attacks = attacking();
      const std::uint32_t selecting = attacks ? n.pn : n.dn, combined = attacks ? n.dn : n.pn;
      if (selecting >= limit_selecting || combined >= limit_combined) break;
      const std::uint32_t best = best_child(n);
      const Node& c = tree_[best];
      const std::uint32_t child_selecting = std::min(limit_selecting, limit_by_siblings(n, best));
      const std::uint32_t own = attacks ? c.dn : c.pn;
      const std::uint32_t child_combined =
          limit_combined == endless_number ? limit_combined : limit_combined - (combined - own);
      play(best);
      depth_first(child_combined, child_selecting);
      take_back();
      if (meter_.limit() == Limit::none) {
        release_if_solved(tree_[best]);
        recompute(tree_[at]);
      }
    }
  }

  PnsOptions options_;
  PnsOptions::Ties ties_;
  Meter& meter_;
  Position pos_;
  Tree tree_;
  std::vector<Step> path_;
  std::vector<std::uint32_t> last_path_;  ///< to the last leaf that was expanded
  PnsReport report_;
  std::uint64_t stride_ = 1;
  PnsPoint last_{};
};

}  // namespace

PnsReport proof_numbers(const Position& p, const PnsOptions& options, Meter& meter) {
  return Search(p.side() == Color::black ? p : p.turned(), options, meter).run();
}

}  // namespace nazo::tsume
