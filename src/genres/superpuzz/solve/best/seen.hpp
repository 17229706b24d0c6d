// Which states need not be looked at again.
//
// Every state that was entered is in the closed set, and all below it has been dealt with, except for the states that
// were on the path when the search was restarted. Those are open again. The start is always entered again, so each
// interrupted state is met again by way of the path that led to it, and when a run ends by itself, all states have been
// dealt with: exhaustion is a proof, restarts or not.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "genres/superpuzz/solve/best/closed_set.hpp"

namespace nazo::superpuzz::best {

class Seen {
 public:
  /// Which of a key's 128 bits tell states apart. The two choices share twenty bits and have all 128 between them, so
  /// that two states that one of them takes for the same are two for the other.
  enum class Bits { first, second };

  /// The meter is asked while the closed set grows.
  explicit Seen(std::uint64_t most_bytes, Bits bits = Bits::first, Meter* meter = nullptr)
      : closed_(most_bytes, meter), bits_(bits), most_bytes_(most_bytes) {}

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
  /// Is there memory to open so many states again?
  [[nodiscard]] bool may_interrupt(std::size_t states) const {
    return closed_.bytes() + counted_bytes(interrupted_.size() + states) <= most_bytes_;
  }
  void interrupt(const Key128& key) { interrupted_.insert(key); }
  /// Counts so many bytes of the caller's, too.
  void leave_room(std::uint64_t bytes) {
    callers_bytes_ = bytes;
    closed_.set_aside(counted_bytes(interrupted_.size()) + callers_bytes_);
  }

  [[nodiscard]] std::uint64_t size() const { return closed_.size(); }
  [[nodiscard]] std::uint64_t bytes() const {
    return closed_.bytes() + counted_bytes(interrupted_.size()) + callers_bytes_;
  }
  [[nodiscard]] std::uint64_t reopened() const { return reopened_; }

 private:
  /// What interrupted states take: a node of the set and its slots. The first are free, so that small budgets have
  /// restarts.
  [[nodiscard]] static std::uint64_t counted_bytes(std::size_t states) {
    constexpr std::size_t free_states = 32'768, bytes_each = 72;
    return states > free_states ? (states - free_states) * bytes_each : 0;
  }

  /// The closed set reads the upper 42 bits of `low` and the upper 32 of `high`.
  [[nodiscard]] Key128 chosen(const Key128& key) const {
    if (bits_ == Bits::first) [[likely]]
      return key;
    return {key.low << 42 | key.high >> 32 << 10, key.high << 32};
  }

  struct Hash {
    std::size_t operator()(const Key128& key) const { return static_cast<std::size_t>(key.low); }
  };
  ClosedSet closed_;
  Bits bits_;
  std::uint64_t most_bytes_, callers_bytes_ = 0;
  std::unordered_set<Key128, Hash> interrupted_;
  std::uint64_t reopened_ = 0;
};

}  // namespace nazo::superpuzz::best
