#include "tiles/space/value_letters.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace nazo::tiles {

namespace {

enum Certainty : std::uint8_t { some_lost, all_won, all_certain };

/// Two numbers behind a byte that says how many bytes each has beyond what it shares with the one before.
void put_wins(std::span<const double> wins, Bytes& out) {
  std::uint64_t before = std::bit_cast<std::uint64_t>(1.0);
  for (std::size_t i = 0; i < wins.size(); i += 2) {
    const std::size_t head = out.size();
    out.push_back(0);
    for (std::size_t j = i; j < std::min(i + 2, wins.size()); ++j) {
      const auto bits = std::bit_cast<std::uint64_t>(wins[j]);
      const std::uint64_t changed = bits ^ before;
      const auto length = static_cast<unsigned>(64 - std::countl_zero(changed) + 7) / 8;
      out[head] = static_cast<std::uint8_t>(out[head] | length << (4 * (j - i)));
      for (unsigned b = 0; b < length; ++b) out.push_back(static_cast<std::uint8_t>(changed >> (8 * b)));
      before = bits;
    }
  }
}

const std::uint8_t* get_wins(const std::uint8_t* at, std::span<double> wins) {
  std::uint64_t before = std::bit_cast<std::uint64_t>(1.0);
  for (std::size_t i = 0; i < wins.size(); i += 2) {
    const unsigned head = *at++;
    for (std::size_t j = i; j < std::min(i + 2, wins.size()); ++j) {
      const unsigned length = head >> (4 * (j - i)) & 15;
      for (unsigned b = 0; b < length; ++b) before ^= static_cast<std::uint64_t>(*at++) << (8 * b);
      wins[j] = std::bit_cast<double>(before);
    }
  }
  return at;
}

}  // namespace

void send_values(const GroupBlock& groups, const ValueDraft& draft, Bytes& out) {
  std::size_t win = 0, lost = 0;
  for (std::size_t g = 0; g < draft.won.size(); ++g) {
    const Leaf& won = draft.won[g];
    const unsigned wins = won.count(), losts = (groups.leaves[g] - won).count();
    const auto values = std::span(draft.win).subspan(win, wins);
    const bool certain = std::ranges::all_of(values, [](double value) { return value == 1.0; });
    const Certainty certainty = losts != 0 ? some_lost : certain ? all_certain : all_won;
    out.push_back(certainty);
    if (certainty == some_lost)
      for (int i = 0; i < leaf_words; ++i) {
        if (groups.leaves[g].word(i) == 0) continue;
        const std::uint64_t word = won.word(i);
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(&word);
        out.insert(out.end(), bytes, bytes + sizeof word);
      }
    if (certainty != all_certain) put_wins(values, out);
    out.insert(out.end(), draft.lost.begin() + static_cast<std::ptrdiff_t>(lost),
               draft.lost.begin() + static_cast<std::ptrdiff_t>(lost + losts));
    win += wins;
    lost += losts;
  }
}

void ValueReader::next(const Leaf& leaves, ValueDraft& draft) {
  const std::uint8_t* at = rest.data();
  const std::uint8_t certainty = *at++;
  Leaf won = leaves;
  if (certainty == some_lost)
    for (int i = 0; i < leaf_words; ++i) {
      if (leaves.word(i) == 0) continue;
      std::uint64_t word = 0;
      std::memcpy(&word, at, sizeof word);
      at += sizeof word;
      won.set_word(i, word);
    }
  const std::size_t wins = won.count(), losts = (leaves - won).count();
  const std::size_t first_win = draft.win.size();
  draft.won.push_back(won);
  draft.first_win.push_back(static_cast<std::uint32_t>(first_win));
  draft.first_lost.push_back(static_cast<std::uint32_t>(draft.lost.size()));
  draft.win.resize(first_win + wins, 1.0);
  if (certainty != all_certain) at = get_wins(at, std::span(draft.win).subspan(first_win));
  draft.lost.insert(draft.lost.end(), at, at + losts);
  at += losts;
  rest = rest.subspan(static_cast<std::size_t>(at - rest.data()));
}

}  // namespace nazo::tiles
