#include "genres/shanghai/solve/pile.hpp"

#include <algorithm>
#include <bit>

#include "genres/shanghai/rules/places.hpp"

namespace nazo::shanghai {

namespace {

// A tile's byte: three bits for what lies on it (at most four), two each for its left and its right (at most two).
constexpr std::uint8_t one_on = 1, one_left = 8, one_right = 32;
constexpr std::uint8_t some_on = 7, some_left = 24, some_right = 96;

constexpr bool is_free(std::uint8_t blocked) {
  return (blocked & some_on) == 0 && ((blocked & some_left) == 0 || (blocked & some_right) == 0);
}

int lowest(std::uint64_t bits) { return std::countr_zero(bits); }

/// No pair is decided.
struct NothingDecided {
  static Members mated(int) { return 0; }
  static int mate(TileId) { return no_tile; }
};

}  // namespace

Pile::Pile(const Board& board) : Kinds(board.first), releases_(board.tiles.size()), own_way_(index(board.kinds())) {
  const std::vector<Ways> ways = ways_of(layout_of(board));
  for (std::size_t t = 0; t < board.tiles.size(); ++t) {
    const auto add = [&](const FewTiles& in_the_way, std::uint8_t by) {
      for (const std::uint8_t other : in_the_way.tiles()) {
        Neighbours& released = releases_[other];
        released.list[index(released.count++)] = {static_cast<std::uint8_t>(t), by};
        start_.blocked[t] = static_cast<std::uint8_t>(start_.blocked[t] + by);
        if (board.tiles[other].kind == board.tiles[t].kind) own_way_[index(board.tiles[t].kind)] = true;
      }
    };
    add(ways[t].on, one_on);
    add(ways[t].left, one_left);
    add(ways[t].right, one_right);
  }
  for (int kind = 0; kind < kind_count(); ++kind) {
    start_.present[index(kind)] = every(kind);
    for (int i = 0; i < copies(kind); ++i)
      if (is_free(start_.blocked[tile(kind, i)])) start_.free[index(kind)] |= Members{1} << i;
  }
  start_.left = static_cast<int>(board.tiles.size());
}

KindSet Pile::take(Position& position, TileId tile) const {
  KindSet changed = 0;
  const int kind = kind_of(tile);
  position.present[index(kind)] &= ~bit(tile);
  position.free[index(kind)] &= ~bit(tile);
  --position.left;
  const Neighbours& released = releases_[tile];
  for (int i = 0; i < released.count; ++i) {
    const auto [other, by] = released.list[index(i)];
    std::uint8_t& blocked = position.blocked[other];
    blocked = static_cast<std::uint8_t>(blocked - by);
    if (!is_free(blocked)) continue;
    const int other_kind = kind_of(other);
    const Members member = bit(other) & position.present[index(other_kind)];
    if ((position.free[index(other_kind)] & member) != member) {
      position.free[index(other_kind)] |= member;
      changed |= KindSet{1} << other_kind;
    }
  }
  return changed;
}

void Pile::put(Position& position, TileId tile) const {
  const int kind = kind_of(tile);
  position.present[index(kind)] |= bit(tile);
  if (is_free(position.blocked[tile])) position.free[index(kind)] |= bit(tile);
  ++position.left;
  const Neighbours& released = releases_[tile];
  for (int i = 0; i < released.count; ++i) {
    const auto [other, by] = released.list[index(i)];
    std::uint8_t& blocked = position.blocked[other];
    blocked = static_cast<std::uint8_t>(blocked + by);
    if (!is_free(blocked)) position.free[index(kind_of(other))] &= ~bit(other);
  }
}

/// Four tiles of which one is in another's way may still go one pair after the other.
KindSet Pile::clear_four(Position& position, int kind, Members four, std::vector<Pair>& played) const {
  const Members free = four & position.free[index(kind)];
  for (Members first = free; first != 0; first &= first - 1)
    for (Members second = first & (first - 1); second != 0; second &= second - 1) {
      const Pair pair{tile(kind, lowest(first)), tile(kind, lowest(second))};
      Position after = position;
      KindSet changed = take(after, pair);
      const Members rest = four & ~(bit(pair.a) | bit(pair.b));
      if ((rest & ~after.free[index(kind)]) != 0) continue;
      const Pair last{tile(kind, lowest(rest)), tile(kind, lowest(rest & (rest - 1)))};
      changed |= take(after, last);
      played.push_back(pair);
      played.push_back(last);
      position = after;
      return changed;
    }
  return 0;
}

/// Plays what is safe of a kind; the kinds of which tiles became free.
template <class Decided>
KindSet Pile::settle(const Decided& decided, Position& position, int kind, std::vector<Pair>& played) const {
  KindSet changed = 0;
  const Members mated = decided.mated(kind);
  for (Members rest = position.free[index(kind)] & mated; rest != 0; rest &= rest - 1) {
    const TileId a = tile(kind, lowest(rest));
    const auto b = static_cast<TileId>(decided.mate(a));
    if (b < a || (position.free[index(kind)] & bit(b)) == 0) continue;
    played.push_back({a, b});
    changed |= take(position, Pair{a, b});
  }
  const Members open = position.present[index(kind)] & ~mated;
  if (open == 0) return changed;
  if ((open & ~position.free[index(kind)]) == 0) {
    for (Members rest = open; rest != 0;) {
      const TileId a = tile(kind, lowest(rest));
      rest &= rest - 1;
      const TileId b = tile(kind, lowest(rest));
      rest &= rest - 1;
      played.push_back({a, b});
      changed |= take(position, Pair{a, b});
    }
  } else if (own_way_[index(kind)] && std::popcount(open) == 4) {
    changed |= clear_four(position, kind, open, played);
  }
  return changed;
}

template <class Decided>
void Pile::settle_all(const Decided& decided, Position& position, KindSet dirty, std::vector<Pair>& played) const {
  while (dirty != 0) {
    const int kind = lowest(dirty);
    dirty &= dirty - 1;
    dirty |= settle(decided, position, kind, played);
  }
}

template <class Decided>
void Pile::add_choices(const Decided& decided, const Position& position, std::vector<Pair>& choices) const {
  choices.clear();
  for (int kind = 0; kind < kind_count(); ++kind) {
    const Members open = position.free[index(kind)] & ~decided.mated(kind);
    for (Members first = open; first != 0; first &= first - 1)
      for (Members second = first & (first - 1); second != 0; second &= second - 1)
        choices.push_back({tile(kind, lowest(first)), tile(kind, lowest(second))});
  }
}

void Pile::play_safe(const Pairing& pairing, Position& position, std::vector<Pair>& played,
                     std::vector<Pair>& choices) const {
  settle_all(pairing, position, all_kinds(), played);
  choices.clear();
}

void Pile::relax(const KindMembers& all, const Pairing& pairing, Position& position, int first_kind) const {
  KindSet dirty = first_kind == tiles::any_kind ? all_kinds() : KindSet{1} << first_kind;
  while (dirty != 0 && position.left > 0) {
    const int kind = lowest(dirty);
    dirty &= dirty - 1;
    const Members free = position.free[index(kind)], present = position.present[index(kind)];
    if (free == 0) continue;
    const Members reached = free | ~present, mated = pairing.mated(kind);
    Members gone = 0;
    for (Members rest = free & mated; rest != 0; rest &= rest - 1) {
      const auto mate = static_cast<TileId>(pairing.mate(tile(kind, lowest(rest))));
      if ((reached & bit(mate)) != 0) gone |= rest & (0 - rest);
    }
    if (std::popcount(reached & all[index(kind)] & ~mated) >= 2) gone |= free & ~mated;
    for (Members rest = gone; rest != 0; rest &= rest - 1) dirty |= take(position, tile(kind, lowest(rest)));
  }
}

bool Pile::random_play(Rng& rng, Position& position, std::vector<Pair>& played, std::vector<Pair>& room,
                       const Meter*) const {
  constexpr NothingDecided nothing;
  for (KindSet dirty = all_kinds();;) {
    settle_all(nothing, position, dirty, played);
    if (position.left == 0) return true;
    add_choices(nothing, position, room);
    if (room.empty()) return false;
    const Pair choice = room[rng.below(room.size())];
    dirty = take(position, choice) | KindSet{1} << kind_of(choice.a);
    played.push_back(choice);
  }
}

PilePart::PilePart(const Pile& pile, const std::vector<Members>& tiles, const Position& standing)
    : pile_(pile), start_(standing) {
  start_.left = 0;
  for (std::size_t kind = 0; kind < tiles.size(); ++kind) {
    start_.present[kind] = tiles[kind];
    start_.free[kind] &= tiles[kind];
    start_.left += std::popcount(tiles[kind]);
  }
}

void Pile::open_pairs(const Position& position, std::vector<Pair>& pairs) const {
  add_choices(NothingDecided{}, position, pairs);
}

std::uint8_t Pile::blocked_with(const Position& position, TileId tile, TileId other) const {
  std::uint8_t blocked = position.blocked[tile];
  const Neighbours& released = releases_[other];
  for (int i = 0; i < released.count; ++i)
    if (released.list[index(i)].tile == tile) blocked = static_cast<std::uint8_t>(blocked + released.list[index(i)].by);
  return blocked;
}

void Pile::gone_pairs(const Position& position, std::vector<Pair>& pairs) const {
  pairs.clear();
  for (int kind = 0; kind < kind_count(); ++kind) {
    Members free = every(kind) & ~position.present[index(kind)];
    for (Members rest = free; rest != 0; rest &= rest - 1)
      if (!is_free(position.blocked[tile(kind, lowest(rest))])) free &= ~(rest & (0 - rest));
    for (Members first = free; first != 0; first &= first - 1)
      for (Members second = first & (first - 1); second != 0; second &= second - 1) {
        const Pair pair{tile(kind, lowest(first)), tile(kind, lowest(second))};
        const bool in_each_others_way = own_way_[index(kind)] && (!is_free(blocked_with(position, pair.a, pair.b)) ||
                                                                  !is_free(blocked_with(position, pair.b, pair.a)));
        if (!in_each_others_way) pairs.push_back(pair);
      }
  }
}

}  // namespace nazo::shanghai
