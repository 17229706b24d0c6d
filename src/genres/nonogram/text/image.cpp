#include "genres/nonogram/text/image.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "base/text.hpp"

#ifndef NAZO_WASM
#include <png.h>
#endif

namespace nazo::nonogram {

namespace {

constexpr int most_pixels_a_side = 20'000;
constexpr std::int64_t most_pixels = 40'000'000;
/// A PNG picture as it is stored: what libpng unpacks in one go takes less than half a second.
[[maybe_unused]] constexpr std::uint64_t most_png_bytes = 48'000'000;
/// Pictures of this size need no budget: they fit what every call may use besides.
constexpr std::uint64_t free_pixels = std::uint64_t{1} << 21;
/// A picture with more pixels a side than a puzzle can have cells is scaled to this unless a size is asked for.
constexpr int usual_side = 30;
constexpr std::string_view png_signature = "\x89PNG\r\n\x1a\n";

Result<void> check_sides(std::int64_t width, std::int64_t height) {
  if (width < 1 || height < 1 || width > most_pixels_a_side || height > most_pixels_a_side ||
      width * height > most_pixels)
    return fail(cat("a picture of ", width, "×", height, " pixels: expected 1 to ", most_pixels_a_side,
                    " a side and at most ", most_pixels, " in all"));
  return {};
}

/// Tracing holds a picture and a part of it.
Result<void> check_room(std::int64_t width, std::int64_t height, const Budget& budget) {
  const auto pixels = static_cast<std::uint64_t>(width * height);
  return affordable(budget, pixels > free_pixels ? 2 * (pixels - free_pixels) : 0);
}

}  // namespace

bool looks_like_image(std::string_view bytes) {
  if (bytes.starts_with(png_signature)) return true;
  return bytes.size() > 2 && bytes[0] == 'P' && std::string_view("1245").find(bytes[1]) != std::string_view::npos &&
         std::string_view(" \t\r\n#").find(bytes[2]) != std::string_view::npos;
}

Result<Grey> read_image(std::string_view bytes, const Budget& budget) {
  return bytes.starts_with(png_signature) ? read_png(bytes, budget) : read_pnm(bytes, budget);
}

#ifdef NAZO_WASM

Result<Grey> read_png(std::string_view, const Budget&) { return fail("PNG cannot be read here: use PBM or PGM"); }

#else

Result<Grey> read_png(std::string_view bytes, const Budget& budget) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  struct Cleanup {
    png_image* image;
    ~Cleanup() { png_image_free(image); }
  } const cleanup{&image};
  if (!png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()))
    return fail(cat("no PNG picture: ", image.message));
  NAZO_CHECK(check_sides(image.width, image.height));
  const std::uint64_t stored = std::uint64_t{image.width} * image.height * PNG_IMAGE_PIXEL_SIZE(image.format);
  if (stored > most_png_bytes)
    return fail(cat("a PNG picture of ", image.width, "×", image.height, " pixels with ", stored,
                    " bytes unpacked: expected at most ", most_png_bytes));
  NAZO_CHECK(check_room(image.width, image.height, budget));
  image.format = PNG_FORMAT_GRAY;
  Grey grey{static_cast<int>(image.width), static_cast<int>(image.height), {}};
  grey.pixels.resize(PNG_IMAGE_SIZE(image));
  const png_color paper{255, 255, 255};  // what shows through where the picture is transparent
  if (!png_image_finish_read(&image, &paper, grey.pixels.data(), 0, nullptr))
    return fail(cat("a damaged PNG picture: ", image.message));
  return grey;
}

#endif

namespace {

/// Reads the header and the samples of a portable bitmap or greymap.
class PnmReader {
 public:
  PnmReader(std::string_view bytes, const Budget& budget) : bytes_(bytes), meter_(budget) {}

