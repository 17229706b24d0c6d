// Which states need not be looked at again.
//
// Every state that was entered is in the closed set, and all below it has been dealt with, except for the states that were
// on the path when the search was restarted. Those are open again. The start is always entered again, so each
// interrupted state is met again by way of the path that led to it, and when a run ends by itself, all states have been
// dealt with: exhaustion is a proof, restarts or not.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "genres/superpuzz/best/closed_set.hpp"

namespace nazo::superpuzz::best {

class Seen {
 public:
  /// Which of a key's 128 bits tell states apart. The two choices share twenty bits and have all 128 between them, so that
  /// two states that one of them takes for the same are two for the other.
  enum class Bits { first, second };

  explicit Seen(std::uint64_t most_bytes, Bits bits = Bits::first) : closed_(most_bytes), bits_(bits) {}

  void prefetch(const Key128& key) const { closed_.prefetch(chosen(key)); }
  [[nodiscard]] bool done(const Key128& key) const {
    return closed_.contains(chosen(key)) && (interrupted_.empty() || !interrupted_.contains(key));
  }
  /// fresh: to be expanded (for the first time or again).
  [[nodiscard]] ClosedSet::Answer enter(const Key128& key) {
    const ClosedSet::Answer answer = closed_.insert(chosen(key));
    if (answer != ClosedSet::Answer::known || interrupted_.empty() || interrupted_.erase(key) == 0) return answer;
    ++reopened_;
    return ClosedSet::Answer::fresh;
  }
  void interrupt(const Key128& key) { interrupted_.insert(key); }

  [[nodiscard]] std::uint64_t size() const { return closed_.size(); }
  [[nodiscard]] std::uint64_t bytes() const { return closed_.bytes(); }
  [[nodiscard]] std::uint64_t reopened() const { return reopened_; }

 private:
  /// The closed set reads the upper 42 bits of `low` and the upper 32 of `high`.
  [[nodiscard]] Key128 chosen(const Key128& key) const {
    if (bits_ == Bits::first) [[likely]] return key;
    return {key.low << 42 | key.high >> 32 << 10, key.high << 32};
  }

  struct Hash {
    std::size_t operator()(const Key128& key) const { return static_cast<std::size_t>(key.low); }
  };
  ClosedSet closed_;
  Bits bits_;
  std::unordered_set<Key128, Hash> interrupted_;
  std::uint64_t reopened_ = 0;
};

}  // namespace nazo::superpuzz::best
