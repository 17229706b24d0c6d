#include "base/result.hpp"

namespace nazo {

std::string Error::text() const {
  std::string out;
  if (!file.empty()) out += file + ":";
  if (line != 0) out += std::to_string(line) + ":";
  if (line != 0 && column != 0) out += std::to_string(column) + ":";
  if (!out.empty()) out += " ";
  return out + message;
}

std::unexpected<Error> fail_limit(Limit limit) {
  Error error{.message = limit == Limit::stopped ? "stopped" : std::string(name(limit)) + " ran out", .limit = limit};
  return std::unexpected(std::move(error));
}

}  // namespace nazo
