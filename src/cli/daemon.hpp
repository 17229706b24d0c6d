// What programs that run until they are told to end have in common: a log for machines, and an end that comes.
#pragma once

#include <spdlog/spdlog.h>

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "base/thread.hpp"
#include "base/value.hpp"

namespace nazo::cli {

/// JSON Lines on standard error: {"time":…,"level":…,"event":…, fields…}. `level`: quiet, events or requests.
[[nodiscard]] std::shared_ptr<spdlog::logger> make_log(const std::string& level);
/// What an administrator must hear of even when nothing else is logged is more than information.
[[nodiscard]] spdlog::level::level_enum level_of(std::string_view event);
[[nodiscard]] std::string fields_of(std::string_view event, const Value& fields);

/// Ends the program when it should have ended and has not: a store that hangs, or a worker that gets no time to die on
/// a busy machine, must not keep it. What was acknowledged is on the disk.
class LastResort {
 public:
  explicit LastResort(const std::shared_ptr<spdlog::logger>& log);
  ~LastResort() { ended_ = true; }
  LastResort(const LastResort&) = delete;
  LastResort& operator=(const LastResort&) = delete;

 private:
  void watch(spdlog::logger& log) const;
  std::atomic<bool> ended_ = false;
  Thread thread_;
};

}  // namespace nazo::cli
