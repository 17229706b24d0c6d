// One battery of tests that every genre passes.
//
//   NAZO_CONTRACT_BATTERY(Superpuzz, superpuzz_genre());
//
// Everything goes through the Genre interface, so it says nothing of how a genre works inside, only whether it keeps
// the contract of puzzle/genre.hpp.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "base/rng.hpp"
#include "base/text.hpp"
#include "puzzle/critique.hpp"
#include "puzzle/genre.hpp"
#include "puzzle/usual.hpp"

namespace nazo::contract {

/// What a genre may need to make its generator quick in tests, for example {{"columns", "5"}}.
using Given = std::map<std::string, std::string>;

class Battery : public ::testing::Test {
 protected:
  virtual const Genre& genre() const = 0;
  virtual Given small() const { return {}; }

  Options options(const Given& given = {}) const {
    auto made = Options::make(genre().facts().options, given);
    EXPECT_TRUE(made) << (made ? "" : made.error().text());
    return made ? *made : Options{};
  }
  Puzzle puzzle(const Example& example) const {
    const auto parsed = genre().parse(example.text, genre().facts().formats.front().name, options());
    EXPECT_TRUE(parsed) << example.name << ": " << (parsed ? "" : parsed.error().text());
    EXPECT_EQ(parsed ? parsed->size() : 0, 1u) << example.name;
    return parsed && !parsed->empty() ? parsed->front() : Puzzle{};
  }
  static Context quick() { return {.budget = {.seconds = 20, .bytes = std::uint64_t{256} << 20}}; }

  std::vector<Candidate> generated(std::size_t count, std::uint64_t seed = 1) const {
    std::vector<Candidate> kept;
    const Options opts = options(small());
    for (std::uint64_t index = 0; kept.size() < count && index < 2000; ++index) {
      const auto batch = genre().generate({.options = opts, .keep = nullptr, .seed = seed, .index = index}, quick());
      EXPECT_TRUE(batch) << (batch ? "" : batch.error().text());
      if (!batch) break;
      for (const Candidate& candidate : batch->candidates)
        if (kept.size() < count) kept.push_back(candidate);
    }
    EXPECT_EQ(kept.size(), count) << "the generator brings candidates";
    return kept;
  }

  void facts_are_complete() const {
    const Facts& facts = genre().facts();
    EXPECT_FALSE(facts.name.empty());
    EXPECT_FALSE(facts.title.empty());
    EXPECT_FALSE(facts.about.empty());
    EXPECT_FALSE(facts.sizes.empty());
    EXPECT_FALSE(facts.solution_help.empty());
    ASSERT_FALSE(facts.formats.empty());
    EXPECT_TRUE(facts.formats.front().reads && facts.formats.front().writes && facts.formats.front().whole)
        << "the native format";
    EXPECT_FALSE(facts.features.empty());
    EXPECT_FALSE(facts.codes.empty());
    EXPECT_GE(facts.examples.size(), 2u);
    std::set<std::string> names;
    for (const auto& option : facts.options) {
      EXPECT_TRUE(names.insert(option.name).second) << "twice: " << option.name;
      EXPECT_FALSE(option.help.empty()) << option.name;
      EXPECT_FALSE(option.verbs.empty()) << option.name;
      if (option.kind == OptionKind::choice) {
        EXPECT_TRUE(option.fallback.empty() || std::ranges::count(option.choices, option.fallback)) << option.name;
      }
    }
    for (const auto& preset : facts.presets) {
      Given given;
      for (const auto& [name, value] : preset.options)
        if (!std::ranges::count(std::array<std::string_view, 6>{"count", "keep", "seed", "sort", "booklet", "heading"},
                                name))
          given.emplace(name, value);
      for (const OptionFact& option : facts.options)
        if (option.kind == OptionKind::file) {
          EXPECT_FALSE(given.contains(option.name)) << preset.name << ": a preset brings no file";
        }
      EXPECT_TRUE(Options::make(facts.options, given)) << preset.name;
    }
  }

