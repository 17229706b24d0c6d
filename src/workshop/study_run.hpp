// Studies: which puzzles in which order for whom, and how far a study has come.
#pragma once

#include <string>
#include <vector>

#include "model/plays.hpp"
#include "store/store.hpp"
#include "workshop/items.hpp"

namespace nazo {

/// What `study create` is told.
struct StudyPlan {
  std::string name;
  std::string title{};
  store::StudyOrder order = store::StudyOrder::random;
  std::uint32_t seed = 1;
  bool experience = true, rating = true, comparisons = false;
  std::string keep{};  ///< an expression over features; empty: all puzzles
  /// So many of them, spread evenly from the easiest to the hardest as the genre rates them; 0: all.
  std::size_t graded = 0;
};

/// Keeps the items' puzzles (with their features, analysed where the expression or the models need them) and makes the
/// study.
[[nodiscard]] Result<store::Study> create_study(store::Store& store, const StudyPlan& plan,
                                                const std::vector<Item>& items, const Context& context);

/// The puzzles of a genre that are in the store, with their features, as if they came from a file.
[[nodiscard]] Result<std::vector<Item>> stored_items(store::Store& store, const Genre& genre);

/// The order of the puzzles for the how-many-eth player: indices into Study::puzzles. random: a shuffle that depends on
/// (seed, number) alone. balanced: rows of a Williams design, in which every puzzle stands equally often at every place
/// and follows every other equally often (over n players if n is even, 2n if odd). fixed: as they are.
[[nodiscard]] std::vector<std::size_t> puzzle_order(const store::Study& study, std::int64_t number);

struct StudyStatus {
  store::Study study{};
  std::size_t participants = 0, players = 0;  ///< who joined; who has at least one play
  std::size_t plays = 0, solved = 0, gave_up = 0, unfinished = 0, rated = 0;
  model::Excluded excluded{};                             ///< by the rules of analysis; the data keep them
  std::size_t comparisons = 0, complete_comparisons = 0;  ///< persons who compared all pairs
  /// Of those above: by players who do not exist. They compare nothing as people.
  std::size_t simulated_players = 0, simulated_plays = 0, simulated_comparisons = 0;
  double hours = 0;
  std::vector<std::size_t> plays_of_puzzle{}, solved_of_puzzle{};
};
[[nodiscard]] Result<StudyStatus> study_status(store::Store& store, const std::string& name,
                                               const model::Exclusion& rule);

}  // namespace nazo
