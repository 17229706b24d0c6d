#include "workshop/experiment_features.hpp"

#include <cmath>
#include <ostream>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "puzzle/verified.hpp"
#include "workshop/experiment_tools.hpp"
#include "workshop/resume.hpp"
#include "workshop/text_table.hpp"

namespace nazo {

namespace {

/// Features of many puzzles, with threads, in order; stops at the first error.
Result<std::vector<Analysis>> analyze_all(const ExperimentCall& call, const std::vector<Item>& items, const std::vector<std::string>& wanted, const Budget& budget) {
  std::vector<Analysis> all;
  std::optional<Error> error;
  ordered_map<Result<Analysis>>(
      items.size(), call.context.threads,
      [&](std::uint64_t i) {
        return items[i].genre->analyze(items[i].puzzle, wanted, items[i].options,
                                       {.budget = budget, .seed = call.context.seed, .scratch = call.context.scratch});
      },
      [&](std::uint64_t i, Result<Analysis> analysis) {
        if (!analysis) {
          error = analysis.error();
          error->message = cat(items[i].id, ": ", error->message);
          return false;
        }
        all.push_back(std::move(*analysis));
        if (call.context.progress) call.context.progress({"puzzles", i + 1, items.size()});
        return !stopped(call);
      });
  if (error) return std::unexpected(*error);
  return all;
}

void print(const ExperimentCall& call, const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
  for (const std::string& line : table_lines(head, rows)) call.out << line << "\n";
  call.out << std::flush;
}

// ── nonograms ──

Result<int> run_nonogram(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "nonogram"));
  if (call.files.empty()) return fail("name the puzzles: nazo experiment nonogram-features FILE…");
  std::vector<Item> items;
  for (const std::string& file : call.files) {
    NAZO_TRY(more, items_of_file(call, file, genre->facts().name, {{"trials", call.options.text("trials")}, {"h3", call.options.text("h3")}}));
    for (Item& item : more) {
      if (item.puzzle.title.empty()) item.id = more.size() == 1 ? file.substr(file.rfind('/') + 1) : cat(file.substr(file.rfind('/') + 1), " ", item.id);
      items.push_back(std::move(item));
    }
  }
  const std::vector<std::string> features{"d_E", "d_h1", "d_h2", "d_h3", "d_h4", "d_h5", "d_h6", "T_mean", "T_var", "T_min", "T_max"};
  NAZO_TRY(found, analyze_all(call, items, features, call.context.budget));
  if (call.json) {
    for (std::size_t i = 0; i < found.size(); ++i) call.out << json_line(items[i], Value::object().set("exact", found[i].exact).set("features", found[i].features)).json() << "\n";
    return found.size() == items.size() ? 0 : 3;
  }
  call.out << "Features from " << call.options.text("trials") << " random solvings each, seed " << call.context.seed << ", h3 as " << call.options.text("h3") << " (compare table 4.2 of the paper; – where lines alone do not solve it)\n\n";
  std::vector<std::string> head{"feature"};
  for (std::size_t i = 0; i < found.size(); ++i) head.push_back(items[i].id);
  std::vector<std::vector<std::string>> rows;
  for (const std::string& feature : features) {
    rows.push_back({feature});
    for (const Analysis& analysis : found) rows.back().push_back(number_text(analysis.features.find(feature), feature.starts_with("d_") ? 3 : 2));
  }
  print(call, head, rows);
  return found.size() == items.size() ? 0 : 3;
}

// ── tsume-shogi ──

