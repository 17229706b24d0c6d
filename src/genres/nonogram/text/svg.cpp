#include "genres/nonogram/text/svg.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace nazo::nonogram {

std::string draw_svg(const Sheet& sheet, const Marks* marks, Dots dots) {
  constexpr int cell = 20, number_width = 16, number_height = 16, margin = 8, title_height = 26;
  const Clues& clues = sheet.clues;
  std::size_t most_left = 1, most_above = 1;
  for (const Clue& clue : clues.rows) most_left = std::max(most_left, clue.size());
  for (const Clue& clue : clues.columns) most_above = std::max(most_above, clue.size());
  const int left = margin + static_cast<int>(most_left) * number_width + 4;
  const int top = margin + (sheet.title.empty() ? 0 : title_height) + static_cast<int>(most_above) * number_height + 4;
  const int right = left + clues.width() * cell, bottom = top + clues.height() * cell;
  std::string out = cat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", right + margin, "\" height=\"",
                        bottom + margin, "\" viewBox=\"0 0 ", right + margin, " ", bottom + margin, "\">\n");
  out +=
      cat("<rect x=\"0\" y=\"0\" width=\"", right + margin, "\" height=\"", bottom + margin, "\" fill=\"#ffffff\"/>\n");
  if (!sheet.title.empty())
    out +=
        cat("<text x=\"", margin, "\" y=\"", margin + 16,
            "\" font-family=\"sans-serif\" font-size=\"16\" fill=\"#000000\">", xml_escape(sheet.title), "</text>\n");
  const auto number = [&](int x, int y, int value) {
    out += cat("<text x=\"", x, "\" y=\"", y, "\" font-family=\"sans-serif\" font-size=\"", value > 99 ? 9 : 12,
               "\" text-anchor=\"middle\" fill=\"#000000\">", value, "</text>\n");
  };
  for (int row = 0; row < clues.height(); ++row) {
    const Clue& clue = clues.rows[static_cast<std::size_t>(row)];
    const int y = top + row * cell + 15, shown = std::max(1, static_cast<int>(clue.size()));
    for (int i = 0; i < shown; ++i)
      number(left - 4 - (shown - i) * number_width + number_width / 2, y,
             clue.empty() ? 0 : clue[static_cast<std::size_t>(i)]);
  }
  for (int column = 0; column < clues.width(); ++column) {
    const Clue& clue = clues.columns[static_cast<std::size_t>(column)];
    const int x = left + column * cell + cell / 2, shown = std::max(1, static_cast<int>(clue.size()));
    for (int i = 0; i < shown; ++i)
      number(x, top - 4 - (shown - 1 - i) * number_height - 3, clue.empty() ? 0 : clue[static_cast<std::size_t>(i)]);
  }
  if (marks != nullptr)
    for (int row = 0; row < clues.height(); ++row)
      for (int column = 0; column < clues.width(); ++column) {
        const int x = left + column * cell, y = top + row * cell;
        if (marks->at(row, column) == Mark::black)
          out +=
              cat("<rect x=\"", x, "\" y=\"", y, "\" width=\"", cell, "\" height=\"", cell, "\" fill=\"#202020\"/>\n");
        else if (marks->at(row, column) == Mark::white && dots == Dots::show)
          out += cat("<circle cx=\"", x + cell / 2, "\" cy=\"", y + cell / 2, "\" r=\"2\" fill=\"#909090\"/>\n");
      }
  const auto line = [&](int x1, int y1, int x2, int y2, bool strong) {
    out += cat("<line x1=\"", x1, "\" y1=\"", y1, "\" x2=\"", x2, "\" y2=\"", y2, "\" stroke=\"",
               strong ? "#000000" : "#a0a0a0", "\" stroke-width=\"", strong ? "2" : "1", "\"/>\n");
  };
  for (const bool strong : {false, true}) {
    for (int column = 0; column <= clues.width(); ++column)
      if ((column % 5 == 0 || column == clues.width()) == strong)
        line(left + column * cell, top, left + column * cell, bottom, strong);
    for (int row = 0; row <= clues.height(); ++row)
      if ((row % 5 == 0 || row == clues.height()) == strong)
        line(left, top + row * cell, right, top + row * cell, strong);
  }
  return out += "</svg>\n";
}

}  // namespace nazo::nonogram
