#include "serve/collection_order.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "serve/call.hpp"

namespace nazo::serve {
namespace {

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

/// One line of plain text.
Result<std::string> line_field(const Value& object, std::string_view name, std::size_t most) {
  NAZO_TRY(text, text_field(object, name));
  const std::string line(trim(text));
  if (line.size() > most) return fail(cat(in_quotes(name), " is longer than ", most, " bytes"));
  if (std::ranges::any_of(line, is_control)) return fail(cat(in_quotes(name), " must be one line of text"));
  return line;
}

Result<std::string> about_field(const Value& object, std::size_t most) {
  NAZO_TRY(text, text_field(object, "about"));
  if (text.size() > most) return fail(cat("\"about\" is longer than ", most, " bytes"));
  if (std::ranges::any_of(text, [](char c) { return is_control(c) && c != '\n'; }))
    return fail("\"about\" must be plain text");
  return std::string(trim(text));
}

Result<PostedCollection::Entry> entry_in(const Catalog& genres, const Value& item, const CollectionLimits& limits) {
  if (!item.is_object()) return fail("it must be an object");
  PostedCollection::Entry entry;
  NAZO_TRY(title, line_field(item, "title", limits.title));
  NAZO_TRY(key, text_field(item, "key"));
  entry.title = title;
  entry.key = key;
  if (!key.empty()) {
    if (!looks_like_key(key)) return fail("\"key\" must be letters and digits, at most 80");
    return entry;
  }
  NAZO_TRY(name, needed_text(item, "genre"));
  NAZO_TRY(text, needed_text(item, "text"));
  NAZO_TRY(solution, text_field(item, "solution"));
  entry.genre = find_genre(genres, name);
  if (entry.genre == nullptr) return fail(cat("no genre ", in_quotes(name)));
  for (const std::string* part : {&text, &solution})
    if (part->size() > limits.text) return fail(cat("it is longer than ", limits.text, " bytes"));
  entry.text = text;
  entry.solution = solution;
  return entry;
}

}  // namespace

Result<PostedCollection> read_collection(const Catalog& genres, const Value& posted, const CollectionLimits& limits) {
  constexpr std::size_t shortest_key = 16;  // what one maker's browser draws at random no other draws again
  PostedCollection collection;
  NAZO_TRY(key, needed_text(posted, "key"));
  NAZO_TRY(title, line_field(posted, "title", limits.title));
  NAZO_TRY(author, line_field(posted, "author", limits.title));
  NAZO_TRY(about, about_field(posted, limits.about));
  NAZO_TRY(published, flag_field(posted, "published", false));
  if (!looks_like_key(key) || key.size() < shortest_key)
    return fail(cat("\"key\" must be ", shortest_key, " to 80 letters and digits"));
  if (title.empty()) return fail("a collection needs a title");
  collection = {.key = key, .title = title, .author = author, .about = about, .published = published};
  const Value* puzzles = posted.find("puzzles");
  if (puzzles == nullptr || puzzles->items() == nullptr || puzzles->items()->empty())
    return fail("a collection needs puzzles");
  if (puzzles->items()->size() > limits.puzzles) return fail(cat("a collection may have ", limits.puzzles, " puzzles"));
  for (const Value& item : *puzzles->items()) {
    auto entry = entry_in(genres, item, limits);
    if (!entry) return fail(cat("puzzle ", collection.puzzles.size() + 1, ": ", entry.error().message));
    collection.bytes += static_cast<std::int64_t>(entry->text.size() + entry->solution.size() + entry->title.size());
    collection.puzzles.push_back(std::move(*entry));
  }
  collection.bytes += static_cast<std::int64_t>(title.size() + author.size() + about.size());
  return collection;
}

}  // namespace nazo::serve
