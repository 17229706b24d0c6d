#include "cli/cli.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>
#include <set>

#include "base/processor.hpp"
#include "base/text.hpp"
#include "cli/help.hpp"
#include "cli/invocation.hpp"
#include "cli/run_places.hpp"
#include "cli/table.hpp"
#include "cli/version.hpp"
#include "cli/welcome.hpp"
#include "experiments/experiments.hpp"

namespace nazo::cli {

std::atomic<bool> interrupted = false;

namespace {

/// Edit distance, for "did you mean".
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const auto nearest = std::ranges::min_element(known, {}, [&](const std::string& k) { return distance(word, k); });
  if (nearest == known.end() || distance(word, *nearest) > std::max<std::size_t>(2, word.size() / 3)) return "";
  return cat("; did you mean ", *nearest, "?");
}

/// The options a call may use: the verb's own, every genre's for that verb, and the experiment's.
std::vector<OptionFact> options_of(const Verb& verb, Catalog genres) {
  std::vector<OptionFact> options = verb.options;
  std::set<std::string> names;
  for (const OptionFact& option : options) names.insert(option.name);
  const auto add = [&](const std::vector<OptionFact>& more) {
    for (const OptionFact& option : more)
      if (names.insert(option.name).second) options.push_back(option);
  };
  for (const Genre* genre : genres) add(genre_options(*genre, verb.name));
  if (verb.name == "experiment")
    for (const Experiment& experiment : experiments()) add(experiment.options);
  return options;
}

/// Where an option takes a file, its bytes take the place of its name: nobody behind the command line opens files.
Result<void> read_files(Invocation& call, const std::vector<OptionFact>& options) {
  for (const OptionFact& option : options) {
    if (option.kind != OptionKind::file || !call.has(option.name)) continue;
    std::string& value = call.values[option.name];
    if (value.empty()) return fail(cat("--", option.name, " takes the name of a file"));
    NAZO_TRY(bytes, read_text(call, value));
    value = std::move(bytes);
  }
  return {};
}

/// Reads the words after the verb by CLI11. Values stay text; who owns an option checks its value.
Result<void> parse(Invocation& call, std::vector<std::string> words) {
  CLI::App app;
  app.set_help_flag();
  std::map<std::string, std::string> values;
  std::map<std::string, bool> flags;
  const std::vector<OptionFact> options = options_of(call.verb, call.genres);
  std::vector<std::string> known;
  for (const OptionFact& option : options) {
    const std::string dashed = "--" + option.name;
    known.push_back(dashed);
    std::string spelling = dashed;
    if (option.name == "output") spelling = "-o," + spelling;
    if (option.kind == OptionKind::flag) {
      app.add_flag(spelling, flags[option.name]);
    } else {
      auto* added = app.add_option(spelling, values[option.name])->take_last();
      if (option.bare) added->expected(0, 1);
    }
  }
  app.add_option("operands", call.operands)->expected(0, -1);
  std::ranges::reverse(words);  // as CLI11 wants them
  try {
    app.parse(std::move(words));
  } catch (const CLI::ExtrasError&) {
    for (const std::string& extra : app.remaining())
      if (extra.starts_with('-'))
        return fail(cat("nazo ", call.verb.name, " has no option ", extra, did_you_mean(extra, known), " (nazo ",
                        call.verb.name, " --help)"));
    return fail("too many words");
  } catch (const CLI::ParseError& error) {
    return fail(cat(error.what(), " (nazo ", call.verb.name, " --help)"));
  }
  for (const OptionFact& option : options) {
    if (option.kind == OptionKind::flag) {
      if (flags[option.name]) call.values[option.name] = "true";
    } else if (app.count("--" + option.name) != 0) {
      call.values[option.name] = values[option.name];
    }
  }
  // The verb's own options are checked here, those of a genre when the genre is known.
  std::map<std::string, std::string> own;
  for (const OptionFact& option : call.verb.options)
    if (call.has(option.name)) own[option.name] = call.values[option.name];
  NAZO_CHECK(Options::make(call.verb.options, own));
  return read_files(call, options);
}

/// What several ranks must have in common before they begin, or one clear line.
Result<void> meet(const Invocation& call, const Result<void>& parsed) {
  const std::string mine = cat("nazo ", version(), commit().empty() ? "" : cat(" (", commit(), ")"));
  NAZO_TRY(programs, call.ranks->gather("program", ByteWriter().text(mine).take()));
  for (std::size_t rank = 0; rank < programs.size(); ++rank)
    if (const std::string theirs = ByteReader(programs[rank]).text(); theirs != ByteReader(programs[0]).text())
      return fail(cat("rank ", rank, " runs ", theirs, ", rank 0 ", ByteReader(programs[0]).text(),
                      ": all need the same program"));
  NAZO_CHECK(call.ranks->agree("words", parsed));
  const std::string run = identity_of(call).json();
  NAZO_TRY(runs, call.ranks->gather("run", ByteWriter().text(run).take()));
  for (std::size_t rank = 0; rank < runs.size(); ++rank)
    if (runs[rank] != runs[0]) return fail(cat("rank ", rank, " was given other options or files than rank 0"));
  return {};
}

int dispatch(const std::vector<std::string>& args, Streams streams, Catalog genres, Ranks* ranks, const Parts* parts) {
  const auto wants_help = [](const std::string& word) { return word == "--help" || word == "-h"; };
  if (args.empty() && streams.terminal_in && streams.terminal_out)
    return welcome(streams, genres, [&](const std::vector<std::string>& words) {
      return dispatch(words, streams, genres, ranks, parts);
    });
  if (args.empty() || wants_help(args[0]) || (args[0] == "help" && args.size() == 1)) {
    streams.out << overview(genres, streams.colour);
    return args.empty() ? bad : yes;
  }
  if (args[0] == "--version" || args[0] == "-V") {
    streams.out << cat("nazo ", version(), " (", commit(), commit().empty() ? "" : ", ", compiled_for(), ")\n");
    return yes;
  }
  std::vector<std::string> words(args.begin() + 1, args.end());
  std::string name = args[0];
  if (name == "help") {
    name = words.front();
    words = {"--help"};
  }
  const Verb* verb = find_verb(name);
  if (verb == nullptr) {
    std::vector<std::string> known;
    for (const Verb& v : verbs()) known.push_back(v.name);
    streams.err << "nazo: no verb " << in_quotes(name) << did_you_mean(name, known) << " (nazo --help)\n";
    return bad;
  }
  if (std::ranges::any_of(words, wants_help)) {
    const Genre* genre = nullptr;
    for (const std::string& word : words)
      if (genre == nullptr) genre = find_genre(genres, word);
    if (verb->name == "experiment")
      for (const std::string& word : words)
        if (const Experiment* experiment = find_experiment(word)) {
          streams.out << experiment_help(*experiment, streams.colour);
          return yes;
        }
    streams.out << verb_help(*verb, genres, genre, streams.colour);
    return yes;
  }
  Invocation call{.verb = *verb, .streams = streams, .genres = genres, .ranks = ranks, .parts = parts, .words = args};
  auto parsed = parse(call, words);
  if (parsed && call.together() && !verb->shared)
    parsed = fail(cat("nazo ", verb->name, " has no items to share out: one process does it"));
  if (call.together()) parsed = meet(call, parsed);
  if (!parsed) return call.complain(parsed.error());
  if (const std::string colour = call.value("color"); colour == "always" || colour == "never")
    call.streams.colour = colour == "always";
  return verb->run(call);
}

}  // namespace

int run_words(const std::vector<std::string>& words, const Invocation& call, const Parts* parts) {
  return dispatch(words, call.streams, call.genres, call.ranks, parts);
}

int run(const std::vector<std::string>& args, Streams streams, Catalog genres, Ranks* ranks) {
  int code = broken;
  try {
    code = dispatch(args, streams, genres, ranks, nullptr);
  } catch (const std::bad_alloc&) {
    streams.err << "nazo: the machine has no more memory for this\n";
    code = limit;
  } catch (const std::system_error& error) {  // no room for a thread
    streams.err << "nazo: the system has no room for this: " << printable(error.what()) << "\n";
    code = limit;
  } catch (const std::exception& error) {
    streams.err << "nazo: internal error: " << printable(error.what()) << "\n";
  }
  if (streams.out.flush()) return code;
  streams.err << "nazo: standard output takes no more: not everything was written\n";
  return broken;
}

}  // namespace nazo::cli
