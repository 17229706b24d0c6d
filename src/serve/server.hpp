// The shell around the api: sockets, threads, timeouts and signals, by RESTinio and asio. No decision about content is
// made here.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "base/result.hpp"
#include "serve/api.hpp"

namespace nazo::serve {

struct ServerSettings {
  std::string host = "127.0.0.1";
  std::uint16_t port = 8080;  ///< 0: any that is free
  unsigned threads = 2;       ///< that read, answer and write
  std::size_t most_connections = 4096;
  std::size_t most_of_one_address = 0;  ///< connections; 0: no limit
  std::string proxy{};                  ///< the address that everybody's connections come from, so not limited
  int read_seconds = 15;  ///< a request must have arrived by then: a connection that only dribbles is closed
  /// Called once the server can be asked, with the port it got.
  std::function<void(std::uint16_t port)> ready{};
};

/// Serves until `stop` is set, then finishes what is being answered (for at most five seconds) and returns.
[[nodiscard]] Result<void> serve(Api& api, const ServerSettings& settings, const std::atomic<bool>& stop);

}  // namespace nazo::serve
