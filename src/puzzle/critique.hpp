// A critique that can be believed: the one way by which the outer rooms come to one.
//
// What a genre says of a drawing is looked at again here by what it says elsewhere: a solution, and a second one, must
// be accepted by `verify`; a repair must be a text of one puzzle, and its code one of the facts'.
#pragma once

#include "puzzle/genre.hpp"

namespace nazo {

[[nodiscard]] Result<Critique> critique_verified(const Genre& genre, const Puzzle& puzzle, Closeness closeness,
                                                 const Options& options, const Context& context);

/// Adds a remark; one whose code invalidates makes the critique faulty.
void add_remark(Critique& critique, const Facts& facts, Finding remark);

}  // namespace nazo
