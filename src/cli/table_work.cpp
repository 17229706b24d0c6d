// Experiments, and what machines and shells ask for.
#include "cli/common_options.hpp"
#include "cli/show_account.hpp"
#include "cli/verbs.hpp"

namespace nazo::cli {

using namespace options;

std::vector<Verb> verbs_of_work() {
  return {
      {.name = "experiment",
       .summary = "the papers' tables, run again",
       .operands = "list | NAME [FILE…]",
       .about = "Each experiment prints the published figures beside ours. `nazo experiment list` names them; `nazo "
                "experiment NAME --help` tells its options.",
       .options =
           with(with(account_options(), {threads_option, seed_option, nodes_option, memory_option, output_option}),
                run_options()),
       .samples = {{"nazo experiment list", "what there is"},
                   {"nazo experiment superpuzz-table1", "the paper's table 1"},
                   {"nazo experiment superpuzz-table1 --svg states.svg --language ja", "its figure, in Japanese"},
                   {"nazo experiment superpuzz-winnability --deals 2000 --log deals.log",
                    "hours of work that may be interrupted"}},
       .run = run_experiment,
       .shared = true},
      {.name = "merge",
       .summary = "one run of the parts that shards have left",
       .operands = "PART…",
       .about =
           "Every part is the --log of a run with --shard k/n, for k from 1 to n. What is printed is what the same "
           "command without --shard prints, and so is the --log, byte for byte. Files that the command reads are "
           "read again.",
       .options = {{.name = "log", .kind = text, .help = "keep the log of the whole run here", .value = "FILE"}},
       .samples = {{"nazo solve --json deals.deal --shard 1/2 --log part1", "the first half, on one machine"},
                   {"nazo solve --json deals.deal --shard 2/2 --log part2", "the second, on another"},
                   {"nazo merge part1 part2 > solved.jsonl", "what one process would have printed"}},
       .run = run_merge},
      {.name = "bench",
       .summary = "a fixed work list: node counts and speeds",
       .operands = "[GENRE]",
       .about = "The node counts make the signature: they are the same on every machine and change only when the "
                "search changes. Speeds are this machine's.",
       .json = {"genre", "task", "nodes", "seconds", "rate"},
       .options = {genre_option,
                   json_option,
                   {.name = "signature",
                    .kind = flag,
                    .help = "only the counts, a line each, as bench/signature.txt keeps them"}},
       .samples = {{"nazo bench superpuzz", "one genre"}},
       .run = run_bench},
      {.name = "genres",
       .summary = "what there is: sizes, formats, features, options",
       .operands = "[GENRE]",
       .about = "Without a name a line for each genre; with one, everything about it.",
       .json = {"genre", "title", "about", "sizes", "solution_help", "formats", "features", "codes", "techniques",
                "options", "presets", "examples"},
       .options = {genre_option, json_option, colour_option},
       .samples = {{"nazo genres", "the list"}, {"nazo genres superpuzz", "all about one"}},
       .run = run_genres},
      {.name = "work",
       .summary = "one order of long work, as the server hands it to a process of its own",
       .operands = "",
       .about = "Reads an order (one line of JSON: what is solve, check, analyze, examine, generate, sheet, draw, "
                "learn or harder) from standard input and prints what it finds as JSON Lines: {event, data} on the "
                "way, and at "
                "last {end} with a result or an error. The process limits itself to --memory and --time and some more.",
       .json = {},
       .options = {time_option,
                   memory_option,
                   {.name = "attached",
                    .kind = flag,
                    .help = "the end of standard input means stop: whoever ordered the work is gone"}},
       .samples =
           {{R"(echo '{"what":"solve","genre":"tsume","text":"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"}' | nazo work)",
             "an order"}},
       .run = run_work},
      {.name = "worker",
       .summary = "does long work for servers on this host or on others",
       .operands = "",
       .about =
           "Takes jobs (solve, check, analyze, examine, generate, harder, learn) from a store that servers share, "
           "until "
           "it is interrupted, and does each in a process of its own. No job is done by two at a time: a worker holds "
           "it by a lease of four seconds, and when it is killed or cut off another takes the job over. One that is "
           "told to end gives back what it holds. docs/SITE.md shows a whole site.",
       .options = {{.name = "store",
                    .kind = text,
                    .help = "postgresql://…, or the SQLite file of a server on this host",
                    .fallback = "nazo.db",
                    .value = "STORE"},
                   {.name = "jobs",
                    .kind = integer,
                    .help = "jobs at a time; 0 means one for each core",
                    .fallback = "1",
                    .lowest = 0,
                    .highest = 1024,
                    .value = "N"},
                   {.name = "log",
                    .kind = choice,
                    .help = "what is logged on standard error, as JSON Lines; quiet: trouble only",
                    .fallback = "events",
                    .choices = {"quiet", "events"}},
                   memory_option},
       .samples = {{"nazo worker --store postgresql://nazo@db/nazo --jobs 4", "four jobs at a time for a site"}},
       .run = run_worker},
      {.name = "usi",
       .summary = "tsume-shogi over USI, for shogi programs",
       .operands = "",
       .about = "Reads USI commands from standard input: usi, isready, setoption, usinewgame, position sfen …, go mate "
                "…, stop, quit. Register `nazo usi` as an engine in a shogi program to use it there.",
       .samples = {{"nazo usi", "then: position sfen … and go mate 10000"}},
       .run = run_usi},
      {.name = "docs",
       .summary = "the manual in other shapes: man page, Markdown, shell completion",
       .operands = "man|markdown|bash|zsh",
       .about = "All made from the same table as this help.",
       .samples = {{"source <(nazo docs bash)", "completion in this shell"},
                   {"nazo docs man | man -l -", "the man page"}},
       .run = run_docs},
  };
}

}  // namespace nazo::cli
