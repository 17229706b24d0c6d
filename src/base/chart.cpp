#include "base/chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/chart_axis.hpp"
#include "base/chart_gallery.hpp"
#include "base/text.hpp"
#include "base/text_width.hpp"

namespace nazo {

namespace {

// Colours that people with any colour vision tell apart (Okabe and Ito); series differ by shape and dashes too.
constexpr std::array colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#333333"};
constexpr std::array dashes{"", "7 3", "2 3", "9 3 2 3"};
constexpr double column_width = 7.5;  ///< of a letter of 13 pixels, on the wide side
constexpr double line_height = 18, margin = 16, tick_length = 5, legend_gap = 22, swatch = 26;

std::string place_text(double value) { return text_of(value, 1); }

double width_of(std::string_view text) { return column_width * static_cast<double>(display_width(text)); }

double widest(const std::vector<Tick>& ticks) {
  double most = 0;
  for (const Tick& tick : ticks) most = std::max(most, width_of(tick.label));
  return most;
}

std::string title_of(const Axis& axis, Language language) {
  const std::string& title = axis.title.in(language);
  return axis.unit.empty() ? title : cat(title, " (", axis.unit, ")");
}

enum class Anchor { start, middle, end };

std::string text_element(double x, double y, Anchor anchor, std::string_view text, std::string_view more = "") {
  static constexpr std::array names{"start", "middle", "end"};
  return cat("<text x=\"", place_text(x), "\" y=\"", place_text(y), "\" text-anchor=\"",
             names[static_cast<std::size_t>(anchor)], "\"", more, ">", xml_escape(text), "</text>\n");
}

/// One figure, laid out from the sizes of its labels, then drawn.
class FigureDrawing {
 public:
  FigureDrawing(const Figure& figure, Language language)
      : figure_(figure),
        language_(language),
        plot_width_(figure.equality ? 460 : 600),
        plot_height_(figure.equality ? 460 : 360),
        x_(range_of_x()),
        y_(range_of_y()),
        x_ticks_(x_.ticks(figure.x, 7, language)),
        y_ticks_(y_.ticks(figure.y, 6, language)) {
    lay_out();
  }

  [[nodiscard]] double width() const { return left_ + plot_width_ + right_; }
  [[nodiscard]] double height() const { return bottom_; }
  [[nodiscard]] std::string draw() const {
    return caption() + frame() + data() + landmarks() + axis_titles() + legend() + remarks();
  }

 private:
  [[nodiscard]] bool has_bars() const {
    return std::ranges::any_of(figure_.series, [](const Series& series) { return series.mark == Mark::bars; });
  }

  /// The least distance of two bars of a series: what they share of the axis.
  [[nodiscard]] double bar_spacing() const {
    double least = std::numeric_limits<double>::infinity();
    for (const Series& series : figure_.series)
      for (std::size_t i = 1; series.mark == Mark::bars && i < series.points.size(); ++i)
        if (const double gap = std::abs(series.points[i].x - series.points[i - 1].x); gap > 0)
          least = std::min(least, gap);
    return std::isfinite(least) ? least : 1;
  }

  [[nodiscard]] std::vector<double> all_x() const {
    std::vector<double> values;
    for (const Series& series : figure_.series)
      for (const ChartPoint& point : series.points) {
        const double air = series.mark == Mark::bars ? bar_spacing() / 2 : 0;
        values.push_back(point.x - air);
        values.push_back(point.x + air);
      }
    for (const Landmark& landmark : figure_.landmarks) values.push_back(landmark.x);
    return values;
  }
  [[nodiscard]] std::vector<double> all_y() const {
    std::vector<double> values;
    for (const Series& series : figure_.series)
      for (const ChartPoint& point : series.points) values.insert(values.end(), {point.y, point.low, point.high});
    return values;
  }
  [[nodiscard]] std::vector<double> both() const {
    std::vector<double> values = all_x();
    const std::vector<double> more = all_y();
    values.insert(values.end(), more.begin(), more.end());
    return values;
  }
  [[nodiscard]] AxisRange range_of_x() const { return {figure_.x, figure_.equality ? both() : all_x(), false}; }
  [[nodiscard]] AxisRange range_of_y() const { return {figure_.y, figure_.equality ? both() : all_y(), has_bars()}; }