  void every_format_round_trips() const {
    for (const Example& example : genre().facts().examples) {
      const Puzzle original = puzzle(example);
      for (const FormatFact& format : genre().facts().formats) {
        if (!format.writes || !format.whole) continue;
        const auto printed = genre().print(original, format.name, options(), {});
        ASSERT_TRUE(printed) << format.name << ": " << printed.error().text();
        if (!format.reads) continue;
        const auto again = genre().parse(*printed, format.name, options());
        ASSERT_TRUE(again) << format.name << ": " << again.error().text() << "\n" << *printed;
        ASSERT_EQ(again->size(), 1u);
        EXPECT_EQ(again->front().text, original.text) << format.name;
        const auto found_out = genre().parse(*printed, "", options());
        ASSERT_TRUE(found_out) << "the format of " << format.name << " is found out: " << found_out.error().text();
        EXPECT_EQ(found_out->front().text, original.text) << format.name;
      }
      const auto twice = genre().parse(original.text, genre().facts().formats.front().name, options());
      ASSERT_TRUE(twice);
      EXPECT_EQ(twice->front().text, original.text) << "native text is normalised";
    }
  }

  void examples_are_solved_and_checked() const {
    for (const Example& example : genre().facts().examples) {
      const Puzzle p = puzzle(example);
      const auto verdict = genre().solve(p, options(), quick());
      ASSERT_TRUE(verdict) << example.name;
      EXPECT_EQ(name(verdict->status), name(example.solvable ? Status::solved : Status::unsolvable)) << example.name;
      if (verdict->status != Status::solved) continue;
      const auto report = genre().verify(p, verdict->solution, options(), {});
      ASSERT_TRUE(report);
      EXPECT_TRUE(report->valid()) << example.name << ": " << verdict->solution;
      EXPECT_GT(verdict->stats.nodes, 0u);
    }
  }

  void codes_are_declared() const {
    for (const Example& example : genre().facts().examples) {
      const auto report = genre().check(puzzle(example), options(), quick());
      ASSERT_TRUE(report) << example.name;
      bool invalidated = false;
      for (const Finding& finding : report->findings) {
        const auto fact = std::ranges::find(genre().facts().codes, finding.code, &CodeFact::code);
        ASSERT_NE(fact, genre().facts().codes.end()) << finding.code;
        EXPECT_FALSE(finding.message.empty());
        invalidated |= fact->invalidates;
      }
      EXPECT_EQ(report->valid(), !invalidated) << example.name;
      if (!example.solvable) {
        EXPECT_FALSE(report->valid()) << example.name;
      }
    }
  }

  void features_are_declared() const {
    for (const Example& example : genre().facts().examples) {
      const auto analysis = genre().analyze(puzzle(example), {}, options(small()), quick());
      ASSERT_TRUE(analysis) << example.name << ": " << analysis.error().text();
      ASSERT_NE(analysis->features.fields(), nullptr);
      for (const auto& [feature, value] : *analysis->features.fields())
        EXPECT_TRUE(std::ranges::count(genre().facts().features, feature, &FeatureFact::name)) << feature;
      (void)genre().prior(analysis->features);
    }
    (void)genre().prior(Value::object());
  }

  void generated_puzzles_hold() const {
    for (const Candidate& candidate : generated(6)) {
      const std::string& native = genre().facts().formats.front().name;
      const auto parsed = genre().parse(candidate.puzzle.text, native, options());
      ASSERT_TRUE(parsed) << parsed.error().text() << "\n" << candidate.puzzle.text;
      EXPECT_EQ(parsed->front().text, candidate.puzzle.text);
      EXPECT_EQ(candidate.puzzle.genre, genre().facts().name);
      const auto verdict = genre().solve(candidate.puzzle, options(), quick());
      ASSERT_TRUE(verdict);
      if (!candidate.solution.empty()) {
        EXPECT_TRUE(genre().verify(candidate.puzzle, candidate.solution, options(), {})->valid());
      }
      if (verdict->status != Status::solved) continue;
      EXPECT_TRUE(genre().verify(candidate.puzzle, verdict->solution, options(), {})->valid());
      EXPECT_TRUE(genre().check(candidate.puzzle, options(), quick()));
      EXPECT_TRUE(genre().picture(candidate.puzzle, "", options(), {})->starts_with("<svg"));
      EXPECT_TRUE(genre().picture(candidate.puzzle, verdict->solution, options(), {})->starts_with("<svg"));
      const auto canonical = genre().canonical(candidate.puzzle, {});
      ASSERT_TRUE(canonical);
      const auto same = genre().parse(*canonical, native, options());
      ASSERT_TRUE(same) << "canonical text is native text";
      EXPECT_EQ(*genre().canonical(same->front(), {}), *canonical);
    }
  }

