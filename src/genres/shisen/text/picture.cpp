#include "genres/shisen/text/picture.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/text.hpp"
#include "tiles/faces.hpp"

namespace nazo::shisen {

int face_of(const Board& board, KindId kind) {
  const bool small =
      std::ranges::all_of(board.labels, [](int label) { return label >= 1 && label <= tiles::face_count; });
  if (small) return board.labels[kind] - 1;
  return board.kinds() <= tiles::face_count ? kind : -1;
}

std::string draw_board(const Board& board, const PictureRequest& request) {
  constexpr int gap_x = 4, gap_y = 5, edge = 26;
  const int title_room = request.title.empty() ? 0 : 30;
  const int width = board.width * (tiles::tile_width + gap_x) + 2 * edge,
            height = board.height * (tiles::tile_height + gap_y) + 2 * edge + title_room;
  constexpr std::array<const char*, 6> colours = {"#ffb59e", "#a9d4ff", "#c9f0a8", "#ffe08a", "#e3c1ff", "#b8f0e6"};
  std::vector<int> colour_of(board.tiles.size(), -1);
  for (std::size_t group = request.highlighted.size(); group-- > 0;)
    for (const TileId tile : request.highlighted[group]) colour_of[tile] = static_cast<int>(group % colours.size());
  std::string svg = cat("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", width, " ", height, "\" width=\"",
                        width, "\" height=\"", height, "\" role=\"img\" aria-label=\"Shisen-sho, ", board.width, " by ",
                        board.height, ", ", board.tiles.size(), " tiles\">\n<defs>", tiles::tile_defs_svg(),
                        "<g id=\"tile\">", tiles::tile_body_svg("url(#ivory)"), "</g>");
  std::set<int> kinds_used;
  for (const Tile& tile : board.tiles)
    if (kinds_used.insert(tile.kind).second) {
      const int face = face_of(board, tile.kind);
      svg += cat("<g id=\"k", tile.kind, "\">",
                 face >= 0 ? tiles::face_svg(face) : tiles::number_face_svg(board.labels[tile.kind]), "</g>");
    }
  svg += cat("</defs>\n<rect width=\"", width, "\" height=\"", height, "\" rx=\"14\" fill=\"#2c6e63\"/>\n");
  if (title_room != 0)
    svg += cat("<text x=\"", width / 2,
               "\" y=\"32\" text-anchor=\"middle\" font-family=\"DejaVu Sans,Verdana,sans-serif\" font-size=\"18\" "
               "fill=\"#f4efdd\">",
               xml_escape(request.title), "</text>\n");
  const auto corner = [&](Place p) {
    return std::pair{edge + (p.column - 1) * (tiles::tile_width + gap_x),
                     edge + title_room + (p.row - 1) * (tiles::tile_height + gap_y)};
  };
  std::vector<std::size_t> order(board.tiles.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return board.tiles[i].place; });
  for (const std::size_t t : order) {
    const Tile& tile = board.tiles[t];
    const auto [x, y] = corner(tile.place);
    svg += cat("<g transform=\"translate(", x, " ", y, ")\"><title>", board.label_of(tile),
               "</title><use href=\"#tile\"/>");
    if (colour_of[t] >= 0)
      svg += cat("<rect x=\"2\" y=\"2\" width=\"56\" height=\"76\" rx=\"6\" fill=\"",
                 colours[static_cast<std::size_t>(colour_of[t])], "\" stroke=\"#c0392b\" stroke-width=\"3\"/>");
    svg += cat("<use href=\"#k", tile.kind, "\"/></g>\n");
  }
  for (std::size_t move = 0; move < request.solution.size(); ++move)
    for (const Place p : {request.solution[move].first, request.solution[move].second}) {
      if (tile_at(board, p) == no_tile) continue;
      const auto [x, y] = corner(p);
      svg += cat("<g transform=\"translate(", x + 44, " ", y + 14,
                 ")\"><circle r=\"11\" fill=\"#20354f\" stroke=\"#fffdf3\" stroke-width=\"1.5\"/><text y=\"4.2\" "
                 "text-anchor=\"middle\" ",
                 "font-family=\"DejaVu Sans,Verdana,sans-serif\" font-size=\"", move + 1 > 99 ? 9 : 12,
                 "\" fill=\"#fff\">", move + 1, "</text></g>\n");
    }
  return svg + "</svg>\n";
}

}  // namespace nazo::shisen
