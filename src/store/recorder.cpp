#include "store/recorder.hpp"

#include <algorithm>
#include <system_error>
#include <thread>

namespace nazo::store {
namespace {

using namespace std::chrono_literals;
constexpr std::chrono::milliseconds first_pause = 20ms;
constexpr std::chrono::milliseconds longest_pause = 500ms;

std::size_t bytes_of(const Play& play) {
  std::size_t bytes = sizeof(Play) + play.events.size() * sizeof(PlayEvent);
  for (const PlayEvent& event : play.events) bytes += event.move.size();
  return bytes;
}

Error too_much() {
  Error error{.message = "too many plays are waiting to be kept"};
  error.trouble = Trouble::passing;
  return error;
}

/// An error that needs no memory.
Error without_words() {
  Error error;
  error.trouble = Trouble::passing;
  return error;
}

}  // namespace

Result<std::unique_ptr<Recorder>> Recorder::start(const std::string& where, Limits limits) {
  NAZO_TRY(store, Store::open_to_serve(where));
  try {
    return std::unique_ptr<Recorder>(new Recorder(std::move(store), limits));
  } catch (const std::system_error&) {
    return fail("the system has no room for the thread that keeps plays");
  }
}

Recorder::Recorder(Store store, Limits limits)
    : store_(std::move(store)),
      limits_(limits),
      // Whatever needs memory in it is guarded further in, where those who wait are known.
      thread_(named("recorder"), AfterThrow::begin_again, [this] { work(); }, [](const auto&) {}) {}

Recorder::~Recorder() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

std::future<Result<Kept>> Recorder::record(Entry entry) {
  Waiting waiting{.entry = std::move(entry)};
  waiting.bytes = bytes_of(waiting.entry.play);
  waiting.since = Clock::now();
  auto receipt = waiting.receipt.get_future();
  {
    const std::lock_guard lock(mutex_);
    const bool full = queue_.size() >= limits_.queue || queued_bytes_ + waiting.bytes > limits_.bytes;
    if (full && !queue_.empty()) {
      waiting.answer(std::unexpected(too_much()));
      return receipt;
    }
    queued_bytes_ += waiting.bytes;
    queue_.push_back(std::move(waiting));
  }
  changed_.notify_all();
  return receipt;
}

std::size_t Recorder::waiting() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

bool Recorder::forget(std::string_view player) {
  std::unique_lock lock(mutex_);
  for (auto at = queue_.begin(); at != queue_.end();) {
    if (at->entry.play.player != player) {
      ++at;
      continue;
    }
    queued_bytes_ -= at->bytes;
    at->answer(fail("the player's data was deleted"));
    at = queue_.erase(at);
  }
  const std::uint64_t begun = batches_begun_;
  return written_.wait_for(lock, limits_.patience + 1s, [&] { return batches_ended_ >= begun; });
}

Recorder::Batch Recorder::next_batch() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stop_ || !queue_.empty(); });
  Batch batch;
  const std::size_t size = std::min(queue_.size(), limits_.batch);
  // The only thing here that can fail: nothing is taken yet.
  batch.plays.reserve(size);
  batch.waiting.reserve(size);
  while (batch.plays.size() < size) {
    queued_bytes_ -= queue_.front().bytes;
    batch.waiting.push_back(std::move(queue_.front()));
    batch.plays.push_back(std::move(batch.waiting.back().entry.play));
    queue_.pop_front();
  }
  if (size > 0) ++batches_begun_;
  return batch;
}

void Recorder::end_batch() {
  const std::lock_guard lock(mutex_);
  batches_ended_ = batches_begun_;
  written_.notify_all();
}

void Recorder::refuse_overdue() {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  while (!queue_.empty() && (stop_ || now > queue_.front().since + limits_.patience)) {
    queued_bytes_ -= queue_.front().bytes;
    queue_.front().answer(std::unexpected(without_words()));
    queue_.pop_front();
  }
}

void Recorder::work() {
  for (;;) {
    Batch batch;
    try {
      batch = next_batch();
      if (batch.plays.empty()) return;
      write(batch);
    } catch (...) {
      // No memory: who still waits is told to come again, and the thread goes on.
      for (Waiting& waiting : batch.waiting)
        if (!waiting.answered) waiting.answer(std::unexpected(without_words()));
      std::this_thread::sleep_for(first_pause);
      refuse_overdue();
    }
    end_batch();
  }
}

Result<std::vector<Kept>> Recorder::try_all(Batch& batch) {
  std::vector<Kept> kept;
  const auto done = store_.together([&]() -> Result<void> {
    NAZO_TRY(recorded, judge_and_keep(batch));
    kept = std::move(recorded);
    return {};
  });
  if (!done) return std::unexpected(done.error());
  return kept;
}

Result<std::vector<Kept>> Recorder::judge_and_keep(Batch& batch) {
  std::vector<Player> newcomers;
  bool judged = false;
  for (const Waiting& waiting : batch.waiting) {
    if (waiting.entry.player && !waiting.entry.met) newcomers.push_back(*waiting.entry.player);
    judged = judged || waiting.entry.judge;
  }
  if (!newcomers.empty()) NAZO_CHECK(store_.add_players(newcomers));
  if (judged) {
    NAZO_TRY(backgrounds, store_.backgrounds(batch.plays));
    for (std::size_t i = 0; i < batch.plays.size(); ++i)
      if (const Judge& judge = batch.waiting[i].entry.judge) judge(batch.plays[i], backgrounds[i]);
  }
  return store_.record_plays(batch.plays);
}

void Recorder::write(Batch& batch) {
  for (auto time = first_pause;; time = std::min(2 * time, longest_pause)) {
    const auto kept = try_all(batch);
    if (kept) {
      for (std::size_t i = 0; i < batch.waiting.size(); ++i) batch.waiting[i].answer((*kept)[i]);
      return;
    }
    if (kept.error().trouble == Trouble::none) return write_each(batch);
    if (kept.error().trouble == Trouble::passing && pause(batch, time)) continue;
    for (Waiting& waiting : batch.waiting) waiting.answer(std::unexpected(kept.error()));
    return;
  }
}

void Recorder::write_each(Batch& batch) {
  // One of them was refused: each for itself, so that the others are kept.
  for (std::size_t i = 0; i < batch.waiting.size(); ++i) {
    Waiting& waiting = batch.waiting[i];
    Batch alone;
    alone.plays.push_back(batch.plays[i]);
    alone.waiting.emplace_back().entry = {.play = {}, .player = waiting.entry.player, .judge = waiting.entry.judge};
    const auto kept = try_all(alone);
    if (kept)
      waiting.answer(kept->front());
    else
      waiting.answer(std::unexpected(kept.error()));
  }
}

bool Recorder::pause(const Batch& batch, std::chrono::milliseconds time) {
  const auto oldest = std::ranges::min_element(batch.waiting, {}, &Waiting::since)->since;
  if (Clock::now() + time > oldest + limits_.patience) return false;
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, time, [&] { return stop_; });
}

}  // namespace nazo::store
