#!/usr/bin/env bash
# threads_test.sh finds what it is there to find: each of these lines alone makes it fail, and none of the others does.
set -u
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/sources" "$folder/tests"
wrong=0

cat >"$folder/tests/threads.cpp" <<'END'
const ThrowIn thrower("known");
const NoRoomFor full("known", 2);
const ThrowIn thrower("half known");
END
while read -r line; do
  echo "$line" >"$folder/sources/guilty.cpp"
  ./threads_test.sh "$folder/sources" "$folder/tests" >/dev/null && { echo "not found: $line"; wrong=1; }
done <<'END'
std::jthread thread([] {});
std::thread([] {}).detach();
std::vector<std::thread> all;
auto later = std::async(work);
pthread_create(&thread, nullptr, work, nullptr);
asio::thread_pool pool(2);
Thread(named("unknown"), AfterThrow::end, body, taker);
Thread(named("half known"), AfterThrow::end, body, taker);
END

cat >"$folder/sources/guilty.cpp" <<'END'
// A std::thread would not do.
Thread(named("known"), AfterThrow::end, body, taker);
const unsigned n = std::thread::hardware_concurrency();
std::this_thread::sleep_for(1ms);
END
./threads_test.sh "$folder/sources" "$folder/tests" || { echo "found where nothing is"; wrong=1; }
exit $wrong