  [[nodiscard]] static std::vector<std::string> wrapped_to(const std::string& text, double pixels) {
    return broken_lines(text, static_cast<std::size_t>(pixels / column_width));
  }

  void lay_out() {
    y_title_ = wrapped_to(title_of(figure_.y, language_), plot_height_);
    x_title_ = wrapped_to(title_of(figure_.x, language_), plot_width_);
    left_ = margin + line_height * static_cast<double>(y_title_.size()) + widest(y_ticks_) + 2 * tick_length + 4;
    right_ = margin;
    turn_ = labels_touch();
    for (const Tick& tick : x_ticks_) {
      const double at = plot_width_ * x_.place(tick.value), size = width_of(tick.label);
      left_ = std::max(left_, margin + (turn_ ? size * .82 : size / 2) - at);
      if (!turn_) right_ = std::max(right_, margin + size / 2 - (plot_width_ - at));
    }
    caption_ = wrapped_to(figure_.caption.in(language_), (left_ + plot_width_) * 13 / 15);
    top_ = margin + 21 * static_cast<double>(caption_.size()) + (figure_.landmarks.empty() ? 8. : 26.);
    x_title_top_ = top_ + plot_height_ + 2 * tick_length + (turn_ ? widest(x_ticks_) * .58 + 14 : line_height);
    legend_top_ = x_title_top_ + line_height * static_cast<double>(x_title_.size()) + 6;
    remarks_top_ = legend_top_ + line_height * legend_rows();
    for (const Words& remark : figure_.remarks)
      for (std::string& line : wrapped_to(remark.in(language_), left_ + plot_width_)) remarks_.push_back(line);
    bottom_ = remarks_top_ + line_height * static_cast<double>(remarks_.size()) + margin;
  }

  [[nodiscard]] bool labels_touch() const {
    for (std::size_t i = 1; i < x_ticks_.size(); ++i) {
      const double gap = plot_width_ * (x_.place(x_ticks_[i].value) - x_.place(x_ticks_[i - 1].value));
      if ((width_of(x_ticks_[i].label) + width_of(x_ticks_[i - 1].label)) / 2 + 8 > gap) return true;
    }
    return false;
  }

  [[nodiscard]] double at_x(double value) const { return left_ + plot_width_ * x_.place(value); }
  [[nodiscard]] double at_y(double value) const { return top_ + plot_height_ * (1 - y_.place(value)); }
  [[nodiscard]] bool drawable(const ChartPoint& point) const { return x_.shows(point.x) && y_.shows(point.y); }
  [[nodiscard]] bool has_spread(const ChartPoint& point) const {
    return drawable(point) && y_.shows(point.high) && std::isfinite(point.low);
  }
  /// A spread that reaches down to nothing ends at the floor of a logarithmic axis.
  [[nodiscard]] double at_low(const ChartPoint& point) const {
    return y_.shows(point.low) ? std::min(at_y(point.low), top_ + plot_height_) : top_ + plot_height_;
  }

  [[nodiscard]] std::string caption() const {
    std::string out;
    double y = margin + 15;
    for (const std::string& line : caption_) {
      out += text_element(margin, y, Anchor::start, line, " font-size=\"15\" font-weight=\"bold\"");
      y += 21;
    }
    return out;
  }

