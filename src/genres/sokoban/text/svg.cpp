#include "genres/sokoban/text/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/pulse.hpp"
#include "base/text.hpp"
#include "genres/sokoban/analyse/trace.hpp"
#include "puzzle/room.hpp"

namespace nazo::sokoban {

namespace {

constexpr int cell = 40;
/// Ways of more boxes than this would be a tangle: then only the board is drawn.
constexpr int most_ways = 12;
/// A push is kept once, and its line up to four times while the ways are put together.
constexpr std::uint64_t bytes_of_a_push = sizeof(TracedPush) + std::uint64_t{4} * 24;
constexpr std::array<std::string_view, 6> way_colours{"#c2410c", "#1d4ed8", "#15803d", "#7e22ce", "#be123c", "#0f766e"};

class Drawing {
 public:
  Drawing(const Level& level, std::string_view title, const Budget& budget)
      : level_(level), floor_(walkable(level)), meter_(budget), pulse_(meter_) {
    const int w = level.width * cell, h = level.height * cell;
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", w, " ", h, "\" width=\"", w, "\" height=\"", h,
        "\">");
    put("<title>", title.empty() ? std::string("Sokoban") : xml_escape(title), "</title>");
  }

  void board() {
    squares();
    seams();
    for (int r = 0; r < level_.height; ++r)
      for (int c = 0; c < level_.width; ++c) {
        const std::uint8_t marks = level_.at(r, c);
        if ((marks & goal) != 0) goal_at(r, c);
        if ((marks & box) != 0) box_at(r, c, (marks & goal) != 0);
        if ((marks & keeper) != 0) keeper_at(r, c);
      }
  }

  void ways(const Trace& trace) {
    std::vector<std::string> points(trace.start.size());
    const auto lane = [&](int box) {
      return (static_cast<double>(box) - (static_cast<double>(trace.start.size()) - 1) / 2) *
             std::min(5.0, 22.0 / static_cast<double>(trace.start.size()));
    };
    const auto x_of = [&](int at, int box) { return (at % level_.width + 0.5) * cell + lane(box); };
    const auto y_of = [&](int at, int box) { return (at / level_.width + 0.5) * cell + lane(box); };
    for (const TracedPush& push : trace.pushes) {
      std::string& path = points[static_cast<std::size_t>(push.box)];
      if (path.empty()) path = cat("M", x_of(push.from, push.box), " ", y_of(push.from, push.box));
      path += cat("L", x_of(push.to, push.box), " ", y_of(push.to, push.box));
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (points[i].empty()) continue;
      const auto box = static_cast<int>(i);
      const std::string_view colour = way_colours[i % way_colours.size()];
      put("<path d=\"", points[i], "\" fill=\"none\" stroke=\"", colour,
          "\" stroke-width=\"3\" stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke-opacity=\".85\"/>");
      const auto last = std::ranges::find_if(trace.pushes.rbegin(), trace.pushes.rend(),
                                             [&](const TracedPush& p) { return p.box == box; });
      arrow(x_of(last->to, box), y_of(last->to, box), last->direction, colour);
    }
    // In which order the boxes are taken up.
    int run = 0, last_box = -1;
    std::vector<int> labels(level_.cells.size(), 0);
    for (const TracedPush& push : trace.pushes) {
      if (push.box == last_box) continue;
      last_box = push.box;
      const int column = labels[static_cast<std::size_t>(push.from)]++;
      const double x = (push.from % level_.width) * cell + 8 + 12 * (column % 3),
                   y = (push.from / level_.width) * cell + 8 + 12 * (column / 3);
      put("<circle cx=\"", x, "\" cy=\"", y, "\" r=\"6\" fill=\"#fff\" stroke=\"",
          way_colours[static_cast<std::size_t>(push.box) % way_colours.size()], "\" stroke-width=\"1.5\"/><text x=\"",
          x, "\" y=\"", y + 2.8, "\" font-family=\"sans-serif\" font-size=\"8\" text-anchor=\"middle\" fill=\"#222\">",
          ++run, "</text>");
    }
  }

  [[nodiscard]] Result<std::string> finish() {
    put("</svg>\n");
    if (meter_.limit() != Limit::none) return fail_limit(meter_.limit());
    return std::move(out_);
  }

 private:
  /// Adds to the picture, as long as it keeps to the budget. A text that grows stands there twice for a moment, and
  /// what it left behind on its way is not always used again.
  template <class... Parts>
  void put(const Parts&... parts) {
    if (!pulse_.goes_on()) return;
    const std::string more = cat(parts...);
    const std::uint64_t wanted = out_.size() + more.size();
    if (wanted > out_.capacity()) {
      const std::uint64_t bigger = std::max<std::uint64_t>(wanted, 2 * out_.capacity());
      if (!fits(meter_.budget(), 2 * bigger)) return meter_.out_of_memory();
      out_.reserve(bigger);
    }
    out_ += more;
  }

