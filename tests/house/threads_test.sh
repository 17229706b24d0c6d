#!/usr/bin/env bash
# Fails on a thread that is started elsewhere than in src/base/thread.cpp, and on one that no test throws in or takes the
# room from (tests/faults/threads.hpp).
#
#   threads_test.sh                looks through the house
#   threads_test.sh SOURCES TESTS  looks through these folders instead
set -u
cd "$(dirname "$0")/../.."
sources=${1:-src} tests=${2:-tests}
wrong=0

started='\bstd::(jthread|async|packaged_task)\b|\bstd::thread\b([^:]|$)|\b(pthread_create|thrd_create|clone) *\('
started+='|\b(asio::)?(thread_pool|system_context|system_executor)\b|own_io_context|run_on_thread_pool|run_async'
found=$(grep -rnE --include='*.hpp' --include='*.cpp' "$started" "$sources" |
  grep -vE '^[^:]+:[0-9]+: *//|^[^:]*base/thread\.[hc]pp:')
if [ -n "$found" ]; then
  echo "threads are started by base/thread.hpp, which catches what they throw:"
  echo "$found"
  wrong=1
fi

names=$(grep -rhoE --include='*.hpp' --include='*.cpp' 'named\("[^"]+"\)' "$sources" |
  grep -v '…' | sed -E 's/named\((.*)\)/\1/' | sort -u)
while read -r name; do
  [ -n "$name" ] || continue
  for trouble in ThrowIn NoRoomFor; do
    grep -rqE --include='*.cpp' "\b$trouble [a-z_]+\($name" "$tests" || { echo "no test has a $trouble $name"; wrong=1; }
  done
done <<<"$names"
exit $wrong
