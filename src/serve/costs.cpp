#include "serve/costs.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/text.hpp"
#include "serve/call.hpp"

namespace nazo::serve {

namespace {

/// An option that usually is 0 or 1 may be raised to this whatever the factor says.
constexpr double small_number = 16;
/// A number that may be as large as this counts nothing: it is a name, as that of a deal.
constexpr double too_large_to_count = 1e12;

Result<void> check_number(const Value& record, std::string_view name, double least, double most) {
  NAZO_TRY(given, number_field(record, name));
  if (!given) return {};
  if (*given >= least && *given <= most) return {};
  return fail(
      cat(in_quotes(name), " must be at least ", least, " and at most ", most, ": more is for the command line"));
}

Result<void> check_text(const Value& record, std::size_t most) {
  NAZO_TRY(text, text_field(record, "text"));
  if (text.size() > most) return fail(cat("the puzzle's text is longer than ", most, " bytes"));
  return {};
}

/// "30x20" → 600; nothing where that is not how the genre writes its sizes.
std::optional<double> cells_of(std::string_view size) {
  const std::size_t cross = size.find('x');
  if (cross == std::string_view::npos) return std::nullopt;
  const auto width = real_of(trim(size.substr(0, cross)));
  const auto height = real_of(trim(size.substr(cross + 1)));
  if (!width || !height) return std::nullopt;
  // A 0 follows from the other: a square stands for it.
  const double larger = std::max(*width, *height);
  return (*width > 0 ? *width : larger) * (*height > 0 ? *height : larger);
}

Result<void> check_effort(const OptionFact& fact, std::string_view given, double factor) {
  const auto usual = real_of(fact.fallback);
  const auto asked = real_of(given);
  if (!usual || !asked || fact.highest >= too_large_to_count) return {};
  const double most = std::min(fact.highest, std::max(small_number, factor * std::abs(*usual)));
  if (*asked > most)
    return fail(
        cat("the option ", in_quotes(fact.name), " may be at most ", most, " here: more is for the command line"));
  return {};
}

}  // namespace

Costs for_admin(const Costs& visitor) {
  Costs costs = visitor;
  costs.seconds = std::max(visitor.seconds, 3600.0);
  costs.count = 10'000;
  costs.text = most_puzzle_text;
  costs.figures = most_figures;
  costs.cells = 1e9;  // the genre's own limits stand
  costs.effort = 1e9;
  return costs;
}

Result<void> within(const Costs& costs, const Value& record) {
  constexpr double least_seconds = .001;
  NAZO_CHECK(check_number(record, "seconds", least_seconds, costs.seconds));
  NAZO_CHECK(check_number(record, "count", 1, costs.count));
  NAZO_CHECK(check_text(record, costs.text));
  const Value* items = record.find("items");
  if (items == nullptr || items->items() == nullptr) return {};
  if (items->items()->size() > costs.figures) return fail(cat("a sheet may have ", costs.figures, " puzzles"));
  for (const Value& item : *items->items()) NAZO_CHECK(check_text(item, costs.text));
  return {};
}

Result<void> within(const Costs& costs, const JobOrder& order) {
  if (order.genre == nullptr) return {};
  const auto& facts = order.genre->facts().options;
  for (const auto& [name, given] : order.options.all_given()) {
    const auto fact = std::ranges::find(facts, name, &OptionFact::name);
    if (fact == facts.end()) continue;
    if (fact->kind == OptionKind::integer || fact->kind == OptionKind::real)
      NAZO_CHECK(check_effort(*fact, given, costs.effort));
    if (name != "size") continue;
    if (const auto cells = cells_of(given); cells && *cells > costs.cells)
      return fail(cat("a new puzzle may have at most ", costs.cells, " cells here: more is for the command line"));
  }
  return {};
}

}  // namespace nazo::serve
