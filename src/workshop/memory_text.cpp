#include "workshop/memory_text.hpp"

#include "base/text.hpp"

namespace nazo {

std::optional<std::uint64_t> memory_of(std::string_view text) {
  std::string_view digits = text;
  std::uint64_t unit = 1;
  for (const std::string_view ending : {"iB", "B"})
    if (digits.ends_with(ending)) {
      digits.remove_suffix(ending.size());
      break;
    }
  if (!digits.empty()) {
    const std::size_t power = std::string_view("KMGT").find(static_cast<char>(digits.back() & ~0x20));
    if (power != std::string_view::npos) {
      unit = std::uint64_t{1} << (10 * (power + 1));
      digits.remove_suffix(1);
    }
  }
  const auto number = real_of(digits);
  if (!number || *number < 0 || *number * static_cast<double>(unit) > 1e18) return std::nullopt;
  return static_cast<std::uint64_t>(*number * static_cast<double>(unit));
}

}  // namespace nazo
