// Paper 001's wishes: a solver who uses the techniques that one person uses, as often and at the cost that this
// person's plays show; how long a new puzzle would take them; and puzzles made for them.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/text.hpp"
#include "experiments/paper001_solver.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"
#include "store/store.hpp"
#include "workshop/fit_data.hpp"
#include "workshop/stored_puzzle.hpp"

namespace nazo {

namespace {

using model::Step;
using model::TechniqueChoice;

/// A play to look at: whose, at what.
struct Watched {
  std::size_t person = 0;
  Puzzle puzzle{};
  store::Play play{};  ///< of a study; a simulated person plays when it is looked at
};

struct Somebody {
  std::string name{};
  std::optional<TechniqueChoice> planted{};  ///< what is true of a person made for the purpose
  std::size_t plays = 0;
  std::vector<Step> steps{};
  TechniqueChoice fit{};
};

struct Work {
  std::vector<Somebody> persons{};
  std::vector<Watched> plays{};
  bool simulated = false;
};

/// Somebody who does not exist.
TechniqueChoice made_up(std::uint64_t seed, std::size_t number) {
  Rng rng(seed, number, 41);
  TechniqueChoice person;
  person.preference.push_back(model::normal_estimate(0, 0));
  for (std::size_t t = 1; t < solver_techniques().size(); ++t)
    person.preference.push_back(model::normal_estimate(1 + 1.2 * rng.normal(), 0));
  for (std::size_t t = 0; t < solver_techniques().size(); ++t)
    person.cost.push_back((t == 0 ? 2.2 : 1.4) + .5 * rng.normal());
  person.stay = model::normal_estimate(1 + .4 * rng.normal(), 0);
  person.near = model::normal_estimate(.8 + .4 * rng.normal(), 0);
  person.stay_cost = -.5;
  person.sigma = .6;
  person.whole = .4 + .5 * rng.unit();
  return person;
}

Result<Work> made_up_work(const ExperimentCall& call, const Genre& genre) {
  Work work{.simulated = true};
  const auto persons = static_cast<std::size_t>(call.options.integer("persons"));
  const auto plays = static_cast<std::uint64_t>(call.options.integer("plays"));
  NAZO_TRY(making, Options::make(genre.facts().options, {{"size", call.options.text("size")}}));
  for (std::size_t i = 0; i < persons; ++i) {
    work.persons.push_back({.name = cat("simulated-", i + 1), .planted = made_up(call.context.seed, i)});
    for (std::uint64_t k = 0; k < plays; ++k) {
      NAZO_TRY(puzzle, first_candidate(genre, making, call.context.seed, k));
      work.plays.push_back({.person = i, .puzzle = puzzle});
    }
  }
  return work;
}

Result<Work> work_of_store(const ExperimentCall& call, const Genre& genre) {
  Work work;
  NAZO_TRY(store, store::Store::open_existing(call.options.text("store")));
  const std::string& study = call.options.text("study");
  const std::string& wanted = call.options.text("person");
  if (!study.empty()) {
    NAZO_TRY(found, store.find_study(study));
    if (!found) return fail(cat("there is no study ", in_quotes(study)));
    if (found->genre != genre.facts().name)
      return fail(cat("the study ", in_quotes(study), " is of ", found->genre, ", not of nonograms"));
  }
  NAZO_TRY(unreal, simulated_players(store));
  std::size_t left_out = 0;
  std::map<std::string, std::size_t> known;
  std::map<std::string, Puzzle> puzzles;
  std::vector<store::Play> plays;
  const auto take = [&](const store::Play& play) {
    const bool simulated = unreal.contains(play.player);
    left_out += simulated && !call.options.flag("simulated");
    if ((simulated && !call.options.flag("simulated")) || play.marks.any() || play.events.empty()) return true;
    work.simulated = work.simulated || simulated;
    plays.push_back(play);
    return true;
  };
  NAZO_CHECK(store.each_play({.study = study, .player = wanted, .genre = genre.facts().name}, take));
  for (store::Play& play : plays) {
    if (!puzzles.contains(play.puzzle)) {
      NAZO_TRY(record, store.find_puzzle(play.puzzle));
      if (!record) return fail(cat("there is no puzzle ", in_quotes(play.puzzle)));
      puzzles[play.puzzle] = puzzle_of(*record);
    }
    const auto [place, added] = known.try_emplace(play.player, work.persons.size());
    if (added) work.persons.push_back({.name = play.player});
    work.plays.push_back({place->second, puzzles[play.puzzle], std::move(play)});
  }
  if (work.plays.empty())
    return fail(left_out == 0
                    ? "there are no plays with moves to learn from"
                    : cat("there are no plays of people, only ", left_out, " of simulated players (--simulated)"));
  return work;
}

/// Looks at every play and fits everyone. False if the run was interrupted.
Result<bool> watch_and_fit(const ExperimentCall& call, const Genre& genre, Work& work) {
  const Context context{.budget = {.stop = call.context.budget.stop}};
  const auto make = [&](std::uint64_t i) -> Result<Value> {
    const Watched& one = work.plays[i];
    if (const auto& planted = work.persons[one.person].planted) {
      Rng rng(call.context.seed, i, 42);
      NAZO_TRY(solved, solve_like(genre, one.puzzle, *planted, rng, context));
      return value_of(solved.steps);
    }
    auto steps = steps_of(genre, one.puzzle, one.play, context);
    if (!steps) return value_of(std::vector<Step>{});  // in colours: there is nothing to learn of these techniques
    return value_of(*steps);
  };
  const auto take = [&](std::uint64_t i, const Value& item) {
    Somebody& person = work.persons[work.plays[i].person];
    std::vector<Step> steps = steps_from(item);
    person.plays += !steps.empty();
    std::ranges::move(steps, std::back_inserter(person.steps));
    return true;
  };
  NAZO_TRY(whole, each_item(call, "plays", work.plays.size(), make, take));
  if (!whole) return false;
  for (Somebody& person : work.persons)
    person.fit = model::fit_techniques(person.steps, static_cast<int>(solver_techniques().size()));
  return true;
}

/// What --prefer of analyze takes: techniques in the order in which this person likes them, with seconds as costs.
std::string prefer_text(const TechniqueChoice& fit) {
  std::vector<std::size_t> order;
  for (std::size_t t = 0; t < fit.cost.size(); ++t)
    if (t == 0 || fit.used[t] >= 1) order.push_back(t);
  std::ranges::stable_sort(order, std::greater<>{}, [&](std::size_t t) { return fit.preference[t].value; });
  std::vector<std::string> words;
  for (const std::size_t t : order)
    words.push_back(cat(solver_techniques()[t], ":", text_of(std::min(1000.0, fit.seconds(t)), 1)));
  return join(words, ",");
}

Table persons_table(const Work& work) {
  Table table{.name = "persons", .caption = {"Persons", "人"}};
  table.columns = {{"person", {"person", "人"}},
                   {"plays", {"plays", "プレイ"}},
                   {"steps", {"steps", "手順"}},
                   {"unexplained", {"unexplained", "説明不能"}},
                   {.field = "stay", .title = {"stays at a line", "同じ行に留まる"}, .digits = 2},
                   {.field = "near", .title = {"goes on at its cells", "接する行へ進む"}, .digits = 2},
                   {.field = "whole", .title = {"finds all at once", "一度にすべて"}, .digits = 0, .percent = true},
                   {"prefer", {"--prefer", "--prefer"}}};
  for (const Somebody& person : work.persons)
    table.rows.push_back(Value::object()
                             .set("person", person.name)
                             .set("plays", person.plays)
                             .set("steps", person.fit.steps)
                             .set("unexplained", person.fit.unexplained)
                             .set("stay", person.fit.stay.value)
                             .set("near", person.fit.near.value)
                             .set("whole", person.fit.whole)
                             .set("sigma", person.fit.sigma)
                             .set("prefer", prefer_text(person.fit)));
  table.notes.push_back(
      {"Unexplained: no technique at one line finds just that (errors, guesses, several lines at once); left out. The "
       "last column goes into\n`nazo analyze nonogram --prefer …`, and into generate with --keep.",
       "説明不能：一つの行でそれだけを見つける技法がない（誤り、仮定、複数の行を同時に）。除外。最後の列は\n"
       "`nazo analyze nonogram --prefer …` や generate の --keep と併せて使える。"});
  return table;
}

Table techniques_table(const Work& work) {
  Table table{.name = "techniques",
              .caption = {"Techniques: preference (log odds against E) and seconds a step",
                          "技法：好み（Eに対する対数オッズ）と1手順の秒数"}};
  table.columns = {{"person", {"person", "人"}},
                   {"technique", {"technique", "技法"}},
                   {.field = "preference", .title = {"preference", "好み"}, .digits = 2},
                   {.field = "low", .title = {"from", "から"}, .digits = 2},
                   {.field = "high", .title = {"to", "まで"}, .digits = 2},
                   {.field = "seconds", .title = {"seconds", "秒"}, .digits = 1},
                   {.field = "used", .title = {"steps", "手順数"}, .digits = 1}};
  const bool planted = std::ranges::any_of(work.persons, [](const Somebody& one) { return one.planted.has_value(); });
  if (planted) {
    table.columns.push_back({.field = "planted", .title = {"true preference", "真の好み"}, .digits = 2});
    table.columns.push_back({.field = "planted_seconds", .title = {"true seconds", "真の秒数"}, .digits = 1});
  }
  for (const Somebody& person : work.persons)
    for (std::size_t t = 0; t < solver_techniques().size(); ++t) {
      Value row = Value::object()
                      .set("person", person.name)
                      .set("technique", solver_techniques()[t])
                      .set("preference", person.fit.preference[t].value)
                      .set("low", person.fit.preference[t].low)
                      .set("high", person.fit.preference[t].high)
                      .set("seconds", person.fit.seconds(t))
                      .set("used", person.fit.used[t]);
      if (person.planted)
        row.set("planted", person.planted->preference[t].value).set("planted_seconds", person.planted->seconds(t));
      table.rows.push_back(std::move(row));
    }
  return table;
}

/// Preferences with their intervals, technique by technique; or, where the truth is known, found against true.
Figure preferences_figure(const Work& work) {
  Figure figure{.name = "preferences", .caption = {"Preferred techniques", "好まれる技法"}};
  figure.y = {.title = {"preference, log odds against E", "好み（Eに対する対数オッズ）"}};
  const bool planted = std::ranges::any_of(work.persons, [](const Somebody& one) { return one.planted.has_value(); });
  if (planted) {
    figure.x = {.title = {"true preference", "真の好み"}};
    figure.equality = true;
  } else {
    figure.x = {.title = {"technique", "技法"}};
    for (const std::string& name : solver_techniques()) figure.x.names.emplace_back(name);
  }
  for (const Somebody& person : work.persons) {
    Series series{.name = person.name, .mark = Mark::points};
    for (std::size_t t = 1; t < solver_techniques().size(); ++t) {
      const model::Estimate& e = person.fit.preference[t];
      const double x = person.planted ? person.planted->preference[t].value : static_cast<double>(t);
      series.points.push_back({x, e.value, e.low, e.high, solver_techniques()[t]});
    }
    figure.series.push_back(std::move(series));
  }
  return figure;
}

struct Expected {
  double solved = 0;                      ///< share of the solvings that came to an end; all of them: exactly 1
  double steps = 0;                       ///< median
  double seconds = 0, low = 0, high = 0;  ///< median and the middle 80 %
};

/// This person at that puzzle, many times over.
Result<Expected> expected_of(const ExperimentCall& call, const Genre& genre, const Puzzle& puzzle,
                             const TechniqueChoice& person, std::uint64_t stream) {
  const auto solvings = static_cast<std::size_t>(call.options.integer("solvings"));
  Expected out;
  std::size_t solved = 0;  // counted and divided once: a sum of shares need not come to 1
  std::vector<double> steps, seconds;
  for (std::size_t k = 0; k < solvings; ++k) {
    Rng rng(call.context.seed, stream * 4096 + k, 43);
    NAZO_TRY(one, solve_like(genre, puzzle, person, rng, {.budget = {.stop = call.context.budget.stop}}));
    solved += one.solved ? 1 : 0;
    steps.push_back(static_cast<double>(one.steps.size()));
    seconds.push_back(one.seconds);
  }
  out.solved = static_cast<double>(solved) / static_cast<double>(solvings);
  std::ranges::sort(seconds);
  const auto quantile = [&](double share) {
    return seconds[static_cast<std::size_t>(share * static_cast<double>(seconds.size() - 1) + .5)];
  };
  out.steps = median(steps);
  out.seconds = median(seconds);
  out.low = quantile(.1);
  out.high = quantile(.9);
  return out;
}

std::vector<Column> expected_columns() {
  return {{"person", {"person", "人"}},
          {"id", {"puzzle", "問題"}},
          {.field = "solved", .title = {"by lines alone", "行だけで解ける"}, .digits = 0, .percent = true},
          {.field = "steps", .title = {"steps", "手順数"}, .digits = 0},
          {.field = "seconds", .title = {"seconds", "秒"}, .digits = 0},
          {.field = "seconds_low", .title = {"from", "から"}, .digits = 0},
          {.field = "seconds_high", .title = {"to (80 %)", "まで（80 %）"}, .digits = 0}};
}

Value with_expected(Value row, const Expected& expected) {
  return row.set("solved", expected.solved)
      .set("steps", expected.steps)
      .set("seconds", expected.seconds)
      .set("seconds_low", expected.low)
      .set("seconds_high", expected.high);
}

/// New puzzles for each person. Nothing if the run was interrupted.
Result<std::optional<Table>> estimates_table(const ExperimentCall& call, const Genre& genre, const Work& work) {
  Table table{.name = "estimates",
              .caption = {"What these puzzles would take a solver who works like this person",
                          "この人のように解く人がこれらの問題にかける手順と時間"},
              .columns = expected_columns()};
  std::vector<Item> items;
  for (const std::string& file : call.files) {
    NAZO_TRY(more, items_of_file(call, file, genre.facts().name, {}));
    std::ranges::move(more, std::back_inserter(items));
  }
  const auto make = [&](std::uint64_t i) -> Result<Value> {
    const Somebody& person = work.persons[i / items.size()];
    const Item& item = items[i % items.size()];
    NAZO_TRY(expected, expected_of(call, genre, item.puzzle, person.fit, i));
    return with_expected(json_line(item, Value::object().set("person", person.name)), expected);
  };
  const auto take = [&](std::uint64_t, const Value& row) {
    table.rows.push_back(row);
    return true;
  };
  NAZO_TRY(whole, each_item(call, "estimates", work.persons.size() * items.size(), make, take));
  if (!whole) return std::nullopt;
  return table;
}

/// Of so many puzzles made for each that is given the nearest to the wish are kept.
constexpr std::uint64_t tried_for_one = 12;

/// Puzzles made for each person: those whose time for them is nearest to what is asked. Nothing if interrupted.
Result<std::optional<Table>> made_table(const ExperimentCall& call, const Genre& genre, const Work& work) {
  const auto wanted = static_cast<std::uint64_t>(call.options.integer("make"));
  const double seconds = call.options.real("seconds");
  Table table{.name = "made",
              .caption = {cat("Puzzles made for a person: about ", text_of(seconds, 0), " seconds"),
                          cat("各人のために作った問題：約 ", text_of(seconds, 0), " 秒")},
              .columns = expected_columns()};
  NAZO_TRY(making, Options::make(genre.facts().options, {{"size", call.options.text("size")}}));
  const std::uint64_t tried = wanted * tried_for_one;
  std::vector<std::vector<Value>> made(work.persons.size());
  const auto make = [&](std::uint64_t i) -> Result<Value> {
    const Somebody& person = work.persons[i / tried];
    NAZO_TRY(puzzle, first_candidate(genre, making, call.context.seed, 1'000'000 + i));
    NAZO_TRY(expected, expected_of(call, genre, puzzle, person.fit, 1'000'000 + i));
    return with_expected(Value::object()
                             .set("id", cat(person.name, "-", i % tried + 1))
                             .set("genre", genre.facts().name)
                             .set("person", person.name)
                             .set("puzzle", puzzle.text),
                         expected);
  };
  const auto take = [&](std::uint64_t i, const Value& row) {
    if (row.find("solved")->number() == 1) made[i / tried].push_back(row);
    return true;
  };
  NAZO_TRY(whole, each_item(call, "puzzles made", work.persons.size() * tried, make, take));
  if (!whole) return std::nullopt;
  for (std::size_t person = 0; person < made.size(); ++person) {
    std::vector<Value>& rows = made[person];
    if (rows.size() < wanted)
      call.words << work.persons[person].name << ": only " << rows.size() << " of " << wanted << " puzzles: of "
                 << tried << " made no more can be solved by lines alone\n";
    std::ranges::stable_sort(
        rows, {}, [&](const Value& row) { return std::abs(std::log(row.find("seconds")->number() / seconds)); });
    rows.resize(std::min<std::size_t>(rows.size(), wanted));
    std::ranges::move(rows, std::back_inserter(table.rows));
  }
  return table;
}

Result<Findings> run_solver(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "nonogram"));
  const bool of_people = !call.options.text("study").empty() || !call.options.text("person").empty();
  NAZO_TRY(work, of_people ? work_of_store(call, *genre) : made_up_work(call, *genre));
  NAZO_TRY(whole, watch_and_fit(call, *genre, work));
  if (!whole) return nothing_found();
  Findings found;
  found.account.simulated = work.simulated;
  if (call.options.integer("make") > 0) {
    NAZO_TRY(made, made_table(call, *genre, work));
    if (!made) return nothing_found();
    found.account.add(*std::move(made));
  }
  found.account.add(techniques_table(work));
  found.account.add(persons_table(work));
  if (!call.files.empty()) {
    NAZO_TRY(estimates, estimates_table(call, *genre, work));
    if (!estimates) return nothing_found();
    found.account.add(*std::move(estimates));
  }
  found.account.add(preferences_figure(work));
  return found;
}

