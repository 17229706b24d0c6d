// Fits everything the model room has to the plays of a genre, keeps the model in the store, and rates the store's
// puzzles by it.
#pragma once

#include <string>

#include "catalog/catalog.hpp"
#include "store/store.hpp"
#include "workshop/fit_data.hpp"

namespace nazo {

struct FittedPeople {
  std::string key;  ///< of the model in the store
  model::PeopleModel model{};
  PeopleData data{};
  std::size_t rated = 0;  ///< puzzles that got a new rating
};

/// `note` goes into the store beside the model. Needs at least 10 plays.
[[nodiscard]] Result<FittedPeople> fit_and_keep(const Genre& genre, store::Store& store, const DataQuery& query,
                                                const std::vector<std::string>& features, const std::string& note);

}  // namespace nazo
