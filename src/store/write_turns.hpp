// Inside the room only: whose turn it is to write to an SQLite file.
//
// SQLite has no queue of writers: who finds the file locked sleeps and tries again, and beside a recorder that begins
// its next transaction at the moment the last one ends such a writer may try for seconds. So the writers of this
// program wait here instead, first come, first served, and only then ask SQLite, where nobody but another program can
// be in their way. Waiting needs no memory.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

namespace nazo::store {

class WriteTurns {
 public:
  /// The queue of a file, the same for everyone in this program who names that file.
  [[nodiscard]] static std::shared_ptr<WriteTurns> of(const std::string& path);

  /// Waits for a turn; false if that took too long. A turn that was taken must be ended.
  [[nodiscard]] bool take(std::chrono::milliseconds patience);
  void end() noexcept;

 private:
  struct Waiting {
    std::condition_variable called{};
    bool has_turn = false;
    Waiting* next = nullptr;
  };
  /// Under the lock.
  void leave(Waiting& who) noexcept;

  std::mutex mutex_;
  bool taken_ = false;
  Waiting* first_ = nullptr;
  Waiting* last_ = nullptr;
};

/// A turn that ends by itself.
class WriteTurn {
 public:
  explicit WriteTurn(std::shared_ptr<WriteTurns> turns) : turns_(std::move(turns)) {}
  ~WriteTurn() { end(); }
  WriteTurn(const WriteTurn&) = delete;
  WriteTurn& operator=(const WriteTurn&) = delete;

  [[nodiscard]] bool take(std::chrono::milliseconds patience) {
    held_ = turns_->take(patience);
    return held_;
  }
  [[nodiscard]] bool held() const { return held_; }
  void end() noexcept {
    if (held_) turns_->end();
    held_ = false;
  }

 private:
  std::shared_ptr<WriteTurns> turns_;
  bool held_ = false;
};

}  // namespace nazo::store
