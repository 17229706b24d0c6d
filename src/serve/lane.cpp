#include "serve/lane.hpp"

#include <algorithm>

namespace nazo::serve {

Lane::Lane(Api& api, Limits limits, Pass pass) : api_(api), limits_(limits), pass_(std::move(pass)) {
  threads_.start_all(
      limits.threads, named("lane"), [this] { work(); }, [this](const auto&) { api_.thread_survived("lane"); },
      [this] { stop(); });
}

void Lane::stop() {
  const std::lock_guard lock(mutex_);
  stop_ = true;
  changed_.notify_all();
}

Lane::~Lane() {
  std::deque<Late> waiting;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    waiting.swap(queue_);
    changed_.notify_all();
  }
  threads_.join();
  for (Late& late : waiting) {
    try {
      late.send(api_.turn_away(late.request, late.later));
    } catch (...) {  // who cannot be told finds the connection closed
      api_.thread_survived("lane");
    }
  }
}

bool Lane::has_room(const std::string& household) const {
  if (stop_ || queue_.size() >= limits_.waiting) return false;
  if (household.empty()) return true;
  const auto found = waiting_of_.find(household);
  return found == waiting_of_.end() || found->second < limits_.each;
}

void Lane::leave(const std::string& household) {
  const auto found = waiting_of_.find(household);
  if (found != waiting_of_.end() && --found->second == 0) waiting_of_.erase(found);
}

void Lane::add(Late late) {
  {
    const std::lock_guard lock(mutex_);
    if (has_room(late.later.household)) {
      std::size_t nobody = 0;
      std::size_t& waiting = late.later.household.empty() ? nobody : waiting_of_[late.later.household];
      queue_.push_back(std::move(late));
      ++waiting;  // after everything that can fail
      changed_.notify_one();
      return;
    }
  }
  late.send(api_.turn_away(late.request, late.later));
}

bool Lane::idle() const {
  const std::lock_guard lock(mutex_);
  return queue_.empty() && busy_ == 0;
}

Lane::Late Lane::next() noexcept {
  const auto who = [](const Late& late) { return std::hash<std::string>()(late.later.household); };
  auto chosen = queue_.begin();
  if (!chosen->later.household.empty() && waiting_of_.size() > 1) {
    const auto another = [&](const Late& late) { return who(late) != served_last_; };
    chosen = std::find_if(queue_.begin(), queue_.end(), another);
    if (chosen == queue_.end()) chosen = queue_.begin();
  }
  Late late = std::move(*chosen);
  queue_.erase(chosen);
  served_last_ = who(late);
  leave(late.later.household);
  return late;
}

void Lane::work() {
  for (;;) {
    Late late;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stop_ || !queue_.empty(); });
      if (queue_.empty()) return;
      late = next();
      ++busy_;
    }
    // Nothing thrown gets out of here: an answer that cannot be sent is one client's loss, not the end of the thread.
    try {
      if (std::chrono::steady_clock::now() < late.due) answer(late);
    } catch (...) {
      api_.thread_survived("lane");
    }
    late = {};
    const std::lock_guard lock(mutex_);
    --busy_;
  }
}

void Lane::answer(Late& late) {
  Response response = api_.finish(late.request, late.later);
  if (!response.later) return late.send(std::move(response));
  late.later = std::move(*response.later);
  pass_(std::move(late));
}

}  // namespace nazo::serve
