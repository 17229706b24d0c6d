// Long experiments survive being killed: whatever byte of the log was the last, the same command prints the same bytes.
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "catalog/catalog.hpp"
#include "cli_fixture.hpp"
#include "experiments/experiments.hpp"
#include "workshop/resume.hpp"

namespace nazo::cli {
namespace {

namespace fs = std::filesystem;

std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct LongRun {
  std::string experiment;
  std::vector<std::string> options;
};

class Resuming : public ::testing::TestWithParam<LongRun> {
 protected:
  Resuming()
      : folder_(fs::temp_directory_path() /
                ("nazo-resume-" + std::to_string(::getpid()) + "-" + GetParam().experiment)) {
    fs::create_directories(folder_);
    std::ofstream(path("problems.sfen"))
        << "6g1k/6+B2/6+N2/9/9/9/9/9/9 b B2r3g4s3n4l18p 1\n9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1\n";
    std::ofstream(path("cross.non")) << "width 3\nheight 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\n";
    std::ofstream(path("scores.csv")) << "person,P,Q,R,S\na,0,1,2,3\nb,1,0,2,3\nc,3,1,2,0\n";
    std::ofstream(path("features.csv")) << "puzzle,T_mean,other\nP,1,4\nQ,2,2\nR,3,3\nS,5,1\n";
  }
  ~Resuming() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

  [[nodiscard]] std::vector<std::string> command(const std::string& log, bool json) const {
    std::vector<std::string> args{"experiment", GetParam().experiment};
    for (std::string option : GetParam().options) {
      if (option.starts_with("FILE:")) option = path(option.substr(5));
      args.push_back(option);
    }
    if (json) args.emplace_back("--json");
    args.emplace_back("--log");
    args.push_back(log);
    return args;
  }

