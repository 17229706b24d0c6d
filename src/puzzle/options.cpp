#include "puzzle/options.hpp"

#include <algorithm>
#include <cassert>

#include "base/text.hpp"

namespace nazo {

namespace {

Result<void> check_value(const OptionFact& fact, const std::string& value) {
  const auto in_range = [&](double number) -> Result<void> {
    if (number >= fact.lowest && number <= fact.highest) return {};
    return fail(
        cat("--", fact.name, " takes a number from ", fact.lowest, " to ", fact.highest, ", not ", in_quotes(value)));
  };
  switch (fact.kind) {
    case OptionKind::flag:
      if (value == "true" || value == "false") return {};
      return fail(cat("--", fact.name, " is a flag and takes no value"));
    case OptionKind::integer: {
      const auto number = number_of<std::int64_t>(value);
      if (!number) return fail(cat("--", fact.name, " takes a whole number, not ", in_quotes(value)));
      return in_range(static_cast<double>(*number));
    }
    case OptionKind::real: {
      const auto number = real_of(value);
      if (!number) return fail(cat("--", fact.name, " takes a number, not ", in_quotes(value)));
      return in_range(*number);
    }
    case OptionKind::choice:
      if (std::ranges::find(fact.choices, value) != fact.choices.end()) return {};
      return fail(cat("--", fact.name, " takes one of ", join(fact.choices, ", "), ", not ", in_quotes(value)));
    case OptionKind::text:
    case OptionKind::file:
      return {};
  }
  return {};
}

}  // namespace

Result<Options> Options::make(const std::vector<OptionFact>& table, const std::map<std::string, std::string>& given) {
  Options options;
  for (const OptionFact& fact : table)
    options.entries_[fact.name] = {fact.kind == OptionKind::flag && fact.fallback.empty() ? "false" : fact.fallback,
                                   false};
  for (const auto& [name, value] : given) {
    const auto fact = std::ranges::find(table, name, &OptionFact::name);
    if (fact == table.end()) return fail(cat("no option --", name, " here"));
    NAZO_CHECK(check_value(*fact, value));
    options.entries_[name] = {value, true};
  }
  return options;
}

const std::string& Options::text(std::string_view name) const {
  const auto entry = entries_.find(name);
  assert(entry != entries_.end() && "an option that is not in the genre's table");
  static const std::string nothing;
  return entry == entries_.end() ? nothing : entry->second.value;
}

bool Options::flag(std::string_view name) const { return text(name) == "true"; }
std::int64_t Options::integer(std::string_view name) const { return number_of<std::int64_t>(text(name)).value_or(0); }
double Options::real(std::string_view name) const { return real_of(text(name)).value_or(0.0); }

bool Options::given(std::string_view name) const {
  const auto entry = entries_.find(name);
  return entry != entries_.end() && entry->second.given;
}

std::map<std::string, std::string> Options::all_given() const {
  std::map<std::string, std::string> values;
  for (const auto& [name, entry] : entries_)
    if (entry.given) values.emplace(name, entry.value);
  return values;
}

}  // namespace nazo
