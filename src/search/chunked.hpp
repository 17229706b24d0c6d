// A growing array that never moves its elements: growth costs one chunk, not a copy of everything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

namespace nazo::search {

template <class T>
class Chunked {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T& operator[](std::size_t i) { return chunks_[i >> shift][i & mask]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return chunks_[i >> shift][i & mask]; }
  /// Would the next push allocate, and how much?
  [[nodiscard]] std::size_t next_growth() const {
    return (size_ & mask) == 0 && size_ >> shift == chunks_.size() ? chunk_bytes : 0;
  }
  void push(const T& value) {
    if (next_growth() != 0) chunks_.push_back(std::make_unique_for_overwrite<T[]>(std::size_t{1} << shift));
    chunks_[size_ >> shift][size_ & mask] = value;
    ++size_;
  }
  [[nodiscard]] std::size_t bytes() const { return chunks_.size() * chunk_bytes; }

 private:
  static constexpr unsigned shift = 12;
  static constexpr std::size_t mask = (std::size_t{1} << shift) - 1;
  static constexpr std::size_t chunk_bytes = sizeof(T) << shift;
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace nazo::search
