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

}  // namespace nazo
