#include "genres/shanghai/text/foreign.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "base/text.hpp"

namespace nazo::shanghai {

namespace {

constexpr std::string_view kmahjongg_heading = "kmahjongg-layout-v1.";

/// Where something was read.
struct Origin {
  std::size_t line = 1, column = 1;
};

/// A finished layout, or what is wrong with it: at the tile that is wrong, or at the place where the layout begins.
/// `origins` has the place of every tile.
Result<LayoutText> finished(LayoutText layout, const std::vector<Origin>& origins, Origin begins) {
  if (layout.slots.empty()) return fail_at(begins.line, begins.column, "the layout has no tiles");
  std::optional<std::size_t> culprit;
  if (const auto sound = check_layout(layout.slots, &culprit); !sound) {
    const Origin at = culprit ? origins[*culprit] : begins;
    return fail_at(at.line, at.column, sound.error().message);
  }
  layout.slots = in_the_corner(std::move(layout.slots));
  return layout;
}

/// A tag of a simple XML text, with where it stands.
struct Tag {
  std::string name{};  ///< with the slash if it closes something
  std::map<std::string, std::string, std::less<>> attributes{};
  std::size_t line = 1, column = 1;
};

/// Reads the tags of a text one by one; what stands between them means nothing here.
class Tags {
 public:
  explicit Tags(std::string_view text) : text_(text) {}

  /// The next tag; one without a name at the end.
  Result<Tag> next() {
    for (;;) {
      step_to(text_.find('<', at_));
      if (at_ >= text_.size()) return Tag{};
      if (text_.substr(at_).starts_with("<!--")) {
        const std::size_t end = text_.find("-->", at_);
        if (end == std::string_view::npos) return fail_at(line_, column_, "a comment that does not end");
        step_to(end + 3);
        continue;
      }
      const std::size_t end = text_.find('>', at_);
      if (end == std::string_view::npos) return fail_at(line_, column_, "a tag that does not end");
      Tag tag{.line = line_, .column = column_};
      const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
      step_to(end + 1);
      if (inside.starts_with('?') || inside.starts_with('!')) continue;
      NAZO_CHECK(read(inside, tag));
      return tag;
    }
  }

 private:
  void step_to(std::size_t to) {
    to = std::min(to, text_.size());
    for (; at_ < to; ++at_) {
      ++column_;
      if (text_[at_] != '\n') continue;
      ++line_;
      column_ = 1;
    }
  }

  static Result<void> read(std::string_view inside, Tag& tag) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '/'; };
    std::size_t i = 0;
    if (inside.starts_with('/')) tag.name += inside[i++];
    while (i < inside.size() && !blank(inside[i])) tag.name += inside[i++];
    for (;;) {
      while (i < inside.size() && blank(inside[i])) ++i;
      if (i >= inside.size()) return {};
      const std::size_t equals = inside.find('=', i);
      if (equals == std::string_view::npos || equals + 1 >= inside.size())
        return fail_at(tag.line, tag.column, cat("expected name=\"value\" in <", in_quotes(tag.name), ">"));
      const char quote = inside[equals + 1];
      const std::size_t close = inside.find(quote, equals + 2);
      if ((quote != '"' && quote != '\'') || close == std::string_view::npos)
        return fail_at(tag.line, tag.column, cat("a value without quotes in <", in_quotes(tag.name), ">"));
      tag.attributes[std::string(trim(inside.substr(i, equals - i)))] = inside.substr(equals + 2, close - equals - 2);
      i = close + 1;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0, line_ = 1, column_ = 1;
};

/// What xml_escape wrote, and others.
std::string unescaped(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 5> entities = {
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}}};
  std::string out;
  while (!text.empty()) {
    const auto entity = std::ranges::find_if(entities, [&](const auto& e) { return text.starts_with(e.first); });
    out += entity == entities.end() ? text.front() : entity->second;
    text.remove_prefix(entity == entities.end() ? 1 : entity->first.size());
  }
  return out;
}