  [[nodiscard]] std::string frame() const {
    std::string out;
    for (const Tick& tick : y_ticks_) {
      const double y = at_y(tick.value);
      out += cat("<path d=\"M", place_text(left_ - tick_length), " ", place_text(y), "H",
                 place_text(left_ + plot_width_), "\" stroke=\"#ddd\"/>");
      out += text_element(left_ - tick_length - 4, y + 4.5, Anchor::end, tick.label);
    }
    for (const Tick& tick : x_ticks_) {
      const double x = at_x(tick.value), floor = top_ + plot_height_;
      out += cat("<path d=\"M", place_text(x), " ", place_text(floor), "v", tick_length, "\" stroke=\"#777\"/>");
      if (turn_) {
        const std::string turned = cat(" transform=\"rotate(-35 ", place_text(x), " ", place_text(floor + 16), ")\"");
        out += text_element(x, floor + 16, Anchor::end, tick.label, turned);
      } else {
        out += text_element(x, floor + tick_length + 15, Anchor::middle, tick.label);
      }
    }
    out += cat("<rect x=\"", place_text(left_), "\" y=\"", place_text(top_), "\" width=\"", plot_width_, "\" height=\"",
               plot_height_, "\" fill=\"none\" stroke=\"#777\"/>\n");
    if (figure_.equality)
      out += cat("<path d=\"M", place_text(at_x(x_.low())), " ", place_text(at_y(x_.low())), "L",
                 place_text(at_x(x_.high())), " ", place_text(at_y(x_.high())),
                 "\" stroke=\"#999\" stroke-dasharray=\"5 4\"/>\n");
    return out;
  }

  [[nodiscard]] std::string data() const {
    std::string out;
    std::size_t bars = 0;
    for (std::size_t s = 0; s < figure_.series.size(); ++s) {
      switch (figure_.series[s].mark) {
        case Mark::line:
          out += line(s);
          break;
        case Mark::points:
          out += points(s);
          break;
        case Mark::bars:
          out += bar_row(s, bars++);
          break;
      }
    }
    return out;
  }

  [[nodiscard]] const char* colour(std::size_t series) const {
    const bool borrowed = series < figure_.series.size() && figure_.series[series].like >= 0;
    return colours[(borrowed ? static_cast<std::size_t>(figure_.series[series].like) : series) % colours.size()];
  }
  [[nodiscard]] std::string stroke(std::size_t s) const {
    const char* dash = figure_.series[s].dashed ? "5 4" : dashes[s / colours.size() % dashes.size()];
    return cat(" stroke=\"", colour(s), "\" stroke-width=\"1.8\"", *dash == 0 ? "" : " stroke-dasharray=\"", dash,
               *dash == 0 ? "" : "\"");
  }

  [[nodiscard]] std::string line(std::size_t s) const {
    const Series& series = figure_.series[s];
    std::string upper, lower, path;
    for (const ChartPoint& point : series.points) {
      if (!drawable(point)) continue;
      const std::string x = place_text(at_x(point.x));
      path += cat(path.empty() ? "M" : "L", x, " ", place_text(at_y(point.y)));
      if (!has_spread(point)) continue;
      upper += cat(upper.empty() ? "M" : "L", x, " ", place_text(at_y(point.high)));
      lower = cat("L", x, " ", place_text(at_low(point))) + lower;
    }
    std::string out;
    if (!upper.empty())
      out += cat("<path d=\"", upper, lower, "Z\" fill=\"", colour(s), "\" fill-opacity=\".14\" stroke=\"none\"/>\n");
    if (!path.empty()) out += cat("<path d=\"", path, "\" fill=\"none\"", stroke(s), "/>\n");
    // Few points are what was measured and are shown; many are a curve.
    if (series.points.size() <= 40 && !series.dashed)
      for (const ChartPoint& point : series.points)
        if (drawable(point)) out += dot(s, at_x(point.x), at_y(point.y), point.note);
    return out;
  }

