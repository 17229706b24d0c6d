#include "workshop/sheet_cover.hpp"

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "base/text_width.hpp"

namespace nazo {
namespace {

constexpr double page_width = 794, page_height = 1123, side_margin = 90;
constexpr double room = page_width - 2 * side_margin;
/// How wide a column of a terminal is in print, for letters of height 1.
constexpr double column_width = .56;

/// Lines in the middle of the page from `y` on; gives the place below them. Words too long for the page get smaller
/// letters.
double lines_at(std::string& page, std::string_view text, double y, double letters, std::string_view colour) {
  const auto columns = static_cast<std::size_t>(room / (column_width * letters));
  for (const Line& paragraph : lines_of(text))
    for (const std::string& line : broken_lines(paragraph.text, columns)) {
      const auto wide = static_cast<double>(std::max<std::size_t>(1, display_width(line)));
      const double size = std::min(letters, room / (column_width * wide));
      page += cat("<text x=\"", page_width / 2, "\" y=\"", y, "\" font-family=\"sans-serif\" font-size=\"", size,
                  "\" text-anchor=\"middle\" fill=\"", colour, "\">", xml_escape(line), "</text>");
      y += 1.45 * letters;
    }
  return y;
}

}  // namespace

std::string cover_page(const SheetCover& cover) {
  constexpr double title_letters = 38, author_letters = 20, about_letters = 16, foot_letters = 12;
  std::string page = cat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", page_width, "\" height=\"", page_height,
                         "\" viewBox=\"0 0 ", page_width, " ", page_height,
                         "\"><rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
  double y = lines_at(page, cover.title, 330, title_letters, "#1d1b18") + 4;
  page += cat("<line x1=\"", page_width / 2 - 60, "\" x2=\"", page_width / 2 + 60, "\" y1=\"", y - 20, "\" y2=\"",
              y - 20, "\" stroke=\"#b5391f\" stroke-width=\"2\"/>");
  y = lines_at(page, cover.author, y + 24, author_letters, "#1d1b18") + 26;
  lines_at(page, cover.about, y, about_letters, "#444");
  lines_at(page, cover.foot, page_height - 70, foot_letters, "#666");
  return page + "</svg>\n";
}

}  // namespace nazo
