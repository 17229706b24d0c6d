#include "genres/shanghai/generate/deal.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/text.hpp"
#include "genres/shanghai/rules/places.hpp"

namespace nazo::shanghai {

namespace {

// As in solve/pile.cpp: what lies on a tile, at its left, at its right.
constexpr std::uint8_t weight_on = 1, weight_left = 8, weight_right = 32;

bool open_tile(std::uint8_t blocked) { return (blocked & 7) == 0 && ((blocked & 24) == 0 || (blocked & 96) == 0); }

/// So many faces of a group; flowers and seasons differ among themselves.
void add_faces(std::vector<int>& faces, int group, int copies) {
  for (int i = 0; i < copies; ++i) {
    if (group < first_flower) {
      faces.push_back(group);
    } else {
      faces.push_back((group == 34 ? first_flower : first_season) + i % 4);
    }
  }
}

}  // namespace

Result<std::vector<int>> choose_faces(std::size_t tiles, int kinds, int copies, Rng& rng) {
  if (tiles % 2 != 0) return fail(cat("the layout has ", tiles, " tiles: an odd number cannot go in pairs"));
  const auto pairs = static_cast<int>(tiles / 2);
  if (kinds == 0) kinds = std::min(group_count, (pairs * 2 + copies - 1) / copies);
  if (kinds > pairs)
    return fail(cat("--kinds ", kinds, " needs ", 2 * kinds, " tiles at least, but the layout has ", tiles));
  std::vector<int> groups(group_count);
  std::iota(groups.begin(), groups.end(), 0);
  rng.shuffle(std::span(groups));
  // Fours first, as long as there are enough; the rest as evenly as pairs go.
  std::vector<int> share(index(kinds), 0);
  const int in_a_round = std::max(1, copies / 2);
  int left = pairs;
  for (int kind = 0; kind < kinds; ++kind) {
    const int kinds_after = kinds - kind - 1;
    share[index(kind)] = std::max(1, std::min(in_a_round, left - kinds_after));
    left -= share[index(kind)];
  }
  for (int kind = 0; left > 0; kind = (kind + 1) % kinds, --left) ++share[index(kind)];
  std::vector<int> faces;
  for (int kind = 0; kind < kinds; ++kind) {
    if (2 * share[index(kind)] > tiles::most_copies)
      return fail(cat("a kind has at most ", tiles::most_copies, " tiles"));
    add_faces(faces, groups[index(kind)], 2 * share[index(kind)]);
  }
  return faces;
}

Board shuffled_board(const Layout& layout, std::vector<int> faces, Seen seen, Rng& rng) {
  rng.shuffle(std::span(faces));
  std::vector<FacedSlot> dealt;
  for (std::size_t i = 0; i < layout.size(); ++i) dealt.push_back({layout[i], faces[i]});
  return make_board(frame_of(layout), seen, std::move(dealt));
}

ReverseDealer::ReverseDealer(const Layout& layout)
    : layout_(layout), releases_(layout.size()), blocked_(layout.size(), 0) {
  const std::vector<Ways> ways = ways_of(layout);
  for (std::size_t t = 0; t < layout.size(); ++t) {
    const auto add = [&](const FewTiles& in_the_way, std::uint8_t by) {
      for (const std::uint8_t other : in_the_way.tiles()) {
        Releases& released = releases_[other];
        released.list[released.count++] = {static_cast<std::uint8_t>(t), by};
        blocked_[t] = static_cast<std::uint8_t>(blocked_[t] + by);
      }
    };
    add(ways[t].on, weight_on);
    add(ways[t].left, weight_left);
    add(ways[t].right, weight_right);
  }
}

/// Takes free tiles two by two; false if one is left that has nothing to go with.
bool ReverseDealer::take_all(Rng& rng, std::vector<Pair>& pairs) const {
  std::array<std::uint8_t, most_tiles> blocked{}, open{};
  std::array<bool, most_tiles> listed{};
  std::ranges::copy(blocked_, blocked.begin());
  std::size_t free = 0, left = layout_.size();
  const auto list = [&](std::size_t t) {
    open[free++] = static_cast<std::uint8_t>(t);
    listed[t] = true;
  };
  for (std::size_t t = 0; t < left; ++t)
    if (open_tile(blocked[t])) list(t);
  pairs.clear();
  while (left > 0) {
    if (free < 2) return false;
    std::array<std::uint8_t, 2> taken{};
    for (std::uint8_t& t : taken) {
      const std::size_t at = rng.below(free);
      t = open[at];
      open[at] = open[--free];
    }
    for (const std::uint8_t t : taken)
      for (std::size_t i = 0; i < releases_[t].count; ++i) {
        const auto [other, by] = releases_[t].list[i];
        blocked[other] = static_cast<std::uint8_t>(blocked[other] - by);
        if (!listed[other] && open_tile(blocked[other])) list(other);
      }
    pairs.push_back({taken[0], taken[1]});
    left -= 2;
  }
  return true;
}

std::optional<Board> ReverseDealer::deal(std::vector<int> faces, Seen seen, Rng& rng, std::vector<SlotPair>& moves,
                                         int tries) const {
  std::vector<Pair> pairs;
  bool cleared = false;
  for (; tries > 0 && !cleared; --tries) cleared = take_all(rng, pairs);
  if (!cleared) return {};
  // Faces lie in pairs of one group; which pair goes where is up to chance.
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  rng.shuffle(std::span(order));
  std::vector<FacedSlot> dealt;
  moves.clear();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Slot a = layout_[pairs[i].a], b = layout_[pairs[i].b];
    dealt.push_back({a, faces[2 * order[i]]});
    dealt.push_back({b, faces[2 * order[i] + 1]});
    moves.emplace_back(std::min(a, b), std::max(a, b));
  }
  return make_board(frame_of(layout_), seen, std::move(dealt));
}

Result<Board> deal_layout(const Layout& layout, Seen seen, std::uint64_t seed) {
  Rng rng(seed, 0);
  NAZO_TRY(faces, choose_faces(layout.size(), 0, 4, rng));
  std::vector<SlotPair> moves;
  if (auto board = ReverseDealer(layout).deal(faces, seen, rng, moves)) return *std::move(board);
  return shuffled_board(layout, faces, seen, rng);
}

}  // namespace nazo::shanghai
