// Records plays from many threads with one durable transaction for all that arrive together (group commit): what a
// server needs, because a disk confirms a few hundred transactions a second, but each may hold hundreds of plays.
//
//   NAZO_TRY(recorder, Recorder::start("nazo.db"));
//   auto receipt = recorder->record(play);        // returns at once
//   receipt.get()                                 // when this is a value, the play survives a power cut
//
// While the store is in trouble (a full disk, a data base that restarts) plays wait, some seconds at most, and are
// tried again; then the receipt is an error whose Error::trouble says so. A play that was kept although nobody learnt
// of it is found to be there when it is sent again: nothing is stored twice.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/thread.hpp"
#include "store/store.hpp"

namespace nazo::store {

class Recorder {
 public:
  struct Limits {
    std::size_t batch = 512;                    ///< plays in one transaction
    std::size_t queue = 8192;                   ///< plays that may wait
    std::size_t bytes = std::size_t{64} << 20;  ///< and what their moves may take
    std::chrono::milliseconds patience{7000};   ///< how long a play waits for a store in trouble
  };

  static Result<std::unique_ptr<Recorder>> start(const std::string& where, Limits limits);
  static Result<std::unique_ptr<Recorder>> start(const std::string& where) { return start(where, Limits{}); }

  /// Finishes what waits, then stops.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Sets a play's marks, when it is written.
  using Judge = std::function<void(Play&, const Background&)>;
  /// A play and who played it. A player who is `met` should be in the store already, and is only put there if the play
  /// is refused without: another program may have deleted them.
  struct Entry {
    Play play;
    std::optional<Player> player{};
    bool met = false;
    Judge judge{};
  };
  /// Hands a play over. A play that is refused does not harm those recorded with it. Where too much waits already the
  /// receipt says so at once.
  [[nodiscard]] std::future<Result<Kept>> record(Entry entry);
  [[nodiscard]] std::future<Result<Kept>> record(Play play) { return record(Entry{.play = std::move(play)}); }

  [[nodiscard]] std::size_t waiting() const;
  /// Refuses what waits of this player, and returns when nothing that was handed over before is being written: whatever
  /// is deleted then does not come back. False if that takes too long.
  [[nodiscard]] bool forget(std::string_view player);

 private:
  using Clock = std::chrono::steady_clock;
  struct Waiting {
    Entry entry;
    std::size_t bytes = 0;
    Clock::time_point since{};
    std::promise<Result<Kept>> receipt{};
    bool answered = false;

    void answer(Result<Kept> result) {
      answered = true;
      receipt.set_value(std::move(result));
    }
  };

  Recorder(Store store, Limits limits);
  void work();
  /// Plays that go together, taken out of the entries of those who wait for them.
  struct Batch {
    std::vector<Play> plays;
    std::vector<Waiting> waiting;
  };
  /// The next ones; none at the end.
  [[nodiscard]] Batch next_batch();
  void end_batch();
  /// Those who have waited too long for there to be memory hear so.
  void refuse_overdue();
  void write(Batch& batch);
  void write_each(Batch& batch);
  [[nodiscard]] Result<std::vector<Kept>> try_all(Batch& batch);
  /// Under the store's lock for writing.
  [[nodiscard]] Result<std::vector<Kept>> judge_and_keep(Batch& batch);
  /// False if it is not worth waiting any longer.
  [[nodiscard]] bool pause(const Batch& batch, std::chrono::milliseconds time);

  Store store_;
  Limits limits_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Waiting> queue_;
  std::size_t queued_bytes_ = 0;
  std::condition_variable written_;  ///< a batch has ended, well or not
  std::uint64_t batches_begun_ = 0, batches_ended_ = 0;
  bool stop_ = false;
  Thread thread_;
};

}  // namespace nazo::store
