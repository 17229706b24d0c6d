// The genres there are. A new one is a folder under genres/ and one line in catalog.cpp.
#pragma once

#include <span>
#include <string_view>

#include "puzzle/genre.hpp"

namespace nazo {

using Catalog = std::span<const Genre* const>;

/// All genres, in the order they are listed to people.
[[nodiscard]] Catalog catalog();

/// The genre of that name, or nullptr.
[[nodiscard]] const Genre* find_genre(Catalog genres, std::string_view name);

}  // namespace nazo
