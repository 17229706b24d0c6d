// What is said of a puzzle, as the fields of a line of JSON: one spelling for the command line and for Python.
// `json_line` (workshop/items.hpp) makes the whole line of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workshop/generate_run.hpp"
#include "workshop/items.hpp"

namespace nazo {

/// No seconds: they are null, for runs whose bytes are compared.
[[nodiscard]] Value fields_of(const Verdict& verdict, std::optional<double> seconds);
[[nodiscard]] Value fields_of(const Report& report);
/// Those of a report, then "unique", "second" where there is one, and "repairs".
[[nodiscard]] Value fields_of(const Critique& critique);
/// `wanted` as it was asked for: an analysis of some features only is marked as partial.
[[nodiscard]] Value fields_of(const Analysis& analysis, const std::vector<std::string>& wanted);

/// The features that are wanted (empty: all) and no other; one that the genre does not have is an error.
[[nodiscard]] Result<Analysis> analyze_wanted(const Item& item, const std::vector<std::string>& wanted,
                                              const Context& context);
/// Is this solution right? Empty: the one that came with the puzzle, and an error if none did.
[[nodiscard]] Result<Report> verify_given(const Item& item, const std::string& solution, const Context& context);

/// A whole line: a puzzle that a generator made. `expected`: what is thought of it for one person; null: nothing.
[[nodiscard]] Value line_of(const Kept& kept, const Genre& genre, std::uint64_t seed, const Value& expected = {});

}  // namespace nazo
