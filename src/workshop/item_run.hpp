// A run that goes item by item, wherever its items are made: on threads here, on other ranks, in an earlier run whose
// log is gone on with, or in shards that are merged afterwards. What comes of it is the same bytes every time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/value.hpp"
#include "workshop/farm.hpp"
#include "workshop/resume.hpp"

namespace nazo {

/// One of several runs that share the items: number k of n has items k−1, k−1+n, k−1+2n, …
struct Shard {
  std::uint64_t number = 1, of = 1;
  [[nodiscard]] bool whole() const { return of == 1; }
  [[nodiscard]] bool has(std::uint64_t item) const { return item % of == number - 1; }
};
/// "3/8".
[[nodiscard]] Result<Shard> shard_of(const std::string& text);

/// Where items are made and kept.
struct ItemPlaces {
  unsigned threads = 1;
  ResumeFile* log = nullptr;  ///< what is finished is kept there and not made again
  Shard shard{};              ///< not whole: its items are kept in the log, none is taken
  Farm* farm = nullptr;       ///< others who help
  bool all_made = false;      ///< merging: what is not in the log is an error
};

/// The items 0, 1, 2, … An error that `make` returns ends the run and is not kept.
struct ItemRun {
  /// What the next item is made of, or nothing at the end; only the leader is asked.
  std::function<std::optional<Value>()> next{};
  /// Any thread, any rank: a function of its arguments alone.
  std::function<Result<Value>(std::uint64_t item, const Value& of)> make{};
  /// In order. False: enough.
  std::function<bool(std::uint64_t item, const Value& of, const Value& made)> take{};
  /// Helpers take too: what follows the run depends on what it brought.
  bool all_take = false;
  /// Told at the end how many items an earlier run had finished.
  std::function<void(std::uint64_t items)> resumed{};
  /// The user has interrupted: nothing more is kept.
  std::function<bool()> stopped{};
};

enum class RunEnd { whole, interrupted, helped, shard_done };

[[nodiscard]] Result<RunEnd> run_items(const ItemRun& run, const ItemPlaces& places);

/// An error as it travels, and back.
[[nodiscard]] Value packed_error(const Error& error);
[[nodiscard]] Error error_of(const Value& value);

}  // namespace nazo
