// The options that many verbs share, and the verbs of the one table (cli/table.hpp) by what they are about.
#pragma once

#include <string>
#include <vector>

#include "cli/run_places.hpp"
#include "cli/table.hpp"

namespace nazo::cli {

/// solve, check, analyze, generate, convert, play, rate.
[[nodiscard]] std::vector<Verb> verbs_of_puzzles();
/// study, fit, serve, store.
[[nodiscard]] std::vector<Verb> verbs_of_people();
/// experiment, merge, bench and what serves machines and shells.
[[nodiscard]] std::vector<Verb> verbs_of_work();

namespace options {

using enum OptionKind;

inline const OptionFact genre_option{
    .name = "genre", .kind = text, .help = "the genre, where the file's ending does not tell", .value = "GENRE"};
inline const OptionFact from_option{.name = "from",
                                    .kind = text,
                                    .help = "the input's format, where the file's ending does not tell",
                                    .value = "FORMAT"};
inline const OptionFact json_option{.name = "json", .kind = flag, .help = "JSON Lines, one object a puzzle"};
inline const OptionFact time_option{
    .name = "time", .kind = real, .help = "seconds for each puzzle", .lowest = 0, .value = "S"};
inline const OptionFact run_time_option{
    .name = "time", .kind = real, .help = "seconds for the whole run", .lowest = 0, .value = "S"};
inline const OptionFact nodes_option{
    .name = "nodes", .kind = integer, .help = "states for each puzzle", .lowest = 0, .value = "N"};
inline const OptionFact memory_option{.name = "memory",
                                      .kind = text,
                                      .help = "memory for each puzzle: bytes, or with K, M, G",
                                      .fallback = "1G",
                                      .value = "BYTES"};
inline const OptionFact threads_option{.name = "threads",
                                       .kind = integer,
                                       .help = "threads; results do not depend on them; 0 means all cores",
                                       .fallback = "1",
                                       .lowest = 0,
                                       .highest = 1024,
                                       .value = "N"};
inline const OptionFact seed_option{
    .name = "seed", .kind = integer, .help = "start of the random streams", .fallback = "1", .lowest = 0, .value = "N"};
inline const OptionFact output_option{
    .name = "output", .kind = text, .help = "write there instead of standard output", .value = "FILE"};
inline const OptionFact colour_option{.name = "color",
                                      .kind = choice,
                                      .help = "colour in the output",
                                      .fallback = "auto",
                                      .choices = {"auto", "always", "never"}};

inline std::vector<OptionFact> with(std::vector<OptionFact> own, const std::vector<OptionFact>& more) {
  own.insert(own.end(), more.begin(), more.end());
  return own;
}
inline const std::vector<OptionFact> input{genre_option, from_option, json_option};
inline const std::vector<OptionFact> limits{time_option, nodes_option, memory_option, threads_option, seed_option};
inline const std::vector<OptionFact> both = with(with(input, limits), {colour_option});
inline const std::vector<OptionFact> long_run = with(both, run_options());

}  // namespace options

}  // namespace nazo::cli
