// Which states need not be looked at again.
//
// Every state that was entered is in the closed set, and all below it has been dealt with, except for the states that
// were on the path when the search was restarted. Those are open again. The start is always entered again, so each
// interrupted state is met again by way of the path that led to it, and when a run ends by itself, all states have been
// dealt with: exhaustion is a proof, restarts or not.
//
// Several threads may share it. Then a state is *busy* while it lies on a path, and is closed when the path leaves it;
// until then other threads may enter it, too. Whatever is not closed is reached from the start through states that are
// not closed: who closes a state has seen all its children closed, except for states on its own path. So the first
// thread whose run ends by itself has proved that all states have been dealt with.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>
#ifndef NAZO_NO_THREADS
#include <thread>
#endif

#include "genres/superpuzz/solve/best/closed_set.hpp"

namespace nazo::superpuzz::best {

/// For one thread.
class Seen {
 public:
  /// The meter is asked while the closed set grows.
  explicit Seen(std::uint64_t most_bytes, Meter* meter = nullptr) : closed_(most_bytes, meter) {}

  void prefetch(const Key128& key) const { closed_.prefetch(key); }
  [[nodiscard]] bool done(const Key128& key) const { return closed_.closed(key); }
  /// fresh: to be expanded (for the first time or again).
  [[nodiscard]] ClosedSet::Answer enter(const Key128& key) {
    const std::uint64_t before = closed_.size();
    const ClosedSet::Answer answer = closed_.insert(key);
    reopened_ += answer == ClosedSet::Answer::fresh && closed_.size() == before;
    return answer;
  }
  void interrupt(const Key128& key) { closed_.remark(key, ClosedSet::Mark::open); }
  /// Counts so many bytes of the caller's, too.
  void leave_room(std::uint64_t bytes) {
    callers_bytes_ = bytes;
    closed_.set_aside(bytes);
  }

  [[nodiscard]] std::uint64_t size() const { return closed_.size(); }
  [[nodiscard]] std::uint64_t bytes() const { return closed_.bytes() + callers_bytes_; }
  [[nodiscard]] std::uint64_t reopened() const { return reopened_; }

 private:
  ClosedSet closed_;
  std::uint64_t callers_bytes_ = 0;
  std::uint64_t reopened_ = 0;
};

/// For several: some closed sets, each with a lock, that a key's middle bits choose from.
class SharedSeen {
 public:
  static constexpr std::uint64_t parts = 32;
  /// With fewer bytes it is not worth it.
  static constexpr std::uint64_t fewest_bytes = std::uint64_t{64} << 20;

  explicit SharedSeen(std::uint64_t most_bytes) {
    for (std::uint64_t i = 0; i < parts; ++i) parts_.push_back(std::make_unique<Part>(most_bytes / parts));
  }

  void prefetch(const Key128& key) const {
    with(key, [&](ClosedSet& closed) { closed.prefetch(key); });
  }
  [[nodiscard]] bool done(const Key128& key) const {
    return with(key, [&](ClosedSet& closed) { return closed.closed(key); });
  }
  [[nodiscard]] bool busy(const Key128& key) const {
    return with(key, [&](ClosedSet& closed) { return closed.busy(key); });
  }
  /// fresh: to be expanded. It is busy then, until it is left or interrupted.
  [[nodiscard]] ClosedSet::Answer enter(const Key128& key) {
    return with(key, [&](ClosedSet& closed) { return closed.insert(key, ClosedSet::Mark::busy); });
  }
  void leave(const Key128& key) {
    with(key, [&](ClosedSet& closed) { closed.remark(key, ClosedSet::Mark::closed); });
  }
  /// Others may have closed it meanwhile; then it stays so.
  void interrupt(const Key128& key) {
    with(key, [&](ClosedSet& closed) {
      if (!closed.closed(key)) closed.remark(key, ClosedSet::Mark::open);
    });
  }

  /// When nobody uses it any more.
  [[nodiscard]] std::uint64_t size() const {
    std::uint64_t all = 0;
    for (const auto& part : parts_) all += part->closed.size();
    return all;
  }
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t all = 0;
    for (const auto& part : parts_) all += part->closed.bytes();
    return all;
  }

 private:
  struct alignas(64) Part {
    explicit Part(std::uint64_t most_bytes) : closed(most_bytes) {}
    std::atomic<bool> taken = false;
    ClosedSet closed;
  };

  static void let_others_go_on() {
#ifndef NAZO_NO_THREADS
    std::this_thread::yield();
#endif
  }

  template <class Use>
  std::invoke_result_t<Use, ClosedSet&> with(const Key128& key, Use&& use) const {
    Part& part = *parts_[key.high >> 20 & (parts - 1)];
    while (part.taken.exchange(true, std::memory_order_acquire)) let_others_go_on();
    struct Release {
      std::atomic<bool>& taken;
      ~Release() { taken.store(false, std::memory_order_release); }
    } release{part.taken};
    return use(part.closed);
  }

  std::vector<std::unique_ptr<Part>> parts_;
};

}  // namespace nazo::superpuzz::best
