// Tsume-shogi as the outer rooms see it. docs/TSUME.md has the definitions, REFS.md where ideas come from.
//
//   genre.cpp  the facts, and every call of the seam handed on to its folder
//   rules/     positions (position.hpp), legal moves (movegen.hpp), what a check leaves (in_check.hpp), useless
//              interpositions (mudaai.hpp)
//   text/      SFEN (native), KIF, KI2, CSA, Japanese moves, diagrams; text.hpp has all formats by name
//   solve/     the solver (solve.hpp) on top of df-pn (dfpn.hpp); main lines (line.hpp, proof_graph.hpp); what is
//              sound (soundness.hpp), check and verify (check.hpp) with its own referee (referee.hpp)
//   analyse/   features, proof numbers (pns.hpp), motifs; rate.cpp is the prior
//   generate/  three ways to compose (make.hpp), moves back (retro.hpp), the quick judge (judge.hpp)
//   play/      a game against the longest defence; USI
//   bench.cpp  the tasks of `nazo bench`
#pragma once

#include "puzzle/genre.hpp"

namespace nazo {

[[nodiscard]] const Genre& tsume_genre();

}  // namespace nazo
