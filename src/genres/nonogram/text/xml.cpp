#include "genres/nonogram/text/xml.hpp"

#include <algorithm>

#include "base/text.hpp"

#ifndef NAZO_WASM
#include <pugixml.hpp>
#endif

namespace nazo::nonogram {

std::string write_xml(const Sheet& sheet) {
  std::string out =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE pbn SYSTEM \"https://webpbn.com/pbn-0.3.dtd\">\n<puzzleset>\n"
      "<puzzle type=\"grid\" defaultcolor=\"black\">\n";
  const auto element = [&](std::string_view name, const std::string& text) {
    if (!text.empty()) out += cat("<", name, ">", xml_escape(text), "</", name, ">\n");
  };
  element("source", sheet.catalogue);
  element("title", sheet.title);
  element("author", sheet.author);
  element("copyright", sheet.copyright);
  element("license", sheet.license);
  element("description", sheet.description);
  out += "<color name=\"white\" char=\".\">FFFFFF</color>\n<color name=\"black\" char=\"X\">000000</color>\n";
  const auto clues = [&](std::string_view type, const std::vector<Clue>& lines) {
    out += cat("<clues type=\"", type, "\">\n");
    for (const Clue& clue : lines) {
      out += "<line>";
      for (const int block : clue) out += cat("<count>", block, "</count>");
      out += "</line>\n";
    }
    out += "</clues>\n";
  };
  clues("columns", sheet.clues.columns);
  clues("rows", sheet.clues.rows);
  if (sheet.goal) {
    out += "<solution type=\"goal\">\n<image>\n";
    for (int row = 0; row < sheet.goal->height(); ++row) {
      out += '|';
      for (int column = 0; column < sheet.goal->width(); ++column) out += sheet.goal->black(row, column) ? 'X' : '.';
      out += "|\n";
    }
    out += "</image>\n</solution>\n";
  }
  return out += "</puzzle>\n</puzzleset>\n";
}

#ifdef NAZO_WASM

Result<std::vector<AnySheet>> read_any_xml(std::string_view) {
  return fail("XML cannot be read here: use .non or .nin");
}

#else

namespace {

struct Place {
  std::size_t line = 1, column = 1;
};

class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : text_(text) {}

  Result<std::vector<AnySheet>> read() {
    // No puzzle needs declared entities, and none are expanded; a file that brings them is refused outright.
    if (const std::size_t at = text_.find("<!ENTITY"); at != std::string_view::npos)
      return error_at(at, "the file declares entities, which puzzles do not need");
    if (text_.size() > most_bytes) return fail(cat("the file is larger than ", most_bytes, " bytes"));
    pugi::xml_document document;
    const auto parsed = document.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
    if (!parsed)
      return error_at(static_cast<std::size_t>(parsed.offset),
                      cat("no well-formed XML: ", lower(parsed.description())));
    const pugi::xml_node set = document.child("puzzleset");
    const pugi::xml_node root = set ? set : pugi::xml_node(document);
    std::vector<AnySheet> sheets;
    for (const pugi::xml_node puzzle : root.children("puzzle")) {
      const std::string_view type = puzzle.attribute("type").as_string("grid");
      if (type != "grid")
        return error_at(puzzle, cat("a puzzle of type ", in_quotes(type), ": only grids are understood"));
      if (colours_of(puzzle) > 1) {
        NAZO_TRY(sheet, read_in_colours(puzzle, set));
        sheets.emplace_back(std::move(sheet));
      } else {
        NAZO_TRY(sheet, read_puzzle(puzzle, set));
        sheets.emplace_back(std::move(sheet));
      }
    }
    if (sheets.empty()) return fail_at(1, 1, "expected an element <puzzle>, but there is none");
    return sheets;
  }

 private:
  static constexpr std::size_t most_bytes = std::size_t{64} << 20;

