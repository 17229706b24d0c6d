// The title page of a booklet.
#pragma once

#include <string>

namespace nazo {

struct SheetCover {
  std::string title;
  std::string author{};
  std::string about{};  ///< a few lines; long ones are broken
  std::string foot{};   ///< at the bottom: where it is found
};

/// One page as an SVG document, of the size of a page of sheet_pages.
[[nodiscard]] std::string cover_page(const SheetCover& cover);

}  // namespace nazo
