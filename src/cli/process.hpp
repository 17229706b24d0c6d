// What a process does before it runs the command line: signals, streams that were closed, what no thread caught.
#pragma once

#include "cli/cli.hpp"

namespace nazo::cli {

void prepare_process();
/// Standard input, output and error, with colour where a person reads.
[[nodiscard]] Streams standard_streams();

}  // namespace nazo::cli
