// Plays from elsewhere, without moves: a CSV file with a line a play, as published data sets have them. A map says
// which column is what:
//
//   player=Subject,puzzle=Level,seconds=rt_ms/1000,outcome=Correct,order=Trial
//
// Such plays are marked `unreplayed`: nobody could replay them, and only `fit --unreplayed` counts them.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "store/exchange.hpp"
#include "store/store.hpp"

namespace nazo {

/// Where a field stands, and what its numbers are divided by.
struct MappedColumn {
  std::string column;
  double divisor = 1;
};
/// By field: player, puzzle and seconds are needed; outcome, mark, order, experience may be missing.
using ColumnMap = std::map<std::string, MappedColumn>;

/// "field=Column,field=Column/1000,…"; fields that are not named stand in columns of their own names.
[[nodiscard]] Result<ColumnMap> column_map(std::string_view text);

struct PlaysFromElsewhere {
  std::string study;  ///< its puzzles are those that the lines speak of: by title, key or place (1, 2, …)
  ColumnMap columns{};
  bool simulated = false;  ///< nobody of them exists
  bool keep_good = false;
};

/// Outcomes are solved or not: solved, yes, true, 1 against gave_up, no, false, 0; without a column everything is
/// solved. Marks are 1–5, higher is harder. `order` is the play's place among the person's own, `experience` how many
/// puzzles of the kind they had played before; where neither is told nobody knows the person's practice, and lines of
/// one person at one puzzle are plays one after another. The same file twice adds nothing.
[[nodiscard]] Result<store::ImportReport> import_plays(store::Store& store, std::string_view csv,
                                                       const PlaysFromElsewhere& what);

}  // namespace nazo
