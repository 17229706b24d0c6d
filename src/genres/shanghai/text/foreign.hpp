// Layout files of other programs: KMahjongg's .layout and GNOME Mahjongg's map XML. They hold no faces.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "genres/shanghai/rules/rules.hpp"

namespace nazo::shanghai {

struct LayoutText {
  std::string title{};
  Layout slots{};
};

/// KMahjongg: a heading, w h d, then for every layer h rows of w signs: 1 2 above 4 3 is a tile.
[[nodiscard]] bool looks_like_kmahjongg(std::string_view text);
[[nodiscard]] Result<LayoutText> read_kmahjongg(std::string_view text);
[[nodiscard]] std::string write_kmahjongg(const LayoutText& layout);

/// One map of several in a text.
struct MapText {
  LayoutText layout{};
  std::optional<Error> wrong{};  ///< why it is no board of ours: the others may well be
};

/// GNOME Mahjongg: maps of layers of tiles, rows, columns and blocks; positions are whole tiles and halves.
[[nodiscard]] bool looks_like_gnome(std::string_view text);
[[nodiscard]] Result<std::vector<MapText>> read_gnome(std::string_view text);
/// The maps of this name, or all of them if it is empty; an error where one of them is no board of ours.
[[nodiscard]] Result<std::vector<LayoutText>> chosen_maps(std::vector<MapText> maps, std::string_view name);
[[nodiscard]] std::string write_gnome(const LayoutText& layout);

}  // namespace nazo::shanghai
