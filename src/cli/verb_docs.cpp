// nazo docs: the manual in other shapes.
#include <ostream>

#include "base/text.hpp"
#include "cli/help.hpp"
#include "cli/invocation.hpp"
#include "cli/verbs.hpp"

namespace nazo::cli {

int run_docs(Invocation& call) {
  const std::string shape = call.operands.size() == 1 ? call.operands.front() : "";
  if (shape == "man")
    call.streams.out << man_page(call.genres);
  else if (shape == "markdown")
    call.streams.out << markdown_manual(call.genres);
  else if (shape == "bash")
    call.streams.out << bash_completion(call.genres);
  else if (shape == "zsh")
    call.streams.out << zsh_completion(call.genres);
  else
    return call.complain("docs takes one of man, markdown, bash, zsh");
  return yes;
}

}  // namespace nazo::cli
