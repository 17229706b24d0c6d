#!/usr/bin/env bash
# Fails on a file that is opened in the inner rooms: genres and what they rest on get bytes and give bytes. Who calls
# reads and writes files, and lends scratch room (src/base/scratch.hpp).
#
#   files_test.sh          looks through the house
#   files_test.sh FOLDER   looks through that folder instead
set -u
cd "$(dirname "$0")/../.."
rooms=("src/base" "src/search" "src/puzzle" "src/tiles" "src/genres")
[ $# -gt 0 ] && rooms=("$@")

# What opens, lists, maps or removes files: headers that are there for nothing else, functions, and the ways of our
# libraries (pugixml, libpng) that take a name. Without these headers there is no open().
headers='#include *<(fstream|filesystem|fcntl\.h|dirent\.h|ftw\.h|glob\.h|spawn\.h|sys/(stat|file|sendfile|socket)\.h)>'
functions='\b(fopen|fopen64|fdopen|freopen|fopencookie|tmpfile|tmpnam|mkstemp|mkostemp|mkdtemp|opendir|scandir'
functions+='|realpath|popen|system|dlopen|shm_open|memfd_create|std::remove|unlink|rename|getenv) *\('
streams='\b(std::[io]?fstream|std::filesystem|std::cin|stdin)\b'
libraries='\b(read_dimacs|write_dimacs|write_extension|trace_proof|load_file|save_file|png_init_io'
libraries+='|png_image_begin_read_from_(file|stdio)|png_image_write_to_(file|stdio))\b'
mapped='MAP_(SHARED|FILE)\b'

found=$(grep -rnE --include='*.hpp' --include='*.cpp' --include='*.h' --include='*.c' \
  "$headers|$functions|$streams|$libraries|$mapped" "${rooms[@]}" | grep -vE '^[^:]+:[0-9]+: *//')
if [ -n "$found" ]; then
  echo "the inner rooms open no files:"
  echo "$found"
  exit 1
fi
