#include "genres/shanghai/text/picture.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/text.hpp"
#include "tiles/faces.hpp"

namespace nazo::shanghai {

namespace {

constexpr int half_width = 31, half_height = 41, edge = 40;
constexpr int lift_x = 7, lift_y = 8;  ///< how far a layer is shifted to the upper left

/// What the page and the picture share: a tile's shadow and body, and the faces that occur.
std::string definitions(const Board& board) {
  std::string svg = cat(
      "<defs>", tiles::tile_defs_svg(),
      "<g id=\"shade\"><rect x=\"9\" y=\"11\" width=\"62\" height=\"82\" rx=\"9\" fill=\"#04211a\" "
      "opacity=\".35\"/></g><g id=\"tile\"><rect x=\"7\" y=\"8\" width=\"60\" height=\"80\" rx=\"7\" fill=\"#0f5138\"/>"
      "<rect x=\"4.5\" y=\"5.2\" width=\"60\" height=\"80\" rx=\"7\" fill=\"#1b7a55\"/><rect x=\"2.6\" y=\"3\" "
      "width=\"60\" height=\"80\" rx=\"7\" fill=\"#d3c496\"/><rect x=\".5\" y=\".5\" width=\"59.5\" height=\"79.5\" "
      "rx=\"7\" fill=\"url(#ivory)\" stroke=\"#a8976a\" stroke-width=\".9\"/></g>");
  std::set<int> used;  // in order, so that they do not tell where covered tiles lie
  for (const Tile& tile : board.tiles) used.insert(tile.face);
  for (const int face : used)
    svg += cat("<g id=\"f", face, "\">",
               face < first_flower ? tiles::face_svg(face) : tiles::bonus_face_svg(face - first_flower), "</g>");
  return svg + "</defs>\n";
}

}  // namespace

std::string draw_board(const Board& board, const PictureRequest& request) {
  const int title_room = request.title.empty() ? 0 : 30;
  const int rise_x = lift_x * (board.layers - 1), rise_y = lift_y * (board.layers - 1);
  const int width = board.width * half_width + 2 * edge + rise_x,
            height = board.height * half_height + 2 * edge + rise_y + title_room;
  std::string svg = cat("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", width, " ", height, "\" width=\"",
                        width, "\" height=\"", height, "\" role=\"img\" aria-label=\"Shanghai, ", board.tiles.size(),
                        " tiles\">\n", definitions(board));
  svg += cat("<rect width=\"", width, "\" height=\"", height, "\" rx=\"14\" fill=\"#24584f\"/>\n");
  if (title_room != 0)
    svg += cat("<text x=\"", width / 2,
               "\" y=\"32\" text-anchor=\"middle\" font-family=\"DejaVu Sans,Verdana,sans-serif\" font-size=\"18\" "
               "fill=\"#f4efdd\">",
               xml_escape(request.title), "</text>\n");
  std::vector<std::size_t> order(board.tiles.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) {
    const Slot s = board.tiles[i].slot;
    return std::tuple{s.layer, s.row + s.column, s.row};
  });
  const std::vector<bool> covered = covered_tiles(board);
  for (const std::size_t i : order) {
    const Tile& tile = board.tiles[i];
    const int x = edge + rise_x + tile.slot.column * half_width - tile.slot.layer * lift_x;
    const int y = edge + rise_y + title_room + tile.slot.row * half_height - tile.slot.layer * lift_y;
    svg += cat("<g transform=\"translate(", x, " ", y, ")\"><use href=\"#shade\"/><use href=\"#tile\"/>");
    if (board.seen == Seen::all || !covered[i]) svg += cat("<use href=\"#f", tile.face, "\"/>");
    for (std::size_t move = 0; move < request.solution.size(); ++move) {
      if (request.solution[move].first != tile.slot && request.solution[move].second != tile.slot) continue;
      svg +=
          cat("<circle cx=\"47\" cy=\"13\" r=\"11\" fill=\"#20354f\" stroke=\"#fffdf3\" stroke-width=\"1.5\"/><text ",
              "x=\"47\" y=\"17\" text-anchor=\"middle\" font-family=\"DejaVu Sans,Verdana,sans-serif\" ",
              "font-size=\"12\" fill=\"#fff\">", move + 1, "</text>");
      break;
    }
    svg += "</g>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace nazo::shanghai
