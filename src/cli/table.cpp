#include "cli/table.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cli/run_places.hpp"
#include "cli/show_account.hpp"
#include "cli/verbs.hpp"

namespace nazo::cli {

namespace {

using enum OptionKind;

const OptionFact genre_option{
    .name = "genre", .kind = text, .help = "the genre, where the file's ending does not tell", .value = "GENRE"};
const OptionFact from_option{.name = "from",
                             .kind = text,
                             .help = "the input's format, where the file's ending does not tell",
                             .value = "FORMAT"};
const OptionFact json_option{.name = "json", .kind = flag, .help = "JSON Lines, one object a puzzle"};
const OptionFact time_option{
    .name = "time", .kind = real, .help = "seconds for each puzzle", .lowest = 0, .value = "S"};
const OptionFact run_time_option{
    .name = "time", .kind = real, .help = "seconds for the whole run", .lowest = 0, .value = "S"};
const OptionFact nodes_option{
    .name = "nodes", .kind = integer, .help = "states for each puzzle", .lowest = 0, .value = "N"};
const OptionFact memory_option{.name = "memory",
                               .kind = text,
                               .help = "memory for each puzzle: bytes, or with K, M, G",
                               .fallback = "1G",
                               .value = "BYTES"};
const OptionFact threads_option{.name = "threads",
                                .kind = integer,
                                .help = "threads; results do not depend on them; 0 means all cores",
                                .fallback = "1",
                                .lowest = 0,
                                .highest = 1024,
                                .value = "N"};
const OptionFact seed_option{
    .name = "seed", .kind = integer, .help = "start of the random streams", .fallback = "1", .lowest = 0, .value = "N"};
const OptionFact output_option{
    .name = "output", .kind = text, .help = "write there instead of standard output", .value = "FILE"};
const OptionFact colour_option{.name = "color",
                               .kind = choice,
                               .help = "colour in the output",
                               .fallback = "auto",
                               .choices = {"auto", "always", "never"}};

std::vector<OptionFact> with(std::vector<OptionFact> own, const std::vector<OptionFact>& more) {
  own.insert(own.end(), more.begin(), more.end());
  return own;
}
const std::vector<OptionFact> input{genre_option, from_option, json_option};
const std::vector<OptionFact> limits{time_option, nodes_option, memory_option, threads_option, seed_option};
const std::vector<OptionFact> both = with(with(input, limits), {colour_option});
const std::vector<OptionFact> long_run = with(both, run_options());

std::vector<Verb> make_verbs() {
  return {
      {.name = "solve",
       .summary = "a solution, or proof that there is none",
       .operands = "[GENRE] [FILE…|-]",
       .about = "Each puzzle is solved, proved unsolvable (every possibility was exhausted), or stays unknown because "
                "a limit ran out. "
                "A solution is always replayed by separate code before it is printed.",
       .json = {"id", "genre", "status", "solution", "length", "optimal", "nodes", "seconds"},
       .options = long_run,
       .samples = {{"nazo solve deal.deal", "one deal: its picture and the solution"},
                   {"nazo solve --time 10 --threads 2 deals.deal", "many deals, ten seconds each"},
                   {"nazo generate superpuzz --count 20 --json | nazo solve --json", "verbs pipe"}},
       .run = run_solve,
       .shared = true},
      {.name = "check",
       .summary = "is it fit to publish? or: is this solution right?",
       .operands = "[GENRE] [FILE…|-]",
       .about = "Without --solution: is the puzzle publishable (solvable, unique where that is asked, no fault its "
                "genre knows). With --solution: is that solution "
                "right. The solution may be given as text, as a file, or with no value: then it is the one that came "
                "with the puzzle. With --repair also: which parts do nothing, and which small changes mend what is "
                "wrong; each line of a repair says what changes, --json has the puzzle after it.",
       .json = {"id", "genre", "valid", "findings"},
       .options = with({{.name = "solution",
                         .kind = text,
                         .help = "check this solution (text or file; no value: the puzzle's own)",
                         .value = "TEXT|FILE",
                         .bare = true},
                        {.name = "repair", .kind = flag, .help = "say what would mend it, the smallest change first"}},
                       long_run),
       .samples = {{"nazo check deals.deal", "which of them can be published"},
                   {"nazo solve --json deals.deal | nazo check --solution", "every solution, by separate code"}},
       .run = run_check,
       .shared = true},
      {.name = "analyze",
       .summary = "the features of a puzzle",
       .operands = "[GENRE] [FILE…|-]",
       .about = "Measures what makes a puzzle what it is. `nazo genres GENRE` lists each feature with its meaning. "
                "exact is false where something is an estimate.",
       .json = {"id", "genre", "exact", "features"},
       .options = with({{.name = "features", .kind = text, .help = "only these, separated by commas", .value = "A,B,…"},
                        {.name = "csv", .kind = flag, .help = "one table, a row a puzzle, a column a feature"},
                        {.name = "checkpoint",
                         .kind = text,
                         .help = "one board whose state space is explored: keep each layer in this folder; the same "
                                 "command then goes on from the last one",
                         .value = "DIR"},
                        {.name = "scratch",
                         .kind = text,
                         .help = "folder for what outgrows --memory (default: $TMPDIR or /tmp)",
                         .value = "DIR"}},
                       long_run),
       .samples = {{"nazo analyze deal.deal", "all features"},
                   {"nazo analyze --csv deals.deal > deals.csv", "for a spreadsheet; other verbs read it too"},
                   {"nazo analyze --features solvable,solution_length --json deals.deal", "two of them for each deal"}},
       .run = run_analyze,
       .shared = true},
      {.name = "generate",
       .summary = "new puzzles to order",
       .operands = "GENRE",
       .about = "Makes puzzles until COUNT are kept. Item i of a run depends on the seed and i alone: the same seed "
                "gives the same puzzles with any number of threads. "
                "--keep takes an expression over features, and over what the genre thinks of a puzzle (difficulty, "
                "interest, time, success): comparisons, arithmetic, && || ! and parentheses.",
       .json = {"id", "genre", "puzzle", "title", "solution", "features", "seed", "index", "notes"},
       .options = with(
           {{.name = "count", .kind = integer, .help = "how many to keep", .fallback = "1", .lowest = 0, .value = "N"},
            {.name = "keep", .kind = text, .help = "keep only puzzles for which this holds", .value = "EXPR"},
            {.name = "features",
             .kind = text,
             .help = "features to compute for the kept ones; all for every one",
             .value = "A,B,…"},
            {.name = "preset", .kind = text, .help = "options under one name, see nazo genres GENRE", .value = "NAME"},
            {.name = "items",
             .kind = integer,
             .help = "give up after so many items of the run",
             .lowest = 1,
             .value = "N"},
            {.name = "first",
             .kind = integer,
             .help = "begin with this item of the run",
             .fallback = "0",
             .lowest = 0,
             .value = "N"},
            {.name = "for",
             .kind = text,
             .help = "made for this player of the store: of twelve each the nearest to --target-success, within "
                     "20 seconds each unless --time says otherwise",
             .value = "PLAYER"},
            {.name = "target-success",
             .kind = real,
             .help = "with --for: the probability of solving that is wanted",
             .fallback = ".7",
             .lowest = .01,
             .highest = .99,
             .value = "P"},
            {.name = "store", .kind = text, .help = "with --for: the store that knows the player", .value = "STORE"},
            {.name = "sort",
             .kind = text,
             .help = "in the end, in order of a feature, or of difficulty or interest as the genre rates them",
             .value = "NAME"},
            {.name = "to",
             .kind = text,
             .help = "format to write: one of the genre's, svg, png or pdf",
             .value = "FORMAT"},
            {.name = "booklet",
             .kind = flag,
             .help = "pdf: puzzles on odd pages, numbered, solutions on the last pages"},
            {.name = "heading", .kind = text, .help = "title of a sheet", .value = "TEXT"},
            output_option,
            genre_option,
            json_option,
            run_time_option,
            nodes_option,
            memory_option,
            threads_option,
            seed_option,
            colour_option},
           run_options()),
       .samples = {{"nazo generate superpuzz --count 3 --columns 6", "three small deals as text"},
                   {"nazo generate superpuzz --count 100 --keep 'solvable && solution_length < 60' --json",
                    "only what is wanted"}},
       .run = run_generate,
       .shared = true},
      {.name = "convert",
       .summary = "from one format to another, and to pictures",
       .operands = "[GENRE] [FILE…|-] --to FORMAT",
       .about = "Formats are those of the genre (nazo genres GENRE), and for every genre: svg, png and pdf sheets, and "
                "json. "
                "With --solved the solutions are drawn too (solving where none came with the puzzle).",
       .options = with({{.name = "to", .kind = text, .help = "format to write", .value = "FORMAT"},
                        output_option,
                        {.name = "solved", .kind = flag, .help = "show solutions too; in a pdf on the last pages"},
                        {.name = "columns-per-page",
                         .kind = integer,
                         .help = "pictures side by side on a sheet",
                         .lowest = 1,
                         .highest = 20,
                         .value = "N"},
                        {.name = "heading", .kind = text, .help = "title of the sheet", .value = "TEXT"}},
                       both),
       .samples = {{"nazo convert deal.deal --to svg --output deal.svg", "a picture"},
                   {"nazo convert deals.deal --to pdf --solved --output sheet.pdf",
                    "a sheet to print, solutions last"}},
       .run = run_convert},
      {.name = "play",
       .summary = "a puzzle in the terminal",
       .operands = "[GENRE] [FILE|-]",
       .about = "Without a file a new puzzle is made from --seed. Arrow keys move, Enter plays, : takes a typed move, "
                "u undoes, r redoes, h hints, b goes back to where it was last "
                "solvable, g gives up, q leaves. Where standard input is not a terminal, moves are read from it line "
                "by line.",
       .options = with({{.name = "number",
                         .kind = integer,
                         .help = "which puzzle of the file",
                         .fallback = "1",
                         .lowest = 1,
                         .value = "N"}},
                       {genre_option, from_option, seed_option, time_option, memory_option, colour_option}),
       .samples = {{"nazo play superpuzz --columns 6", "a small deal"},
                   {"nazo play deals.deal --number 3", "the third of a file"}},
       .run = run_play},
      {.name = "rate",
       .summary = "difficulty, interest, expected time and success; for one player; which puzzle next",
       .operands = "[GENRE] [FILE…|-]",
       .about = "With a store that holds a fitted model (nazo fit) the model speaks, and says how sure it is; without "
                "one the genre's own formula does, from the features alone, and the model is called "
                "\"prior\". With --player the rating is for that person, learnt from their plays as they are now. "
                "--recommend draws puzzles of the store whose predicted success or time is nearest to "
                "what was asked for, avoids those seen lately, and records with which probability each was drawn.",
       .json = {"id", "genre", "difficulty", "interest", "time", "success", "model"},
       .options = with(
           {{.name = "store", .kind = text, .help = "an SQLite file, or postgresql://…", .value = "STORE"},
            {.name = "player", .kind = text, .help = "rate for this player", .value = "ID"},
            {.name = "model", .kind = text, .help = "this model of the store instead of the newest", .value = "KEY"},
            {.name = "simulated", .kind = flag, .help = "with --model: also one that was fitted to simulated players"},
            {.name = "recommend",
             .kind = integer,
             .help = "give so many puzzles of the store instead",
             .lowest = 1,
             .highest = 10000,
             .value = "N"},
            {.name = "target-success",
             .kind = real,
             .help = "with --recommend: the probability of solving that is wanted",
             .fallback = ".7",
             .lowest = 0,
             .highest = 1,
             .value = "P"},
            {.name = "target-time",
             .kind = real,
             .help = "with --recommend: the seconds that are wanted",
             .lowest = 1,
             .highest = 1e7,
             .value = "S"},
            {.name = "save", .kind = flag, .help = "keep the puzzles and their ratings in the store"}},
           long_run),
       .samples = {{"nazo rate board.shisen", "from the features"},
                   {"nazo rate sokoban --store nazo.db --player ID --recommend 3 --target-success .7",
                    "three puzzles for one person"}},
       .run = run_rate,
       .shared = true},
      {.name = "study",
       .summary = "human experiments: create, watch, simulate, export, import, close",
       .operands = "create|status|list|order|simulate|export|import|close [NAME] [FILE…]",
       .about = "create NAME FILE… makes a study of the puzzles in the files (those that meet --keep), create NAME "
                "GENRE --keep EXPR of those in the store; order NAME takes a player in and gives the puzzles in that "
                "player's order; status NAME tells how far it "
                "is; export [NAME] writes a study (or, without a name, everything) as JSON Lines or CSV; import FILE… "
                "reads such lines back: every play is replayed by the rules, bad rows are "
                "refused one by one with their line, and unless --keep-good is given one bad row means that nothing is "
                "kept. With --map or --unreplayed import takes plays without moves from a CSV file, a line a play, of "
                "the puzzles of --study: field=Column for player, puzzle, seconds, outcome, mark, order, experience. "
                "simulate NAME lets players who do not exist take part; they are marked.",
       .json = {},
       .options = with(
           {{.name = "store",
             .kind = text,
             .help = "an SQLite file, or postgresql://…",
             .fallback = "nazo.db",
             .value = "STORE"},
            {.name = "keep", .kind = text, .help = "create: only puzzles for which this holds", .value = "EXPR"},
            {.name = "graded",
             .kind = integer,
             .help = "create: so many of them, spread evenly from the easiest to the hardest",
             .lowest = 1,
             .value = "N"},
            {.name = "order",
             .kind = choice,
             .help = "create: order of the puzzles, for each player",
             .fallback = "random",
             .choices = {"random", "balanced", "fixed"}},
            {.name = "title", .kind = text, .help = "create: what the study is called", .value = "TEXT"},
            {.name = "comparisons",
             .kind = flag,
             .help = "create: ask for five-level comparisons of all pairs (up to 7 puzzles)"},
            {.name = "no-rating", .kind = flag, .help = "create: do not ask for 1–5 after each puzzle"},
            {.name = "no-experience", .kind = flag, .help = "create: do not ask for experience"},
            {.name = "player", .kind = text, .help = "order: for this player (otherwise a new one)", .value = "ID"},
            {.name = "pause",
             .kind = real,
             .help = "status: a pause of so many seconds excludes a play from analysis",
             .fallback = "180",
             .lowest = 0,
             .value = "S"},
            {.name = "csv", .kind = flag, .help = "export, import: CSV, one type of record a file"},
            {.name = "type",
             .kind = text,
             .help = "export: only these records: puzzle, player, study, participant, play, comparison, model, rating, "
                     "recommendation",
             .value = "A,B,…"},
            {.name = "scores", .kind = flag, .help = "export: each person's plain scores from comparisons, as CSV"},
            {.name = "keep-good", .kind = flag, .help = "import: keep the good rows although some are refused"},
            {.name = "study", .kind = text, .help = "import: the study whose puzzles were played", .value = "NAME"},
            {.name = "unreplayed", .kind = flag, .help = "import: plays without moves"},
            {.name = "map",
             .kind = text,
             .help = "import: plays without moves, which column is what",
             .value = "FIELD=COLUMN,…"},
            {.name = "simulated",
             .kind = flag,
             .help = "import: the players of these plays do not exist; export --scores: theirs too"},
            {.name = "players",
             .kind = integer,
             .help = "simulate: how many",
             .fallback = "12",
             .lowest = 1,
             .highest = 100'000,
             .value = "N"},
            {.name = "world",
             .kind = text,
             .help = "simulate: how right the genre's formula is: exact, noise, steep, good, mediocre, curved, "
                     "heavy_tail, useless, reversed, learners",
             .fallback = "good",
             .value = "NAME"},
            {.name = "model",
             .kind = text,
             .help = "simulate: what this model of the store says is true",
             .value = "KEY"},
            output_option},
           both),
       .samples = {{"nazo study create first boards.shisen --order balanced", "a study"},
                   {"nazo study create hard sokoban --keep 'pushes > 20'", "of puzzles in the store"},
                   {"nazo study export first --output first.jsonl", "all its data"},
                   {"nazo study import plays.jsonl --store lab.db", "data from elsewhere"},
                   {"nazo study import trials.csv --study first --map player=Subject,seconds=rt_ms/1000",
                    "plays without moves"},
                   {"nazo study simulate first --players 40 --world good", "try it before anybody is invited"}},
       .run = run_study},
      {.name = "fit",
       .summary = "models from plays; the papers' regression table",
       .operands = "[GENRE] --study NAME --target time|success",
       .about = "--target time or success prints the table of paper 000 for any predictors: the player's own mean is "
                "taken off, values are averaged for each puzzle and regressed on features; a cross-validated R "
                "stands beside R. --target comparisons gives strengths (Bradley–Terry) and each person's correlations "
                "with the chance level beside them, as paper 001. --target models fits the models that "
                "`rate` uses and holds them against what stands on plays they have not seen; one that is no worse goes "
                "live and rates the store's puzzles, another is kept with its figures. Plays with a long pause or "
                "given up at "
                "once are left out here; the data keep them.",
       .json = {"target", "predictors", "r", "adj_r2", "cv_r", "n"},
       .options =
           {{.name = "store",
             .kind = text,
             .help = "an SQLite file, or postgresql://…",
             .fallback = "nazo.db",
             .value = "STORE"},
            {.name = "study", .kind = text, .help = "only the plays of this study", .value = "NAME"},
            {.name = "target",
             .kind = choice,
             .help = "what to fit",
             .fallback = "models",
             .choices = {"time", "success", "comparisons", "models"}},
            {.name = "predictors",
             .kind = text,
             .help = "features, separated by commas; several sets by semicolons",
             .value = "A,B;C"},
            {.name = "give-ups",
             .kind = choice,
             .help = "time: plays given up count with the time until then, or are left out",
             .fallback = "counted",
             .choices = {"counted", "left-out"}},
            {.name = "csv", .kind = flag, .help = "time, success: the table as CSV"},
            {.name = "svg", .kind = text, .help = "time, success: the scatter plot of the last row", .value = "FILE"},
            {.name = "language",
             .kind = choice,
             .help = "of captions, axes and words: English or Japanese",
             .fallback = "en",
             .choices = {"en", "ja"}},
            {.name = "pause",
             .kind = real,
             .help = "leave out plays with a pause of so many seconds",
             .fallback = "180",
             .lowest = 0,
             .value = "S"},
            {.name = "simulated",
             .kind = flag,
             .help = "plays of simulated players too; such a model is marked and never speaks for people"},
            {.name = "unreplayed", .kind = flag, .help = "plays from elsewhere that came without moves too"},
            {.name = "back",
             .kind = flag,
             .help = "models: take the model that speaks back; the one before speaks again"},
            {.name = "note", .kind = text, .help = "models: a word about it, kept in the store", .value = "TEXT"},
            genre_option,
            json_option,
            seed_option,
            colour_option},
       .samples = {{"nazo fit --study first --target time", "table 1 of paper 000 for these plays"},
                   {"nazo fit shisen --target models", "learn from all plays of a genre"}},
       .run = run_fit},
      {.name = "serve",
       .summary = "the web workshop: play, make, study in a browser",
       .operands = "",
       .about =
           "Serves the page and its api (docs/SERVER.md) until it is interrupted. A new store first gets a small "
           "graded starter collection of every genre. "
           "The admin token may also come from the environment variable NAZO_ADMIN_TOKEN; without one nobody is admin.",
       .options = {{.name = "port",
                    .kind = integer,
                    .help = "port to listen at; 0 for any that is free",
                    .fallback = "8080",
                    .lowest = 0,
                    .highest = 65535,
                    .value = "N"},
                   {.name = "host",
                    .kind = text,
                    .help = "address to listen at; 0.0.0.0 for all",
                    .fallback = "127.0.0.1",
                    .value = "ADDRESS"},
                   {.name = "store",
                    .kind = text,
                    .help = "SQLite file or postgresql://…",
                    .fallback = "nazo.db",
                    .value = "STORE"},
                   {.name = "admin-token", .kind = text, .help = "secret for the researchers' pages", .value = "TOKEN"},
                   {.name = "web",
                    .kind = text,
                    .help = "folder of the page's files (default: web beside the program, or share/nazo/web)",
                    .value = "DIR"},
                   {.name = "log",
                    .kind = choice,
                    .help = "what is logged on standard error, as JSON Lines; quiet: trouble only",
                    .fallback = "events",
                    .choices = {"quiet", "events", "requests"}},
                   {.name = "job-seconds",
                    .kind = real,
                    .help = "the longest one job may run",
                    .fallback = "60",
                    .lowest = 0,
                    .value = "S"},
                   {.name = "behind-proxy",
                    .kind = text,
                    .help = "trust this proxy's X-Forwarded-For and X-Forwarded-Proto",
                    .value = "ADDRESS"},
                   {.name = "names",
                    .kind = text,
                    .help = "names under which the server is reached, besides localhost and plain addresses",
                    .value = "NAME,…"},
                   {.name = "workers",
                    .kind = integer,
                    .help = "jobs that this server does at a time (default: one less than --threads, at least 2); 0 "
                            "leaves them to nazo worker",
                    .lowest = 0,
                    .highest = 1024,
                    .value = "N"},
                   {.name = "no-starter", .kind = flag, .help = "leave a new store empty"},
                   {.name = "starter", .kind = flag, .help = "a starter collection also in a store that holds a study"},
                   {.name = "no-rate-limits", .kind = flag, .help = "for load tests"},
                   threads_option,
                   memory_option},
       .samples = {{"nazo serve", "at http://localhost:8080"},
                   {"NAZO_ADMIN_TOKEN=secret nazo serve --host 0.0.0.0 --store postgresql://nazo@db/nazo",
                    "for a class room"}},
       .run = run_serve},
      {.name = "store",
       .summary = "look after puzzles and plays: check, back up, vacuum",
       .operands = "check|backup|vacuum [FILE]",
       .about =
           "check reads everything and says whether the store is whole (exit code 1 if it is damaged); backup FILE "
           "makes a copy in a new file while servers and others go on, and checks the copy; vacuum gives back the "
           "room of what was deleted. All of them may run beside a server. A PostgreSQL is copied by pg_dump.",
       .json = {"did", "store"},
       .options = {{.name = "store",
                    .kind = text,
                    .help = "an SQLite file, or postgresql://…",
                    .fallback = "nazo.db",
                    .value = "STORE"},
                   json_option},
       .samples = {{"nazo store check --store data/nazo.db", "is it whole?"},
                   {"nazo store backup monday.db --store data/nazo.db", "a copy, while the server runs"}},
       .run = run_store},
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

}  // namespace

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> table = make_verbs();
  return table;
}

const Verb* find_verb(std::string_view name) {
  const auto verb = std::ranges::find(verbs(), name, &Verb::name);
  return verb == verbs().end() ? nullptr : &*verb;
}

std::vector<OptionFact> genre_options(const Genre& genre, std::string_view verb) {
  std::vector<OptionFact> options;
  for (const OptionFact& option : genre.facts().options) {
    // Play makes a new puzzle where no file is named, so it understands what generate does.
    const bool makes = verb == "play" && std::ranges::count(option.verbs, "generate") != 0;
    if (makes || std::ranges::count(option.verbs, verb)) options.push_back(option);
  }
  return options;
}

std::string value_name(const OptionFact& option) {
  if (!option.value.empty()) return option.value;
  switch (option.kind) {
    case flag:
      return "";
    case integer:
      return "N";
    case real:
      return "X";
    case choice:
      return join(option.choices, "|");
    case text:
      return "TEXT";
    case file:
      return "FILE";
  }
  return "";
}

}  // namespace nazo::cli
