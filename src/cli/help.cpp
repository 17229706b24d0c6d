#include "cli/help.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"

namespace nazo::cli {

namespace {

std::string option_lines(const std::vector<OptionFact>& options, const Paint& paint) {
  std::string out;
  std::size_t width = 0;
  std::vector<std::string> spellings;
  for (const OptionFact& option : options) {
    std::string spelling = cat(option.name == "output" ? "-o, " : "", "--", option.name);
    if (const std::string value = value_name(option); !value.empty())
      spelling += option.bare ? cat(" [", value, "]") : cat(" ", value);
    spellings.push_back(spelling);
    width = std::max(width, std::min<std::size_t>(32, display_width(spelling)));
  }
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::string help = options[i].help;
    if (!options[i].fallback.empty() && options[i].kind != OptionKind::flag)
      help += cat(" [", options[i].fallback, "]");
    std::string text = wrapped(help, 100, std::string(width + 4, ' '));
    const std::string head = "  " + padded(spellings[i], width) + "  ";
    if (display_width(spellings[i]) > width) {
      out += paint.strong("  " + spellings[i]) + "\n" + text;
    } else {
      out += paint.strong(head) + text.substr(std::min(text.size(), width + 4));
    }
  }
  return out;
}

std::string sample_lines(const std::vector<Sample>& samples, const Paint& paint) {
  std::string out;
  for (const Sample& sample : samples) out += cat("  ", sample.command, "\n      ", paint.dim(sample.about), "\n");
  return out;
}

}  // namespace

std::string overview(Catalog genres, bool colour) {
  const Paint paint(colour);
  std::string out = cat(paint.strong("nazo"),
                        " (謎): a workshop for puzzles. It solves them with proof, checks, analyses, makes and plays "
                        "them.\n\n  nazo VERB [GENRE] [FILE…|-] [options]\n\n");
  out += paint.strong("verbs") + "\n";
  for (const Verb& verb : verbs()) out += cat("  ", padded(verb.name, 12), verb.summary, "\n");
  out += "\n" + paint.strong("genres") + "\n";
  for (const Genre* genre : genres)
    out += cat("  ", padded(genre->facts().name, 12), genre->facts().title, ": ", genre->facts().sizes, "\n");
  out += "\nMore:  nazo VERB --help   nazo VERB GENRE --help   nazo genres GENRE\n";
  out +=
      "Exit:  0 yes, solved, valid · 1 no, unsolvable, invalid · 2 bad input or usage · 3 a limit ran out · 4 the "
      "output could not be written\n";
  return out;
}

std::string verb_help(const Verb& verb, Catalog genres, const Genre* genre, bool colour) {
  const Paint paint(colour);
  std::string out = cat(paint.strong(cat("nazo ", verb.name)), ": ", verb.summary, "\n\n  nazo ", verb.name, " ",
                        verb.operands, " [options]\n\n", wrapped(verb.about, 100));
  if (!verb.samples.empty()) out += cat("\n", paint.strong("examples"), "\n", sample_lines(verb.samples, paint));
  if (!verb.options.empty()) out += cat("\n", paint.strong("options"), "\n", option_lines(verb.options, paint));
  for (const Genre* one : genres) {
    if (genre != nullptr && one != genre) continue;
    if (const auto options = genre_options(*one, verb.name); !options.empty())
      out += cat("\n", paint.strong(cat("options for ", one->facts().name)), "\n", option_lines(options, paint));
    if (verb.name == "generate" && !one->facts().presets.empty()) {
      out += cat("\n", paint.strong(cat("presets for ", one->facts().name)), "\n");
      for (const PresetFact& preset : one->facts().presets)
        out += cat("  ", padded(preset.name, 12), preset.help, "\n");
    }
  }
  if (!verb.json.empty()) out += cat("\n", paint.strong("JSON fields"), "\n", wrapped(join(verb.json, " "), 100, "  "));
  return out;
}