/// An attribute in half tiles.
Result<int> half_tiles(const Tag& tag, std::string_view name) {
  const auto found = tag.attributes.find(name);
  if (found == tag.attributes.end())
    return fail_at(tag.line, tag.column, cat("<", tag.name, "> needs ", name, "=\"…\""));
  const auto value = real_of(trim(found->second));
  if (!value || *value < 0 || *value > longest_side || std::floor(2 * *value) != 2 * *value)
    return fail_at(tag.line, tag.column,
                   cat("expected ", name, " in tiles and halves from 0 to ", longest_side / 2, ", not ",
                       in_quotes(found->second)));
  return static_cast<int>(2 * *value);
}

/// The layer that a tag names. Whether a board may have it is another question.
Result<int> layer_of(const Tag& tag) {
  const auto z = tag.attributes.find("z");
  const auto given = z == tag.attributes.end() ? std::nullopt : number_of<int>(trim(z->second));
  if (given && *given >= 0) return *given;
  return fail_at(tag.line, tag.column, cat("<", tag.name, "> needs z=\"…\", a number from 0"));
}

/// Adds the tiles of one element to a map. What no board can hold makes this map useless, and not the others.
Result<void> add_element(const Tag& tag, int layer, MapText& map) {
  const bool tile = tag.name == "tile", row = tag.name == "row", column = tag.name == "column";
  NAZO_TRY(top, half_tiles(tag, tile || row ? "y" : "top"));
  NAZO_TRY(left, half_tiles(tag, tile || column ? "x" : "left"));
  int bottom = top, right = left;
  if (!tile && !row) {
    NAZO_TRY(given, half_tiles(tag, "bottom"));
    bottom = given;
  }
  if (!tile && !column) {
    NAZO_TRY(given, half_tiles(tag, "right"));
    right = given;
  }
  const auto useless = [&](const std::string& why) {
    if (!map.wrong) map.wrong = fail_at(tag.line, tag.column, why).error();
  };
  if (layer >= most_layers) useless(cat("a board has at most ", most_layers, " layers"));
  for (int y = top; y <= bottom && !map.wrong; y += 2)
    for (int x = left; x <= right && !map.wrong; x += 2) {
      if (map.layout.slots.size() >= most_tiles) useless(cat("a board has at most ", most_tiles, " tiles"));
      map.layout.slots.push_back({layer, y, x});
    }
  return {};
}

}  // namespace

bool looks_like_kmahjongg(std::string_view text) { return text.starts_with(kmahjongg_heading); }