 private:
  fs::path folder_;
};

TEST_P(Resuming, FromAnyByteOfTheLog) {
  const std::string log = path("whole.log");
  const Ran whole = with_catalog(command(log, false));
  ASSERT_EQ(whole.code, 0) << whole.err;
  ASSERT_FALSE(whole.out.empty());
  const std::string kept = text_of_file(log);
  ASSERT_GE(std::ranges::count(kept, '\n'), 2) << "a log with a header alone keeps nothing";
  // From nothing to everything, on line ends and between them.
  std::vector<std::size_t> ends{0, 1, kept.find('\n'), kept.find('\n') + 1, kept.size() - 1, kept.size()};
  for (std::size_t i = 1; i < 4; ++i) ends.push_back(kept.size() * i / 4);
  for (const std::size_t end : ends) {
    const std::string cut = path("cut.log");
    std::ofstream(cut, std::ios::binary | std::ios::trunc) << kept.substr(0, end);
    const Ran again = with_catalog(command(cut, false));
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(again.out, whole.out) << "cut after " << end << " of " << kept.size() << " bytes";
  }
}

TEST_P(Resuming, AfterAKill) {
  const Ran whole = with_catalog(command(path("whole.log"), true));
  const std::string log = path("killed.log");
  for (const int milliseconds : {5, 60}) {
    const pid_t child = fork();
    if (child == 0) {
      (void)with_catalog(command(log, true));
      _exit(0);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
  }
  const Ran again = with_catalog(command(log, true));
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, whole.out);
}

INSTANTIATE_TEST_SUITE_P(
    Experiments, Resuming,
    ::testing::Values(
        LongRun{"superpuzz-table1", {"--deals", "3", "--columns", "4..5"}},
        LongRun{"superpuzz-cut-lost", {"--deals", "3", "--columns", "4..5"}},
        LongRun{"superpuzz-winnability", {"--deals", "6", "--columns", "5", "--time", "10"}},
        LongRun{"superpuzz-winnability", {"--deals", "8", "--columns", "6", "--nodes", "9", "--deeper", "90:3,9000:2"}},
        LongRun{"shanghai-winnable", {"--deals", "6", "--layout", "hut", "--time", "10"}},
        LongRun{"shisen-features", {"--boards", "3", "--size", "6x4", "--kinds", "6"}},
        LongRun{"shisen-table1", {"--boards", "13", "--size", "6x4", "--kinds", "6"}},
        LongRun{"shisen-deadlocks", {"--boards", "4", "--plays", "3", "--size", "6x4"}},
        LongRun{"sokoban-table1", {"--loops", "8"}}, LongRun{"nonogram-features", {"FILE:cross.non", "--trials", "50"}},
        LongRun{"nonogram-personal", {"FILE:scores.csv", "FILE:features.csv", "--shuffles", "4"}},
        LongRun{"nonogram-solver",
                {"FILE:cross.non", "--persons", "1", "--plays", "2", "--size", "5x5", "--solvings", "2"}},
        LongRun{"tsume-proof-numbers", {"FILE:problems.sfen"}},
        LongRun{"tsume-generators", {"--methods", "random", "--items", "2", "--plies", "1..3", "--analysed", "2"}},
        LongRun{"simulated-players", {"--repeats", "1", "--judged", "1", "--world", "null"}}),
    [](const auto& test) {
      std::string name = test.param.experiment;
      std::erase(name, '-');
      return cat(name, test.index);
    });

TEST(Resume, EveryLongExperimentIsTried) {
  // Whoever adds an experiment adds it above, unless it is over in a minute.
  const std::set<std::string> tried{
      "shisen-table1",     "shisen-deadlocks",   "superpuzz-table1",    "superpuzz-winnability", "shisen-features",
      "sokoban-table1",    "nonogram-features",  "tsume-proof-numbers", "tsume-generators",      "simulated-players",
      "shanghai-winnable", "superpuzz-cut-lost", "nonogram-solver",     "nonogram-personal"};
  const std::set<std::string> quick{};
  for (const Experiment& experiment : experiments())
    EXPECT_TRUE(tried.contains(experiment.name) || quick.contains(experiment.name)) << experiment.name;
}

/// What the generator itself says of each loop, counted without the experiment.
TEST(SokobanTable1, CountsWhatTheGeneratorSays) {
  constexpr std::uint64_t loops = 300;
  const Genre* sokoban = find_genre(catalog(), "sokoban");
  const Ran ran =
      with_catalog({"experiment", "sokoban-table1", "--loops", std::to_string(loops), "--seed", "5", "--json"});
  std::map<std::string, std::uint64_t> sums, printed;
  for (const std::string parts : {"A", "B"}) {
    const auto options = Options::make(sokoban->facts().options, {{"method", "paper"}, {"parts", parts}});
    for (std::uint64_t i = 0; i < loops; ++i) {
      const auto batch = sokoban->generate({.options = *options, .keep = nullptr, .seed = 5, .index = i}, {});
      ASSERT_TRUE(batch);
      if (!batch->candidates.empty()) ++sums[parts + " solved, kept"];
      for (const auto& [reason, count] : batch->rejected) {
        if (reason == "creation_failed") sums[parts + " could not be built"] += count;
        if (reason == "unsolvable") sums[parts + " no solution"] += count;
      }
    }
  }
  std::uint64_t all = 0;
  for (const Value& line : ran.json()) {
    if (line.find("outcome") == nullptr || line.find("ours")->is_null()) continue;  // another table
    const auto ours = static_cast<std::uint64_t>(line.find("ours")->number());
    printed[*line.find("parts")->string() + " " + *line.find("outcome")->string()] = ours;
    all += ours;
  }
  for (const auto& [what, count] : sums) EXPECT_EQ(printed[what], count) << what;
  EXPECT_GT(sums["A could not be built"] + sums["B could not be built"], 0u) << "enough loops to see each outcome";
  EXPECT_EQ(all, 2 * loops) << "every loop ends in one way";
}

TEST(Resume, ALogOfAnotherRunIsRefused) {
  const TemporaryFile log("other.log", "");
  ASSERT_EQ(with_catalog({"experiment", "sokoban-table1", "--loops", "2", "--log", log.path()}).code, 0);
  const Ran other = with_catalog({"experiment", "sokoban-table1", "--loops", "3", "--log", log.path()});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("belongs to another run"), std::string::npos) << other.err;
  const TemporaryFile rubbish("rubbish.log", "this is no log\n");
  EXPECT_EQ(with_catalog({"experiment", "sokoban-table1", "--loops", "2", "--log", rubbish.path()}).code, 2);
}

TEST(Resume, OneProcessAtATimeWritesALog) {
  const TemporaryFile file("locked.log", "");
  const auto first = ResumeFile::open(file.path(), Value::object().set("a", 10.0));
  ASSERT_TRUE(first);
  const auto second = ResumeFile::open(file.path(), Value::object().set("a", 10.0));
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().text().find("another nazo"), std::string::npos);
}

}  // namespace
}  // namespace nazo::cli
