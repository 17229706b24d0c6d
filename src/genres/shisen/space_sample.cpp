#include "genres/shisen/space_sample.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/hash.hpp"
#include "base/rng.hpp"
#include "genres/shisen/position.hpp"

namespace nazo::shisen {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// A state: which tiles of each kind are gone.
struct SampleState {
  Key128 key{};
  std::vector<Members> gone;
};

class Sampler {
 public:
  explicit Sampler(const Board& board) : field_(board), nothing_(field_), full_(field_) {}

  [[nodiscard]] int kinds() const { return field_.kinds(); }
  [[nodiscard]] int copies(int kind) const { return field_.copies(kind); }

  /// A layer-by-layer search that keeps a random part of every layer. Returns states from around two thirds of the way,
  /// where most states are.
  std::vector<SampleState> states(std::size_t kept, std::size_t a_layer) {
    std::vector<SampleState> layer{{{}, std::vector<Members>(index(field_.kinds()), 0)}}, next, chosen;
    const std::size_t pairs = index(field_.tiles()) / 2;
    std::vector<Pair> moves;
    for (std::size_t gone = 0; !layer.empty() && 10 * gone <= 8 * pairs; ++gone) {
      if (10 * gone >= 5 * pairs)
        for (std::size_t i = 0; i < layer.size(); i += std::max<std::size_t>(1, layer.size() / a_layer))
          chosen.push_back(layer[i]);
      next.clear();
      for (const SampleState& state : layer) {
        Position position = full_;
        for (int kind = 0; kind < field_.kinds(); ++kind) {
          position.present[index(kind)] &= ~state.gone[index(kind)];
          for (Members m = state.gone[index(kind)]; m != 0; m &= m - 1)
            take(position.o, field_.spots(kind)[std::countr_zero(m)]);
        }
        open_pairs(field_, nothing_, position, moves);
        for (const Pair move : moves) {
          SampleState child{state.key ^ zobrist(move.a) ^ zobrist(move.b), state.gone};
          child.gone[index(field_.kind_of(move.a))] |=
              Members{1} << field_.member_of(move.a) | Members{1} << field_.member_of(move.b);
          next.push_back(std::move(child));
        }
      }
      std::ranges::sort(next, {}, &SampleState::key);  // keys are as good as random numbers
      const auto [first, last] = std::ranges::unique(next, {}, &SampleState::key);
      next.erase(first, last);
      if (next.size() > kept) next.resize(kept);
      layer.swap(next);
    }
    return chosen;
  }

  /// Can exactly these tiles be taken away from the start? (A few plays try it: the answer may err towards no.)
  bool reachable(const std::vector<Members>& gone) {
    start_.o = full_.o;
    start_.present = gone;  // the other tiles are walls
    start_.left = 0;
    for (const Members m : gone) start_.left += std::popcount(m);
    for (std::uint64_t play = 0; play < 3; ++play) {
      position_ = start_;
      played_.clear();
      Rng rng(play);
      if (random_play(field_, rng, position_, played_)) return true;
      if (played_.size() * 2 < index(start_.left) / 2) return false;
    }
    return false;
  }

 private:
  Field field_;
  Pairing nothing_;
  Position full_, start_{}, position_{};
  std::vector<Pair> played_{};
};

/// The masks of tiles gone that a kind's codes stand for.
std::vector<Members> code_masks(int copies) {
  std::vector<Members> masks;
  for (Members mask = 0; mask < Members{1} << copies; ++mask)
    if (std::popcount(mask) % 2 == 0) masks.push_back(mask);
  return masks;
}

}  // namespace

Freedom freedom_of_kinds(const Board& board, int leaf_room) {
  Sampler sampler(board);
  const int kinds = sampler.kinds();
  const auto bits = [&](int kind) { return sampler.copies(kind) - 1; };
  std::vector<SampleState> states = sampler.states(256, 24);

  // One kind at a time: the harmonic mean of the number of codes it can have, as bits saved for each bit of code.
  std::vector<double> score(index(kinds), 0);
  for (int kind = 0; kind < kinds; ++kind) {
    if (bits(kind) < 1 || bits(kind) > leaf_room || states.empty()) continue;
    double inverse = 0;
    for (SampleState& state : states) {
      const Members own = state.gone[index(kind)];
      int possible = 0;
      for (const Members mask : code_masks(sampler.copies(kind))) {
        state.gone[index(kind)] = mask;
        possible += mask == own || sampler.reachable(state.gone) ? 1 : 0;
      }
      state.gone[index(kind)] = own;
      inverse += 1.0 / possible;
    }
    score[index(kind)] = std::log2(static_cast<double>(states.size()) / inverse) / bits(kind);
  }
  Freedom freedom;
  freedom.order.resize(index(kinds));
  std::iota(freedom.order.begin(), freedom.order.end(), 0);
  std::ranges::stable_sort(freedom.order, [&](int a, int b) { return score[index(a)] > score[index(b)]; });

  // Which of the freest together: every choice of three of them, tried with random codes.
  std::vector<int> candidates;
  for (const int kind : freedom.order)
    if (candidates.size() < 7 && bits(kind) == 3) candidates.push_back(kind);
  if (leaf_room != 9 || candidates.size() < 4) return freedom;
  double best = -1;
  const std::vector<Members> masks = code_masks(4);
  const std::size_t step = std::max<std::size_t>(1, states.size() / 48);
  for (std::size_t a = 0; a < candidates.size(); ++a)
    for (std::size_t b = a + 1; b < candidates.size(); ++b)
      for (std::size_t c = b + 1; c < candidates.size(); ++c) {
        const std::vector<int> three{candidates[a], candidates[b], candidates[c]};
        double sum = 0;
        for (std::size_t i = 0; i < states.size(); i += step) {
          constexpr int tries = 16;
          int possible = 0;
          Rng rng(17, i);
          std::vector<Members> gone = states[i].gone;
          for (int t = 0; t < tries; ++t) {
            for (const int kind : three) gone[index(kind)] = masks[rng.below(masks.size())];
            possible += sampler.reachable(gone) ? 1 : 0;
          }
          sum += std::log2(1 + 512.0 * possible / tries);
        }
        if (sum > best) {
          best = sum;
          freedom.leaf = three;
        }
      }
  return freedom;
}

}  // namespace nazo::shisen