Result<LayoutText> read_kmahjongg(std::string_view text) {
  const std::vector<Line> lines = lines_of(text);
  if (lines.empty() || !looks_like_kmahjongg(trim(lines.front().text)))
    return fail_at(1, 1, cat("expected ", kmahjongg_heading, "0 or ", kmahjongg_heading, "1"));
  LayoutText layout;
  int width = 32, height = 16, depth = most_layers, row = 0;
  const auto side = [](const Line& line, int most) -> Result<int> {
    const auto number = number_of<int>(trim(trim(line.text).substr(1)));
    if (!number || *number < 1 || *number > most)
      return fail_at(line.number, 1,
                     cat("expected a number from 1 to ", most, " after ", in_quotes(line.text.substr(0, 1))));
    return *number;
  };
  std::vector<std::string_view> rows;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const Line& line = lines[i];
    const std::string_view bare = trim(line.text);
    if (bare.empty()) continue;
    if (bare.front() == '#') {
      if (const std::string_view rest = trim(bare.substr(1)); lower(rest).starts_with("name:"))
        layout.title = trim(rest.substr(5));
      continue;
    }
    if (bare.front() == 'w' || bare.front() == 'h' || bare.front() == 'd') {
      NAZO_TRY(number, side(line, bare.front() == 'd' ? most_layers : longest_side));
      if (bare.front() == 'w') width = number;
      if (bare.front() == 'h') height = number;
      if (bare.front() == 'd') depth = number;
      continue;
    }
    if (row >= height * depth)
      return fail_at(line.number, 1, cat("expected ", depth, " layers of ", height, " rows and no more"));
    if (bare.size() > index(width))
      return fail_at(line.number, index(width) + 1, cat("expected ", width, " signs a row"));
    rows.push_back(bare);
    numbers.push_back(line.number);
    ++row;
  }
  const auto sign = [&](int r, int c) {
    return r < row && index(c) < rows[index(r)].size() ? rows[index(r)][index(c)] : '.';
  };
  // A 1 is a tile; its other three quarters are some of 2, 3 and 4, in whatever order: not all files have them right.
  const auto is_quarter = [&](int r, int c) { return sign(r, c) >= '2' && sign(r, c) <= '4'; };
  std::vector<Origin> origins;
  std::set<std::pair<int, int>> covered;
  for (int r = 0; r < row; ++r)
    for (int c = 0; c < width; ++c) {
      if (sign(r, c) != '1') continue;
      const bool whole =
          is_quarter(r, c + 1) && (r + 1) % height != 0 && is_quarter(r + 1, c) && is_quarter(r + 1, c + 1);
      if (!whole) return fail_at(numbers[index(r)], index(c) + 1, "a tile is 12 above 43");
      layout.slots.push_back({r / height, r % height, c});
      origins.push_back({numbers[index(r)], index(c) + 1});
      covered.insert({{r, c}, {r, c + 1}, {r + 1, c}, {r + 1, c + 1}});
    }
  for (int r = 0; r < row; ++r)
    for (int c = 0; c < width; ++c) {
      const char here = sign(r, c);
      if (here == '.' || here == '0' || covered.contains({r, c})) continue;
      return fail_at(numbers[index(r)], index(c) + 1,
                     here >= '2' && here <= '4'
                         ? std::string("a 2, 3 or 4 that belongs to no tile")
                         : cat("expected 1, 2, 3, 4 or a point, not ", in_quotes(std::string(1, here))));
    }
  return finished(std::move(layout), origins, {});
}

std::string write_kmahjongg(const LayoutText& layout) {
  const Frame frame = frame_of(layout.slots);
  const int width = std::max(frame.width, 32), height = std::max(frame.height, 16);
  std::string text = cat(kmahjongg_heading, "1\n");
  if (!layout.title.empty()) text += cat("# name: ", layout.title, "\n");
  text += cat("# sides in half tiles, and the number of layers\nw", width, "\nh", height, "\nd", frame.layers, "\n");
  for (int layer = 0; layer < frame.layers; ++layer) {
    std::vector<std::string> rows(index(height), std::string(index(width), '.'));
    for (const Slot& slot : layout.slots) {
      if (slot.layer != layer) continue;
      rows[index(slot.row)].replace(index(slot.column), 2, "12");
      rows[index(slot.row) + 1].replace(index(slot.column), 2, "43");
    }
    text += cat("# layer ", layer, "\n");
    for (const std::string& row : rows) text += row + "\n";
  }
  return text;
}

bool looks_like_gnome(std::string_view text) { return trim(text).starts_with('<'); }

