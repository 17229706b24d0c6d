#include "genres/shanghai/text/canonical.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "genres/shanghai/text/drawing.hpp"
#include "genres/shanghai/text/text.hpp"

namespace nazo::shanghai {

namespace {

/// Turns round the order within each run of tiles that are alike.
void turn_runs(std::vector<std::size_t>& order, auto&& alike) {
  for (auto begin = order.begin(); begin != order.end();) {
    const auto end = std::find_if(begin, order.end(), [&](std::size_t tile) { return !alike(*begin, tile); });
    std::reverse(begin, end);
    begin = end;
  }
}

}  // namespace

std::string canonical_text(const Board& board) {
  const Layout slots = layout_of(board);
  Slot least{0, longest_side, longest_side}, most{};
  for (const Slot& slot : slots) {
    least = {0, std::min(least.row, slot.row), std::min(least.column, slot.column)};
    most = {std::max(most.layer, slot.layer), std::max(most.row, slot.row), std::max(most.column, slot.column)};
  }
  Frame frame;
  if (!board.empty()) frame = {most.column - least.column + 2, most.row - least.row + 2, most.layer + 1};
  const Drawing nothing(frame, slots);
  const auto one_layer = [&](std::size_t a, std::size_t b) { return slots[a].layer == slots[b].layer; };
  const auto one_row = [&](std::size_t a, std::size_t b) { return one_layer(a, b) && slots[a].row == slots[b].row; };
  std::vector<std::size_t> order(slots.size());  // tiles by slot, as the image has them
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) {
    return index(slots[i].layer) << 16 | index(slots[i].row) << 8 | index(slots[i].column);
  });
  std::string best;
  for (int image = 0; image < 4; ++image) {
    // As it is, mirrored, upside down, turned round: each order follows from the one before.
    const bool across = image == 1 || image == 3, upside_down = image >= 2;
    if (image == 2) turn_runs(order, one_layer);
    if (across) turn_runs(order, one_row);
    std::array<int, group_count> numbers{};  // by kind, from 1
    int known = 0;
    Drawing drawing = nothing;
    for (const std::size_t tile : order) {
      int& number = numbers[index(board.tiles[tile].kind)];
      if (number == 0) number = ++known;
      // The last group are the seasons; those before it are called by their first face.
      const int face = number == group_count ? first_season : number - 1;
      const auto [layer, row, column] = slots[tile];
      const int down = upside_down ? most.row - row : row - least.row;
      const int right = across ? most.column - column : column - least.column;
      drawing.put({layer, down, right}, face_code(face));
    }
    if (best.empty() || drawing.text() < best) best = drawing.text();
  }
  return seen_line(board.seen) + best;
}

}  // namespace nazo::shanghai