Result<int> run_tsume(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "tsume"));
  if (call.files.empty()) return fail("name the sets of problems: nazo experiment tsume-proof-numbers FILE…");
  const std::vector<std::string> features{"length", "pn_max", "dn_max", "updates", "pn_mean", "dn_mean"};
  const std::vector<std::string> head{"problem 問題", "length 手数", "PN最大 max", "DN最大 max", "更新数 updates", "PN平均 mean", "DN平均 mean"};
  Budget budget = call.context.budget;
  budget.seconds = call.options.real("time");
  bool complete = true;
  std::vector<std::vector<std::string>> medians;
  for (const std::string& file : call.files) {
    NAZO_TRY(items, items_of_file(call, file, genre->facts().name, {{"algorithm", call.options.text("algorithm")}, {"mudaai", call.options.text("mudaai")}}));
    NAZO_TRY(found, analyze_all(call, items, features, budget));
    complete = complete && found.size() == items.size();
    std::vector<std::vector<double>> values(features.size());
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (call.json) call.out << json_line(items[i], Value::object().set("set", file).set("exact", found[i].exact).set("features", found[i].features)).json() << "\n";
      rows.push_back({items[i].id});
      complete = complete && found[i].limit == Limit::none;
      for (std::size_t f = 0; f < features.size(); ++f) {
        const Value* value = found[i].features.find(features[f]);
        rows.back().push_back(number_text(value));
        if (value != nullptr && !std::isnan(value->number()) && found[i].limit == Limit::none) values[f].push_back(value->number());
      }
    }
    medians.push_back({file.substr(file.rfind('/') + 1)});
    for (std::size_t f = 0; f < features.size(); ++f) medians.back().push_back(values[f].empty() ? "–" : text_of(median(values[f]), f < 4 ? 0 : 3));
    if (call.json) continue;
    call.out << file << ", " << items.size() << " problems\n";
    print(call, head, rows);
    call.out << "\n";
    if (stopped(call)) return 3;
  }
  if (!call.json) {
    call.out << "medians 中央値\n";
    print(call, head, medians);
    call.out << "\nThe paper (tables 5.1 to 5.7, interpositions counted): contest winners of 7 plies PN平均 71.6, 21.5, 2.2; ordinary problems of 7 plies 1.0 to 6.5. It found higher PN平均\n"
                "and more 更新数 in prize-winning problems; nobody has yet shown what solvers themselves think of these numbers.\n";
  }
  return complete ? 0 : 3;
}

// ── Shisen-sho ──

const std::vector<std::string> shisen_variables{"moves_mean", "moves_mean_first", "moves_mean_second", "solvable_fraction", "unsolvable_transition_fraction", "unsolvable_longest",
                                                "states", "transitions", "deadlocks", "first_deadlock_depth", "random_walk_win"};

Result<int> run_shisen(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "shisen"));
  const auto boards = static_cast<std::uint64_t>(call.options.integer("boards"));
  const std::string border = call.options.text("border"), size = call.options.text("size"), kinds = call.options.text("kinds");
  NAZO_TRY(making, Options::make(genre->facts().options, {{"border", border}, {"size", size}, {"kinds", kinds}}));
  NAZO_TRY(measuring, Options::make(genre->facts().options, {{"border", border}}));
  NAZO_TRY(log, ResumeFile::open(call.options.text("log"), Value::object().set("experiment", "shisen-features").set("border", border).set("size", size).set("kinds", kinds).set("seed", call.context.seed)));
  std::string head = "board,index";
  for (const std::string& variable : shisen_variables) head += "," + variable;
  call.out << head << ",puzzle\n";

  std::uint64_t printed = 0, next_index = 0;
  const auto row = [&](const Value& item) {
    std::string line = std::to_string(++printed) + "," + number_text(item.find("index"), 0);
    for (const std::string& variable : shisen_variables) {
      const Value* value = item.find("features") ? item.find("features")->find(variable) : nullptr;
      line += "," + (value == nullptr || value->is_null() ? std::string() : value->json());
    }
    std::string board = *item.find("puzzle")->string();
    for (char& c : board)
      if (c == '\n') c = '/';
    call.out << line << ",\"" << board << "\"\n" << std::flush;
    next_index = static_cast<std::uint64_t>(item.find("index")->number()) + 1;
  };
  for (const Value& item : log.done())
    if (printed < boards) row(item);
  if (printed != 0) call.log << "going on after " << printed << " boards of " << call.options.text("log") << "\n";

  // One board at a time: its state space may need all the memory and every thread there is.
  for (std::uint64_t index = next_index; printed < boards && !stopped(call); ++index) {
    NAZO_TRY(batch, genre->generate({.options = making, .keep = nullptr, .seed = call.context.seed, .index = index}, call.context));
    for (const Candidate& candidate : batch.candidates) {
      if (printed >= boards) break;
      NAZO_TRY(verdict, solve_verified(*genre, candidate.puzzle, measuring, call.context));
      if (verdict.status != Status::solved) continue;
      NAZO_TRY(analysis, genre->analyze(candidate.puzzle, shisen_variables, measuring, call.context));
      if (analysis.limit != Limit::none) {
        if (stopped(call)) break;
        call.log << "board of item " << index << ": " << name(analysis.limit) << " ran out, left out\n";
        continue;
      }
      const Value item = Value::object().set("index", index).set("puzzle", candidate.puzzle.text).set("features", analysis.features);
      NAZO_CHECK(log.append(item));
      row(item);
      if (call.context.progress) call.context.progress({"boards", printed, boards});
    }
  }
  if (printed < boards) call.log << "interrupted after " << printed << " boards" << (call.options.text("log").empty() ? "; with --log FILE it could be resumed" : "; the same command goes on from here") << "\n";
  return printed < boards ? 3 : 0;
}

}  // namespace

