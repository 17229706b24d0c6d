// SLC XML: <SokobanLevels><LevelCollection><Level Id="…"><L>#####</L>…</Level></LevelCollection></SokobanLevels>.
#include "base/text.hpp"
#include "genres/sokoban/text/text.hpp"

#ifndef NAZO_WASM
#include <algorithm>
#include <pugixml.hpp>
#endif

namespace nazo::sokoban {

#ifdef NAZO_WASM

Result<std::vector<Entry>> read_slc(std::string_view) { return fail("SLC XML cannot be read in the browser"); }

#else

namespace {

/// Turns byte offsets into line and column.
class Places {
 public:
  explicit Places(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') line_starts_.push_back(i + 1);
  }
  [[nodiscard]] Error at(std::ptrdiff_t offset, std::string message) const {
    const auto place = static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0));
    const auto after = std::ranges::upper_bound(line_starts_, place);
    return {std::move(message), {}, static_cast<std::size_t>(after - line_starts_.begin()), place - *(after - 1) + 1};
  }

 private:
  std::vector<std::size_t> line_starts_{0};
};

}  // namespace

Result<std::vector<Entry>> read_slc(std::string_view text) {
  const Places places(text);
  pugi::xml_document document;
  const pugi::xml_parse_result parsed =
      document.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_ws_pcdata_single);
  if (!parsed) return std::unexpected(places.at(parsed.offset, cat("not well-formed XML: ", parsed.description())));
  const pugi::xml_node root = document.child("SokobanLevels");
  if (!root) return fail_at(1, 1, "no <SokobanLevels> element found");

  std::vector<Entry> entries;
  const std::string collection(trim(root.child_value("Title")));
  for (const pugi::xml_node& group : root.children("LevelCollection")) {
    for (const pugi::xml_node& node : group.children("Level")) {
      detail::Rows rows;
      for (const pugi::xml_node& row : node.children("L")) {
        std::size_t column = 0;
        const std::string_view squares = row.child_value();
        if (!rows.add(squares, column))
          return std::unexpected(places.at(
              row.first_child().offset_debug() + static_cast<std::ptrdiff_t>(column),
              cat(in_quotes(squares.substr(column, 1)), " is no square: expected one of # $ * . @ + or a blank")));
      }
      Entry entry;
      std::size_t skipped = 0;
      auto level = detail::assemble(rows, 1, skipped);
      if (!level) return std::unexpected(places.at(node.offset_debug(), level.error().message));
      const Error place = places.at(node.child("L").first_child().offset_debug(), {});
      entry.level = std::move(*level);
      entry.title = std::string(trim(node.attribute("Id").value()));
      const std::string_view own = trim(node.attribute("Copyright").value());
      entry.author = std::string(own.empty() ? trim(group.attribute("Copyright").value()) : own);
      entry.collection = collection;
      entry.line = place.line;
      entry.column = place.column + skipped;
      entries.push_back(std::move(entry));
    }
  }
  if (entries.empty()) return fail_at(1, 1, "no <Level> found in <LevelCollection>");
  return entries;
}

#endif

}  // namespace nazo::sokoban
