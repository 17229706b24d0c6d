#include "workshop/items.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <istream>

#include "base/json.hpp"
#include "base/text.hpp"
#include "workshop/puzzle_rows.hpp"

namespace nazo {

namespace {

/// What the file's ending says: the genres and formats that claim it.
struct Claim {
  const Genre* genre;
  std::string format;
};

std::vector<Claim> claims_of(const std::string& file, Catalog genres) {
  std::vector<Claim> claims;
  const std::string name = lower(file);
  for (const Genre* genre : genres)
    for (const FormatFact& format : genre->facts().formats)
      for (const std::string& extension : format.extensions)
        if (format.reads && name.ends_with(extension)) claims.push_back({genre, format.name});
  return claims;
}

std::string genre_names(Catalog genres) {
  std::vector<std::string> names;
  for (const Genre* genre : genres) names.push_back(genre->facts().name);
  return join(names, ", ");
}

std::unexpected<Error> in_file(Error error, const std::string& file) {
  error.file = file == "-" ? "standard input" : file;
  return std::unexpected(std::move(error));
}

bool looks_like_json_lines(std::string_view text) { return trim(text).starts_with('{'); }

std::string string_field(const Value& object, std::string_view name) {
  const Value* field = object.find(name);
  if (field == nullptr || field->is_null()) return {};
  return field->string() ? *field->string() : field->json();
}

/// A line of JSON Lines or of CSV as an item; the puzzle's number is its id if it has no other name.
Result<Item> item_of(const Value& object, std::size_t line, const ReadHints& hints, std::size_t number) {
  const auto at_line = [&](Error error) {
    // A place inside the puzzle's own text means nothing here.
    if (error.line > 1 || error.column == 0) error.column = 1;
    error.line = line;
    return std::unexpected(std::move(error));
  };
  const std::string genre_name = hints.genre.empty() ? string_field(object, "genre") : hints.genre;
  const Genre* genre = find_genre(hints.genres, genre_name);
  if (genre == nullptr)
    return fail_at(line, 1,
                   cat("expected \"genre\" to be one of ", genre_names(hints.genres), ", not ", in_quotes(genre_name)));
  const Value* puzzle_text = object.find("puzzle");
  if (puzzle_text == nullptr || puzzle_text->string() == nullptr)
    return fail_at(line, 1, "expected a field \"puzzle\" with the puzzle's text");
  NAZO_TRY(options, options_for(*genre, hints));
  auto parsed = genre->parse(*puzzle_text->string(), "", options);
  if (!parsed) return at_line({cat("in \"puzzle\": ", parsed.error().text()), {}, 0, 0});
  if (parsed->size() != 1) return fail_at(line, 1, cat("expected one puzzle in \"puzzle\", not ", parsed->size()));
  Item item{.id = string_field(object, "id"),
            .genre = genre,
            .options = options,
            .puzzle = std::move(parsed->front()),
            .carried = object};
  if (const std::string title = string_field(object, "title"); !title.empty()) item.puzzle.title = title;
  if (const std::string solution = string_field(object, "solution"); !solution.empty()) item.puzzle.solution = solution;
  if (item.id.empty()) item.id = item.puzzle.title.empty() ? std::to_string(number) : item.puzzle.title;
  return item;
}

Result<Item> read_json_line(std::string_view text, std::size_t line, const ReadHints& hints, std::size_t number) {
  auto object = parse_json(text);
  if (!object) {
    Error error = object.error();
    if (error.line > 1 || error.column == 0) error.column = 1;
    error.line = line;
    return std::unexpected(std::move(error));
  }
  if (!object->is_object()) return fail_at(line, 1, "expected a JSON object");
  return item_of(*object, line, hints, number);
}

Result<std::vector<Item>> read_json_lines(std::string_view text, const ReadHints& hints, std::size_t first_number) {
  std::vector<Item> items;
  for (const Line& line : lines_of(text)) {
    if (trim(line.text).empty()) continue;
    NAZO_TRY(item, read_json_line(line.text, line.number, hints, first_number + items.size()));
    items.push_back(std::move(item));
  }
  return items;
}

Result<std::vector<Item>> read_csv_rows(std::string_view text, const ReadHints& hints, std::size_t first_number) {
  NAZO_TRY(rows, puzzle_rows(text));
  std::vector<Item> items;
  for (const PuzzleRow& row : rows) {
    NAZO_TRY(item, item_of(row.object, row.line, hints, first_number + items.size()));
    items.push_back(std::move(item));
  }
  return items;
}

Result<std::unique_ptr<std::istream>> open_file(const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) return in_file({"is a folder"}, file);
  auto stream = std::make_unique<std::ifstream>(file, std::ios::binary);
  if (!*stream) return in_file({"cannot be read"}, file);
  return stream;
}

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Does what is to be read begin like JSON Lines? Leaves it there but for space and a byte order mark before it, which
/// are put into `skipped`.
bool begins_like_json_lines(std::istream& in, std::string& skipped) {
  for (const char byte : byte_order_mark) {
    if (in.peek() != static_cast<unsigned char>(byte)) break;
    skipped += static_cast<char>(in.get());
  }
  while (in.peek() == ' ' || in.peek() == '\t' || in.peek() == '\r' || in.peek() == '\n')
    skipped += static_cast<char>(in.get());
  return in.peek() == '{';
}

/// The longest line of JSON Lines: puzzles are far smaller, and a line without end must not eat the memory.
constexpr std::size_t longest_line = std::size_t{64} << 20;

enum class LineRead { line, too_long, end };

LineRead get_line(std::istream& in, std::string& line) {
  line.clear();
  int c = in.get();
  if (c == std::istream::traits_type::eof()) return LineRead::end;
  for (; c != std::istream::traits_type::eof() && c != '\n'; c = in.get())
    if (line.size() <= longest_line) line += static_cast<char>(c);
  return line.size() <= longest_line ? LineRead::line : LineRead::too_long;
}

/// All that is left to read; nothing if reading fails.
std::optional<std::string> rest_of(std::istream& in) {
  std::string text;
  char block[65536];
  while (in.read(block, sizeof block) || in.gcount() > 0) text.append(block, static_cast<std::size_t>(in.gcount()));
  if (in.bad()) return std::nullopt;
  return text;
}

}  // namespace

