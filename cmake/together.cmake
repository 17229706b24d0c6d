# Compiling several files of a room at a time halves the work of a first build. ccache does better on later builds and would
# keep less, so it is one or the other.
# What judges a change for others (CI) builds as a newcomer does, who has no ccache.
if("$ENV{CI}" STREQUAL "true")
  set(NAZO_CCACHE OFF CACHE STRING "The ccache that keeps what was compiled")
else()
  find_program(NAZO_CCACHE ccache)
endif()
if(NAZO_CCACHE)
  set(NAZO_TOGETHER_DEFAULT OFF)
else()
  set(NAZO_TOGETHER_DEFAULT ON)
endif()
option(NAZO_TOGETHER "Compile several files of a room at a time" ${NAZO_TOGETHER_DEFAULT})

# Compiled together, a constant of one file lies under the parameters of the next, and a file no longer is where an unnamed
# namespace ends: no reason to warn of either.
if(NAZO_TOGETHER)
  set(NAZO_FILE_WARNINGS -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
else()
  set(NAZO_FILE_WARNINGS -Wshadow)
endif()

# nazo_together(TARGET): TARGET's files are compiled ten at a time.
function(nazo_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${NAZO_TOGETHER} UNITY_BUILD_BATCH_SIZE 10)
endfunction()

# nazo_folders_together(TARGET FILE…): the files of one folder are compiled at once, never those of two: genres use the same
# names.
function(nazo_folders_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${NAZO_TOGETHER} UNITY_BUILD_MODE GROUP)
  foreach(source ${ARGN})
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER ${folder} group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()
