// Charts as SVG: lines, points and bars over linear or logarithmic axes, with spreads, legends and captions.
//
//   Figure figure{.name = "states", .caption = {"States searched", "探索局面数"}};
//   figure.x = {.title = {"columns", "列数"}};
//   figure.y = {.title = {"states", "局面数"}, .scale = Scale::logarithmic};
//   figure.series.push_back({.name = "ours", .mark = Mark::line, .points = {{4, 124, 90, 160}, {5, 1830}}});
//   std::string svg = chart_svg(figure, Language::japanese);
//
// Room is left for every label as it is: margins are as wide as the longest tick, captions and axis titles are broken
// into lines, legends go below the plot, names under bars are turned when they would touch. Nothing is cut. The result
// is one XML document, however many series or figures it holds.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "base/words.hpp"

namespace nazo {

enum class Scale { linear, logarithmic };

struct Axis {
  Words title{};
  std::string unit{};  ///< stands in brackets after the title
  Scale scale = Scale::linear;
  bool whole = false;  ///< only whole numbers mean something: ticks at no other
  /// Names at 0, 1, 2, … instead of numbers.
  std::vector<Words> names{};
  /// Values that must be on the axis whatever the data are: {0} for counts.
  std::vector<double> holds{};
};

/// A value, and where it may as well lie.
struct ChartPoint {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  double x = 0, y = 0;
  double low = none, high = none;  ///< a band around a line, a whisker at a point or a bar
  std::string note{};              ///< shown when the pointer rests on it
};

enum class Mark { line, points, bars };

struct Series {
  Words name{};  ///< in the legend; empty: not in it
  Mark mark = Mark::line;
  std::vector<ChartPoint> points{};
  bool dashed = false;  ///< of a line: something to compare with
  int like = -1;        ///< in the colour of this series of the figure; −1: in its own
};

/// A place that is pointed out: a dashed line across the plot at this x, with its name.
struct Landmark {
  double x = 0;
  Words name{};
};

/// A picture that somebody else drew: an SVG document with a viewBox, and what is said of it.
struct Drawing {
  std::string svg;
  Words caption{};
};

struct Figure {
  std::string name;  ///< "figure6": what --figure takes
  Words caption{};
  std::vector<Drawing> drawings{};  ///< instead of a plot: pictures side by side
  Axis x{}, y{};
  std::vector<Series> series{};
  std::vector<Landmark> landmarks{};
  std::vector<Words> remarks{};  ///< lines below the plot
  bool equality = false;         ///< both axes are the same quantity: one range for both, and the line x = y
};

/// An SVG document. What cannot be drawn (not a number; not positive on a logarithmic axis) is left out.
[[nodiscard]] std::string chart_svg(const Figure& figure, Language language);
/// Several figures below one another in one document.
[[nodiscard]] std::string chart_svg(const std::vector<Figure>& figures, Language language);

}  // namespace nazo
