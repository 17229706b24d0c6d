// The slots of the transposition table: what an entry is, and how threads read and write one without a lock.
//
// A slot is four words of 64 bits. Where the table is shared, the first one is the key mixed with the other three, so
// that an entry read while it is being written shows another key than its own and is passed over. Alone in its table a
// search reads and writes entries as they are.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#ifndef NAZO_NO_THREADS
#include <thread>
#endif
#include <utility>

#include "genres/tsume/rules/types.hpp"

namespace nazo::tsume {

/// Number of plies to the mate. At the attacker's turn it is odd, at the defender's even.
using Length = std::int16_t;
inline constexpr Length endless_length = 32000;  ///< "however long"
inline constexpr Length unproven = 32001;        ///< "no mate known"
inline constexpr Length no_length = -1;          ///< "not even refuted at once"
/// One ply more or less; endless stays endless.
[[nodiscard]] constexpr Length longer(Length n) { return n >= endless_length ? n : static_cast<Length>(n + 1); }
[[nodiscard]] constexpr Length shorter(Length n) { return n >= endless_length ? n : static_cast<Length>(n - 1); }

/// Proof and disproof numbers. `infinite` is kept for what is proved; sums stop at the largest finite number.
using Number = std::uint32_t;
inline constexpr Number infinite = 0xffff'ffffu;
inline constexpr Number largest_finite = 1u << 28;
[[nodiscard]] constexpr Number bounded_sum(Number a, Number b) {
  return a + b > largest_finite ? largest_finite : a + b;
}

/// No repetition: a failure that holds whatever was played before.
inline constexpr std::int16_t no_repetition = 32767;

struct Entry {
  std::uint64_t key = 0;
  Hand hand{};
  Number pn = 1, dn = 1;
  Length proven = unproven;      ///< mate within so many plies is proved
  Length disproven = no_length;  ///< mate within so many plies is refuted
  std::uint16_t min_depth = 0xffff;
  std::uint8_t effort = 0;     ///< logarithm of the nodes spent below
  std::uint8_t flags = 0;      ///< 0: the slot is free
  Move16 move{};               ///< the mating or refuting move, or the last one tried
  std::uint16_t visitors = 0;  ///< threads that are searching below it
};

enum EntryFlag : std::uint8_t {
  entry_used = 1,
  entry_repetition = 2,  ///< a failure here once rested on a repetition: ask the path table
  entry_expanded = 4,    ///< its children have been looked at for immediate ends
  entry_exact = 8,       ///< lengths hold for exactly this hand: dominance must not be used
};

/// How memory for entries is given back.
struct SlotsMemory {
  bool from_new = false;
  void operator()(void* p) const { from_new ? ::operator delete(p) : std::free(p); }
};

/// Memory for entries, all of them free at first.
class Slots {
 public:
  Slots() = default;
  Slots(Slots&& other) noexcept { swap(other); }
  Slots& operator=(Slots&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Slots() = default;
  /// Where there is no memory for many there are none: `size()` is then 0.
  explicit Slots(std::uint64_t count);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] const void* address(std::uint64_t i) const { return first_ + i; }

  template <bool Shared>
  [[nodiscard]] Entry read(std::uint64_t i) const {
    if constexpr (!Shared) {
      return first_[i];
    } else {
      Words words = load(i);
      words.word[0] ^= mixed(words);
      return std::bit_cast<Entry>(words);
    }
  }
  template <bool Shared>
  void write(std::uint64_t i, const Entry& e) {
    if constexpr (!Shared) {
      first_[i] = e;
    } else {
      Words words = std::bit_cast<Words>(e);
      words.word[0] ^= mixed(words);
      for (int k = 0; k < 4; ++k) __atomic_store_n(word(i, k), words.word[k], __ATOMIC_RELAXED);
    }
  }
  /// Only while nobody else reads or writes.
  void free(std::uint64_t i) { first_[i] = std::bit_cast<Entry>(Words{}); }
  /// Takes a free slot: false if another thread was faster.
  bool claim(std::uint64_t i) {
    std::uint64_t free = 0;
    Entry used{};
    used.flags = entry_used;
    return __atomic_compare_exchange_n(word(i, 3), &free, std::bit_cast<Words>(used).word[3], false, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED);
  }

 private:
  struct Words {
    std::uint64_t word[4]{};
  };
  static_assert(sizeof(Entry) == sizeof(Words));
  [[nodiscard]] std::uint64_t* word(std::uint64_t i, int k) const {
    return reinterpret_cast<std::uint64_t*>(first_ + i) + k;
  }
  [[nodiscard]] Words load(std::uint64_t i) const {
    Words words;
    for (int k = 0; k < 4; ++k) words.word[k] = __atomic_load_n(word(i, k), __ATOMIC_RELAXED);
    return words;
  }
  [[nodiscard]] static std::uint64_t mixed(const Words& w) {
    return w.word[1] * 0x9e37'79b9'7f4a'7c15u + w.word[2] * 0xc2b2'ae3d'27d4'eb4fu + w.word[3] * 0x1656'67b1'9e37'79f9u;
  }

  void swap(Slots& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(first_, other.first_);
    std::swap(size_, other.size_);
  }

  std::unique_ptr<void, SlotsMemory> memory_{};
  Entry* first_ = nullptr;
  std::uint64_t size_ = 0;
};

/// A lock for a few instructions.
class SpinLock {
 public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire)) {
#ifndef NAZO_NO_THREADS
      // Who holds it may have been put aside by the system.
      for (int looks = 0; taken_.load(std::memory_order_relaxed); ++looks)
        if (looks > 100) std::this_thread::yield();
#endif
    }
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  alignas(64) std::atomic<bool> taken_ = false;
};

}  // namespace nazo::tsume