std::vector<OptionFact> solver_options() {
  return {{.name = "study", .kind = OptionKind::text, .help = "the plays of this study", .value = "NAME"},
          {.name = "person", .kind = OptionKind::text, .help = "only this player's plays", .value = "ID"},
          {.name = "store",
           .kind = OptionKind::text,
           .help = "with --study or --person: an SQLite file, or postgresql://…",
           .fallback = "nazo.db",
           .value = "STORE"},
          {.name = "simulated", .kind = OptionKind::flag, .help = "with --study: simulated players too"},
          {.name = "persons",
           .kind = OptionKind::integer,
           .help = "without a study: so many made-up persons",
           .fallback = "4",
           .lowest = 1,
           .highest = 1000},
          {.name = "plays",
           .kind = OptionKind::integer,
           .help = "without a study: puzzles that each of them plays",
           .fallback = "8",
           .lowest = 1,
           .highest = 10000},
          {.name = "size",
           .kind = OptionKind::text,
           .help = "of puzzles that are made",
           .fallback = "10x10",
           .value = "WIDTHxHEIGHT"},
          {.name = "solvings",
           .kind = OptionKind::integer,
           .help = "times that a puzzle is solved like each person, to say how long it takes",
           .fallback = "20",
           .lowest = 1,
           .highest = 4096},
          {.name = "make",
           .kind = OptionKind::integer,
           .help = "make so many puzzles for each person",
           .fallback = "0",
           .lowest = 0,
           .highest = 10000},
          {.name = "seconds",
           .kind = OptionKind::real,
           .help = "with --make: how long they should take the person",
           .fallback = "300",
           .lowest = 1,
           .highest = 1e6,
           .value = "S"}};
}

}  // namespace

Experiment nonogram_solver() {
  return {.name = "nonogram-solver",
          .summary = "a solver with one person's techniques, fitted to their plays; puzzles made for them",
          .about =
              "From the moves of plays (which cells, in which line, after how long) fits for each person how much they "
              "prefer each technique and what a step with it costs. A solver who works so then solves the puzzles of "
              "the files, which says how many steps and seconds they would take this person, and with --make new "
              "puzzles that take about --seconds. Without a study persons with known preferences are made up, and what "
              "is found stands beside what is true.",
          .options = solver_options(),
          .run = run_solver};
}

}  // namespace nazo
