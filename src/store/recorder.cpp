#include "store/recorder.hpp"

namespace nazo::store {

Result<std::unique_ptr<Recorder>> Recorder::start(const std::string& where, Limits limits) {
  NAZO_TRY(store, Store::open(where));
  return std::unique_ptr<Recorder>(new Recorder(std::move(store), limits));
}

Recorder::Recorder(Store store, Limits limits)
    : store_(std::move(store)), limits_(limits), thread_([this] { work(); }) {}

Recorder::~Recorder() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

std::future<Result<Kept>> Recorder::record(Play play) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return queue_.size() < limits_.queue; });
  queue_.push_back({std::move(play), {}});
  auto receipt = queue_.back().receipt.get_future();
  lock.unlock();
  changed_.notify_all();
  return receipt;
}

void Recorder::work() {
  for (;;) {
    std::vector<Waiting> batch;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stop_ || !queue_.empty(); });
      if (queue_.empty()) return;
      while (!queue_.empty() && batch.size() < limits_.batch) {
        batch.push_back(std::move(queue_.front()));
        queue_.pop_front();
      }
    }
    changed_.notify_all();
    write(batch);
  }
}

void Recorder::write(std::vector<Waiting>& batch) {
  std::vector<Play> plays;
  plays.reserve(batch.size());
  for (const Waiting& waiting : batch) plays.push_back(waiting.play);
  if (const auto kept = store_.record_plays(plays)) {
    for (std::size_t i = 0; i < batch.size(); ++i) batch[i].receipt.set_value((*kept)[i]);
    return;
  }
  // One of them was refused: each for itself, so that the others are kept.
  for (Waiting& waiting : batch) {
    auto kept = store_.record_plays(std::span(&waiting.play, 1));
    if (kept)
      waiting.receipt.set_value(kept->front());
    else
      waiting.receipt.set_value(std::unexpected(kept.error()));
  }
}

}  // namespace nazo::store
