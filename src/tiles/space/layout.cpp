#include "tiles/space/layout.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>

#include "base/text.hpp"

namespace nazo::tiles {

namespace {

constexpr int small_space = 27;  // bits; below, how the states are packed does not matter

std::unexpected<Error> too_large(int bits) {
  return fail(cat("too large for the exact analysis: its states need ", bits, " bits, the key holds ",
                  longest_key + leaf_bits, " (--estimate samples such a board)"));
}

/// Packs kinds into the leaf in this order, such that no field straddles a 64-bit word if that can be had. Fills in
/// their shifts; returns the bits used.
int pack_leaf(const Kinds& kinds, const std::vector<int>& wanted, std::map<int, int>& shift_of) {
  constexpr int low_room = 6, all_room = leaf_bits;
  int low = 0, high = low_room;
  for (const int kind : wanted) {
    const int bits = kinds.copies(kind) - 1;
    if (bits == 0 || shift_of.contains(kind)) continue;
    if (low + bits <= low_room) {
      shift_of[kind] = low;
      low += bits;
    } else if (high + bits <= all_room) {
      shift_of[kind] = high;
      high += bits;
    } else if (shift_of.empty() && bits <= all_room) {
      shift_of[kind] = 0;
      return bits;
    }
  }
  return high > low_room ? high : low;
}

/// Adds a kind with its tiles and pairs to the layout.
void add_kind(SpaceLayout& layout, const Kinds& kinds, int kind, int shift) {
  const int copies = kinds.copies(kind);
  auto table = std::ranges::find(layout.tables, copies, &CodeTable::copies);
  if (table == layout.tables.end()) table = layout.tables.insert(layout.tables.end(), CodeTable(copies));
  const auto number = static_cast<int>(layout.kinds.size());
  SpaceKind entry{kind, static_cast<std::size_t>(table - layout.tables.begin()), shift,
                  static_cast<int>(layout.tiles.size()), static_cast<int>(layout.pairs.size())};
  for (int member = 0; member < copies; ++member) layout.tiles.push_back({kinds.tile(kind, member), number, member});
  for (int p = 0; p < static_cast<int>(table->pairs.size()); ++p) {
    const auto [a, b] = table->pairs[at(p)];
    layout.pairs.push_back({number, p, entry.first_tile + a, entry.first_tile + b});
  }
  layout.kinds.push_back(entry);
}

void fill_leaf_tables(SpaceLayout& layout) {
  const auto leaves = static_cast<unsigned>(layout.leaf_size);
  layout.leaf_pairs_gone.assign(leaves, 0);
  for (std::size_t k = at(layout.high_kinds); k < layout.kinds.size(); ++k) {
    const SpaceKind& kind = layout.kinds[k];
    const CodeTable& table = layout.codes(kind);
    for (unsigned leaf = 0; leaf < leaves; ++leaf)
      layout.leaf_pairs_gone[leaf] =
          static_cast<std::uint8_t>(layout.leaf_pairs_gone[leaf] + table.pairs_gone[layout.code_of(leaf, kind)]);
    for (int member = 0; member < table.copies; ++member) {
      Leaf gone;
      for (unsigned leaf = 0; leaf < leaves; ++leaf)
        if ((table.present[layout.code_of(leaf, kind)] >> member & 1) == 0) gone.set(leaf);
      layout.gone.push_back(gone);
    }
    for (std::size_t p = 0; p < table.pairs.size(); ++p) {
      Leaf both;
      std::vector<LeafStep> steps;
      std::vector<std::uint16_t> child(leaves, 0);
      for (unsigned code = 0; code < table.codes(); ++code) {
        const unsigned next = table.next[p * table.codes() + code];
        if (next == CodeTable::illegal) continue;
        const unsigned distance = (next - code) << kind.shift;
        auto how = LeafStep::How::across;
        if (kind.shift >= 6) how = LeafStep::How::by_words;
        if (kind.shift + table.bits <= 6) how = LeafStep::How::in_words;
        LeafStep step{{}, distance, how};
        for (unsigned leaf = 0; leaf < leaves; ++leaf)
          if (layout.code_of(leaf, kind) == code) {
            step.from.set(leaf);
            both.set(leaf);
            child[leaf] = static_cast<std::uint16_t>(leaf + distance);
          }
        steps.push_back(step);
      }
      layout.both_there.push_back(both);
      layout.leaf_steps.push_back(std::move(steps));
      layout.leaf_child.push_back(std::move(child));
    }
  }
}

}  // namespace

CodeTable::CodeTable(int tiles) : copies(tiles), bits(tiles - 1) {
  const unsigned all = (1u << copies) - 1;
  for (int gone = 0; gone <= copies; gone += 2)
    for (unsigned mask = 0; mask <= all; ++mask)
      if (std::popcount(mask) == gone) {
        present.push_back(static_cast<std::uint16_t>(all & ~mask));
        pairs_gone.push_back(static_cast<std::uint8_t>(gone / 2));
      }
  std::vector<std::uint16_t> code_of(all + 1u, illegal);
  for (std::size_t code = 0; code < present.size(); ++code) code_of[present[code]] = static_cast<std::uint16_t>(code);
  for (int i = 0; i < copies; ++i)
    for (int j = i + 1; j < copies; ++j) {
      pairs.emplace_back(static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j));
      const unsigned both = 1u << i | 1u << j;
      for (const std::uint16_t there : present)
        next.push_back((there & both) == both ? code_of[there & ~both] : illegal);
    }
}

