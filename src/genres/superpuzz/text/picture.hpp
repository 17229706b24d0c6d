// A deal as an SVG picture that needs no fonts but a plain one: the suits are drawn.
#pragma once

#include <string>
#include <vector>

#include "genres/superpuzz/rules/rules.hpp"

namespace nazo::superpuzz {

/// The table; with steps, the table above and what becomes of it below.
[[nodiscard]] std::string picture(const Position& start, const std::vector<Step>& steps);

}  // namespace nazo::superpuzz