std::string experiment_help(const Experiment& experiment, bool colour) {
  const Paint paint(colour);
  return cat(paint.strong(cat("nazo experiment ", experiment.name)), ": ", experiment.summary, "\n\n",
             wrapped(experiment.about, 100), "\n", paint.strong("options"), "\n",
             option_lines(experiment.options, paint), option_lines(find_verb("experiment")->options, paint));
}

std::string man_page(Catalog genres) {
  const auto escaped = [](std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (c == '\\')
        out += "\\e";
      else if (c == '-')
        out += "\\-";
      else
        out += c;
    }
    return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
  };
  std::string out = cat(".TH NAZO 1 \"\" \"nazo ", version(),
                        "\" \"Puzzle workshop\"\n.SH NAME\nnazo \\- solve, check, analyse, make and play puzzles\n.SH "
                        "SYNOPSIS\n.B nazo\nVERB [GENRE] [FILE...|\\-] [options]\n");
  out += ".SH VERBS\n";
  const auto options = [&](const std::vector<OptionFact>& list) {
    for (const OptionFact& option : list) {
      out += cat(".TP\n.B ", escaped("--" + option.name), " ", escaped(value_name(option)), "\n", escaped(option.help));
      if (!option.fallback.empty() && option.kind != OptionKind::flag) out += cat(" [", escaped(option.fallback), "]");
      out += "\n";
    }
  };
  for (const Verb& verb : verbs()) {
    out += cat(".SS ", verb.name, "\n", escaped(verb.summary), ".\n.PP\n.B nazo ", verb.name, "\n",
               escaped(verb.operands), "\n.PP\n", escaped(verb.about), "\n");
    options(verb.options);
    for (const Genre* genre : genres)
      if (const auto own = genre_options(*genre, verb.name); !own.empty()) {
        out += cat(".PP\nOptions for ", genre->facts().name, ":\n");
        options(own);
      }
  }
  out += ".SH GENRES\n";
  for (const Genre* genre : genres)
    out += cat(".TP\n.B ", genre->facts().name, "\n", escaped(genre->facts().title), ": ",
               escaped(genre->facts().about), "\n");
  out +=
      ".SH EXIT STATUS\n0 yes, solved, valid; 1 no, unsolvable, invalid; 2 bad input or usage; 3 a limit ran out, or "
      "the machine's memory; 4 what was found could not be written, or nazo "
      "itself failed. For several puzzles any 2 wins, then 3, then 1.\n";
  return out;
}

std::string markdown_manual(Catalog genres) {
  std::string out =
      "# The command line\n\nMade by `nazo docs markdown` from the program's own table; a test keeps this file up to "
      "date.\n\n"
      "    nazo VERB [GENRE] [FILE…|-] [options]\n\n"
      "The genre comes from its name, from the file's ending, or from `--genre`. `-` or no file means standard input. "
      "People get tables and pictures; `--json` gives JSON Lines, one object\n"
      "a puzzle, and every verb reads those lines too, so verbs pipe: fields that a verb does not set are handed "
      "on.\n\n"
      "Exit codes: 0 yes, solved, valid · 1 no, unsolvable, invalid · 2 bad input or usage · 3 a limit ran out, or the "
      "machine's memory · 4 what was found could not be written, or nazo itself failed. "
      "For several puzzles any 2 wins, then 3, then 1.\n\n"
      "A puzzle's `id` is its title if it has one, else its number in the input.\n";
  const auto cell = [](std::string_view text) {
    std::string escaped;
    for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
    return escaped;
  };
  const auto options = [&](const std::vector<OptionFact>& list) {
    out += "| option | meaning | default |\n|---|---|---|\n";
    for (const OptionFact& option : list)
      out += cat("| `--", option.name, value_name(option).empty() ? "" : " ", cell(value_name(option)), "` | ",
                 cell(option.help), " | ", option.kind == OptionKind::flag ? "" : cell(option.fallback), " |\n");
  };
  for (const Verb& verb : verbs()) {
    out += cat("\n## nazo ", verb.name, "\n\n", verb.summary, "\n\n    nazo ", verb.name, " ", verb.operands, "\n\n",
               verb.about, "\n\n");
    for (const Sample& sample : verb.samples) out += cat("    ", sample.command, "    # ", sample.about, "\n");
    if (!verb.json.empty()) out += cat("\nJSON fields: `", join(verb.json, "` `"), "`\n");
    if (!verb.options.empty()) {
      out += "\n";
      options(verb.options);
    }
    for (const Genre* genre : genres)
      if (const auto own = genre_options(*genre, verb.name); !own.empty()) {
        out += cat("\nFor ", genre->facts().name, ":\n\n");
        options(own);
      }
    if (verb.name == "experiment") {
      out += "\n| experiment | what it prints |\n|---|---|\n";
      for (const Experiment& experiment : experiments())
        out += cat("| `", experiment.name, "` | ", cell(experiment.summary), " |\n");
      for (const Experiment& experiment : experiments())
        if (!experiment.options.empty()) {
          out += cat("\nFor ", experiment.name, ":\n\n");
          options(experiment.options);
        }
    }
  }
  return out;
}

