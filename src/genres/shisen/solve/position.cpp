#include "genres/shisen/solve/position.hpp"

#include <algorithm>

namespace nazo::shisen {

namespace {

int lowest(Members m) { return std::countr_zero(m); }

/// The six pairs of four tiles; pair i and pair 5−i are complements.
struct Six {
  std::uint8_t a, b;
};
constexpr Six six[6] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

/// No pair is decided.
struct NothingDecided {
  static Members mated(int) { return 0; }
  static int mate(TileId) { return no_tile; }
};

/// Plays the safe moves of one kind after another until a whole round brought nothing. `Decided` says which tiles are
/// in decided pairs. What could be played in that last round but is not safe is left in `choices`.
template <class Decided>
class SafePlay {
 public:
  SafePlay(const Field& field, const Decided& decided, Position& position, std::vector<Pair>& played,
           std::vector<Pair>& choices)
      : field_(field), pairing_(decided), position_(position), played_(played), choices_(choices) {}

  void run() {
    choices_.clear();
    const int kinds = field_.kinds();
    for (int kind = 0, quiet = 0; quiet < kinds; kind = kind + 1 == kinds ? 0 : kind + 1) {
      ++quiet;
      if (!settle(kind)) continue;
      quiet = 0;
      choices_.clear();
    }
  }

 private:
  /// Plays what is safe of a kind; true if something went.
  bool settle(int kind) {
    const Members present = position_.present[index(kind)];
    if (present == 0) return false;
    bool went = false;
    if (const Members decided = present & pairing_.mated(kind); decided != 0) went = settle_decided(kind, decided);
    const Members open = present & ~pairing_.mated(kind);
    switch (std::popcount(open)) {
      case 0:
        break;
      case 2:
        went |= try_last(kind, open);
        break;
      case 4:
        went |= try_four(kind, open);
        break;
      default:
        if (clear_kind(kind, open)) return true;
        add_choices(kind, open);
    }
    return went;
  }

  void add_choices(int kind, Members open) {
    for (Members first = open; first != 0; first &= first - 1)
      for (Members second = first & (first - 1); second != 0; second &= second - 1)
        if (meet(position_.o, field_.spots(kind)[lowest(first)], field_.spots(kind)[lowest(second)]))
          choices_.push_back({field_.tile(kind, lowest(first)), field_.tile(kind, lowest(second))});
  }

  bool settle_decided(int kind, Members decided) {
    bool went = false;
    for (Members rest = decided; rest != 0;) {
      const int i = lowest(rest);
      const int j = field_.member_of(static_cast<TileId>(pairing_.mate(field_.tile(kind, i))));
      rest &= ~(Members{1} << i | Members{1} << j);
      if (meet(position_.o, field_.spots(kind)[i], field_.spots(kind)[j])) {
        take_pair(kind, i, j);
        went = true;
      }
    }
    return went;
  }

  bool try_last(int kind, Members two) {
    const int i = lowest(two), j = lowest(two & (two - 1));
    if (!meet(position_.o, field_.spots(kind)[i], field_.spots(kind)[j])) return false;
    take_pair(kind, i, j);
    return true;
  }

  bool try_four(int kind, Members four) {
    const Spot* spots = field_.spots(kind);
    int member[4];
    Spot spot[4];
    Reach reaches[4];
    for (int i = 0; i < 4; ++i, four &= four - 1) {
      member[i] = lowest(four);
      spot[i] = spots[member[i]];
      reaches[i] = reach(position_.o, spot[i]);
    }
    for (int p = 0; p < 6; ++p) {
      const auto [a, b] = six[p];
      if (!meet(position_.o, spot[a], reaches[a], spot[b], reaches[b])) continue;
      choices_.push_back({field_.tile(kind, member[a]), field_.tile(kind, member[b])});
      const auto [c, d] = six[5 - p];
      take(position_.o, spot[a]);
      take(position_.o, spot[b]);
      const bool whole = meet(position_.o, spot[c], spot[d]);
      put(position_.o, spot[a]);
      put(position_.o, spot[b]);
      if (whole) {
        take_pair(kind, member[a], member[b]);
        take_pair(kind, member[c], member[d]);
        return true;
      }
    }
    return false;
  }

  /// Tries to clear more than four tiles of a kind on their own; leaves everything as it was if that fails.
  bool clear_kind(int kind, Members open) {
    if (open == 0) return true;
    const Spot* spots = field_.spots(kind);
    const bool exhaustive = std::popcount(open) <= 6;
    for (Members first = open; first != 0; first &= first - 1)
      for (Members second = first & (first - 1); second != 0; second &= second - 1) {
        const int i = lowest(first), j = lowest(second);
        if (!meet(position_.o, spots[i], spots[j])) continue;
        const std::size_t mark = played_.size();
        take_pair(kind, i, j);
        if (clear_kind(kind, open & ~(Members{1} << i | Members{1} << j))) return true;
        undo_to(mark);
        if (!exhaustive) return false;
      }
    return false;
  }

  void take_pair(int kind, int i, int j) {
    take(position_.o, field_.spots(kind)[i]);
    take(position_.o, field_.spots(kind)[j]);
    position_.present[index(kind)] &= ~(Members{1} << i | Members{1} << j);
    position_.left -= 2;
    const TileId a = field_.tile(kind, i), b = field_.tile(kind, j);
    played_.push_back(a < b ? Pair{a, b} : Pair{b, a});
  }

