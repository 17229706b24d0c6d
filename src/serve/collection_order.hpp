// A collection as a maker's browser posts it: read, held to its limits, nothing of it believed yet.
#pragma once

#include <string>
#include <vector>

#include "base/value.hpp"
#include "catalog/catalog.hpp"

namespace nazo::serve {

struct CollectionLimits {
  std::size_t puzzles = 60;        ///< of one collection: as many as go onto one sheet
  std::size_t text = 50'000;       ///< bytes of a puzzle, and of its solution
  std::size_t title = 300;         ///< bytes
  std::size_t about = 4'000;       ///< bytes
  std::int64_t of_one_maker = 40;  ///< collections
  std::int64_t of_all = 20'000;    ///< collections
  std::int64_t bytes = 512 << 20;  ///< of all collections together
};

struct PostedCollection {
  struct Entry {
    std::string key{};             ///< of a puzzle that is in the store already; else
    const Genre* genre = nullptr;  ///< … a new one
    std::string text{}, solution{};
    std::string title{};
  };
  std::string key, title, author, about;
  bool published = false;
  std::vector<Entry> puzzles{};
  std::int64_t bytes = 0;  ///< of all texts
};

/// Whatever is wrong with it is one sentence that names the puzzle.
[[nodiscard]] Result<PostedCollection> read_collection(const Catalog& genres, const Value& posted,
                                                       const CollectionLimits& limits);

}  // namespace nazo::serve
