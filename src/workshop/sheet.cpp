#include "workshop/sheet.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace nazo {

namespace {

struct Box {
  double width = 0, height = 0;
  std::size_t body = 0;  // where the children of the root element begin
  std::string view;
};

/// Reads the root element of one of our own SVG pictures: its viewBox and where its content begins.
Result<Box> box_of(std::string_view svg) {
  const std::size_t open = svg.find("<svg");
  const std::size_t close = open == std::string_view::npos ? open : svg.find('>', open);
  if (close == std::string_view::npos) return fail("a picture is not an SVG document");
  const std::string_view root = svg.substr(open, close - open);
  constexpr std::string_view attribute = "viewBox=\"";
  const std::size_t at = root.find(attribute);
  const std::size_t end = at == std::string_view::npos ? at : root.find('"', at + attribute.size());
  if (end == std::string_view::npos) return fail("a picture has no viewBox");
  Box box;
  box.view = root.substr(at + attribute.size(), end - at - attribute.size());
  std::vector<double> numbers;
  for (const auto part : split(box.view, ' '))
    if (const auto number = real_of(part)) numbers.push_back(*number);
  if (numbers.size() != 4 || !(numbers[2] > 0) || !(numbers[3] > 0))
    return fail(cat("a picture has a bad viewBox ", in_quotes(box.view)));
  box.width = numbers[2];
  box.height = numbers[3];
  box.body = close + 1;
  return box;
}

constexpr double margin = 40, gap = 24, caption_height = 22, title_height = 40, largest_letters = 12;

struct Placed {
  double width = 0, height = 0;
};

/// As wide as the cell, but no higher than this (0: any height), and not blown up past twice its own size.
Placed fitted(const Box& box, double cell, double highest) {
  Placed size{std::min(cell, 2 * box.width), 0};
  size.height = size.width * box.height / box.width;
  if (highest > 0 && size.height > highest) size = {size.width * highest / size.height, highest};
  return size;
}

/// Letters small enough for the caption to stay under its own picture.
std::string caption_text(const std::string& caption, double x, double y, double cell) {
  const double letters =
      std::min(largest_letters, cell / (0.6 * static_cast<double>(std::max<std::size_t>(1, caption.size()))));
  return cat("<text x=\"", x, "\" y=\"", y, "\" font-family=\"sans-serif\" font-size=\"", letters,
             "\" text-anchor=\"middle\" fill=\"#333\">", xml_escape(caption), "</text>");
}

double cell_width(const SheetStyle& style, int columns) {
  return (style.width - 2 * margin - gap * (columns - 1)) / columns;
}

struct Grid {
  int columns = 1;
  double highest = 0;  ///< no picture may be higher; 0: no limit
};

/// As many columns as look well. On pages: what makes the pictures largest with all of them on one page, or, if they
/// would be too small there, three. On a single sheet: near-square, wider for tall pictures.
Grid grid_for(const std::vector<Box>& boxes, const SheetStyle& style) {
  const int count = std::max(1, static_cast<int>(boxes.size()));
  if (style.columns > 0) return {std::min(style.columns, count)};
  double tallest = 0;
  for (const Box& box : boxes) tallest = std::max(tallest, box.height / box.width);
  if (style.height <= 0)
    return {std::clamp(static_cast<int>(std::ceil(std::sqrt(count * std::min(1.5, tallest)))), 1, std::min(count, 6))};
  const double room = style.height - 2 * margin - (style.title.empty() ? 0 : title_height) + gap;
  Grid best{std::min(count, 3)};
  double widest = 0.75 * cell_width(style, 3);
  for (int columns = 1; columns <= std::min(count, 4); ++columns) {
    const int rows = (count + columns - 1) / columns;
    const double highest = room / rows - caption_height - gap;
    const double width = std::min(cell_width(style, columns), highest / tallest);
    if (width <= widest) continue;
    widest = width;
    best = {columns, highest};
  }
  return best;
}

}  // namespace

Result<std::vector<std::string>> sheet_pages(const std::vector<SheetFigure>& figures, const SheetStyle& style) {
  std::vector<Box> boxes;
  for (const SheetFigure& figure : figures) {
    NAZO_TRY(box, box_of(figure.svg));
    boxes.push_back(box);
  }
  const Grid grid = grid_for(boxes, style);
  const auto columns = static_cast<std::size_t>(grid.columns);
  const double cell = cell_width(style, grid.columns);
  const double page_room = style.height > 0 ? style.height - 2 * margin - caption_height : 0;
  const double highest = grid.highest > 0 ? grid.highest : page_room;

  std::vector<std::string> pages;
  std::string body;
  double y = margin + (style.title.empty() ? 0 : title_height);
  const auto close_page = [&] {
    const double height = style.height > 0 ? style.height : y - gap + margin;
    std::string page =
        cat("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"",
            style.width, "\" height=\"", height, "\" viewBox=\"0 0 ", style.width, " ", height,
            "\"><rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
    if (!style.title.empty() && pages.empty())
      page += cat("<text x=\"", style.width / 2, "\" y=\"", margin + 14,
                  "\" font-family=\"sans-serif\" font-size=\"22\" text-anchor=\"middle\">", xml_escape(style.title),
                  "</text>");
    pages.push_back(page + body + "</svg>\n");
    body.clear();
    y = margin;
  };
  for (std::size_t first = 0; first < figures.size(); first += columns) {
    const std::size_t last = std::min(first + columns, figures.size());
    double row_height = 0;
    for (std::size_t i = first; i < last; ++i)
      row_height = std::max(row_height, fitted(boxes[i], cell, highest).height);
    if (style.height > 0 && y + row_height + caption_height > style.height - margin && !body.empty()) close_page();
    for (std::size_t i = first; i < last; ++i) {
      const Placed size = fitted(boxes[i], cell, highest);
      const double middle = margin + static_cast<double>(i - first) * (cell + gap) + cell / 2;
      const std::string_view svg = figures[i].svg;
      body += cat("<svg x=\"", middle - size.width / 2, "\" y=\"", y + row_height - size.height, "\" width=\"",
                  size.width, "\" height=\"", size.height, "\" viewBox=\"", boxes[i].view, "\">",
                  svg.substr(boxes[i].body, svg.rfind("</svg>") - boxes[i].body), "</svg>");
      if (!figures[i].caption.empty())
        body += caption_text(figures[i].caption, middle, y + row_height + 15, cell + gap / 2);
    }
    y += row_height + caption_height + gap;
  }
  if (!body.empty() || pages.empty()) close_page();
  return pages;
}

}  // namespace nazo
