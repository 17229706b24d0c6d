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
    edges();
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

  // Runs of equal squares along a row become one rectangle each.
  void squares() {
    for (const bool walls : {true, false}) {
      put(walls ? "<path fill=\"#56606f\" d=\"" : "<path fill=\"#f6f1e7\" d=\"");
      for (int r = 0; r < level_.height; ++r)
        for (int c = 0; c < level_.width; ++c) {
          const auto belongs = [&](int column) {
            return walls ? (level_.at(r, column) & wall) != 0 : is_floor(r, column);
          };
          if (!belongs(c)) continue;
          int end = c;
          while (end < level_.width && belongs(end)) ++end;
          put("M", c * cell, " ", r * cell, "h", (end - c) * cell, "v", cell, "h", -(end - c) * cell, "z");
          c = end;
        }
      put("\"/>");
    }
    put("<path stroke=\"#e7dfce\" stroke-width=\"1\" d=\"");
    for (int r = 0; r < level_.height; ++r)
      for (int c = 0; c < level_.width; ++c) {
        if (!is_floor(r, c)) continue;
        if (is_floor(r, c + 1)) put("M", (c + 1) * cell, " ", r * cell, "v", cell);
        if (is_floor(r + 1, c)) put("M", c * cell, " ", (r + 1) * cell, "h", cell);
      }
    put("\"/>");
  }

  // A line where floor meets wall, and a shadow below walls: rooms read as rooms.
  void edges() {
    put("<path fill=\"#000\" fill-opacity=\".10\" d=\"");
    for (int r = 0; r < level_.height; ++r)
      for (int c = 0; c < level_.width; ++c)
        if (is_floor(r, c) && !is_floor(r - 1, c)) put("M", c * cell, " ", r * cell, "h", cell, "v6h", -cell, "z");
    put("\"/><path stroke=\"#39414d\" stroke-width=\"2\" stroke-linecap=\"square\" d=\"");
    for (int r = 0; r < level_.height; ++r)
      for (int c = 0; c < level_.width; ++c) {
        if (!is_floor(r, c)) continue;
        if (!is_floor(r - 1, c)) put("M", c * cell, " ", r * cell, "h", cell);
        if (!is_floor(r + 1, c)) put("M", c * cell, " ", (r + 1) * cell, "h", cell);
        if (!is_floor(r, c - 1)) put("M", c * cell, " ", r * cell, "v", cell);
        if (!is_floor(r, c + 1)) put("M", (c + 1) * cell, " ", r * cell, "v", cell);
      }
    put("\"/>");
  }

  void goal_at(int r, int c) {
    const double x = (c + 0.5) * cell, y = (r + 0.5) * cell;
    put("<circle cx=\"", x, "\" cy=\"", y,
        "\" r=\"9\" fill=\"none\" stroke=\"#d97706\" stroke-width=\"3\"/><circle cx=\"", x, "\" cy=\"", y,
        "\" r=\"3\" fill=\"#d97706\"/>");
  }
  void box_at(int r, int c, bool on_goal) {
    const int x = c * cell, y = r * cell;
    const std::string_view fill = on_goal ? "#7fb069" : "#d6a05c", line = on_goal ? "#3f6b2f" : "#85572a";
    put("<rect x=\"", x + 5, "\" y=\"", y + 5, "\" width=\"30\" height=\"30\" rx=\"4\" fill=\"", fill, "\" stroke=\"",
        line, "\" stroke-width=\"2\"/>");
    put("<path fill=\"none\" stroke=\"", line, "\" stroke-width=\"1.6\" stroke-opacity=\".75\" d=\"M", x + 10, " ",
        y + 10, "h20v20h-20zl20 20m0-20l-20 20\"/>");
  }
  void keeper_at(int r, int c) {
    const int x = c * cell, y = r * cell;
    put("<path fill=\"#2563a8\" stroke=\"#173f6d\" stroke-width=\"1.5\" d=\"M", x + 9, " ", y + 34,
        "v-5a11 9 0 0 1 22 0v5z\"/>");
    put("<circle cx=\"", x + 20, "\" cy=\"", y + 14,
        "\" r=\"7.5\" fill=\"#f2c9a1\" stroke=\"#173f6d\" stroke-width=\"1.5\"/>");
    put("<path fill=\"#2563a8\" stroke=\"#173f6d\" stroke-width=\"1.2\" d=\"M", x + 12, " ", y + 13,
        "a8 8 0 0 1 16 0h4v2h-20z\"/>");
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
