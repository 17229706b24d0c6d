# Compiler flags every room is built with. Warnings are errors where nazo is worked on, never for who only builds it.
add_library(nazo_flags INTERFACE)
target_compile_options(nazo_flags INTERFACE
  -Wall -Wextra -Wpedantic ${NAZO_FILE_WARNINGS} -Wconversion -Wno-sign-conversion
  $<$<BOOL:${NAZO_STRICT}>:-Werror>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # g++ 12 sees an overlap in std::string::insert where there is none (GCC bug 105651)
  # Vectors wider than the processor's travel inside one program only: how another would pass them does not matter.
  -Wno-psabi
  # clang builds the fuzz targets only; what it alone warns of (g++ 12's own deprecated headers) must not stop them
  $<$<CXX_COMPILER_ID:Clang>:-Wno-error>
  # A fused multiply-add would make the last digit of a feature depend on the processor.
  -ffp-contract=off)
if(NAZO_PYTHON)
  # What is compiled once is linked into the program and into the Python module. Hidden names need no way round through a
  # table, so the program is as fast as without.
  target_compile_options(nazo_flags INTERFACE -fPIC -fvisibility=hidden)
endif()
if(NAZO_PACKAGE)
  # What other rooms call of the shared library shows, the rest is hidden (cmake/inside.cmake).
  target_compile_options(nazo_flags INTERFACE -fPIC -fno-semantic-interposition
    -fvisibility=$<IF:$<BOOL:$<TARGET_PROPERTY:NAZO_SEAM>>,default,hidden>
    # The same bytes, in whatever folder it was built
    -ffile-prefix-map=${PROJECT_SOURCE_DIR}=nazo -ffile-prefix-map=${CMAKE_BINARY_DIR}=build)
endif()
if(NAZO_NATIVE)
  target_compile_options(nazo_flags INTERFACE -march=native)
  set(NAZO_BUILT_FOR native)
elseif(NAZO_PROCESSOR)
  target_compile_options(nazo_flags INTERFACE -march=${NAZO_PROCESSOR})
  set(NAZO_BUILT_FOR ${NAZO_PROCESSOR})
else()
  set(NAZO_BUILT_FOR ${CMAKE_SYSTEM_PROCESSOR})
endif()
if(NAZO_FUZZ)
  target_compile_options(nazo_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(NAZO_SANITIZE)
  # The kind of an object is not looked at: SOCI's library keeps that to itself, so that nothing would link, and the look
  # opens a pipe, so that it reports faults where there are none when a server has run out of descriptors.
  if(NAZO_SANITIZE MATCHES undefined)
    set(NAZO_WITHOUT_KINDS -fno-sanitize=vptr)
  endif()
  # g++ sees uses of what is not set where a sanitizer's own code hides that it never happens.
  target_compile_options(nazo_flags INTERFACE -fsanitize=${NAZO_SANITIZE} ${NAZO_WITHOUT_KINDS} -fno-sanitize-recover=all -fno-omit-frame-pointer
    -Wno-maybe-uninitialized -Wno-uninitialized)
  target_link_options(nazo_flags INTERFACE -fsanitize=${NAZO_SANITIZE})
endif()