Result<std::vector<MapText>> read_gnome(std::string_view text) {
  std::vector<MapText> maps;
  Tags tags(text);
  bool in_map = false;
  Origin begins;
  std::vector<Origin> origins;
  constexpr int no_layer = -1;
  int layer = no_layer;
  for (;;) {
    NAZO_TRY(tag, tags.next());
    if (tag.name.empty()) break;
    if (tag.name == "map") {
      if (in_map) return fail_at(tag.line, tag.column, "a map inside a map");
      in_map = true;
      begins = {tag.line, tag.column};
      const auto title = tag.attributes.find("name");
      maps.push_back({.layout = {.title = title == tag.attributes.end() ? "" : unescaped(title->second)}});
      origins.clear();
      layer = no_layer;
    } else if (tag.name == "/map") {
      if (!in_map) return fail_at(tag.line, tag.column, "</map> without a map");
      in_map = false;
      MapText& map = maps.back();
      if (map.wrong) continue;
      auto layout = finished(map.layout, origins, begins);
      if (layout) {
        map.layout = *std::move(layout);
      } else {
        map.wrong = layout.error();
      }
    } else if (tag.name == "layer") {
      NAZO_TRY(z, layer_of(tag));
      layer = z;
    } else if (tag.name == "/layer") {
      layer = no_layer;
    } else if (tag.name == "tile" || tag.name == "row" || tag.name == "column" || tag.name == "block") {
      if (!in_map) return fail_at(tag.line, tag.column, cat("<", tag.name, "> stands in no map"));
      MapText& map = maps.back();
      int where = layer;
      if (tag.attributes.contains("z")) {
        NAZO_TRY(z, layer_of(tag));
        where = z;
      }
      if (where == no_layer) return fail_at(tag.line, tag.column, cat("<", tag.name, "> stands in no layer"));
      NAZO_CHECK(add_element(tag, where, map));
      origins.resize(map.layout.slots.size(), {tag.line, tag.column});
    }
  }
  if (in_map) return fail_at(begins.line, begins.column, "a map that does not end");
  if (maps.empty()) return fail("no <map> in this text");
  return maps;
}

Result<std::vector<LayoutText>> chosen_maps(std::vector<MapText> maps, std::string_view name) {
  std::vector<LayoutText> chosen;
  std::vector<std::string> usable;
  for (const MapText& map : maps)
    if (!map.wrong) usable.push_back(map.layout.title);
  for (MapText& map : maps) {
    if (!name.empty() && lower(map.layout.title) != lower(name)) continue;
    if (map.wrong) {
      Error error = *map.wrong;
      if (maps.size() > 1) error.message = cat("map ", in_quotes(map.layout.title), ": ", error.message);
      if (name.empty() && !usable.empty()) error.message += cat("; --map takes one of ", join(usable, ", "));
      return std::unexpected(error);
    }
    chosen.push_back(std::move(map.layout));
  }
  if (chosen.empty())
    return fail(cat("there is no map ", in_quotes(name), "; --map takes one of ", join(usable, ", ")));
  return chosen;
}

std::string write_gnome(const LayoutText& layout) {
  const std::string name = xml_escape(layout.title.empty() ? "nazo" : layout.title);
  std::string text = cat("<mahjongg>\n  <map name=\"", name, "\" scorename=\"nazo\">\n");
  const auto tiles = [](int halves) { return text_of(halves / 2.0); };
  Layout slots = layout.slots;
  std::ranges::sort(slots);
  for (std::size_t i = 0; i < slots.size();) {
    if (i == 0 || slots[i].layer != slots[i - 1].layer) text += cat("    <layer z=\"", slots[i].layer, "\">\n");
    std::size_t end = i + 1;
    while (end < slots.size() && slots[end].layer == slots[i].layer && slots[end].row == slots[i].row &&
           slots[end].column == slots[end - 1].column + 2)
      ++end;
    if (end - i == 1) {
      text += cat("      <tile x=\"", tiles(slots[i].column), "\" y=\"", tiles(slots[i].row), "\"/>\n");
    } else {
      text += cat("      <row y=\"", tiles(slots[i].row), "\" left=\"", tiles(slots[i].column), "\" right=\"",
                  tiles(slots[end - 1].column), "\"/>\n");
    }
    if (end == slots.size() || slots[end].layer != slots[i].layer) text += "    </layer>\n";
    i = end;
  }
  return text + "  </map>\n</mahjongg>\n";
}

}  // namespace nazo::shanghai
