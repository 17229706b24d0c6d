#include "base/chart_axis.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace nazo {

namespace {

std::string tick_label(double value, double step) {
  if (std::abs(value) < step / 2) return "0";
  const double size = std::abs(value);
  if (size >= 1e7 || size < 1e-5) return text_of(value);
  int digits = 0;
  for (double unit = step; digits < 9 && std::abs(unit - std::round(unit)) > 1e-6 * unit; unit *= 10) ++digits;
  if (digits == 0 && size >= 10'000)
    return (value < 0 ? "−" : "") + grouped(static_cast<std::uint64_t>(std::llround(size)));
  return (value < 0 ? "−" : "") + text_of(size, digits);
}

/// 1,000,000 is 10⁶: powers are written as such where they are long.
std::string power_label(int power) {
  if (power >= 0 && power <= 5) return grouped(static_cast<std::uint64_t>(std::llround(std::pow(10, power))));
  if (power < 0 && power >= -3) return text_of(std::pow(10, power), -power);
  static constexpr const char* raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string label = power < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(power))) label += raised[digit - '0'];
  return label;
}

}  // namespace

AxisRange::AxisRange(const Axis& axis, const std::vector<double>& values, bool with_bars) : scale_(axis.scale) {
  if (!axis.names.empty()) {
    low_ = -.5;
    high_ = static_cast<double>(axis.names.size()) - .5;
    return;
  }
  std::vector<double> shown;
  const auto add = [&](double value) {
    if (std::isfinite(value) && (scale_ == Scale::linear || value > 0)) shown.push_back(value);
  };
  std::ranges::for_each(values, add);
  std::ranges::for_each(axis.holds, add);
  if (with_bars && scale_ == Scale::linear) shown.push_back(0);
  if (shown.empty()) shown = scale_ == Scale::linear ? std::vector<double>{0, 1} : std::vector<double>{1, 10};
  const auto [least, most] = std::ranges::minmax(shown);
  if (scale_ == Scale::logarithmic) {
    const double below = std::log10(least), above = std::log10(most);
    const double air = std::max(.05, (above - below) * .04);
    low_ = std::pow(10, with_bars ? std::floor(below - air) : below - air);
    high_ = std::pow(10, above + air);
    return;
  }
  const double air = most > least ? (most - least) * .05 : std::max(std::abs(most) * .1, 1e-9);
  // A bar stands on the axis, and what must be held and is the end stays the end.
  const auto is_held = [&](double value) {
    return (with_bars && value == 0) || std::ranges::find(axis.holds, value) != axis.holds.end();
  };
  low_ = is_held(least) && most > least ? least : least - air;
  high_ = is_held(most) && most > least ? most : most + air;
}

bool AxisRange::shows(double value) const { return std::isfinite(value) && (scale_ == Scale::linear || value > 0); }

double AxisRange::place(double value) const {
  if (scale_ == Scale::linear) return (value - low_) / (high_ - low_);
  return (std::log10(value) - std::log10(low_)) / (std::log10(high_) - std::log10(low_));
}

std::vector<Tick> AxisRange::ticks(const Axis& axis, int about, Language language) const {
  if (!axis.names.empty()) {
    std::vector<Tick> named;
    for (const Words& name : axis.names) named.push_back({static_cast<double>(named.size()), name.in(language)});
    return named;
  }
  if (scale_ == Scale::linear) return linear_ticks(about, axis.whole);
  std::vector<Tick> found = powers();
  return found.size() >= 2 ? found : linear_ticks(about, axis.whole);
}

std::vector<Tick> AxisRange::linear_ticks(int about, bool whole) const {
  const double rough = (high_ - low_) / about;
  // Steps of 1, 2 or 5 times a power of ten.
  double step = std::pow(10, std::floor(std::log10(rough)));
  for (const double next : {2., 2.5, 2.})
    if (step < rough) step *= next;
  if (whole) step = std::max(step, 1.);
  std::vector<Tick> ticks;
  for (double value = std::ceil(low_ / step - 1e-9) * step; value <= high_ + step * 1e-9; value += step)
    if (shows(value)) ticks.push_back({value, tick_label(value, step)});
  return ticks;
}

std::vector<Tick> AxisRange::powers() const {
  std::vector<Tick> ticks;
  const int first = static_cast<int>(std::ceil(std::log10(low_) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(high_) + 1e-9));
  const int every = 1 + (last - first) / 8;
  for (int power = first; power <= last; power += every) ticks.push_back({std::pow(10, power), power_label(power)});
  return ticks;
}

}  // namespace nazo
