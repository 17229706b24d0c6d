#include "genres/superpuzz/solve/best/pages.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace nazo::superpuzz::best {

#if defined(__linux__)

namespace {
constexpr std::uint64_t huge_page = std::uint64_t{1} << 21;
constexpr std::uint64_t most_reserved = std::uint64_t{1} << 38;
}  // namespace

// A range larger than the machine's memory costs nothing until it is touched, so the whole limit is reserved at once
// and growing moves nothing. Huge pages halve the cost of a random look-up.
Pages::Pages(std::uint64_t most_bytes) : most_bytes_(std::min(most_bytes, most_reserved)) {
  for (; most_bytes_ > 0; most_bytes_ /= 2) {
    reserved_bytes_ = most_bytes_ + huge_page;
    reserved_ =
        ::mmap(nullptr, reserved_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved_ != MAP_FAILED) break;
    reserved_ = nullptr;
  }
  if (reserved_ == nullptr) return;
  const auto address = reinterpret_cast<std::uintptr_t>(reserved_);
  const std::uintptr_t aligned = (address + huge_page - 1) & ~(huge_page - 1);
  data_ = static_cast<std::byte*>(reserved_) + (aligned - address);
}

Pages::~Pages() {
  if (reserved_ != nullptr) ::munmap(reserved_, reserved_bytes_);
}

bool Pages::grow(std::uint64_t bytes) {
  if (bytes > most_bytes_) return false;
  // Small tables stay on small pages: a huge one has to be cleared as a whole.
  if (bytes >= huge_page) (void)::madvise(data_, (bytes + huge_page - 1) & ~(huge_page - 1), MADV_HUGEPAGE);
  bytes_ = bytes;
  return true;
}

#else

Pages::Pages(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

Pages::~Pages() { std::free(reserved_); }

bool Pages::grow(std::uint64_t bytes) {
  // Old and new stand side by side for a moment.
  if (bytes + bytes_ > most_bytes_) return false;
  void* bigger = std::aligned_alloc(64, (bytes + 63) & ~std::uint64_t{63});
  if (bigger == nullptr) return false;
  if (bytes_ > 0) std::memcpy(bigger, data_, bytes_);
  std::memset(static_cast<std::byte*>(bigger) + bytes_, 0, bytes - bytes_);
  std::free(reserved_);
  reserved_ = bigger;
  data_ = static_cast<std::byte*>(bigger);
  bytes_ = bytes;
  return true;
}

#endif

}  // namespace nazo::superpuzz::best
