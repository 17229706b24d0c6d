// One table of options per genre makes the command line, the help, the man page, the docs and the checks.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace nazo {

enum class OptionKind {
  flag,
  integer,
  real,
  choice,
  text,
  file,  ///< the value is a file's bytes: who calls has opened it, a genre never opens one
};

/// An option that a genre understands, and for which verbs.
struct OptionFact {
  std::string name;  ///< without dashes: "strategy"
  OptionKind kind = OptionKind::text;
  std::string help;
  std::string fallback{};                 ///< the default, as text; empty means "none"
  std::vector<std::string> verbs{};       ///< "solve", "generate", …
  std::vector<std::string> choices{};     ///< for OptionKind::choice
  double lowest = -9e18, highest = 9e18;  ///< for numbers, both included
  std::string value{};                    ///< what help calls the value: "MIN..MAX"; empty: by the kind
  bool bare = false;                      ///< a text option that may also stand without a value
};

/// Values for a genre's options: checked against its table, defaults filled in.
///
///   NAZO_TRY(options, Options::make(facts.options, {{"strategy", "best"}}));
///   options.text("strategy") == "best"
class Options {
 public:
  /// Checks every given value; an unknown name or a value out of range is one clear line.
  static Result<Options> make(const std::vector<OptionFact>& table,
                              const std::map<std::string, std::string>& given = {});

  [[nodiscard]] bool flag(std::string_view name) const;
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] double real(std::string_view name) const;
  [[nodiscard]] const std::string& text(std::string_view name) const;  ///< also for choices and the bytes of files
  /// True if the user set it; false if the default (or nothing) stands.
  [[nodiscard]] bool given(std::string_view name) const;
  /// Every value that was given, by name: enough to make the same Options again.
  [[nodiscard]] std::map<std::string, std::string> all_given() const;

 private:
  struct Entry {
    std::string value;
    bool given = false;
  };
  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace nazo
