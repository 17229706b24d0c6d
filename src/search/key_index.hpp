// Which keys have been seen, each with its number in order of first sight: duplicate detection for all searches.
//
// Open addressing over 4-byte slots; the keys lie densely in order of sight. A 128-bit key costs 16 bytes and 5 to 11
// bytes of slots. The table never grows past the bytes it is given; if a meter is given, it is asked while a large
// table grows, which takes a while.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "base/hash.hpp"
#include "search/chunked.hpp"
#include "search/space.hpp"

namespace nazo::search {

template <Key K>
class KeyIndex {
 public:
  using Number = std::uint32_t;
  static constexpr Number none = ~Number{0};

  explicit KeyIndex(std::uint64_t most_bytes, Meter* meter = nullptr)
      : most_bytes_(most_bytes), meter_(meter), slots_(first_slots, none) {}

  struct Seen {
    Number number;
    bool inserted;
  };

  /// The key's number, new or old; nothing if it is new and there is no room for it. If nothing came because the meter
  /// had run out, the index must not be asked again.
  [[nodiscard]] std::optional<Seen> insert(const K& key) {
    std::size_t slot = home(key);
    for (; slots_[slot] != none; slot = (slot + 1) & (slots_.size() - 1))
      if (keys_[slots_[slot]] == key) return Seen{slots_[slot], false};
    if (keys_.size() >= none - 1) return std::nullopt;
    if (bytes() + keys_.next_growth() > most_bytes_) return std::nullopt;
    if (4 * (keys_.size() + 1) > 3 * slots_.size()) {
      if (!grow()) return std::nullopt;
      slot = home(key);
      while (slots_[slot] != none) slot = (slot + 1) & (slots_.size() - 1);
    }
    const auto number = static_cast<Number>(keys_.size());
    slots_[slot] = number;
    keys_.push(key);
    return Seen{number, true};
  }

  [[nodiscard]] Number find(const K& key) const {
    for (std::size_t slot = home(key); slots_[slot] != none; slot = (slot + 1) & (slots_.size() - 1))
      if (keys_[slots_[slot]] == key) return slots_[slot];
    return none;
  }

  [[nodiscard]] std::size_t size() const { return keys_.size(); }
  [[nodiscard]] std::uint64_t bytes() const { return slots_.size() * sizeof(Number) + keys_.bytes(); }

 private:
  static constexpr std::size_t first_slots = 1 << 10;
  static constexpr std::size_t keys_between_checks = 1 << 18;

  static std::uint64_t mixed(std::uint64_t key) { return mix64(key); }
  static std::uint64_t mixed(const Key128& key) { return mix64(key.low ^ (key.high << 1)); }
  [[nodiscard]] std::size_t home(const K& key) const { return mixed(key) & (slots_.size() - 1); }

  bool grow() {
    const std::size_t wanted = slots_.size() * 2;
    if (bytes() + wanted * sizeof(Number) > most_bytes_) return false;  // old and new stand side by side for a moment
    std::vector<Number> bigger(wanted, none);
    slots_.swap(bigger);
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (i % keys_between_checks == keys_between_checks - 1 && meter_ != nullptr && !meter_->check()) return false;
      std::size_t slot = home(keys_[i]);
      while (slots_[slot] != none) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = static_cast<Number>(i);
    }
    return true;
  }

  std::uint64_t most_bytes_;
  Meter* meter_;
  std::vector<Number> slots_;
  Chunked<K> keys_;
};

}  // namespace nazo::search
