#include "workshop/fit_people.hpp"

#include "base/text.hpp"
#include "workshop/rate_puzzles.hpp"

namespace nazo {

Result<FittedPeople> fit_and_keep(const Genre& genre, store::Store& store, const DataQuery& query,
                                  const std::vector<std::string>& features, const std::string& note) {
  FittedPeople out;
  NAZO_TRY(data, people_data(store, query));
  if (data.table.plays.size() < 10)
    return fail(cat("a model needs at least 10 plays, there are ", data.table.plays.size()));
  out.data = std::move(data);
  NAZO_CHECK(add_collection(genre, store, out.data, features));
  out.model = model::fit_people({.table = out.data.table,
                                 .collection = out.data.collection,
                                 .puzzle_keys = out.data.puzzle_keys,
                                 .person_keys = out.data.person_keys,
                                 .marks = out.data.marks});
  const store::Moment now = store::now();
  out.key = cat("people-", genre.facts().name, "-", now);
  store::Model kept{.key = out.key,
                    .genre = genre.facts().name,
                    .kind = "people",
                    .version = model::PeopleModel::layout,
                    .created = now};
  kept.plays = static_cast<std::int64_t>(out.model.plays);
  kept.note = note;
  kept.data = out.model.to_value();
  const auto keep = [&]() -> Result<void> {
    NAZO_CHECK(store.save_model(kept));
    NAZO_TRY(rated, rate_collection(genre, store));
    out.rated = rated;
    return {};
  };
  NAZO_CHECK(store.together(keep));
  return out;
}

}  // namespace nazo
