// docs/PAPERS.md, row by row: whoever adds a row says here which small run of its command stands for it, and every
// option that the row names is in that run. Runs that need more than a line are tests of their own elsewhere; then the
// test is named, and it must be there and use what the row names.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/text.hpp"
#include "cli_fixture.hpp"

namespace nazo::cli {
namespace {

namespace fs = std::filesystem;

std::string source_file(const std::string& path) {
  std::ifstream file(std::string(NAZO_SOURCE_DIR "/") + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The cells of a row; \| within a cell is no border.
std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells{""};
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '|') {
      cells.back() += row[++i];
    } else if (row[i] == '|') {
      cells.emplace_back();
    } else {
      cells.back() += row[i];
    }
  }
  for (std::string& cell : cells) cell = std::string(trim(cell));
  return cells;
}

struct Row {
  std::string title;    ///< "002 figure 6"
  std::string command;  ///< the cell
};

std::vector<Row> rows_of_the_papers() {
  std::vector<Row> rows;
  std::string paper;
  const std::string text = source_file("docs/PAPERS.md");
  for (const Line& line : lines_of(text)) {
    const std::string here(line.text);
    if (here.starts_with("## Paper ")) paper = here.substr(9, 3);
    if (!here.starts_with("| ") || here.starts_with("| in the paper")) continue;
    const auto cells = cells_of(here);
    if (cells.size() > 2) rows.push_back({cat(paper, " ", cells[1]), cells[2]});
  }
  return rows;
}

/// What stands between backquotes in a cell.
std::vector<std::string> quoted_in(const std::string& cell) {
  std::vector<std::string> quoted;
  for (std::size_t from = cell.find('`'); from != std::string::npos;) {
    const std::size_t to = cell.find('`', from + 1);
    if (to == std::string::npos) break;
    quoted.push_back(cell.substr(from + 1, to - from - 1));
    from = cell.find('`', to + 1);
  }
  return quoted;
}

/// What a run must have of a row: options, verbs and experiments.
std::set<std::string> words_of(const std::string& cell) {
  std::set<std::string> words;
  for (const std::string& quoted : quoted_in(cell)) {
    std::string plain = quoted;
    std::erase_if(plain, [](char c) { return c == '[' || c == ']'; });
    const bool command = plain.starts_with("nazo ");
    std::size_t place = 0;
    std::string verb;
    for (const auto part : split(plain, ' ')) {
      const std::string word(trim(part));
      if (place == 1) verb = word;
      const bool leads = command && (place == 1 || (place == 2 && verb == "experiment"));
      if (leads || word.starts_with("--")) words.insert(word);
      ++place;
    }
  }
  return words;
}

struct SmallRun {
  std::vector<std::string> command;
  std::string says;     ///< somewhere in what it prints
  std::string input{};  ///< on its standard input
};

/// How a row is tried: by runs, and by tests elsewhere ("file.cpp:TestName").
struct Trial {
  std::vector<SmallRun> runs{};
  std::vector<std::string> tests{};
};

const std::string cross = "width 3\nheight 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\n";
const std::string corridor = "######\n#@$. #\n######\n";
const std::string mate = "6g1k/6+B2/6+N2/9/9/9/9/9/9 b B2r3g4s3n4l18p 1\n";
const std::string deal = "D3 C2 -- DA\n-- CA S2 --\nH2 -- HA C3\nS3 D2 SA H3\n";

const std::map<std::string, Trial>& trials() {
  const auto in_papers = [](const std::string& name) { return "papers_test.cpp:" + name; };
  const std::string people = in_papers("Tables42To44FromAStudyAndAnEstimateForANewPuzzle"),
                    printed = in_papers("EveryPrintedCorrelationStandsBesideOurs"),
                    table1 = in_papers("Table1OfPaper000FromAStudy"),
                    sokoban = in_papers("Table1OfPaper003WithOtherSetsOwnPartsAndAnExpert"),
                    tsume = in_papers("Tables51To78BesideThePrintedOnes"),
                    figure6 = in_papers("Table1AndFigure6OfPaper002");
  const auto measures = [](const std::string& names, const std::string& says) {
    return SmallRun{{"analyze", "sokoban", "-", "--features", names, "--json"}, says, corridor};
  };
  static const std::map<std::string, Trial> all{
      {"000 figure 1, the board",
       {.runs = {{{"analyze", NAZO_SOURCE_DIR "/examples/figure1.shisen", "--estimate", "--sweeps", "1", "--json"},
                  "\"tiles\":60"}}}},
      {"000 100 boards with ① to ⑥ (sections 4, 6)",
       {.runs = {{{"experiment", "shisen-features", "--boards", "1", "--size", "6x4", "--kinds", "6", "--border",
                   "inside", "--json"},
                  "border: inside"}}}},
      {"000 table 1, 16 rows", {.tests = {table1}}},
      {"000 the split at 13 (section 6)", {.tests = {table1}}},
      {"000 figures 6 and 7", {.tests = {table1}}},
      {"000 coefficients", {.tests = {table1}}},
      {"000 time of plays given up", {.tests = {table1}}},
      {"000 appendix, solvable or not",
       {.runs = {{{"analyze", "shisen", "-", "--json"}, "\"solvable_fraction\":", "1 1\n2 2\n"},
                 {{"solve", "shisen", "-"}, "solved", "1 1\n2 2\n"}}}},
      {"000 wish: weight by depth",
       {.runs = {{{"analyze", "shisen", "-", "--json"}, "\"solvable_fraction_layers\":", "1 1\n2 2\n"}}}},
      {"000 wish: pre-graded sets", {.tests = {in_papers("PreGradedSetsGoFromEasyToHard")}}},
      {"000 wish: larger boards, more boards",
       {.runs = {{{"analyze", "shisen", "-", "--estimate", "--sweeps", "1", "--json"}, "\"tiles\":4", "1 2\n1 2\n"},
                 {{"generate", "shisen", "--preset", "large", "--json"}, "\"puzzle\""}}}},
      {"000 wish: patterns that cause deadlock", {.tests = {in_papers("TheLibraryOfDeadlocksExplainsThem")}}},
      {"000 wish: Shanghai",
       {.runs = {{{"analyze", "shanghai", "-", "--json"}, "\"genre\":\"shanghai\"", "hut"},
                 {{"experiment", "shanghai-winnable", "--deals", "2", "--layout", "hut", "--json"}, "\"deals\":2"}}}},
      {"000 wish: sets fitted to a player",
       {.tests = {"people_test.cpp:RecommendsTheNearestAvoidsWhatWasSeenAndRecordsThePropensity",
                  "people_test.cpp:WhereNothingIsKnownOfSuccessNoRangeIsGiven"}}},
      {"001 table 4.1, the puzzles", {}},
      {"001 table 4.2, eleven features",
       {.runs = {{{"experiment", "nonogram-features", "FILE", "--trials", "20", "--csv"}, "d_E", cross}}}},
      {"001 scores (4.1, 4.2)", {.tests = {people, printed}}},
      {"001 tables 4.3, 4.4", {.tests = {people, printed}}},
      {"001 half of the subjects go with mean steps",
       {.tests = {"people_experiments_test.cpp:NonogramPersonalPrintsThePapersFiguresAndBothWarnings"}}},
      {"001 every subject has a strong feature",
       {.tests = {"people_experiments_test.cpp:NonogramPersonalPrintsThePapersFiguresAndBothWarnings"}}},
      {"001 figure 1.1, a person's estimate",
       {.tests = {people, "people_test.cpp:RateSpeaksByThePriorUntilThereIsAModel"}}},
      {"001 order of a puzzle not judged",
       {.tests = {"people_experiments_test.cpp:NonogramPersonalPrintsThePapersFiguresAndBothWarnings"}}},
      {"001 wish: how hard one technique is to apply",
       {.runs = {{{"analyze", "nonogram", "-", "--features", "effort_h1,effort_h6", "--json"}, "effort_h6", cross}},
        .tests = {in_papers("AStudysPlaysGiveTheirTechniques")}}},
      {"001 wish: steps of a solver who uses this person's techniques",
       {.tests = {in_papers("AStudysPlaysGiveTheirTechniques")}}},
      {"001 generation for a person",
       {.tests = {in_papers("APersonsTechniquesComeBackAndPuzzlesAreMadeForThem"),
                  "people_test.cpp:WhereNothingIsKnownOfSuccessNoRangeIsGiven"}}},
      {"002 figures 1 and 2, a deal and its solution",
       {.runs = {{{"solve", "superpuzz", "-", "--strategy", "breadth"}, "(fewest)", deal},
                 {{"convert", "superpuzz", "-", "--solved", "--to", "swaps"}, "(SA,H4)", deal}}}},
      {"002 table 1", {.tests = {figure6}}},
      {"002 figure 6", {.tests = {figure6}}},
      {"002 13 columns by extrapolation", {.tests = {figure6}}},
      {"002 figures 7 to 9",
       {.runs = {{{"solve", "superpuzz", "-", "--strategy", "priority-1", "--as-printed"}, "solved", deal}}}},
      {"002 wish: a test for states that cannot succeed",
       {.runs = {{{"solve", "superpuzz", "-", "--strategy", "priority-1", "--cut-lost"}, "solved", deal}},
        .tests = {in_papers("TheTestOfPaper002ForStatesThatCannotSucceed")}}},
      {"002 wish: the full pack", {.tests = {in_papers("WinnabilityGoesOnWithWhatAnEarlierRunLeftUndecided")}}},
      {"003 table 1, parts A and B", {.tests = {sokoban}}},
      {"003 table 1, last row: found interesting", {.tests = {sokoban}}},
      {"003 figures 8, 11, 12, single levels",
       {.runs = {{{"experiment", "sokoban-table1", "--loops", "2", "--csv", "--table", "printed"}, "trivial"}}}},
      {"003 a handmade set beside", {.tests = {sokoban}}},
      {"003 figures 5 and 10, parts and prototype",
       {.runs = {{{"generate", "sokoban", "--method", "paper", "--own-parts", "FILE", "--count", "1"},
                  "$",
                  "part\n....\n....\n\npart\n..#\n...\n\nprototype\n....\n....\n"}},
        .tests = {sokoban}}},
      {"003 section 6, what interesting levels have in common",
       {.runs = {measures("box_changes,direction_changes,pushes,detour,goal_reentries,wasted_area,trajectory_crossings",
                          "\"trajectory_crossings\":")}}},
      {"003 wish: fewer unsolvable levels", {.runs = {{{"generate", "sokoban", "--count", "1"}, "@"}}}},
      {"003 wish: choose the interesting ones",
       {.runs = {{{"rate", "sokoban", "-", "--json"}, "\"interest\":", corridor}}, .tests = {sokoban}}},
      {"003 wish: mend instead of throwing away",
       {.runs = {{{"generate", "sokoban", "--method", "paper", "--repair", "--count", "1"}, "@"}}}},
      {"003 wish: variety, cell by cell",
       {.runs = {{{"generate", "sokoban", "--outline", "cells", "--count", "1"}, "$"}}}},
      {"003 wish: surprise", {.runs = {measures("surprise", "\"surprise\":")}}},
      {"003 wish: beautiful shapes",
       {.runs = {measures("symmetry,compactness", "\"compactness\":1"),
                 {{"generate", "sokoban", "--preset", "symmetric", "--count", "1"}, "$"}}}},
      {"003 wish: four and five boxes", {.runs = {{{"generate", "sokoban", "--preset", "four", "--count", "1"}, "$"}}}},
      {"004 tables 5.1 to 5.7, 7.1 to 7.8", {.tests = {tsume}}},
      {"004 winners against ordinary problems", {.tests = {tsume}}},
      {"004 useless interpositions",
       {.runs = {{{"experiment", "tsume-proof-numbers", "FILE", "--mudaai", "exclude", "--json"}, "updates", mate}}}},
      {"004 figures 5.1 and 5.2",
       {.runs = {{{"experiment", "tsume-proof-numbers", "FILE", "--svg", "PICTURE", "--figure", "traces1",
                   "--normalise", "search", "--json"},
                  "updates",
                  mate}}}},
      {"004 two ways to measure (5.2)",
       {.runs = {{{"analyze", "tsume", "-", "--algorithm", "dfpn", "--ties", "left", "--json"}, "\"updates\":", mate},
                 {{"analyze", "tsume", "-", "--algorithm", "pns", "--ties", "last", "--json"}, "\"updates\"", mate}}}},
      {"004 tables 7.6 and 7.7, the generators",
       {.runs = {{{"experiment", "tsume-generators", "--methods", "random", "--items", "2", "--plies", "1..3",
                   "--analysed", "2", "--csv"},
                  "pn_mean_median"}}}},
      {"004 wish: do the numbers say what solvers feel?", {.tests = {in_papers("ProofNumbersAgainstWhatSolversFeel")}}},
      {"004 wish: interesting problems on purpose",
       {.runs = {{{"generate", "tsume", "--method", "compose", "--aim", "interest", "--plies", "3", "--nodes", "20000",
                   "--json"},
                  "\"solution\""}}}}};
  return all;
}

/// The text of one test, with what stands before it in its file (its fixture makes studies).
std::string test_text(const std::string& place) {
  const std::size_t colon = place.find(':');
  const std::string text = source_file("tests/cli/" + place.substr(0, colon));
  const std::size_t at = text.find(", " + place.substr(colon + 1) + ")");
  if (at == std::string::npos) return "";
  const std::size_t first = text.find("\nTEST");
  return text.substr(0, first) + text.substr(at, text.find("\n}\n", at) - at);
}

TEST(PaperRows, EveryRowHasARunOrATestWithItsOptions) {
  std::set<std::string> seen;
  for (const Row& row : rows_of_the_papers()) {
    seen.insert(row.title);
    const auto trial = trials().find(row.title);
    if (trial == trials().end()) {
      ADD_FAILURE() << "nothing runs this row: " << row.title;
      continue;
    }
    std::string used;
    for (const SmallRun& run : trial->second.runs) used += "\"" + join(run.command, "\" \"") + "\" ";
    for (const std::string& test : trial->second.tests) {
      const std::string text = test_text(test);
      EXPECT_NE(text, "") << row.title << ": no test " << test;
      used += text;
    }
    for (const std::string& word : words_of(row.command))
      EXPECT_TRUE(used.contains("\"" + word + "\"")) << row.title << " names " << word << ", its runs do not";
  }
  for (const auto& [title, trial] : trials()) EXPECT_TRUE(seen.contains(title)) << "no such row: " << title;
  EXPECT_GT(seen.size(), 50u);
}

TEST(PaperRows, SmallRunsOfTheRowsDoWhatTheySay) {
  const TemporaryFile picture("rows.svg", "");
  for (const auto& [title, trial] : trials())
    for (const SmallRun& run : trial.runs) {
      std::string input = run.input;
      if (input == "hut") input = with_catalog({"generate", "shanghai", "--layout", "hut"}).out;
      const TemporaryFile file(input == mate ? "rows.sfen" : input == cross ? "rows.non" : "rows.txt", input);
      std::vector<std::string> command = run.command;
      for (std::string& word : command)
        if (word == "FILE" || word == "PICTURE") word = word == "FILE" ? file.path() : picture.path();
      const Ran ran = with_catalog(command, input);
      EXPECT_EQ(ran.code, 0) << title << ": " << join(command, " ") << "\n" << ran.err;
      EXPECT_TRUE(ran.out.contains(run.says)) << title << ": " << join(command, " ") << "\n" << ran.out.substr(0, 400);
    }
}

}  // namespace
}  // namespace nazo::cli
