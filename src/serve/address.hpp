// Where somebody comes from, as far as shares are concerned.
#pragma once

#include <string>
#include <string_view>

#include "serve/http.hpp"

namespace nazo::serve {

/// Whose share an address uses: an IPv4 address is one household; of an IPv6 address the first 64 bits are, because who
/// has one has them all. An IPv4 address written as IPv6 is the same as without.
[[nodiscard]] std::string household(std::string_view address);

/// Whether two texts are the same address, however written.
[[nodiscard]] bool same_address(std::string_view a, std::string_view b);

/// The address that a request really comes from: that of the connection, unless it is the one proxy we trust, which
/// adds the visitor's as the last of X-Forwarded-For. What a visitor writes there himself stands before it.
[[nodiscard]] std::string visitor_of(const Request& request, std::string_view proxy);

/// Whether the visitor speaks TLS with that proxy.
[[nodiscard]] bool speaks_tls(const Request& request, std::string_view proxy);

/// Whether a Host header names this server: one of `names`, localhost, or any plain address. Another name that leads
/// here may be a page from elsewhere that wants to read what only its visitor should (DNS rebinding).
[[nodiscard]] bool is_our_name(std::string_view host, const std::vector<std::string>& names);

}  // namespace nazo::serve
