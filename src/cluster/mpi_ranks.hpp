// Ranks made of MPI: the only place where nazo knows it.
#pragma once

#include <mpi.h>

#include <deque>
#include <list>

#include "base/parallel.hpp"
#include "base/ranks.hpp"

namespace nazo::cluster {

/// One at a time; MPI begins and ends with it.
class MpiRanks final : public Ranks {
 public:
  MpiRanks(int* argc, char*** argv);
  /// Waits until what was sent has left.
  ~MpiRanks() override;

  [[nodiscard]] unsigned rank() const override { return rank_; }
  [[nodiscard]] unsigned size() const override { return size_; }
  [[nodiscard]] std::uint64_t under_way() const override { return under_way_; }
  void rest() override;
  void share(const WorkShare& share) override { shared_ = share; }
  [[nodiscard]] const WorkShare& shared() const { return shared_; }

  /// Ends all ranks at once.
  [[noreturn]] static void abort(int code);

 protected:
  void post(unsigned to, Bytes bytes) override;
  [[nodiscard]] std::optional<Message> arrived() override;

 private:
  struct Sending {
    Bytes bytes{};
    MPI_Request request = MPI_REQUEST_NULL;
  };
  struct Receiving {
    Message message{};
    MPI_Request request = MPI_REQUEST_NULL;
  };
  /// Forgets what has left.
  void let_go();
  /// Begins to receive what is announced.
  void welcome();

  unsigned rank_ = 0, size_ = 1;
  Mutex mutex_{};  // one thread at a time asks MPI
  std::list<Sending> sending_{};
  std::deque<Receiving> receiving_{};
  std::atomic<std::uint64_t> under_way_ = 0;
  std::atomic<unsigned> looks_in_vain_ = 0;
  WorkShare shared_{};
};

}  // namespace nazo::cluster