namespace {

/// All words that may follow a verb: its options and those of every genre.
std::vector<std::string> completion_words(const Verb& verb, Catalog genres) {
  std::vector<std::string> words;
  for (const OptionFact& option : verb.options) words.push_back("--" + option.name);
  for (const Genre* genre : genres)
    for (const OptionFact& option : genre_options(*genre, verb.name)) words.push_back("--" + option.name);
  if (verb.name == "experiment")
    for (const Experiment& experiment : experiments()) words.push_back(experiment.name);
  if (verb.name == "docs") words.insert(words.end(), {"man", "markdown", "bash", "zsh"});
  if (verb.operands.find("GENRE") != std::string::npos)
    for (const Genre* genre : genres) words.push_back(genre->facts().name);
  words.push_back("--help");
  std::ranges::sort(words);
  const auto [first, last] = std::ranges::unique(words);
  words.erase(first, last);
  return words;
}

}  // namespace

std::string bash_completion(Catalog genres) {
  std::string out =
      "# bash completion for nazo: source this file\n_nazo() {\n  local word=\"${COMP_WORDS[COMP_CWORD]}\" words\n  "
      "case \"${COMP_CWORD}:${COMP_WORDS[1]}\" in\n    1:*) words=\"";
  std::vector<std::string> names;
  for (const Verb& verb : verbs()) names.push_back(verb.name);
  out += join(names, " ") + " help\" ;;\n";
  for (const Verb& verb : verbs())
    out += cat("    *:", verb.name, ") words=\"", join(completion_words(verb, genres), " "), "\" ;;\n");
  return out + "  esac\n  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\ncomplete -o default -F _nazo nazo\n";
}

std::string zsh_completion(Catalog genres) {
  std::string out =
      "#compdef nazo\n# zsh completion for nazo: put this file as _nazo on your fpath, or source it\n_nazo() {\n  if "
      "(( CURRENT == 2 )); then\n    local -a verbs=(\n";
  for (const Verb& verb : verbs()) {
    std::string summary = verb.summary;
    std::erase_if(summary, [](char c) { return c == '\'' || c == ':'; });
    out += cat("      '", verb.name, ":", summary, "'\n");
  }
  out += "    )\n    _describe 'verb' verbs\n    return\n  fi\n";
  out += "  local -a choices\n  case $words[2] in\n";
  for (const Verb& verb : verbs())
    out += cat("    ", verb.name, ") choices=(", join(completion_words(verb, genres), " "), ") ;;\n");
  return out +
         "  esac\n  compadd -a choices\n  _files\n}\nif [[ $zsh_eval_context[-1] == loadautofunc ]]; then _nazo "
         "\"$@\"; else compdef _nazo nazo; fi\n";
}

}  // namespace nazo::cli
