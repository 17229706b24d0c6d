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
  if (numbers.size() != 4 || !(numbers[2] > 0) || !(numbers[3] > 0)) return fail(cat("a picture has a bad viewBox ", in_quotes(box.view)));
  box.width = numbers[2];
  box.height = numbers[3];
  box.body = close + 1;
  return box;
}

}  // namespace

Result<std::vector<std::string>> sheet_pages(const std::vector<Figure>& figures, const SheetStyle& style) {
  constexpr double margin = 40, gap = 24, caption_height = 22, title_height = 40;
  std::vector<Box> boxes;
  double widest = 0, tallest_ratio = 0;
  for (const Figure& figure : figures) {
    NAZO_TRY(box, box_of(figure.svg));
    widest = std::max(widest, box.width);
    tallest_ratio = std::max(tallest_ratio, box.height / box.width);
    boxes.push_back(box);
  }
  // One figure takes the page; more share it in a near-square grid.
  int columns = style.columns;
  if (columns <= 0) columns = std::clamp(static_cast<int>(std::ceil(std::sqrt(static_cast<double>(figures.size()) * std::min(1.5, tallest_ratio)))), 1, 6);
  columns = std::min<int>(columns, std::max<int>(1, static_cast<int>(figures.size())));
  const double cell = (style.width - 2 * margin - gap * (columns - 1)) / columns;

  std::vector<std::string> pages;
  std::string body;
  const double top = margin + (style.title.empty() ? 0 : title_height);
  double x = margin, y = top, row_height = 0;
  int column = 0;
  const auto close_page = [&] {
    const double height = style.height > 0 ? style.height : y + row_height + margin;
    std::string page = cat("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"", style.width, "\" height=\"",
                           height, "\" viewBox=\"0 0 ", style.width, " ", height, "\"><rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
    if (!style.title.empty() && pages.empty())
      page += cat("<text x=\"", style.width / 2, "\" y=\"", margin + 14, "\" font-family=\"sans-serif\" font-size=\"22\" text-anchor=\"middle\">", xml_escape(style.title), "</text>");
    pages.push_back(page + body + "</svg>\n");
    body.clear();
    x = margin, y = margin, row_height = 0, column = 0;
  };
  for (std::size_t i = 0; i < figures.size(); ++i) {
    // A small picture is not blown up past three times its own size, and none is taller than the page.
    double width = std::min(cell, 3 * boxes[i].width);
    double height = width * boxes[i].height / boxes[i].width;
    if (style.height > 0 && height > style.height - 2 * margin - caption_height) {
      const double scale = (style.height - 2 * margin - caption_height) / height;
      width *= scale, height *= scale;
    }
    if (column == columns) x = margin, y += row_height + gap, row_height = 0, column = 0;
    const double needed = height + caption_height;
    if (style.height > 0 && y + needed > style.height - margin && !body.empty()) close_page();
    const std::string_view svg = figures[i].svg;
    const std::size_t end = svg.rfind("</svg>");
    body += cat("<svg x=\"", x + (cell - width) / 2, "\" y=\"", y, "\" width=\"", width, "\" height=\"", height, "\" viewBox=\"", boxes[i].view, "\">",
                svg.substr(boxes[i].body, end - boxes[i].body), "</svg>");
    if (!figures[i].caption.empty())
      body += cat("<text x=\"", x + cell / 2, "\" y=\"", y + height + 15, "\" font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\" fill=\"#333\">",
                  xml_escape(figures[i].caption), "</text>");
    row_height = std::max(row_height, needed);
    x += cell + gap;
    ++column;
  }
  if (!body.empty() || pages.empty()) close_page();
  return pages;
}

}  // namespace nazo
