// Writes a nonogram in colours as the XML of webpbn.com; text/xml.cpp reads it.
#include "base/text.hpp"
#include "genres/nonogram/colour/text.hpp"

namespace nazo::nonogram::colour {

std::string write_xml(const Sheet& sheet) {
  const auto& palette = sheet.clues.palette;
  // Names must be there and differ, whatever the file said.
  const auto name = [&](ColourId colour) -> std::string {
    if (colour == 0) return palette[0].name.empty() ? "white" : palette[0].name;
    const Colour& own = palette[colour];
    bool taken = own.name.empty();
    for (std::size_t i = 0; i < palette.size(); ++i) taken |= i != colour && palette[i].name == own.name;
    if (palette[0].name.empty()) taken |= own.name == "white";
    return taken ? cat(own.name, own.name.empty() ? "" : "-", letter(colour)) : own.name;
  };
  std::string out =
      cat("<?xml version=\"1.0\"?>\n<!DOCTYPE pbn SYSTEM \"https://webpbn.com/pbn-0.3.dtd\">\n<puzzleset>\n"
          "<puzzle type=\"grid\" defaultcolor=\"",
          name(1), "\" backgroundcolor=\"", name(0), "\">\n");
  const auto element = [&](std::string_view key, const std::string& text) {
    if (!text.empty()) out += cat("<", key, ">", xml_escape(text), "</", key, ">\n");
  };
  element("source", sheet.about.catalogue);
  element("title", sheet.about.title);
  element("author", sheet.about.author);
  element("copyright", sheet.about.copyright);
  element("license", sheet.about.license);
  element("description", sheet.about.description);
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const auto colour = static_cast<ColourId>(i);
    out +=
        cat("<color name=\"", name(colour), "\" char=\"", letter(colour), "\">", hex_of(palette[i].rgb), "</color>\n");
  }
  const auto clues = [&](std::string_view type, const std::vector<BlockList>& lines) {
    out += cat("<clues type=\"", type, "\">\n");
    for (const BlockList& blocks : lines) {
      out += "<line>";
      for (const Block& block : blocks)
        out += cat("<count color=\"", name(block.colour), "\">", static_cast<int>(block.size), "</count>");
      out += "</line>\n";
    }
    out += "</clues>\n";
  };
  clues("columns", sheet.clues.columns);
  clues("rows", sheet.clues.rows);
  if (sheet.goal) {
    out += "<solution type=\"goal\">\n<image>\n";
    for (int row = 0; row < sheet.goal->height(); ++row) {
      out += '|';
      for (int column = 0; column < sheet.goal->width(); ++column) out += letter(sheet.goal->at(row, column));
      out += "|\n";
    }
    out += "</image>\n</solution>\n";
  }
  return out += "</puzzle>\n</puzzleset>\n";
}

}  // namespace nazo::nonogram::colour
