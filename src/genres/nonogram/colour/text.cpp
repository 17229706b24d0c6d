#include "genres/nonogram/colour/text.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "genres/nonogram/text/quoting.hpp"
#include "genres/nonogram/text/text.hpp"

namespace nazo::nonogram::colour {

namespace {

constexpr std::uint32_t white = 0xffffff;

bool is_colour_key(std::string_view key) { return key == "color" || key == "colour"; }

/// The first word of a line, in small letters.
std::string key_of(std::string_view line) {
  const std::string_view text = trim(line);
  return lower(text.substr(0, std::min(text.find_first_of(" \t"), text.size())));
}

/// "3a,1b": a number and the letter of its colour; "0" alone for no block.
Result<BlockList> read_blocks(const Line& line, int side, int colours) {
  BlockList blocks;
  const std::string_view text = line.text;
  bool zero = false;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ',' || text[i] == ' ' || text[i] == '\t') {
      ++i;
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(", \t", i), text.size());
    const std::string_view word = text.substr(i, end - i);
    const auto place = i + 1;
    i = end;
    if (word == "0" && blocks.empty() && !zero) {
      zero = true;
      continue;
    }
    const auto size = number_of<int>(word.substr(0, word.size() - 1));
    const int colour = colour_of(word.back(), colours);
    if (!size || *size < 1 || colour < 1 || zero)
      return fail_at(line.number, place, cat("expected a block such as 3a, found ", in_quotes(word)));
    if (*size > side || blocks.size() >= static_cast<std::size_t>(side))
      return fail_at(line.number, place, cat("a block of ", *size, " does not fit in a line of ", side, " cells"));
    blocks.push_back({static_cast<std::uint8_t>(*size), static_cast<ColourId>(colour)});
  }
  if (room(blocks) > side)
    return fail_at(line.number, 1, cat("the clue needs ", room(blocks), " cells or more, but the line has ", side));
  return blocks;
}

/// Reads a puzzle line by line.
class Reader {
 public:
  Result<void> take(const Line& line) {
    const std::string_view text = trim(line.text);
    if (text.empty()) {
      if (clues_ != nullptr) clues_->push_back(line);
      return {};
    }
    if (text.front() >= '0' && text.front() <= '9') {
      if (clues_ == nullptr) return fail_at(line.number, 1, cat("expected a keyword, found ", in_quotes(text)));
      clues_->push_back(line);
      return {};
    }
    clues_ = nullptr;
    const std::string key = key_of(text);
    const std::string_view rest = trim(text.substr(key.size()));
    if (key == "width" || key == "height") {
      NAZO_TRY(side, read_side(rest, key, line.number, key.size() + 2));
      (key == "width" ? width_ : height_) = side;
    } else if (is_colour_key(key)) {
      return take_colour(line, rest);
    } else if (key == "background") {
      return take_background(line, rest);
    } else if (key == "rows" || key == "columns") {
      auto& lines = key == "rows" ? rows_ : columns_;
      if (lines) return fail_at(line.number, 1, cat("the ", key, " are given twice"));
      clues_ = &lines.emplace();
    } else if (key == "goal") {
      goal_ = Line{rest, line.number};
    } else if (std::string* property = property_of(key)) {
      *property = unquoted(rest);
    }
    return {};  // a line with another first word is somebody's own property
  }

  Result<Sheet> finish() && {
    if (width_ == 0 || height_ == 0) return fail("expected lines 'width N' and 'height N'");
    if (!rows_ || !columns_) return fail("expected lines 'rows' and 'columns', each with its clues");
    NAZO_CHECK(read_clues(*rows_, height_, width_, "row clues", sheet_.clues.rows));
    NAZO_CHECK(read_clues(*columns_, width_, height_, "column clues", sheet_.clues.columns));
    NAZO_CHECK(check_clues(sheet_.clues));
    if (goal_) NAZO_CHECK(read_goal());
    return std::move(sheet_);
  }

 private:
  std::string* property_of(std::string_view key) {
    About& about = sheet_.about;
    if (key == "catalogue" || key == "catalog") return &about.catalogue;
    if (key == "title") return &about.title;
    if (key == "by") return &about.author;
    if (key == "copyright") return &about.copyright;
    if (key == "license") return &about.license;
    return key == "description" ? &about.description : nullptr;
  }

  Result<Colour> read_colour(const Line& line, std::string_view digits, std::string_view name) const {
    const auto rgb = rgb_of(digits);
    if (!rgb) return fail_at(line.number, 1, cat("expected a colour such as ff8000, found ", in_quotes(digits)));
    return Colour{name_of_colour(name), *rgb};
  }
  Result<void> take_colour(const Line& line, std::string_view rest) {
    const auto words = Line{rest, line.number}.words();
    if (words.size() < 2) return fail_at(line.number, 1, "expected a letter and a colour, such as: color a ff0000 red");
    auto& palette = sheet_.clues.palette;
    if (palette.size() > static_cast<std::size_t>(most_colours))
      return fail_at(line.number, 1, cat("a puzzle has at most ", most_colours, " colours"));
    const char expected = letters[palette.size() - 1];
    if (words[0].text != std::string_view(&expected, 1))
      return fail_at(line.number, 1,
                     cat("colour ", palette.size(), " has the letter ", expected, ", not ", in_quotes(words[0].text)));
    NAZO_TRY(colour, read_colour(line, words[1].text, words.size() > 2 ? words[2].text : ""));
    palette.push_back(std::move(colour));
    return {};
  }
  Result<void> take_background(const Line& line, std::string_view rest) {
    const auto words = Line{rest, line.number}.words();
    if (words.empty()) return fail_at(line.number, 1, "expected the colour of the background");
    NAZO_TRY(colour, read_colour(line, words[0].text, words.size() > 1 ? words[1].text : ""));
    sheet_.clues.palette[0] = std::move(colour);
    return {};
  }

