#include "cli/show_account.hpp"

#include <fstream>
#include <ostream>

#include "base/text.hpp"

namespace nazo::cli {

const std::vector<OptionFact>& account_options() {
  using enum OptionKind;
  static const std::vector<OptionFact> options{
      {.name = "json", .kind = flag, .help = "JSON Lines, one object a row"},
      {.name = "csv", .kind = flag, .help = "the chief table as CSV"},
      {.name = "table", .kind = text, .help = "with --csv: this table instead", .value = "NAME"},
      {.name = "svg", .kind = text, .help = "draw the figures there too", .value = "FILE"},
      {.name = "figure", .kind = text, .help = "with --svg: only this figure", .value = "NAME"},
      {.name = "language",
       .kind = choice,
       .help = "of captions, axes and words: English or Japanese",
       .fallback = "en",
       .choices = {"en", "ja"}}};
  return options;
}

Language language_of_call(const Invocation& call) {
  return language_of(call.value("language")).value_or(Language::english);
}

int show_account(const Invocation& call, const Account& account) {
  if (call.json() && call.has("csv")) return call.complain("one of --json and --csv");
  const Language language = language_of_call(call);
  if (call.has("svg")) {
    const auto drawn = account_svg(account, language, call.value("figure"));
    if (!drawn) return call.complain(drawn.error());
    std::ofstream file(call.value("svg"), std::ios::binary | std::ios::trunc);
    if (!file) return call.complain(Error{"cannot be written", call.value("svg")});
    file << *drawn;
    if (!file.flush()) {
      call.complain(Error{"takes no more: not everything was written", call.value("svg")});
      return broken;
    }
  }
  if (call.json()) return write_output(call, account_json(account));
  if (!call.has("csv")) return write_output(call, account_text(account, language));
  const auto rows = account_csv(account, call.value("table"), language);
  if (!rows) return call.complain(rows.error());
  return write_output(call, *rows);
}

}  // namespace nazo::cli