Result<void> fits_a_key(const SpaceGame& game) {
  const Kinds& kinds = game.kinds();
  int bits = 0;
  for (int kind = 0; kind < kinds.kinds(); ++kind) {
    const int copies = kinds.copies(kind);
    if (copies > most_copies_of_key)
      return fail(cat("too large for the exact analysis: kind ", game.label(kind), " has ", copies,
                      " tiles, the key holds at most ", most_copies_of_key,
                      " of a kind (--estimate samples such a board)"));
    bits += copies - 1;
  }
  if (bits > longest_key + leaf_bits) return too_large(bits);
  return {};
}

Result<SpaceLayout> make_layout(const SpaceGame& game, const Meter& clock) {
  NAZO_CHECK(fits_a_key(game));
  const Kinds& kinds = game.kinds();
  const int bits = kinds.tiles() - kinds.kinds();
  Freedom freedom;
  if (bits > small_space) {
    freedom = game.freedom(leaf_bits, clock);
  } else {
    freedom.order.resize(at(kinds.kinds()));
    std::iota(freedom.order.begin(), freedom.order.end(), 0);
  }
  std::vector<int> wanted = freedom.leaf;
  wanted.insert(wanted.end(), freedom.order.begin(), freedom.order.end());
  std::map<int, int> leaf_shift;
  const int used = pack_leaf(kinds, wanted, leaf_shift);
  int leaf_kind_bits = 0;
  for (const auto& [kind, shift] : leaf_shift) leaf_kind_bits += kinds.copies(kind) - 1;
  if (bits - leaf_kind_bits > longest_key) return too_large(bits);

  SpaceLayout layout;
  for (int kind = 0; kind < kinds.kinds(); ++kind) layout.can_be_cleared &= kinds.copies(kind) % 2 == 0;
  layout.least_step = ~std::uint64_t{0};
  for (const int kind : freedom.order) {  // the freest kinds lowest: neighbouring keys then differ in them
    if (leaf_shift.contains(kind)) continue;
    add_kind(layout, kinds, kind, layout.key_bits);
    const CodeTable& table = layout.codes(layout.kinds.back());
    if (!table.pairs.empty()) layout.least_step = std::min(layout.least_step, std::uint64_t{1} << layout.key_bits);
    layout.last_key |= static_cast<std::uint64_t>(table.codes() - 1) << layout.key_bits;
    layout.high_layers += table.copies / 2;
    layout.key_bits += table.bits;
  }
  layout.high_kinds = static_cast<int>(layout.kinds.size());
  layout.high_tiles = static_cast<int>(layout.tiles.size());
  layout.high_pairs = static_cast<int>(layout.pairs.size());
  layout.layers = layout.high_layers;
  layout.leaf_size = 1 << used;
  for (const auto& [kind, shift] : leaf_shift) {
    add_kind(layout, kinds, kind, shift);
    const CodeTable& table = layout.codes(layout.kinds.back());
    layout.last_leaf |= static_cast<unsigned>(table.codes() - 1) << shift;
    layout.layers += table.copies / 2;
  }
  fill_leaf_tables(layout);
  return layout;
}

}  // namespace nazo::tiles
