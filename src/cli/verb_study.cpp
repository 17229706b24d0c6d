// nazo study: human experiments. Create one, see how it goes, take the data out, put data in, close it.
#include <algorithm>
#include <fstream>
#include <ostream>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "store/exchange.hpp"
#include "workshop/fit_data.hpp"
#include "workshop/import_plays.hpp"
#include "workshop/people_fields.hpp"
#include "workshop/replay.hpp"
#include "workshop/study_run.hpp"
#include "workshop/study_simulate.hpp"

namespace nazo::cli {
namespace {

model::Exclusion exclusion(const Invocation& call) {
  model::Exclusion rule;
  rule.longest_pause = *real_of(call.value("pause"));
  return rule;
}

/// A limit that ran out, or an interrupt, has a code of its own.
int ended_early(const Invocation& call, const Error& error) {
  const int code = call.complain(error);
  return error.limit == Limit::none ? code : limit;
}

int create(Invocation& call, store::Store& store, const std::string& name) {
  const auto context = call.context();
  if (!context) return call.complain(context.error());
  if (name.empty()) return call.complain("nazo study create NAME FILE…");
  StudyPlan plan{.name = name};
  plan.title = call.value("title");
  plan.order = *store::study_order(call.value("order"));
  plan.seed = static_cast<std::uint32_t>(context->seed);
  plan.comparisons = call.has("comparisons");
  plan.rating = !call.has("no-rating");
  plan.experience = !call.has("no-experience");
  plan.keep = call.value("keep");
  if (call.has("graded")) plan.graded = static_cast<std::size_t>(call.integer("graded"));
  Input input;
  const std::string genre_name = call.operands.empty() ? call.value("genre") : call.operands.front();
  const Genre* genre = call.operands.size() <= 1 ? find_genre(call.genres, genre_name) : nullptr;
  if (call.has("keep") && genre != nullptr) {  // no file: the expression chooses among what the store holds
    auto items = stored_items(store, *genre);
    if (!items) return call.complain(items.error());
    if (items->empty())
      return call.complain(cat("the store has no puzzles of ", genre->facts().name, " to choose from"));
    input.items = *std::move(items);
  } else {
    input = read_input(call);
  }
  if (input.code != yes) return input.code;
  TerminalProgress progress;
  Context watched = *context;
  watched.progress = progress.sink();
  const auto study = create_study(store, plan, input.items, watched);
  if (!study) return call.complain(study.error());
  if (call.json())
    call.streams.out << nazo::fields_of(*study).json() << "\n";
  else
    call.streams.out << "study " << study->key << ": " << study->puzzles.size() << " puzzles of " << study->genre
                     << ", order " << store::name(study->order) << "\n";
  return yes;
}

int status(Invocation& call, store::Store& store, const std::string& name) {
  const auto found = study_status(store, name, exclusion(call));
  if (!found) return call.complain(found.error());
  if (call.json()) {
    call.streams.out << nazo::fields_of(*found).json() << "\n";
    return yes;
  }
  const StudyStatus& s = *found;
  const Paint paint(call.streams.colour);
  call.streams.out << paint.strong(s.study.key) << (s.study.title.empty() ? "" : ": " + printable(s.study.title))
                   << "\n"
                   << "  " << s.study.genre << ", " << s.study.puzzles.size() << " puzzles, order "
                   << store::name(s.study.order) << ", " << (s.study.closed ? "closed" : "open") << "\n"
                   << "  " << s.participants << " joined, " << s.players << " played: " << grouped(s.plays)
                   << " plays in " << text_of(s.hours, 1) << " hours; " << s.solved << " solved, " << s.gave_up
                   << " given up, " << s.unfinished << " unfinished, " << s.rated << " rated\n"
                   << "  analysis leaves out " << s.excluded.paused << " with a long pause and " << s.excluded.at_once
                   << " given up at once; the data keep them\n";
  if (s.simulated_plays + s.simulated_comparisons > 0)
    call.streams.out << "  [simulated] " << s.simulated_players << " of these players do not exist; "
                     << s.simulated_plays << " of the plays and " << s.simulated_comparisons
                     << " of the comparisons are theirs\n";
  if (s.comparisons > 0)
    call.streams.out << "  " << s.comparisons << " comparisons; " << s.complete_comparisons
                     << " people compared all pairs\n";
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < s.study.puzzles.size(); ++i) {
    const auto puzzle = store.find_puzzle(s.study.puzzles[i]);
    if (!puzzle) return call.complain(puzzle.error());
    rows.push_back({*puzzle && !(*puzzle)->title.empty() ? (*puzzle)->title : s.study.puzzles[i],
                    std::to_string(s.plays_of_puzzle[i]), std::to_string(s.solved_of_puzzle[i])});
  }
  if (rows.size() <= 100) call.streams.out << table({"puzzle", "plays", "solved"}, rows, paint);
  return yes;
}

int list(Invocation& call, store::Store& store) {
  const auto studies = store.list_studies();
  if (!studies) return call.complain(studies.error());
  std::vector<std::vector<std::string>> rows;
  for (const store::Study& study : *studies) {
    const auto found = study_status(store, study.key, exclusion(call));
    if (!found) return call.complain(found.error());
    if (call.json()) call.streams.out << nazo::fields_of(*found).json() << "\n";
    rows.push_back({study.key, study.genre, std::to_string(study.puzzles.size()), std::to_string(found->players),
                    std::to_string(found->plays), study.closed ? "closed" : "open"});
  }
  if (!call.json())
    call.streams.out << table({"study", "genre", "puzzles", "players", "plays", ""}, rows, Paint(call.streams.colour));
  return yes;
}

/// The order of the puzzles for a player, who joins if not in yet.
int order(Invocation& call, store::Store& store, const std::string& name) {
  const auto study = store.find_study(name);
  if (!study) return call.complain(study.error());
  if (!*study) return call.complain(cat("there is no study ", in_quotes(name)));
  std::string player = call.value("player");
  if (player.empty()) {
    player = store::random_key();
    const store::Player person{player, store::now()};
    if (auto added = store.add_players(std::span(&person, 1)); !added) return call.complain(added.error());
  }
  const auto participant = store.join_study(name, player, store::now());
  if (!participant) return call.complain(participant.error());
  const auto places = puzzle_order(**study, participant->number);
  Value keys = Value::array();
  for (const std::size_t place : places) keys.push((*study)->puzzles[place]);
  if (call.json()) {
    call.streams.out << Value::object()
                            .set("study", name)
                            .set("player", player)
                            .set("number", participant->number)
                            .set("puzzles", keys)
                            .json()
                     << "\n";
  } else {
    call.streams.out << "player " << player << ", number " << participant->number << "\n";
    for (const std::size_t place : places) call.streams.out << (*study)->puzzles[place] << "\n";
  }
  return yes;
}

/// Plain scores as `experiment nonogram-personal` reads them: a line a person who compared all pairs.
int export_scores(Invocation& call, store::Store& store, const std::string& name) {
  const auto data = comparison_data(store, {.study = name, .simulated = call.has("simulated")});
  if (!data) return call.complain(data.error());
  const model::ScoreTable& table = data->scores;
  if (table.persons.empty())
    return call.complain(cat("nobody compared all pairs of the study ", in_quotes(name),
                             data->simulated > 0 ? " but simulated players (--simulated)" : ""));
  std::string text = "person";
  for (const std::string& puzzle : table.puzzles) text += "," + csv_cell(puzzle);
  text += "\n";
  for (std::size_t i = 0; i < table.persons.size(); ++i) {
    text += csv_cell(table.persons[i]);
    for (Eigen::Index j = 0; j < table.scores.cols(); ++j)
      text += cat(",", table.scores(static_cast<Eigen::Index>(i), j));
    text += "\n";
  }
  return write_output(call, text);
}

int export_study(Invocation& call, store::Store& store, const std::string& name) {
  store::ExportQuery query{.study = name, .stop = &interrupted};
  const std::string types = call.value("type");
  if (!types.empty())
    for (const auto type : split(types, ',')) query.types.emplace_back(trim(type));
  const std::string path = call.value("output");
  const bool to_file = !path.empty() && path != "-";
  std::ofstream file;
  std::ostream& out = to_file ? static_cast<std::ostream&>(file) : call.streams.out;
  // The file is opened when there is something to write: a study that does not exist leaves an older file alone.
  const auto open_file = [&] {
    if (to_file && !file.is_open()) file.open(path, std::ios::binary | std::ios::trunc);
  };
  const auto done = store::export_text(
      store, query, call.has("csv") ? store::TextForm::csv : store::TextForm::json_lines, [&](std::string_view part) {
        open_file();
        out << part;
      });
  if (!done) return ended_early(call, done.error());
  open_file();
  out << std::flush;
  if (!out) return call.complain(Error{"cannot be written", path});
  return yes;
}

/// What became of a file; the exit code.
int tell_import(Invocation& call, const std::string& file, const store::ImportReport& report) {
  for (Error error : report.errors) {
    error.file = file;
    call.complain(error);
  }
  if (report.refused > report.errors.size())
    call.streams.err << "nazo: … and " << report.refused - report.errors.size() << " more\n";
  std::uint64_t added = 0;
  for (const auto& [type, count] : report.added) added += count;
  if (call.json()) {
    Value types = Value::object();
    for (const auto& [type, count] : report.added) types.set(type, count);
    call.streams.out << Value::object()
                            .set("file", file)
                            .set("kept", report.kept)
                            .set("added", types)
                            .set("present", report.present)
                            .set("refused", report.refused)
                            .json()
                     << "\n";
  } else {
    call.streams.out << file << ": " << added << " added, " << report.present << " were there, " << report.refused
                     << " refused" << (report.kept ? "" : "; nothing was kept (--keep-good keeps the good ones)")
                     << "\n";
  }
  return report.refused != 0 ? bad : yes;
}

int import_files(Invocation& call, store::Store& store, std::vector<std::string> files) {
  if (files.empty()) files.push_back("-");
  int code = yes;
  for (const std::string& file : files) {
    const auto text = read_text(call, file);
    if (!text) return call.complain(text.error());
    const bool csv = call.has("csv") || file.ends_with(".csv");
    store::ImportOptions options{.keep_good = call.has("keep-good"), .check = import_check(call.genres)};
    const auto report =
        store::import_text(store, *text, csv ? store::TextForm::csv : store::TextForm::json_lines, options);
    if (!report) {
      Error error = report.error();
      if (error.file.empty()) error.file = file;
      return call.complain(error);
    }
    code = std::max(code, tell_import(call, file, *report));
  }
  return code;
}

int import_without_moves(Invocation& call, store::Store& store, const std::vector<std::string>& files) {
  if (!call.has("study")) return call.complain("whose puzzles were played? --study NAME");
  const auto columns = column_map(call.value("map"));
  if (!columns) return call.complain(columns.error());
  const PlaysFromElsewhere what{.study = call.value("study"),
                                .columns = *columns,
                                .simulated = call.has("simulated"),
                                .keep_good = call.has("keep-good")};
  int code = yes;
  for (const std::string& file : files) {
    const auto text = read_text(call, file);
    if (!text) return call.complain(text.error());
    const auto report = import_plays(store, *text, what);
    if (!report) {
      Error error = report.error();
      error.file = file;
      return call.complain(error);
    }
    code = std::max(code, tell_import(call, file, *report));
  }
  return code;
}

int simulate(Invocation& call, store::Store& store, const std::string& name) {
  const auto context = call.context();
  if (!context) return call.complain(context.error());
  SimulationPlan plan{.study = name, .players = static_cast<int>(call.integer("players"))};
  plan.seed = context->seed;
  plan.model = call.value("model");
  const auto world = world_of(call.value("world"));
  if (!world) return call.complain(world.error());
  plan.world = *world;
  const auto done = simulate_study(call.genres, store, plan, *context);
  if (!done) return ended_early(call, done.error());
  if (call.json())
    call.streams.out << nazo::fields_of(*done, name).json() << "\n";
  else
    call.streams.out << "[simulated] " << done->players << " players, " << done->plays << " plays, " << done->solved
                     << " solved, " << done->comparisons
                     << " comparisons; nazo fit counts them only with --simulated\n";
  return yes;
}

}  // namespace

