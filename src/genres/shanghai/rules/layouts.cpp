#include "genres/shanghai/rules/layouts.hpp"

#include <algorithm>

namespace nazo::shanghai {

namespace {

/// A drawing: each sign is a place for a tile, a digit says how many lie there one on the other. Its corner lies at
/// (row, column), counted in half tiles, on this layer.
struct DrawnPart {
  int layer, row, column;
  std::vector<std::string_view> heights;
};

struct DrawnLayout {
  const char* name;
  const char* help;
  std::vector<DrawnPart> drawings;
};

const std::vector<DrawnLayout>& drawn() {
  static const std::vector<DrawnLayout> list = {
      {"turtle",
       "the classic one: 144 tiles, five layers",
       {{0,
         0,
         2,
         {"111111111111", "..12222221..", ".1123333211.", "111234432111", "111234432111", ".1123333211.",
          "..12222221..", "111111111111"}},
        {0, 7, 0, {"1............11"}},
        {4, 7, 13, {"1"}}}},
      {"pyramid",
       "steps of half a tile, and two wings",
       {{0, 0, 2, {"11111111", "11111111", "11111111", "11111111", "11111111", "11111111", "11111111", "11111111"}},
        {1, 1, 3, {"1111111", "1111111", "1111111", "1111111", "1111111", "1111111", "1111111"}},
        {2, 3, 5, {"11111", "11111", "11111", "11111", "11111"}},
        {3, 6, 8, {"11", "11"}},
        {0, 7, 0, {"1........1"}}}},
      {"fort",
       "four towers, a wall, a keep",
       {{0,
         0,
         0,
         {"44111111111144", "42111111111124", "11..........11", "11..233332..11", "11..233332..11", "11..........11",
          "42111111111124", "44111111111144"}}}},
      {"butterfly",
       "two wings with eyes on them",
       {{0,
         0,
         0,
         {"221........122", "2321......1232", "23331....13332", "12342111124321", ".112221122211.", "..1122222211..",
          ".12222..22221.", "2221......1222"}}}},
      {"wheel",
       "a rim, a hub, and room between",
       {{0,
         0,
         0,
         {"...222222...", "..22222222..", ".221....122.", "221..11..122", "221.2442.122", "221.2442.122",
          "221..11..122", ".221....122.", "..22222222..", "...222222..."}}}},
      {"bridge",
       "two banks and an arch over the water",
       {{0, 0, 2, {"2333........3332", "2344........4432", "2344........4432", "2333........3332"}},
        {0, 2, 10, {"11111111", "11111111"}},
        {1, 2, 11, {"1111111", "1111111"}},
        {2, 2, 12, {"111111", "111111"}},
        {3, 3, 14, {"1111"}},
        {0, 3, 0, {"1................1"}}}},
      {"cross",
       "two bars that lie over each other",
       {{0, 0, 8, {"1221", "1221", "1221", "1221"}},
        {0, 8, 0, {"112233332211", "112233332211", "112233332211", "112233332211"}},
        {0, 16, 8, {"1221", "1221", "1221", "1221"}}}},
      {"stairs",
       "from one corner up to the other",
       {{0, 0, 0, {"1111111111", "1111111111", "1222222223", "1222222223", "1223333333", "1223333334", "1223344444"}}}},
      {"hills",
       "four hills and a well between them",
       {{0,
         0,
         0,
         {"12221..12221", "12421..12421", "12421..12421", "12221..12221", "............", "12221..12221",
          "12421..12421", "12421..12421", "12221..12221"}}}},
      {"heart",
       "rounded above, pointed below",
       {{0,
         0,
         0,
         {".1221..1221.", "122332233221", "122344443221", "122343343221", ".1122332211.", "..11222211..",
          "...112211...", "....1111....", ".....11....."}}}},
      {"snake",
       "a long body in bends, two tiles high",
       {{0,
         0,
         0,
         {"22222222222", "22222222222", ".........33", "22222222222", "22222222222", "33.........", "22222222222",
          "22222222222"}}}},
      {"islands",
       "six small ones of three storeys",
       {{0, 0, 0, {"1222", "2332", "2221"}},
        {0, 0, 9, {"1222", "2332", "2221"}},
        {0, 0, 18, {"1222", "2332", "2221"}},
        {0, 7, 0, {"1222", "2332", "2221"}},
        {0, 7, 9, {"1222", "2332", "2221"}},
        {0, 7, 18, {"1222", "2332", "2221"}}}},
      {"hill",
       "48 tiles, three layers",
       {{0, 0, 2, {"111111", "111111", "111111", "111111"}},
        {1, 1, 3, {"11111", "11111", "11111"}},
        {2, 2, 5, {"111", "111"}},
        {0, 3, 14, {"1"}},
        {0, 3, 0, {"1"}},
        {3, 3, 7, {"1"}}}},
      {"gate", "36 tiles, for the whole state space", {{0, 0, 0, {"33....33", "31111113", "33....33"}}}},
      {"hut",
       "24 tiles, a first game",
       {{0, 0, 2, {"1111", "1221", "1221", "1111"}}, {2, 3, 5, {"11"}}, {0, 3, 0, {"1"}}, {0, 3, 10, {"1"}}}},
  };
  return list;
}

Layout expanded(const DrawnLayout& layout) {
  Layout slots;
  for (const DrawnPart& drawing : layout.drawings)
    for (std::size_t row = 0; row < drawing.heights.size(); ++row)
      for (std::size_t column = 0; column < drawing.heights[row].size(); ++column) {
        const char height = drawing.heights[row][column];
        for (int level = 0; height != '.' && level < height - '0'; ++level)
          slots.push_back({drawing.layer + level, drawing.row + 2 * static_cast<int>(row),
                           drawing.column + 2 * static_cast<int>(column)});
      }
  return in_the_corner(std::move(slots));
}

}  // namespace

const std::vector<NamedLayout>& layouts() {
  static const std::vector<NamedLayout> list = [] {
    std::vector<NamedLayout> made;
    for (const DrawnLayout& layout : drawn()) made.push_back({layout.name, layout.help, expanded(layout)});
    return made;
  }();
  return list;
}

const Layout* find_layout(std::string_view name) {
  const auto found = std::ranges::find(layouts(), name, &NamedLayout::name);
  return found == layouts().end() ? nullptr : &found->slots;
}

}  // namespace nazo::shanghai
