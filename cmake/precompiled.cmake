# The headers that nearly every file reads, compiled once: this halves the time of a first build. ccache does better on
# later builds and cannot keep what depends on a precompiled header, so it is one or the other.
if(NAZO_CCACHE OR NAZO_PACKAGE)  # a package's rooms differ in what they hide, so none can borrow from another
  set(NAZO_PRECOMPILE_DEFAULT OFF)
else()
  set(NAZO_PRECOMPILE_DEFAULT ON)
endif()
option(NAZO_PRECOMPILE "Precompile the standard headers" ${NAZO_PRECOMPILE_DEFAULT})

set(NAZO_STANDARD_HEADERS <algorithm> <array> <atomic> <bit> <charconv> <cmath> <cstdint> <cstring> <expected> <functional> <map> <memory>
  <mutex> <numeric> <optional> <ranges> <set> <span> <sstream> <string> <string_view> <thread> <tuple> <unordered_map> <unordered_set> <variant> <vector>)

# nazo_precompiled(NAME HEADERS header… [USES library…] [OPTIONS option…]): something for targets to borrow from.
function(nazo_precompiled name)
  cmake_parse_arguments(PRE "" "" "HEADERS;USES;OPTIONS" ${ARGN})
  file(WRITE ${CMAKE_BINARY_DIR}/${name}.cpp "// Carries precompiled headers.\n")
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE nazo_flags ${PRE_USES})
  target_compile_options(${name} PRIVATE ${PRE_OPTIONS})
  target_precompile_headers(${name} PRIVATE ${PRE_HEADERS})
endfunction()

# nazo_borrow_headers(TARGET NAME): TARGET's files start from the headers of NAME.
function(nazo_borrow_headers target name)
  if(NAZO_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

set(NAZO_COLD_OPTIONS $<$<CONFIG:Release>:-O1>)  # for rooms that do no work that takes time

if(NAZO_PRECOMPILE)
  # g++ forgets that a precompiled header was a system header and reports sizes it only imagines inside std::string.
  target_compile_options(nazo_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds>)
  # Some libraries ask for it, and a precompiled header serves only those compiled alike.
  target_compile_options(nazo_flags INTERFACE -pthread)
  nazo_precompiled(nazo_standard_headers HEADERS ${NAZO_STANDARD_HEADERS})
  nazo_precompiled(nazo_cold_headers HEADERS ${NAZO_STANDARD_HEADERS} OPTIONS ${NAZO_COLD_OPTIONS})
endif()
