# Toolchain: clang (tools/clang says which) for wasm32-wasi, as a reactor (functions to call, no main), without exceptions.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/../../tools/clang OUTPUT_VARIABLE CMAKE_CXX_COMPILER
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_WORKS TRUE)  # a reactor has no main for the usual trial to link
