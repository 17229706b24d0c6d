#include "workshop/items.hpp"

#include <algorithm>

#include "base/json.hpp"
#include "base/text.hpp"

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

Result<std::vector<Item>> read_json_lines(std::string_view text, const ReadHints& hints, std::size_t first_number) {
  std::vector<Item> items;
  for (const Line& line : lines_of(text)) {
    if (trim(line.text).empty()) continue;
    const auto at_line = [&](Error error) {
      if (error.line > 1 || error.column == 0) error.column = 1;  // a place inside the puzzle's own text means nothing here
      error.line = line.number;
      return std::unexpected(std::move(error));
    };
    const auto object = parse_json(line.text);
    if (!object) return at_line(object.error());
    if (!object->is_object()) return fail_at(line.number, 1, "expected a JSON object");
    const std::string genre_name = hints.genre.empty() ? string_field(*object, "genre") : hints.genre;
    const Genre* genre = find_genre(hints.genres, genre_name);
    if (genre == nullptr) return fail_at(line.number, 1, cat("expected \"genre\" to be one of ", genre_names(hints.genres), ", not ", in_quotes(genre_name)));
    const Value* puzzle_text = object->find("puzzle");
    if (puzzle_text == nullptr || puzzle_text->string() == nullptr) return fail_at(line.number, 1, "expected a field \"puzzle\" with the puzzle's text");
    auto options = options_for(*genre, hints);
    if (!options) return std::unexpected(options.error());
    auto parsed = genre->parse(*puzzle_text->string(), "", *options);
    if (!parsed) return at_line({cat("in \"puzzle\": ", parsed.error().text()), {}, 0, 0});
    if (parsed->size() != 1) return fail_at(line.number, 1, cat("expected one puzzle in \"puzzle\", not ", parsed->size()));
    Item item{.id = string_field(*object, "id"), .genre = genre, .options = *options, .puzzle = std::move(parsed->front()), .carried = *object};
    if (const std::string title = string_field(*object, "title"); !title.empty()) item.puzzle.title = title;
    if (const std::string solution = string_field(*object, "solution"); !solution.empty()) item.puzzle.solution = solution;
    if (item.id.empty()) item.id = item.puzzle.title.empty() ? std::to_string(first_number + items.size()) : item.puzzle.title;
    items.push_back(std::move(item));
  }
  return items;
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
        if (owned != theirs.end() && std::ranges::count(owned->verbs, hints.verb)) owners.push_back(other->facts().name);
      }
      return fail(cat("--", name, " is not an option of ", hints.verb, " ", genre.facts().name, owners.empty() ? "" : " (of " + join(owners, ", ") + " it is)"));
    }
    known.emplace(name, value);
  }
  return Options::make(genre.facts().options, known);
}

Result<std::vector<Item>> read_items(std::string_view text, const std::string& file, const ReadHints& hints, std::size_t first_number) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark is not part of the puzzle
  if (hints.format.empty() && looks_like_json_lines(text)) {
    auto items = read_json_lines(text, hints, first_number);
    if (!items) return in_file(items.error(), file);
    return items;
  }

  std::vector<Claim> claims = claims_of(file, hints.genres);
  if (!hints.genre.empty()) {
    const Genre* genre = find_genre(hints.genres, hints.genre);
    if (genre == nullptr) return fail(cat("no genre ", in_quotes(hints.genre), "; there are ", genre_names(hints.genres)));
    std::erase_if(claims, [&](const Claim& claim) { return claim.genre != genre; });
    if (claims.empty()) claims.push_back({genre, ""});
  }
  if (claims.empty())
    return in_file({cat("which puzzle is this? Name the genre (", genre_names(hints.genres), ") or give the file its ending")}, file);
  if (!hints.format.empty()) {
    for (Claim& claim : claims) claim.format = hints.format;
    std::erase_if(claims, [&](const Claim& claim) {
      return std::ranges::none_of(claim.genre->facts().formats, [&](const FormatFact& f) { return f.name == hints.format && f.reads; });
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
