#include "genres/nonogram/colour/line.hpp"

#include <array>

#include "genres/nonogram/solve/line.hpp"

namespace nazo::nonogram::colour {

namespace {

/// Where `size` cells of the set begin.
Word128 runs_of(Word128 cells, int size) {
  int have = 1;
  while (2 * have <= size) {
    cells &= cells >> have;
    have *= 2;
  }
  return cells & (cells >> (size - have));
}

/// The cells that runs of `size` from these starts cover.
Word128 covered(Word128 starts, int size) {
  int have = 1;
  while (2 * have <= size) {
    starts |= starts << have;
    have *= 2;
  }
  return starts | (starts << (size - have));
}

/// Positions from which one of `to` is reached through cells of `way`.
Word128 fill_down(Word128 to, Word128 way) {
  for (int step = 1; step < 128; step *= 2) {
    to |= (to >> step) & way;
    way &= way >> step;
  }
  return to;
}

}  // namespace

bool narrow(const BlockList& blocks, int length, std::span<Word128> can) {
  const std::size_t count = blocks.size();
  const Word128 empty = can[0];
  const Word128 end = bit<Word128>(length);
  const auto parted = [&](std::size_t j) { return j > 0 && j < count && blocks[j].colour == blocks[j - 1].colour; };

  // after[j]: positions that j blocks and empty cells can lead to. starts[j]: where block j can begin.
  std::array<Word128, longest_side + 1> after, starts;
  after[0] = detail::fill_up<Word128>(1, empty);
  Word128 ends = 1;
  for (std::size_t j = 0; j < count; ++j) {
    const auto [size, colour] = blocks[j];
    Word128 from = after[j];
    if (parted(j)) from = detail::fill_up<Word128>((ends & empty) << 1, empty);
    starts[j] = from & runs_of(can[colour], size);
    if (starts[j] == 0) return false;
    ends = starts[j] << size;
    after[j + 1] = detail::fill_up<Word128>(ends, empty);
  }
  if ((after[count] & end) == 0) return false;

  std::array<Word128, most_colours + 1> possible{};
  Word128 complete = fill_down(end, empty);  // positions from which blocks j, j+1, … can be completed
  possible[0] = after[count] & (complete >> 1);
  for (std::size_t j = count; j-- > 0;) {
    const auto [size, colour] = blocks[j];
    const Word128 completed = parted(j + 1) ? empty & (complete >> 1) : complete;
    const Word128 placed = starts[j] & (completed >> size);
    possible[colour] |= covered(placed, size);
    complete = fill_down(placed, empty);
    possible[0] |= after[j] & (complete >> 1);
  }
  for (std::size_t c = 0; c < can.size(); ++c) can[c] &= possible[c];
  return true;
}

}  // namespace nazo::nonogram::colour
