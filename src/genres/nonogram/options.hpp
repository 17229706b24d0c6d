// Options that several parts of the genre read.
#pragma once

#include <optional>

#include "base/result.hpp"
#include "genres/nonogram/analyse/features.hpp"
#include "genres/nonogram/text/image.hpp"
#include "puzzle/options.hpp"

namespace nazo::nonogram {

struct SizeOption {
  int width = 0, height = 0;  ///< both 0: not given
};
[[nodiscard]] Result<SizeOption> size_of(const Options& options);
[[nodiscard]] Result<Tracing> tracing_of(const Options& options);
[[nodiscard]] Result<FeatureSettings> feature_settings_of(const Options& options);

/// The picture that --picture or --rows bring; nothing if neither is given.
[[nodiscard]] Result<std::optional<Grey>> given_picture(const Options& options, const Budget& budget);

}  // namespace nazo::nonogram
