// Runs whose items are made elsewhere: in shards that are merged, in an earlier run, by other ranks. The same bytes.
#include <map>
#include <thread>

#include "cli_fixture.hpp"
#include "tools/local_ranks.hpp"

namespace nazo::cli {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Elsewhere : public ::testing::TestWithParam<std::vector<std::string>> {
 protected:
  Elsewhere() : folder_(fs::temp_directory_path() / ("nazo-shards-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
    const Ran deals = with_catalog({"generate", "superpuzz", "--count", "11", "--columns", "4", "--seed", "3"});
    std::ofstream(path("deals.deal")) << deals.out;
  }
  ~Elsewhere() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

  [[nodiscard]] std::vector<std::string> command(std::vector<std::string> more) const {
    std::vector<std::string> words;
    for (const std::string& word : GetParam()) words.push_back(word == "DEALS" ? path("deals.deal") : word);
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

 private:
  fs::path folder_;
};

TEST_P(Elsewhere, ShardsAreMergedToTheSameBytes) {
  if (GetParam().front() == "experiment") GTEST_SKIP() << "several stages";
  const Ran whole = with_catalog(command({"--log", path("whole.log")}));
  ASSERT_NE(whole.code, 2) << whole.err;
  ASSERT_FALSE(whole.out.empty());
  std::vector<std::string> merge{"merge"};
  for (const std::string shard : {"2/3", "3/3", "1/3"}) {
    const std::string part = path("part" + shard.substr(0, 1));
    const Ran ran = with_catalog(command({"--shard", shard, "--log", part, "--threads", "2"}));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find("shard " + shard + " is made"), std::string::npos) << ran.err;
    merge.push_back(part);
  }
  merge.insert(merge.end(), {"--log", path("merged.log")});
  const Ran merged = with_catalog(merge);
  EXPECT_EQ(merged.code, whole.code) << merged.err;
  EXPECT_EQ(merged.out, whole.out);
  EXPECT_EQ(bytes_of(path("merged.log")), bytes_of(path("whole.log")));
}

TEST_P(Elsewhere, ALogIsGoneOnWithFromAnyByte) {
  const Ran whole = with_catalog(command({"--log", path("whole.log")}));
  const std::string kept = bytes_of(path("whole.log"));
  for (const std::size_t end : {std::size_t{0}, kept.size() / 3, kept.size() / 2, kept.size() - 1, kept.size()}) {
    std::ofstream(path("cut.log"), std::ios::binary | std::ios::trunc) << kept.substr(0, end);
    const Ran again = with_catalog(command({"--log", path("cut.log"), "--threads", "2"}));
    EXPECT_EQ(again.code, whole.code) << again.err;
    EXPECT_EQ(again.out, whole.out) << "cut after " << end;
    EXPECT_EQ(bytes_of(path("cut.log")), kept) << "cut after " << end;
  }
}

TEST_P(Elsewhere, RanksGiveTheSameBytes) {
  const Ran whole = with_catalog(command({"--log", path("whole.log")}));
  for (const unsigned size : {1u, 3u}) {
    LocalRanks ranks(size);
    std::vector<Ran> ran(size);
    ranks.run([&](Ranks& mine) {
      std::istringstream in;
      std::ostringstream out, err;
      Ran& own = ran[mine.rank()];
      own.code = run(command({"--log", path("ranks.log"), "--threads", "2"}), {.in = in, .out = out, .err = err},
                     catalog(), &mine);
      own.out = out.str();
      own.err = err.str();
    });
    EXPECT_EQ(ran[0].code, whole.code) << ran[0].err;
    EXPECT_EQ(ran[0].out, whole.out);
    EXPECT_EQ(bytes_of(path("ranks.log")), bytes_of(path("whole.log")));
    for (unsigned rank = 1; rank < size; ++rank) EXPECT_EQ(ran[rank].out, "") << "rank 0 alone prints";
    fs::remove(path("ranks.log"));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Verbs, Elsewhere,
    ::testing::Values(std::vector<std::string>{"solve", "--json", "DEALS"}, std::vector<std::string>{"solve", "DEALS"},
                      std::vector<std::string>{"check", "DEALS"}, std::vector<std::string>{"analyze", "--csv", "DEALS"},
                      std::vector<std::string>{"rate", "--json", "DEALS"},
                      std::vector<std::string>{"generate", "sokoban", "--count", "4", "--items", "20", "--json"},
                      std::vector<std::string>{"experiment", "sokoban-table1", "--loops", "2", "--json"}));

/// It keeps the seconds of every deal, so its log is its own; what is printed says nothing of them.
TEST(Shards, AnExperimentOfOneStage) {
  const std::vector<std::string> words{"experiment", "superpuzz-winnability", "--deals", "6", "--columns", "5",
                                       "--json"};
  std::vector<std::string> merge{"merge"};
  std::vector<std::unique_ptr<TemporaryFile>> parts;
  for (const std::string shard : {"1/2", "2/2"}) {
    parts.push_back(std::make_unique<TemporaryFile>("winnable" + shard.substr(0, 1), ""));
    fs::remove(parts.back()->path());
    std::vector<std::string> part = words;
    part.insert(part.end(), {"--shard", shard, "--log", parts.back()->path()});
    EXPECT_EQ(with_catalog(part).code, 0);
    merge.push_back(parts.back()->path());
  }
  const Ran merged = with_catalog(merge);
  EXPECT_EQ(merged.code, 0) << merged.err;
  EXPECT_FALSE(merged.json().empty());
}

TEST(Shards, WhatDoesNotFitIsSaidInALine) {
  const TemporaryFile deals("shards.deal",
                            with_catalog({"generate", "superpuzz", "--count", "3", "--columns", "4"}).out);
  const TemporaryFile part("shards.part", ""), log("shards.log", "");
  const auto says = [](const std::vector<std::string>& words, const std::string& what) {
    const Ran ran = with_catalog(words);
    EXPECT_EQ(ran.code, 2) << ran.out;
    EXPECT_NE(ran.err.find(what), std::string::npos) << ran.err;
  };
  fs::remove(part.path());
  says({"solve", deals.path(), "--shard", "0/2", "--log", part.path()}, "k from 1 to n");
  says({"solve", deals.path(), "--shard", "1/2"}, "--shard needs --log");
  says({"generate", "sokoban", "--shard", "1/2", "--log", part.path()}, "--shard needs --items");
  says({"merge", deals.path()}, "not the log of a run");
  fs::remove(part.path());
  ASSERT_EQ(with_catalog({"solve", deals.path(), "--shard", "1/2", "--log", part.path()}).code, 0);
  says({"merge", part.path()}, "this is shard 1/2, but there are 1 parts");
  says({"merge", part.path(), part.path()}, "is there twice");
  fs::remove(log.path());
  ASSERT_EQ(with_catalog({"solve", deals.path(), "--log", log.path()}).code % 2, 0);
  const TemporaryFile others(
      "shards2.deal", with_catalog({"generate", "superpuzz", "--count", "3", "--columns", "4", "--seed", "9"}).out);
  says({"solve", others.path(), "--log", log.path()}, "another puzzle than that of the input");
}

}  // namespace
}  // namespace nazo::cli
