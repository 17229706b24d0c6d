// docs/CLI.md is what the program itself prints.
#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/text.hpp"
#include "catalog/catalog.hpp"
#include "cli/help.hpp"
#include "cli_fixture.hpp"

namespace nazo::cli {
namespace {

TEST(Docs, TheManualIsCurrent) {
  std::ifstream file(NAZO_SOURCE_DIR "/docs/CLI.md");
  const std::string committed(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(committed, markdown_manual(catalog())) << "run: build/nazo docs markdown > docs/CLI.md";
}

/// The contract battery compares a genre's counts with those of this file if it finds any: every genre must be there.
TEST(Docs, TheSignatureHoldsEveryTaskOfEveryGenre) {
  std::ifstream file(NAZO_SOURCE_DIR "/bench/signature.txt");
  std::vector<std::string> pinned, tasks;
  for (std::string line; std::getline(file, line);) pinned.push_back(line.substr(0, line.rfind(' ')));
  for (const Genre* genre : catalog())
    for (const BenchTask& task : genre->bench()) tasks.push_back(cat(genre->facts().name, " ", task.name));
  EXPECT_EQ(pinned, tasks) << "run: build/nazo bench --signature > bench/signature.txt";
}

/// Two genres may share an option's name only if both or neither take a value, and both or neither a file.
TEST(Docs, SharedOptionNamesAreReadTheSameWay) {
  std::map<std::string, OptionKind> read_as;
  for (const Genre* genre : catalog())
    for (const OptionFact& option : genre->facts().options) {
      const bool alone = option.kind == OptionKind::flag || option.kind == OptionKind::file;
      const OptionKind kind = alone ? option.kind : OptionKind::text;
      EXPECT_EQ(read_as.emplace(option.name, kind).first->second, kind) << option.name;
      for (const Verb& verb : verbs())
        for (const OptionFact& own : verb.options)
          if (std::ranges::count(option.verbs, verb.name)) {
            EXPECT_NE(own.name, option.name) << verb.name << " has an option of its own of that name";
          }
    }
}

}  // namespace
}  // namespace nazo::cli
