// Whether the store can be used: told by every call that fails, by every play that is kept, and by /healthz. A trouble
// is logged once when it begins and once when it is over, however many visitors meet it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "base/value.hpp"

namespace nazo::serve {

class StoreHealth {
 public:
  using Log = std::function<void(std::string_view event, const Value& fields)>;
  explicit StoreHealth(Log log) : log_(std::move(log)) {}

  /// Something could not be done because of the store.
  void failed(const Error& error);
  /// Something was written.
  void wrote();

  [[nodiscard]] bool in_trouble() const;
  [[nodiscard]] std::uint64_t troubles() const;  ///< that ever began
  /// True if somebody looked so short a time ago that looking again would only wear out the disk.
  [[nodiscard]] bool known_well(std::chrono::steady_clock::time_point now) const;

 private:
  Log log_;
  mutable std::mutex mutex_;
  bool trouble_ = false;
  std::uint64_t troubles_ = 0;
  std::chrono::steady_clock::time_point written_{};
};

}  // namespace nazo::serve
