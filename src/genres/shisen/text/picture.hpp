// Boards as SVG pictures.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "genres/shisen/analyse/patterns.hpp"
#include "genres/shisen/rules/rules.hpp"
#include "genres/shisen/text/text.hpp"

namespace nazo::shisen {

struct PictureRequest {
  std::string title{};
  std::vector<PlacePair> solution{};     ///< numbers every tile with the move that takes it
  std::vector<TileGroup> highlighted{};  ///< groups of tiles set off by colour, the first ones strongest
};

[[nodiscard]] std::string draw_board(const Board& board, const PictureRequest& request);

/// The face a kind is drawn with: 0 … 35, or −1 for a plain number.
[[nodiscard]] int face_of(const Board& board, KindId kind);

}  // namespace nazo::shisen
