// Work on items 0, 1, 2, … with several threads, taking the results in order of their index.
//
// Each result is a function of its index alone and they are handed to `take` in order, so what a run
// prints does not depend on the number of threads. `take` runs on the calling thread only.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>

#ifndef NAZO_NO_THREADS
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

#include "base/thread.hpp"
#endif

namespace nazo {

inline constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();

/// Takes items from `next` until it gives none, makes something of each on `threads` threads, and hands both to `take`
/// in the order they came. Stops early when `take` returns false; items already begun are finished and thrown away. At
/// most `ahead · threads` items are held at a time, so that a source without end needs little memory: one item may take
/// `ahead` times as long as the others before anybody waits for it. `next` is called by
/// one thread at a time, and may wait for what it reads without holding up what is finished. What any of the three
/// throws ends the work and is thrown here. Where the system has no room for so many threads there are fewer.
template <class Item, class Made>
void ordered_pipe(unsigned threads, const std::function<std::optional<Item>()>& next,
                  const std::function<Made(const Item&)>& make, const std::function<bool(Item, Made)>& take,
                  std::uint64_t ahead = 4) {
#ifndef NAZO_NO_THREADS
  if (threads > 1) {
    std::mutex mutex;
    std::condition_variable changed;
    std::map<std::uint64_t, std::pair<Item, Made>> finished;
    std::uint64_t begun = 0, taken = 0;
    bool reading = false, ended = false, stop = false;
    std::exception_ptr failure;
    const std::uint64_t window = ahead * threads;

    const auto work = [&](unsigned) {
      std::unique_lock lock(mutex);
      for (;;) {
        changed.wait(lock, [&] { return stop || ended || (!reading && begun < taken + window); });
        if (stop || ended) return;
        reading = true;
        lock.unlock();
        std::optional<Item> item = next();
        lock.lock();
        reading = false;
        changed.notify_all();
        if (!item) {
          ended = true;
          return;
        }
        const std::uint64_t index = begun++;
        lock.unlock();
        Made made = make(*item);
        lock.lock();
        finished.emplace(index, std::pair(std::move(*item), std::move(made)));
        changed.notify_all();
      }
    };
    // Whoever throws, worker or taker, ends the work for all.
    const auto break_off = [&](const std::exception_ptr& thrown) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = thrown;
      stop = true;
      changed.notify_all();
    };
    const auto take_all = [&] {
      for (std::unique_lock lock(mutex);;) {
        changed.wait(lock, [&] { return stop || finished.contains(taken) || (ended && taken == begun); });
        if (stop || !finished.contains(taken)) return;
        auto node = finished.extract(taken++);
        changed.notify_all();
        lock.unlock();
        const bool more = take(std::move(node.mapped().first), std::move(node.mapped().second));
        lock.lock();
        if (more) continue;
        stop = true;
        changed.notify_all();
        return;
      }
    };

    Threads pool;
    if (pool.start_what_fits(threads, named("pipe"), AfterThrow::end, work, break_off) > 0) {
      try {
        take_all();
      } catch (...) {
        break_off(std::current_exception());
      }
      pool.join();
      if (failure) std::rethrow_exception(failure);
      return;
    }
    // No room for even one: the caller does it all.
  }
#else
  (void)threads;
  (void)ahead;
#endif
  while (std::optional<Item> item = next()) {
    Made made = make(*item);
    if (!take(std::move(*item), std::move(made))) return;
  }
}

/// Calls make(i) for i = 0 … count−1 on `threads` threads and take(i, result) in order, as `ordered_pipe` does.
template <class T>
void ordered_map(std::uint64_t count, unsigned threads, const std::function<T(std::uint64_t)>& make,
                 const std::function<bool(std::uint64_t, T)>& take) {
  std::uint64_t i = 0;
  ordered_pipe<std::uint64_t, T>(
      count > 1 ? threads : 1, [&] { return i < count ? std::optional(i++) : std::nullopt; },
      [&](const std::uint64_t& index) { return make(index); }, take);
}