  Result<Grey> read() {
    if (bytes_.size() < 3 || bytes_[0] != 'P' || std::string_view("1245").find(bytes_[1]) == std::string_view::npos)
      return fail_at(1, 1, "expected a picture that begins with P1, P2, P4 or P5");
    const char kind = bytes_[1];
    at_ = 2;
    NAZO_TRY(width, number("the width"));
    NAZO_TRY(height, number("the height"));
    NAZO_CHECK(check_sides(width, height));
    std::int64_t brightest = 1;
    if (kind == '2' || kind == '5') {
      NAZO_TRY(value, number("the brightest value"));
      if (value < 1 || value > 65535) return error(cat("the brightest value must be 1 to 65535, not ", value));
      brightest = value;
    }
    NAZO_CHECK(check_room(width, height, meter_.budget()));
    Grey grey{static_cast<int>(width), static_cast<int>(height), {}};
    const auto count = static_cast<std::size_t>(width * height);
    if (kind == '4' || kind == '5') ++at_;  // one blank before the samples
    std::size_t row_bytes = 0;              // where samples are not written as numbers
    if (kind == '4') row_bytes = static_cast<std::size_t>(width + 7) / 8;
    if (kind == '5') row_bytes = static_cast<std::size_t>(width) * (brightest > 255 ? 2 : 1);
    const std::size_t left = at_ <= bytes_.size() ? bytes_.size() - at_ : 0;
    if (row_bytes * static_cast<std::size_t>(height) > left || (row_bytes == 0 && left < count))
      return error(cat("the picture ends too early: ", width, "×", height, " pixels were announced"));
    grey.pixels.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t row = i / static_cast<std::size_t>(width), column = i % static_cast<std::size_t>(width);
      if (column == 0 && meter_.overdue() != Limit::none) return fail_limit(meter_.overdue());
      std::int64_t value = 0;
      if (kind == '1') {
        NAZO_TRY(sample, digit());
        value = 1 - sample;
      } else if (kind == '2') {
        NAZO_TRY(sample, number("a brightness"));
        value = sample;
      } else if (kind == '4') {
        value = 1 - (byte(at_ + row * row_bytes + column / 8) >> (7 - column % 8) & 1);
      } else {
        const std::size_t from = at_ + row * row_bytes + column * (brightest > 255 ? 2 : 1);
        value = brightest > 255 ? byte(from) * 256 + byte(from + 1) : byte(from);
      }
      if (value > brightest) return error(cat("a brightness of ", value, " is more than the announced ", brightest));
      grey.pixels.push_back(static_cast<std::uint8_t>(value * 255 / brightest));
    }
    return grey;
  }

 private:
  [[nodiscard]] int byte(std::size_t i) const { return static_cast<unsigned char>(bytes_[i]); }
  [[nodiscard]] std::unexpected<Error> error(std::string message) const {
    const std::string_view before = bytes_.substr(0, std::min(at_, bytes_.size()));
    return fail_at(static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1, 0, std::move(message));
  }
  void skip_blanks() {
    while (at_ < bytes_.size()) {
      if (bytes_[at_] == '#') {
        while (at_ < bytes_.size() && bytes_[at_] != '\n') ++at_;
      } else if (std::string_view(" \t\r\n\v\f").find(bytes_[at_]) != std::string_view::npos) {
        ++at_;
      } else {
        return;
      }
    }
  }
  Result<std::int64_t> number(std::string_view what) {
    skip_blanks();
    const std::size_t start = at_;
    while (at_ < bytes_.size() && bytes_[at_] >= '0' && bytes_[at_] <= '9') ++at_;
    const auto value = number_of<std::int64_t>(bytes_.substr(start, at_ - start));
    if (!value)
      return error(
          cat("expected ", what, ", found ", in_quotes(bytes_.substr(start, std::max<std::size_t>(at_ - start, 8)))));
    return *value;
  }
  Result<int> digit() {
    skip_blanks();
    if (at_ >= bytes_.size() || (bytes_[at_] != '0' && bytes_[at_] != '1'))
      return error(cat("expected 0 or 1, found ", in_quotes(bytes_.substr(std::min(at_, bytes_.size()), 8))));
    return bytes_[at_++] - '0';
  }

  std::string_view bytes_;
  Meter meter_;
  std::size_t at_ = 0;
};

/// Otsu's threshold: the cut that parts the brightnesses into the two most compact groups. Nothing if all are equal.
std::optional<int> otsu(const std::vector<std::uint8_t>& pixels) {
  std::array<std::int64_t, 256> histogram{};
  for (const std::uint8_t p : pixels) ++histogram[p];
  double sum = 0;
  for (int v = 0; v < 256; ++v)
    sum += static_cast<double>(v) * static_cast<double>(histogram[static_cast<std::size_t>(v)]);
  const auto total = static_cast<double>(pixels.size());
  double below = 0, sum_below = 0, best = -1;
  int first_best = -1, last_best = -1;
  for (int v = 0; v < 255; ++v) {
    below += static_cast<double>(histogram[static_cast<std::size_t>(v)]);
    sum_below += static_cast<double>(v) * static_cast<double>(histogram[static_cast<std::size_t>(v)]);
    if (below == 0 || below == total) continue;
    const double difference = sum_below / below - (sum - sum_below) / (total - below);
    const double spread = below * (total - below) * difference * difference;
    if (spread > best) {
      best = spread;
      first_best = v;
    }
    if (spread >= best) last_best = v;
  }
  if (first_best < 0) return std::nullopt;
  return (first_best + last_best) / 2 + 1;
}