  Result<void> read_clues(std::vector<Line>& lines, int count, int side, std::string_view what,
                          std::vector<BlockList>& out) const {
    std::erase_if(lines, [](const Line& line) { return trim(line.text).empty(); });
    if (lines.size() != static_cast<std::size_t>(count))
      return fail_at(lines.empty() ? 1 : lines.back().number, 1,
                     cat("expected ", count, " ", what, ", found ", lines.size(), " (a line without blocks is a 0)"));
    for (const Line& line : lines) {
      NAZO_TRY(blocks, read_blocks(line, side, sheet_.clues.colours()));
      out.push_back(std::move(blocks));
    }
    return {};
  }

  /// The goal is one word: the picture row by row.
  Result<void> read_goal() {
    std::string cells;
    for (const char c : goal_->text)
      if (c != '"' && c != ' ' && c != '\t') cells += c;
    if (cells.size() != static_cast<std::size_t>(width_ * height_))
      return fail_at(goal_->number, 1, cat("the goal has ", cells.size(), " cells, not ", width_ * height_));
    Picture goal(width_, height_);
    for (int i = 0; i < width_ * height_; ++i) {
      const int colour = colour_of(cells[static_cast<std::size_t>(i)], sheet_.clues.colours());
      if (colour < 0)
        return fail_at(goal_->number, 1, "the goal is written with points and the letters of the colours");
      goal.set(i / width_, i % width_, static_cast<ColourId>(colour));
    }
    sheet_.goal = std::move(goal);
    return {};
  }

  Sheet sheet_{.clues = {.palette = {{"white", white}}}};
  int width_ = 0, height_ = 0;
  std::optional<std::vector<Line>> rows_, columns_;
  std::vector<Line>* clues_ = nullptr;
  std::optional<Line> goal_;
};

}  // namespace

bool in_colours(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos && (line[first] == 'c' || line[first] == 'C') && is_colour_key(key_of(line)))
      return true;
    at = end + 1;
  }
  return false;
}

std::optional<std::uint32_t> rgb_of(std::string_view digits) {
  if (digits.starts_with('#')) digits.remove_prefix(1);
  if (digits.size() != 6 && digits.size() != 3) return std::nullopt;
  std::uint32_t rgb = 0;
  for (const char c : lower(digits)) {
    const std::size_t value = std::string_view("0123456789abcdef").find(c);
    if (value == std::string_view::npos) return std::nullopt;
    rgb = rgb << 4 | static_cast<std::uint32_t>(value);
    if (digits.size() == 3) rgb = rgb << 4 | static_cast<std::uint32_t>(value);
  }
  return rgb;
}

std::string hex_of(std::uint32_t rgb) {
  std::string out;
  for (int shift = 20; shift >= 0; shift -= 4) out += "0123456789abcdef"[rgb >> shift & 15];
  return out;
}

std::string name_of_colour(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    if (plain && out.size() < 40) out += c;
  }
  return out;
}

Result<void> check_clues(const Clues& clues) {
  std::array<int, most_colours + 1> sums{};
  for (int line = 0; line < clues.lines(); ++line) {
    const bool is_row = line < clues.height();
    for (const Block& block : clues.line(line)) sums[block.colour] += is_row ? block.size : -block.size;
    if (room(clues.line(line)) > clues.length(line))
      return fail(cat(is_row ? "row " : "column ", is_row ? line + 1 : line - clues.height() + 1, " needs ",
                      room(clues.line(line)), " cells or more, but has ", clues.length(line)));
  }
  for (int colour = 1; colour <= clues.colours(); ++colour)
    if (const int more = sums[static_cast<std::size_t>(colour)]; more != 0)
      return fail(cat("the ", more > 0 ? "rows" : "columns", " ask for ", std::abs(more), " cells of colour ",
                      letter(static_cast<ColourId>(colour)), " more than the ", more > 0 ? "columns" : "rows"));
  return {};
}

Result<Sheet> read_sheet(std::string_view text) {
  Reader reader;
  for (const Line& line : lines_of(text)) NAZO_CHECK(reader.take(line));
  return std::move(reader).finish();
}

std::string write_sheet(const Sheet& sheet) {
  std::string out;
  const auto property = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) out += cat(key, " ", quoted_text(value), "\n");
  };
  property("catalogue", sheet.about.catalogue);
  property("title", sheet.about.title);
  property("by", sheet.about.author);
  property("copyright", sheet.about.copyright);
  property("license", sheet.about.license);
  property("description", sheet.about.description);
  const Clues& clues = sheet.clues;
  out += cat("width ", clues.width(), "\nheight ", clues.height(), "\n");
  const auto colour_line = [&](std::string_view key, const Colour& colour) {
    out += cat(key, " ", hex_of(colour.rgb), colour.name.empty() ? "" : " ", colour.name, "\n");
  };
  if (clues.palette[0].rgb != white) colour_line("background", clues.palette[0]);
  for (std::size_t i = 1; i < clues.palette.size(); ++i)
    colour_line(cat("color ", letter(static_cast<ColourId>(i))), clues.palette[i]);
  out += "\nrows\n";
  for (const BlockList& blocks : clues.rows) out += words_of(blocks) + "\n";
  out += "\ncolumns\n";
  for (const BlockList& blocks : clues.columns) out += words_of(blocks) + "\n";
  if (sheet.goal) {
    out += "\ngoal \"";
    for (const char c : sheet.goal->text())
      if (c != '\n') out += c;
    out += "\"\n";
  }
  return out;
}

}  // namespace nazo::nonogram::colour
