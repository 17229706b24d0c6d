#include "serve/late_answers.hpp"

#include <utility>
#include <vector>

namespace nazo::serve {

LateAnswers::Promise LateAnswers::expect(Clock::time_point due, Send send, Excuse excuse) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t number = ++last_;
  waiting_.emplace_hint(waiting_.end(), number, Waiting{due, std::move(send), std::move(excuse)});
  return {number, [this, number](Response response) {
            std::unique_lock taking(mutex_);
            const auto taken = waiting_.extract(number);
            taking.unlock();
            if (!taken.empty()) taken.mapped().send(std::move(response));
          }};
}

void LateAnswers::postpone(std::uint64_t number, Clock::time_point due) {
  const std::lock_guard lock(mutex_);
  if (const auto found = waiting_.find(number); found != waiting_.end()) found->second.due = due;
}

void LateAnswers::excuse_overdue(Clock::time_point now) {
  std::vector<Waiting> overdue;
  {
    const std::lock_guard lock(mutex_);
    for (auto at = waiting_.begin(); at != waiting_.end();) {
      const auto next = std::next(at);
      if (at->second.due <= now) {
        overdue.push_back(std::move(at->second));
        waiting_.erase(at);
      }
      at = next;
    }
  }
  for (Waiting& waiting : overdue) waiting.send(waiting.excuse());
}

std::size_t LateAnswers::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

}  // namespace nazo::serve
