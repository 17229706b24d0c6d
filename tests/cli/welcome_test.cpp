// `nazo` alone on a terminal.
#include "cli/cli_fixture.hpp"

namespace nazo::cli {
namespace {

/// What `nazo` alone shows to somebody who types this.
Ran typed(const std::string& in, Language language = Language::english) {
  static const std::vector<const Genre*> genres{&lights::genre()};
  std::istringstream input(in);
  std::ostringstream out, err;
  Ran ran;
  ran.code =
      run({}, {.in = input, .out = out, .err = err, .terminal_in = true, .terminal_out = true, .language = language},
          genres);
  ran.out = out.str();
  ran.err = err.str();
  return ran;
}

TEST(Welcome, AWayIsTakenByItsNumberAndSaysItsCommand) {
  const Ran made = typed("3\n1\n");
  EXPECT_EQ(made.code, 0) << made.err;
  const std::size_t command = made.out.find("$ nazo generate lights --count 3\n");
  ASSERT_NE(command, std::string::npos) << made.out;
  EXPECT_NE(made.out.find('*', command), std::string::npos) << "puzzles follow";
}

TEST(Welcome, EveryWayThatIsOfferedIsACommand) {
  const std::string menu = typed("\n").out;
  std::istringstream lines(menu);
  std::size_t commands = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find("nazo ");
    if (!line.starts_with("  ") || at == std::string::npos) continue;
    const std::string word = line.substr(at + 5, line.find(' ', at + 5) - at - 5);
    EXPECT_EQ(nazo({word, "--help"}).code, 0) << line;
    ++commands;
  }
  EXPECT_EQ(commands, 6u) << menu;
  EXPECT_EQ(typed("6\n").code, 0);
}

TEST(Welcome, WhatIsNoNumberIsAskedForAgain) {
  const Ran ran = typed("0\n7\nhelp\n6\n");
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("$ nazo --help"), std::string::npos);
}

TEST(Welcome, AnEmptyLineOrTheEndLeaves) {
  for (const char* in : {"\n", "", "3\n\n", "3\n"}) {
    const Ran ran = typed(in);
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.out.find("$ nazo"), std::string::npos) << in;
  }
}

TEST(Welcome, ItSpeaksJapanese) { EXPECT_NE(typed("\n", Language::japanese).out.find("遊ぶ"), std::string::npos); }

TEST(Welcome, WhereNobodyTypesThereIsTheOverview) { EXPECT_EQ(nazo({}).code, 2); }

}  // namespace
}  // namespace nazo::cli
