#include "workshop/stored_puzzle.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "puzzle/usual.hpp"

namespace nazo {
namespace {

/// Rows and columns of the board as it is drawn, without what stands beside it.
Result<Cell> size_of(const Genre& genre, const Puzzle& puzzle, const Context& context) {
  NAZO_TRY(options, Options::make(genre.facts().options));
  NAZO_TRY(position, genre.start(puzzle, options, context));
  NAZO_TRY(picture, genre.draw(position, options, context));
  std::size_t widest = 0;
  for (const auto& row : picture.rows) widest = std::max(widest, row.size());
  return Cell{static_cast<int>(picture.rows.size()) - (picture.origin.row - 1),
              static_cast<int>(widest) - (picture.origin.column - 1)};
}

/// Whether the features that an item carries are all that an analysis would find: they came out of one (`exact` is said
/// with every analysis, `partial` where only some were asked for), or none that puzzles of the genre usually have is
/// missing. A generator hands over only those it happened to know.
bool carries_analysis(const Item& item, const Value& features) {
  const Value* exact = item.carried.find("exact");
  const Value* partial = item.carried.find("partial");
  const bool cut = partial != nullptr && partial->boolean() != nullptr && *partial->boolean();
  if (exact != nullptr && exact->boolean() != nullptr && !cut) return true;
  const UsualPuzzles* usual = item.genre->usual();
  if (usual == nullptr) return false;
  return std::ranges::all_of(usual->usual_features(),
                             [&](const FeatureQuantiles& known) { return features.find(known.name) != nullptr; });
}

}  // namespace

Result<store::Puzzle> stored_puzzle(const Genre& genre, const Puzzle& puzzle, const Context& context) {
  NAZO_TRY(canonical, genre.canonical(puzzle, context));
  NAZO_TRY(size, size_of(genre, puzzle, context));
  store::Puzzle kept{
      .key = store::puzzle_key(genre.facts().name, canonical), .genre = genre.facts().name, .text = puzzle.text};
  kept.title = puzzle.title;
  kept.solution = puzzle.solution;
  kept.notes = puzzle.notes.is_object() ? puzzle.notes : Value::object();
  kept.notes.set("rows", size.row).set("columns", size.column);
  return kept;
}

Result<store::Puzzle> stored_puzzle(const Item& item, const Context& context) {
  NAZO_TRY(kept, stored_puzzle(*item.genre, item.puzzle, context));
  if (const Value* features = item.carried.find("features"); features != nullptr && features->is_object())
    if (carries_analysis(item, *features)) kept.features = *features;
  if (const Value* exact = item.carried.find("exact"); exact != nullptr && exact->boolean() != nullptr)
    kept.exact = *exact->boolean();
  const Value* seed = item.carried.find("seed");
  const Value* index = item.carried.find("index");
  if (seed != nullptr && seed->integer() != nullptr && index != nullptr && index->integer() != nullptr)
    kept.source = cat("generate seed ", *seed->integer(), " index ", *index->integer());
  if (kept.title.empty()) kept.title = item.id;
  return kept;
}

Result<void> as_it_is_drawn(store::Store& store, store::Puzzle& puzzle, std::span<const store::Puzzle> before) {
  const std::string own = store::drawn_key(puzzle.genre, puzzle.text);
  NAZO_TRY(there, store.find_puzzle(puzzle.key));
  if (!there) {
    const auto sibling = std::ranges::find(before, puzzle.key, &store::Puzzle::key);
    if (sibling != before.end()) there = *sibling;
  }
  if (there) {
    if (there->text != puzzle.text) puzzle.key = own;
    return {};
  }
  // Nobody has it yet, or a collection does: then it is that one that comes onto the shelf.
  NAZO_TRY(kept_apart, store.find_puzzle(own));
  if (!puzzle.listed || kept_apart) puzzle.key = own;
  return {};
}

bool needs_analysis(const Genre& genre, const Value& features) {
  return features.fields() == nullptr || features.fields()->empty() || !genre.prior(features).difficulty;
}

Puzzle puzzle_of(const store::Puzzle& kept) {
  Puzzle puzzle{.genre = kept.genre, .text = kept.text};
  puzzle.title = kept.title;
  puzzle.solution = kept.solution;
  puzzle.notes = kept.notes;
  return puzzle;
}

}  // namespace nazo
