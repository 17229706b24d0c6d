#include "cli/table.hpp"

#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "cli/common_options.hpp"

namespace nazo::cli {

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> table = [] {
    std::vector<Verb> all = verbs_of_puzzles();
    for (auto more : {verbs_of_people, verbs_of_work}) std::ranges::move(more(), std::back_inserter(all));
    return all;
  }();
  return table;
}

const Verb* find_verb(std::string_view name) {
  const auto verb = std::ranges::find(verbs(), name, &Verb::name);
  return verb == verbs().end() ? nullptr : &*verb;
}

std::vector<OptionFact> genre_options(const Genre& genre, std::string_view verb) {
  std::vector<OptionFact> options;
  for (const OptionFact& option : genre.facts().options) {
    // Play makes a new puzzle where no file is named, so it understands what generate does.
    const bool makes = verb == "play" && std::ranges::count(option.verbs, "generate") != 0;
    if (makes || std::ranges::count(option.verbs, verb)) options.push_back(option);
  }
  return options;
}

std::string value_name(const OptionFact& option) {
  if (!option.value.empty()) return option.value;
  switch (option.kind) {
    using enum OptionKind;
    case flag:
      return "";
    case integer:
      return "N";
    case real:
      return "X";
    case choice:
      return join(option.choices, "|");
    case text:
      return "TEXT";
    case file:
      return "FILE";
  }
  return "";
}

}  // namespace nazo::cli
