#include "genres/sokoban/generate/trim.hpp"

#include <algorithm>
#include <optional>

#include "puzzle/room.hpp"

namespace nazo::sokoban {

namespace {

/// Does this sequence of pushes work on this floor?
template <class G>
bool replays(Small<G> level, const std::vector<Push>& pushes) {
  for (const Push& push : pushes) {
    const auto stand = bit<G>(push.box - offset<G>(push.direction));
    if ((keeper_region(level) & stand) == 0) return false;
    level.boxes ^= bit<G>(push.box) ^ bit<G>(push.box + offset<G>(push.direction));
    level.keeper = push.box;
  }
  return true;
}

/// Squares that the pushes themselves need: where boxes go and where the keeper stands to push.
template <class G>
typename G::Bits needed_by(const Small<G>& level, const std::vector<Push>& pushes) {
  typename G::Bits needed = level.goals | level.boxes;
  for (const Push& push : pushes)
    needed |=
        bit<G>(push.box) | bit<G>(push.box + offset<G>(push.direction)) | bit<G>(push.box - offset<G>(push.direction));
  return needed;
}

/// Walls every square this sequence of pushes can do without; the keeper begins where it pushes first.
template <class G>
void keep_what_is_used(Small<G>& level, const std::vector<Push>& pushes) {
  using Bits = typename G::Bits;
  if (pushes.empty()) return;
  level.keeper = pushes.front().box - offset<G>(pushes.front().direction);
  const Bits needed = needed_by(level, pushes);
  // The squares of one shortest walk to each push.
  Bits walked = 0;
  Small<G> now = level;
  std::vector<Bits> waves;
  for (const Push& push : pushes) {
    const Bits free = now.floor & ~now.boxes;
    waves.assign(1, bit<G>(push.box - offset<G>(push.direction)));
    while ((waves.back() & bit<G>(now.keeper)) == 0) waves.push_back(grown<G>(waves.back()) & free);
    Bits at = bit<G>(now.keeper);
    for (waves.pop_back(); !waves.empty(); waves.pop_back()) {
      // Prefer squares that are kept anyway.
      const Bits next = grown<G>(at) & waves.back();
      const Bits kept = next & (needed | walked);
      at = kept != 0 ? kept & (~kept + 1) : next & (~next + 1);
      walked |= at;
    }
    now.boxes ^= bit<G>(push.box) ^ bit<G>(push.box + offset<G>(push.direction));
    now.keeper = push.box;
  }
  level.floor = needed | walked;
  for_each_bit<G>(walked & ~needed, [&](int square) {
    level.floor ^= bit<G>(square);
    if (!replays(level, pushes)) level.floor ^= bit<G>(square);
  });
}

/// All best solutions of a level at once, layer by layer. The field may have been explored with more floor than the
/// level has, as long as that left its values as they are: then the best solutions of the level are those of the field
/// that can do without what is gone.
template <class G>
class BestWays {
 public:
  using Bits = typename G::Bits;

  BestWays(const Field<G>& field, const Small<G>& level, const Allowance& allowance)
      : field_(field), level_(level), allowance_(allowance) {}

  /// Is there one? An error if the meter or the room ran out.
  Result<bool> exist() {
    NAZO_CHECK(find());
    return layer_ < nodes_.size();
  }
  /// The squares that none of them can do without.
  Result<Bits> unavoidable() {
    NAZO_CHECK(find());
    // Backwards: what follows a position is what all its continuations have in common.
    std::vector<Bits> must(nodes_.size(), ~Bits{0});
    for (std::size_t n = layer_; n < nodes_.size(); ++n) must[n] = 0;
    for (std::size_t e = edges_.size(); e-- > 0;) must[edges_[e].from] &= edges_[e].squares | must[edges_[e].to];
    return (must[0] | level_.boxes | level_.goals) & level_.floor;
  }

 private:
  struct Node {
    std::uint32_t state;
    std::uint8_t last_box, left;
    Bits region;  ///< the keeper's, on the level's own floor
    friend bool operator==(const Node&, const Node&) = default;
  };
  struct Edge {
    std::uint32_t from, to;
    Bits squares;
  };

  [[nodiscard]] std::uint32_t index_of(const typename Field<G>::State* state) const {
    return static_cast<std::uint32_t>(state - field_.states().data());
  }
  [[nodiscard]] const typename Field<G>::State* state_with(Bits boxes, Bits keeper) const {
    return field_.find(boxes, flood<G>(keeper, field_.floor() & ~boxes));
  }
  bool room_for_one() {
    const auto free_bytes = [&] {
      const std::uint64_t of_nodes = nodes_.capacity() * (sizeof(Node) + sizeof(Bits));
      return bytes_left(allowance_.bytes, of_nodes + edges_.capacity() * sizeof(Edge));
    };
    has_room_ = has_room_ && make_room(nodes_, 1, free_bytes()) && make_room(edges_, 1, free_bytes());
    return has_room_;
  }

