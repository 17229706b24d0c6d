#include "base/thread.hpp"

#ifndef NAZO_NO_THREADS
#include <atomic>

namespace nazo {
namespace {

std::atomic<ThreadHook> hook = nullptr;

void pass(ThreadMoment moment, ThreadName name) {
  if (const ThreadHook now = hook.load(std::memory_order_acquire); now != nullptr) now(moment, name.text);
}

/// True if the body came to its end.
bool run_guarded(ThreadName name, const std::function<void()>& body, const ThrownTaker& taker) noexcept {
  try {
    pass(ThreadMoment::begun, name);
    body();
    return true;
  } catch (...) {
    try {
      taker(std::current_exception());
    } catch (...) {  // nobody is left to tell
    }
    return false;
  }
}

}  // namespace

void set_thread_hook(ThreadHook next) { hook.store(next, std::memory_order_release); }

Thread::Thread(ThreadName name, AfterThrow then, std::function<void()> body, ThrownTaker taker) {
  pass(ThreadMoment::starting, name);
  thread_ = std::thread([name, then, body = std::move(body), taker = std::move(taker)] {
    while (!run_guarded(name, body, taker) && then == AfterThrow::begin_again) std::this_thread::yield();
  });
}

Thread& Thread::operator=(Thread&& other) noexcept {
  join();
  thread_ = std::move(other.thread_);
  return *this;
}

void Thread::join() {
  if (thread_.joinable()) thread_.join();
}

unsigned Threads::start_what_fits(unsigned count, ThreadName name, AfterThrow then,
                                  const std::function<void(unsigned)>& body, const ThrownTaker& taker) {
  unsigned started = 0;
  try {
    threads_.reserve(threads_.size() + count);
    for (; started < count; ++started)
      threads_.emplace_back(name, then, [body, number = started] { body(number); }, taker);
  } catch (const std::exception&) {  // no room for more: those there are do the work
  }
  return started;
}

void Threads::start_all(unsigned count, ThreadName name, const std::function<void()>& body, const ThrownTaker& taker,
                        const std::function<void()>& stop) {
  try {
    threads_.reserve(threads_.size() + count);
    for (unsigned i = 0; i < count; ++i) threads_.emplace_back(name, AfterThrow::begin_again, body, taker);
  } catch (...) {
    stop();
    join();
    throw;
  }
}

}  // namespace nazo
#endif
