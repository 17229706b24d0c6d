#!/usr/bin/env bash
# files_test.sh finds what it is there to find: each of these lines alone makes it fail, and none of the others does.
set -u
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
wrong=0

while read -r line; do
  echo "$line" >"$folder/guilty.cpp"
  ./files_test.sh "$folder" >/dev/null && { echo "not found: $line"; wrong=1; }
done <<'END'
#include <fstream>
#include <filesystem>
#include <fcntl.h>
std::ifstream file{name};
auto* file = fopen(name, "r");
const int file = mkstemp(name.data());
if (std::filesystem::is_directory(name)) return;
document.load_file(name);
png_image_begin_read_from_file(&image, name);
solver.write_dimacs(name);
const char* folder = std::getenv("TMPDIR");
std::getline(std::cin, line);
auto* all = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
END

cat >"$folder/guilty.cpp" <<'END'
// Reads std::cin, or what std::ifstream brings.
#include <cstdint>
int open() { return board.open(); }
document.load_buffer(text.data(), text.size());
png_image_begin_read_from_memory(&image, bytes.data(), bytes.size());
auto* room = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
std::ranges::remove(list, 3);
const auto file = file_of(square);
END
./files_test.sh "$folder" || { echo "found where nothing is"; wrong=1; }
exit $wrong
