// A study as tables: what each puzzle, each participant and each play brought, and what was compared. Nothing is left
// out of them; whether a play counts in the analysis stands beside it.
#pragma once

#include <string>

#include "workshop/account.hpp"
#include "workshop/fit_data.hpp"

namespace nazo {

/// Tables "puzzles", "participants", "plays" and "comparisons". The indices of difficulty are those of `fit`.
[[nodiscard]] Result<Account> study_tables(store::Store& store, const store::Study& study);

}  // namespace nazo
