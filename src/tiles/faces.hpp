// Tile faces of our own drawing, as SVG: circles, bamboo, characters, winds, dragons, a flower and the moon; 36 in all,
// and plain numbers for kinds beyond that.
#pragma once

#include <string>

namespace nazo::tiles {

inline constexpr int face_count = 36;
inline constexpr int tile_width = 60, tile_height = 80;

/// What stands on a tile, drawn in a box of 60 × 80 whose corner is the origin.
[[nodiscard]] std::string face_svg(int face);
/// The tiles of which each is one of its own: four flowers (0 to 3: plum, orchid, chrysanthemum, bamboo), four seasons
/// (4 to 7).
[[nodiscard]] std::string bonus_face_svg(int number);
/// The face's name in words: "five of circles".
[[nodiscard]] std::string face_name(int face);
/// A tile's body without a face, corner at the origin; `fill` is the colour of its front.
[[nodiscard]] std::string tile_body_svg(const char* fill);
/// A number as face.
[[nodiscard]] std::string number_face_svg(int number);
/// Colours that the tile bodies refer to.
[[nodiscard]] std::string tile_defs_svg();

}  // namespace nazo::tiles
