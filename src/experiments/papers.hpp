// Every experiment there is, a file each, named by the paper whose table or figure it runs again.
#pragma once

#include "experiments/experiments.hpp"

namespace nazo {

// Paper 000, Shisen-sho: difficulty from the structure of the state space.
[[nodiscard]] Experiment shisen_features();   ///< the six variables of its hundred boards
[[nodiscard]] Experiment shisen_table1();     ///< table 1, figures 6 and 7: time and success by these variables
[[nodiscard]] Experiment shisen_deadlocks();  ///< its wish: the patterns that cause deadlock

// Paper 001, nonograms: difficulty for one person.
[[nodiscard]] Experiment nonogram_features();  ///< table 4.2: eleven features from random solvings
[[nodiscard]] Experiment nonogram_personal();  ///< tables 4.1, 4.3 and 4.4: what twelve people found hard
[[nodiscard]] Experiment nonogram_solver();    ///< its wish: a solver with one person's techniques

// Paper 002, Superpuzz: priority-first search.
[[nodiscard]] Experiment superpuzz_table1();       ///< states searched by four strategies
[[nodiscard]] Experiment superpuzz_cut_lost();     ///< its wish: states that cannot succeed get no children
[[nodiscard]] Experiment superpuzz_winnability();  ///< the share of deals that can be won

// Paper 003, Sokoban: generate, solve, keep the interesting ones.
[[nodiscard]] Experiment sokoban_table1();  ///< what becomes of 500 generated levels for each set of parts

// Paper 004, tsume-shogi: proof numbers as a measure of interest.
[[nodiscard]] Experiment tsume_proof_numbers();  ///< tables 5.1 to 7.8: proof numbers of sets of problems
[[nodiscard]] Experiment tsume_generators();     ///< beside tables 7.6 and 7.7: three generators on equal time

// Beyond the papers.
[[nodiscard]] Experiment shanghai_winnable();  ///< the share of turtles that can be won
[[nodiscard]] Experiment simulated_players();  ///< the models of people tried where the truth is known

}  // namespace nazo
