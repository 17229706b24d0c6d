// A nonogram in colours as SVG: every number stands on a field of its colour.
#include <algorithm>

#include "base/text.hpp"
#include "genres/nonogram/colour/text.hpp"

namespace nazo::nonogram::colour {

namespace {

/// Black or white, whichever is read more easily on a colour.
std::string_view ink_on(std::uint32_t rgb) {
  const std::uint32_t red = rgb >> 16, green = rgb >> 8 & 255, blue = rgb & 255;
  return 299 * red + 587 * green + 114 * blue > 140'000 ? "#000000" : "#ffffff";
}

}  // namespace

std::string draw_svg(const Sheet& sheet, const Shown* cells) {
  constexpr int cell = 20, number_width = 18, number_height = 18, margin = 8, title_height = 26;
  const Clues& clues = sheet.clues;
  std::size_t most_left = 1, most_above = 1;
  for (const BlockList& blocks : clues.rows) most_left = std::max(most_left, blocks.size());
  for (const BlockList& blocks : clues.columns) most_above = std::max(most_above, blocks.size());
  const bool titled = !sheet.about.title.empty();
  const int left = margin + static_cast<int>(most_left) * number_width + 4;
  const int top = margin + (titled ? title_height : 0) + static_cast<int>(most_above) * number_height + 4;
  const int right = left + clues.width() * cell, bottom = top + clues.height() * cell;
  std::string out = cat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", right + margin, "\" height=\"",
                        bottom + margin, "\" viewBox=\"0 0 ", right + margin, " ", bottom + margin, "\">\n");
  const auto field = [&](int x, int y, int width, int height, std::uint32_t rgb) {
    out += cat("<rect x=\"", x, "\" y=\"", y, "\" width=\"", width, "\" height=\"", height, "\" fill=\"#", hex_of(rgb),
               "\"/>\n");
  };
  const auto words = [&](int x, int y, int size, std::string_view anchor, std::string_view ink, std::string_view text) {
    out += cat("<text x=\"", x, "\" y=\"", y, "\" font-family=\"sans-serif\" font-size=\"", size, "\" text-anchor=\"",
               anchor, "\" fill=\"", ink, "\">", text, "</text>\n");
  };
  field(0, 0, right + margin, bottom + margin, 0xffffff);
  if (titled) words(margin, margin + 16, 16, "start", "#000000", xml_escape(sheet.about.title));
  const auto number = [&](int x, int y, const BlockList& blocks, int i) {
    if (blocks.empty()) {
      words(x + number_width / 2, y + 13, 12, "middle", "#000000", "0");
      return;
    }
    const Block block = blocks[static_cast<std::size_t>(i)];
    const std::uint32_t rgb = clues.palette[block.colour].rgb;
    field(x + 1, y + 1, number_width - 2, number_height - 2, rgb);
    words(x + number_width / 2, y + 13, block.size > 99 ? 9 : 12, "middle", ink_on(rgb),
          std::to_string(static_cast<int>(block.size)));
  };
  for (int row = 0; row < clues.height(); ++row) {
    const BlockList& blocks = clues.rows[static_cast<std::size_t>(row)];
    const int shown = std::max(1, static_cast<int>(blocks.size()));
    for (int i = 0; i < shown; ++i) number(left - 4 - (shown - i) * number_width, top + row * cell + 1, blocks, i);
  }
  for (int column = 0; column < clues.width(); ++column) {
    const BlockList& blocks = clues.columns[static_cast<std::size_t>(column)];
    const int shown = std::max(1, static_cast<int>(blocks.size()));
    for (int i = 0; i < shown; ++i) number(left + column * cell + 1, top - 4 - (shown - i) * number_height, blocks, i);
  }
  field(left, top, right - left, bottom - top, clues.palette[0].rgb);
  if (cells != nullptr)
    for (int i = 0; i < clues.width() * clues.height(); ++i)
      if (const auto colour = (*cells)[static_cast<std::size_t>(i)]; colour && *colour != 0)
        field(left + i % clues.width() * cell, top + i / clues.width() * cell, cell, cell, clues.palette[*colour].rgb);
  const auto line = [&](int x1, int y1, int x2, int y2, int at, int last) {
    const bool strong = at % 5 == 0 || at == last;
    out += cat("<line x1=\"", x1, "\" y1=\"", y1, "\" x2=\"", x2, "\" y2=\"", y2, "\" stroke=\"",
               strong ? "#000000" : "#a0a0a0", "\" stroke-width=\"", strong ? "2" : "1", "\"/>\n");
  };
  for (int column = 0; column <= clues.width(); ++column)
    line(left + column * cell, top, left + column * cell, bottom, column, clues.width());
  for (int row = 0; row <= clues.height(); ++row)
    line(left, top + row * cell, right, top + row * cell, row, clues.height());
  return out += "</svg>\n";
}

}  // namespace nazo::nonogram::colour
