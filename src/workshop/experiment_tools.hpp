// What several experiments need: the genre they are about, the puzzles of the files named, and simple statistics.
#pragma once

#include <string>
#include <vector>

#include "workshop/experiments.hpp"
#include "workshop/items.hpp"

namespace nazo {

/// The genre, or an error if the program was built without it.
[[nodiscard]] Result<const Genre*> genre_for(const ExperimentCall& call, std::string_view name);

/// The puzzles of one file, with options of the verb analyze.
[[nodiscard]] Result<std::vector<Item>> items_of_file(const ExperimentCall& call, const std::string& file, const std::string& genre,
                                                      const std::map<std::string, std::string>& options);

/// True once the user has interrupted the run.
[[nodiscard]] bool stopped(const ExperimentCall& call);

/// NaN for none; the mean of the two middle ones for an even number.
[[nodiscard]] double median(std::vector<double> values);

/// A number for a table: whole numbers grouped, reals with so many digits, "–" for none.
[[nodiscard]] std::string number_text(const Value* value, int digits = 3);

}  // namespace nazo
