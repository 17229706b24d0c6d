// Records as text: one JSON object each (the lines of an export), and cells of a CSV row. Both ways without loss.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/csv.hpp"
#include "base/result.hpp"
#include "base/value.hpp"
#include "store/records.hpp"

namespace nazo::store {

/// Any record. The order of the alternatives is the order in which an import needs them.
using Record = std::variant<Puzzle, Player, Study, Participant, Play, Comparison, Model, Rating, Recommendation>;
/// The indices of the record types, to go through them at compile time.
inline constexpr auto all_record_types = std::make_index_sequence<std::variant_size_v<Record>>{};
/// The words for them in exports: "puzzle", "player", …
[[nodiscard]] const std::vector<std::string>& record_types();

/// {"type":"play","key":…}. A puzzle's rating is not in it: ratings are records of their own.
[[nodiscard]] Value to_value(const Record& record);
/// Reads such an object. A missing or unknown field, a value of the wrong kind or out of range is one clear line.
[[nodiscard]] Result<Record> from_value(const Value& value);

[[nodiscard]] Value events_value(const std::vector<PlayEvent>& events);  ///< [["move",1.5,"R"],["restart",3]]
[[nodiscard]] Result<std::vector<PlayEvent>> events_of(const Value& value);

// ── CSV (base/csv.hpp) ─────────────────────────────────────────────────────────────────────────────────────────────

/// The header line of a type's CSV.
[[nodiscard]] std::string csv_header(std::string_view type);
/// The record as a line; null is an empty cell, an empty text is "".
[[nodiscard]] std::string csv_line(const Record& record);

/// The type whose columns the header names (in any order), or an error.
[[nodiscard]] Result<std::string> csv_type(const CsvRow& header);
[[nodiscard]] Result<Record> from_csv(std::string_view type, const CsvRow& header, const CsvRow& row);

}  // namespace nazo::store
