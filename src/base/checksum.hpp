// A checksum for bytes that lay on a disk: tells damage apart from what was written, at the speed of memory. No help
// against somebody who damages with care.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/rng.hpp"

namespace nazo {

/// The same on every machine. Damage within eight bytes that stand together is always seen; any other escapes once in
/// 2^64. `seed` says what the bytes are, so that they are not taken for others.
[[nodiscard]] inline std::uint64_t checksum(std::span<const std::uint8_t> bytes, std::uint64_t seed) {
  // For a given lane no two words give the same, and for a given word no two lanes. Turned about between products, so
  // that what is damaged in the highest bits reaches the others too.
  const auto step = [](std::uint64_t lane, std::uint64_t word) {
    return std::rotl(lane ^ word * 0x9e37'79b9'7f4a'7c15, 29) * 0xbf58'476d'1ce4'e5b9;
  };
  const auto word_at = [&](std::size_t at, std::size_t length) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, length);
    if constexpr (std::endian::native == std::endian::big) word = std::byteswap(word);
    return word;
  };
  constexpr std::size_t lanes = 4, word_size = sizeof(std::uint64_t);
  std::uint64_t lane[lanes] = {seed, ~seed, seed ^ 0x6a09'e667'f3bc'c908, seed ^ 0xbb67'ae85'84ca'a73b};
  std::size_t at = 0;
  // Four words at a time: a multiplication need not wait for the one before.
  for (; at + lanes * word_size <= bytes.size(); at += lanes * word_size)
    for (std::size_t i = 0; i < lanes; ++i) lane[i] = step(lane[i], word_at(at + i * word_size, word_size));
  for (; at + word_size <= bytes.size(); at += word_size) lane[0] = step(lane[0], word_at(at, word_size));
  if (at < bytes.size()) lane[1] = step(lane[1], word_at(at, bytes.size() - at));
  std::uint64_t all = bytes.size();
  for (const std::uint64_t one : lane) all = mix64(all ^ one);
  return all;
}

}  // namespace nazo
