// Records plays from many threads with one durable transaction for all that arrive together (group commit): what a
// server needs, because a disk confirms a few hundred transactions a second, but each may hold hundreds of plays.
//
//   NAZO_TRY(recorder, Recorder::start("nazo.db"));
//   auto receipt = recorder->record(play);        // returns at once
//   receipt.get()                                 // when this is a value, the play survives a power cut
#pragma once

#include <condition_variable>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "store/store.hpp"

namespace nazo::store {

class Recorder {
 public:
  struct Limits {
    std::size_t batch = 512;    ///< plays in one transaction
    std::size_t queue = 65536;  ///< plays that may wait; `record` blocks beyond
  };

  static Result<std::unique_ptr<Recorder>> start(const std::string& where, Limits limits);
  static Result<std::unique_ptr<Recorder>> start(const std::string& where) { return start(where, Limits{}); }

  /// Finishes what waits, then stops.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Hands a play over. A play that is refused does not harm those recorded with it.
  [[nodiscard]] std::future<Result<Kept>> record(Play play);

 private:
  struct Waiting {
    Play play;
    std::promise<Result<Kept>> receipt;
  };

  Recorder(Store store, Limits limits);
  void work();
  void write(std::vector<Waiting>& batch);

  Store store_;
  Limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Waiting> queue_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace nazo::store
