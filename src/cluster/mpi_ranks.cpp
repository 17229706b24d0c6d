#include "cluster/mpi_ranks.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace nazo::cluster {

namespace {

constexpr int tag = 1;

}  // namespace

MpiRanks::MpiRanks(int* argc, char*** argv) {
  int provided = 0;
  MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided);
  int number = 0, count = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  rank_ = static_cast<unsigned>(number);
  size_ = static_cast<unsigned>(count);
}

MpiRanks::~MpiRanks() {
  while (under_way_ != 0) {
    {
      const Locked lock(mutex_);
      let_go();
    }
    rest();
  }
  MPI_Finalize();
}

void MpiRanks::abort(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

/// Short while messages come, longer the longer none does: a look at the door costs more than a message's way.
void MpiRanks::rest() {
  constexpr unsigned shortest = 50, most_doublings = 5, looks_each = 8;
  const unsigned doublings = std::min(looks_in_vain_++ / looks_each, most_doublings);
  std::this_thread::sleep_for(std::chrono::microseconds(shortest << doublings));
}

void MpiRanks::post(unsigned to, Bytes bytes) {
  const Locked lock(mutex_);
  let_go();
  under_way_ += bytes.size();
  Sending& sending = sending_.emplace_back();
  sending.bytes = std::move(bytes);
  MPI_Isend(sending.bytes.data(), static_cast<int>(sending.bytes.size()), MPI_BYTE, static_cast<int>(to), tag,
            MPI_COMM_WORLD, &sending.request);
}

void MpiRanks::let_go() {
  for (auto it = sending_.begin(); it != sending_.end();) {
    int left = 0;
    MPI_Test(&it->request, &left, MPI_STATUS_IGNORE);
    if (left != 0) {
      under_way_ -= it->bytes.size();
      it = sending_.erase(it);
    } else {
      ++it;
    }
  }
}

void MpiRanks::welcome() {
  for (;;) {
    int there = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &message, &status);
    if (there == 0) return;
    int length = 0;
    MPI_Get_count(&status, MPI_BYTE, &length);
    Receiving& receiving = receiving_.emplace_back();
    receiving.message.from = static_cast<unsigned>(status.MPI_SOURCE);
    receiving.message.bytes.resize(static_cast<std::size_t>(length));
    MPI_Imrecv(receiving.message.bytes.data(), length, MPI_BYTE, &message, &receiving.request);
  }
}

std::optional<Ranks::Message> MpiRanks::arrived() {
  const Locked lock(mutex_);
  let_go();
  welcome();
  // In the order in which each rank sent them.
  for (auto it = receiving_.begin(); it != receiving_.end(); ++it) {
    const auto earlier = std::find_if(receiving_.begin(), it,
                                      [&](const Receiving& other) { return other.message.from == it->message.from; });
    if (earlier != it) continue;
    int complete = 0;
    MPI_Test(&it->request, &complete, MPI_STATUS_IGNORE);
    if (complete == 0) continue;
    std::optional<Message> message(std::move(it->message));
    receiving_.erase(it);
    looks_in_vain_ = 0;
    return message;
  }
  return std::nullopt;
}

}  // namespace nazo::cluster
