#include "catalog/catalog.hpp"

#include <vector>

#include "genres/nonogram/genre.hpp"
#include "genres/shanghai/genre.hpp"
#include "genres/shisen/genre.hpp"
#include "genres/sokoban/genre.hpp"
#include "genres/superpuzz/genre.hpp"
#include "genres/tsume/genre.hpp"

namespace nazo {

Catalog catalog() {
  static const std::vector<const Genre*> genres{
      &shisen_genre(), &nonogram_genre(), &superpuzz_genre(), &sokoban_genre(), &tsume_genre(), &shanghai_genre(),
  };
  return genres;
}

}  // namespace nazo
