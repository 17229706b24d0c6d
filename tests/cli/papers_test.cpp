// Small versions of the commands of docs/PAPERS.md that need more than a line; papers_rows_test.cpp has the list of all
// rows.
#include <cmath>
#include <map>
#include <set>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "cli_fixture.hpp"
#include "experiments/paper002_states.hpp"
#include "workshop/resume.hpp"
#include "xml_check.hpp"

namespace nazo::cli {
namespace {

class Papers : public ::testing::Test {
 protected:
  TemporaryFile store{"papers.db", ""};
  TemporaryFile picture{"papers.svg", ""};

  Papers() { std::filesystem::remove(store.path()); }
  ~Papers() override {
    for (const char* more : {"-wal", "-shm"}) std::filesystem::remove(store.path() + more);
  }

  /// A study of these puzzles with players who do not exist.
  void make_study(const std::string& name, const std::string& puzzles, std::vector<std::string> more = {}) {
    std::vector<std::string> order{"study", "create", name, "-", "--store", store.path()};
    order.insert(order.end(), more.begin(), more.end());
    const Ran made = with_catalog(order, puzzles);
    ASSERT_EQ(made.code, 0) << made.err;
    const Ran played = with_catalog({"study", "simulate", name, "--players", "12", "--store", store.path()});
    ASSERT_EQ(played.code, 0) << played.err;
  }
  [[nodiscard]] std::string drawn() const {
    std::ifstream file(picture.path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

std::string boards(const std::string& border, int count) {
  return with_catalog({"experiment", "shisen-features", "--boards", std::to_string(count), "--size", "6x4", "--kinds",
                       "6", "--border", border, "--json"})
      .out;
}

/// Rows of one table of an experiment, read back from its CSV.
std::vector<std::map<std::string, std::string>> csv_table(std::vector<std::string> command, const std::string& table) {
  for (const std::string& word : {std::string("--csv"), std::string("--table"), table}) command.push_back(word);
  const Ran ran = with_catalog(command);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto rows = csv_rows(ran.out);
  std::vector<std::map<std::string, std::string>> named;
  for (std::size_t i = 1; rows && i < rows->size(); ++i) {
    auto& row = named.emplace_back();
    for (std::size_t c = 0; c < (*rows)[i].cells.size(); ++c)
      row[rows->front().cells[c].text] = (*rows)[i].cells[c].text;
  }
  return named;
}

TEST_F(Papers, Table1OfPaper000FromAStudy) {
  make_study("first", boards("inside", 16));
  const std::vector<std::string> command{"experiment", "shisen-table1", "--study",    "first",
                                         "--store",    store.path(),    "--simulated"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> args = command;
    args.insert(args.end(), more.begin(), more.end());
    return with_catalog(args);
  };
  const Ran counted = with({"--json", "--svg", picture.path(), "--language", "ja"});
  ASSERT_EQ(counted.code, 0) << counted.err;
  const auto lines = counted.json();
  ASSERT_EQ(lines.size(), 24u) << "eight rows of the paper and four with layers, for both targets";
  EXPECT_NEAR(lines[7].find("printed_r")->number(), .700, 1e-9);
  EXPECT_NEAR(lines[19].find("printed_r")->number(), .519, 1e-9);
  EXPECT_EQ(lines[0].find("n")->number(), 16);
  for (const Value& line : lines) EXPECT_TRUE(*line.find("simulated")->boolean());
  EXPECT_EQ(xml_fault(drawn()), "");
  for (const char* words : {"図6", "図7", "状態空間を分割する層", "推定値 時間指標値（②～⑥による）", "使用", "最大："})
    EXPECT_TRUE(drawn().contains(words)) << words;
  const Ran without = with({"--json", "--give-ups", "left-out"});
  ASSERT_EQ(without.code, 0) << without.err;
  EXPECT_NE(without.json()[0].find("r")->json(), lines[0].find("r")->json()) << "give-ups matter to time";
  EXPECT_EQ(without.json()[12].find("r")->json(), lines[12].find("r")->json()) << "and not to success";
  EXPECT_EQ(with({"--split", "scan"}).code, 0);
  const Ran words = with({"--language", "ja"});
  for (const char* said : {"解答時間", "正答率", "定数項", "② moves_mean_first"})
    EXPECT_TRUE(words.out.contains(said)) << said;
  EXPECT_EQ(with({"--split", "99"}).code, 2);
  const Ran people = with_catalog({"experiment", "shisen-table1", "--study", "first", "--store", store.path()});
  EXPECT_EQ(people.code, 2) << "nobody has played";
  EXPECT_TRUE(people.err.contains("simulated")) << people.err;
}

TEST_F(Papers, TheSplitIsThatOfAnalyze) {
  // ② and ③ for a split are what analyze says with --split.
  const std::string board = boards("outside", 1);
  const Ran five = with_catalog({"analyze", "--split", "5", "--json"}, board);
  const Ran whole = with_catalog({"analyze", "--json"}, board);
  const std::vector<Value> lines = five.json();
  const Value& layers = *lines.at(0).find("features")->find("layers");
  double moves = 0, states = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const Value& layer = (*layers.items())[i];
    states += layer.find("states")->number();
    moves += layer.find("states")->number() * layer.find("moves_mean")->number();
  }
  EXPECT_NEAR(lines[0].find("features")->find("moves_mean_first")->number(), moves / states, 1e-9);
  EXPECT_EQ(layers.json(), whole.json()[0].find("features")->find("layers")->json());
}

TEST_F(Papers, InsideBoardsMakeStudiesOfTheirOwn) {
  const std::string inside = boards("inside", 2);
  EXPECT_TRUE(inside.contains("border: inside\\n"));
  make_study("inside", inside);
  EXPECT_TRUE(with_catalog({"study", "export", "--store", store.path()}).out.contains("border: inside"));
}

TEST_F(Papers, PreGradedSetsGoFromEasyToHard) {
  const Ran made =
      with_catalog({"study", "create", "graded", "-", "--graded", "4", "--store", store.path()}, boards("outside", 12));
  ASSERT_EQ(made.code, 0) << made.err;
  const Ran out = with_catalog({"study", "export", "--store", store.path()});
  const Ran status = with_catalog({"study", "status", "graded", "--store", store.path(), "--json"});
  EXPECT_EQ(status.json()[0].find("puzzles")->number(), 4);
  EXPECT_EQ(
      with_catalog({"study", "create", "more", "-", "--graded", "5", "--store", store.path()}, boards("outside", 2))
          .code,
      2);
}

TEST_F(Papers, TheLibraryOfDeadlocksExplainsThem) {
  const Ran ran = with_catalog({"experiment", "shisen-deadlocks", "--boards", "4", "--plays", "10", "--size", "6x4",
                                "--border", "inside", "--json", "--svg", picture.path()});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto lines = ran.json();
  ASSERT_FALSE(lines.empty());
  EXPECT_NEAR(lines.back().find("explained")->number(), 1, 1e-9) << "every deadlock holds a blocking group";
  double before = 0;
  for (const Value& line : lines) {
    EXPECT_GE(line.find("tiles")->number(), before) << "smallest first";
    before = line.find("tiles")->number();
    // A shape that was met blocked is a deadlock where it was met; those of four tiles block anywhere.
    EXPECT_GE(before, 4);
  }
  EXPECT_EQ(xml_fault(drawn()), "");
}

TEST_F(Papers, Tables42To44FromAStudyAndAnEstimateForANewPuzzle) {
  const Ran made = with_catalog({"generate", "nonogram", "--count", "5", "--size", "6x6", "--seed", "5", "--json"});
  make_study("logic", made.out, {"--comparisons"});
  TemporaryFile fresh(
      "fresh.jsonl",
      with_catalog({"generate", "nonogram", "--count", "1", "--size", "7x7", "--seed", "9", "--json"}).out);
  const std::vector<std::string> command{"experiment", "nonogram-personal", fresh.path(), "--study", "logic",
                                         "--store",    store.path(),        "--shuffles", "1",       "--simulated"};
  const Ran shown = with_catalog(command);
  ASSERT_EQ(shown.code, 0) << shown.err;
  for (const char* words : {"Table 4.2", "Table 4.3", "Table 4.4", "by chance", "Scores", "for this person", "T_mean"})
    EXPECT_TRUE(shown.out.contains(words)) << words;
  for (const Line& line : lines_of(shown.out)) EXPECT_TRUE(line.text.starts_with("[simulated]")) << line.text;
}

TEST_F(Papers, EveryPrintedCorrelationStandsBesideOurs) {
  const std::vector<std::string> command{"experiment", "nonogram-personal", "--shuffles", "0"};
  const auto printed = csv_table(command, "printed");
  ASSERT_EQ(printed.size(), 132u);
  std::size_t exact = 0;
  double largest = 0;
  std::map<std::string, std::size_t> strong, positive;
  for (const auto& row : printed) {
    const double shown = real_of(row.at("printed_r")).value(), r = real_of(row.at("r")).value();
    exact += row.at("off") == "0";
    largest = std::max(largest, std::abs(real_of(row.at("off")).value()));
    EXPECT_NEAR(r, shown, .06) << row.at("subject") << " " << row.at("feature");
    EXPECT_EQ(row.at("within_rounding"), "true");
    strong[row.at("feature")] += std::abs(r) >= .7;
    positive[row.at("feature")] += r >= .7;
  }
  EXPECT_EQ(exact, 101u);
  EXPECT_NEAR(largest, .04, 1e-9);
  // The counts below table 4.3 agree with what is underlined above them.
  const auto rates = csv_table(command, "table4.3");
  ASSERT_EQ(rates.size(), 12 + 4u);
  const auto &either = rates[12], &up = rates[14];
  EXPECT_EQ(either.at("person"), "|r| ≥ .7");
  EXPECT_EQ(up.at("person"), "r ≥ +.7");
  for (const auto& [feature, count] : either) {
    if (feature == "person") continue;
    EXPECT_EQ(count, std::to_string(strong[feature])) << feature;
    EXPECT_EQ(up.at(feature), std::to_string(positive[feature])) << feature;
    EXPECT_GT(real_of(rates[13].at(feature)).value(), real_of(rates[15].at(feature)).value()) << "chance, both signs";
  }
  EXPECT_GT(strong["d_h1"], positive["d_h1"]);
}

TEST_F(Papers, APersonsTechniquesComeBackAndPuzzlesAreMadeForThem) {
  const Ran ran = with_catalog({"experiment", "nonogram-solver", "--persons", "2", "--plays", "8", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  int compared = 0, right = 0;
  std::vector<Value> often;
  for (const Value& line : ran.json()) {
    EXPECT_TRUE(*line.find("simulated")->boolean());
    const Value* used = line.find("used");
    if (used != nullptr && used->number() >= 15) often.push_back(line);
  }
  ASSERT_GE(often.size(), 6u);
  for (const Value& a : often) {
    EXPECT_NEAR(std::log(a.find("seconds")->number() / a.find("planted_seconds")->number()), 0, .6) << a.json();
    for (const Value& b : often) {
      if (a.find("person")->json() != b.find("person")->json()) continue;
      const double truth = a.find("planted")->number() - b.find("planted")->number();
      if (truth < 1) continue;
      ++compared;
      right += a.find("preference")->number() > b.find("preference")->number();
    }
  }
  EXPECT_GT(compared, 3);
  EXPECT_EQ(right, compared) << "of two techniques the one that is liked clearly more is found to be";
  // Made for somebody: twice the time asked for gives puzzles that take longer, and they can be played.
  const auto made = [&](const char* size) {
    return with_catalog({"experiment", "nonogram-solver", "--persons", "1", "--plays", "4", "--make", "2", "--seconds",
                         "120", "--size", size, "--json"});
  };
  const Ran puzzles = made("6x6");
  ASSERT_EQ(puzzles.code, 0) << puzzles.err;
  int given = 0;
  std::string text;
  for (const Value& line : puzzles.json())
    if (line.find("puzzle") != nullptr) {
      ++given;
      EXPECT_GT(line.find("seconds")->number(), 120 / 4.);
      EXPECT_LT(line.find("seconds")->number(), 120 * 4.);
      text += line.json() + "\n";
    }
  EXPECT_EQ(given, 2) << puzzles.err;
  EXPECT_EQ(with_catalog({"solve", "--json", "-"}, text).code, 0);
}

TEST_F(Papers, AsManyPuzzlesAreMadeAsWantedHoweverOftenTheyAreSolved) {
  // A share that is summed up (ten times .1) need not come to 1: what is always solved must be kept all the same.
  for (const char* solvings : {"3", "6", "7", "10", "30"}) {
    const Ran ran = with_catalog({"experiment", "nonogram-solver", "--persons", "1", "--plays", "2", "--make", "1",
                                  "--solvings", solvings, "--size", "5x5", "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    std::size_t made = 0;
    for (const Value& line : ran.json())
      if (line.find("puzzle") != nullptr) {
        ++made;
        EXPECT_EQ(line.find("solved")->number(), 1) << solvings;
      }
    EXPECT_EQ(made, 1u) << solvings;
    EXPECT_EQ(ran.err, "") << "nothing is missing";
  }
}

TEST_F(Papers, AStudysPlaysGiveTheirTechniques) {
  const Ran made = with_catalog({"generate", "nonogram", "--count", "3", "--size", "6x6", "--seed", "5", "--json"});
  make_study("logic", made.out);
  std::vector<std::string> command{"experiment", "nonogram-solver", "--study", "logic",
                                   "--store",    store.path(),      "--json"};
  const Ran nobody = with_catalog(command);
  EXPECT_EQ(nobody.code, 2) << "nobody has played";
  EXPECT_TRUE(nobody.err.contains("simulated")) << nobody.err;
  command.emplace_back("--simulated");
  const Ran ran = with_catalog(command);
  ASSERT_EQ(ran.code, 0) << ran.err;
  double steps = 0;
  for (const Value& line : ran.json())
    if (line.find("plays") != nullptr) steps += line.find("steps")->number() + line.find("unexplained")->number();
  EXPECT_GT(steps, 12) << "every move of a play is a step";
  // One person alone: the same person's techniques and no other's.
  std::set<std::string> persons;
  for (const Value& line : ran.json())
    if (line.find("plays") != nullptr) persons.insert(*line.find("person")->string());
  ASSERT_GT(persons.size(), 1u);
  command.insert(command.end(), {"--person", *persons.begin()});
  const Ran alone = with_catalog(command);
  ASSERT_EQ(alone.code, 0) << alone.err;
  for (const Value& line : alone.json()) EXPECT_EQ(*line.find("person")->string(), *persons.begin());
}

TEST_F(Papers, Tables51To78BesideThePrintedOnes) {
  TemporaryFile set("papers.sfen",
                    "6g1k/6+B2/6+N2/9/9/9/9/9/9 b B2r3g4s3n4l18p 1\n9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1\n"
                    "5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1\n");
  const Ran ran = with_catalog({"experiment", "tsume-proof-numbers", set.path(), "--printed", "rows", "--svg",
                                picture.path(), "--language", "ja", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  std::size_t printed = 0, problems = 0;
  for (const Value& line : ran.json()) {
    if (const Value* features = line.find("features")) {
      ++problems;
      const double updates = features->find("updates")->number();
      EXPECT_NEAR(features->find("pn_sum")->number() / updates, features->find("pn_mean")->number(), 1e-9);
      EXPECT_LE(line.find("excluded")->find("updates")->number(), updates) << "fewer answers, fewer updates here";
    } else if (line.find("dn_full") != nullptr) {
      ++printed;
      // The paper's own quotients hold in every row, to the digits printed.
      const double updates = line.find("updates")->number();
      EXPECT_NEAR(line.find("pn_sum")->number() / updates, line.find("pn_mean")->number(), 5.1e-4) << line.json();
      EXPECT_NEAR(line.find("dn_sum")->number() / updates, line.find("dn_mean")->number(), .03) << line.json();
    }
  }
  EXPECT_EQ(problems, 3u);
  EXPECT_EQ(printed, 141u);
  EXPECT_EQ(xml_fault(drawn()), "");
  EXPECT_TRUE(drawn().contains("証明数の推移"));
  // One picture holds the traces of several problems, and only that picture does.
  EXPECT_EQ(with_catalog({"convert", set.path(), "--to", "trace"}).code, 2);
  const std::string one = "6g1k/6+B2/6+N2/9/9/9/9/9/9 b B2r3g4s3n4l18p 1\n";
  const auto trace = [&](const char* language) {
    return with_catalog({"convert", "tsume", "-", "--to", "trace", "--language", language}, one).out;
  };
  EXPECT_TRUE(trace("en").contains("proof number") && !trace("en").contains("証明数"));
  EXPECT_TRUE(trace("ja").contains("証明数") && !trace("ja").contains("updates"));
  // Without files the paper's own sets are compared: the contest of 5 plies lies above the book.
  const Ran own = with_catalog({"experiment", "tsume-proof-numbers", "--json"});
  ASSERT_EQ(own.code, 0) << own.err;
  bool seen = false;
  for (const Value& line : own.json()) {
    const Value* feature = line.find("feature");
    if (feature == nullptr || *feature->string() != "pn_mean" || *line.find("plies")->string() != "5") continue;
    if (!line.find("a")->string()->contains("7.1") || !line.find("b")->string()->contains("7.2")) continue;
    seen = true;
    EXPECT_LT(line.find("superiority")->number(), .5);
    EXPECT_LT(line.find("p")->number(), .05);
  }
  EXPECT_TRUE(seen);
}

TEST_F(Papers, ProofNumbersAgainstWhatSolversFeel) {
  std::string problems;
  for (const char* plies : {"1", "3", "5"})
    problems += with_catalog({"generate", "tsume", "--plies", plies, "--count", "4", "--seed", "3", "--json"}).out;
  make_study("mates", problems);
  for (const char* target : {"time", "success", "marks"}) {
    const Ran fit = with_catalog({"fit", "--study", "mates", "--store", store.path(), "--simulated", "--target", target,
                                  "--predictors", "pn_mean;pn_mean,dn_mean", "--json"});
    ASSERT_EQ(fit.code, 0) << fit.err;
    ASSERT_GE(fit.json().size(), 2u);
    EXPECT_FALSE(fit.json()[0].find("r")->is_null());
    EXPECT_GE(fit.json()[0].find("n")->number(), 10);
    EXPECT_EQ(*fit.json()[0].find("target")->string(), target);
    const Ran japanese = with_catalog({"fit", "--study", "mates", "--store", store.path(), "--simulated", "--target",
                                       target, "--predictors", "pn_mean", "--language", "ja"});
    for (const char* words : {"目的変数", "定数項"}) EXPECT_TRUE(japanese.out.contains(words)) << japanese.out;
    EXPECT_FALSE(japanese.out.contains(target)) << japanese.out;
  }
  // The same predictors go with comparisons and models, which take the sets together.
  make_study("pairs", with_catalog({"generate", "tsume", "--plies", "3", "--count", "5", "--seed", "4", "--json"}).out,
             {"--comparisons"});
  const Ran compared = with_catalog({"fit", "--study", "pairs", "--store", store.path(), "--simulated", "--target",
                                     "comparisons", "--predictors", "pn_mean;pn_mean,dn_mean", "--json"});
  ASSERT_EQ(compared.code, 0) << compared.err;
  EXPECT_TRUE(compared.out.contains("\"pn_mean\"") && compared.out.contains("\"dn_mean\"")) << compared.out;
}

TEST_F(Papers, Table1AndFigure6OfPaper002) {
  const std::vector<std::string> small{"experiment", "superpuzz-table1", "--deals", "6", "--columns", "3..6"};
  std::vector<std::string> drawing = small;
  for (const char* word : {"--csv", "--svg"}) drawing.emplace_back(word);
  drawing.push_back(picture.path());
  ASSERT_EQ(with_catalog(drawing).code, 0);
  EXPECT_EQ(xml_fault(drawn()), "");
  for (const char* words : {"columns", "priority-1, paper", "best (ours)", "median and quartiles"})
    EXPECT_TRUE(drawn().contains(words)) << words;
  const auto whole = csv_table(small, "table1");
  ASSERT_EQ(whole.size(), 4 * 5u) << "every size asked for, the paper's four strategies and ours";
  for (const auto& row : whole) {
    EXPECT_EQ(row.at("stopped"), "0");
    EXPECT_EQ(row.at("mean"), row.at("at_least"));
    EXPECT_EQ(row.at("paper").empty(), row.at("columns") == "3" || row.at("strategy") == "best");
  }
  for (const auto& row : csv_table(small, "extrapolation"))
    EXPECT_TRUE(row.at("ours").empty()) << "a line through three sizes says nothing";
  for (const auto& row :
       csv_table({"experiment", "superpuzz-table1", "--deals", "2", "--columns", "4..8"}, "extrapolation"))
    EXPECT_FALSE(row.at("ours").empty()) << row.at("strategy");
  // What a limit cuts off leaves no mean, but what it is at least; never more than what the whole search finds.
  std::vector<std::string> limited = small;
  limited.insert(limited.end(), {"--nodes", "60"});
  const auto cut = csv_table(limited, "table1");
  ASSERT_EQ(cut.size(), whole.size());
  int without_mean = 0;
  for (std::size_t i = 0; i < cut.size(); ++i) {
    if (cut[i].at("mean").empty()) ++without_mean;
    EXPECT_EQ(cut[i].at("mean").empty(), cut[i].at("stopped") != "0" || cut[i].at("undecided") != "0");
    if (!cut[i].at("at_least").empty()) {
      EXPECT_LE(real_of(cut[i].at("at_least")).value(), real_of(whole[i].at("at_least")).value());
    }
  }
  EXPECT_GT(without_mean, 5);
  for (const char* wrong : {"14", "1..3", "6..5", "some", "4.."}) {
    const Ran ran = with_catalog({"experiment", "superpuzz-table1", "--columns", wrong});
    EXPECT_EQ(ran.code, 2) << wrong;
    EXPECT_TRUE(ran.err.contains("from 2 to 13")) << ran.err;
  }
}

TEST_F(Papers, TheIntervalsOfPaper002sMeansHoldTheMeanOfManyDeals) {
  // Sets of 100 deals against the mean of all: the interval must hold it about as often as it says.
  const TemporaryFile log("deals.log", "");
  const std::vector<std::string> many{"experiment", "superpuzz-table1", "--deals", "4000",  "--columns",
                                      "4",          "--seed",           "11",      "--log", log.path()};
  const auto whole = csv_table(many, "table1");
  const auto lines = read_log(log.path());
  ASSERT_TRUE(lines && lines->items.size() == 4000u);
  constexpr std::size_t sets = 40;
  for (std::size_t s = 0; s < whole.size(); ++s) {
    const double truth = real_of(whole[s].at("mean")).value();
    std::size_t held = 0, bounds = 0;
    for (std::size_t set = 0; set < sets; ++set) {
      StateCounts counts, cut;
      for (std::size_t i = set * 100; i < set * 100 + 100; ++i) {
        const Value& deal = lines->items[i];
        if (*deal.find("status")->string() != "solved") continue;
        const double states = (*deal.find("states")->items())[s].number();
        counts.solvable.push_back({states});
        cut.solvable.push_back({std::min(states, 400.), states > 400});
      }
      Value row = Value::object(), bounded = Value::object();
      counts.describe(row);
      cut.describe(bounded);
      held += row.find("estimate_low")->number() <= truth && truth <= row.find("estimate_high")->number();
      bounds += bounded.find("estimate_low")->number() <= truth;
      if (bounded.find("stopped")->number() == 0) continue;
      EXPECT_TRUE(bounded.find("estimate_high")->is_null()) << "nobody saw the tail";
      EXPECT_GE(bounded.find("guess")->number(), bounded.find("at_least")->number());
    }
    EXPECT_GE(held, sets * 85 / 100) << whole[s].at("strategy");
    EXPECT_GE(bounds, sets * 95 / 100) << whole[s].at("strategy");
  }
}

TEST_F(Papers, TheTestOfPaper002ForStatesThatCannotSucceed) {
  const auto rows =
      csv_table({"experiment", "superpuzz-cut-lost", "--deals", "30", "--columns", "4", "--seed", "3"}, "saved");
  ASSERT_EQ(rows.size(), 8u);
  for (const auto& row : rows) {
    if (row.at("deals") != "unsolvable") continue;
    EXPECT_NE(row.at("compared"), "0");
    EXPECT_GT(real_of(row.at("saved")).value(), .1) << "an exhausted space is much smaller without what is lost";
    EXPECT_LT(real_of(row.at("saved")).value(), 1);
  }
}

TEST_F(Papers, WinnabilityGoesOnWithWhatAnEarlierRunLeftUndecided) {
  const TemporaryFile first("first.log", ""), second("second.log", "");
  const std::vector<std::string> deals{"experiment", "superpuzz-winnability", "--deals", "40", "--columns", "7",
                                       "--json"};
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> args = deals;
    args.insert(args.end(), more.begin(), more.end());
    return with_catalog(args);
  };
  const Ran quick = run({"--nodes", "60", "--log", first.path()});
  const Value short_of = quick.json().at(0);
  EXPECT_GT(short_of.find("undecided")->number(), 0);
  EXPECT_GT(short_of.find("solved")->number(), 0);
  const Ran after = run({first.path(), "--log", second.path()});
  ASSERT_EQ(after.code, 0) << after.err;
  const Value together = after.json().at(0), alone = run({}).json().at(0);
  for (const char* field : {"solved", "unsolvable", "undecided", "low", "high"})
    EXPECT_EQ(together.find(field)->json(), alone.find(field)->json()) << field;
  EXPECT_EQ(together.find("undecided")->number(), 0);
  EXPECT_LE(short_of.find("low")->number(), together.find("low")->number());
  EXPECT_GE(short_of.find("high")->number(), together.find("high")->number());
  // With undecided deals an estimate stands beside the bounds, within them.
  if (const Value* supposed = short_of.find("supposed")) {
    EXPECT_GT(supposed->number(), short_of.find("low")->number());
    EXPECT_LT(supposed->number(), short_of.find("high")->number());
  }
  const Ran other = run({first.path(), "--seed", "2"});
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(other.err.contains("earlier run over the same deals")) << other.err;
}

TEST_F(Papers, WinnabilitySearchesASampleOfTheUndecidedDeeper) {
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> args{"experiment", "superpuzz-winnability", "--deals", "300", "--columns", "6"};
    args.insert(args.end(), more.begin(), more.end());
    return with_catalog(args);
  };
  const auto found = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--json"});
    const Ran ran = run(more);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.json().at(0);
  };
  const auto number = [](const Value& row, const char* field) { return row.find(field)->number(); };
  const Value truth = found({}), shallow = found({"--nodes", "20"});
  ASSERT_EQ(number(truth, "undecided"), 0);
  const double share = number(truth, "solved") / 300;
  // Forty of the undecided to their end: less is left open than before, and the interval holds what is true.
  const Value sampled = found({"--nodes", "20", "--deeper", "1000000:40"});
  EXPECT_EQ(number(sampled, "undecided"), number(shallow, "undecided") - 40);
  EXPECT_LT(number(sampled, "half_width"), number(shallow, "half_width"));
  EXPECT_LT(number(sampled, "low"), share);
  EXPECT_GT(number(sampled, "high"), share);
  // All of them: the same as if they had been searched so far at once.
  const Value all = found({"--nodes", "20", "--deeper", "1000000:300"});
  for (const char* field : {"solved", "unsolvable", "undecided", "low", "high"})
    EXPECT_EQ(all.find(field)->json(), truth.find(field)->json()) << field;

  EXPECT_EQ(run({"--deeper", "40"}).code, 2);
  EXPECT_EQ(run({"--deeper", "40:0"}).code, 2);
  EXPECT_EQ(run({"--deeper", "4000:10,400:5"}).code, 2) << "states grow";
  const TemporaryFile part("part", "");
  const Ran shared = run({"--deeper", "4000:10", "--shard", "1/2", "--log", part.path()});
  EXPECT_EQ(shared.code, 2);
  EXPECT_TRUE(shared.err.contains("cannot be shared out")) << shared.err;
}

TEST_F(Papers, Table1OfPaper003WithOtherSetsOwnPartsAndAnExpert) {
  const TemporaryFile set("handmade.xsb", "######\n#@$. #\n######\n\n#######\n#@$  .#\n#######\n");
  const TemporaryFile parts("parts.txt", "; two rooms\npart\n....\n....\n\npart\n..#\n...\n\nprototype\n....\n....\n");
  const std::vector<std::string> command{"experiment", "sokoban-table1", set.path(), "--loops", "300",
                                         "--parts",    parts.path(),     "--seed",   "4"};
  const auto sets = csv_table(command, "sets");
  ASSERT_EQ(sets.size(), 4 * 4u) << "kept with A, B and own parts, the file; four measures";
  EXPECT_EQ(sets.back().at("measure"), "area");
  EXPECT_EQ(sets[12].at("set").substr(0, 4), "nazo") << sets[12].at("set");
  EXPECT_EQ(sets[12].at("least"), "1") << "pushes of the first level";
  std::uint64_t ended = 0;
  for (const auto& row : csv_table(command, "table1"))
    if (row.at("outcome") != "found interesting") ended += number_of<std::uint64_t>(row.at("ours")).value();
  EXPECT_EQ(ended, 3 * 300u) << "every loop ends in one way";
  // An expert who likes many box changes.
  auto kept = csv_table(command, "kept");
  ASSERT_GT(kept.size(), 12u);
  std::string verdicts = "loop,text,interesting\n";
  std::map<std::string, std::uint64_t> liked;
  for (const auto& row : kept) {
    const bool interesting = real_of(row.at("box_changes")).value() >= 6;
    liked[row.at("parts")] += interesting;
    verdicts += cat(row.at("loop"), ",", csv_cell(row.at("text")), ",", interesting ? "yes" : "no", "\n");
  }
  const TemporaryFile judged("verdicts.csv", verdicts);
  std::vector<std::string> with_expert = command;
  with_expert.insert(with_expert.end(), {"--verdicts", judged.path()});
  for (const auto& row : csv_table(with_expert, "table1"))
    if (row.at("outcome") == "found interesting") {
      EXPECT_EQ(row.at("ours"), std::to_string(liked[row.at("parts")])) << row.at("parts");
      EXPECT_EQ(row.at("paper"), row.at("parts") == "A" ? "13" : row.at("parts") == "B" ? "14" : "");
    }
  double changes = 0, others = 0;
  for (const auto& row : csv_table(with_expert, "interest")) {
    const double weight = real_of(row.at("weight")).value();
    (row.at("feature") == "box_changes" ? changes : others) =
        row.at("feature") == "box_changes" ? weight : std::max(others, weight);
  }
  EXPECT_GT(changes, .3);
  EXPECT_GT(changes, others) << "what the expert goes by weighs most";
  // The model rates: every level kept, judged or not, and those of the files.
  double liked_chance = 0, other_chance = 0;
  std::size_t liked_levels = 0, other_levels = 0;
  for (const auto& row : csv_table(with_expert, "kept")) {
    const double chance = real_of(row.at("chance")).value();
    EXPECT_TRUE(chance > 0 && chance < 1) << chance;
    (row.at("interesting") == "yes" ? liked_chance : other_chance) += chance;
    ++(row.at("interesting") == "yes" ? liked_levels : other_levels);
  }
  EXPECT_GT(liked_chance / static_cast<double>(liked_levels), other_chance / static_cast<double>(other_levels) + .2);
  const auto rated = csv_table(with_expert, "rated");
  ASSERT_EQ(rated.size(), 2u) << "the levels of the file";
  for (const auto& row : rated) {
    EXPECT_EQ(row.at("interesting"), "");
    EXPECT_LT(real_of(row.at("chance")).value(), .5) << "one push after another is not what this expert likes";
  }
  for (const auto& row : kept) EXPECT_EQ(row.at("chance"), "") << "without verdicts nothing is said";
  std::vector<std::string> drawing = with_expert;
  for (const char* word : {"--csv", "--svg"}) drawing.emplace_back(word);
  drawing.push_back(picture.path());
  ASSERT_EQ(with_catalog(drawing).code, 0);
  EXPECT_EQ(xml_fault(drawn()), "");
  const TemporaryFile wrong("wrong.csv", "text,interesting\n\"####\n#@$.#\n\",perhaps\n");
  const Ran refused = with_catalog({"experiment", "sokoban-table1", "--loops", "1", "--verdicts", wrong.path()});
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(refused.err.contains("yes, no or empty")) << refused.err;
}

TEST_F(Papers, AnExpertMayJudgeFewLevelsInAnyCase) {
  // The levels that are judged are what the table counts, even where they are too few for a model.
  const std::vector<std::string> command{"experiment", "sokoban-table1", "--loops", "60", "--seed", "4"};
  const auto kept = csv_table(command, "kept");
  ASSERT_GE(kept.size(), 4u);
  std::string verdicts = "text,interesting\n";
  const char* const answers[] = {"Yes", "YES", "No", " nO "};
  for (std::size_t i = 0; i < 4; ++i) verdicts += cat(csv_cell(kept[i].at("text")), ",", answers[i], "\n");
  const TemporaryFile judged("few.csv", verdicts);
  std::vector<std::string> with_expert = command;
  with_expert.insert(with_expert.end(), {"--verdicts", judged.path()});
  const Ran shown = with_catalog(with_expert);
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_TRUE(shown.out.contains("No model of interest yet")) << shown.out;
  std::uint64_t interesting = 0;
  for (const auto& row : csv_table(with_expert, "table1"))
    if (row.at("outcome") == "found interesting")
      interesting += number_of<std::uint64_t>(row.at("ours")).value_or(0);  // empty where nothing was judged
  EXPECT_EQ(interesting, 2u);
  for (const auto& row : csv_table(with_expert, "kept")) EXPECT_EQ(row.at("chance"), "");
}

TEST_F(Papers, PartsOfOnesOwnThatAreEmptyAreRefusedAsWhatTheyAre) {
  const TemporaryFile nothing("empty-parts.txt", "");
  const Ran ran = with_catalog({"experiment", "sokoban-table1", "--loops", "1", "--parts", nothing.path()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_FALSE(ran.err.contains("one of A, B")) << ran.err;
  EXPECT_TRUE(ran.err.contains("part")) << ran.err;
}

}  // namespace
}  // namespace nazo::cli
