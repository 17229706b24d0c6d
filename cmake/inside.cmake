# Packages run on any x86-64 of the last ten years and are fast on a new one. Their rooms up to the catalog, which hold
# everything hot, are one shared library, libnazo.so, that exists once for each processor of NAZO_PROCESSOR; the loader
# takes the best one by itself (glibc-hwcaps). All other rooms are compiled once, for the plainest: sums of wide vectors
# would move the models of people. They still differ in their last digits, as the system's log and exp do.
# Everywhere else a room is a static library, and nothing here changes anything.
set(NAZO_INSIDE_ROOMS base search puzzle tiles ${NAZO_GENRES} catalog)
# What other rooms call of the library; the rest of it stays hidden and so is called without a detour.
set(NAZO_SEAM_ROOMS base puzzle catalog)

# nazo_libraries(OUT ROOM…): what a target outside links to use these rooms.
function(nazo_libraries out)
  set(libraries)
  foreach(room ${ARGN})
    if(NAZO_PACKAGE AND room IN_LIST NAZO_INSIDE_ROOMS)
      list(APPEND libraries nazo_inside)
    else()
      list(APPEND libraries nazo_${room})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES libraries)
  set(${out} ${libraries} PARENT_SCOPE)
endfunction()

# nazo_put_inside(ROOM USES library…): makes a room that was just added a part of libnazo.so.
function(nazo_put_inside room)
  cmake_parse_arguments(INSIDE "" "" "USES" ${ARGN})
  if(room IN_LIST NAZO_SEAM_ROOMS)
    set_target_properties(nazo_${room} PROPERTIES NAZO_SEAM ON)
  endif()
  target_sources(nazo_inside PRIVATE $<TARGET_OBJECTS:nazo_${room}>)
  target_link_libraries(nazo_inside PRIVATE ${INSIDE_USES})
endfunction()

if(NAZO_PACKAGE)
  add_library(nazo_inside SHARED)
  set_target_properties(nazo_inside PROPERTIES OUTPUT_NAME nazo LINKER_LANGUAGE CXX LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib/nazo)
  # Calls within the library go straight to it, never round by a table.
  target_link_options(nazo_inside PRIVATE -Wl,-Bsymbolic -Wl,-z,defs)
  # The program is bin/nazo, the library lib/nazo/libnazo.so beside it, in the build folder as in /usr.
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
  set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
  set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib/nazo")
endif()