Result<Options> options_for(const Genre& genre, const ReadHints& hints) {
  std::map<std::string, std::string> known;
  for (const auto& [name, value] : hints.given) {
    const auto& table = genre.facts().options;
    const auto fact = std::ranges::find(table, name, &OptionFact::name);
    if (fact == table.end() || (!hints.verb.empty() && !std::ranges::count(fact->verbs, hints.verb))) {
      std::vector<std::string> owners;
      for (const Genre* other : hints.genres) {
        const auto& theirs = other->facts().options;
        const auto owned = std::ranges::find(theirs, name, &OptionFact::name);
        if (owned != theirs.end() && std::ranges::count(owned->verbs, hints.verb))
          owners.push_back(other->facts().name);
      }
      return fail(cat("--", name, " is not an option of ", hints.verb, " ", genre.facts().name,
                      owners.empty() ? "" : " (of " + join(owners, ", ") + " it is)"));
    }
    known.emplace(name, value);
  }
  return Options::make(genre.facts().options, known);
}

Result<std::vector<Item>> read_items(std::string_view text, const std::string& file, const ReadHints& hints,
                                     std::size_t first_number) {
  if (text.starts_with(byte_order_mark))
    text.remove_prefix(byte_order_mark.size());  // a byte order mark is not part of the puzzle
  if (hints.format.empty() && looks_like_json_lines(text)) {
    auto items = read_json_lines(text, hints, first_number);
    if (!items) return in_file(items.error(), file);
    return items;
  }
  if (hints.format.empty() && looks_like_puzzle_rows(text)) {
    auto items = read_csv_rows(text, hints, first_number);
    if (!items) return in_file(items.error(), file);
    return items;
  }

  std::vector<Claim> claims = claims_of(file, hints.genres);
  if (!hints.genre.empty()) {
    const Genre* genre = find_genre(hints.genres, hints.genre);
    if (genre == nullptr)
      return fail(cat("no genre ", in_quotes(hints.genre), "; there are ", genre_names(hints.genres)));
    std::erase_if(claims, [&](const Claim& claim) { return claim.genre != genre; });
    if (claims.empty()) claims.push_back({genre, ""});
  }
  if (claims.empty())
    return in_file(
        {cat("which puzzle is this? Name the genre (", genre_names(hints.genres), ") or give the file its ending")},
        file);
  if (!hints.format.empty()) {
    for (Claim& claim : claims) claim.format = hints.format;
    std::erase_if(claims, [&](const Claim& claim) {
      return std::ranges::none_of(claim.genre->facts().formats,
                                  [&](const FormatFact& f) { return f.name == hints.format && f.reads; });
    });
    if (claims.empty()) return fail(cat("no format ", in_quotes(hints.format), " is read here; see: nazo genres"));
  }

  // An ending that several genres claim (.xml) belongs to the first that understands the text.
  Error first_error;
  for (const Claim& claim : claims) {
    auto options = options_for(*claim.genre, hints);
    if (!options) return std::unexpected(options.error());
    auto parsed = claim.genre->parse(text, claim.format, *options);
    if (!parsed) {
      if (first_error.message.empty()) first_error = parsed.error();
      continue;
    }
    std::vector<Item> items;
    for (Puzzle& puzzle : *parsed) {
      std::string id = puzzle.title.empty() ? std::to_string(first_number + items.size()) : puzzle.title;
      items.push_back({.id = std::move(id), .genre = claim.genre, .options = *options, .puzzle = std::move(puzzle)});
    }
    return items;
  }
  return in_file(first_error, file);
}

