#include "serve/address.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "base/hex.hpp"
#include "base/text.hpp"

namespace nazo::serve {

namespace {

using Bits = std::array<std::uint8_t, 16>;

bool is_ipv4(const std::string& text) {
  in_addr ignored{};
  return inet_pton(AF_INET, text.c_str(), &ignored) == 1;
}

bool read_ipv6(const std::string& text, Bits& bits) { return inet_pton(AF_INET6, text.c_str(), bits.data()) == 1; }

/// "[::1]:8080" → "::1", "a.example:80" → "a.example".
std::string without_port(std::string_view host) {
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    return std::string(end == std::string_view::npos ? host : host.substr(1, end - 1));
  }
  return std::string(host.substr(0, host.find(':')));
}

}  // namespace

std::string household(std::string_view address) {
  const std::string text(address.substr(0, address.find('%')));
  Bits bits{};
  if (!read_ipv6(text, bits)) return text;
  constexpr std::array<std::uint8_t, 12> ipv4_in_ipv6{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  if (std::ranges::equal(ipv4_in_ipv6, std::span(bits).first<12>()))
    return cat(int{bits[12]}, ".", int{bits[13]}, ".", int{bits[14]}, ".", int{bits[15]});
  return hex_of(std::span<const std::uint8_t>(bits).first<8>()) + "/64";
}

bool same_address(std::string_view a, std::string_view b) {
  // Not households: whoever lives next door to the proxy is not the proxy.
  const auto whole = [](std::string_view address) {
    const std::string text(address.substr(0, address.find('%')));
    const std::string from = household(text);
    Bits bits{};
    return is_ipv4(from) || !read_ipv6(text, bits) ? from : hex_of(bits);
  };
  return whole(a) == whole(b);
}

std::string visitor_of(const Request& request, std::string_view proxy) {
  if (proxy.empty() || !same_address(request.address, proxy)) return request.address;
  // Of several such headers the proxy's is the last.
  std::string_view all;
  for (const auto& [name, value] : request.headers)
    if (lower(name) == "x-forwarded-for") all = value;
  const std::string last(trim(all.substr(all.rfind(',') + 1)));
  const bool has_port = last.starts_with('[') || std::ranges::count(last, ':') == 1;
  const std::string plain = has_port ? without_port(last) : last;
  Bits ignored{};
  return is_ipv4(plain) || read_ipv6(plain, ignored) ? plain : request.address;
}

bool speaks_tls(const Request& request, std::string_view proxy) {
  if (proxy.empty() || !same_address(request.address, proxy)) return false;
  return request.header("X-Forwarded-Proto") == "https";
}

bool is_our_name(std::string_view host, const std::vector<std::string>& names) {
  const std::string name = lower(without_port(trim(host)));
  Bits ignored{};
  if (name == "localhost" || is_ipv4(name) || read_ipv6(name, ignored)) return true;
  return std::ranges::any_of(names, [&](const std::string& ours) { return lower(ours) == name; });
}

}  // namespace nazo::serve
