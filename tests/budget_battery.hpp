// What every genre does with a budget: it may run out, but it may not change the answer, be overdrawn or be ignored.
//
//   NAZO_BUDGET_BATTERY(Superpuzz, superpuzz_genre(), superpuzz_work())
//
// A genre brings puzzles with known answers that take some work, one puzzle that nobody finishes in a moment, and what
// makes its generator work longest.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "contract_battery.hpp"
#include "tools/child_memory.hpp"

namespace nazo::contract {

struct Workload {
  Given small{};                            ///< as in the contract battery
  std::map<std::string, Given> together{};  ///< options that an option needs beside it, by its name
  std::vector<Example> answered{};          ///< known answers, besides the facts' own examples
  std::string large{};                      ///< native text of a puzzle that takes long in every way
  std::vector<Given> costly{};            ///< orders that keep the generator busy, besides every number at its highest
  std::vector<std::string> more_large{};  ///< where no one puzzle takes long in every way
  double seconds = 0.3;  ///< that each call has while its bytes are watched: less where there are many options
};

class BudgetBattery : public Battery {
 protected:
  virtual const Workload& workload() const = 0;
  Given small() const override { return workload().small; }

  struct Named {
    std::string name;
    Budget budget;
  };

  /// Tiny and odd budgets, each limit alone and all together.
  static std::vector<Named> odd_budgets() {
    std::vector<Named> out;
    constexpr std::uint64_t plenty = std::uint64_t{256} << 20;
    for (const std::uint64_t bytes : {1u, 2u, 63u, 1000u, 4096u, 20'000u, 32'768u, 65'536u, 200'000u, 1u << 20})
      out.push_back({cat("bytes ", bytes), {.seconds = 5, .bytes = bytes}});
    for (const std::uint64_t nodes : {0u, 1u, 2u, 3u, 7u, 10u, 50u, 100u, 333u, 1000u})
      out.push_back({cat("nodes ", nodes), {.seconds = 5, .nodes = nodes, .bytes = plenty}});
    for (const double seconds : {0.0, 1e-9, 1e-4, 1e-3, 3e-3, 1e-2})
      out.push_back({cat("seconds ", text_of(seconds, 9)), {.seconds = seconds, .bytes = plenty}});
    out.push_back({"nothing at all", {.seconds = 0, .nodes = 0, .bytes = 0}});
    out.push_back({"little of each", {.seconds = 2e-3, .nodes = 500, .bytes = 100'000}});
    return out;
  }

  Given with_company(const std::string& option, const std::string& value) const {
    Given given{{option, value}};
    if (const auto at = workload().together.find(option); at != workload().together.end())
      given.insert(at->second.begin(), at->second.end());
    return given;
  }

  /// The options of a verb, each choice and flag once, the defaults first.
  std::vector<Given> variants(std::string_view verb) const {
    std::vector<Given> out{{}};
    for (const OptionFact& option : genre().facts().options) {
      if (!std::ranges::count(option.verbs, verb)) continue;
      if (option.kind == OptionKind::flag) out.push_back(with_company(option.name, "true"));
      if (option.kind == OptionKind::choice)
        for (const std::string& choice : option.choices)
          if (choice != option.fallback) out.push_back(with_company(option.name, choice));
    }
    return out;
  }

  static std::string shown(const Given& given) {
    std::string out;
    for (const auto& [name, value] : given)
      out += value.size() < 40 ? cat(" --", name, " ", value) : cat(" --", name, " (", value.size(), " bytes)");
    return out;
  }

  std::vector<Example> known_answers() const {
    std::vector<Example> all = genre().facts().examples;
    all.insert(all.end(), workload().answered.begin(), workload().answered.end());
    return all;
  }

  void no_budget_makes_a_false_verdict() const {
    for (const Given& given : variants("solve")) {
      const Options opts = options(given);
      for (const Example& example : known_answers()) {
        const Puzzle p = puzzle(example);
        const auto best = genre().solve(p, opts, quick());
        ASSERT_TRUE(best);
        // An option may make another puzzle of it; then the answer without limits is the known one.
        Status known = example.solvable ? Status::solved : Status::unsolvable;
        if (!given.empty() && best->status != Status::unknown) known = best->status;
        for (const auto& [budget_name, budget] : odd_budgets()) {
          const std::string where = cat(example.name, shown(given), ", ", budget_name);
          const auto verdict = genre().solve(p, opts, {.budget = budget});
          ASSERT_TRUE(verdict) << where;
          if (verdict->status == Status::unknown) {
            EXPECT_NE(verdict->limit, Limit::none) << where << ": unknown says what ran out";
            EXPECT_TRUE(verdict->solution.empty()) << where;
            continue;
          }
          EXPECT_EQ(name(verdict->status), name(known)) << where;
          if (verdict->status != Status::solved) continue;
          EXPECT_TRUE(genre().verify(p, verdict->solution, opts, quick())->valid()) << where;
          if (verdict->optimal && best->optimal) {
            EXPECT_EQ(verdict->length, best->length) << where << ": called the fewest";
          }
        }
      }
    }
  }

  void no_budget_makes_a_false_report() const {
    for (const Given& given : variants("check")) {
      const Options opts = options(given);
      for (const Example& example : known_answers()) {
        const Puzzle p = puzzle(example);
        const auto full = genre().check(p, opts, quick());
        ASSERT_TRUE(full);
        ASSERT_NE(full->judgement(), Judgement::undecided) << example.name;
        for (const auto& [budget_name, budget] : odd_budgets()) {
          const std::string where = cat(example.name, shown(given), ", ", budget_name);
          const auto report = genre().check(p, opts, {.budget = budget});
          ASSERT_TRUE(report) << where;
          if (report->judgement() == Judgement::undecided) continue;
          EXPECT_EQ(report->valid(), full->valid()) << where;
        }
      }
    }
  }

  void no_budget_makes_a_false_hint() const {
    for (const Example& example : known_answers()) {
      const auto position = genre().start(puzzle(example), options(), {});
      ASSERT_TRUE(position);
      for (const auto& [budget_name, budget] : odd_budgets())
        for (const auto level : {HintLevel::solvable, HintLevel::step, HintLevel::why}) {
          const auto hint = genre().hint(*position, level, options(), {.budget = budget});
          const std::string where = cat(example.name, ", ", budget_name);
          if (!hint) {
            EXPECT_NE(hint.error().limit, Limit::none) << where << ": " << hint.error().text();
            continue;
          }
          if (hint->solvable) {
            EXPECT_EQ(*hint->solvable, example.solvable) << where << ": " << hint->text;
          }
        }
    }
  }

  void exact_is_exact() const {
    for (const Example& example : known_answers()) {
      const Puzzle p = puzzle(example);
      const Options opts = options(small());
      const auto full = genre().analyze(p, {}, opts, quick());
      // What a genre cannot analyse at all is no matter of budgets.
      ASSERT_TRUE(full || full.error().limit == Limit::none) << example.name;
      if (!full || !full->exact) continue;
      for (const auto& [budget_name, budget] : odd_budgets()) {
        const auto part = genre().analyze(p, {}, opts, {.budget = budget});
        const std::string where = cat(example.name, ", ", budget_name);
        ASSERT_TRUE(part) << where << ": " << part.error().text();
        if (!part->exact) continue;
        EXPECT_EQ(part->limit, Limit::none) << where << ": what ran out cannot be exact";
        for (const auto& [feature, value] : *full->features.fields()) {
          const Value* found = part->features.find(feature);
          ASSERT_NE(found, nullptr) << where << ": " << feature;
          EXPECT_EQ(found->json(), value.json()) << where << ": " << feature;
        }
      }
    }
  }

  // ── every call ends when it is told to, and keeps to its bytes ──

  struct Work {
    std::string name;
    std::function<void(const Context&)> run;
  };

  /// Every call of the seam on the large puzzles, and the generator with each of its numbers at the highest.
  std::vector<Work> all_work() const {
    std::vector<Work> work;
    add_work_on(puzzle({"large", workload().large, true}), "", work);
    for (std::size_t i = 0; i < workload().more_large.size(); ++i)
      add_work_on(puzzle({"large", workload().more_large[i], true}), cat(" (large ", i + 2, ")"), work);
    std::vector<Given> orders = highest("generate");
    orders.insert(orders.end(), workload().costly.begin(), workload().costly.end());
    for (const Given& given : orders)
      work.push_back({cat("generate", shown(given)), [&g = genre(), opts = options(given)](const Context& c) {
                        // Several items: one may end early for reasons of its own.
                        for (std::uint64_t index = 0; index < 3; ++index) {
                          if (c.budget.stop != nullptr && *c.budget.stop) return;
                          (void)g.generate({.options = opts, .keep = nullptr, .seed = 3, .index = index}, c);
                        }
                      }});
    return work;
  }

  void add_work_on(const Puzzle& p, const std::string& which, std::vector<Work>& work) const {
    const Genre& g = genre();
    const auto position = g.start(p, options(), {});
    EXPECT_TRUE(position) << (position ? "" : position.error().text());
    if (!position) return;
    const std::string at = *position;
    const auto add = [&](const std::string& name, std::function<void(const Context&)> run) {
      work.push_back({name + which, std::move(run)});
    };
    for (const Given& given : variants("solve"))
      add(cat("solve", shown(given)), [&g, p, opts = options(given)](const Context& c) { (void)g.solve(p, opts, c); });
    for (const Given& given : variants("check"))
      add(cat("check", shown(given)), [&g, p, opts = options(given)](const Context& c) { (void)g.check(p, opts, c); });
    add("critique",
        [&g, p, opts = options({})](const Context& c) { (void)g.critique(p, Closeness::repairs, opts, c); });
    for (const Given& given : highest("analyze"))
      add(cat("analyze", shown(given)),
          [&g, p, opts = options(given)](const Context& c) { (void)g.analyze(p, {}, opts, c); });
    for (const Given& given : variants("convert"))
      add(cat("picture", shown(given)),
          [&g, p, opts = options(given)](const Context& c) { (void)g.picture(p, "", opts, c); });
    for (const FormatFact& format : g.facts().formats)
      if (format.writes)
        add(cat("print ", format.name),
            [&g, p, format, opts = options()](const Context& c) { (void)g.print(p, format.name, opts, c); });
    add("canonical", [&g, p](const Context& c) { (void)g.canonical(p, c); });
    add("start", [&g, p, opts = options()](const Context& c) { (void)g.start(p, opts, c); });
    add("status", [&g, at, opts = options()](const Context& c) { (void)g.status(at, opts, c); });
    for (const Given& given : variants("play"))
      add(cat("draw", shown(given)), [&g, at, opts = options(given)](const Context& c) { (void)g.draw(at, opts, c); });
    add("view", [&g, at, opts = options()](const Context& c) { (void)g.view(at, opts, c); });
    add("moves", [&g, at, opts = options()](const Context& c) { (void)g.moves(at, opts, c); });
    if (const auto moves = g.moves(at, options(), {}); moves && !moves->empty()) {
      add("play", [&g, at, move = moves->front().text, opts = options()](const Context& c) {
        (void)g.play(at, move, opts, c);
      });
      add("verify", [&g, p, move = moves->front().text, opts = options()](const Context& c) {
        (void)g.verify(p, move, opts, c);
      });
      add("replay", [&g, p, move = moves->front().text, opts = options()](const Context& c) {
        (void)g.replay(p, move, opts, c);
      });
    }
    add_work_on_long_texts(p, at, add);
    for (const auto level : {HintLevel::solvable, HintLevel::step, HintLevel::why})
      add("hint", [&g, at, level, opts = options()](const Context& c) { (void)g.hint(at, level, opts, c); });
  }

  /// A megabyte of words where a solution, a position or a move is expected: most of it is nonsense, and all is read.
  template <class Add>
  void add_work_on_long_texts(const Puzzle& p, const std::string& at, Add add) const {
    const Genre& g = genre();
    std::string words, lines = at;
    constexpr std::size_t length = std::size_t{1} << 20;
    while (words.size() < length) words += "1 ";
    while (lines.size() < length) lines += "\n1";
    add("verify, long", [&g, p, words, opts = options()](const Context& c) { (void)g.verify(p, words, opts, c); });
    add("replay, long", [&g, p, words, opts = options()](const Context& c) { (void)g.replay(p, words, opts, c); });
    add("picture, long", [&g, p, words, opts = options()](const Context& c) { (void)g.picture(p, words, opts, c); });
    add("play, long", [&g, at, words, opts = options()](const Context& c) { (void)g.play(at, words, opts, c); });
    for (const std::string& text : {words, lines}) {
      add("status, long", [&g, text, opts = options()](const Context& c) { (void)g.status(text, opts, c); });
      add("draw, long", [&g, text, opts = options()](const Context& c) { (void)g.draw(text, opts, c); });
      add("view, long", [&g, text, opts = options()](const Context& c) { (void)g.view(text, opts, c); });
      add("moves, long", [&g, text, opts = options()](const Context& c) { (void)g.moves(text, opts, c); });
    }
  }

  /// Each number of a verb at its highest, each choice and flag once.
  std::vector<Given> highest(std::string_view verb) const {
    std::vector<Given> out = variants(verb);
    for (const OptionFact& option : genre().facts().options)
      if (std::ranges::count(option.verbs, verb) &&
          (option.kind == OptionKind::integer || option.kind == OptionKind::real)) {
        const double most = std::min(option.highest, 9e15);
        out.push_back(
            {{option.name, option.kind == OptionKind::integer ? std::to_string(static_cast<std::int64_t>(most))
                                                              : text_of(most, 3)}});
      }
    return out;
  }

  /// The clock of a shared machine is no judge of milliseconds: what is late is tried again before it counts.
  void every_call_stops() const {
    for (const Work& work : all_work()) {
      double late = 1e9;
      for (int attempt = 0; attempt < 3 && late > longest_after_stop; ++attempt) late = seconds_after_stop(work);
      EXPECT_LE(late, longest_after_stop)
          << genre().facts().name << " " << work.name << " goes on after it was stopped";
    }
  }

  /// Sanitizers make everything many times as slow.
  static constexpr double longest_after_stop = child_memory_is_measurable() ? 0.5 : 5.0;

  static double seconds_after_stop(const Work& work) {
    using Clock = std::chrono::steady_clock;
    std::atomic<bool> stop = false, done = false;
    Clock::time_point told{};
    std::thread clock([&] {
      const auto begin = Clock::now();
      while (!done && Clock::now() - begin < std::chrono::milliseconds(60))
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      told = Clock::now();
      stop = true;
    });
    work.run({.budget = {.stop = &stop}});
    const auto end = Clock::now();
    done = true;
    clock.join();
    return std::chrono::duration<double>(end - told).count();
  }

  void every_call_keeps_to_its_time() const {
    for (const Work& work : all_work()) {
      double late = 1e9;
      for (int attempt = 0; attempt < 3 && late > longest_after_stop; ++attempt) {
        const auto begin = std::chrono::steady_clock::now();
        work.run({.budget = {.seconds = 0.05}});
        late = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() -
               (work.name.starts_with("generate") ? 0.15 : 0.05);
      }
      EXPECT_LE(late, longest_after_stop) << genre().facts().name << " " << work.name << " goes on after its time";
    }
  }

  void every_call_keeps_to_its_bytes() const {
    if (!child_memory_is_measurable()) GTEST_SKIP() << "under a sanitizer memory is not what it is";
    for (const Work& work : all_work())
      for (const std::uint64_t bytes : {std::uint64_t{1} << 20, std::uint64_t{32} << 20}) {
        const int items = work.name.starts_with("generate") ? 3 : 1;
        const int shorter = bytes > (std::uint64_t{1} << 20) ? 1 : 3;  // so few are used up soon
        const Context context{.budget = {.seconds = workload().seconds / items / shorter, .bytes = bytes}};
        const std::uint64_t used = peak_bytes_in_child([&] { work.run(context); });
        EXPECT_LE(used, bytes + Context::spare_bytes)
            << genre().facts().name << " " << work.name << " with " << bytes << " bytes";
      }
  }
};

}  // namespace nazo::contract

#define NAZO_BUDGET_BATTERY(NAME, GENRE, WORKLOAD)                                   \
  class NAME##Budgets : public ::nazo::contract::BudgetBattery {                     \
   protected:                                                                        \
    const ::nazo::Genre& genre() const override { return GENRE; }                    \
    const ::nazo::contract::Workload& workload() const override {                    \
      static const ::nazo::contract::Workload work = WORKLOAD;                       \
      return work;                                                                   \
    }                                                                                \
  };                                                                                 \
  TEST_F(NAME##Budgets, MakeNoFalseVerdict) { no_budget_makes_a_false_verdict(); }   \
  TEST_F(NAME##Budgets, MakeNoFalseReport) { no_budget_makes_a_false_report(); }     \
  TEST_F(NAME##Budgets, MakeNoFalseHint) { no_budget_makes_a_false_hint(); }         \
  TEST_F(NAME##Budgets, ExactIsExact) { exact_is_exact(); }                          \
  TEST_F(NAME##Budgets, EveryCallStops) { every_call_stops(); }                      \
  TEST_F(NAME##Budgets, EveryCallKeepsToItsTime) { every_call_keeps_to_its_time(); } \
  TEST_F(NAME##Budgets, EveryCallKeepsToItsBytes) { every_call_keeps_to_its_bytes(); }
