// Who is who, without accounts: a player holds a random secret in a cookie, the store knows only its hash.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace nazo::serve {

/// SHA-256 (FIPS 180-4).
[[nodiscard]] std::array<std::uint8_t, 32> sha256(std::string_view bytes);

/// The player that a cookie's secret stands for: 32 hexadecimal digits, or empty if this is no secret of ours. Who
/// reads the key in an export cannot pass for the player.
[[nodiscard]] std::string player_of_secret(std::string_view secret);

/// Takes the same time wherever the two differ; only the length of the given one can be told.
[[nodiscard]] bool same_secret(std::string_view given, std::string_view expected);

}  // namespace nazo::serve
