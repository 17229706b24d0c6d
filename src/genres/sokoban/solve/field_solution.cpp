#include "genres/sokoban/solve/field_solution.hpp"

#include <algorithm>
#include <tuple>

#include "base/pulse.hpp"
#include "base/rng.hpp"
#include "puzzle/room.hpp"
#include "search/sort_while.hpp"

namespace nazo::sokoban {

namespace {

/// A point of the search for the fewest moves: a state, where the keeper stands, and which box it pushed last.
struct Node {
  std::uint32_t state;
  std::uint32_t parent;
  std::uint32_t moves;
  std::uint8_t keeper, last_box, changes_left;
  Push push;
  [[nodiscard]] auto key() const { return std::tie(state, keeper, last_box, changes_left); }
};
constexpr std::uint8_t no_box = 255;

/// Looks for the fewest moves, layer by layer along the pushes that keep to the fewest pushes and box changes.
template <class G>
class FewestMoves {
 public:
  FewestMoves(const Field<G>& field, const Allowance& allowance)
      : field_(field), states_(field.states()), allowance_(allowance), pulse_(allowance.meter) {}

  Result<std::vector<Push>> run(const Small<G>& level) {
    floor_ = level.floor;
    const auto* const start = field_.find(level.boxes, flood<G>(bit<G>(level.keeper), field_.floor() & ~level.boxes));
    nodes_.push_back({index_of(start), 0, 0, static_cast<std::uint8_t>(level.keeper), no_box, start->least(), {}});
    std::size_t layer_begin = 0;
    for (int depth = start->depth; depth > 0; --depth) {
      next_.clear();
      const std::size_t layer_end = nodes_.size();
      for (std::size_t n = layer_begin; n < layer_end; ++n)
        if (!push_on(n, depth)) return fail_limit(limit());
      if (!keep_best_ways() || !room_for(nodes_, next_.size())) return fail_limit(limit());
      layer_begin = layer_end;
      nodes_.insert(nodes_.end(), next_.begin(), next_.end());
    }
    const auto last = std::min_element(nodes_.begin() + static_cast<std::ptrdiff_t>(layer_begin), nodes_.end(),
                                       [](const Node& a, const Node& b) { return a.moves < b.moves; });
    std::vector<Push> pushes(start->depth);
    auto at = static_cast<std::size_t>(last - nodes_.begin());
    for (std::size_t i = pushes.size(); i > 0; --i) {
      pushes[i - 1] = nodes_[at].push;
      at = nodes_[at].parent;
    }
    return pushes;
  }

 private:
  using Bits = typename G::Bits;

  [[nodiscard]] std::uint32_t index_of(const typename Field<G>::State* state) const {
    return static_cast<std::uint32_t>(state - states_.data());
  }
  bool room_for(std::vector<Node>& list, std::size_t more) {
    const std::uint64_t used = (nodes_.capacity() + next_.capacity()) * sizeof(Node);
    has_room_ = has_room_ && make_room(list, more, bytes_left(allowance_.bytes, used));
    return has_room_;
  }
  [[nodiscard]] Limit limit() const { return has_room_ ? allowance_.meter.limit() : Limit::memory; }

  /// Adds to `next_` what follows a node; false if a limit ran out.
  bool push_on(std::size_t number, int depth) {
    if (!pulse_.goes_on()) return false;
    const Node node = nodes_[number];
    const auto& state = states_[node.state];
    const Bits free = floor_ & ~state.boxes;
    const Bits region = floor_ == field_.floor() ? state.region : flood<G>(bit<G>(node.keeper), free);
    // Pushes that keep to the fewest pushes and box changes, and the squares the keeper needs for them.
    const std::size_t first = next_.size();
    Bits wanted = 0;
    for (const Direction d : directions) {
      const Bits pushable = state.boxes & shifted<G>(region, d) & shifted<G>(free, opposite(d));
      for_each_bit<G>(pushable, [&](int square) {
        const bool change = square != node.last_box;
        if (change && node.changes_left == 0) return;
        const int to = square + offset<G>(d);
        const Bits boxes = state.boxes ^ bit<G>(square) ^ bit<G>(to);
        const auto* const after = field_.find(boxes, flood<G>(bit<G>(square), field_.floor() & ~boxes));
        if (after == nullptr || after->depth != depth - 1) return;
        const int left = node.changes_left - (change ? 1 : 0);
        const int needed = after->depth == 0 ? 0 : std::min<int>(after->changes_with(to) - 1, after->least());
        if (needed > left || !room_for(next_, 1)) return;
        wanted |= bit<G>(square - offset<G>(d));
        next_.push_back({index_of(after),
                         static_cast<std::uint32_t>(number),
                         node.moves,
                         static_cast<std::uint8_t>(square),
                         static_cast<std::uint8_t>(to),
                         static_cast<std::uint8_t>(left),
                         {static_cast<Square>(square), d}});
      });
    }
    // Waves from the keeper's square reach each wanted square at its walking distance.
    Bits reached = bit<G>(node.keeper);
    for (std::uint32_t distance = 0; wanted != 0; ++distance) {
      for (std::size_t i = first; i < next_.size(); ++i) {
        const int stand = next_[i].push.box - offset<G>(next_[i].push.direction);
        if ((wanted & reached & bit<G>(stand)) != 0) next_[i].moves = node.moves + distance + 1;
      }
      wanted &= ~reached;
      reached = grown<G>(reached) & free;
    }
    return has_room_;
  }

