// Layouts of our own drawing, and the turtle that everybody plays.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "genres/shanghai/rules/rules.hpp"

namespace nazo::shanghai {

struct NamedLayout {
  std::string name;
  std::string help;
  Layout slots;
};

/// The turtle first; then the others with 144 tiles, then smaller ones.
[[nodiscard]] const std::vector<NamedLayout>& layouts();
[[nodiscard]] const Layout* find_layout(std::string_view name);

}  // namespace nazo::shanghai
