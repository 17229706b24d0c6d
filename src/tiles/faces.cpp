#include "tiles/faces.hpp"

#include <array>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace nazo::tiles {

namespace {

constexpr std::string_view blue = "#1f4e8c", red = "#b3262b", green = "#1d7a46", ink = "#22252b";
constexpr std::array<std::string_view, 9> numerals = {"one", "two",   "three", "four", "five",
                                                      "six", "seven", "eight", "nine"};

struct Pip {
  double x, y;
  std::string_view colour;
};

/// Where the signs of the numbers 1 to 9 stand, for circles and for bamboo.
std::vector<Pip> pips(int number) {
  switch (number) {
    case 1:
      return {{30, 40, red}};
    case 2:
      return {{30, 23, green}, {30, 57, blue}};
    case 3:
      return {{17, 19, blue}, {30, 40, red}, {43, 61, green}};
    case 4:
      return {{18, 23, blue}, {42, 23, green}, {18, 57, green}, {42, 57, blue}};
    case 5:
      return {{17, 20, blue}, {43, 20, green}, {30, 40, red}, {17, 60, green}, {43, 60, blue}};
    case 6:
      return {{19, 18, green}, {41, 18, green}, {19, 40, red}, {41, 40, red}, {19, 62, red}, {41, 62, red}};
    case 7:
      return {{15, 15, green}, {30, 21, green}, {45, 27, green}, {19, 47, red},
              {41, 47, red},   {19, 65, red},   {41, 65, red}};
    case 8:
      return {{19, 14, blue}, {41, 14, blue}, {19, 31, blue}, {41, 31, blue},
              {19, 49, blue}, {41, 49, blue}, {19, 66, blue}, {41, 66, blue}};
    default:
      return {{14, 18, green}, {30, 18, green}, {46, 18, green}, {14, 40, red}, {30, 40, red},
              {46, 40, red},   {14, 62, blue},  {30, 62, blue},  {46, 62, blue}};
  }
}

std::string circle(double x, double y, double radius, std::string_view colour) {
  return cat("<circle cx=\"", x, "\" cy=\"", y, "\" r=\"", radius, "\" fill=\"", colour, "\"/><circle cx=\"", x,
             "\" cy=\"", y, "\" r=\"", radius * 0.66, "\" fill=\"none\" stroke=\"#fffdf3\" stroke-width=\"",
             radius * 0.14, "\"/><circle cx=\"", x, "\" cy=\"", y, "\" r=\"", radius * 0.3, "\" fill=\"#fffdf3\"/>");
}

std::string circles(int number) {
  if (number == 1) {
    std::string out = circle(30, 40, 21, red);
    for (int i = 0; i < 12; ++i)
      out += cat("<ellipse cx=\"30\" cy=\"29.5\" rx=\"1.6\" ry=\"3.4\" fill=\"#fffdf3\" transform=\"rotate(", 30 * i,
                 " 30 40)\"/>");
    return out + cat("<circle cx=\"30\" cy=\"40\" r=\"4\" fill=\"", green, "\"/>");
  }
  constexpr double radii[10] = {0, 0, 13, 10.5, 10.5, 9.5, 9.5, 7.6, 7.8, 7.4};
  std::string out;
  for (const Pip& s : pips(number)) out += circle(s.x, s.y, radii[number], s.colour);
  return out;
}

/// A piece of cane with its knots.
std::string cane(double x, double y, double half, std::string_view colour) {
  std::string out = cat("<g stroke=\"", colour, "\" fill=\"", colour, "\" stroke-linecap=\"round\"><path d=\"M", x, " ",
                        y - half + 2, "V", y + half - 2, "\" stroke-width=\"5\"/>");
  for (const double knot : {-half + 1.5, 0.0, half - 1.5})
    out += cat("<path d=\"M", x - 2.6, " ", y + knot, "H", x + 2.6, "\" stroke-width=\"3\"/>");
  return out + cat("</g><path d=\"M", x, " ", y - half + 4, "V", y - 3, "M", x, " ", y + 3, "V", y + half - 4,
                   "\" stroke=\"#fffdf3\" stroke-width=\"1.1\" stroke-linecap=\"round\"/>");
}

std::string bamboo(int number) {
  if (number == 1)  // by custom a bird
    return cat("<g fill=\"", green,
               "\"><path d=\"M16 66C14 48 20 40 30 36C42 31 44 22 38 15C48 18 52 30 46 42C42 52 32 56 28 66Z\"/>",
               "<path d=\"M14 68C8 62 8 54 12 48C13 56 15 62 20 67Z\" fill=\"", blue,
               "\"/></g><circle cx=\"36\" cy=\"19\" r=\"7.5\" fill=\"", red,
               "\"/><path d=\"M29 18L22 20L29 22Z\" fill=\"#d9a521\"/><circle cx=\"34\" cy=\"18\" r=\"1.6\" "
               "fill=\"#fffdf3\"/>",
               "<path d=\"M37 12C38 8 41 6 44 6M39 13C41 10 45 9 48 10\" stroke=\"", red,
               "\" stroke-width=\"1.8\" fill=\"none\" stroke-linecap=\"round\"/><path d=\"M32 40C38 38 43 34 44 27\" "
               "stroke=\"#fffdf3\" stroke-width=\"1.8\" fill=\"none\"/>",
               "<path d=\"M24 64V72M29 62V72\" stroke=\"#d9a521\" stroke-width=\"2\"/>");
  if (number == 8) {  // two ranks that lean against each other
    struct Leaning {
      double x, y;
      int degrees;
    };
    constexpr Leaning canes[] = {{13, 22, 0}, {25, 22, -24}, {35, 22, 24},  {47, 22, 0},
                                 {13, 58, 0}, {25, 58, 24},  {35, 58, -24}, {47, 58, 0}};
    std::string out;
    for (const auto& [x, y, degrees] : canes)
      out +=
          cat("<g transform=\"rotate(", degrees, " ", x, " ", y, ")\">", cane(x, y, 13, y < 40 ? green : blue), "</g>");
    return out;
  }
  if (number == 7) {
    std::string out = cane(30, 15, 9, red);
    for (const double y : {39.0, 63.0})
      for (const double x : {15.0, 30.0, 45.0}) out += cane(x, y, 10, x == 30.0 ? blue : green);
    return out;
  }
  if (number == 3) return cane(30, 22, 14, blue) + cane(18, 57, 14, green) + cane(42, 57, 14, green);
  if (number == 9) {
    std::string out;
    for (const double y : {17.0, 40.0, 63.0})
      out += cane(15, y, 10, green) + cane(30, y, 10, red) + cane(45, y, 10, blue);
    return out;
  }
  std::string out;
  double length = 9;
  if (number == 2 || number == 4) length = 14;
  if (number == 5) length = 11;
  for (const Pip& s : pips(number)) out += cane(s.x, s.y, length, s.colour);
  return out;
}

// Brush strokes in a box of 100 × 100.
constexpr std::array<std::string_view, 9> numeral_strokes = {
    "M12 52C36 46 64 46 88 52",
    "M26 30C44 26 58 26 74 30M10 74C36 68 64 68 90 74",
    "M22 20C42 16 58 16 78 20M28 50C44 46 56 46 72 50M10 82C36 77 64 77 90 82",
    "M18 20H82V84H18ZM40 22C40 46 38 58 24 64M60 22V50C60 60 66 62 76 60",
    "M20 16H80M50 16C46 40 42 62 36 84M24 46H70C70 60 68 72 64 84M8 86H92",
    "M48 8C52 14 54 18 54 26M10 40H90M38 54C34 68 26 80 14 90M62 54C68 68 76 80 88 88",
    "M10 50C40 46 62 40 88 32M42 10V70C42 86 50 86 62 86C82 86 88 84 88 70",
    "M40 22C38 52 28 70 10 86M56 16C60 50 72 72 92 86",
    "M14 36H66V70C66 84 72 88 80 88C90 88 90 82 90 72M42 10C42 50 36 72 10 90"};
constexpr std::string_view myriad = "M8 18H92M44 18C44 56 36 76 12 92M42 46H80C80 72 78 84 70 90C66 92 60 90 54 86";
constexpr std::array<std::string_view, 4> wind_strokes = {
    "M14 18H86M50 4V96M24 32H76V62H24ZM24 47H76M47 62C40 76 28 84 12 92M53 62C60 76 72 84 88 92",
    "M12 18H88M50 4V34M18 34H82V86C82 94 76 94 68 92M18 34V94M38 42L44 54M62 42L56 54M32 58H68M28 74H72M50 58V92",
    "M10 16H90M18 38H82V90H18ZM40 16C40 44 40 58 26 66M60 16V54C60 62 66 64 76 62",
    "M36 8V94M12 34H36M8 86C18 82 28 76 36 70M62 8V76C62 88 68 88 76 88C90 88 90 82 90 72M88 26C80 34 72 40 62 44"};
constexpr std::string_view middle = "M16 28H84V64H16ZM50 4V98";
constexpr std::string_view prosperity =
    "M14 12H40C36 28 26 38 8 46M20 24L28 32M62 8C66 26 76 38 94 46M86 10L72 22M16 54H42V66H18V78H44C44 92 42 96 30 "
    "96M60 52C60 62 56 66 50 68M60 52H80V62C80 68 "
    "84 68 92 66M54 74H84C78 88 66 94 48 98M60 78C66 88 78 94 94 98";

std::string strokes(std::string_view path, double x, double y, double size, std::string_view colour, double thickness) {
  return cat("<path d=\"", path, "\" transform=\"translate(", x, " ", y, ") scale(", size / 100,
             ")\" fill=\"none\" stroke=\"", colour, "\" stroke-width=\"", thickness * 100 / size,
             "\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>");
}

std::string character(int number) {
  return strokes(numeral_strokes[static_cast<std::size_t>(number - 1)], 15, 7, 30, blue, 3.6) +
         strokes(myriad, 13, 41, 34, red, 3.6);
}

std::string flower() {
  std::string out =
      cat("<path d=\"M30 72C28 60 32 52 30 40M30 62C22 60 18 54 17 48C25 49 29 54 30 62M30 66C38 64 43 58 44 52C36 53 "
          "31 58 30 66\" fill=\"",
          green, "\" stroke=\"", green, "\" stroke-width=\"2.4\" stroke-linejoin=\"round\"/>");
  for (int i = 0; i < 5; ++i)
    out +=
        cat("<ellipse cx=\"30\" cy=\"17\" rx=\"7.6\" ry=\"9.4\" fill=\"#d4477f\" stroke=\"#fffdf3\" "
            "stroke-width=\"1.2\" transform=\"rotate(",
            72 * i, " 30 28)\"/>");
  return out + "<circle cx=\"30\" cy=\"28\" r=\"4.8\" fill=\"#e6b422\"/>";
}

std::string moon() {
  return cat(
      "<path d=\"M38 9A24 24 0 1 0 50 45A19 19 0 0 1 38 9Z\" fill=\"#e0a526\"/><path d=\"M44 12L46 17L51 18L47 21L48 "
      "26L44 23L40 26L41 21L37 18L42 17Z\" fill=\"",
      blue,
      "\"/><path d=\"M10 66C16 61 22 61 28 66S40 71 50 65M14 73C20 69 26 69 31 73S42 76 47 72\" fill=\"none\" "
      "stroke=\"",
      blue, "\" stroke-width=\"2.8\" stroke-linecap=\"round\"/>");
}

/// A blossom of petals round a heart.
std::string blossom(double x, double y, int petals, double wide, double longer, std::string_view colour) {
  std::string out;
  for (int i = 0; i < petals; ++i)
    out += cat("<ellipse cx=\"", x, "\" cy=\"", y - longer, "\" rx=\"", wide, "\" ry=\"", longer * 0.85, "\" fill=\"",
               colour, "\" stroke=\"#fffdf3\" stroke-width=\".8\" transform=\"rotate(", 360.0 * i / petals, " ", x, " ",
               y, ")\"/>");
  return out + cat("<circle cx=\"", x, "\" cy=\"", y, "\" r=\"", longer * 0.45, "\" fill=\"#e6b422\"/>");
}

/// The number in the corner that tells flowers and seasons from each other at a glance.
std::string corner_number(int number, std::string_view colour) {
  return cat("<text x=\"9\" y=\"19\" text-anchor=\"middle\" font-family=\"DejaVu Sans,Verdana,sans-serif\" ",
             "font-weight=\"bold\" font-size=\"14\" fill=\"", colour, "\">", number, "</text>");
}

std::string stem(std::string_view path) {
  return cat("<path d=\"", path, "\" fill=\"none\" stroke=\"", green,
             "\" stroke-width=\"3\" stroke-linecap=\"round\"/>");
}

}  // namespace

