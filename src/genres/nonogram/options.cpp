#include "genres/nonogram/options.hpp"

#include <optional>

#include "base/text.hpp"

namespace nazo::nonogram {

Result<SizeOption> size_of(const Options& options) {
  const std::string& text = options.text("size");
  if (text.empty()) return SizeOption{};
  const auto parts = split(text, 'x');
  const auto width = number_of<int>(parts[0]);
  std::optional<int> height;
  if (parts.size() == 1) height = width;
  if (parts.size() == 2) height = number_of<int>(parts[1]);
  if (!width || !height || *width < 0 || *height < 0 || *width > longest_side || *height > longest_side ||
      (*width == 0 && *height == 0))
    return fail(cat("--size takes WIDTHxHEIGHT, each at most ", longest_side, ", not ", in_quotes(text)));
  return SizeOption{*width, *height};
}

Result<Tracing> tracing_of(const Options& options) {
  Tracing tracing;
  if (options.given("threshold")) tracing.threshold = static_cast<int>(options.integer("threshold"));
  tracing.crop = options.text("crop") == "margins";
  tracing.invert = options.flag("invert");
  NAZO_TRY(size, size_of(options));
  tracing.width = size.width;
  tracing.height = size.height;
  return tracing;
}

Result<FeatureSettings> feature_settings_of(const Options& options) {
  FeatureSettings settings;
  settings.trials = static_cast<std::uint64_t>(options.integer("trials"));
  settings.simulations = static_cast<std::uint64_t>(options.integer("simulations"));
  const std::string& h3 = options.text("h3");
  settings.edge_black = EdgeBlack::printed;
  if (h3 == "inner") settings.edge_black = EdgeBlack::inner;
  if (h3 == "full") settings.edge_black = EdgeBlack::full;
  NAZO_TRY(preferences, preferences_of(options.text("prefer")));
  settings.preferences = std::move(preferences);
  return settings;
}

Result<std::optional<Grey>> given_picture(const Options& options, const Budget& budget) {
  const bool file = options.given("picture"), rows = options.given("rows");
  if (!file && !rows) return std::nullopt;
  if (file && rows) return fail("--picture and --rows are two pictures: give one");
  const std::string& bytes = options.text(file ? "picture" : "rows");
  auto grey = [&]() -> Result<Grey> {
    if (file && looks_like_image(bytes)) return read_image(bytes, budget);
    NAZO_TRY(picture, picture_of(bytes));
    return traced(picture).cells;
  }();
  if (!grey) {
    if (grey.error().limit == Limit::none) grey.error().file = file ? "--picture" : "--rows";
    return std::unexpected(std::move(grey).error());
  }
  return std::move(*grey);
}

}  // namespace nazo::nonogram