  [[nodiscard]] std::string dot(std::size_t s, double x, double y, const std::string& note) const {
    const std::string paint = cat(" fill=\"", colour(s), "\" fill-opacity=\".75\"");
    const std::string title = note.empty() ? "" : cat("<title>", xml_escape(note), "</title>");
    const auto closed = [&](std::string_view shape) { return cat("<", shape, paint, ">", title); };
    switch (s % 4) {
      case 0:
        return cat(closed(cat("circle cx=\"", place_text(x), "\" cy=\"", place_text(y), "\" r=\"3.6\"")),
                   "</circle>\n");
      case 1:
        return cat(closed(cat("rect x=\"", place_text(x - 3.3), "\" y=\"", place_text(y - 3.3),
                              "\" width=\"6.6\" height=\"6.6\"")),
                   "</rect>\n");
      case 2:
        return cat(closed(cat("path d=\"M", place_text(x), " ", place_text(y - 4.4), "l4.2 7.6h-8.4Z\"")), "</path>\n");
      default:
        return cat(closed(cat("path d=\"M", place_text(x), " ", place_text(y - 4.8), "l4.8 4.8l-4.8 4.8l-4.8 -4.8Z\"")),
                   "</path>\n");
    }
  }

  [[nodiscard]] std::string whisker(const char* paint, double x, const ChartPoint& point) const {
    if (!has_spread(point)) return "";
    return cat("<path d=\"M", place_text(x - 4), " ", place_text(at_y(point.high)), "h8m-4 0V",
               place_text(at_low(point)), "m-4 0h8\" fill=\"none\" stroke=\"", paint, "\"/>\n");
  }

  [[nodiscard]] std::string points(std::size_t s) const {
    std::string out;
    for (const ChartPoint& point : figure_.series[s].points) {
      if (!drawable(point)) continue;
      out += whisker(colour(s), at_x(point.x), point) + dot(s, at_x(point.x), at_y(point.y), point.note);
    }
    return out;
  }

  [[nodiscard]] std::string bar_row(std::size_t s, std::size_t number) const {
    const auto rows = static_cast<double>(std::ranges::count(figure_.series, Mark::bars, &Series::mark));
    const double group = .8 * bar_spacing(), each = group / rows;
    const double floor = y_.shows(0) ? at_y(0) : top_ + plot_height_;
    std::string out;
    for (const ChartPoint& point : figure_.series[s].points) {
      if (!drawable(point)) continue;
      const double from = at_x(point.x - group / 2 + each * static_cast<double>(number)),
                   to = at_x(point.x - group / 2 + each * static_cast<double>(number + 1)), y = at_y(point.y);
      const std::string title = point.note.empty() ? "" : cat("<title>", xml_escape(point.note), "</title>");
      out += cat("<rect x=\"", place_text(from), "\" y=\"", place_text(std::min(y, floor)), "\" width=\"",
                 place_text(to - from), "\" height=\"", place_text(std::abs(floor - y)), "\" fill=\"", colour(s),
                 "\" fill-opacity=\".8\">", title, "</rect>\n", whisker("#333333", (from + to) / 2, point));
    }
    return out;
  }

  [[nodiscard]] std::string landmarks() const {
    std::string out;
    for (const Landmark& landmark : figure_.landmarks) {
      if (!x_.shows(landmark.x)) continue;
      const double x = at_x(landmark.x), size = width_of(landmark.name.in(language_));
      out += cat("<path d=\"M", place_text(x), " ", place_text(top_), "v", plot_height_,
                 "\" stroke=\"#777\" stroke-dasharray=\"3 3\"/>");
      const double middle =
          std::clamp(x, left_ + size / 2 - 10, std::max(left_ + size / 2, width() - margin - size / 2));
      out += text_element(middle, top_ - 6, Anchor::middle, landmark.name.in(language_));
    }
    return out;
  }

  [[nodiscard]] std::string axis_titles() const {
    std::string out;
    double y = x_title_top_ + 13;
    for (const std::string& line : x_title_) {
      out += text_element(left_ + plot_width_ / 2, y, Anchor::middle, line);
      y += line_height;
    }
    double x = margin + 8;
    for (const std::string& line : y_title_) {
      const std::string turned =
          cat(" transform=\"rotate(-90 ", place_text(x), " ", place_text(top_ + plot_height_ / 2), ")\"");
      out += text_element(x, top_ + plot_height_ / 2, Anchor::middle, line, turned);
      x += line_height;
    }
    return out;
  }

