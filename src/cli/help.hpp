// Help in all its shapes, made from the table of verbs and the facts of the genres.
#pragma once

#include <string>

#include "cli/table.hpp"
#include "experiments/experiments.hpp"

namespace nazo::cli {

/// `nazo --help`: what it is, the verbs, where to go on.
[[nodiscard]] std::string overview(Catalog genres, bool colour);
/// `nazo VERB --help`, with one genre's options or every genre's.
[[nodiscard]] std::string verb_help(const Verb& verb, Catalog genres, const Genre* genre, bool colour);
[[nodiscard]] std::string experiment_help(const Experiment& experiment, bool colour);

[[nodiscard]] std::string man_page(Catalog genres);
[[nodiscard]] std::string markdown_manual(Catalog genres);
[[nodiscard]] std::string bash_completion(Catalog genres);
[[nodiscard]] std::string zsh_completion(Catalog genres);

}  // namespace nazo::cli
