// The only place where threads are started. Each has a name and somebody who takes what it throws, so nothing that is
// thrown in a thread ends the program; and each is joined before what it uses is gone.
//
//   Thread search(named("…"), AfterThrow::end, [&] { found = look(); }, [&](const std::exception_ptr&) { … });
//
// Names are there for tests, which throw in every one of them (tests/faults/threads.hpp).
#pragma once

#ifndef NAZO_NO_THREADS
#include <exception>
#include <functional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace nazo {

/// A name that stands in the program's text: tests/house/threads_test.sh looks for a test of each.
struct ThreadName {
  std::string_view text;
};
consteval ThreadName named(const char* text) { return {text}; }

/// What happens to something that got out of a thread's body. What the taker throws itself is dropped.
using ThrownTaker = std::function<void(const std::exception_ptr&)>;

/// What a thread does after a throw: it ends, or begins its body again until that returns.
enum class AfterThrow { end, begin_again };

/// A thread that is joined when its owner goes.
class Thread {
 public:
  Thread() noexcept = default;
  /// Throws (std::system_error, std::bad_alloc) where there is no room for another thread.
  Thread(ThreadName name, AfterThrow then, std::function<void()> body, ThrownTaker taker);
  Thread(Thread&&) noexcept = default;
  Thread& operator=(Thread&& other) noexcept;
  ~Thread() { join(); }

  [[nodiscard]] bool joinable() const { return thread_.joinable(); }
  void join();
  /// Lets it run on to the end of the program.
  void detach() { thread_.detach(); }

 private:
  std::thread thread_{};
};

/// Threads that end together.
class Threads {
 public:
  /// As many as there is room for, at most `count`; each gets its number. Returns how many there are.
  unsigned start_what_fits(unsigned count, ThreadName name, AfterThrow then, const std::function<void(unsigned)>& body,
                           const ThrownTaker& taker);
  /// All of `count`, each begun again after a throw, or none: then those that had begun are told to end by `stop`, and
  /// it throws.
  void start_all(unsigned count, ThreadName name, const std::function<void()>& body, const ThrownTaker& taker,
                 const std::function<void()>& stop);
  void join() { threads_.clear(); }

 private:
  std::vector<Thread> threads_{};
};

/// For tests: called in who starts a thread, where throwing stands for a system without room, and at the top of the
/// thread, each time its body is begun. Null for none.
enum class ThreadMoment { starting, begun };
using ThreadHook = void (*)(ThreadMoment moment, std::string_view name);
void set_thread_hook(ThreadHook hook);

}  // namespace nazo
#endif
