// nazo usi: tsume-shogi over USI.
#include "catalog/usi.hpp"
#include "cli/invocation.hpp"
#include "cli/verbs.hpp"

namespace nazo::cli {

int run_usi(Invocation& call) {
  if (!call.operands.empty()) return call.complain("usi takes no operands: it reads commands from standard input");
  usi_session(call.streams.in, call.streams.out);
  return yes;
}

}  // namespace nazo::cli