  void undo_to(std::size_t mark) {
    for (; played_.size() > mark; played_.pop_back())
      for (const TileId tile : {played_.back().a, played_.back().b}) {
        const int kind = field_.kind_of(tile), member = field_.member_of(tile);
        put(position_.o, field_.spots(kind)[member]);
        position_.present[index(kind)] |= Members{1} << member;
        ++position_.left;
      }
  }

  const Field& field_;
  const Decided& pairing_;
  Position& position_;
  std::vector<Pair>& played_;
  std::vector<Pair>& choices_;
};

/// Adds the pairs of these tiles that can be joined; whether they stand there does not matter.
void add_pairs_that_meet(const Field& field, const Occupancy& o, int kind, Members tiles, std::vector<Pair>& pairs) {
  const Spot* spots = field.spots(kind);
  Reach reaches[most_copies];
  for (Members rest = tiles; rest != 0; rest &= rest - 1) reaches[lowest(rest)] = reach(o, spots[lowest(rest)]);
  for (Members first = tiles; first != 0; first &= first - 1) {
    const int i = lowest(first);
    for (Members second = first & (first - 1); second != 0; second &= second - 1) {
      const int j = lowest(second);
      if (meet(o, spots[i], reaches[i], spots[j], reaches[j]))
        pairs.push_back({field.tile(kind, i), field.tile(kind, j)});
    }
  }
}

}  // namespace

Position::Position(const std::vector<Members>& tiles, const Occupancy& start) : o(start), present(tiles) {
  for (const Members members : tiles) left += std::popcount(members);
}

void play_safe(const Field& field, const Pairing& pairing, Position& position, std::vector<Pair>& played,
               std::vector<Pair>& choices) {
  SafePlay(field, pairing, position, played, choices).run();
}

void open_pairs(const Field& field, const Position& position, std::vector<Pair>& pairs) {
  pairs.clear();
  for (int kind = 0; kind < field.kinds(); ++kind)
    add_pairs_that_meet(field, position.o, kind, position.present[index(kind)], pairs);
}

void gone_pairs(const Field& field, const std::vector<Members>& all, const Position& position,
                std::vector<Pair>& pairs) {
  pairs.clear();
  for (int kind = 0; kind < field.kinds(); ++kind)
    add_pairs_that_meet(field, position.o, kind, all[index(kind)] & ~position.present[index(kind)], pairs);
}

void play(const Field& field, Position& position, Pair pair) {
  for (const TileId tile : {pair.a, pair.b}) {
    const int kind = field.kind_of(tile), member = field.member_of(tile);
    take(position.o, field.spots(kind)[member]);
    position.present[index(kind)] &= ~(Members{1} << member);
    --position.left;
  }
}

void relax(const Field& field, const std::vector<Members>& all, const Pairing& pairing, Position& position,
           int first_kind) {
  // Lets tiles of a kind go, each that meets a possible mate; true if one went.
  const auto loosen = [&](int kind) {
    const Members present = position.present[index(kind)];
    if (present == 0) return false;
    const Spot* spots = field.spots(kind);
    Members gone = 0;
    for (Members rest = present & pairing.mated(kind); rest != 0; rest &= rest - 1) {
      const int i = lowest(rest);
      const int j = field.member_of(static_cast<TileId>(pairing.mate(field.tile(kind, i))));
      if (meet(position.o, spots[i], spots[j])) gone |= Members{1} << i;
    }
    if (const Members free = all[index(kind)] & ~pairing.mated(kind); (present & free) != 0) {
      Reach reaches[most_copies];
      for (Members rest = free; rest != 0; rest &= rest - 1)
        reaches[lowest(rest)] = reach(position.o, spots[lowest(rest)]);
      for (Members first = free; first != 0; first &= first - 1) {
        const int i = lowest(first);
        for (Members second = first & (first - 1); second != 0; second &= second - 1) {
          const int j = lowest(second);
          const Members both = Members{1} << i | Members{1} << j;
          if ((both & present & ~gone) != 0 && meet(position.o, spots[i], reaches[i], spots[j], reaches[j]))
            gone |= both & present;
        }
      }
    }
    if (gone == 0) return false;
    for (Members rest = gone; rest != 0; rest &= rest - 1) take(position.o, spots[lowest(rest)]);
    position.present[index(kind)] &= ~gone;
    position.left -= std::popcount(gone);
    return true;
  };

  if (first_kind != any_kind && !loosen(first_kind)) return;
  const int kinds = field.kinds();
  for (int kind = 0, quiet = 0; quiet < kinds && position.left > 0; kind = kind + 1 == kinds ? 0 : kind + 1)
    quiet = loosen(kind) ? 0 : quiet + 1;
}

bool random_play(const Field& field, Rng& rng, Position& position, std::vector<Pair>& played, std::vector<Pair>& room,
                 const Meter* clock) {
  constexpr NothingDecided nothing;
  constexpr unsigned look_at_clock_every = 8;
  for (unsigned choices = 1;; ++choices) {
    if (clock != nullptr && choices % look_at_clock_every == 0 && clock->overdue() != Limit::none) return false;
    SafePlay(field, nothing, position, played, room).run();
    if (position.left == 0) return true;
    if (room.empty()) return false;
    const Pair choice = room[rng.below(room.size())];
    play(field, position, choice);
    played.push_back(choice);
  }
}

}  // namespace nazo::shisen
