// A nonogram drawn for paper and screen: clues at the left and top, a thicker line after every fifth cell.
#pragma once

#include <string>

#include "genres/nonogram/solve/board.hpp"
#include "genres/nonogram/text/text.hpp"

namespace nazo::nonogram {

/// With marks: the black cells filled, white ones dotted where `dots` asks for it.
enum class Dots { show, hide };
[[nodiscard]] std::string draw_svg(const Sheet& sheet, const Marks* marks, Dots dots);

}  // namespace nazo::nonogram