  void same_seed_same_bytes() const {
    const auto run = [&](unsigned threads) {
      std::string bytes;
      const Options opts = options(small());
      ordered_map<std::string>(
          8, threads,
          [&](std::uint64_t index) {
            std::string out;
            const auto batch = genre().generate({.options = opts, .keep = nullptr, .seed = 7, .index = index}, quick());
            for (const Candidate& c : batch->candidates)
              out += c.puzzle.text + "|" + c.solution + "|" + c.features.json() + "\n";
            for (const auto& [reason, count] : batch->rejected) out += cat(reason, " ", count, "\n");
            return out;
          },
          [&](std::uint64_t, std::string out) {
            bytes += out;
            return true;
          });
      return bytes;
    };
    const std::string one = run(1);
    EXPECT_FALSE(one.empty());
    EXPECT_EQ(one, run(2));
  }

  /// Each solution is altered in one place: a move left out, or one letter changed to another that occurs in it. What
  /// is accepted must really win when played out through `play` and `status`; most alterations must be refused.
  void altered_solutions_are_refused() const {
    Rng rng(5);
    for (const Example& example : genre().facts().examples) {
      if (!example.solvable) continue;
      const Puzzle p = puzzle(example);
      const auto verdict = genre().solve(p, options(), quick());
      ASSERT_TRUE(verdict);
      const auto moves = genre().replay(p, verdict->solution, options(), {});
      ASSERT_TRUE(moves);
      std::size_t tried = 0, refused = 0;
      const auto alter = [&](const std::string& altered) {
        if (altered == verdict->solution) return;
        const auto report = genre().verify(p, altered, options(), {});
        const bool accepted = report && report->valid();
        ++tried;
        refused += !accepted;
        if (accepted) {
          EXPECT_TRUE(played_out_wins(p, altered)) << example.name << ": " << altered;
        }
      };
      for (const std::string& move : *moves)
        if (const std::size_t at = verdict->solution.find(move); at != std::string::npos) {
          std::string altered = verdict->solution;
          alter(altered.erase(at, move.size()));
        }
      for (int i = 0; i < 40 && !verdict->solution.empty(); ++i) {
        std::string altered = verdict->solution;
        altered[rng.below(altered.size())] = verdict->solution[rng.below(altered.size())];
        alter(altered);
      }
      alter("this is no solution");
      alter("");
      EXPECT_GE(2 * refused, tried) << example.name;
      EXPECT_GE(refused, 1u) << example.name;
    }
  }

  bool played_out_wins(const Puzzle& p, std::string_view solution) const {
    const auto moves = genre().replay(p, solution, options(), {});
    auto position = genre().start(p, options(), {});
    if (!moves || !position) return false;
    for (const std::string& move : *moves) {
      position = genre().play(*position, move, options(), {});
      if (!position) return false;
    }
    const auto standing = genre().status(*position, options(), {});
    return standing && *standing == Standing::won;
  }

  void play_agrees_with_solve() const {
    for (const Example& example : genre().facts().examples) {
      const Puzzle p = puzzle(example);
      const auto first = genre().start(p, options(), {});
      ASSERT_TRUE(first);
      ASSERT_TRUE(genre().draw(*first, options(), {}));
      ASSERT_TRUE(genre().view(*first, options(), {}));
      const auto verdict = genre().solve(p, options(), quick());
      if (verdict->status == Status::solved) {
        EXPECT_TRUE(played_out_wins(p, verdict->solution)) << example.name;
      }
      std::string position = *first;
      for (int step = 0; step < 3; ++step) {
        const auto standing = genre().status(position, options(), {});
        ASSERT_TRUE(standing);
        const auto moves = genre().moves(position, options(), {});
        ASSERT_TRUE(moves);
        if (*standing != Standing::playing) break;
        ASSERT_FALSE(moves->empty()) << "still playing, so something can be done";
        for (const Move& move : *moves) {
          const auto next = genre().play(position, move.text, options(), {});
          EXPECT_TRUE(next) << move.text << ": " << next.error().text();
        }
        EXPECT_FALSE(genre().play(position, "no such move", options(), {}));
        position = *genre().play(position, moves->front().text, options(), {});
      }
      for (const auto level : {HintLevel::solvable, HintLevel::step, HintLevel::why}) {
        const auto hint = genre().hint(*first, level, options(), quick());
        ASSERT_TRUE(hint);
        EXPECT_FALSE(hint->text.empty());
        EXPECT_TRUE(is_declared(hint->technique)) << hint->technique << ": " << hint->text;
        if (hint->solvable) {
          EXPECT_EQ(*hint->solvable, example.solvable) << example.name;
        }
        if (!hint->move.empty()) {
          EXPECT_TRUE(genre().play(*first, hint->move, options(), {})) << hint->move;
        }
        if (level == HintLevel::solvable) {
          EXPECT_TRUE(hint->move.empty());
        }
      }
    }
  }

