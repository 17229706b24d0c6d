// What each technique would find at a position in play: for who wants to know which of them a player used.
#pragma once

#include "genres/nonogram/analyse/trials.hpp"
#include "genres/nonogram/play/play.hpp"

namespace nazo::nonogram {

/// For every line (rows first, from 0) that its marks do not contradict and every technique that finds something there:
/// {line, technique, black, white}, the last two being cells as [row, column] from 1. E is among the techniques.
[[nodiscard]] Value ways_here(const Position& position, EdgeBlack edge_black);

}  // namespace nazo::nonogram
