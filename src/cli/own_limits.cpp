#include "cli/own_limits.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace nazo::cli {

namespace {

constexpr std::uint64_t program_bytes = std::uint64_t{256} << 20;  // the program's own, with a stack for each thread
constexpr double spare_seconds = 5;

void set_limit(decltype(RLIMIT_CPU) what, std::uint64_t value) {
  rlimit limit{};
  if (getrlimit(what, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, value);
  limit.rlim_max = limit.rlim_cur;
  (void)setrlimit(what, &limit);
}

/// A sanitizer's own memory is not ours to limit.
constexpr bool sanitized =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;
#else
    false;
#endif

}  // namespace

void limit_this_process(const OwnLimits& limits) {
  if (!sanitized) set_limit(RLIMIT_DATA, limits.bytes + program_bytes);
  set_limit(RLIMIT_CPU, static_cast<std::uint64_t>(std::ceil(std::min(limits.seconds, 1e9) + spare_seconds)));
  set_limit(RLIMIT_CORE, 0);
  // If any of this is refused nothing is lost but politeness.
  (void)setpriority(PRIO_PROCESS, 0, 19);
  const sched_param none{};
  (void)sched_setscheduler(0, SCHED_BATCH, &none);
  if (const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); file >= 0) {
    constexpr std::string_view first_to_go = "1000";
    (void)!write(file, first_to_go.data(), first_to_go.size());
    close(file);
  }
}

}  // namespace nazo::cli