  [[nodiscard]] bool is_declared(const std::string& technique) const {
    if (std::ranges::find(plain_techniques, technique) != plain_techniques.end()) return true;
    return std::ranges::find(genre().facts().techniques, technique, &TechniqueFact::code) !=
           genre().facts().techniques.end();
  }

  /// Wherever a player may have gone, well or badly: a hint's code is declared, its squares and its move exist.
  void hints_say_what_is_declared() const {
    std::vector<Puzzle> puzzles;
    for (const Example& example : genre().facts().examples) puzzles.push_back(puzzle(example));
    for (const Candidate& candidate : generated(2)) puzzles.push_back(candidate.puzzle);
    Rng rng(5, 0);
    for (const Puzzle& p : puzzles) {
      std::string position = *genre().start(p, options(), {});
      for (int step = 0; step < 10; ++step) {
        const auto hint = genre().hint(position, HintLevel::why, options(), quick());
        ASSERT_TRUE(hint);
        EXPECT_TRUE(is_declared(hint->technique)) << hint->technique << ": " << hint->text;
        for (const Cell& cell : hint->cells) EXPECT_TRUE(cell.row > 0 && cell.column > 0) << hint->text;
        const auto moves = genre().moves(position, options(), {});
        if (moves->empty()) break;
        const bool well = rng.chance(0.5) && !hint->move.empty();
        const std::string move = well ? hint->move : (*moves)[rng.below(moves->size())].text;
        position = *genre().play(position, move, options(), {});
      }
    }
  }

  void tiny_budgets_end_unknown() const {
    bool unknown = false;
    for (const Candidate& candidate : generated(4)) {
      const auto verdict = genre().solve(candidate.puzzle, options(), {.budget = {.nodes = 1}});
      ASSERT_TRUE(verdict);
      if (verdict->status != Status::unknown) continue;
      unknown = true;
      EXPECT_NE(verdict->limit, Limit::none) << "unknown says which limit ran out";
      EXPECT_TRUE(verdict->solution.empty());
    }
    EXPECT_TRUE(unknown) << "a budget of one node is not enough for everything";
    std::atomic<bool> stop = true;
    for (const Candidate& candidate : generated(2)) {
      const auto verdict = genre().solve(candidate.puzzle, options(), {.budget = {.stop = &stop}});
      ASSERT_TRUE(verdict);
    }
  }

  void hostile_text_never_crashes() const {
    std::vector<std::string> texts{"",
                                   "\n",
                                   std::string(1, '\0'),
                                   std::string(100000, 'x'),
                                   std::string(100000, '\n'),
                                   std::string(100000, ' '),
                                   "\xff\xfe\x00\x01",
                                   "{\"genre\":1}",
                                   "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"aaaa\">]><x>&a;</x>",
                                   "-1 -1 -1",
                                   "99999999999999999999 99999999999999999999",
                                   "#",
                                   "title: x",
                                   std::string(3000, '#') + "\n@$."};
    Rng rng(11);
    for (const Example& example : genre().facts().examples)
      for (const FormatFact& format : genre().facts().formats) {
        if (!format.reads) continue;
        std::string text = example.text;
        if (format.writes && format.whole) text = *genre().print(puzzle(example), format.name, options(), {});
        for (int i = 0; i < 60; ++i) {
          std::string broken = text;
          for (std::uint64_t changes = 1 + rng.below(4); changes-- > 0 && !broken.empty();) {
            const std::size_t at = rng.below(broken.size());
            switch (rng.below(3)) {
              case 0:
                broken[at] = static_cast<char>(rng.below(256));
                break;
              case 1:
                broken.erase(at, 1 + rng.below(5));
                break;
              default:
                broken.insert(at, broken.substr(at, 1 + rng.below(8)));
            }
          }
          texts.push_back(broken);
        }
      }
    for (const std::string& text : texts)
      for (const FormatFact& format : genre().facts().formats) {
        if (!format.reads) continue;
        const auto parsed = genre().parse(text, format.name, options());
        if (!parsed) {
          EXPECT_FALSE(parsed.error().message.empty());
          EXPECT_EQ(parsed.error().message.find('\n'), std::string::npos) << "one line";
          EXPECT_LT(parsed.error().message.size(), 400u);
          continue;
        }
        for (const Puzzle& p : *parsed) {
          const auto again = genre().parse(p.text, genre().facts().formats.front().name, options());
          EXPECT_TRUE(again) << "what was read can be read again: " << p.text.substr(0, 200);
        }
      }
    for (const std::string& text : texts) {
      (void)genre().status(text, options(), {});
      (void)genre().moves(text, options(), {});
      (void)genre().play(text, "x", options(), {});
      (void)genre().draw(text, options(), {});
      (void)genre().view(text, options(), {});
      (void)genre().verify(puzzle(genre().facts().examples.front()), text, options(), {});
    }
  }

