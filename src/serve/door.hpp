// Who may connect: so many at once in all, so many of one household. Who may not is hung up on at once, so that the
// descriptors that the rest of the server needs stay free.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/value.hpp"

namespace nazo::serve {

class Door {
 public:
  struct Limits {
    std::size_t all = 4096;
    std::size_t each = 0;     ///< of one household; 0: no limit
    std::string unlimited{};  ///< the proxy's address
  };
  using Log = std::function<void(std::string_view event, const Value& fields)>;
  Door(Limits limits, Log log) : limits_(std::move(limits)), log_(std::move(log)) {}

  /// Somebody comes; false: there is no room for them.
  [[nodiscard]] bool lets_in(std::uint64_t connection, const std::string& address) noexcept;
  void left(std::uint64_t connection) noexcept;

  [[nodiscard]] std::size_t inside() const;
  /// How often somebody came, let in or not.
  [[nodiscard]] std::uint64_t knocks() const { return knocks_; }
  [[nodiscard]] std::uint64_t turned_away() const;

 private:
  [[nodiscard]] bool has_room(std::string_view address, const std::string& household) const;
  void say_full(bool full);

  const Limits limits_;
  const Log log_;
  std::atomic<std::uint64_t> knocks_ = 0;
  mutable std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::string> inside_;  ///< connection → household
  std::unordered_map<std::string, std::size_t> by_household_;
  std::uint64_t turned_away_ = 0;
  bool full_ = false;
};

/// Raises the number of files and sockets that this process may have open as far as it is allowed to, and gives it.
[[nodiscard]] std::size_t raise_descriptor_limit();

}  // namespace nazo::serve