  [[nodiscard]] bool is_floor(int r, int c) const {
    return level_.inside(r, c) && floor_[static_cast<std::size_t>(level_.index(r, c))];
  }

  // Runs of equal squares along a row become one rectangle each. The page draws its boards with the same art
  // (web/src/genres/sokoban): whoever knows a puzzle from its picture finds it again.
  void squares() {
    runs("#7d7467", [&](int r, int c) { return (level_.at(r, c) & wall) != 0; });
    runs("#efe7d3", [&](int r, int c) { return is_floor(r, c); });
    put("<path fill=\"#eae1ca\" d=\"");
    for (int r = 0; r < level_.height; ++r)
      for (int c = 0; c < level_.width; ++c)
        if (is_floor(r, c) && (r + c) % 2 == 1)
          put("M", c * cell, " ", r * cell, "h", cell, "v", cell, "h-", cell, "z");
    put("\"/>");
  }
  template <class Belongs>
  void runs(std::string_view colour, const Belongs& belongs) {
    put("<path fill=\"", colour, "\" d=\"");
    for (int r = 0; r < level_.height; ++r)
      for (int c = 0; c < level_.width; ++c) {
        if (!belongs(r, c)) continue;
        int end = c;
        while (end < level_.width && belongs(r, end)) ++end;
        put("M", c * cell, " ", r * cell, "h", (end - c) * cell, "v", cell, "h", -(end - c) * cell, "z");
        c = end;
      }
    put("\"/>");
  }

  /// The joints of the bricks, shifted from row to row.
  void seams() {
    constexpr int half = cell / 2;
    put("<path fill=\"none\" stroke=\"#665e52\" stroke-width=\"1.4\" d=\"");
    for (int r = 0; r < level_.height; ++r)
      for (int c = 0; c < level_.width; ++c) {
        if ((level_.at(r, c) & wall) == 0) continue;
        const int upper = r % 2 == 1 ? 10 : 26, lower = r % 2 == 1 ? 28 : 12, x = c * cell, y = r * cell;
        put("M", x, " ", y + half, "h", cell, "M", x + upper, " ", y, "v", half, "M", x + lower, " ", y + half, "v",
            half);
      }
    put("\"/>");
  }

  void goal_at(int r, int c) {
    const double x = (c + 0.5) * cell, y = (r + 0.5) * cell;
    put("<circle cx=\"", x, "\" cy=\"", y,
        "\" r=\"9\" fill=\"none\" stroke=\"#b5391f\" stroke-width=\"2.5\"/><circle cx=\"", x, "\" cy=\"", y,
        "\" r=\"3.5\" fill=\"#b5391f\"/>");
  }
  void box_at(int r, int c, bool on_goal) {
    const int x = c * cell, y = r * cell;
    const std::string_view fill = on_goal ? "#8fb8a0" : "#d39a4a", line = on_goal ? "#1f4d39" : "#6b4714";
    put("<rect x=\"", x + 4, "\" y=\"", y + 4, "\" width=\"32\" height=\"32\" rx=\"5\" fill=\"", fill, "\" stroke=\"",
        line, "\" stroke-width=\"2.5\"/>");
    put("<path fill=\"none\" stroke=\"", line, "\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    if (on_goal)
      put(" stroke-width=\"3.5\" d=\"M", x + 12, " ", y + 21, "l6 6l11-13\"/>");
    else
      put(" stroke-width=\"2.5\" d=\"M", x + 11, " ", y + 11, "l18 18m0-18l-18 18\"/>");
  }
  void keeper_at(int r, int c) {
    const double x = (c + 0.5) * cell, y = (r + 0.5) * cell;
    put("<circle cx=\"", x, "\" cy=\"", y, "\" r=\"13\" fill=\"#26416b\"/>");
    for (const double eye : {-4.5, 4.5})
      put("<circle cx=\"", x + eye, "\" cy=\"", y + 4, "\" r=\"2.3\" fill=\"#fdfbf4\"/>");
  }
  void arrow(double x, double y, Direction d, std::string_view colour) {
    const double dx = column_step(d), dy = row_step(d);
    put("<path fill=\"", colour, "\" d=\"M", x + 8 * dx, " ", y + 8 * dy, "L", x - 3 * dx + 5 * dy, " ",
        y - 3 * dy + 5 * dx, "L", x - 3 * dx - 5 * dy, " ", y - 3 * dy - 5 * dx, "z\"/>");
  }

  const Level& level_;
  std::vector<bool> floor_;
  Meter meter_;
  Pulse pulse_;
  std::string out_;
};

}  // namespace

Result<std::string> svg_of(const Level& level, std::string_view title, std::string_view lurd, const Budget& budget) {
  Drawing drawing(level, title, budget);
  drawing.board();
  if (!lurd.empty() && level.count(box) <= most_ways) {
    NAZO_CHECK(fits(budget, lurd.size() * bytes_of_a_push));
    drawing.ways(trace(level, lurd));
  }
  return drawing.finish();
}

}  // namespace nazo::sokoban