std::string face_svg(int face) {
  if (face < 9) return circles(face + 1);
  if (face < 18) return bamboo(face - 8);
  if (face < 27) return character(face - 17);
  if (face < 31) return strokes(wind_strokes[static_cast<std::size_t>(face - 27)], 9, 19, 42, ink, 4);
  switch (face) {
    case 31:
      return strokes(middle, 10, 20, 40, red, 5);
    case 32:
      return strokes(prosperity, 9, 19, 42, green, 3.6);
    case 33:
      return cat(
          "<rect x=\"11\" y=\"12\" width=\"38\" height=\"56\" rx=\"3\" fill=\"none\" stroke=\"", blue,
          "\" stroke-width=\"4\"/><rect x=\"17\" y=\"18\" width=\"26\" height=\"44\" rx=\"2\" fill=\"none\" stroke=\"",
          blue, "\" stroke-width=\"1.4\"/>");
    case 34:
      return flower();
    case 35:
      return moon();
    default:
      return {};
  }
}

std::string bonus_face_svg(int number) {
  const std::string corner = corner_number(number % 4 + 1, number < 4 ? red : blue);
  switch (number) {
    case 0:  // plum: a bare branch
      return corner +
             cat("<path d=\"M10 70C24 62 30 50 48 40M28 57L20 44\" fill=\"none\" stroke=\"#6b4a2f\" ",
                 "stroke-width=\"3.4\" stroke-linecap=\"round\"/>") +
             blossom(42, 34, 5, 5.6, 7.5, "#e05a86") + blossom(20, 42, 5, 4.4, 6, "#e05a86");
    case 1:  // orchid: long leaves
      return corner + stem("M30 72C24 56 16 46 10 42M30 72C32 52 42 40 52 38M30 72C30 60 31 50 30 44") +
             blossom(31, 32, 6, 3.6, 10, "#8a4fb0");
    case 2:  // chrysanthemum: many petals
      return corner + stem("M30 72V50M30 64C24 62 20 58 18 54M30 62C36 60 40 56 42 52") +
             blossom(30, 36, 14, 3, 15, "#e08a1e");
    case 3:  // bamboo plant
      return corner + cane(24, 46, 24, green) + cane(38, 50, 20, green) +
             stem("M24 30C30 24 36 22 44 22M24 44C16 40 12 36 10 30M38 44C44 40 48 38 52 38");
    case 4:  // spring: a shoot in the sun
      return corner + cat("<circle cx=\"44\" cy=\"20\" r=\"9\" fill=\"#f0b52e\"/>") +
             stem("M30 70V44M30 52C22 50 16 44 15 36C24 37 30 43 30 52M30 46C37 45 43 40 45 33C37 33 31 38 30 46") +
             cat("<path d=\"M12 71H48\" stroke=\"#6b4a2f\" stroke-width=\"3\" stroke-linecap=\"round\"/>");
    case 5: {  // summer: the sun
      std::string rays;
      for (int i = 0; i < 12; ++i)
        rays += cat("<path d=\"M30 18V12\" stroke=\"#e0641e\" stroke-width=\"3.4\" stroke-linecap=\"round\" ",
                    "transform=\"rotate(", 30 * i, " 30 42)\"/>");
      return corner + rays +
             "<circle cx=\"30\" cy=\"42\" r=\"16\" fill=\"#f0b52e\" stroke=\"#e0641e\" stroke-width=\"2\"/>";
    }
    case 6:  // autumn: a leaf that falls
      return corner +
             cat("<path d=\"M44 20C20 24 12 42 18 60C38 60 48 44 44 20Z\" fill=\"#c9482a\"/><path d=\"M14 68L42 ",
                 "24M26 50L24 38M26 50L38 48M33 39L32 29M33 39L42 36\" fill=\"none\" stroke=\"#7a2414\" ",
                 "stroke-width=\"2\" stroke-linecap=\"round\"/>");
    default: {  // winter: a crystal of snow
      std::string arms;
      for (int i = 0; i < 6; ++i)
        arms +=
            cat("<path d=\"M30 42V18M30 26L24 20M30 26L36 20\" fill=\"none\" stroke=\"#3d7fc1\" stroke-width=\"3\" ",
                "stroke-linecap=\"round\" transform=\"rotate(", 60 * i, " 30 42)\"/>");
      return corner + arms;
    }
  }
}