  /// The last layer, from `layer_` on, is empty if no best solution of the field is one of the level.
  Result<void> find() {
    const auto* const start = state_with(level_.boxes, bit<G>(level_.keeper));
    nodes_.assign(1, {index_of(start), 255, start->least(), keeper_region(level_)});
    edges_.clear();
    layer_ = 0;
    for (int depth = start->depth; depth > 0; --depth) {
      const std::size_t end = nodes_.size();
      for (std::size_t n = layer_; n < end; ++n) {
        if (!allowance_.meter.spend()) return fail_limit(allowance_.meter.limit());
        push_on(static_cast<std::uint32_t>(n), depth, end);
        if (!has_room_) return fail_limit(Limit::memory);
      }
      layer_ = end;
    }
    return {};
  }
  void push_on(std::uint32_t number, int depth, std::size_t layer_end) {
    const Node node = nodes_[number];
    const Bits all_boxes = field_.states()[node.state].boxes, free = level_.floor & ~all_boxes;
    for (const Direction d : directions) {
      for_each_bit<G>(all_boxes & shifted<G>(node.region, d) & shifted<G>(free, opposite(d)), [&](int square) {
        const bool change = square != node.last_box;
        if (change && node.left == 0) return;
        const int to = square + offset<G>(d);
        const Bits boxes = all_boxes ^ bit<G>(square) ^ bit<G>(to);
        const auto* const after = state_with(boxes, bit<G>(square));
        if (after == nullptr || after->depth != depth - 1) return;
        const int left = node.left - (change ? 1 : 0);
        if ((after->depth == 0 ? 0 : std::min<int>(after->changes_with(to) - 1, after->least())) > left) return;
        if (!room_for_one()) return;
        const Node next{index_of(after), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(left),
                        flood<G>(bit<G>(square), level_.floor & ~boxes)};
        std::size_t known = layer_end;
        while (known < nodes_.size() && !(nodes_[known] == next)) ++known;
        if (known == nodes_.size()) nodes_.push_back(next);
        edges_.push_back(
            {number, static_cast<std::uint32_t>(known), bit<G>(square) | bit<G>(to) | bit<G>(square - offset<G>(d))});
      });
    }
  }

  const Field<G>& field_;
  const Small<G>& level_;
  Allowance allowance_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::size_t layer_ = 0;
  bool has_room_ = true;
};

/// The level with a wall on this square, if that leaves its values as they are; the keeper may begin anywhere in its
/// region. An error if a limit ran out.
template <class G>
Result<std::optional<Small<G>>> without(const Field<G>& field, const Small<G>& level, int square,
                                        const Allowance& allowance) {
  Small<G> less = level;
  less.floor ^= bit<G>(square);
  for (typename G::Bits regions = keeper_region(level) & less.floor; regions != 0;) {
    less.keeper = G::lowest(regions);
    regions &= ~keeper_region(less);
    NAZO_TRY(exist, BestWays<G>(field, less, allowance).exist());
    if (exist) return std::optional(less);
  }
  return std::optional<Small<G>>{};
}

}  // namespace

template <class G>
Result<Trimmed<G>> trimmed(const Field<G>& explored, const Small<G>& level, const std::vector<Push>& best,
                           const Allowance& allowance) {
  using Bits = typename G::Bits;
  Trimmed<G> result;
  result.level = level;
  result.pushes = best;
  keep_what_is_used(result.level, result.pushes);
  // Now every single square that some best solution might spare. A square that could not go stays needed when others
  // go.
  Bits settled = 0;
  for (bool again = true; again;) {
    again = false;
    NAZO_TRY(needed, BestWays<G>(explored, result.level, allowance).unavoidable());
    settled |= needed;
    for (Bits rest = result.level.floor & ~settled; rest != 0 && !again; rest &= rest - 1) {
      const int square = G::lowest(rest);
      settled |= bit<G>(square);
      NAZO_TRY(less, without(explored, result.level, square, allowance));
      if (!less) continue;
      NAZO_TRY(pushes, best_pushes(explored, *less, allowance));
      result.level = *less;
      result.pushes = std::move(pushes);
      keep_what_is_used(result.level, result.pushes);
      again = true;
    }
  }
  // The keeper's place in its region is free: as far from its first push as can be.
  if (!result.pushes.empty()) {
    Bits reached = bit<G>(result.level.keeper);
    const Bits free = result.level.floor & ~result.level.boxes;
    for (Bits wider = grown<G>(reached) & free; wider != reached; wider = grown<G>(reached) & free) {
      result.level.keeper = G::lowest(wider & ~reached);
      reached = wider;
    }
    NAZO_TRY(pushes, best_pushes(explored, result.level, allowance));
    result.pushes = std::move(pushes);
  }
  return result;
}

template <class G>
Result<typename G::Bits> useless_floor(const Field<G>& explored, const Small<G>& level, const Allowance& allowance) {
  using Bits = typename G::Bits;
  NAZO_TRY(needed, BestWays<G>(explored, level, allowance).unavoidable());
  Bits useless = 0;
  for (Bits rest = level.floor & ~needed; rest != 0; rest &= rest - 1) {
    const int square = G::lowest(rest);
    NAZO_TRY(less, without(explored, level, square, allowance));
    if (less) useless |= bit<G>(square);
  }
  return useless;
}

template Result<Trimmed<Grid6>> trimmed<Grid6>(const Field<Grid6>&, const Small<Grid6>&, const std::vector<Push>&,
                                               const Allowance&);
template Result<Trimmed<Grid8>> trimmed<Grid8>(const Field<Grid8>&, const Small<Grid8>&, const std::vector<Push>&,
                                               const Allowance&);
template Result<Trimmed<Grid10>> trimmed<Grid10>(const Field<Grid10>&, const Small<Grid10>&, const std::vector<Push>&,
                                                 const Allowance&);
template Result<Grid6::Bits> useless_floor<Grid6>(const Field<Grid6>&, const Small<Grid6>&, const Allowance&);
template Result<Grid8::Bits> useless_floor<Grid8>(const Field<Grid8>&, const Small<Grid8>&, const Allowance&);
template Result<Grid10::Bits> useless_floor<Grid10>(const Field<Grid10>&, const Small<Grid10>&, const Allowance&);

}  // namespace nazo::sokoban
