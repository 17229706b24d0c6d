// Hexadecimal digits, both ways.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace nazo {

inline constexpr char hex_digits[] = "0123456789abcdef";

/// Two digits a byte.
[[nodiscard]] inline std::string hex_of(std::span<const std::uint8_t> bytes) {
  std::string out;
  for (const std::uint8_t byte : bytes) {
    out += hex_digits[byte >> 4];
    out += hex_digits[byte & 15];
  }
  return out;
}
[[nodiscard]] inline std::string hex_of(std::uint8_t byte) { return hex_of({&byte, 1}); }
/// Sixteen digits.
[[nodiscard]] inline std::string hex_of(std::uint64_t value) {
  std::string out(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4) out[i] = hex_digits[value & 15];
  return out;
}

/// What a digit is worth, in either case; −1 if it is none.
[[nodiscard]] constexpr int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace nazo
