// An account on the command line: text, --json or --csv on standard output (or --output), figures with --svg.
#pragma once

#include "cli/invocation.hpp"
#include "workshop/account.hpp"

namespace nazo::cli {

/// The options that say how: --json, --csv, --table, --svg, --figure, --language.
[[nodiscard]] const std::vector<OptionFact>& account_options();

/// The language of --language.
[[nodiscard]] Language language_of_call(const Invocation& call);

/// Writes what is asked for; returns the exit code.
int show_account(const Invocation& call, const Account& account);

}  // namespace nazo::cli
