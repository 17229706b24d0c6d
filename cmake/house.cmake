# Who may know whom: the only table of it. A room sees the headers of the rooms named here and of no other, because they
# are the only ones on its include path; docs/ARCHITECTURE.md has the drawing.
set(NAZO_KNOWS_base        "")
set(NAZO_KNOWS_search      base)
set(NAZO_KNOWS_puzzle      base)
set(NAZO_KNOWS_tiles       base puzzle)
set(NAZO_KNOWS_a_genre     base search puzzle tiles)
set(NAZO_KNOWS_catalog     base puzzle all_genres)
set(NAZO_KNOWS_model       base)
set(NAZO_KNOWS_store       base)
set(NAZO_KNOWS_workshop    base search puzzle catalog model store)
set(NAZO_KNOWS_experiments base puzzle catalog model store workshop)
set(NAZO_KNOWS_serve       base puzzle catalog model store workshop)
set(NAZO_KNOWS_cli         base puzzle catalog model store workshop experiments serve)
set(NAZO_KNOWS_cluster     base puzzle catalog model store workshop experiments serve cli)
set(NAZO_KNOWS_python      base puzzle catalog model store workshop experiments)
set(NAZO_KNOWS_wasm        base puzzle catalog)

get_filename_component(NAZO_ROOT ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)

# A genre is a folder of src/genres with a list of its files.
file(GLOB NAZO_GENRES CONFIGURE_DEPENDS ${NAZO_ROOT}/src/genres/*/CMakeLists.txt)
list(TRANSFORM NAZO_GENRES REPLACE ".*/genres/([^/]+)/CMakeLists.txt" "\\1")

# nazo_rooms_known(NAME OUT): the rooms that room or genre NAME may know.
function(nazo_rooms_known name out)
  if(DEFINED NAZO_KNOWS_${name})
    set(rooms ${NAZO_KNOWS_${name}})
    list(TRANSFORM rooms REPLACE "^all_genres$" "${NAZO_GENRES}")
  else()
    set(rooms ${NAZO_KNOWS_a_genre})
  endif()
  set(${out} ${rooms} PARENT_SCOPE)
endfunction()

# nazo_see(TARGET ROOM…): puts the headers of these rooms on the target's include path, each by a folder that holds
# nothing but a link to that room.
function(nazo_see target)
  foreach(room ${ARGN})
    set(place src/${room})
    if(room IN_LIST NAZO_GENRES)
      set(place src/genres/${room})
    endif()
    string(REPLACE src/ "" link ${place})
    if(IS_DIRECTORY ${NAZO_ROOT}/${place})
      get_filename_component(folder ${CMAKE_BINARY_DIR}/rooms/${room}/${link} DIRECTORY)
      file(MAKE_DIRECTORY ${folder})
      file(CREATE_LINK ${NAZO_ROOT}/${place} ${CMAKE_BINARY_DIR}/rooms/${room}/${link} SYMBOLIC)
      target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR}/rooms/${room})
    endif()
  endforeach()
endfunction()
