#include "store/write_turns.hpp"

#include <filesystem>
#include <map>

namespace nazo::store {

std::shared_ptr<WriteTurns> WriteTurns::of(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<WriteTurns>> all;
  std::error_code error;
  const std::filesystem::path real = std::filesystem::weakly_canonical(path, error);
  const std::lock_guard lock(mutex);
  std::erase_if(all, [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<WriteTurns>& known = all[error ? path : real.string()];
  std::shared_ptr<WriteTurns> turns = known.lock();
  if (!turns) {
    turns = std::make_shared<WriteTurns>();
    known = turns;
  }
  return turns;
}

bool WriteTurns::take(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  if (!taken_) {
    taken_ = true;
    return true;
  }
  Waiting self;
  (last_ == nullptr ? first_ : last_->next) = &self;
  last_ = &self;
  if (self.called.wait_for(lock, patience, [&] { return self.has_turn; })) return true;
  leave(self);
  return false;
}

void WriteTurns::end() noexcept {
  const std::lock_guard lock(mutex_);
  if (first_ == nullptr) {
    taken_ = false;
    return;
  }
  Waiting& next = *first_;
  leave(next);
  next.has_turn = true;
  next.called.notify_one();
}

void WriteTurns::leave(Waiting& who) noexcept {
  Waiting* before = nullptr;
  for (Waiting* at = first_; at != &who; at = at->next) before = at;
  (before == nullptr ? first_ : before->next) = who.next;
  if (last_ == &who) last_ = before;
}

}  // namespace nazo::store
