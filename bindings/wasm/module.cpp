// The module's two functions. A call's words lie one after another in memory, each behind its length (32 bits,
// little-endian); so does the answer.
//
//   at = nazo_reserve(bytes)      room for the words
//   at = nazo_call(bytes)         the answer's place: its length, then its JSON; it stays until the next call
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "call.hpp"

namespace {

std::string& question() {
  static std::string bytes;
  return bytes;
}
std::string& reply() {
  static std::string bytes;
  return bytes;
}

}  // namespace

extern "C" {

__attribute__((export_name("nazo_reserve"))) char* nazo_reserve(std::uint32_t bytes) {
  question().resize(bytes);
  return question().data();
}

__attribute__((export_name("nazo_call"))) const char* nazo_call(std::uint32_t bytes) {
  const std::string_view all(question().data(), bytes);
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at + 4 <= all.size();) {
    std::uint32_t length = 0;
    std::memcpy(&length, all.data() + at, 4);
    at += 4;
    if (length > all.size() - at) break;
    words.push_back(all.substr(at, length));
    at += length;
  }
  const std::string json = nazo::wasm::call(nazo::catalog(), words);
  const auto length = static_cast<std::uint32_t>(json.size());
  reply().resize(4 + json.size());
  std::memcpy(reply().data(), &length, 4);
  std::memcpy(reply().data() + 4, json.data(), json.size());
  return reply().data();
}
}
