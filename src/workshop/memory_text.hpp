// How people say how much memory there is.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace nazo {

/// A number of bytes: "500M", "2G", "1.5GiB", "4096"; units are powers of 1024. Nothing if it is none.
[[nodiscard]] std::optional<std::uint64_t> memory_of(std::string_view text);

}  // namespace nazo
