# nazo_room(NAME KNOWS target… SOURCES file… [HEADERS target] [COLD]): a room of the house, linked to exactly the rooms it may
# know. HEADERS names precompiled headers other than the standard ones. A COLD room does no work that takes time and is optimised
# less, which halves the time its files take to compile.
function(nazo_room name)
  cmake_parse_arguments(ROOM "COLD" "HEADERS" "KNOWS;SOURCES" ${ARGN})
  if(ROOM_SOURCES)
    add_library(nazo_${name} STATIC ${ROOM_SOURCES})
    target_include_directories(nazo_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(nazo_${name} PRIVATE nazo_flags PUBLIC ${ROOM_KNOWS})
    if(ROOM_COLD)
      target_compile_options(nazo_${name} PRIVATE ${NAZO_COLD_OPTIONS})
      nazo_borrow_headers(nazo_${name} nazo_cold_headers)
    elseif(ROOM_HEADERS)
      nazo_borrow_headers(nazo_${name} ${ROOM_HEADERS})
    else()
      nazo_borrow_headers(nazo_${name} nazo_standard_headers)
    endif()
  else()
    add_library(nazo_${name} INTERFACE)
    target_include_directories(nazo_${name} INTERFACE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(nazo_${name} INTERFACE ${ROOM_KNOWS})
  endif()
endfunction()

# nazo_genre(NAME SOURCES file… [KNOWS library…]): a genre knows base, search and puzzle, never another genre.
function(nazo_genre name)
  cmake_parse_arguments(GENRE "" "" "KNOWS;SOURCES" ${ARGN})
  nazo_room(${name} KNOWS nazo_base nazo_search nazo_puzzle ${GENRE_KNOWS} SOURCES ${GENRE_SOURCES})
endfunction()
