// The intervals behind estimates: of means, of counts and of shares, each 95 %.
#pragma once

#include <algorithm>
#include <cmath>

namespace nazo::tiles {

/// A number with its 95 % interval.
struct Estimate {
  double value = 0, low = 0, high = 0;
};

/// The 97.5 % point of Student's t (Cornish–Fisher expansion; good to a percent from five degrees on).
[[nodiscard]] inline double student(double degrees) {
  constexpr double z = 1.959964;
  const double z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees) +
         (3 * z5 * z * z + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees * degrees * degrees);
}

/// The p-quantile of a chi-squared variable (Wilson and Hilferty's cube).
[[nodiscard]] inline double chi_squared(double degrees, double z) {
  if (degrees <= 0) return 0;
  const double a = 2 / (9 * degrees), cube = 1 - a + z * std::sqrt(a);
  return cube <= 0 ? 0 : degrees * cube * cube * cube;
}

/// 95 % interval for the mean of a Poisson variable that came out as `count` (Garwood), whole or not.
[[nodiscard]] inline Estimate poisson(double count) {
  return {count, chi_squared(2 * count, -1.959964) / 2,
          count < 1e-9 ? 3.689 : chi_squared(2 * count + 2, 1.959964) / 2};
}

/// Wilson's interval for a share.
[[nodiscard]] inline Estimate share(double successes, double trials) {
  constexpr double z = 1.959964;
  const double p = successes / trials, half = z * std::sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials));
  const double middle = p + z * z / (2 * trials), scale = 1 + z * z / trials;
  return {p, std::max(0.0, (middle - half) / scale), std::min(1.0, (middle + half) / scale)};
}

}  // namespace nazo::tiles
