#include "serve/secrets.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <span>

#include "base/hex.hpp"

namespace nazo::serve {

std::array<std::uint8_t, 32> sha256(std::string_view bytes) {
  std::array<std::uint8_t, 32> digest{};
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr);
  return digest;
}

std::string player_of_secret(std::string_view secret) {
  const auto is_ours = [](char c) { return hex_value(c) >= 0 && !(c >= 'A' && c <= 'F'); };
  if (secret.size() != 32 || !std::ranges::all_of(secret, is_ours)) return {};
  const auto digest = sha256(secret);
  return hex_of(std::span(digest).first<16>());
}

bool same_secret(std::string_view given, std::string_view expected) {
  // Digests have one length, so the comparison always looks at every byte.
  const auto a = sha256(given), b = sha256(expected);
  return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace nazo::serve
