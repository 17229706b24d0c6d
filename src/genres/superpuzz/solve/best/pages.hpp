// Memory that grows in place: a range of addresses is reserved once, and pages come into being as they are touched.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nazo::superpuzz::best {

class Pages {
 public:
  /// Nothing is used yet; at most `most_bytes` will be.
  explicit Pages(std::uint64_t most_bytes);
  ~Pages();
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  /// Makes the first `bytes` bytes usable, keeping what is in them; what is new is zero. False if there is no room.
  [[nodiscard]] bool grow(std::uint64_t bytes);

  /// Whether the limit allows so many bytes.
  [[nodiscard]] bool may_grow(std::uint64_t bytes) const { return bytes <= most_bytes_; }

  /// Aligned to 64 bytes. May change when the pages grow.
  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;
  std::byte* data_ = nullptr;
  void* reserved_ = nullptr;
  std::uint64_t reserved_bytes_ = 0;
};

}  // namespace nazo::superpuzz::best
