#include "faults/faults.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define NAZO_OWN_MALLOC 0
#else
#define NAZO_OWN_MALLOC 1
#endif

namespace nazo::faults {
namespace {

// All of it without memory of its own: it is used inside malloc.
constinit std::atomic<bool> armed = false;
constinit std::atomic<std::uint64_t> seen = 0;
constinit std::atomic<bool> failed = false;
constinit Fault armed_what = Fault::memory;
constinit Plan armed_plan{};
constinit thread_local bool is_owner = false;

/// Whether this call is one that fails.
bool fails(Fault what) {
  if (!armed.load(std::memory_order_acquire) || what != armed_what) return false;
  if (is_owner != (armed_plan.where == Plan::Where::here)) return false;
  const std::uint64_t number = ++seen;
  const bool now = number == armed_plan.at || (number > armed_plan.at && armed_plan.lasts == Plan::Lasts::for_ever);
  if (now) failed = true;
  return now;
}

template <class Call>
Call next(const char* name) {
  return reinterpret_cast<Call>(dlsym(RTLD_NEXT, name));
}

constexpr int last_standard_file = 2;

}  // namespace

Faults::Faults(Fault what, const Plan& plan) {
  armed_what = what;
  armed_plan = plan;
  seen = 0;
  failed = false;
  is_owner = true;
  armed.store(true, std::memory_order_release);
}

Faults::~Faults() {
  armed = false;
  is_owner = false;
}

bool Faults::happened() const { return failed; }

bool can_fail(Fault what) { return what == Fault::write || NAZO_OWN_MALLOC != 0; }

}  // namespace nazo::faults

using nazo::faults::fails;
using nazo::faults::Fault;
using nazo::faults::next;

// They take the place of the C library's, so the libraries must see them whatever the rest of the program hides.
#pragma GCC visibility push(default)

#if NAZO_OWN_MALLOC
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);

void* malloc(std::size_t size) {
  if (!fails(Fault::memory)) return __libc_malloc(size);
  errno = ENOMEM;
  return nullptr;
}
void* calloc(std::size_t count, std::size_t size) {
  if (!fails(Fault::memory)) return __libc_calloc(count, size);
  errno = ENOMEM;
  return nullptr;
}
void* realloc(void* old, std::size_t size) {
  if (!fails(Fault::memory)) return __libc_realloc(old, size);
  errno = ENOMEM;
  return nullptr;
}
}
#endif

// SQLite writes by pwrite64 (or write), sizes files by ftruncate64 and waits for the disk by fdatasync and fsync.
extern "C" {

ssize_t pwrite64(int file, const void* bytes, std::size_t size, off64_t at) {
  static const auto real = next<ssize_t (*)(int, const void*, std::size_t, off64_t)>("pwrite64");
  if (!fails(Fault::write)) return real(file, bytes, size, at);
  errno = ENOSPC;
  return -1;
}
ssize_t write(int file, const void* bytes, std::size_t size) {
  static const auto real = next<ssize_t (*)(int, const void*, std::size_t)>("write");
  if (file <= nazo::faults::last_standard_file || !fails(Fault::write)) return real(file, bytes, size);
  errno = ENOSPC;
  return -1;
}
int ftruncate64(int file, off64_t size) {
  static const auto real = next<int (*)(int, off64_t)>("ftruncate64");
  if (!fails(Fault::write)) return real(file, size);
  errno = EIO;
  return -1;
}
int fdatasync(int file) {
  static const auto real = next<int (*)(int)>("fdatasync");
  if (!fails(Fault::write)) return real(file);
  errno = EIO;
  return -1;
}
int fsync(int file) {
  static const auto real = next<int (*)(int)>("fsync");
  if (!fails(Fault::write)) return real(file);
  errno = EIO;
  return -1;
}
}

#pragma GCC visibility pop
