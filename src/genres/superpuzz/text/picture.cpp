#include "genres/superpuzz/text/picture.hpp"

#include <array>
#include <string_view>

#include "base/text.hpp"
#include "genres/superpuzz/text/text.hpp"

namespace nazo::superpuzz {

namespace {

constexpr int card_width = 48, card_height = 66, gap = 6, margin = 14;

/// The four suits in a square of 20×20 around the origin.
constexpr std::string_view suit_shapes =
    "<defs>"
    "<path id=\"H\" d=\"M0 9C-3 5-10 0-10-5C-10-8-8-10-5-10C-3-10-1-9 0-6C1-9 3-10 5-10C8-10 10-8 10-5C10 0 3 5 0 "
    "9Z\"/>"
    "<path id=\"D\" d=\"M0-11C2-7 5-3 8 0C5 3 2 7 0 11C-2 7-5 3-8 0C-5-3-2-7 0-11Z\"/>"
    "<path id=\"S\" d=\"M0-10C3-5 10-1 10 4C10 7 8 8 6 8C4 8 2 7 1 5C1 7 2 9 4 10L-4 10C-2 9-1 7-1 5C-2 7-4 8-6 8C-8 "
    "8-10 7-10 4C-10-1-3-5 0-10Z\"/>"
    "<path id=\"C\" d=\"M0-10C3-10 5-8 5-5C5-3 4-2 3-1C4-1 5-2 6-2C8-2 10 0 10 3C10 5 8 7 6 7C4 7 2 6 1 4C1 7 2 9 4 "
    "10L-4 10C-2 9-1 7-1 4C-2 6-4 7-6 7C-8 7-10 5-10 3C-10 0-8-2-6-2C-5-2-4-1-3-1C-4-2-5-3-5-5C-5-8-3-10 0-10Z\"/>"
    "</defs>";

/// Four colours, as the page's boards have them: suits are told apart at a glance.
std::string_view colour_of(std::string_view suit) {
  if (suit == "H") return "#b3261e";
  if (suit == "D") return "#a04a00";
  return suit == "S" ? "#1d2b3a" : "#1c5a36";
}

std::string rank_text(Card card) { return rank_of(card) == 9 ? "10" : card_text(card).substr(1); }

void draw_card(std::string& svg, Card card, int x, int y) {
  const std::string suit = card_text(card).substr(0, 1);
  const std::string_view colour = colour_of(suit);
  svg += cat("<g transform=\"translate(", x, " ", y, ")\" fill=\"", colour, "\"><rect width=\"", card_width,
             "\" height=\"", card_height, "\" rx=\"6\" fill=\"#fffdf6\" stroke=\"#9aa6ad\"/><text x=\"", card_width / 2,
             "\" y=\"28\" text-anchor=\"middle\" font-size=\"25\" font-weight=\"bold\">", rank_text(card),
             "</text><use href=\"#", suit, "\" x=\"", card_width / 2, "\" y=\"48\"/></g>");
}

void draw_hole(std::string& svg, const Position& position, Card hole, int x, int y) {
  svg += cat("<g transform=\"translate(", x, " ", y, ")\"><rect x=\"1\" y=\"1\" width=\"", card_width - 2,
             "\" height=\"", card_height - 2,
             "\" rx=\"6\" fill=\"#2b4a5b\" stroke=\"#e9eef2\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\"/>");
  if (position.named)
    svg += cat("<text x=\"", card_width / 2, "\" y=\"", card_height / 2 + 5,
               "\" text-anchor=\"middle\" font-size=\"15\" fill=\"#e9eef2\">", card_text(hole), "</text>");
  svg += "</g>";
}

int table_height() { return rows * (card_height + gap) - gap; }

void draw_table(std::string& svg, const Position& position, int top) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < position.columns; ++column) {
      const Card card = position.at[place_of(row, column)];
      const int x = margin + column * (card_width + gap), y = top + row * (card_height + gap);
      if (position.is_hole(card))
        draw_hole(svg, position, card, x, y);
      else
        draw_card(svg, card, x, y);
    }
}

}  // namespace

std::string picture(const Position& start, const std::vector<Step>& steps) {
  constexpr int caption_height = 40;
  const int width = 2 * margin + start.columns * (card_width + gap) - gap;
  const int height = 2 * margin + table_height() + (steps.empty() ? 0 : caption_height + table_height());
  std::string svg = cat("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", width, " ", height, "\" width=\"",
                        width, "\" height=\"", height,
                        "\" font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" role=\"img\"><title>Superpuzz, ",
                        start.columns, " columns</title>", suit_shapes, "<rect width=\"", width, "\" height=\"", height,
                        "\" rx=\"10\" fill=\"#33576b\"/>");
  draw_table(svg, start, margin);
  if (!steps.empty()) {
    Position end = start;
    for (const Step& step : steps) play(end, step);
    svg += cat("<text x=\"", width / 2, "\" y=\"", margin + table_height() + 26,
               "\" text-anchor=\"middle\" font-size=\"17\" fill=\"#e9eef2\">after ", steps.size(),
               steps.size() == 1 ? " step" : " steps", "</text>");
    draw_table(svg, end, margin + table_height() + caption_height);
  }
  return svg + "</svg>\n";
}

}  // namespace nazo::superpuzz
