# Writes OUT, a file that defines the commit this is built from; empty where there is no git. Run at every build, and
# touches the file only when the commit has changed.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${ROOT} describe --always --dirty --abbrev=12 --exclude=* OUTPUT_VARIABLE commit
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
file(CONFIGURE OUTPUT ${OUT} CONTENT "// Made by cmake/version.cmake.
#include \"cli/version.hpp\"

namespace nazo::cli {

std::string_view version() { return \"@VERSION@\"; }
std::string_view commit() { return \"@commit@\"; }

}  // namespace nazo::cli
" @ONLY)
