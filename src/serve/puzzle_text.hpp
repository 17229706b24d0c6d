// Puzzles of the store as the page gets them.
#pragma once

#include <string>

#include "base/value.hpp"
#include "puzzle/genre.hpp"
#include "store/records.hpp"

namespace nazo::serve {

/// From when to when the median time of people lies with 90 % certainty, as two numbers; null where nothing was
/// measured.
[[nodiscard]] Value time_range(const store::Estimates& rating);

/// {key, genre, title, rows, columns, difficulty, interest, time, success, model}: a line of a list.
[[nodiscard]] Value brief(const store::Puzzle& puzzle);
/// The same with text, source, notes, features and standard errors. The solution is asked for by itself.
[[nodiscard]] Value whole(const store::Puzzle& puzzle);

/// What an answer that somebody waits for may cost: a drawing, a file, a first look.
[[nodiscard]] inline Context answering_limits() { return {.budget = {.seconds = 5, .bytes = std::uint64_t{64} << 20}}; }

}  // namespace nazo::serve
