#include "genres/tsume/solve/slots.hpp"

#include <cstring>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace nazo::tsume {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{2} << 20;
/// What must not fail: the first table. Where there is no room for it nothing can be searched.
constexpr std::size_t small = std::size_t{256} << 10;

}  // namespace

Slots::Slots(std::uint64_t count) {
  // Zero flags say that a slot is free. Much fresh memory from the system is zero and takes no room before it is
  // touched.
  const auto bytes = static_cast<std::size_t>(count * sizeof(Entry));
  const std::size_t alignment = bytes >= 4 * huge_page ? huge_page : cache_line;
  if (bytes <= small) {
    memory_ = std::unique_ptr<void, SlotsMemory>(::operator new(bytes + alignment), SlotsMemory{.from_new = true});
    std::memset(memory_.get(), 0, bytes + alignment);
  } else {
    memory_ = std::unique_ptr<void, SlotsMemory>(std::calloc(bytes + alignment, 1), SlotsMemory{});
  }
  if (memory_ == nullptr) return;
  const auto start = (reinterpret_cast<std::uintptr_t>(memory_.get()) + alignment - 1) / alignment * alignment;
  first_ = reinterpret_cast<Entry*>(start);
  size_ = count;
#if defined(__linux__)
  // Look-ups go everywhere: with pages of 4 KB each would miss the processor's list of pages as well as its caches.
  if (alignment == huge_page) (void)::madvise(first_, bytes / huge_page * huge_page, MADV_HUGEPAGE);
#endif
}

}  // namespace nazo::tsume
