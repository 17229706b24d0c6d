// Where the threads of a shared search rest while one of them works on what all of them use.
//
// Every thread that is inside comes by often and asks `wanted()`. Who wants to be alone waits until all the others
// rest.
#pragma once

#include <atomic>

#include "base/parallel.hpp"

namespace nazo::tsume {

class Gate {
 public:
  void enter() {
    const Locked lock(mutex_);
    while (wanted()) changed_.wait(mutex_);
    ++inside_;
  }
  void leave() {
    const Locked lock(mutex_);
    --inside_;
    changed_.notify_all();
  }
  [[nodiscard]] bool wanted() const { return wanted_.load(std::memory_order_relaxed); }

  /// Does `work` with all the others at rest. If another thread is at work already, rests until that has ended.
  template <class Work>
  void alone(Work work) {
    const Locked lock(mutex_);
    if (wanted()) {
      ++resting_;
      changed_.notify_all();
      while (wanted()) changed_.wait(mutex_);
      --resting_;
      return;
    }
    const Wanted until_done(*this);
    while (resting_ + 1 < inside_) changed_.wait(mutex_);
    work();
  }

 private:
  /// Says that somebody wants to be alone, as long as it lives.
  struct Wanted {
    explicit Wanted(Gate& g) : gate(g) { gate.wanted_.store(true, std::memory_order_relaxed); }
    ~Wanted() {
      gate.wanted_.store(false, std::memory_order_relaxed);
      gate.changed_.notify_all();
    }
    Wanted(const Wanted&) = delete;
    Wanted& operator=(const Wanted&) = delete;
    Gate& gate;
  };

  Mutex mutex_{};
  Signal changed_{};
  int inside_ = 0, resting_ = 0;
  std::atomic<bool> wanted_ = false;
};

}  // namespace nazo::tsume