Grey cropped(const Grey& grey, int threshold, bool invert) {
  int top = grey.height, bottom = -1, left = grey.width, right = -1;
  for (int row = 0; row < grey.height; ++row)
    for (int column = 0; column < grey.width; ++column)
      if ((grey.at(row, column) < threshold) != invert) {
        top = std::min(top, row);
        bottom = std::max(bottom, row);
        left = std::min(left, column);
        right = std::max(right, column);
      }
  if (bottom < 0) return grey;
  Grey out{right - left + 1, bottom - top + 1, {}};
  out.pixels.reserve(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  for (int row = top; row <= bottom; ++row)
    for (int column = left; column <= right; ++column)
      out.pixels.push_back(static_cast<std::uint8_t>(grey.at(row, column)));
  return out;
}

/// Each cell is the mean brightness of the part of the picture it covers (exact, in whole numbers).
Grey scaled(const Grey& grey, int width, int height) {
  if (width == grey.width && height == grey.height) return grey;
  Grey out{width, height, {}};
  const std::int64_t w = grey.width, h = grey.height;
  for (std::int64_t row = 0; row < height; ++row)
    for (std::int64_t column = 0; column < width; ++column) {
      // In units of 1/width of a pixel across and 1/height of a pixel down.
      const std::int64_t y0 = row * h, y1 = (row + 1) * h, x0 = column * w, x1 = (column + 1) * w;
      std::int64_t sum = 0;
      for (std::int64_t y = y0 / height; y * height < y1; ++y) {
        const std::int64_t down = std::min(y1, (y + 1) * height) - std::max(y0, y * height);
        for (std::int64_t x = x0 / width; x * width < x1; ++x) {
          const std::int64_t across = std::min(x1, (x + 1) * width) - std::max(x0, x * width);
          sum += down * across * grey.at(static_cast<int>(y), static_cast<int>(x));
        }
      }
      out.pixels.push_back(static_cast<std::uint8_t>(sum / (h * w)));
    }
  return out;
}

}  // namespace

Result<Grey> read_pnm(std::string_view bytes, const Budget& budget) { return PnmReader(bytes, budget).read(); }

Result<Traced> trace(const Grey& original, const Tracing& tracing) {
  const auto found = otsu(original.pixels);
  if (!found) return fail("the picture has no contrast: every pixel is equally bright");
  const Grey grey = tracing.crop ? cropped(original, tracing.threshold.value_or(*found), tracing.invert) : original;
  int width = tracing.width, height = tracing.height;
  if (width == 0 && height == 0) {
    width = grey.width;
    height = grey.height;
    if (const int longer = std::max(width, height); longer > longest_side) {
      width = std::max(1, (width * usual_side + longer / 2) / longer);
      height = std::max(1, (height * usual_side + longer / 2) / longer);
    }
  }
  if (width == 0) width = std::clamp((grey.width * height + grey.height / 2) / grey.height, 1, longest_side);
  if (height == 0) height = std::clamp((grey.height * width + grey.width / 2) / grey.width, 1, longest_side);
  Traced out;
  out.cells = scaled(grey, width, height);
  out.threshold = tracing.threshold.value_or(otsu(out.cells.pixels).value_or(*found));
  out.picture = Picture(width, height);
  bool any_black = false;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const bool black = (out.cells.at(row, column) < out.threshold) != tracing.invert;
      out.picture.set(row, column, black);
      any_black |= black;
    }
  if (!any_black) return fail(cat("the picture has no cell darker than ", out.threshold, ": choose another threshold"));
  return out;
}

Traced traced(const Picture& picture) {
  Traced out{picture, {picture.width(), picture.height(), {}}, 128};
  for (int row = 0; row < picture.height(); ++row)
    for (int column = 0; column < picture.width(); ++column)
      out.cells.pixels.push_back(picture.black(row, column) ? 0 : 255);
  return out;
}

}  // namespace nazo::nonogram
