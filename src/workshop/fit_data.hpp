// From the store to numbers: plays and comparisons of a study or of a whole genre, with the features of their puzzles.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/paired.hpp"
#include "model/people_model.hpp"
#include "model/person_features.hpp"
#include "model/plays.hpp"
#include "puzzle/genre.hpp"
#include "store/store.hpp"

namespace nazo {

/// Which plays: of a study, or (study empty) of everyone at a genre.
struct DataQuery {
  std::string genre{};
  std::string study{};
  model::Exclusion exclusion{};
  bool simulated = false;   ///< plays of simulated players too; otherwise they are left out
  bool unreplayed = false;  ///< plays from elsewhere that came without moves too
};

struct PeopleData {
  model::PlayTable table{};
  std::vector<std::string> puzzle_keys{}, puzzle_titles{}, person_keys{};  ///< keys ascending
  model::Collection collection{};  ///< all puzzles of the genre in the store, or a sample of a large shelf
  model::Excluded excluded{};
  std::size_t unfinished = 0, simulated = 0;           ///< left out as well
  std::size_t helped = 0, marked = 0, unreplayed = 0;  ///< with hints or moves shown; not honest; without moves
  std::size_t known = 0;                               ///< of a puzzle that the player had looked at before
  std::size_t unplayed_comparisons = 0;                ///< by people who had not played both; not heard
  std::size_t of_simulated = 0;                        ///< taken, because they were asked for
};

/// Of the plays that the query asks for those that are evidence (workshop/first_looks.hpp). Only features that are
/// numbers for at least half of the puzzles and vary are taken; with `features` given, exactly those.
[[nodiscard]] Result<PeopleData> people_data(store::Store& store, const DataQuery& query,
                                             const std::vector<std::string>& features = {});

/// Puts what people said of difficulty beside the plays: comparisons of puzzles of the genre (the first word of a
/// person on a pair counts) by people who played both, or whom a study asked. Puzzles and persons without plays join
/// the table.
[[nodiscard]] Result<void> add_opinions(const Genre& genre, store::Store& store, const DataQuery& query,
                                        PeopleData& data);

/// Puts every puzzle of the genre beside the plays: the scale that features are measured on, and what the genre says of
/// each. The features are then those that the whole shelf has. Beside a small shelf stand usual puzzles of the genre,
/// where it knows any (puzzle/usual.hpp).
[[nodiscard]] Result<void> add_collection(const Genre& genre, store::Store& store, PeopleData& data,
                                          const std::vector<std::string>& features = {});

/// The comparisons of a study as pairings, and each person's plain scores with the puzzles' features beside them.
struct ComparisonData {
  std::vector<model::Pairing> pairs{};
  model::ScoreTable scores{};           ///< only persons who compared all pairs
  std::vector<std::int64_t> numbers{};  ///< of the persons of `scores` in the study, from 1; 0: not a participant
  std::vector<std::string> person_keys{};
  std::size_t simulated = 0;     ///< left out, of simulated players
  std::size_t of_simulated = 0;  ///< counted, of simulated players
};
/// Those of simulated players only where `query` wants them.
[[nodiscard]] Result<ComparisonData> comparison_data(store::Store& store, const DataQuery& query,
                                                     const std::vector<std::string>& features = {});

/// Keys of players who do not exist.
[[nodiscard]] Result<std::set<std::string>> simulated_players(store::Store& store);

/// What the genre says of a puzzle before anyone has played it.
[[nodiscard]] model::PriorWord word_of(const Genre& genre, const Value& features);

/// A puzzle's features in a model's order; NaN where one is missing.
[[nodiscard]] Eigen::VectorXd feature_row(const Value& features, const std::vector<std::string>& names);

}  // namespace nazo
