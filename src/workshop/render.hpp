// SVG to paper and pixels, by librsvg and cairo.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace nazo {

/// One PDF with a page for each SVG document, in its own size (96 dots an inch).
[[nodiscard]] Result<std::string> pdf_of(const std::vector<std::string>& pages);

/// A PNG picture of an SVG document, `scale` pixels for each of its units.
[[nodiscard]] Result<std::string> png_of(const std::string& svg, double scale = 2);

}  // namespace nazo