  /// Of the nodes of `next_` that are the same but for the way there, only the one with the fewest moves stays.
  bool keep_best_ways() {
    const auto before = [](const Node& a, const Node& b) {
      return std::tuple(a.key(), a.moves, a.parent) < std::tuple(b.key(), b.moves, b.parent);
    };
    if (!search::sort_while(std::span(next_), before, [this] { return allowance_.meter.check(); })) return false;
    const auto twice = std::ranges::unique(next_, [](const Node& a, const Node& b) { return a.key() == b.key(); });
    next_.erase(twice.begin(), twice.end());
    return true;
  }

  const Field<G>& field_;
  std::span<const typename Field<G>::State> states_;
  Allowance allowance_;
  Pulse pulse_;
  Bits floor_ = 0;
  std::vector<Node> nodes_, next_;
  bool has_room_ = true;
};

}  // namespace

template <class G>
Result<std::vector<Push>> best_pushes(const Field<G>& field, const Small<G>& level, const Allowance& allowance) {
  return FewestMoves<G>(field, allowance).run(level);
}

template <class G>
std::string lurd_of(Small<G> level, const std::vector<Push>& pushes) {
  using Bits = typename G::Bits;
  std::string out;
  std::vector<Bits> waves;
  for (const Push& push : pushes) {
    const Bits free = level.floor & ~level.boxes;
    const int stand = push.box - offset<G>(push.direction);
    // Waves outward from where the keeper must stand, then downhill from where it is.
    waves.assign(1, bit<G>(stand));
    while ((waves.back() & bit<G>(level.keeper)) == 0) {
      const Bits wider = grown<G>(waves.back()) & free;
      if (wider == waves.back()) return {};
      waves.push_back(wider);
    }
    for (waves.pop_back(); !waves.empty(); waves.pop_back()) {
      for (const Direction d : directions) {
        if ((shifted<G>(bit<G>(level.keeper), d) & waves.back()) == 0) continue;
        out += letter(d);
        level.keeper += offset<G>(d);
        break;
      }
    }
    out += push_letter(push.direction);
    level.boxes ^= bit<G>(push.box) ^ bit<G>(push.box + offset<G>(push.direction));
    level.keeper = push.box;
  }
  return out;
}

template <class G>
std::uint64_t shape_hash(const std::vector<Push>& pushes) {
  // Boxes are followed by where they stand: only those that were pushed have a name, given at their first push.
  struct Run {
    int name, rows, columns, turns;
  };
  std::vector<Run> runs;
  std::array<int, most_field_boxes> at{};
  int named = 0, last = -1;
  Direction last_direction = Direction::up;
  for (const Push& push : pushes) {
    int name = 0;
    while (name < named && at[static_cast<std::size_t>(name)] != push.box) ++name;
    if (name == named) ++named;
    at[static_cast<std::size_t>(name)] = push.box + offset<G>(push.direction);
    if (name != last) {
      runs.push_back({name, 0, 0, 0});
    } else if (push.direction != last_direction) {
      ++runs.back().turns;
    }
    runs.back().rows += row_step(push.direction);
    runs.back().columns += column_step(push.direction);
    last = name;
    last_direction = push.direction;
  }
  std::uint64_t least = ~std::uint64_t{0};
  for (int image = 0; image < 8; ++image) {
    std::uint64_t hash = runs.size();
    for (const Run& run : runs) {
      int r = (image & 1) != 0 ? -run.rows : run.rows, c = (image & 2) != 0 ? -run.columns : run.columns;
      if ((image & 4) != 0) std::swap(r, c);
      hash = mix64(hash ^ static_cast<std::uint64_t>(((run.name * 64 + r + 32) * 64 + c + 32) * 64 + run.turns));
    }
    least = std::min(least, hash);
  }
  return least;
}

template Result<std::vector<Push>> best_pushes<Grid6>(const Field<Grid6>&, const Small<Grid6>&, const Allowance&);
template Result<std::vector<Push>> best_pushes<Grid8>(const Field<Grid8>&, const Small<Grid8>&, const Allowance&);
template Result<std::vector<Push>> best_pushes<Grid10>(const Field<Grid10>&, const Small<Grid10>&, const Allowance&);
template std::string lurd_of<Grid6>(Small<Grid6>, const std::vector<Push>&);
template std::string lurd_of<Grid8>(Small<Grid8>, const std::vector<Push>&);
template std::string lurd_of<Grid10>(Small<Grid10>, const std::vector<Push>&);
template std::uint64_t shape_hash<Grid6>(const std::vector<Push>&);
template std::uint64_t shape_hash<Grid8>(const std::vector<Push>&);
template std::uint64_t shape_hash<Grid10>(const std::vector<Push>&);

}  // namespace nazo::sokoban
