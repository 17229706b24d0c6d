// Pictures side by side, each with its words below it: figures that are not plots.
#pragma once

#include <string>

#include "base/chart.hpp"

namespace nazo {

struct DrawnFigure {
  double width = 0, height = 0;
  std::string svg{};
};

/// The drawings of a figure in rows, with its caption above and its remarks below.
[[nodiscard]] DrawnFigure draw_gallery(const Figure& figure, Language language);

}  // namespace nazo
