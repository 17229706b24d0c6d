// How much memory a piece of work takes at its peak: it runs in a child process, which the kernel watches.
#pragma once

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>

namespace nazo {

/// Sanitizers keep memory of their own beside ours.
[[nodiscard]] constexpr bool child_memory_is_measurable() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return false;
#else
  return true;
#endif
}

/// A line such as "VmRSS:  1234 kB" of this process's status, in bytes.
inline std::uint64_t status_bytes(const char* name) {
  std::uint64_t kilobytes = 0;
  if (std::FILE* file = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, file) != nullptr)
      if (std::strncmp(line, name, std::strlen(name)) == 0) std::sscanf(line + std::strlen(name), ": %lu", &kilobytes);
    std::fclose(file);
  }
  return kilobytes * 1024;
}

/// The resident bytes that `work` added at its peak; all ones if it ended in a crash.
inline std::uint64_t peak_bytes_in_child(const std::function<void()>& work) {
  int ends[2];
  if (pipe(ends) != 0) return ~std::uint64_t{0};
  const pid_t child = fork();
  if (child == 0) {
#ifdef __GLIBC__
    malloc_trim(0);  // what earlier work has freed would be used again and not be seen
#endif
    if (std::FILE* reset = std::fopen("/proc/self/clear_refs", "w")) {  // the peak counts from here
      std::fputs("5", reset);
      std::fclose(reset);
    }
    const std::uint64_t before = status_bytes("VmRSS");
    work();
    const std::uint64_t peak = status_bytes("VmHWM");
    const std::uint64_t grown = peak > before ? peak - before : 0;
    (void)!write(ends[1], &grown, sizeof grown);
    _exit(0);
  }
  close(ends[1]);
  std::uint64_t grown = ~std::uint64_t{0};
  if (read(ends[0], &grown, sizeof grown) != sizeof grown) grown = ~std::uint64_t{0};
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return grown;
}

}  // namespace nazo
