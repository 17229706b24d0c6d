// Options that several parts of the genre read.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "genres/nonogram/features.hpp"
#include "genres/nonogram/image.hpp"
#include "puzzle/options.hpp"

namespace nazo::nonogram {

struct SizeOption {
  int width = 0, height = 0;  ///< both 0: not given
};
[[nodiscard]] Result<SizeOption> size_of(const Options& options);
[[nodiscard]] Result<Tracing> tracing_of(const Options& options);
[[nodiscard]] Result<FeatureSettings> feature_settings_of(const Options& options);

/// What --picture names: rows of # and . with slashes between them, or a file (not in the browser build).
[[nodiscard]] Result<Grey> picture_option(std::string_view value);

}  // namespace nazo::nonogram
