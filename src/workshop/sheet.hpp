// Several pictures on one page: SVG sheets of puzzles, with captions.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace nazo {

struct SheetFigure {
  std::string svg;      ///< a whole SVG document with a viewBox
  std::string caption;  ///< plain text, may be empty
};

struct SheetStyle {
  int columns = 0;       ///< 0: as many as look well
  double width = 794;    ///< A4 at 96 dots an inch
  double height = 1123;  ///< 0: as high as it needs, one page
  std::string title{};
};

/// Pages of figures, each page an SVG document. With height 0 there is exactly one.
[[nodiscard]] Result<std::vector<std::string>> sheet_pages(const std::vector<SheetFigure>& figures,
                                                           const SheetStyle& style);

}  // namespace nazo
