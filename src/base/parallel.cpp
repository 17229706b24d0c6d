#include "base/parallel.hpp"

namespace nazo {

unsigned hardware_threads() {
#ifndef NAZO_NO_THREADS
  const unsigned n = std::thread::hardware_concurrency();
  return n == 0 ? 1 : n;
#else
  return 1;
#endif
}

#ifndef NAZO_NO_THREADS

Crew::Crew(unsigned threads) : size_(threads == 0 ? 1 : threads) {
  // `run` counts on all of them, so one that broke begins again. It can only have been before its first run: what a
  // body throws is guarded.
  const auto body = [this](unsigned number) { serve(number + 1); };
  size_ = 1 + threads_.start_what_fits(size_ - 1, named("crew"), AfterThrow::begin_again, body, [](const auto&) {});
}

Crew::~Crew() {
  {
    const std::lock_guard lock(mutex_);
    leave_ = true;
  }
  changed_.notify_all();
  threads_.join();
}

void Crew::run(const std::function<void(unsigned)>& body) {
  if (size_ > 1) {
    const std::lock_guard lock(mutex_);
    body_ = &body;
    busy_ = size_ - 1;
    ++runs_;
    changed_.notify_all();
  }
  thrown_.guard([&] { body(0); });
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return busy_ == 0; });
  }
  thrown_.rethrow();
}

void Crew::serve(unsigned worker) {
  std::uint64_t met = 0;
  for (std::unique_lock lock(mutex_);;) {
    changed_.wait(lock, [&] { return leave_ || runs_ != met; });
    if (runs_ == met) return;  // the crew leaves
    met = runs_;
    const auto* body = body_;
    lock.unlock();
    thrown_.guard([&] { (*body)(worker); });
    lock.lock();
    if (--busy_ == 0) changed_.notify_all();
  }
}

#else

Crew::Crew(unsigned) : size_(1) {}
Crew::~Crew() = default;
void Crew::run(const std::function<void(unsigned)>& body) { body(0); }

#endif

}  // namespace nazo
