// Axes of charts: from values to places, and which values get a tick.
#pragma once

#include <string>
#include <vector>

#include "base/chart.hpp"

namespace nazo {

struct Tick {
  double value = 0;
  std::string label{};
};

/// The range of an axis, and where on a line from 0 to 1 a value lies.
class AxisRange {
 public:
  /// Around these values, with some air; values that the scale cannot show are passed over.
  AxisRange(const Axis& axis, const std::vector<double>& values, bool with_bars);

  [[nodiscard]] bool shows(double value) const;
  [[nodiscard]] double place(double value) const;
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }
  /// Round values with their labels, about as many as asked for; names where the axis has names.
  [[nodiscard]] std::vector<Tick> ticks(const Axis& axis, int about, Language language) const;

 private:
  [[nodiscard]] std::vector<Tick> linear_ticks(int about, bool whole) const;
  [[nodiscard]] std::vector<Tick> powers() const;

  Scale scale_;
  double low_ = 0, high_ = 1;
};

}  // namespace nazo
