# Writes OUT, a file that defines the commit this is built from: in an archive that git made it stands in commit.txt, else
# git knows it; empty where neither does. Run at every build, and touches the file only when the commit has changed.
cmake_minimum_required(VERSION 3.25)
file(STRINGS ${ROOT}/cmake/commit.txt commit LIMIT_COUNT 1)
if(commit MATCHES "^[0-9a-f]+$")
  string(SUBSTRING "${commit}" 0 12 commit)
else()
  execute_process(COMMAND git -C ${ROOT} describe --always --dirty --abbrev=12 --exclude=* OUTPUT_VARIABLE commit
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "// Made by cmake/version.cmake.
#include \"cli/version.hpp\"

namespace nazo::cli {

std::string_view version() { return \"@VERSION@\"; }
std::string_view commit() { return \"@commit@\"; }

}  // namespace nazo::cli
" @ONLY)
