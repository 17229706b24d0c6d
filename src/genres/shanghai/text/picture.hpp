// A board as an SVG picture: seen from above and a little from the right, lit from the upper left.
#pragma once

#include <string>
#include <vector>

#include "genres/shanghai/rules/rules.hpp"
#include "genres/shanghai/text/text.hpp"

namespace nazo::shanghai {

struct PictureRequest {
  std::string title{};
  std::vector<SlotPair> solution{};  ///< numbered on the tiles, as far as they can be seen
};

[[nodiscard]] std::string draw_board(const Board& board, const PictureRequest& request);

}  // namespace nazo::shanghai