  /// What a maker is told while drawing agrees with `solve` and `check`, and a repair does what it says.
  void critiques_hold() const {
    for (const Example& example : genre().facts().examples) {
      const Puzzle p = puzzle(example);
      const auto quickly = critique_verified(genre(), p, Closeness::verdict, options(), quick());
      ASSERT_TRUE(quickly) << example.name << ": " << quickly.error().text();
      const auto closely = critique_verified(genre(), p, Closeness::repairs, options(), quick());
      ASSERT_TRUE(closely) << example.name << ": " << closely.error().text();
      for (const Critique* critique : {&*quickly, &*closely}) {
        EXPECT_NE(critique->verdict.status, example.solvable ? Status::unsolvable : Status::solved) << example.name;
        for (const Finding& remark : critique->remarks) {
          const auto known = std::ranges::find(genre().facts().codes, remark.code, &CodeFact::code);
          ASSERT_NE(known, genre().facts().codes.end()) << remark.code;
          if (known->invalidates) {
            EXPECT_TRUE(critique->faulty) << remark.code;
          }
        }
      }
      const bool fit = genre().check(p, options(), quick())->valid();
      if (fit) {
        EXPECT_FALSE(closely->faulty) << example.name;
      }
      for (const Repair& repair : closely->repairs) repair_mends(*closely, repair, example.name);
    }
    const auto none = critique_verified(genre(), puzzle(genre().facts().examples.front()), Closeness::repairs,
                                        options(), {.budget = {.seconds = 0, .nodes = 1}});
    if (none && none->verdict.status == Status::unknown) {
      EXPECT_TRUE(none->faulty || none->limit != Limit::none || none->verdict.limit != Limit::none)
          << "what was not looked at is said";
    }
  }
  /// After a repair the drawing has no more faults than before, and one that could not be solved can be solved.
  void repair_mends(const Critique& before, const Repair& repair, const std::string& where) const {
    EXPECT_FALSE(repair.message.empty());
    const auto read = genre().parse(repair.text, "", options());
    ASSERT_TRUE(read) << where << " " << repair.code << ": " << read.error().text();
    const auto after = critique_verified(genre(), read->front(), Closeness::parts, options(), quick());
    ASSERT_TRUE(after) << where << " " << repair.code << ": " << after.error().text();
    if (before.verdict.status == Status::unsolvable) {
      EXPECT_EQ(after->verdict.status, Status::solved) << where << " " << repair.code;
    }
    const auto faults = [&](const Critique& critique) {
      return std::ranges::count_if(critique.remarks, [&](const Finding& remark) {
        return std::ranges::find(genre().facts().codes, remark.code, &CodeFact::code)->invalidates;
      });
    };
    EXPECT_LE(faults(*after), faults(before)) << where << " " << repair.code << " " << repair.text;
  }

