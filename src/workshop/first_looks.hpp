// Which plays are evidence of how hard a puzzle is: a person's first look at it, if that was an honest one. Whoever
// plays a puzzle again knows it, whatever the first time was: solved, left in the middle, helped, or no play for the
// models at all. Only a glance (store::is_glance) is no look.
#pragma once

#include <vector>

#include "model/plays.hpp"
#include "store/records.hpp"

namespace nazo {

/// Why a play teaches nothing. `known`: the person had looked at the puzzle before.
enum class LeftOut { no, unfinished, marked, paused, at_once, helped, known };

struct Look {
  LeftOut left_out = LeftOut::no;
  int before = 0;  ///< plays the person had finished before, of those given here; what no hand can play is none
};

/// One for each row. The rows should be all there are of a person and a puzzle; they are taken in the order in which
/// they were begun.
[[nodiscard]] std::vector<Look> looks_of(const std::vector<store::PlayRow>& rows, const model::Exclusion& rule = {});

/// Observation::plays_before of a play: as its source says, or as the rows show; of data from elsewhere without an
/// order nobody knows.
[[nodiscard]] double plays_before(const store::PlayRow& row, const Look& look);

}  // namespace nazo
