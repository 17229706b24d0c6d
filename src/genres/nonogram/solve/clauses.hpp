// Clauses learned from conflicts: lists of literals of which at least one is true.
//
// A literal says that a cell is black or that it is white. All clauses lie in one array of 16-bit words, and each is
// watched by its first two literals; a watch carries another literal of its clause, so that a clause that is true
// anyway is mostly not even looked at.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace nazo::nonogram {

/// A cell's number doubled, plus one for white. The largest board has 15,876 cells.
using Literal = std::uint16_t;
[[nodiscard]] constexpr Literal opposite(Literal literal) { return literal ^ 1u; }
[[nodiscard]] constexpr std::uint16_t cell_under(Literal literal) { return literal >> 1; }

using ClauseAt = std::uint32_t;

class Clauses {
 public:
  struct Watch {
    ClauseAt clause;
    Literal other;       ///< some other literal of the clause; the only one if it has two
    std::uint16_t size;  ///< of the clause
  };

  explicit Clauses(std::size_t cells) : watches_(2 * cells) {}

  /// Literals 0 and 1 are watched: they must be the last two to become false. `glue` is the number of levels that the
  /// clause joined when it was learned; 0: it is never dropped.
  ClauseAt add(std::span<const Literal> literals, std::uint16_t glue) {
    const auto at = static_cast<ClauseAt>(words_.size());
    words_.push_back(static_cast<std::uint16_t>(literals.size()));
    words_.push_back(glue);
    words_.insert(words_.end(), literals.begin(), literals.end());
    ++count_;
    watch(at);
    return at;
  }

  [[nodiscard]] std::span<Literal> literals(ClauseAt at) { return {&words_[at + header], words_[at]}; }
  [[nodiscard]] std::span<const Literal> literals(ClauseAt at) const { return {&words_[at + header], words_[at]}; }
  [[nodiscard]] std::uint16_t& glue(ClauseAt at) { return words_[at + 1]; }
  /// The clauses that must be looked at when this literal becomes false.
  [[nodiscard]] std::vector<Watch>& watches(Literal literal) { return watches_[literal]; }

  [[nodiscard]] std::size_t count() const { return count_; }
  /// What the clauses take: their words, a watch at each end, and as much again where a list has just grown.
  [[nodiscard]] std::uint64_t bytes() const {
    return 2 * (words_.size() * sizeof(Literal) + 2 * count_ * sizeof(Watch));
  }

  /// Keeps those clauses that `keep(literals, glue)` wants; it may shorten a clause to its first `n` literals by
  /// returning n (0 drops it). No clause may be a reason meanwhile.
  template <class Keep>
  void filter(Keep&& keep) {
    std::size_t to = 0;
    count_ = 0;
    for (std::size_t from = 0; from < words_.size();) {
      const std::size_t size = words_[from];
      const std::span<Literal> clause(&words_[from + header], size);
      const std::uint16_t glue = words_[from + 1];
      const std::size_t kept = keep(clause, glue);
      if (kept != 0) {
        words_[to] = static_cast<std::uint16_t>(kept);
        words_[to + 1] = glue;
        std::copy_n(clause.begin(), kept, words_.begin() + static_cast<std::ptrdiff_t>(to + header));
        to += header + kept;
        ++count_;
      }
      from += header + size;
    }
    words_.resize(to);
    for (auto& list : watches_) list.clear();
    for (std::size_t at = 0; at < words_.size(); at += header + words_[at]) watch(static_cast<ClauseAt>(at));
  }

 private:
  static constexpr std::size_t header = 2;

  void watch(ClauseAt at) {
    const std::uint16_t size = words_[at];
    const Literal a = words_[at + header], b = words_[at + header + 1];
    watches_[a].push_back({at, b, size});
    watches_[b].push_back({at, a, size});
  }

  std::vector<std::uint16_t> words_;
  std::vector<std::vector<Watch>> watches_;
  std::size_t count_ = 0;
};

}  // namespace nazo::nonogram
