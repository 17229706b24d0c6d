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
if(NAZO_NATIVE)
  target_compile_options(nazo_flags INTERFACE -march=native)
endif()
if(NAZO_FUZZ)
  target_compile_options(nazo_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(NAZO_SANITIZE)
  # g++ sees uses of what is not set where a sanitizer's own code hides that it never happens.
  target_compile_options(nazo_flags INTERFACE -fsanitize=${NAZO_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    -Wno-maybe-uninitialized -Wno-uninitialized)
  target_link_options(nazo_flags INTERFACE -fsanitize=${NAZO_SANITIZE})
endif()