#ifndef NAZO_NO_THREADS
/// What several threads throw: the first is kept for the thread that waits for them.
class Thrown {
 public:
  template <class Body>
  void guard(Body&& body) noexcept {
    try {
      body();
    } catch (...) {
      keep(std::current_exception());
    }
  }
  void keep(const std::exception_ptr& thrown) noexcept {
    const std::lock_guard lock(mutex_);
    if (!first_) first_ = thrown;
    any_ = true;
  }
  [[nodiscard]] bool any() const { return any_; }
  void rethrow() {
    any_ = false;
    if (first_) std::rethrow_exception(std::exchange(first_, nullptr));
  }

 private:
  std::mutex mutex_{};
  std::exception_ptr first_{};
  std::atomic<bool> any_ = false;
};
#endif

/// Calls body(worker, i) once for every i = 0 … count−1, in any order, on `threads` threads; `worker` (0 … threads−1)
/// names the thread, so that it can have room of its own. A worker meets its indices in ascending order. What a body
/// throws ends the work and is thrown here.
template <class Body>
void parallel_for(std::uint64_t count, unsigned threads, Body&& body) {
#ifndef NAZO_NO_THREADS
  if (threads > 1 && count > 1) {
    std::atomic<std::uint64_t> next = 0;
    Thrown thrown;
    const auto work = [&](unsigned worker) {
      for (std::uint64_t i = next++; i < count && !thrown.any(); i = next++) body(worker, i);
    };
    {
      Threads pool;
      pool.start_what_fits(
          threads - 1, named("for"), AfterThrow::end, [&](unsigned number) { work(number + 1); },
          [&](const std::exception_ptr& broken) { thrown.keep(broken); });
      thrown.guard([&] { work(0); });
    }  // the threads are joined here
    thrown.rethrow();
    return;
  }
#else
  (void)threads;
#endif
  for (std::uint64_t i = 0; i < count; ++i) body(0u, i);
}

/// Threads that stay: they wait between two pieces of work instead of being made anew for each.
class Crew {
 public:
  explicit Crew(unsigned threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// As many as were asked for, or fewer where the system has no room for so many threads.
  [[nodiscard]] unsigned size() const { return size_; }
  /// Calls body(worker) once for every worker 0 … size()−1, each on its own thread (0 is the caller's), and returns
  /// when all have ended. What a body throws is thrown here when all have ended. One run at a time.
  void run(const std::function<void(unsigned)>& body);
  /// As parallel_for, with these threads.
  template <class Body>
  void for_each(std::uint64_t count, Body&& body);

 private:
  unsigned size_;
#ifndef NAZO_NO_THREADS
  void serve(unsigned worker);
  std::mutex mutex_{};
  std::condition_variable changed_{};
  const std::function<void(unsigned)>* body_ = nullptr;
  std::uint64_t runs_ = 0;  // so that a thread meets each run once
  unsigned busy_ = 0;
  bool leave_ = false;
  Thrown thrown_{};
  Threads threads_{};
#endif
};

template <class Body>
void Crew::for_each(std::uint64_t count, Body&& body) {
#ifndef NAZO_NO_THREADS
  if (size_ > 1 && count > 1) {
    std::atomic<std::uint64_t> next = 0;
    run([&](unsigned worker) {
      for (std::uint64_t i = next++; i < count; i = next++) body(worker, i);
    });
    return;
  }
#endif
  for (std::uint64_t i = 0; i < count; ++i) body(0u, i);
}

/// A lock that costs nothing where there are no threads.
class Mutex {
 public:
#ifndef NAZO_NO_THREADS
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
#else
  void lock() {}
  void unlock() {}
#endif
};

/// Holds a Mutex as long as it lives.
class Locked {
 public:
  explicit Locked(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~Locked() { mutex_.unlock(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  Mutex& mutex_;
};

/// Lets a thread that holds a Mutex wait until another one has changed something. Where there are no threads nothing
/// can change while one waits, so waiting returns at once.
class Signal {
 public:
#ifndef NAZO_NO_THREADS
  /// Gives the mutex back while it waits. May return for no reason: ask again.
  void wait(Mutex& mutex) { condition_.wait(mutex); }
  void notify_all() { condition_.notify_all(); }

 private:
  std::condition_variable_any condition_{};
#else
  void wait(Mutex&) {}
  void notify_all() {}
#endif
};

/// What the machine has, at least 1.
[[nodiscard]] unsigned hardware_threads();

}  // namespace nazo
