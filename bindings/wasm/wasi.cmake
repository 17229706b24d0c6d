# Toolchain: Debian's clang 19 for wasm32-wasi, as a reactor (functions to call, no main), without exceptions.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_WORKS TRUE)  # a reactor has no main for the usual trial to link