  /// Calls `take(series, x, row)` for every entry, in rows as wide as the figure; gives the number of rows.
  template <class Take>
  double each_legend_entry(const Take& take) const {
    double x = left_, row = 0;
    bool any = false;
    for (std::size_t s = 0; s < figure_.series.size(); ++s) {
      if (figure_.series[s].name.empty()) continue;
      const double size = swatch + width_of(figure_.series[s].name.in(language_)) + legend_gap;
      if (any && x + size - legend_gap > left_ + plot_width_) {
        x = left_;
        ++row;
      }
      take(s, x, row);
      x += size;
      any = true;
    }
    return any ? row + 1 : 0;
  }
  [[nodiscard]] double legend_rows() const {
    return each_legend_entry([](std::size_t, double, double) {});
  }
  [[nodiscard]] std::string legend() const {
    std::string out;
    (void)each_legend_entry([&](std::size_t s, double x, double row) {
      const double y = legend_top_ + line_height * row + 9;
      const Series& series = figure_.series[s];
      if (series.mark == Mark::bars)
        out += cat("<rect x=\"", place_text(x), "\" y=\"", place_text(y - 5), "\" width=\"18\" height=\"10\" fill=\"",
                   colour(s), "\" fill-opacity=\".8\"/>");
      if (series.mark == Mark::line)
        out += cat("<path d=\"M", place_text(x), " ", place_text(y), "h20\"", stroke(s), "/>");
      if (series.mark != Mark::bars && !series.dashed) out += dot(s, x + 10, y, "");
      out += text_element(x + swatch, y + 4.5, Anchor::start, series.name.in(language_));
    });
    return out;
  }

  [[nodiscard]] std::string remarks() const {
    std::string out;
    double y = remarks_top_ + 13;
    for (const std::string& line : remarks_) {
      out += text_element(margin, y, Anchor::start, line, " fill=\"#444\"");
      y += line_height;
    }
    return out;
  }

  const Figure& figure_;
  Language language_;
  double plot_width_, plot_height_;
  AxisRange x_, y_;
  std::vector<Tick> x_ticks_, y_ticks_;
  std::vector<std::string> caption_{}, x_title_{}, y_title_{}, remarks_{};
  bool turn_ = false;  ///< labels of the x axis stand slanted
  double left_ = 0, right_ = 0, top_ = 0, x_title_top_ = 0, legend_top_ = 0, remarks_top_ = 0, bottom_ = 0;
};

DrawnFigure draw_figure(const Figure& figure, Language language) {
  if (!figure.drawings.empty()) return draw_gallery(figure, language);
  const FigureDrawing drawing(figure, language);
  return {drawing.width(), drawing.height(), drawing.draw()};
}

}  // namespace

std::string chart_svg(const Figure& figure, Language language) {
  return chart_svg(std::vector<Figure>{figure}, language);
}

std::string chart_svg(const std::vector<Figure>& figures, Language language) {
  double width = 0, height = 0;
  std::string drawn;
  for (const Figure& figure : figures) {
    const DrawnFigure one = draw_figure(figure, language);
    drawn += cat("<g transform=\"translate(0 ", place_text(height), ")\">\n", one.svg, "</g>\n");
    width = std::max(width, one.width);
    height += one.height;
  }
  const std::string size = cat("width=\"", place_text(width), "\" height=\"", place_text(height), "\"");
  return cat("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", place_text(width), " ", place_text(height),
             "\" ", size, " font-family=\"'Noto Sans CJK JP', 'Hiragino Sans', 'Yu Gothic', sans-serif\" ",
             "font-size=\"13\" fill=\"#111\">\n<rect ", size, " fill=\"#fff\"/>\n", drawn, "</svg>\n");
}

}  // namespace nazo
