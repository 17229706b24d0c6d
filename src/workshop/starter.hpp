// The starter collection: some puzzles of every genre, from easy to hard, so that a new workshop has something on its
// shelves.
#pragma once

#include <functional>
#include <string>

#include "catalog/catalog.hpp"
#include "store/store.hpp"

namespace nazo {

struct StarterSummary {
  std::size_t added = 0;
  std::size_t present = 0;
};

/// Makes what is missing and puts it into the store, each puzzle checked, solved, analysed and rated by its genre's
/// prior. A store that has puzzles of a genre already gets none of that genre. `context` gives threads, the interrupt
/// flag and progress.
[[nodiscard]] Result<StarterSummary> make_starter(Catalog genres, store::Store& store, const Context& context);

}  // namespace nazo