  /// What the starter collection orders can be ordered, and is the same for everybody.
  void shelves_can_be_ordered() const {
    if (genre().usual() == nullptr) return;
    const auto made = [&](const UsualOptions& wanted) {
      return Options::make(genre().facts().options, {wanted.begin(), wanted.end()});
    };
    EXPECT_FALSE(genre().usual()->shelves().empty());
    for (const Shelf& shelf : genre().usual()->shelves()) {
      EXPECT_FALSE(shelf.title.empty());
      EXPECT_GT(shelf.count, 0u) << shelf.title;
      EXPECT_TRUE(made(shelf.options)) << shelf.title;
      if (!shelf.keep.empty()) {
        EXPECT_TRUE(Expression::parse(shelf.keep)) << shelf.keep;
      }
      const auto looking = made(shelf.analysis);
      ASSERT_TRUE(looking) << shelf.title;
      // An estimate uses up its time unless it is told how much to do.
      if (std::ranges::count(genre().facts().options, "estimate", &OptionFact::name) != 0 &&
          looking->flag("estimate")) {
        EXPECT_TRUE(looking->given("sweeps")) << shelf.title;
      }
    }
    EXPECT_TRUE(made(genre().usual()->given_analysis()));
    for (const GivenPuzzle& given : genre().usual()->given_puzzles()) {
      EXPECT_FALSE(given.source.empty()) << given.shelf;
      EXPECT_TRUE(genre().parse(given.text, "", options())) << given.text;
    }
  }

  /// The counts of `nazo bench` stand in bench/signature.txt; a change of them is a change of a search, and said so.
  void bench_counts_are_pinned() const {
    std::map<std::string, std::string> pinned;
    for (const std::string& line : signature_lines()) {
      const std::size_t last = line.rfind(' ');
      pinned[line.substr(0, last)] = line.substr(last + 1);
    }
    const bool kept = std::ranges::any_of(
        pinned, [&](const auto& line) { return line.first.starts_with(genre().facts().name + " "); });
    for (const BenchTask& task : genre().bench()) {
      const std::string what = cat(genre().facts().name, " ", task.name);
      if (!kept) {  // a genre that is not in the program, as the toy
        EXPECT_EQ(task.run(), task.run()) << what;
        continue;
      }
      EXPECT_EQ(pinned[what], std::to_string(task.run()))
          << what << " (bench/signature.txt is made by: nazo bench --signature)";
    }
  }

  static std::vector<std::string> signature_lines() {
    std::ifstream file(NAZO_SIGNATURE);
    EXPECT_TRUE(file) << NAZO_SIGNATURE;
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
      if (!line.empty()) lines.push_back(line);
    return lines;
  }
};

}  // namespace nazo::contract

/// Optional third argument: options that make generated puzzles small: {{"columns", "5"}}.
#define NAZO_CONTRACT_BATTERY(NAME, GENRE, ...)                                                     \
  class NAME##Contract : public ::nazo::contract::Battery {                                         \
   protected:                                                                                       \
    const ::nazo::Genre& genre() const override { return GENRE; }                                   \
    ::nazo::contract::Given small() const override { return ::nazo::contract::Given(__VA_ARGS__); } \
  };                                                                                                \
  TEST_F(NAME##Contract, FactsAreComplete) { facts_are_complete(); }                                \
  TEST_F(NAME##Contract, EveryFormatRoundTrips) { every_format_round_trips(); }                     \
  TEST_F(NAME##Contract, ExamplesAreSolvedAndChecked) { examples_are_solved_and_checked(); }        \
  TEST_F(NAME##Contract, CodesAreDeclared) { codes_are_declared(); }                                \
  TEST_F(NAME##Contract, FeaturesAreDeclared) { features_are_declared(); }                          \
  TEST_F(NAME##Contract, GeneratedPuzzlesHold) { generated_puzzles_hold(); }                        \
  TEST_F(NAME##Contract, SameSeedSameBytes) { same_seed_same_bytes(); }                             \
  TEST_F(NAME##Contract, AlteredSolutionsAreRefused) { altered_solutions_are_refused(); }           \
  TEST_F(NAME##Contract, PlayAgreesWithSolve) { play_agrees_with_solve(); }                         \
  TEST_F(NAME##Contract, HintsSayWhatIsDeclared) { hints_say_what_is_declared(); }                  \
  TEST_F(NAME##Contract, TinyBudgetsEndUnknown) { tiny_budgets_end_unknown(); }                     \
  TEST_F(NAME##Contract, HostileTextNeverCrashes) { hostile_text_never_crashes(); }                 \
  TEST_F(NAME##Contract, CritiquesHold) { critiques_hold(); }                                       \
  TEST_F(NAME##Contract, ShelvesCanBeOrdered) { shelves_can_be_ordered(); }                         \
  TEST_F(NAME##Contract, BenchCountsArePinned) { bench_counts_are_pinned(); }
