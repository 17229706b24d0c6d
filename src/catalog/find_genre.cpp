#include "catalog/catalog.hpp"

namespace nazo {

const Genre* find_genre(Catalog genres, std::string_view name) {
  for (const Genre* genre : genres)
    if (genre->facts().name == name) return genre;
  return nullptr;
}

}  // namespace nazo