std::string face_name(int face) {
  constexpr std::array<std::string_view, 9> others = {"east wind",    "south wind", "west wind",
                                                      "north wind",   "red dragon", "green dragon",
                                                      "white dragon", "flower",     "moon"};
  if (face < 27) {
    constexpr std::array<std::string_view, 3> suits = {"circles", "bamboo", "characters"};
    return cat(numerals[static_cast<std::size_t>(face % 9)], " of ", suits[static_cast<std::size_t>(face / 9)]);
  }
  return std::string(face < face_count ? others[static_cast<std::size_t>(face - 27)] : "number");
}

std::string tile_defs_svg() {
  return "<linearGradient id=\"ivory\" x1=\"0\" y1=\"0\" x2=\"1\" y2=\"1\"><stop offset=\"0\" "
         "stop-color=\"#fffdf5\"/><stop offset=\"1\" stop-color=\"#f1e8cf\"/>"
         "</linearGradient>";
}

std::string tile_body_svg(const char* fill) {
  return cat(
      "<rect x=\"3.5\" y=\"5\" width=\"59\" height=\"79\" rx=\"7\" fill=\"#12583c\"/><rect x=\"2\" y=\"3\" "
      "width=\"59\" height=\"79\" rx=\"7\" fill=\"#d9cba3\"/>",
      "<rect x=\"0.5\" y=\"0.5\" width=\"59\" height=\"79\" rx=\"7\" fill=\"", fill,
      "\" stroke=\"#b9a878\" stroke-width=\"0.8\"/>");
}

std::string number_face_svg(int number) {
  constexpr std::array<std::string_view, 6> colours = {blue, red, green, "#6b3fa0", "#a85a12", ink};
  return cat(
      "<text x=\"30\" y=\"50\" text-anchor=\"middle\" font-family=\"DejaVu Sans,Verdana,sans-serif\" "
      "font-weight=\"bold\" font-size=\"",
      number > 99 ? 22 : 28, "\" fill=\"", colours[static_cast<std::size_t>(number % 6)], "\">", number, "</text>");
}

}  // namespace nazo::tiles