int run_study(Invocation& call) {
  static constexpr std::string_view usage =
      "nazo study create|status|list|order|simulate|export|import|close [NAME] [FILE…]";
  if (call.operands.empty()) return call.complain(std::string(usage));
  const std::string what = call.operands.front();
  call.operands.erase(call.operands.begin());
  const bool reading = what == "status" || what == "list" || what == "export";
  const std::string where = call.value("store");
  static constexpr std::string_view known[] = {"create",   "status", "list",   "order",
                                               "simulate", "export", "import", "close"};
  if (std::ranges::find(known, what) == std::end(known))
    return call.complain(cat("study cannot ", in_quotes(what), ": ", usage));
  const bool making = what == "create" || what == "import";
  const auto open = [&] {
    if (reading) return store::Store::open_to_read(where);
    return making ? store::Store::open(where) : store::Store::open_existing(where);
  };
  auto store = open();
  if (!store) return call.complain(store.error());
  if (what == "import" && (call.has("map") || call.has("unreplayed")))
    return import_without_moves(call, *store, call.operands);
  if (what == "import") return import_files(call, *store, call.operands);
  if (what == "list") return list(call, *store);
  std::string name;
  if (!call.operands.empty()) {
    name = call.operands.front();
    call.operands.erase(call.operands.begin());
  }
  if (what == "create") return create(call, *store, name);
  if (what == "export" && call.has("scores")) return export_scores(call, *store, name);
  if (what == "export") return export_study(call, *store, name);
  if (name.empty()) return call.complain(cat("which study? nazo study ", what, " NAME"));
  if (what == "status") return status(call, *store, name);
  if (what == "order") return order(call, *store, name);
  if (what == "simulate") return simulate(call, *store, name);
  if (auto closed = store->close_study(name, store::now()); !closed) return call.complain(closed.error());
  if (!call.json()) call.streams.out << "study " << name << " is closed\n";
  return yes;
}

}  // namespace nazo::cli
