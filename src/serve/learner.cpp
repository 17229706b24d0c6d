#include "serve/learner.hpp"

#include <utility>
#include <vector>

#include "base/text.hpp"

namespace nazo::serve {

namespace {

using namespace std::chrono_literals;

constexpr auto plays_told_every = 1s;
constexpr auto follow_every = 100ms;  // while a fit of ours is under way

}  // namespace

Learner::Learner(store::Jobs jobs, Settings settings)
    : jobs_(std::move(jobs)),
      settings_(std::move(settings)),
      thread_(
          named("learner"), AfterThrow::begin_again, [this] { work(); },
          [this](const auto&) {
            if (settings_.thrown) settings_.thrown();
          }) {}

Learner::~Learner() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

void Learner::played(const std::string& genre) {
  if (settings_.after == 0) return;
  const std::lock_guard lock(mutex_);
  if (++plays_[genre] < settings_.after) return;
  tell_now_ = true;
  changed_.notify_all();
}

void Learner::work() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    const bool tells = !plays_.empty();
    tell_now_ = false;
    lock.unlock();
    if (tells) tell_store();
    follow();
    lock.lock();
    const auto pause = ordered_.empty() ? std::chrono::milliseconds(plays_told_every) : follow_every;
    changed_.wait_for(lock, pause, [&] { return stop_ || tell_now_; });
  }
}

void Learner::tell_store() {
  std::map<std::string, std::size_t> plays;
  {
    const std::lock_guard lock(mutex_);
    plays = std::exchange(plays_, {});
  }
  for (const auto& [genre, count] : plays) {
    const auto learn = jobs_.plays_to_learn(genre, count, settings_.after, settings_.pause);
    if (learn && *learn) order(genre);
    if (learn) continue;
    const std::lock_guard lock(mutex_);
    plays_[genre] += count;  // the store is away: it hears of them later
  }
}

void Learner::order(const std::string& genre) {
  const Value request = Value::object()
                            .set("what", "learn")
                            .set("genre", genre)
                            .set("seconds", settings_.seconds)
                            .set("bytes", settings_.bytes);
  const store::Job job{.key = store::random_key(),
                       .owner = "the house",
                       .address = "the house",
                       .what = "learn",
                       .request = request,
                       .once = cat("learn ", genre)};
  const auto ordered = jobs_.order(job, settings_.shares);
  if (!ordered || *ordered != store::Jobs::Ordered::taken) return;
  ordered_.push_back(job.key);
  if (settings_.ordered) settings_.ordered();
}

void Learner::follow() {
  for (std::size_t i = 0; i < ordered_.size();) {
    const auto job = jobs_.find(ordered_[i]);
    const bool gone = job && (!*job || (*job)->over());
    if (!gone) {
      ++i;
      continue;
    }
    ordered_.erase(ordered_.begin() + static_cast<std::ptrdiff_t>(i));
    if (*job && settings_.ended) settings_.ended(**job);
  }
}

}  // namespace nazo::serve