  [[nodiscard]] Place place(std::size_t offset) const {
    const std::string_view before = text_.substr(0, std::min(offset, text_.size()));
    const std::size_t line_start = before.rfind('\n');
    return {static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1,
            before.size() - (line_start == std::string_view::npos ? 0 : line_start + 1) + 1};
  }
  [[nodiscard]] std::unexpected<Error> error_at(std::size_t offset, std::string message) const {
    const Place at = place(offset);
    return fail_at(at.line, at.column, std::move(message));
  }
  [[nodiscard]] std::unexpected<Error> error_at(const pugi::xml_node& node, std::string message) const {
    return error_at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0)), std::move(message));
  }

  /// The text of a child, on one line.
  static std::string property(const pugi::xml_node& puzzle, const pugi::xml_node& set, const char* name) {
    std::string_view text = puzzle.child_value(name);
    if (trim(text).empty() && set) text = set.child_value(name);
    std::string out;
    for (const char c : trim(text)) {
      const bool blank = static_cast<unsigned char>(c) <= 0x20 || c == 0x7f;
      if (!blank) out += c;
      if (blank && !out.ends_with(' ')) out += ' ';
    }
    return std::string(trim(out));
  }

  Result<Sheet> read_puzzle(const pugi::xml_node& puzzle, const pugi::xml_node& set) const {
    Sheet sheet;
    sheet.catalogue = property(puzzle, set, "source");
    if (const std::string id = property(puzzle, {}, "id"); !id.empty())
      sheet.catalogue += (sheet.catalogue.empty() ? "" : " ") + id;
    sheet.title = property(puzzle, {}, "title");
    sheet.author = property(puzzle, set, "author");
    sheet.copyright = property(puzzle, set, "copyright");
    sheet.license = property(puzzle, set, "license");
    sheet.description = property(puzzle, {}, "description");
    NAZO_CHECK(read_goal(puzzle, sheet));
    NAZO_TRY(given, clues_in(puzzle, sheet.goal.has_value()));
    const auto& [rows, columns] = given;
    if (!rows) {
      sheet.clues = clues_of(*sheet.goal);
      return sheet;
    }
    NAZO_TRY(height, count_lines(rows, "rows"));
    NAZO_TRY(width, count_lines(columns, "columns"));
    NAZO_CHECK(read_clues(rows, width, sheet.clues.rows));
    NAZO_CHECK(read_clues(columns, height, sheet.clues.columns));
    if (auto sums = check_sums(sheet.clues, 0); !sums) return error_at(columns, sums.error().message);
    if (sheet.goal && (sheet.goal->width() != width || sheet.goal->height() != height)) sheet.goal.reset();
    return sheet;
  }

  struct GivenClues {
    pugi::xml_node rows, columns;  ///< both or neither
  };
  /// The elements of clues. They may be missing where there is a goal.
  Result<GivenClues> clues_in(const pugi::xml_node& puzzle, bool has_goal) const {
    GivenClues given;
    for (const pugi::xml_node clues : puzzle.children("clues")) {
      const std::string_view which = clues.attribute("type").as_string();
      if (which != "rows" && which != "columns")
        return error_at(clues, cat("clues are for rows or columns, not for ", in_quotes(which)));
      pugi::xml_node& kept = which == "rows" ? given.rows : given.columns;
      if (kept) return error_at(clues, cat("the clues for ", which, " are given twice"));
      kept = clues;
    }
    if (!given.rows && !given.columns && !has_goal) return error_at(puzzle, "the puzzle has neither clues nor a goal");
    if (static_cast<bool>(given.rows) != static_cast<bool>(given.columns))
      return error_at(puzzle, cat("the clues for the ", given.rows ? "columns" : "rows", " are missing"));
    return given;
  }

  static std::string_view background_of(const pugi::xml_node& puzzle) {
    return puzzle.attribute("backgroundcolor").as_string("white");
  }
  /// Declared colours besides the background.
  static int colours_of(const pugi::xml_node& puzzle) {
    int colours = 0;
    for (const pugi::xml_node colour : puzzle.children("color"))
      colours += background_of(puzzle) != colour.attribute("name").as_string();
    return colours;
  }

  // ── in colours ─────────────────────────────────────────────────────────────────────────────────────────────────

  /// The names and the signs of the palette's colours, as the file has them.
  struct Palette {
    std::vector<colour::Colour> colours{{"white", 0xffffff}};
    std::vector<std::string> names{""};
    std::string signs = ".";
  };

  Result<Palette> read_palette(const pugi::xml_node& puzzle) const {
    Palette palette;
    palette.names[0] = background_of(puzzle);
    for (const pugi::xml_node node : puzzle.children("color")) {
      const std::string_view name = node.attribute("name").as_string();
      const std::string_view sign = node.attribute("char").as_string();
      const auto rgb = colour::rgb_of(trim(node.child_value()));
      if (!rgb) return error_at(node, cat("expected a colour such as FF8000, found ", in_quotes(node.child_value())));
      const colour::Colour read{colour::name_of_colour(name), *rgb};
      if (name == palette.names[0]) {
        palette.colours[0] = read;
        if (!sign.empty()) palette.signs[0] = sign[0];
        continue;
      }
      if (std::ranges::find(palette.names, name) != palette.names.end())
        return error_at(node, cat("the colour ", in_quotes(name), " is declared twice"));
      if (palette.colours.size() > static_cast<std::size_t>(colour::most_colours))
        return error_at(node, cat("a puzzle has at most ", colour::most_colours, " colours"));
      palette.colours.push_back(read);
      palette.names.emplace_back(name);
      palette.signs += sign.empty() ? '\0' : sign[0];
    }
    return palette;
  }

  Result<colour::Sheet> read_in_colours(const pugi::xml_node& puzzle, const pugi::xml_node& set) const {
    colour::Sheet sheet;
    sheet.about.catalogue = property(puzzle, set, "source");
    if (const std::string id = property(puzzle, {}, "id"); !id.empty())
      sheet.about.catalogue += (sheet.about.catalogue.empty() ? "" : " ") + id;
    sheet.about.title = property(puzzle, {}, "title");
    sheet.about.author = property(puzzle, set, "author");
    sheet.about.copyright = property(puzzle, set, "copyright");
    sheet.about.license = property(puzzle, set, "license");
    sheet.about.description = property(puzzle, {}, "description");
    NAZO_TRY(palette, read_palette(puzzle));
    NAZO_TRY(goal, read_goal_in_colours(puzzle, palette));
    NAZO_TRY(given, clues_in(puzzle, goal.has_value()));
    if (!given.rows) {
      sheet.clues = colour::clues_of(*goal, palette.colours);
      sheet.goal = std::move(goal);
      return sheet;
    }
    sheet.clues.palette = palette.colours;
    NAZO_TRY(height, count_lines(given.rows, "rows"));
    NAZO_TRY(width, count_lines(given.columns, "columns"));
    NAZO_CHECK(read_blocks(puzzle, given.rows, width, palette, sheet.clues.rows));
    NAZO_CHECK(read_blocks(puzzle, given.columns, height, palette, sheet.clues.columns));
    if (auto fits = colour::check_clues(sheet.clues); !fits) return error_at(given.columns, fits.error().message);
    if (goal && goal->width() == width && goal->height() == height) sheet.goal = std::move(goal);
    return sheet;
  }

  Result<void> read_blocks(const pugi::xml_node& puzzle, const pugi::xml_node& clues, int side, const Palette& palette,
                           std::vector<colour::BlockList>& out) const {
    const char* const usual = puzzle.attribute("defaultcolor").as_string("black");
    for (const pugi::xml_node line : clues.children("line")) {
      colour::BlockList& blocks = out.emplace_back();
      for (const pugi::xml_node count : line.children("count")) {
        const std::string_view word = trim(count.child_value());
        const auto size = number_of<int>(word);
        if (!size || *size < 0 || *size > side)
          return error_at(count, cat("expected the length of a block, at most ", side, ", found ", in_quotes(word)));
        if (*size == 0) continue;  // some write it for a line without blocks
        const std::string_view name = count.attribute("color").as_string(usual);
        const auto at = std::ranges::find(palette.names, name);
        if (at == palette.names.end() || at == palette.names.begin())
          return error_at(count, cat("a block of the colour ", in_quotes(name), ", which is not declared"));
        if (blocks.size() >= static_cast<std::size_t>(side))
          return error_at(line, cat("more blocks than the ", side, " cells of the line"));
        blocks.push_back({static_cast<std::uint8_t>(*size), static_cast<colour::ColourId>(at - palette.names.begin())});
      }
    }
    return {};
  }

  Result<std::optional<colour::Picture>> read_goal_in_colours(const pugi::xml_node& puzzle,
                                                              const Palette& palette) const {
    for (const pugi::xml_node solution : puzzle.children("solution")) {
      if (std::string_view(solution.attribute("type").as_string("goal")) != "goal") continue;
      std::vector<std::vector<colour::ColourId>> rows(1);
      for (const char c : std::string_view(solution.child_value("image"))) {
        const bool between = c == '|' || c == '\n' || c == '\r';
        if (between && !rows.back().empty()) rows.emplace_back();
        if (between || (c == ' ' && palette.signs.find(' ') == std::string::npos)) continue;
        const std::size_t at = c == '\0' ? std::string::npos : palette.signs.find(c);
        if (at == std::string::npos)
          return error_at(solution, cat("the goal has the sign ", in_quotes({&c, 1}), ", which no colour has"));
        rows.back().push_back(static_cast<colour::ColourId>(at));
        if (rows.size() > longest_side || rows.back().size() > longest_side)
          return error_at(solution, cat("a picture has at most ", longest_side, " rows and columns"));
      }
      if (rows.back().empty()) rows.pop_back();
      if (rows.empty()) return error_at(solution, "the goal is empty");
      colour::Picture goal(static_cast<int>(rows.front().size()), static_cast<int>(rows.size()));
      for (std::size_t row = 0; row < rows.size(); ++row) {
        if (rows[row].size() != rows.front().size())
          return error_at(solution, cat("row ", row + 1, " of the goal is not as long as the first"));
        for (std::size_t column = 0; column < rows[row].size(); ++column)
          goal.set(static_cast<int>(row), static_cast<int>(column), rows[row][column]);
      }
      return goal;
    }
    return std::optional<colour::Picture>{};
  }

  // ── black and white ────────────────────────────────────────────────────────────────────────────────────────────

  Result<int> count_lines(const pugi::xml_node& clues, std::string_view what) const {
    const auto lines = clues.children("line");
    const auto count = std::distance(lines.begin(), lines.end());
    if (count < 1 || count > longest_side)
      return error_at(clues, cat("the number of ", what, " must be 1 to ", longest_side, ", not ", count));
    return static_cast<int>(count);
  }

  Result<void> read_clues(const pugi::xml_node& clues, int side, std::vector<Clue>& out) const {
    for (const pugi::xml_node line : clues.children("line")) {
      std::string words;
      for (const pugi::xml_node count : line.children("count")) {
        const std::string_view word = trim(count.child_value());
        if (!number_of<std::int64_t>(word))
          return error_at(count, cat("expected the length of a block, found ", in_quotes(word)));
        words += cat(word, " ");
      }
      auto clue = read_clue(words, " ", side, 0, 1);
      if (!clue) return error_at(line, clue.error().message);
      out.push_back(std::move(*clue));
    }
    return {};
  }

  /// The picture of <solution type="goal">: rows between bars, or one after another.
  Result<void> read_goal(const pugi::xml_node& puzzle, Sheet& sheet) const {
    for (const pugi::xml_node solution : puzzle.children("solution")) {
      if (std::string_view(solution.attribute("type").as_string("goal")) != "goal") continue;
      char white = '.';
      for (const pugi::xml_node colour : puzzle.children("color"))
        if (std::string_view(colour.attribute("name").as_string()) ==
            puzzle.attribute("backgroundcolor").as_string("white")) {
          const std::string_view sign = colour.attribute("char").as_string(".");
          if (!sign.empty()) white = sign[0];
        }
      std::string rows;
      for (const char c : std::string_view(solution.child_value("image"))) {
        const bool between = c == '|' || c == '\n' || c == '\r';
        if (between) {
          if (!rows.empty() && rows.back() != '\n') rows += '\n';
        } else if (c == white || c == ' ') {
          if (c != ' ' || white == ' ') rows += '.';
        } else {
          rows += '#';
        }
      }
      auto goal = picture_of(rows);
      if (!goal) return error_at(solution, goal.error().message);
      sheet.goal = std::move(*goal);
      return {};
    }
    return {};
  }

  std::string_view text_;
};

}  // namespace

Result<std::vector<AnySheet>> read_any_xml(std::string_view text) { return XmlReader(text).read(); }

#endif

Result<std::vector<Sheet>> read_xml(std::string_view text) {
  NAZO_TRY(any, read_any_xml(text));
  std::vector<Sheet> sheets;
  for (AnySheet& sheet : any) {
    if (!std::holds_alternative<Sheet>(sheet)) return fail("a puzzle in colours: here only black and white is wanted");
    sheets.push_back(std::move(std::get<Sheet>(sheet)));
  }
  return sheets;
}

}  // namespace nazo::nonogram