ItemReader::ItemReader(ReadHints hints, std::vector<std::string> files, std::istream& in)
    : hints_(std::move(hints)), files_(std::move(files)), standard_input_(in) {}
ItemReader::~ItemReader() = default;

Result<void> ItemReader::open() {
  file_ = files_[next_file_++];
  line_ = 1;
  std::istream* in = &standard_input_;
  if (file_ != "-") {
    NAZO_TRY(opened, open_file(file_));
    opened_ = std::move(opened);
    in = opened_.get();
  }
  std::string skipped;
  if (hints_.format.empty() && begins_like_json_lines(*in, skipped)) {
    line_ += static_cast<std::size_t>(std::ranges::count(skipped, '\n'));
    lines_ = in;
    return {};
  }
  auto rest = rest_of(*in);
  if (!rest) return in_file({"cannot be read"}, file_);
  NAZO_TRY(items, read_items(skipped + *rest, file_, hints_, given_ + 1));
  std::ranges::reverse(items);
  items_ = std::move(items);
  return {};
}

std::optional<Result<Item>> ItemReader::next_line() {
  std::string text;
  while (lines_ != nullptr) {
    const LineRead read = get_line(*lines_, text);
    if (read == LineRead::end) {
      const bool broken = lines_->bad();
      lines_ = nullptr;
      if (broken) return in_file({"cannot be read to its end"}, file_);
      break;
    }
    const std::size_t line = line_++;
    if (read == LineRead::too_long) return in_file({"this line is longer than 64 MiB", {}, line, 1}, file_);
    if (trim(text).empty()) continue;
    auto item = read_json_line(text, line, hints_, given_ + 1);
    if (!item) {
      if (item.error().line == 0)
        lines_ = nullptr;  // about the options, not about this line: the others would say the same
      return item.error().line == 0 ? std::unexpected(item.error()) : in_file(item.error(), file_);
    }
    ++given_;
    return item;
  }
  return std::nullopt;
}

std::optional<Result<Item>> ItemReader::next() {
  for (;;) {
    if (auto item = next_line()) return item;
    if (!items_.empty()) {
      Item item = std::move(items_.back());
      items_.pop_back();
      ++given_;
      return item;
    }
    if (next_file_ == files_.size()) return std::nullopt;
    if (auto opened = open(); !opened) return std::unexpected(opened.error());
  }
}

Result<std::string> read_text(const std::string& file, std::istream& in) {
  std::unique_ptr<std::istream> opened;
  if (file != "-") {
    NAZO_TRY(stream, open_file(file));
    opened = std::move(stream);
  }
  auto text = rest_of(opened ? *opened : in);
  if (!text) return in_file({"cannot be read"}, file);
  return *std::move(text);
}

Value json_line(const Item& item, const Value& fields) {
  Value line = Value::object();
  line.set("id", item.id).set("genre", item.genre->facts().name);
  for (const auto& [name, value] : *fields.fields()) line.set(name, value);
  const auto add = [&](std::string_view name, const Value& value) {
    if (line.find(name) == nullptr) line.set(name, value);
  };
  add("puzzle", item.puzzle.text);
  if (!item.puzzle.title.empty()) add("title", item.puzzle.title);
  if (!item.puzzle.solution.empty()) add("solution", item.puzzle.solution);
  for (const auto& [name, value] : *item.carried.fields()) add(name, value);
  return line;
}

}  // namespace nazo
