// Import and export of everything in a store, as JSON Lines (one file, `type` in every line) or CSV (one file a type).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "store/record_text.hpp"
#include "store/store.hpp"

namespace nazo::store {

enum class TextForm { json_lines, csv };

struct ImportOptions {
  bool keep_good =
      false;  ///< keep the good rows although some are refused; otherwise one bad row means nothing is kept
  /// Asked about every record before it is stored, with the records before it in place: do a play's moves follow the
  /// rules, is a puzzle's key right? It may correct what it is given. Empty: everything is taken as it is.
  std::function<Result<void>(Store&, Record&)> check{};
  std::size_t errors_shown = 20;
};

struct ImportReport {
  std::map<std::string, std::uint64_t> added{};  ///< by type
  std::uint64_t present = 0;                     ///< were there already
  std::uint64_t refused = 0;
  std::vector<Error> errors{};  ///< the first of them, each with its line
  bool kept = false;            ///< false: rows were refused, and so nothing was stored
};

/// Reads records and stores them. The Result is an error only if the text or the store as a whole fails.
[[nodiscard]] Result<ImportReport> import_text(Store& store, std::string_view text, TextForm form,
                                               const ImportOptions& options);

/// What to export. A study brings its puzzles, participants, their player records, its plays and comparisons.
struct ExportQuery {
  std::vector<std::string> types{};         ///< empty: all
  std::string study{};                      ///< empty: everything
  const std::atomic<bool>* stop = nullptr;  ///< asked at every record; what is written then is a part
};

/// Writes lines (with their line ends) in an order in which they can be imported. CSV takes exactly one type.
[[nodiscard]] Result<void> export_text(Store& store, const ExportQuery& query, TextForm form,
                                       const std::function<void(std::string_view)>& write);

}  // namespace nazo::store
