// The one table of verbs and options. Help, the man page, docs/CLI.md, shell completion and the parser are made from
// it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "puzzle/options.hpp"

namespace nazo::cli {

struct Invocation;

struct Sample {
  std::string command;
  std::string about;
};

struct Verb {
  std::string name;
  std::string summary;              ///< one line
  std::string operands;             ///< "[GENRE] [FILE…|-]"
  std::string about;                ///< a paragraph or two
  std::vector<std::string> json{};  ///< the fixed fields of its JSON lines
  std::vector<OptionFact> options{};
  std::vector<Sample> samples{};
  int (*run)(Invocation&) = nullptr;
  bool shared = false;  ///< goes item by item: several processes may share it
};

[[nodiscard]] const std::vector<Verb>& verbs();
[[nodiscard]] const Verb* find_verb(std::string_view name);

/// Options of a genre that belong to a verb.
[[nodiscard]] std::vector<OptionFact> genre_options(const Genre& genre, std::string_view verb);

/// "N", "X", "a|b|c", "FILE" …: what help shows for an option's value; empty for a flag.
[[nodiscard]] std::string value_name(const OptionFact& option);

}  // namespace nazo::cli
