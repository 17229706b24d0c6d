#include "base/chart_gallery.hpp"

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "base/text_width.hpp"

namespace nazo {

namespace {

constexpr double gallery_margin = 16, cell_width = 172, picture_height = 120, letter_width = 7.5, gallery_line = 18;
constexpr std::size_t a_row = 5;

/// The value of an attribute of the document's first element.
std::optional<std::string_view> root_attribute(std::string_view svg, std::string_view name) {
  const std::string_view root = svg.substr(0, svg.find('>'));
  const std::string wanted = cat(" ", name, "=\"");
  const std::size_t at = root.find(wanted);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = root.substr(at + wanted.size());
  return rest.substr(0, rest.find('"'));
}

/// A document as an element of another, fitted into a box.
std::string embedded(const std::string& svg, double x, double y, double width, double height) {
  const std::size_t begin = svg.find("<svg"), end = svg.find('>', begin);
  if (begin == std::string::npos || end == std::string::npos) return "";
  const std::string_view document = std::string_view(svg).substr(begin);
  const auto box = root_attribute(document, "viewBox");
  const auto fonts = root_attribute(document, "font-family");
  const auto fill = root_attribute(document, "fill");
  std::string out = cat("<svg x=\"", text_of(x, 1), "\" y=\"", text_of(y, 1), "\" width=\"", text_of(width, 1),
                        "\" height=\"", text_of(height, 1), "\"");
  if (box) out += cat(" viewBox=\"", *box, "\"");
  if (fonts) out += cat(" font-family=\"", *fonts, "\"");
  if (fill) out += cat(" fill=\"", *fill, "\"");
  return out + ">" + svg.substr(end + 1);
}

std::string line_of_text(double x, double y, std::string_view text, std::string_view more) {
  return cat("<text x=\"", text_of(x, 1), "\" y=\"", text_of(y, 1), "\" text-anchor=\"start\"", more, ">",
             xml_escape(text), "</text>\n");
}

}  // namespace

DrawnFigure draw_gallery(const Figure& figure, Language language) {
  DrawnFigure out;
  const std::size_t across = std::min(a_row, std::max<std::size_t>(figure.drawings.size(), 3));
  out.width = 2 * gallery_margin + cell_width * static_cast<double>(across);
  const auto lines_in = [](const std::string& text, double pixels) {
    return broken_lines(text, static_cast<std::size_t>(pixels / letter_width));
  };
  double y = gallery_margin;
  for (const std::string& line : lines_in(figure.caption.in(language), (out.width - 2 * gallery_margin) * 13 / 15)) {
    out.svg += line_of_text(gallery_margin, y + 15, line, " font-size=\"15\" font-weight=\"bold\"");
    y += 21;
  }
  y += 8;
  for (std::size_t first = 0; first < figure.drawings.size(); first += across) {
    std::size_t most_lines = 0;
    for (std::size_t i = first; i < std::min(first + across, figure.drawings.size()); ++i) {
      const double x = gallery_margin + cell_width * static_cast<double>(i - first);
      out.svg += embedded(figure.drawings[i].svg, x, y, cell_width - 16, picture_height);
      const auto lines = lines_in(figure.drawings[i].caption.in(language), cell_width - 16);
      for (std::size_t l = 0; l < lines.size(); ++l)
        out.svg += line_of_text(x, y + picture_height + gallery_line * static_cast<double>(l + 1), lines[l], "");
      most_lines = std::max(most_lines, lines.size());
    }
    y += picture_height + gallery_line * static_cast<double>(most_lines) + 18;
  }
  for (const Words& remark : figure.remarks)
    for (const std::string& line : lines_in(remark.in(language), out.width - 2 * gallery_margin)) {
      out.svg += line_of_text(gallery_margin, y + 13, line, " fill=\"#444\"");
      y += gallery_line;
    }
  out.height = y + gallery_margin;
  return out;
}

}  // namespace nazo
