// The contract of the command line: verbs, fields, exit codes, pipes, bad input.
#include "cli/table.hpp"
#include "cli_fixture.hpp"

namespace nazo::cli {
namespace {

const std::string never = "*...\n....\n....\n....\n";

TEST(Cli, SolveHasItsFixedFields) {
  const Ran ran = nazo({"solve", "lights", "--json"}, plus);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto lines = ran.json();
  ASSERT_EQ(lines.size(), 1u);
  for (const auto* field : {"id", "genre", "status", "solution", "length", "optimal", "nodes", "seconds"})
    EXPECT_NE(lines[0].find(field), nullptr) << field;
  EXPECT_EQ(text(lines[0], "id"), "1");
  EXPECT_EQ(text(lines[0], "status"), "solved");
  EXPECT_EQ(text(lines[0], "solution"), "2,2");
  EXPECT_EQ(lines[0].find("length")->number(), 1);
}

TEST(Cli, ExitCodesForOneAndForSeveral) {
  EXPECT_EQ(nazo({"solve", "lights"}, plus).code, 0);
  EXPECT_EQ(nazo({"solve", "lights"}, never).code, 1);
  EXPECT_EQ(nazo({"solve", "lights", "--nodes", "1"}, plus).code, 3);
  EXPECT_EQ(nazo({"solve", "lights"}, "?").code, 2);
  EXPECT_EQ(nazo({"solve", "lights"}, plus + "\n" + never).code, 1);
  EXPECT_EQ(nazo({"solve", "lights", "--nodes", "100"}, plus + "\n" + never).code, 3) << "a limit wins over no";
  const TemporaryFile good("good.lights", plus), bad("bad.lights", "x\n");
  const Ran both = nazo({"solve", good.path(), bad.path(), "--nodes", "1"});
  EXPECT_EQ(both.code, 2) << "bad input wins over everything";
  EXPECT_NE(both.out.find("unknown"), std::string::npos) << "the good file is still used";
}

TEST(Cli, BadInputIsOneLineWithItsPlace) {
  const TemporaryFile file("broken.lights", "..*\n.?*\n");
  const Ran ran = nazo({"solve", file.path()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err, "nazo: " + file.path() + ":2:2: expected * or ., not '?'\n");
}

TEST(Cli, UsageErrors) {
  EXPECT_EQ(nazo({}).code, 2);
  EXPECT_EQ(nazo({"sovle"}).code, 2);
  EXPECT_NE(nazo({"sovle"}).err.find("did you mean solve?"), std::string::npos);
  EXPECT_NE(nazo({"solve", "--tmie", "1"}).err.find("did you mean --time?"), std::string::npos);
  EXPECT_EQ(nazo({"solve", "--time", "soon"}).code, 2);
  EXPECT_EQ(nazo({"solve", "--time"}).code, 2);
  EXPECT_EQ(nazo({"solve", "--memory", "much", "lights"}, plus).code, 2);
  EXPECT_EQ(nazo({"solve", "no-such-file.lights"}).code, 2);
  EXPECT_EQ(nazo({"solve", "/"}).code, 2);
  EXPECT_NE(nazo({"solve"}, plus).err.find("which puzzle is this?"), std::string::npos);
  EXPECT_EQ(nazo({"generate"}).code, 2);
  EXPECT_EQ(nazo({"generate", "chess"}).code, 2);
  EXPECT_EQ(nazo({"generate", "lights", "--size", "9"}).code, 2);
  EXPECT_EQ(nazo({"solve", "lights", "--size", "3"}, plus).code, 2) << "--size is for generate";
  EXPECT_EQ(nazo({"convert", "lights"}, plus).code, 2);
  EXPECT_EQ(nazo({"convert", "lights", "--to", "midi"}, plus).code, 2);
  EXPECT_EQ(nazo({"experiment", "alchemy"}).code, 2);
}

TEST(Cli, EveryVerbHasHelp) {
  for (const Verb& verb : verbs()) {
    const Ran ran = nazo({verb.name, "--help"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_NE(ran.out.find(verb.summary), std::string::npos);
    EXPECT_FALSE(verb.samples.empty()) << verb.name;
    for (const OptionFact& option : verb.options)
      EXPECT_NE(ran.out.find("--" + option.name), std::string::npos) << option.name;
    EXPECT_EQ(nazo({"help", verb.name}).out, ran.out);
  }
  EXPECT_NE(nazo({"generate", "lights", "--help"}).out.find("--size"), std::string::npos);
  EXPECT_NE(nazo({"--help"}).out.find("lights"), std::string::npos);
  EXPECT_EQ(nazo({"--version"}).code, 0);
}

TEST(Cli, CheckSaysWhatIsWrong) {
  const auto lines = nazo({"check", "lights", "--json"}, never).json();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(*lines[0].find("valid")->boolean(), false);
  EXPECT_EQ(text((*lines[0].find("findings")->items())[0], "code"), "unsolvable");
  EXPECT_EQ(nazo({"check", "lights"}, never).code, 1);
  EXPECT_EQ(nazo({"check", "lights"}, plus).code, 0);
  EXPECT_EQ(nazo({"check", "lights", "--nodes", "1"}, plus).code, 3);
}

TEST(Cli, CheckSaysWhatMendsIt) {
  const std::string lost = "S3 -- H3 --\nD3 -- SA --\nC3 H2 HA D2\nS2 C2 CA DA\n";
  const Ran said = with_catalog({"check", "superpuzz", "--repair"}, lost);
  EXPECT_EQ(said.code, 1);
  EXPECT_NE(said.out.find("→ swap_cards"), std::string::npos) << said.out;
  const auto lines = with_catalog({"check", "superpuzz", "--repair", "--json"}, lost).json();
  ASSERT_EQ(lines.size(), 1u);
  const Value& first = (*lines[0].find("repairs")->items())[0];
  EXPECT_EQ(first.find("places")->items()->size(), 2u);
  EXPECT_EQ(with_catalog({"check", "superpuzz"}, text(first, "text")).code, 0) << "the repaired deal is fit";
  EXPECT_EQ(with_catalog({"check", "superpuzz", "--repair", "--solution", "x"}, lost).code, 2);
}

TEST(Cli, OrdersMayAskForDifficulty) {
  const Ran easy =
      nazo({"generate", "lights", "--count", "2", "--keep", "difficulty <= 100 && difficulty >= 0", "--json"});
  EXPECT_EQ(easy.code, 0) << easy.err;
  EXPECT_EQ(easy.json().size(), 2u);
  const Ran none = nazo({"generate", "lights", "--count", "1", "--keep", "difficulty > 100", "--time", "0.3"});
  EXPECT_NE(none.code, 0) << "nothing is harder than everything";
}

TEST(Cli, CheckTakesASolutionAsTextAsAFileOrFromThePuzzle) {
  EXPECT_EQ(nazo({"check", "lights", "--solution", "2,2"}, plus).code, 0);
  EXPECT_EQ(nazo({"check", "lights", "--solution", "1,1"}, plus).code, 1);
  const TemporaryFile file("solution.txt", "2,2\n");
  EXPECT_EQ(nazo({"check", "lights", "--solution", file.path()}, plus).code, 0);
  const Ran solved = nazo({"solve", "lights", "--json"}, plus);
  EXPECT_EQ(nazo({"check", "--solution"}, solved.out).code, 0);
  EXPECT_EQ(nazo({"check", "lights", "--solution"}, plus).code, 2) << "none came with it";
}

TEST(Cli, VerbsPipe) {
  const Ran made = nazo({"generate", "lights", "--count", "5", "--json", "--seed", "3"});
  EXPECT_EQ(made.code, 0) << made.err;
  const auto puzzles = made.json();
  ASSERT_EQ(puzzles.size(), 5u);
  for (const Value& line : puzzles)
    for (const auto* field : {"id", "genre", "puzzle", "title", "solution", "features", "seed", "index"})
      EXPECT_NE(line.find(field), nullptr) << field;
  const Ran solved = nazo({"solve", "--json"}, made.out);
  EXPECT_EQ(solved.code, 0) << solved.err;
  const Ran analyzed = nazo({"analyze", "--json"}, solved.out);
  EXPECT_EQ(analyzed.code, 0);
  const auto lines = analyzed.json();
  ASSERT_EQ(lines.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(text(lines[i], "id"), text(puzzles[i], "id"));
    EXPECT_EQ(text(lines[i], "status"), "solved") << "earlier fields are handed on";
    EXPECT_EQ(lines[i].find("seed")->number(), 3);
    EXPECT_EQ(lines[i].find("features")->find("length")->number(), lines[i].find("length")->number());
  }
  EXPECT_EQ(nazo({"check", "--solution"}, analyzed.out).code, 0);
}

TEST(Cli, JsonInputErrorsNameTheLine) {
  EXPECT_EQ(nazo({"solve"}, "{\"genre\":\"lights\",\"puzzle\":\"*\"}\n{oops\n").err.substr(0, 24),
            "nazo: standard input:2:2");
  EXPECT_NE(nazo({"solve"}, "{\"genre\":\"chess\",\"puzzle\":\"*\"}\n").err.find("expected \"genre\""),
            std::string::npos);
  EXPECT_NE(nazo({"solve"}, "{\"genre\":\"lights\"}\n").err.find("expected a field \"puzzle\""), std::string::npos);
  EXPECT_EQ(nazo({"solve"}, "{\"genre\":\"lights\",\"puzzle\":\"?\"}\n").code, 2);
  EXPECT_EQ(nazo({"solve"}, std::string(100000, '{')).code, 2);
}

TEST(Cli, GenerateKeepsWhatIsAsked) {
  const Ran ran = nazo({"generate", "lights", "--count", "4", "--keep", "length >= 4 && lit > 2", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const Value& line : ran.json()) {
    EXPECT_GE(line.find("features")->find("length")->number(), 4);
    EXPECT_GT(line.find("features")->find("lit")->number(), 2);
  }
  EXPECT_EQ(nazo({"generate", "lights", "--keep", "length >"}).code, 2);
  EXPECT_NE(nazo({"generate", "lights", "--keep", "beauty > 3"}).err.find("no feature 'beauty'"), std::string::npos);
  const Ran none = nazo({"generate", "lights", "--keep", "length > 99", "--items", "50"});
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("keep"), std::string::npos) << "it says why nothing was kept";
  EXPECT_NE(none.err.find("candidates had length from "), std::string::npos) << "and what there is: " << none.err;
  const Ran judged = nazo({"generate", "lights", "--keep", "difficulty > 200", "--items", "20"});
  EXPECT_NE(judged.err.find("candidates had difficulty from "), std::string::npos) << judged.err;
  EXPECT_EQ(nazo({"generate", "lights", "--keep", "length > 99", "--time", "0.05"}).code, 3);
  const Ran refused = nazo({"generate", "lights", "--keep", "length > 9 && lit < 3 && length < 5"});
  EXPECT_EQ(refused.code, 2) << "refused at once";
  EXPECT_NE(refused.err.find("contradicts itself: length"), std::string::npos) << refused.err;
}

TEST(Cli, OptionsThatTakeAFileGetItsBytes) {
  const TemporaryFile file("board.lights", plus);
  const Ran from_file = nazo({"generate", "lights", "--board", file.path(), "--json"});
  ASSERT_EQ(from_file.code, 0) << from_file.err;
  EXPECT_EQ(*from_file.json().front().find("puzzle")->string(), plus);
  EXPECT_EQ(nazo({"generate", "lights", "--board", "-", "--json"}, plus).out, from_file.out) << "- is standard input";
  const Ran other_verb = nazo({"play", "lights", "--board", file.path()}, "quit\n");
  EXPECT_NE(other_verb.out.find("move 1"), std::string::npos) << other_verb.err;
  EXPECT_NE(nazo({"generate", "lights", "--help"}).out.find("--board FILE"), std::string::npos);
}

TEST(Cli, FilesThatCannotBeReadAreOneLine) {
  const std::string folder = std::filesystem::temp_directory_path().string();
  for (const std::string verb : {"generate", "play"})
    for (const auto& [name, why] : {std::pair<std::string, std::string>{folder, folder + ": is a folder"},
                                    {"/no/such/file", "/no/such/file: cannot be read"},
                                    {"", "--board takes the name of a file"}}) {
      const Ran ran = nazo({verb, "lights", "--board", name});
      EXPECT_EQ(ran.code, 2);
      EXPECT_EQ(ran.out, "");
      EXPECT_EQ(ran.err, "nazo: " + why + "\n");
    }
}

TEST(Cli, GenerateSortsAndBindsBooklets) {
  const Ran ran = nazo({"generate", "lights", "--count", "12", "--sort", "lit", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  double last = -1;
  for (const Value& line : ran.json()) {
    const double lit = line.find("features")->find("lit")->number();
    EXPECT_LE(last, lit);
    last = lit;
  }
  EXPECT_GT(last, 0);
  EXPECT_EQ(nazo({"generate", "lights", "--sort", "beauty"}).code, 2);
  const auto pages = [](const std::string& pdf) {
    std::size_t count = 0;
    for (std::size_t at = pdf.find("/Type /Page"); at != std::string::npos; at = pdf.find("/Type /Page", at + 1))
      if (pdf[at + 11] != 's') ++count;
    return count;
  };
  const Ran plain = nazo({"generate", "lights", "--count", "4", "--to", "pdf"});
  const Ran bound = nazo({"generate", "lights", "--count", "4", "--to", "pdf", "--sort", "lit", "--booklet"});
  EXPECT_TRUE(bound.out.starts_with("%PDF")) << bound.err;
  EXPECT_EQ(pages(plain.out), 1u);
  EXPECT_EQ(pages(bound.out), 2u) << "puzzles, and nothing on the back of them";
}

TEST(Cli, SameSeedSameBytesWithAnyNumberOfThreads) {
  const auto run = [](const char* threads, const char* seed) {
    return nazo({"generate", "lights", "--size", "4", "--count", "30", "--keep", "length >= 3", "--json", "--threads",
                 threads, "--seed", seed})
        .out;
  };
  EXPECT_EQ(run("1", "1"), run("2", "1"));
  EXPECT_NE(run("1", "1"), run("1", "2"));
  const Ran made = nazo({"generate", "lights", "--count", "20", "--json"});
  const auto answers = [&](const char* threads) {
    std::string out;
    for (const Value& line : nazo({"solve", "--json", "--threads", threads}, made.out).json())
      out += text(line, "id") + text(line, "solution") + line.find("nodes")->json() + "\n";
    return out;
  };
  EXPECT_EQ(answers("1"), answers("3"));
}

TEST(Cli, AnalyzeGivesTheFeaturesAskedFor) {
  const auto lines = nazo({"analyze", "lights", "--features", "lit", "--json"}, plus).json();
  EXPECT_EQ(lines[0].find("features")->json(), "{\"lit\":5}");
  EXPECT_EQ(*lines[0].find("exact")->boolean(), true);
  EXPECT_EQ(nazo({"analyze", "lights", "--features", "beauty"}, plus).code, 2);
}

TEST(Cli, ConvertWritesPicturesAndSheets) {
  EXPECT_EQ(nazo({"convert", "lights", "--to", "lights"}, plus).out, plus);
  EXPECT_TRUE(nazo({"convert", "lights", "--to", "svg"}, plus).out.starts_with("<svg"));
  EXPECT_TRUE(nazo({"convert", "lights", "--to", "svg", "--solved"}, plus + "\n" + plus).out.find("solution") !=
              std::string::npos);
  EXPECT_TRUE(nazo({"convert", "lights", "--to", "png"}, plus).out.starts_with("\x89PNG"));
  const Ran pdf = nazo({"convert", "lights", "--to", "pdf", "--solved", "--heading", "A <sheet>"}, plus);
  EXPECT_TRUE(pdf.out.starts_with("%PDF"));
  EXPECT_EQ(pdf.out, nazo({"convert", "lights", "--to", "pdf", "--solved", "--heading", "A <sheet>"}, plus).out)
      << "the same bytes each time";
  const auto lines = nazo({"convert", "lights", "--to", "json"}, plus).json();
  EXPECT_EQ(text(lines[0], "puzzle"), plus);
  EXPECT_EQ(nazo({"convert", "lights", "--to", "svg", "--output", "/no/such/place.svg"}, plus).code, 2);
}

TEST(Cli, BenchPrintsASignature) {
  const Ran one = nazo({"bench"}), two = nazo({"bench"});
  const auto signature = [](const std::string& out) { return out.substr(out.find("signature")); };
  EXPECT_EQ(one.code, 0);
  EXPECT_EQ(signature(one.out), signature(two.out));
  for (const Value& line : nazo({"bench", "--json"}).json())
    for (const auto* field : {"genre", "task", "nodes", "seconds", "rate"})
      EXPECT_NE(line.find(field), nullptr) << field;
}

TEST(Cli, GenresTellsEverything) {
  for (const Value& line : nazo({"genres", "--json"}).json())
    for (const auto* field : {"genre", "title", "formats", "features", "options"})
      EXPECT_NE(line.find(field), nullptr) << field;
  EXPECT_NE(nazo({"genres", "lights"}).out.find("fewest presses"), std::string::npos);
  EXPECT_EQ(nazo({"genres", "chess"}).code, 2);
}

TEST(Cli, ManPageAndCompletionsNameEveryVerb) {
  for (const auto* shape : {"man", "markdown", "bash", "zsh"}) {
    const Ran ran = nazo({"docs", shape});
    EXPECT_EQ(ran.code, 0);
    for (const Verb& verb : verbs()) EXPECT_NE(ran.out.find(verb.name), std::string::npos) << shape << " " << verb.name;
  }
  EXPECT_EQ(nazo({"docs", "papyrus"}).code, 2);
}

}  // namespace
}  // namespace nazo::cli
