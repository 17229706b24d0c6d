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
#include <thread>
#include <utility>
#include <vector>
#endif

namespace nazo {

inline constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();

/// Calls make(i) for i = 0 … count−1 on `threads` threads and take(i, result) in order. Stops early when take returns
/// false; items already begun are finished and thrown away. At most `4 · threads` finished results wait for their turn.
template <class T>
void ordered_map(std::uint64_t count, unsigned threads, const std::function<T(std::uint64_t)>& make,
                 const std::function<bool(std::uint64_t, T)>& take) {
#ifndef NAZO_NO_THREADS
  if (threads > 1 && count > 1) {
    std::mutex mutex;
    std::condition_variable changed;
    std::map<std::uint64_t, T> finished;
    std::uint64_t next_to_make = 0, next_to_take = 0;
    bool stop = false;
    std::exception_ptr failure;
    const std::uint64_t window = 4ULL * threads;

    const auto work = [&] {
      for (;;) {
        std::uint64_t index = 0;
        {
          std::unique_lock lock(mutex);
          changed.wait(lock, [&] { return stop || next_to_make >= count || next_to_make < next_to_take + window; });
          if (stop || next_to_make >= count) return;
          index = next_to_make++;
        }
        std::optional<T> result;
        std::exception_ptr thrown;
        try {
          result.emplace(make(index));
        } catch (...) {
          thrown = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        if (thrown) {
          failure = thrown;
          stop = true;
        } else {
          finished.emplace(index, std::move(*result));
        }
        changed.notify_all();
      }
    };

    std::vector<std::jthread> pool;
    for (unsigned i = 0; i < threads; ++i) pool.emplace_back(work);
    while (next_to_take < count) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return stop || finished.contains(next_to_take); });
      if (stop) break;
      auto node = finished.extract(next_to_take);
      const std::uint64_t index = next_to_take++;
      changed.notify_all();
      lock.unlock();
      if (!take(index, std::move(node.mapped()))) {
        lock.lock();
        stop = true;
        changed.notify_all();
        break;
      }
    }
    pool.clear();  // joins
    if (failure) std::rethrow_exception(failure);
    return;
  }
#else
  (void)threads;
#endif
  for (std::uint64_t i = 0; i < count; ++i)
    if (!take(i, make(i))) return;
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
      const std::lock_guard lock(mutex_);
      if (!first_) first_ = std::current_exception();
      any_ = true;
    }
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

/// Calls body(worker, i) once for every i = 0 … count−1, in any order, on `threads` threads; `worker` (0 … threads−1) names
/// the thread, so that it can have room of its own. A worker meets its indices in ascending order. What a body throws ends
/// the work and is thrown here.
template <class Body>
void parallel_for(std::uint64_t count, unsigned threads, Body&& body) {
#ifndef NAZO_NO_THREADS
  if (threads > 1 && count > 1) {
    std::atomic<std::uint64_t> next = 0;
    Thrown thrown;
    const auto work = [&](unsigned worker) {
      thrown.guard([&] {
        for (std::uint64_t i = next++; i < count && !thrown.any(); i = next++) body(worker, i);
      });
    };
    {
      std::vector<std::jthread> pool;
      for (unsigned worker = 1; worker < threads; ++worker) pool.emplace_back(work, worker);
      work(0);
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

  [[nodiscard]] unsigned size() const { return size_; }
  /// Calls body(worker) once for every worker 0 … size()−1, each on its own thread (0 is the caller's), and returns when
  /// all have ended. What a body throws is thrown here when all have ended. One run at a time.
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
  std::vector<std::jthread> threads_{};
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

/// Lets a thread that holds a Mutex wait until another one has changed something. Where there are no threads nothing can
/// change while one waits, so waiting returns at once.
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