Experiment nonogram_features() {
  return {.name = "nonogram-features",
          .summary = "the eleven features of nonograms, as a table like 4.2",
          .about = "For any puzzles: rates of the line solver and of six heuristics, and the number of steps, over many random solvings.",
          .options = {{.name = "trials", .kind = OptionKind::integer, .help = "random solvings of each puzzle", .fallback = "100000", .lowest = 1, .highest = 1e9},
                      {.name = "h3", .kind = OptionKind::choice, .help = "which reading of heuristic h3", .fallback = "printed", .choices = {"printed", "inner", "full"}}},
          .run = run_nonogram};
}

Experiment tsume_proof_numbers() {
  return {.name = "tsume-proof-numbers",
          .summary = "proof and disproof numbers of sets of tsume-shogi problems, with medians",
          .about = "Each file is a set. Prints the largest and mean proof and disproof numbers at the root and the number of updates, as the paper's tables do, and the medians of each set, so that two sets can be compared.",
          .options = {{.name = "algorithm", .kind = OptionKind::choice, .help = "plain proof-number search, or df-pn with the root recomputed", .fallback = "pns", .choices = {"pns", "dfpn"}},
                      {.name = "mudaai", .kind = OptionKind::choice, .help = "useless interpositions: counted as in the paper, or excluded", .fallback = "count", .choices = {"count", "exclude"}},
                      {.name = "time", .kind = OptionKind::real, .help = "seconds for each problem", .fallback = "60", .lowest = 0, .value = "S"}},
          .run = run_tsume};
}

Experiment shisen_features() {
  return {.name = "shisen-features",
          .summary = "the paper's set of Shisen-sho boards with its six variables, as CSV",
          .about = "Random boards that are proved solvable, each with its whole state space measured: ① to ⑥ of the paper and more. With --log the run can be interrupted and goes on when started again. "
                   "A 10×6 board with border outside takes one to several minutes.",
          .options = {{.name = "boards", .kind = OptionKind::integer, .help = "how many boards", .fallback = "100", .lowest = 1, .highest = 1e6},
                      {.name = "border", .kind = OptionKind::choice, .help = "may paths run outside the board?", .fallback = "outside", .choices = {"outside", "inside"}},
                      {.name = "size", .kind = OptionKind::text, .help = "WIDTHxHEIGHT", .fallback = "10x6"},
                      {.name = "kinds", .kind = OptionKind::integer, .help = "kinds of tiles", .fallback = "15", .lowest = 1, .highest = 36},
                      {.name = "log", .kind = OptionKind::text, .help = "keep finished boards here, and go on from it", .value = "FILE"}},
          .run = run_shisen};
}

}  // namespace nazo
