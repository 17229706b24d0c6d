// Several processes that work on one thing together, each with a number: its rank.
//
// The inner rooms know only this interface. src/cluster makes it of MPI; tests make it of threads. Between two ranks
// messages arrive whole and in the order in which they were sent.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/result.hpp"

namespace nazo {

/// How evenly a piece of work lay, and what it cost to share it.
struct WorkShare {
  std::uint64_t states = 0;      ///< of all ranks
  std::uint64_t bytes_sent = 0;  ///< by all ranks
  double imbalance = 0;          ///< how much longer the fullest rank of each layer has than an even share: 0.02 is 2 %
};

class Ranks {
 public:
  using Bytes = std::vector<std::uint8_t>;
  struct Message {
    unsigned from = 0;
    Bytes bytes{};
  };

  Ranks() = default;
  virtual ~Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  [[nodiscard]] virtual unsigned rank() const = 0;
  [[nodiscard]] virtual unsigned size() const = 0;
  [[nodiscard]] bool first() const { return rank() == 0; }

  /// Never waits: the message is under way when this returns. For any thread.
  void send(unsigned to, Bytes bytes);
  void send_to_others(const Bytes& bytes);
  /// The next message that has come, if one has. For any thread.
  [[nodiscard]] std::optional<Message> receive();

  /// Everybody's bytes, by rank. All ranks call this in the same order, each with the same label: one that is elsewhere
  /// is an error, not a wait without end. What comes meanwhile waits for `receive`. For one thread at a time.
  [[nodiscard]] Result<std::vector<Bytes>> gather(std::string_view label, Bytes mine);
  /// Errors of any rank become an error of all: the first by rank, with its rank named.
  [[nodiscard]] Result<void> agree(std::string_view label, const Result<void>& mine);

  /// The last meeting of all. Who is still elsewhere, there or here, is an error of the others, in the words of the one
  /// that left: `unsaid` is what it had to say and could not.
  Result<void> leave(std::string_view unsaid);

  /// Bytes that were given to `send` and have not left yet.
  [[nodiscard]] virtual std::uint64_t under_way() const = 0;
  [[nodiscard]] std::uint64_t bytes_sent() const { return bytes_sent_; }
  /// A moment's rest for who waits for a message.
  virtual void rest() = 0;
  /// Told once a piece of work is done.
  virtual void share(const WorkShare&) {}

 protected:
  /// Threads may call both at once.
  virtual void post(unsigned to, Bytes bytes) = 0;
  [[nodiscard]] virtual std::optional<Message> arrived() = 0;

 private:
  /// Takes what has arrived; gathered bytes are kept apart.
  void take_arrived();

  Mutex mutex_{};  // for what follows
  std::deque<Message> waiting_{};
  std::vector<std::deque<Bytes>> gathered_{};
  std::atomic<std::uint64_t> bytes_sent_ = 0;
};

/// Numbers and texts as bytes, for messages and what is kept: the same on every machine.
class ByteWriter {
 public:
  ByteWriter& number(std::uint64_t value);
  ByteWriter& real(double value);
  ByteWriter& text(std::string_view value);
  ByteWriter& bytes(std::span<const std::uint8_t> value);
  [[nodiscard]] Ranks::Bytes take() { return std::move(bytes_); }

 private:
  Ranks::Bytes bytes_{};
};

/// The reverse. What is cut off reads as nothing and is not `whole`.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  [[nodiscard]] std::uint64_t number();
  [[nodiscard]] double real();
  [[nodiscard]] std::string text();
  [[nodiscard]] std::span<const std::uint8_t> bytes();
  [[nodiscard]] bool whole() const { return whole_; }
  [[nodiscard]] std::span<const std::uint8_t> rest() const { return bytes_; }
  [[nodiscard]] bool at_end() const { return bytes_.empty(); }

 private:
  std::span<const std::uint8_t> bytes_;
  bool whole_ = true;
};

}  // namespace nazo
